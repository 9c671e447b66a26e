import type { EventType } from "../../../events/schema.ts"
import type { Tone } from "../../../ui/components/tag.tsx"
import type { ChangeInWords } from "./change-words.ts"

export interface ActivityEntry {
  id: string
  at: Date
  /** Name or e-mail address; empty when not known. */
  by: string
  event?: EventType
  /** Who was reminded. */
  reminded?: string
  /** What was asked of the client, each with the firm's words, or became of it. */
  note?: { title: string; tone: Tone; asked?: readonly { label: string; words: string }[] }
  /** What was changed, latest first; empty for an event. */
  changes: ChangeInWords[]
}
