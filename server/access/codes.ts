// Six-digit codes by mail, with which a client comes back on another device. Six digits can be guessed, so few
// tries are allowed, few codes are sent, and only the newest counts.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { newDigitCode } from "../platform/secrets/tokens.ts"

export const code_minutes = 10
const most_tries = 5
const seconds_between = 60
const most_an_hour = 5
const most_a_day = 12

const purpose = "sign_in_code"

export type SentCode =
  | { kind: "new"; code: string }
  /** One was sent a moment ago and still works. */
  | { kind: "recent" }
  | { kind: "too_many" }

/** Makes the code to be mailed for an invitation, unless enough have been. */
export async function createCode(
  tx: Tx,
  ring: KeyRing,
  { matter_id, invitation_id }: { matter_id: string; invitation_id: string },
): Promise<SentCode> {
  // Two requests at once must not both find room for one more.
  await tx.run(sql`select id from invitations where id = ${invitation_id} for no key update`)
  const { last_s, hour, day } = await tx.one<{ last_s: number | null; hour: number; day: number }>(sql`
    select extract(epoch from ${tx.now}::timestamptz - max(sent_at))::float8 as last_s,
           count(*) filter (where sent_at > ${tx.now}::timestamptz - interval '1 hour') as hour, count(*) as day
      from sign_in_codes
     where invitation_id = ${invitation_id} and sent_at > ${tx.now}::timestamptz - interval '1 day'`)
  if (last_s !== null && last_s < seconds_between) return { kind: "recent" }
  if (hour >= most_an_hour || day >= most_a_day) return { kind: "too_many" }
  const id = newId("code")
  const code = newDigitCode()
  await tx.run(sql`
    insert into sign_in_codes (id, matter_id, invitation_id, code_hash, sent_at, expires_at)
    values (${id}, ${matter_id}, ${invitation_id}, ${ring.sign(`${id} ${code}`, purpose)}, ${tx.now},
            ${new Date(tx.now.getTime() + code_minutes * 60_000)})`)
  return { kind: "new", code }
}

/** Whether the typed code is the newest one sent, in time and within its tries; a right one works once. */
export async function useCode(
  tx: Tx,
  ring: KeyRing,
  invitation_id: string,
  typed: string,
): Promise<"right" | "wrong" | "over"> {
  const newest = await tx.maybe<{ id: string; code_hash: string; is_open: boolean }>(sql`
    select id, code_hash, used_at is null and tries < ${most_tries} and expires_at > ${tx.now} as is_open
      from sign_in_codes where invitation_id = ${invitation_id} order by sent_at desc limit 1 for update`)
  if (!newest?.is_open) return "over"
  const digits = typed.normalize("NFKC").replace(/\D/g, "")
  const isRight = ring.isSigned(`${newest.id} ${digits}`, newest.code_hash, purpose)
  await tx.run(sql`
    update sign_in_codes set tries = tries + 1, used_at = ${isRight ? tx.now : null} where id = ${newest.id}`)
  return isRight ? "right" : "wrong"
}

/** Forgets codes that neither work nor count against the limits any more. */
export async function removeOldCodes(tx: Tx): Promise<void> {
  await tx.run(sql`delete from sign_in_codes where sent_at < ${tx.now}::timestamptz - interval '1 day'`)
}
