// Replies to an email must reach a person: the sender's address is the same for all firms, and no one reads it.
import { sql } from "../db/sql.ts"
import { BadMailAddress, requireAddress } from "./addresses.ts"

/**
 * SQL of the addresses that can receive replies to the email `m` of the firm `f`, best first: its matter's assignee, the
 * address in the firm's settings, the firm's first admin. Evaluated when the email is sent, so that no reply goes to a
 * colleague who has left.
 */
export const replyCandidates = sql`
  array_remove(array[
    (select u.email from matters a join users u on u.id = a.assignee_id
      where a.id = m.matter_id and u.deactivated_at is null),
    f.settings ->> 'reply_address',
    (select u.email from users u
      where u.is_firm_staff and u.role = 'admin' and u.deactivated_at is null and u.email <> ''
      order by u.created_at, u.id limit 1)], null)`

/** Returns the first usable address that is not the recipient's own. */
export function chooseReplyTo(candidates: readonly string[], recipient: string): string | undefined {
  return candidates.find((address) => canReceive(address) && !isSameAddress(address, recipient))
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** A malformed address would keep the whole email from being sent. */
function canReceive(address: string): boolean {
  try {
    return requireAddress(address) !== ""
  } catch (error) {
    if (error instanceof BadMailAddress) return false
    throw error
  }
}
