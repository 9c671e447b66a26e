import { changeQuestionnaire, getQuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import { Card } from "../../ui/components/card.tsx"
import { Seen, type StoredField } from "../stale-forms.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { Answer, View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { homeUrl, listUrl } from "./draft.ts"
import { HeadFields, readHead } from "./head-fields.tsx"
import { atShortName } from "./new-page.tsx"
import { readAll } from "./reading.ts"

export async function storedHead({ tx, param }: Visit): Promise<StoredField[]> {
  const { title, internal_type, url_short_name } = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return [
    { name: "title", label: "Title", value: title },
    { name: "internal_type", label: "Type", value: internal_type },
    { name: "url_short_name", label: "Short name", value: url_short_name },
  ]
}

export async function settingsPage(visit: Visit, tried?: Tried): Promise<View> {
  const { tx, param } = visit
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return {
    title: "Name and type",
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    heading: { lede: "These change at once, for every version." },
    tried,
    body: (
      <form method="post" class="stack">
        <Seen visit={visit} />
        <Card>
          <HeadFields stored={row} tried={tried} />
        </Card>
        <SubmitOrCancel cancel={homeUrl(row.id)}>Save</SubmitOrCancel>
      </form>
    ),
  }
}

export async function changeSettings({ tx, param, form }: Visit): Promise<Answer> {
  const id = param("questionnaire_id")
  await changeQuestionnaire(tx, id, readAll(form, readHead)).catch(atShortName)
  return { to: homeUrl(id), flash: { done: "questionnaire_changed" } }
}
