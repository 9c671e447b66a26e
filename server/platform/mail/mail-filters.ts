import { type Sql, sql } from "../db/sql.ts"
import type { MailState } from "./mail-state.ts"

export interface MailFilters {
  /** Part of the recipient's address, case-insensitive. */
  recipient?: string
  /** A state that `stateOfMail` returns; `is_sending`: whether there is a mail server now. */
  state?: { kind: MailState["kind"]; is_sending: boolean }
}

/** In SQL what `stateOfMail` returns. */
export function isInState({ kind, is_sending }: NonNullable<MailFilters["state"]>): Sql {
  const isPending = sql`sent_at is null and gave_up_at is null`
  switch (kind) {
    case "sent":
      return sql`sent_at is not null`
    case "failed":
      return sql`sent_at is null and gave_up_at is not null`
    case "unsent":
      return sql`${isPending} and (unsent_at is not null or ${!is_sending}::boolean)`
    case "queued":
    case "retrying": {
      const isFirst = kind === "queued" ? sql`fault is null` : sql`fault is not null`
      return sql`${isPending} and unsent_at is null and ${isFirst} and ${is_sending}::boolean`
    }
  }
}
