// What may be said of a mail: nothing is called sent before the mail server took it.

export type MailState =
  | { kind: "queued"; at: Date }
  | { kind: "sent"; at: Date }
  /** It failed, and is tried again. */
  | { kind: "retrying"; fault: string }
  | { kind: "failed"; fault: string }
  /** There is no mail server: it is read in the outbox. */
  | { kind: "unsent" }

/** Where a mail is; `is_sending` says whether there is a mail server now. */
export function stateOfMail(mail: MailFate, is_sending: boolean): MailState {
  const { created_at, sent_at, gave_up_at, unsent_at, fault } = mail
  if (sent_at) return { kind: "sent", at: sent_at }
  if (gave_up_at) return { kind: "failed", fault: fault ?? "" }
  if (unsent_at || !is_sending) return { kind: "unsent" }
  return fault === null ? { kind: "queued", at: created_at } : { kind: "retrying", fault }
}

/** What has become of a mail. */
export interface MailFate {
  /** When it was put into the outbox. */
  created_at: Date
  /** When the mail server took it. */
  sent_at: Date | null
  /** No further try is made. */
  gave_up_at: Date | null
  /** There was no mail server when its turn came. */
  unsent_at: Date | null
  /** Why the last try failed, in the mail server's words. */
  fault: string | null
}
