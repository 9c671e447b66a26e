// Forms that staff submit after their session has ended. The database keeps them encrypted; after the same person signs in
// again, by any method, the form is shown to them and does nothing until they submit it once more.
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Form, readForm } from "../../platform/http/responses/pages.ts"
import { newId } from "../../platform/ids.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { consoleOwner, encodeForm } from "./page-owner.ts"

export const late_form_hours = 24
/** Names the stored form in the page's URL, and in the form itself when it is shown again. */
export const lateField = "late_form"
/** More than people type; the rest of the request limit is for files. */
const max_characters = 300_000
/** Several pages may find their session ended; only the newest of their forms are kept. */
const max_waiting = 10

/**
 * Stores a form for the person its page was shown to and returns its id. Returns undefined if the page does not say
 * who that was, if they no longer work here, or if the form is too long.
 */
export async function saveLateForm(
  { db, ring }: { db: Database; ring: KeyRing },
  url: string,
  form: Form,
): Promise<string | undefined> {
  const owner = consoleOwner.open(ring, form, db.clock())
  const { [lateField]: _, ...fields } = form
  const typed = encodeForm(fields)
  if (!owner || typed.length > max_characters || url.length > 2_000) return undefined
  const [firm_id, user_id] = owner
  const sealed = consoleOwner.sealForm(ring, owner, typed)
  return db.forFirm(firm_id, async (tx) => {
    const id = newId("late_form")
    const added = await tx.run(sql`
      insert into late_forms (id, user_id, url, form_sealed, created_at)
      select ${id}, u.id, ${url}, ${sealed}, ${tx.now} from users u
       where u.id = ${user_id} and u.is_firm_staff and u.deactivated_at is null`)
    await tx.run(sql`
      delete from late_forms where user_id = ${user_id} and id not in (
        select id from late_forms where user_id = ${user_id} order by created_at desc, id desc limit ${max_waiting})`)
    return added > 0 ? id : undefined
  })
}

/** What this person typed into the form at `path`; undefined if it is no longer stored, or belongs to someone else. */
export async function findLateForm(
  tx: Tx,
  ring: KeyRing,
  { firm_id, user_id, id, path }: { firm_id: string; user_id: string; id: string; path: string },
): Promise<Form | undefined> {
  const row = await tx.maybe<{ url: string; form_sealed: string }>(sql`
    select url, form_sealed from late_forms
     where id = ${id} and user_id = ${user_id}
       and created_at > ${tx.now}::timestamptz - make_interval(hours => ${late_form_hours})`)
  if (row?.url.split("?")[0] !== path) return undefined
  const typed = consoleOwner.openForm(ring, [firm_id, user_id], row.form_sealed)
  return typed === undefined ? undefined : readForm(typed)
}

/** Deletes a form that has been submitted again. */
export async function removeLateForm(tx: Tx, user_id: string, id: string): Promise<void> {
  await tx.run(sql`delete from late_forms where id = ${id} and user_id = ${user_id}`)
}

/** Deletes forms typed on the pages of a matter that is being deleted. */
export async function removeLateFormsOf(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from late_forms where strpos(url, ${matter_id}) > 0`)
}

export async function removeOldLateForms(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from late_forms
     where created_at < ${tx.now}::timestamptz - make_interval(hours => ${late_form_hours})`)
}

export function contextOf(firm_id: string, user_id: string): string {
  return consoleOwner.formContext([firm_id, user_id])
}
