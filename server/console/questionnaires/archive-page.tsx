import {
  changeQuestionnaire,
  discardDraft,
  getQuestionnaireRow,
} from "../../questionnaires/questionnaires.ts"
import { Card } from "../../ui/components/card.tsx"
import { Seen } from "../stale-forms.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { Answer, View } from "../view.tsx"
import { type Tried, textOf, type Visit } from "../visit.ts"
import { crumbsOf, draftUrl, homeUrl, listUrl, openDraft, openDraftToChange, seenRevision } from "./draft.ts"
import { Revision } from "./fields.tsx"

export async function archivePage(visit: Visit, tried?: Tried): Promise<View> {
  const { tx, param } = visit
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const isArchived = row.archived_at !== null
  return {
    title: isArchived ? "Restore it?" : "Archive it?",
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    tried,
    body: (
      <Card>
        <p>
          {isArchived
            ? "It comes back into every list, as it was."
            : "It leaves every list, here and for your software, and no new matters can be made from it. Matters already made go on as they are. You can restore it at any time."}
        </p>
        <form method="post">
          <Seen visit={visit} />
          <input type="hidden" name="archived" value={isArchived ? "no" : "yes"} />
          <SubmitOrCancel cancel={homeUrl(row.id)}>{isArchived ? "Restore" : "Archive"}</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function setArchived({ tx, param, form }: Visit): Promise<Answer> {
  const id = param("questionnaire_id")
  const archived = textOf(form, "archived") === "yes"
  await changeQuestionnaire(tx, id, { archived })
  return { to: homeUrl(id), flash: { done: archived ? "questionnaire_archived" : "questionnaire_restored" } }
}

export async function discardPage(visit: Visit, tried?: Tried): Promise<View> {
  const draft = await openDraft(visit)
  return {
    title: "Discard the draft?",
    breadcrumbs: crumbsOf(draft),
    tried,
    body: (
      <Card>
        <p>Everything changed since the current version was published is lost. This cannot be undone.</p>
        <form method="post">
          <Revision draft={draft} />
          <SubmitOrCancel cancel={draftUrl(draft.row.id)} look="danger">
            Discard the draft
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function discard(visit: Visit): Promise<Answer> {
  const { row } = await openDraftToChange(visit)
  await discardDraft(visit.tx, row.id, seenRevision(visit))
  return { to: homeUrl(row.id), flash: { done: "draft_discarded" } }
}
