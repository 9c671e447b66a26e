import { changeQuestionnaire, getQuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import { Card } from "../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import { homeUrl, listUrl } from "./draft.ts"
import { readAll } from "./form-reader.ts"
import { HeadFields, readHead } from "./head-fields.tsx"
import { atShortName } from "./new-page.tsx"

export async function storedHead({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { title, title_es, internal_type, url_short_name } = await getQuestionnaireRow(
    tx,
    param("questionnaire_id"),
  )
  return [
    { name: "title", label: "Title", value: title },
    { name: "title_es", label: "Title in Spanish", value: title_es },
    { name: "internal_type", label: "Type", value: internal_type },
    { name: "url_short_name", label: "Short name", value: url_short_name },
  ]
}

export async function settingsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  return {
    title: "Name and type",
    breadcrumbs: [
      { text: "Questionnaires", href: listUrl },
      { text: row.title, href: homeUrl(row.id) },
    ],
    heading: { lede: "Changes here apply immediately, to every version." },
    refused,
    body: (
      <CancelableForm class="stack" seen={req} cancel={homeUrl(row.id)} submit="Save">
        <Card>
          <HeadFields stored={row} refused={refused} />
        </Card>
      </CancelableForm>
    ),
  }
}

export async function changeSettings({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const id = param("questionnaire_id")
  await changeQuestionnaire(tx, id, readAll(form, readHead)).catch(atShortName)
  return { to: homeUrl(id), flash: { done: "questionnaire_changed" } }
}
