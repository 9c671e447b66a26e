// Parts that each of two clients answers alone, hidden from the other. The database enforces it: in a client's session,
// the other's rows do not exist.
import { sql, type Tx } from "../../../platform/db/sql.ts"

/** Ids of the sections each client answers alone, and of the items in them; throws "not found". */
export async function listPartsAlone(tx: Tx, matter_id: string): Promise<ReadonlySet<string>> {
  const { separate_parts } = await tx.one<{ separate_parts: string[] }>(
    sql`select separate_parts from matters where id = ${matter_id}`,
  )
  return new Set(separate_parts)
}

/** Lets each of two clients answer these parts alone from now on. */
export async function addPartsAlone(tx: Tx, matter_id: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update matters set separate_parts = separate_parts || ${[...ids]}::text[] where id = ${matter_id}`)
}

/** Files one client sent alone: the contact id of the sender by file id. Throws "not found". */
export async function listFilesAlone(tx: Tx, matter_id: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ id: string; contact_id: string }>(sql`
    select d.id, contact_of_client(d.uploaded_by) as contact_id
      from documents d join matters m on m.id = d.matter_id
     where d.matter_id = ${matter_id} and d.removed_at is null and d.request_id = any(m.separate_parts)
       and contact_of_client(d.uploaded_by) is not null
     order by d.uploaded_at desc, d.id desc`)
  return new Map(rows.map(({ id, contact_id }) => [id, contact_id]))
}

/**
 * Runs `work` with the firm's view of the matter, then restores the client's view. Only for what a submission stores,
 * never for what a page shows.
 */
export async function withFirmView<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { alone } = await tx.one<{ alone: string }>(
    sql`select coalesce(current_setting('foyer.separate_parts', true), '') as alone`,
  )
  const setView = (value: string) =>
    tx.one(sql`select set_config('foyer.separate_parts', ${value}, true) as alone`)
  await setView("-")
  const result = await work()
  await setView(alone)
  return result
}

/** Narrows a firm-wide transaction to what a client or helper of the matter sees. */
export async function narrowToClient(
  tx: Tx,
  { firm_id, matter_id, user_id }: { firm_id: string; matter_id: string; user_id: string },
): Promise<void> {
  await tx.one(sql`select open_client(${firm_id}, ${matter_id}, ${user_id}, ${tx.now}) is null as opened`)
}

/** Runs `work` with the view of an invitee, so that an email reveals no more than their own pages do. */
export async function withInviteeView<T>(tx: Tx, invitation_id: string, work: () => Promise<T>): Promise<T> {
  const { matter_id, contact_id, alone, before } = await tx.one<{
    matter_id: string
    contact_id: string
    alone: string
    before: [string, string, string]
  }>(sql`
    select i.matter_id, array_to_string(m.separate_parts, ' ') as alone,
           coalesce(case i.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id end, '') as contact_id,
           array[coalesce(current_setting('foyer.matter_id', true), ''), coalesce(current_contact(), ''),
                 coalesce(current_setting('foyer.separate_parts', true), '')] as before
      from invitations i join matters m on m.id = i.matter_id where i.id = ${invitation_id}`)
  if (alone === "") return work()
  const setView = (matter: string, contact: string, parts: string) =>
    tx.one(sql`
      select set_config('foyer.matter_id', ${matter}, true) as matter, set_config('foyer.contact_id', ${contact}, true) as contact,
             set_config('foyer.separate_parts', ${parts}, true) as alone`)
  await setView(matter_id, contact_id, alone)
  const result = await work()
  await setView(...before)
  return result
}
