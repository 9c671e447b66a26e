import {
  type AgreementRules,
  type AgreementText,
  changeAgreement,
  createAgreement,
  getAgreement,
} from "../../agreements/agreements.ts"
import { listStarters, type Starter } from "../../agreements/starters.ts"
import { recordAudit } from "../../audit/audit.ts"
import { inLines } from "../../definition/typed-text.ts"
import { listQuestionnaireRows } from "../../questionnaires/questionnaires.ts"
import { withdrawUnexpected } from "../../submissions/withdrawn-items.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import { RuleFields, SignAgainField, TextFields } from "./fields.tsx"
import { agreementsCrumb, home, nameOf } from "./list-page.tsx"

export async function createPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const starters = listStarters()
  const starter = starters.find(({ name }) => name === req.query.starter)
  const stored = starter && { ...starter, ...starter.rules }
  return {
    title: "New agreement",
    breadcrumbs: [agreementsCrumb],
    heading: { lede: "Clients sign this exact text. Have it reviewed before you use it." },
    refused,
    body: (
      <>
        {starter ? (
          <Banner tone="warning" title="A starting point, not legal advice">
            Adapt it to your practice and the rules of your state, in both languages. Replace or remove
            everything in [[double brackets]] before you activate it. You can save it now and continue later.
          </Banner>
        ) : (
          !refused && <StarterList starters={starters} />
        )}
        <CancelableForm class="stack" cancel={home} submit="Create">
          <Card title="Text">
            <TextFields refused={refused} stored={stored} />
          </Card>
          <Card title="Who signs it">
            <RuleFields
              refused={refused}
              stored={stored}
              questionnaires={await listQuestionnaireRows(req.tx)}
            />
          </Card>
        </CancelableForm>
      </>
    ),
  }
}

function StarterList({ starters }: { starters: readonly Starter[] }) {
  return (
    <Card title="Start from a template" flush>
      <DataTable
        caption="Templates"
        flowing
        columns={[
          { key: "title", label: "Template", primary: true },
          { key: "description", label: "Covers" },
        ]}
        rows={starters.map(({ name, title, description }) => ({
          id: `starter-${name}`,
          cells: { title: <a href={`${home}/new?starter=${name}`}>{title.en}</a>, description },
        }))}
      />
    </Card>
  )
}

export async function saveNewAgreement({ tx, form }: PageRequest): Promise<PageResponse> {
  const text = readText(form)
  const id = await createAgreement(tx, text, readRules(form))
  await recordAudit(tx, "agreement_created", { record_id: id, label: nameOf(text) })
  return { to: home, flash: { done: "agreement_created" } }
}

export async function editPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const agreement = await getAgreement(req.tx, req.param("agreement_id"))
  const { version, signatures } = agreement
  const signed = signatures === 1 ? "1 signature" : `${signatures} signatures`
  return {
    title: nameOf(agreement),
    breadcrumbs: [agreementsCrumb],
    heading: {
      lede: `Version ${version}, ${signed}. If you change the text, it becomes version ${version + 1}.`,
    },
    refused,
    body: (
      <CancelableForm class="stack" seen={req} cancel={home} submit="Save">
        <Card title="Text">
          <TextFields refused={refused} stored={agreement} />
          {signatures > 0 && <SignAgainField refused={refused} />}
        </Card>
        <Card title="Who signs it">
          <RuleFields
            refused={refused}
            stored={agreement}
            questionnaires={await listQuestionnaireRows(req.tx)}
          />
        </Card>
      </CancelableForm>
    ),
  }
}

export async function saveAgreement({ tx, form, param }: PageRequest): Promise<PageResponse> {
  const id = param("agreement_id")
  const text = readText(form)
  const sign_again = textOf(form, "sign_again") !== ""
  const version = await changeAgreement(tx, id, text, readRules(form), sign_again)
  await withdrawUnexpected(tx, id)
  await recordAudit(tx, "agreement_changed", { record_id: id, label: `${nameOf(text)} (${version})` })
  return { to: home, flash: { done: "agreement_changed" } }
}

export async function storedAgreement({ tx, param }: PageRequest): Promise<StoredField[]> {
  const agreement = await getAgreement(tx, param("agreement_id"))
  const { title, text, only_for_two, by_both, is_required, before_sending, is_active } = agreement
  const box = (name: string, label: string, isOn: boolean) => ({
    name,
    label,
    value: isOn ? "true" : "",
    show: () => "Yes",
  })
  return [
    { name: "title_en", label: "Title", value: title.en },
    { name: "text_en", label: "Text", value: text.en },
    { name: "title_es", label: "Title in Spanish", value: title.es },
    { name: "text_es", label: "Text in Spanish", value: text.es },
    { name: "questionnaire_ids", label: "Questionnaires", value: agreement.questionnaire_ids },
    box("only_for_two", "Only for two clients", only_for_two),
    box("by_both", "Both clients sign", by_both),
    box("is_required", "Required", is_required),
    box("before_sending", "Clients cannot submit without it", before_sending),
    box("is_active", "Active", is_active),
  ]
}

function readText(form: PageRequest["form"]): AgreementText {
  const read = (name: string) => inLines(textOf(form, name))
  return {
    title: { en: read("title_en"), es: read("title_es") },
    text: { en: read("text_en"), es: read("text_es") },
  }
}

function readRules(form: PageRequest["form"]): AgreementRules {
  return {
    questionnaire_ids: (form.questionnaire_ids ?? []).filter((id) => /^quest_[0-9A-F]{32}$/.test(id)),
    only_for_two: textOf(form, "only_for_two") !== "",
    by_both: textOf(form, "by_both") !== "",
    is_required: textOf(form, "is_required") !== "",
    before_sending: textOf(form, "before_sending") !== "",
    is_active: textOf(form, "is_active") !== "",
  }
}
