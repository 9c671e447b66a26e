import type { StoredField } from "../../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { changeQuestionnaire, getQuestionnaireRow } from "../../questionnaires.ts"
import { crumb } from "../pages.tsx"

/** The state that the activation and archive forms change. */
export async function storedUse({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { active, archived_at } = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return [
    { label: "New matters can be created from it", value: active ? "Yes" : "No" },
    { label: "Archived", value: archived_at ? "Yes" : "No" },
  ]
}

export async function activationPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const home = `/console/questionnaires/${row.id}`
  return {
    title: row.active ? "Deactivate this questionnaire?" : "Activate this questionnaire?",
    breadcrumbs: [crumb, { text: row.title, href: home }],
    refused,
    body: (
      <Card>
        <p>
          {row.active
            ? "No one can create new matters from it, here or through your other software. Existing matters are not affected."
            : "You can create new matters from it, here and through your other software."}
        </p>
        <CancelableForm seen={req} cancel={home} submit={row.active ? "Deactivate" : "Activate"}>
          <input type="hidden" name="active" value={row.active ? "no" : "yes"} />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function setActive({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const active = form.active?.at(-1) === "yes"
  await changeQuestionnaire(tx, param("questionnaire_id"), { active })
  return {
    to: `/console/questionnaires/${param("questionnaire_id")}`,
    flash: { done: active ? "questionnaire_activated" : "questionnaire_deactivated" },
  }
}
