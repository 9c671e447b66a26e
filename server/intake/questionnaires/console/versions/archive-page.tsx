import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { saveStep } from "../../editing/draft-steps.ts"
import { changeQuestionnaire, getQuestionnaireRow } from "../../questionnaires.ts"
import {
  crumbsOf,
  draftUrl,
  homeUrl,
  listUrl,
  openDraft,
  openDraftToChange,
  seenRevision,
} from "../builder/draft.ts"
import { Revision } from "../part-forms/fields.tsx"

export async function archivePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const isArchived = row.archived_at !== null
  return {
    title: isArchived ? "Restore this questionnaire?" : "Archive this questionnaire?",
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    refused,
    body: (
      <Card>
        <p>
          {isArchived
            ? "It will appear in lists again, unchanged."
            : "It will no longer appear in lists, here or in your other software, and no one can create new matters from it. Existing matters are not affected. You can restore it at any time."}
        </p>
        <CancelableForm seen={req} cancel={homeUrl(row.id)} submit={isArchived ? "Restore" : "Archive"}>
          <input type="hidden" name="archived" value={isArchived ? "no" : "yes"} />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function setArchived({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const id = param("questionnaire_id")
  const archived = textOf(form, "archived") === "yes"
  await changeQuestionnaire(tx, id, { archived })
  return { to: homeUrl(id), flash: { done: archived ? "questionnaire_archived" : "questionnaire_restored" } }
}

export async function discardPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  return {
    title: "Discard the draft?",
    breadcrumbs: crumbsOf(draft),
    refused,
    body: (
      <Card>
        <p>
          This discards all changes since the current version was published. To get them back, open the draft
          and choose Undo.
        </p>
        <CancelableForm cancel={draftUrl(draft.row.id)} variant="danger" submit="Discard the draft">
          <Revision draft={draft} />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function discard(req: PageRequest): Promise<PageResponse> {
  const { row } = await openDraftToChange(req)
  await saveStep(req.tx, row.id, null, seenRevision(req), "Discard the draft")
  return { to: homeUrl(row.id), flash: { done: "draft_discarded" } }
}
