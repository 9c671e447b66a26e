import type { ComponentChildren } from "preact"
import type { Fields, Show } from "../../../web/console/forms/field.ts"
import type { Flash, FlashKey } from "../../../web/console/forms/flash.ts"

/** What a member of staff writes: to the client, to colleagues, to the client about something to check again, or a stock reply. */
export type ModeName = "client" | "internal" | "ask" | "replies"

/** One mode of the composer: its fields, how they are laid out, and what sending them does. */
export interface Mode {
  name: ModeName
  /** Tells drafts of the same mode apart. */
  draft: string
  fields: Fields
  layout: (show: Show) => ComponentChildren
  /** The first button sends the form when the keyboard does. */
  buttons: ComponentChildren
  /** The message on the page that follows; undefined if the form is only shown again, without a file that was removed. */
  save: () => Promise<FlashKey | Flash | undefined>
}
