import type { AgreementRules, AgreementText } from "../../agreements/agreements.ts"
import type { QuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { Details } from "../../ui/components/details.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type RefusedForm, tickedOr, typedOr } from "../page-request.ts"

interface FieldsProps {
  refused: RefusedForm | undefined
  stored?: (AgreementText & AgreementRules) | undefined
}

/** Title and text, in English and Spanish. */
export function TextFields({ refused, stored }: FieldsProps) {
  const hasSpanish = [stored?.text.es, faultAt(refused, "title_es"), faultAt(refused, "text_es")].some(
    Boolean,
  )
  return (
    <>
      <LanguageFields refused={refused} stored={stored} lang="en" title="Title" text="Text" />
      <Details summary="In Spanish" open={hasSpanish}>
        <LanguageFields
          refused={refused}
          stored={stored}
          lang="es"
          title="Title in Spanish"
          text="Text in Spanish"
        />
      </Details>
    </>
  )
}

function LanguageFields(props: FieldsProps & { lang: "en" | "es"; title: string; text: string }) {
  const { refused, stored, lang, title, text } = props
  return (
    <>
      <TextField
        id={`title_${lang}`}
        label={title}
        value={typedOr(refused, `title_${lang}`, stored?.title[lang])}
        error={faultAt(refused, `title_${lang}`)}
        maxlength={200}
        autocomplete="off"
      />
      <TextArea
        id={`text_${lang}`}
        label={text}
        hint={
          lang === "en"
            ? "An empty line begins a new paragraph. A line that begins with # is a heading."
            : "Clients who chose Spanish sign this text. If you leave it blank, they sign the English text."
        }
        rows={16}
        value={typedOr(refused, `text_${lang}`, stored?.text[lang])}
        error={faultAt(refused, `text_${lang}`)}
      />
    </>
  )
}

/** Shown only if the agreement has signatures. */
export function SignAgainField({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <Checkbox
      id="sign_again"
      label="Ask everyone who signed an earlier text to sign the new one"
      hint="Otherwise, their signatures remain valid. Either way, they keep their signed copy."
      checked={tickedOr(refused, "sign_again", []).length > 0}
    />
  )
}

/** Which matters include the agreement, and who has to sign it. */
export function RuleFields(props: FieldsProps & { questionnaires: readonly QuestionnaireRow[] }) {
  const { refused, stored, questionnaires } = props
  const box = (id: string, label: string, hint: string, isOn: boolean) => (
    <Checkbox
      id={id}
      label={label}
      hint={hint}
      checked={tickedOr(refused, id, isOn ? ["true"] : []).length > 0}
      error={faultAt(refused, id)}
    />
  )
  return (
    <>
      <CheckboxGroup
        id="questionnaire_ids"
        label="Questionnaires"
        hint="Clients who fill in one of these sign it. If you select none, no one does."
        values={tickedOr(refused, "questionnaire_ids", stored?.questionnaire_ids ?? [])}
        options={questionnaires.map(({ id, title, archived_at }) => ({
          value: id,
          label: archived_at ? `${title} (archived)` : title,
        }))}
      />
      {box(
        "only_for_two",
        "Only for two clients",
        "Only couples who fill in a matter together see it.",
        stored?.only_for_two ?? false,
      )}
      {box(
        "by_both",
        "Both clients sign",
        "Each signs through their own link. Otherwise, one signs for both.",
        stored?.by_both ?? true,
      )}
      {box(
        "is_required",
        "Required",
        "Until everyone has signed, it is listed as still open, also after clients submit.",
        stored?.is_required ?? true,
      )}
      {box(
        "before_sending",
        "Clients cannot submit without it",
        "For a required agreement. Both of two clients must have signed before either can submit.",
        stored?.before_sending ?? false,
      )}
      {box(
        "is_active",
        "Active",
        "Clients see it in the portal. Deactivating it does not affect existing signatures.",
        stored?.is_active ?? true,
      )}
    </>
  )
}
