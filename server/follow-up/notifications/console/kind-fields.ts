import { choice } from "../../../web/console/forms/choice-fields.tsx"
import type { Field } from "../../../web/console/forms/field.ts"
import type { NotificationKind } from "../rules.ts"
import { kindWords } from "./kind-words.ts"

interface Choices<Value extends string> {
  words: Record<Value, string>
  stored: Record<NotificationKind, Value>
  missing: (words: string) => string
}

/** A field for each kind. `KindTable` shows them. */
export function kindFields<Kind extends NotificationKind, Value extends string>(
  kinds: readonly Kind[],
  values: readonly Value[],
  { words, stored, missing }: Choices<Value>,
): Record<Kind, Field<Value>> {
  const fields = kinds.map((kind) => {
    const { label } = kindWords[kind]
    const options = values.map((value) => ({ value, label: words[value] }))
    return [kind, choice({ label, options, missing: missing(label), value: stored[kind] })]
  })
  return Object.fromEntries(fields)
}
