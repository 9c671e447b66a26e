// A test firm beside a firm: the same staff, none of its matters, and no email.
import { createKey } from "../../firm/access/api/keys.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import { changeFirm, changeSettings, createFirm, type Firm, getFirm } from "../../firm/firms/firms.ts"
import { addSetupToken, findStaffByEmail, inviteStaff } from "../../firm/users/setup-links.ts"
import { withFreshIds } from "../../intake/questionnaires/editing/fresh-ids.ts"
import { createQuestionnaire } from "../../intake/questionnaires/questionnaires.ts"
import { findTemplate } from "../../intake/questionnaires/templates.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict, found } from "../../platform/errors.ts"

/** A member of staff, as a firm knows them. */
export interface Person {
  email: string
  name: string
}

/** How to get into a test firm; each in plain text, and shown once. */
export interface TestFirmAccess {
  /** For a link, in which this person sets a password. */
  setup_token: string
  /** Only of a new test firm. */
  api_token?: string
}

interface TestFirm extends Pick<Firm, "id" | "name"> {
  is_suspended: boolean
  is_being_deleted: boolean
  /** While it is being deleted, how many are left. */
  matters_left: number
}

/** The test firm beside this one; undefined if there is none. */
export async function findTestFirm(db: Database, firm_id: string): Promise<TestFirm | undefined> {
  return db.forPlatform((tx) =>
    tx.maybe(sql`
      select t.id, t.name, t.suspended_at is not null as is_suspended, t.settings ? 'is_being_deleted' as is_being_deleted,
             case when t.settings ? 'is_being_deleted'
                  then (select count(*) from matters m where m.firm_id = t.id) else 0 end as matters_left
        from firms f join firms t on t.id = f.settings ->> 'test_firm_id' and t.is_test
       where f.id = ${firm_id}`),
  )
}

/**
 * Opens the test firm beside this one for a member of staff, as its admin, and creates it if there is none. Throws
 * "conflict" for a test firm, and while the one beside this is suspended: no link leads into it.
 */
export async function openTestFirm(db: Database, firm_id: string, person: Person): Promise<TestFirmAccess> {
  const firm = await db.forFirm(firm_id, getFirm)
  if (firm.is_test) throw conflict("is_a_test", "This is a test firm. It needs no other.")
  const id = await db.forPlatform((tx) => findOrCreate(tx, firm))
  return db.forFirm(id, async (tx) => {
    // Of two presses at once, the first fills it. In two statements: only the second sees what the first press did.
    await tx.run(sql`select from firms where id = ${id} for update`)
    const someone = await tx.maybe(sql`select id from users limit 1`)
    if (!someone) {
      const { color, locale, time_zone } = firm
      await changeFirm(tx, { color, locale, time_zone })
      return fillTestFirm(tx, person)
    }
    const known = await findStaffByEmail(tx, person.email)
    if (known) return { setup_token: await addSetupToken(tx, known.id) }
    return { setup_token: (await inviteStaff(tx, { ...person, role: "admin" })).setup_token }
  })
}

export const suspended =
  "The test firm is suspended: it is being deleted, or the operator suspended it. You can create another once it is gone."

/** One for each firm: a second press waits for the first. */
async function findOrCreate(tx: Tx, { id: firm_id, name, contact_line }: Firm): Promise<string> {
  const { test_firm_id } = await tx.one<{ test_firm_id: string | null }>(sql`
    select settings ->> 'test_firm_id' as test_firm_id from firms where id = ${firm_id} for update`)
  const known = await tx.maybe<{ id: string; is_suspended: boolean }>(sql`
    select id, suspended_at is not null as is_suspended from firms where id = ${test_firm_id} and is_test`)
  if (known?.is_suspended) throw conflict("test_firm_suspended", suspended)
  if (known) return known.id
  const id = await createFirm(tx, { name: `${name.slice(0, 190)} (test)`, contact_line, is_test: true })
  await changeSettings(tx, firm_id, { test_firm_id: id })
  return id
}

/** Gives a new test firm its first admin, a questionnaire, and a key for the API. */
export async function fillTestFirm(tx: Tx, person: Person): Promise<Required<TestFirmAccess>> {
  const { user_id, setup_token } = await inviteStaff(tx, { ...person, role: "admin" })
  const { file } = found(await findTemplate("estate-planning"))
  await createQuestionnaire(tx, { ...file, definition: withFreshIds(file.definition).definition })
  const label = "First key"
  const { id, token } = await createKey(tx, { name: label, created_by: user_id })
  await recordAudit(tx, "key_created", { record_id: id, label })
  return { setup_token, api_token: token }
}
