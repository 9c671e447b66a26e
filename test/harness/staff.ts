// Members of staff with a password, for sign-in tests.

import assert from "node:assert/strict"
import { finishSetup } from "../../server/firm/users/passwords/setup.ts"
import { inviteStaff } from "../../server/firm/users/setup-links.ts"
import { changeMember } from "../../server/firm/users/team.ts"
import type { NewStaff } from "../../server/firm/users/users.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { openMailBody } from "../../server/platform/mail/outbox.ts"
import { hashPassword } from "../../server/platform/secrets/passwords.ts"
import type { TestFirm, TestService } from "./service.ts"

export const test_password = "violet kettle harbor"

let count = 0
let hash: Promise<string> | undefined

export interface TestStaff {
  firm_id: string
  user_id: string
  email: string
}

/** Creates a colleague who can sign in with `test_password`; with `invited`, one without a password yet. */
export async function newStaff(
  firm: TestFirm,
  {
    invited = false,
    assigned_matters_only,
    ...staff
  }: Partial<NewStaff> & { invited?: boolean; assigned_matters_only?: boolean } = {},
): Promise<TestStaff> {
  const email = staff.email ?? `staff${++count}.${Date.now()}.${process.pid}@example.com`
  // Reuses one hash, because hashing is slow.
  hash ??= hashPassword(test_password)
  const password_hash = await hash
  return firm.run(async (tx) => {
    const { user_id, setup_token } = await inviteStaff(tx, {
      name: "Ruth Pryce",
      role: "admin",
      ...staff,
      email,
    })
    if (!invited)
      await finishSetup(tx, { token: setup_token, name: staff.name ?? "Ruth Pryce", password_hash })
    if (assigned_matters_only) await changeMember(tx, user_id, { assigned_matters_only })
    return { firm_id: firm.firm_id, user_id, email }
  })
}

/** Returns the subjects of the emails to an address, oldest first. */
export async function subjectsTo(service: TestService, email: string): Promise<string[]> {
  const mails = await service.db.forPlatform((tx) =>
    tx.all<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where recipient = ${email} order by id`),
  )
  return mails.map(({ id, body_sealed }) => openMailBody(service.ring, id, body_sealed).subject ?? "")
}

/** Returns the newest code that was sent to an address, which its subject begins with. */
export async function lastCodeTo(service: TestService, email: string): Promise<string> {
  const codes = (await subjectsTo(service, email)).flatMap((subject) => /^\d{6}/.exec(subject)?.[0] ?? [])
  return codes.at(-1) ?? assert.fail(`no code went to ${email}`)
}
