import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

test("a role is chosen on inviting and changed on the member's page, and the audit log records both", async () => {
  const firm = await service.newFirm()
  const req = await newStaffBrowser(service, firm)
  const person = { email: "noor@roles.example", name: "Noor Haddad" }
  const refused = await req("POST", "/console/settings/team", person)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Choose a role\./)
  assert.equal((await req("POST", "/console/settings/team", { ...person, role: "read_only" })).status, 303)
  const location = await memberUrl(req, person.name)
  assert.match((await req("GET", location)).text, /Read-only/)
  assert.equal((await req("POST", `${location}/role`, { ...person, role: "author" })).status, 303)
  assert.match((await req("GET", location)).text, />Author</)
  const entries = await firm.all<{ label: string }>(
    sql`select label from audit_entries where action like 'member_%' order by id`,
  )
  assertEach(entries, ({ label }) => label, ["noor@roles.example", "noor@roles.example, now author"])
})

test("a member's page and the list give one state, which is active only for who can sign in", async () => {
  const firm = await service.newFirm()
  const req = await newStaffBrowser(service, firm)
  await req("POST", "/console/settings/team", { email: "noor@states.example", name: "Noor", role: "member" })
  const location = await memberUrl(req, "Noor")
  const id = location.split("/").at(-1) ?? ""
  const seen = async () => {
    const [list = "", page = ""] = [
      await req("GET", "/console/settings/team"),
      await req("GET", location),
    ].map(({ text }) => text.match(/<main[\s\S]*<\/main>/)?.[0])
    const row = list.split("<tr").find((one) => one.includes(location)) ?? ""
    return [row, page].map((html) => html.match(/<strong class="tag[^>]*>([^<]*)/)?.[1]).join()
  }
  assert.equal(await seen(), "Invited,Invited")
  assert.doesNotMatch((await req("GET", location)).text, /Active/)
  await firm.write(sql`delete from setup_links where user_id = ${id}`)
  assert.equal(await seen(), "Not invited,Not invited")
  await firm.run((tx) =>
    tx.run(sql`
      insert into sign_in_identities (user_id, issuer, subject, created_at, last_used_at)
      values (${id}, 'https://login.example', 'noor', ${tx.now}, ${tx.now})`),
  )
  assert.equal(await seen(), "Active,Active")
  assert.equal((await req("POST", `${location}/deactivation`, {})).status, 303)
  assert.equal(await seen(), "Deactivated,Deactivated")
  assert.match((await req("GET", location)).text, /Deactivated<\/dt><dd[^>]*><time/)
})

test("changing the last admin's role is refused with an explanation", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm)
  const req = await newStaffBrowser(service, firm, user_id)
  for (const role of ["author", "member", "read_only"]) {
    const refused = await req("POST", `/console/settings/team/${user_id}/role`, { name: "Ruth Pryce", role })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /a colleague who has a password an admin first/)
  }
})

test("a read-only member sees a matter without actions and manages their own account", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { user_id } = await newStaff(firm, { role: "read_only" })
  const req = await newStaffBrowser(service, firm, user_id)
  for (const page of ["", "/review", "/conversation"]) {
    const { status, text } = await req("GET", `/console/matters/${matter_id}${page}`)
    assert.equal(status, 200, page)
    const main = text.match(/<main[\s\S]*<\/main>/)?.[0] ?? ""
    assert.doesNotMatch(main, /<button|method="post"|>Rename<|>Invite</, page)
  }
  const note = await req("POST", `/console/matters/${matter_id}/conversation`, {
    to: "internal",
    text: "Called.",
  })
  assert.equal(note.status, 403)
  assert.match(note.text, /Your account can read, but not change anything\. Nothing was changed\./)
  assert.equal((await req("POST", "/console/account/name", { name: "Ruth P." })).status, 303)
  assert.equal((await req("POST", "/console/inbox/reading")).status, 303)
})

async function memberUrl(req: Awaited<ReturnType<typeof newStaffBrowser>>, name: string): Promise<string> {
  const { text } = await req("GET", "/console/settings/team")
  return text.match(new RegExp(`href="([^"]+)">${name}<`))?.[1] ?? ""
}
