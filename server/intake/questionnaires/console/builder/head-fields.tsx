import { approaches } from "../../../../definition/definition.ts"
import { normalized } from "../../../../definition/values/typed-text.ts"
import { approachWords } from "../../../../web/console/approach-words.ts"
import { fieldOf, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import type { QuestionnaireRow } from "../../questionnaires.ts"
import { type FormReader, noteFault, readOneOf } from "../part-forms/form-reader.ts"

export type Head = Pick<QuestionnaireRow, "title" | "title_es" | "internal_type" | "url_short_name">

/** Fields for the names of a questionnaire: for clients, for the firm, and for other software. */
export function HeadFields({
  stored,
  refused,
}: {
  stored?: Head | undefined
  refused: RefusedForm | undefined
}) {
  return (
    <>
      <TextField
        {...fieldOf(refused, "title", stored?.title)}
        label="Title"
        hint="Clients see this title."
        maxlength={200}
        autocomplete="off"
      />
      <TextField
        {...fieldOf(refused, "title_es", stored?.title_es)}
        label="Title in Spanish"
        optional="(optional)"
        hint="Clients who chose Spanish see this title. If you leave it blank, they see the English one."
        maxlength={200}
        autocomplete="off"
      />
      <TextField
        {...fieldOf(refused, "internal_type", stored?.internal_type)}
        label="Type"
        hint="Your firm’s own name for this type of intake, such as Planning. You can filter matters by it."
        maxlength={100}
        autocomplete="off"
      />
      <TextField
        {...fieldOf(refused, "url_short_name", stored?.url_short_name)}
        label="Short name"
        hint="Lower-case letters, digits and hyphens, such as estate-planning. Other software identifies the questionnaire by it."
        maxlength={60}
        spellcheck={false}
        autocomplete="off"
      />
    </>
  )
}

export function ApproachField({
  refused,
  stored = "planning",
}: {
  refused: RefusedForm | undefined
  stored?: string
}) {
  return (
    <RadioGroup
      {...fieldOf(refused, "approach", stored)}
      label="Approach"
      hint="You cannot change this later."
      options={approaches.map((approach) => ({ value: approach, label: approachWords[approach] }))}
    />
  )
}

export function readHead(reader: FormReader) {
  const { form } = reader
  const title = { en: textOf(form, "title"), es: textOf(form, "title_es") }
  const internal_type = textOf(form, "internal_type")
  const url_short_name = textOf(form, "url_short_name").toLowerCase()
  if (!title.en || title.en.length > 200)
    noteFault(reader, "title", "Enter a title of at most 200 characters.")
  if (title.es.length > 200) noteFault(reader, "title_es", "Enter a title of at most 200 characters.")
  if (!internal_type || internal_type.length > 100)
    noteFault(reader, "internal_type", "Enter a type of at most 100 characters.")
  if (!/^[a-z0-9-]{1,60}$/.test(url_short_name))
    noteFault(reader, "url_short_name", "Use lower-case letters, digits and hyphens, up to 60 characters.")
  return { title, internal_type, url_short_name }
}

export const readApproach = (reader: FormReader) => readOneOf(reader, "approach", [...approaches])

/** Derives a short name from a title. */
export function shortNameOf(text: string): string {
  const plain = normalized(text, "NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "")
}
