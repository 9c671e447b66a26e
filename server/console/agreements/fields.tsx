import type { Rules, Words } from "../../agreements/agreements.ts"
import { approaches } from "../../definition/definition.ts"
import type { QuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { Details } from "../../ui/components/details.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { approachWords } from "../approach-words.ts"
import { faultAt, type RefusedForm, tickedOr, typedOr } from "../page-request.ts"

interface FieldsProps {
  refused: RefusedForm | undefined
  stored?: (Words & Rules) | undefined
}

/** Title and text, in English and in Spanish. */
export function WordFields({ refused, stored }: FieldsProps) {
  const hasSpanish = [stored?.text.es, faultAt(refused, "title_es"), faultAt(refused, "text_es")].some(
    Boolean,
  )
  return (
    <>
      <Wording refused={refused} stored={stored} lang="en" title="Title" text="Text" />
      <Details summary="In Spanish" open={hasSpanish}>
        <Wording
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

function Wording(props: FieldsProps & { lang: "en" | "es"; title: string; text: string }) {
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
            : "Clients who read Spanish sign this one. Left blank, they sign the English text."
        }
        rows={16}
        value={typedOr(refused, `text_${lang}`, stored?.text[lang])}
        error={faultAt(refused, `text_${lang}`)}
      />
    </>
  )
}

/** Only where somebody has signed already. */
export function AgainField({ refused }: { refused: RefusedForm | undefined }) {
  return (
    <Checkbox
      id="sign_again"
      label="Ask everyone who signed an earlier text to sign the new one"
      hint="Otherwise their signatures stand. Either way they keep what they signed."
      checked={tickedOr(refused, "sign_again", []).length > 0}
    />
  )
}

/** Whom it is shown to and who has to sign it. */
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
        id="approaches"
        label="Kinds of matter"
        hint="None ticked: all of them."
        values={tickedOr(refused, "approaches", stored?.approaches ?? [])}
        options={approaches.map((value) => ({ value, label: approachWords[value] }))}
      />
      <CheckboxGroup
        id="questionnaire_ids"
        label="Questionnaires"
        hint="None ticked: all of them."
        values={tickedOr(refused, "questionnaire_ids", stored?.questionnaire_ids ?? [])}
        options={questionnaires.map(({ id, title, archived_at }) => ({
          value: id,
          label: archived_at ? `${title} (archived)` : title,
        }))}
      />
      {box(
        "only_for_two",
        "Only where two are clients",
        "A couple who fill in one matter together. Nobody else is shown it.",
        stored?.only_for_two ?? false,
      )}
      {box(
        "by_both",
        "Each of two clients signs",
        "Each from an access of their own. Otherwise one signs for both.",
        stored?.by_both ?? true,
      )}
      {box(
        "is_required",
        "Answers can be sent only once it is signed",
        "It then counts among what is missing.",
        stored?.is_required ?? true,
      )}
      {box(
        "is_active",
        "In use",
        "Clients meet it in the portal. What was signed stays signed.",
        stored?.is_active ?? true,
      )}
    </>
  )
}
