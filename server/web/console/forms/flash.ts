import type { Parts } from "../../../parts.ts"
import type { outcomes } from "../outcomes.ts"

/** What an accepted form passes to the page it redirects to: a success message, and any secret to show once. */
export interface Flash {
  /** Left out when the page itself reports the outcome, as after a bulk action. */
  done?: FlashKey | undefined
  /** Says more than the outcome's message, such as the name of the new assignee. */
  text?: string | undefined
  /** Nothing was changed; `text` says why, unless the next page asks for what is missing. */
  is_refusal?: true
  undo?: Undo | undefined
  /** The form whose response has the "Undo" that the cookie has no room for. */
  undo_of?: string | undefined
  handed?: Record<string, unknown> | undefined
}

/** The form brings what is stored already. */
export const unchanged: Flash = {
  is_refusal: true,
  text: "Nothing was changed: this is what was stored already.",
}

/** The button "Undo" of a message: a form that sends the earlier values, mostly to the route that has changed them. */
export interface Undo {
  action: string
  fields: Readonly<Record<string, string | readonly string[]>>
}

export type FlashKey = keyof typeof outcomes

/** The message for emails to clients: without a mail server they stay in the outbox. */
export function emailFlash({ config }: Pick<Parts, "config">, done: keyof typeof unsentMessages): FlashKey {
  return config.smtp_url ? done : unsentMessages[done]
}

const unsentMessages = {
  invitation_sent: "invitation_unsent",
  clients_reminded: "reminder_unsent",
  inquiry_accepted: "inquiry_accepted_unsent",
} as const
