import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Text } from "../../../../definition/text.ts"
import { faultAt, type RefusedForm, tickedOr, typedOr } from "../../../../web/console/page-request.ts"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Checkbox } from "../../../../web/ui/components/checkbox.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { TextArea } from "../../../../web/ui/components/text-area.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Draft } from "../builder/draft.ts"
import { spanishOf } from "./form-reader.ts"

interface WordingFieldProps {
  name: string
  label: string
  hint?: string
  stored: Text | undefined
  refused: RefusedForm | undefined
  optional?: boolean
  /** Makes it a text area with this many lines. */
  rows?: number
}

/** Whether text fields also show the Spanish text. */
export const ShowSpanish = createContext(false)

/** A field for a text in English and, if the author chose to see it, in Spanish. */
export function WordingField({ name, label, hint, stored, refused, optional, rows }: WordingFieldProps) {
  const isSpanish = useContext(ShowSpanish)
  const [en, es] = typeof stored === "object" ? [stored.en, stored.es] : [stored ?? "", ""]
  const one = (field: Parameters<typeof TextField>[0]) =>
    rows ? <TextArea {...field} rows={rows} /> : <TextField {...field} autocomplete="off" />
  const english = one({
    id: name,
    label,
    hint,
    optional: optional ? "(optional)" : undefined,
    value: typedOr(refused, name, en),
    error: faultAt(refused, name),
  })
  const spanish = typedOr(refused, spanishOf(name), es)
  if (!isSpanish)
    return (
      <>
        {english}
        <input type="hidden" name={spanishOf(name)} value={spanish} />
      </>
    )
  return (
    <>
      {english}
      {one({
        id: spanishOf(name),
        label: `${label} in Spanish`,
        optional: spanish || !en ? undefined : "(missing)",
        value: spanish,
        attributes: { lang: "es" },
      })}
    </>
  )
}

interface CheckboxFieldProps {
  name: string
  label: string
  hint?: string
  stored: boolean | undefined
  refused: RefusedForm | undefined
}

export function CheckboxField({ name, label, hint, stored, refused }: CheckboxFieldProps) {
  const checked = tickedOr(refused, name, stored ? ["true"] : []).length > 0
  return <Checkbox id={name} label={label} hint={hint} checked={checked} />
}

interface DraftFormProps {
  draft: Draft
  cancel: string
  submit: string
  children: ComponentChildren
}

/** A form that changes the draft and carries the revision the author saw. */
export function DraftForm({ draft, cancel, submit, children }: DraftFormProps) {
  return (
    <form method="post" class="stack">
      <Revision draft={draft} />
      {children}
      <Actions>
        <Button>{submit}</Button>
        <LinkButton href={cancel} variant="quiet">
          Cancel
        </LinkButton>
      </Actions>
    </form>
  )
}

export function Revision({ draft }: { draft: Draft }) {
  return <input type="hidden" name="revision" value={draft.row.draft_revision} />
}
