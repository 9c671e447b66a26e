import { listTeam } from "../../../firm/users/team.ts"
import { badRequest } from "../../../platform/errors.ts"
import type { StoredField } from "../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { assigneeOptions, mayBeAssigned } from "../../matters/console/assignee/field.ts"
import { changeQuestionnaire, getQuestionnaireRow } from "../questionnaires.ts"
import { homeUrl, listUrl } from "./builder/draft.ts"
import { HeadFields, readHead } from "./builder/head-fields.tsx"
import { atShortName } from "./new-page.tsx"
import { readAll } from "./part-forms/form-reader.ts"

export async function storedHead({ tx, param }: PageRequest): Promise<StoredField[]> {
  const [{ title, title_es, internal_type, url_short_name, default_assignee_id }, team] = await Promise.all([
    getQuestionnaireRow(tx, param("questionnaire_id")),
    listTeam(tx),
  ])
  const show = (id: string) => {
    const member = team.find((one) => one.id === id)
    return member ? member.name || member.email : id
  }
  return [
    { name: "title", label: "Title", value: title },
    { name: "title_es", label: "Title in Spanish", value: title_es },
    { name: "internal_type", label: "Type", value: internal_type },
    { name: "url_short_name", label: "Short name", value: url_short_name },
    { name: "default_assignee_id", label: "Default assignee", value: default_assignee_id ?? "", show },
  ]
}

export async function settingsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const [row, team] = await Promise.all([getQuestionnaireRow(tx, param("questionnaire_id")), listTeam(tx)])
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
          <SelectField
            {...fieldOf(refused, "default_assignee_id", row.default_assignee_id ?? "")}
            label="Default assignee"
            hint="Responsible for matters that other software creates through the API. Staff choose an assignee themselves."
            placeholder="None"
            options={assigneeOptions(team, req)}
          />
        </Card>
      </CancelableForm>
    ),
  }
}

export async function changeSettings({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const id = param("questionnaire_id")
  const chosen = textOf(form, "default_assignee_id")
  const team = await listTeam(tx)
  if (chosen && !team.some((one) => one.id === chosen && mayBeAssigned(one))) {
    const message = "Choose a colleague who may edit matters."
    throw badRequest([{ param: "default_assignee_id", code: "unknown_value", message }])
  }
  const default_assignee_id = chosen || null
  await changeQuestionnaire(tx, id, { ...readAll(form, readHead), default_assignee_id }).catch(atShortName)
  return { to: homeUrl(id), flash: { done: "questionnaire_changed" } }
}
