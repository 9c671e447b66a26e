// Pages to list, create and edit agreements.
import type { Tx } from "../../../platform/db/database.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import type { Show, Values } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import type { RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Card, Details } from "../../../web/ui/components/card.tsx"
import { listQuestionnaireRows } from "../../questionnaires/questionnaires.ts"
import { withdrawUnexpected } from "../../submissions/missing/withdrawn-items.ts"
import {
  type AgreementRules,
  type AgreementText,
  changeAgreement,
  createAgreement,
  getAgreement,
  max_text_length,
  max_title_length,
} from "../agreements.ts"
import { listStarters } from "../starters.ts"
import { agreementsCrumb, agreementsPage, home, nameOf, StarterList } from "./list-page.tsx"

const author = { author: true } as const

export function agreementPages(console: Console): void {
  console.page(home, agreementsPage, author)
  console.form(`${home}/new`, newAgreementForm, author)
  console.form(`${home}/:agreement_id`, agreementForm, author)
}

const newAgreementForm = form({
  open: async ({ tx, query }, refused) => {
    const starters = listStarters()
    const starter = starters.find(({ name }) => name === query.starter)
    return {
      title: "New agreement",
      breadcrumbs: [agreementsCrumb],
      lede: "Clients sign this exact text. Have it reviewed before you use it.",
      ...(await fieldsOf(tx, starter && { ...starter, ...starter.rules }, refused)),
      above: starter ? (
        <Banner tone="warning" title="A starting point, not legal advice">
          Adapt it to your practice and the rules of your state, in both languages. Replace or remove
          everything in [[double brackets]] before you activate it. You can save it now and continue later.
        </Banner>
      ) : (
        !refused && <StarterList starters={starters} />
      ),
      submit: "Create",
      cancel: home,
    }
  },
  save: async ({ tx }, values) => {
    const agreement = agreementOf(values)
    const record_id = await createAgreement(tx, agreement, agreement)
    return { done: "agreement_created", about: { record_id, label: nameOf(agreement) } }
  },
})

const agreementForm = form({
  edits: true,
  open: async ({ tx, param }, refused) => {
    const agreement = await getAgreement(tx, param("agreement_id"))
    const { id, version, signatures } = agreement
    const signed = countText(signatures, "signature")
    return {
      title: nameOf(agreement),
      breadcrumbs: [agreementsCrumb],
      lede: `Version ${version}, ${signed}. If you change the text, it becomes version ${version + 1}.`,
      ...(await fieldsOf(tx, agreement, refused)),
      record: id,
      submit: "Save",
      cancel: home,
    }
  },
  save: async ({ tx }, values, id) => {
    const agreement = agreementOf(values)
    const version = await changeAgreement(tx, id, agreement, agreement, values.sign_again ?? false)
    await withdrawUnexpected(tx, id)
    return { done: "agreement_changed", about: { label: `${nameOf(agreement)} (${version})` } }
  },
})

async function fieldsOf(
  tx: Tx,
  stored: (AgreementText & AgreementRules & { signatures?: number }) | undefined,
  refused: RefusedForm | undefined,
) {
  const title = (label: string, value?: string) => line({ label, max: max_title_length, value })
  const words = (label: string, hint: string, value?: string) =>
    text({ label, hint, rows: 16, max: max_text_length, value })
  const how = "An empty line begins a new paragraph. A line that begins with # is a heading."
  const english = { title_en: title("Title", stored?.title.en), text_en: words("Text", how, stored?.text.en) }
  const who = "Clients who chose Spanish sign this text. If you leave it blank, they sign the English text."
  const spanish = {
    title_es: title("Title in Spanish", stored?.title.es),
    text_es: words("Text in Spanish", who, stored?.text.es),
  }
  const signatures = {
    ...(stored?.signatures && {
      sign_again: checkbox({
        label: "Ask everyone who signed an earlier text to sign the new one",
        hint: "Otherwise, their signatures remain valid. Either way, they keep their signed copy.",
      }),
    }),
  }
  const rules = {
    questionnaire_ids: checkboxes({
      label: "Questionnaires",
      hint: "Clients who fill in one of these sign it. If you select none, no one does.",
      options: (await listQuestionnaireRows(tx)).map(({ id, title, archived_at }) => ({
        value: id,
        label: archived_at ? `${title} (archived)` : title,
      })),
      value: stored?.questionnaire_ids,
    }),
    only_for_two: checkbox({
      label: "Only for two clients",
      hint: "Only couples who fill in a matter together see it.",
      value: stored?.only_for_two,
    }),
    by_both: checkbox({
      label: "Both clients sign",
      hint: "Each signs through their own link. Otherwise, one signs for both.",
      value: stored?.by_both ?? true,
    }),
    is_required: checkbox({
      label: "Required",
      hint: "Until everyone has signed, it is listed as still open, also after clients submit.",
      value: stored?.is_required ?? true,
    }),
    before_sending: checkbox({
      label: "Clients cannot submit without it",
      hint: "For a required agreement. Both of two clients must have signed before either can submit.",
      value: stored?.before_sending,
    }),
    is_active: checkbox({
      label: "Active",
      hint: "Clients see it in the portal. Deactivating it does not affect existing signatures.",
      value: stored?.is_active ?? true,
    }),
  }
  return {
    fields: { ...english, ...spanish, ...signatures, ...rules },
    layout: (show: Show) => (
      <>
        <Card title="Text">
          {show(english)}
          <Details summary="In Spanish" open={Boolean(stored?.text.es || refused)}>
            {show(spanish)}
          </Details>
          {show(signatures)}
        </Card>
        <Card title="Who signs it">{show(rules)}</Card>
      </>
    ),
  }
}

function agreementOf(
  values: Values<Awaited<ReturnType<typeof fieldsOf>>["fields"]>,
): AgreementText & AgreementRules {
  const { title_en, title_es, text_en, text_es, ...rules } = values
  return { title: { en: title_en, es: title_es }, text: { en: text_en, es: text_es }, ...rules }
}
