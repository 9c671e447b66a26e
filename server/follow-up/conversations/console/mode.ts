import type { ComponentChildren } from "preact"
import type { Fields, Show } from "../../../web/console/forms/field.ts"
import type { Flash, FlashKey } from "../../../web/console/forms/flash.ts"
import type { RefusedForm } from "../../../web/console/page-request.ts"

/** What a member of staff writes: to the client, to colleagues, to the client about something to check again, or a stock reply. */
export type ModeName = "client" | "internal" | "ask" | "replies"

/** One mode of the composer: its fields, how they are laid out, and what sending them does. */
export interface Mode {
  name: ModeName
  /** Tells drafts of the same mode apart. */
  draft: string
  fields: Fields
  layout: (show: Show, refused: RefusedForm | undefined) => ComponentChildren
  /** The first button sends the form when the keyboard does. */
  buttons: ComponentChildren
  /** The message on the page that follows; undefined if the form is only shown again, without a file that was removed. */
  save: () => Promise<FlashKey | Flash | undefined>
}

// Labels by which staff name one of many items.

export interface Labeled<Of> {
  label: string
  of: Of
}

/** Numbers labels that occur more than once, so that each names one item. */
export function distinctly<Of>(items: readonly Labeled<Of>[]): Labeled<Of>[] {
  const counts = new Map<string, number>()
  return items.map(({ label, of }) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return { label: count === 1 ? label : `${label} (${count})`, of }
  })
}

/** The item that what was typed names: by its label, or else as the only one whose label contains it. */
export function itemNamed<Of>(items: readonly Labeled<Of>[], typed: string): Labeled<Of> | undefined {
  const wanted = typed.toLowerCase()
  const containing = items.filter(({ label }) => label.toLowerCase().includes(wanted))
  const only = containing.length === 1 ? containing[0] : undefined
  return containing.find(({ label }) => label.toLowerCase() === wanted) ?? only
}
