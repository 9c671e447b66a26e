import { type Sql, sql } from "../db/sql.ts"
import { type stateInOutbox, withheld_prefix } from "./mail-state.ts"

export interface MailFilters {
  /** Part of the recipient's address, case-insensitive. */
  recipient?: string
  /** A state that `stateInOutbox` returns; `is_sending`: whether there is a mail server now. */
  state?: { kind: ReturnType<typeof stateInOutbox>["kind"]; is_sending: boolean }
}

/** An email that was given up because it failed, in SQL. */
export const hasFailed = sql`
  sent_at is null and gave_up_at is not null and not starts_with(coalesce(fault, ''), ${withheld_prefix})`

/** In SQL what `stateInOutbox` returns. */
export function isInState({ kind, is_sending }: NonNullable<MailFilters["state"]>): Sql {
  const isPending = sql`sent_at is null and gave_up_at is null`
  switch (kind) {
    case "sent":
      return sql`sent_at is not null`
    case "failed":
      return hasFailed
    case "withheld":
      return sql`sent_at is null and gave_up_at is not null and not (${hasFailed})`
    case "unsent":
      return sql`${isPending} and (unsent_at is not null or ${!is_sending}::boolean)`
    case "queued":
    case "retrying": {
      const isFirst = kind === "queued" ? sql`fault is null` : sql`fault is not null`
      return sql`${isPending} and unsent_at is null and ${isFirst} and ${is_sending}::boolean`
    }
  }
}
