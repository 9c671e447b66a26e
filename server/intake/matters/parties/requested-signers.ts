// Invitees whom the other client asked to sign, by an email with their link.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { joinedMailAddress } from "../invitations/invited.ts"

/** How long a client waits before asking again. */
const hours_between_requests = 24

export interface RequestedSigner {
  /** Someone was asked by email less than a day ago. */
  was_just_requested: boolean
  requested_at: Date | null
  /** Their link can be emailed to them. */
  has_address: boolean
}

/** Whether the client with this invitation can be asked, and when they last were; throws "not found". */
export function readRequestedSigner(tx: Tx, invitation_id: string): Promise<RequestedSigner> {
  return tx.one(sql`
    select i.signing_requested_at as requested_at, ${joinedMailAddress} <> '' as has_address,
           coalesce(i.signing_requested_at > ${tx.now}::timestamptz - make_interval(hours => ${hours_between_requests}), false) as was_just_requested
      from invitations i left join users u on u.id = i.user_id where i.id = ${invitation_id}`)
}

/** Records that an invitee is asked to sign; false if they were asked less than a day ago. Throws "not found". */
export async function markSignatureRequested(tx: Tx, invitation_id: string): Promise<boolean> {
  await tx.one(sql`select id from invitations where id = ${invitation_id} for no key update`)
  const { was_just_requested } = await readRequestedSigner(tx, invitation_id)
  if (was_just_requested) return false
  await tx.run(sql`update invitations set signing_requested_at = ${tx.now} where id = ${invitation_id}`)
  return true
}
