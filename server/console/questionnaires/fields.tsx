import type { ComponentChildren } from "preact"
import type { Text } from "../../definition/text.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type RefusedForm, tickedOr, typedOr } from "../page-request.ts"
import type { Draft } from "./draft.ts"
import { spanishOf } from "./form-reader.ts"

interface WordingFieldProps {
  name: string
  label: string
  hint?: string
  stored: Text | undefined
  refused: RefusedForm | undefined
  /** May be left out altogether. */
  optional?: boolean
  /** Lines, for what is longer than one. */
  rows?: number
}

/** A wording in English and, beside it, in Spanish. */
export function WordingField({ name, label, hint, stored, refused, optional, rows }: WordingFieldProps) {
  const [en, es] = typeof stored === "object" ? [stored.en, stored.es] : [stored ?? "", ""]
  const one = (field: Parameters<typeof TextField>[0]) =>
    rows ? <TextArea {...field} rows={rows} /> : <TextField {...field} autocomplete="off" />
  return (
    <div class="grid">
      {one({
        id: name,
        label,
        hint,
        optional: optional ? "(optional)" : undefined,
        value: typedOr(refused, name, en),
        error: faultAt(refused, name),
      })}
      {one({
        id: spanishOf(name),
        label,
        optional: "(in Spanish, optional)",
        hint: hint && "Where it is blank, readers of Spanish see the English words.",
        value: typedOr(refused, spanishOf(name), es),
        attributes: { lang: "es" },
      })}
    </div>
  )
}

interface TickProps {
  name: string
  label: string
  hint?: string
  stored: boolean | undefined
  refused: RefusedForm | undefined
}

export function Tick({ name, label, hint, stored, refused }: TickProps) {
  const checked = tickedOr(refused, name, stored ? ["true"] : []).length > 0
  return <Checkbox id={name} label={label} hint={hint} checked={checked} />
}

interface DraftFormProps {
  draft: Draft
  cancel: string
  submit?: string
  /** More buttons between saving and cancelling. */
  more?: ComponentChildren
  children: ComponentChildren
}

/** A form that changes the draft: it knows which state of it its reader saw. */
export function DraftForm({ draft, cancel, submit, more, children }: DraftFormProps) {
  return (
    <form method="post" class="stack">
      <Revision draft={draft} />
      {children}
      <Actions>
        <Button>{submit ?? "Save"}</Button>
        {more}
        <LinkButton href={cancel} look="quiet">
          Cancel
        </LinkButton>
      </Actions>
    </form>
  )
}

export function Revision({ draft }: { draft: Draft }) {
  return <input type="hidden" name="revision" value={draft.row.draft_revision} />
}

interface MoveButtonsProps {
  draft: Draft
  /** Where the form is posted. */
  action: string
  /** What moves, for those who hear the buttons out of context. */
  about: string
  first: boolean
  last: boolean
}

/** One step up, one step down. */
export function MoveButtons({ draft, action, about, first, last }: MoveButtonsProps) {
  const button = (direction: "up" | "down", text: string) => (
    <Button look="quiet" small name="direction" value={direction}>
      {text}
      <span class="visually-hidden"> {about}</span>
    </Button>
  )
  return (
    <form method="post" action={action} class="moves">
      <Revision draft={draft} />
      {!first && button("up", "Move up")}
      {!last && button("down", "Move down")}
    </form>
  )
}
