// The state of an email. It counts as sent only once the mail server has accepted it.

export type MailState =
  | { kind: "queued"; at: Date }
  | { kind: "sent"; at: Date }
  /** The last attempt failed, and there will be another. */
  | { kind: "retrying"; fault: string }
  | { kind: "failed"; fault: string }
  /** There is no mail server, or the firm is for tests; staff read it in the outbox. */
  | { kind: "unsent" }

/** How the fault of an email begins whose recipient may no longer receive it. */
export const withheld_prefix = "Not sent:"

/** Whether there is a mail server. */
export function isSending({ config }: { config: { smtp_url?: string | undefined } }): boolean {
  return Boolean(config.smtp_url)
}

/** Returns the state of an email; `is_sending`: whether there is a mail server now. */
export function stateOfMail(mail: MailFate, is_sending: boolean): MailState {
  const { created_at, sent_at, gave_up_at, unsent_at, fault } = mail
  if (sent_at) return { kind: "sent", at: sent_at }
  if (gave_up_at) return { kind: "failed", fault: fault ?? "" }
  if (unsent_at || !is_sending) return { kind: "unsent" }
  return fault === null ? { kind: "queued", at: created_at } : { kind: "retrying", fault }
}

/** The state of an email in the outbox, where one that was withheld counts as no failure. */
export function stateInOutbox(mail: MailFate, is_sending: boolean): MailState | { kind: "withheld" } {
  const state = stateOfMail(mail, is_sending)
  const isWithheld = state.kind === "failed" && state.fault.startsWith(withheld_prefix)
  return isWithheld ? { kind: "withheld" } : state
}

/** The columns that determine an email's state. */
export interface MailFate {
  /** When it was added to the outbox. */
  created_at: Date
  /** When the mail server accepted it. */
  sent_at: Date | null
  /** When sending was given up. */
  gave_up_at: Date | null
  /** When it could not be sent because there was no mail server. */
  unsent_at: Date | null
  /** Why the last attempt failed, in the mail server's words. */
  fault: string | null
}
