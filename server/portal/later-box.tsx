import type { Form } from "../platform/http/pages.ts"
import { Checkbox } from "../ui/components/checkbox.tsx"
import { type Field, laterName } from "./field.ts"
import { seenOf, textOf } from "./form.ts"
import type { Words } from "./words/en.ts"

/** The way out of a question one cannot answer today: it is put on the agenda of the first meeting. */
export function LaterBox(props: { field: Field; words: Words; typed: Form | undefined }) {
  const { field, words, typed } = props
  const name = laterName(field.name)
  const isSent = typed !== undefined && seenOf(typed, field.name) !== undefined
  return (
    <div class="later">
      <Checkbox
        id={name}
        label={words.frame.later}
        hint={<span class="visually-hidden">{field.label}</span>}
        checked={isSent ? textOf(typed, name) !== undefined : field.later?.is_on}
      />
    </div>
  )
}
