import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { type Invited, inviteClient, newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { storedAbout } from "../../../../test/harness/stored-about.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { deleteMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { closeMatter } from "../lifecycle.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

type Step = "resending" | "revocation" | "renewal"
const email = "maria@example.com"
const listUrl = ({ matter_id }: Pick<Invited, "matter_id">) => `/v1/matters/${matter_id}/invitations`
const take = (invited: Invited, step: Step, headers: Record<string, string> = {}) =>
  firm.request("POST", `${listUrl(invited)}/${invited.invitation_id}/${step}`, undefined, headers)
const listed = async (invited: Invited) => (await firm.request("GET", listUrl(invited))).body.invitations
const open = async (key: string) => (await newPortalBrowser(service).get(`/invite/${key}`)).status
const countOf = (invited: Invited) =>
  firm.one<{ mails: number; audited: string[] }>(sql`
      select (select count(*) from mails where matter_id = ${invited.matter_id}) as mails,
             array(select action || ', ' || label || ', ' || record_id from audit_entries
                    where matter_id = ${invited.matter_id} order by id) as audited`)

test("each step stores exactly what the console's stores", async () => {
  const other = await service.newFirm()
  const send = await newStaffBrowser(service, other)
  const [ours, theirs] = [
    await inviteClient(service, firm, { email }),
    await inviteClient(service, other, { email }),
  ]
  const steps: Step[] = ["resending", "renewal", "revocation", "renewal", "resending"]
  for (const step of steps) {
    const page = `/console/matters/${theirs.matter_id}/invitations/${theirs.invitation_id}/${step}`
    assert.equal((await send("POST", page)).status, 303, step)
    const { status, body } = await take(ours, step)
    assert.equal(status, step === "renewal" ? 201 : 200, JSON.stringify(body))
    assert.deepEqual(
      await storedAbout(firm, ours.matter_id),
      await storedAbout(other, theirs.matter_id),
      step,
    )
  }
  const names = { resending: "sent", renewal: "renewed", revocation: "revoked" }
  assert.deepEqual(
    (await countOf(ours)).audited,
    steps.map((step) => `invitation_${names[step]}, By API key, ${ours.invitation_id}`),
  )
})

test("the list tells who was invited and what became of it, and holds no link", async () => {
  const own = await service.newFirm()
  await own.run((tx) => changeSettings(tx, own.firm_id, { invitation_days: 14 }))
  const invited = await inviteClient(service, own, { email, first_name: "Maria" })
  const read = async () => {
    const { body } = await own.request("GET", listUrl(invited))
    assert.ok(!JSON.stringify(body).includes(invited.invite_key))
    return body.invitations[0]
  }
  const stateOf = async () => {
    const { state, email_state, started_at, expires_at, revoked_at } = await read()
    return [state, email_state, started_at, expires_at, revoked_at]
  }
  assert.deepEqual(await read(), {
    ...{ id: invited.invitation_id, party: "main", email, first_name: "Maria", last_name: "" },
    ...{
      is_for_parts: false,
      is_paused: false,
      state: "open",
      created_at: "2026-03-02T09:30:00Z",
      started_at: null,
    },
    ...{ expires_at: "2026-03-16T09:30:00Z", revoked_at: null },
    ...{ email_state: null, email_sent_at: null, email_fault: null },
  })
  const url = `${listUrl(invited)}/${invited.invitation_id}`
  await own.request("POST", `${url}/resending`)
  assert.deepEqual(await stateOf(), ["open", "queued", null, "2026-03-16T09:30:00Z", null])
  for (const [change, state, fault, sent_at] of [
    [sql`update mails set sent_at = ${now}`, "sent", null, "2026-03-02T09:30:00Z"],
    [sql`update mails set sent_at = null, fault = 'no such mailbox'`, "retrying", "no such mailbox", null],
    [sql`update mails set gave_up_at = ${now}`, "failed", "no such mailbox", null],
  ] as const) {
    await own.write(change)
    const { email_state, email_fault, email_sent_at } = await read()
    assert.deepEqual([email_state, email_fault, email_sent_at], [state, fault, sent_at])
  }
  await later(15, async () => assert.equal((await read()).state, "expired"))
  await newPortalBrowser(service).post(`/invite/${invited.invite_key}/start`)
  assert.deepEqual(await stateOf(), ["started", "failed", "2026-03-02T09:30:00Z", null, null])
  const revoked = await own.request("POST", `${url}/revocation`)
  assert.deepEqual(revoked.body, await read())
  assert.deepEqual(await stateOf(), [
    "revoked",
    "failed",
    "2026-03-02T09:30:00Z",
    null,
    "2026-03-02T09:30:00Z",
  ])
})

test("a renewed link is returned once and replaces the old one", async () => {
  const invited = await inviteClient(service, firm, { email })
  const { body } = await take(invited, "renewal")
  assert.equal(body.invite_url, `${service.base_url}/invite/${body.invite_key}`)
  assert.deepEqual([await open(body.invite_key), await open(invited.invite_key)], [200, 404])
  const { mails } = await countOf(invited)
  assert.equal(mails, 0)
  for (const answer of [await take(invited, "resending"), await take(invited, "revocation")])
    assert.ok(!JSON.stringify(answer.body).includes(body.invite_key))
  assert.equal(await open(body.invite_key), 410)
  assert.ok(!JSON.stringify(await listed(invited)).includes(body.invite_key))
})

test("a link is renewed only for a key that may read matters, too", async () => {
  const invited = await inviteClient(service, firm, { email })
  const authorization = `Token ${await firm.newKey(["matters:write"])}`
  const refused = await take(invited, "renewal", { authorization })
  assert.deepEqual([refused.status, refused.body.code], [403, "scope_missing"])
  assert.equal((await take(invited, "revocation", { authorization })).status, 200)
})

test("revoking again changes nothing, and revoking at once revokes once", async () => {
  const invited = await inviteClient(service, firm, { email })
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(invited, "revocation")))
  assertEach(answers, ({ status, body }) => [status, body.state], Array(5).fill([200, "revoked"]))
  await later(1, async () => assert.deepEqual((await take(invited, "revocation")).body, answers[0]?.body))
  assert.equal((await countOf(invited)).audited.length, 1)
})

test("with an Idempotency-Key, an invitation is sent once, and a new link created once", async () => {
  const invited = await inviteClient(service, firm, { email })
  const headers = { "idempotency-key": `resend-${invited.invitation_id}` }
  const [first, again] = [
    await take(invited, "resending", headers),
    await take(invited, "resending", headers),
  ]
  assert.deepEqual([again.body, again.headers["idempotent-replayed"]], [first.body, "true"])
  assert.equal((await countOf(invited)).mails, 1)
  const once = { "idempotency-key": `renew-${invited.invitation_id}` }
  const [link, same] = [await take(invited, "renewal", once), await take(invited, "renewal", once)]
  assert.deepEqual([same.status, same.body], [201, link.body])
  const other = { ...once, authorization: `Token ${await firm.newKey(["matters:write", "matters:read"])}` }
  assert.notEqual((await take(invited, "renewal", other)).body.invite_key, link.body.invite_key)
})

test("what the console refuses is refused with the same code, and changes nothing", async () => {
  const nowhere = await inviteClient(service, firm)
  const revoked = await inviteClient(service, firm, { email })
  await take(revoked, "revocation")
  const replaced = await inviteClient(service, firm, { email })
  await take(replaced, "revocation")
  await firm.write(sql`
      insert into invitations (id, matter_id, party, email, first_name, last_name, key_hash, key_sealed, created_at, is_for_parts)
      select 'invite_' || upper(md5(id)), matter_id, party, email, first_name, last_name, sha256(key_hash), key_sealed, created_at, false
        from invitations where id = ${replaced.invitation_id}`)
  for (const [invited, step, code] of [
    [nowhere, "resending", "no_address"],
    [revoked, "resending", "invitation_revoked"],
    [replaced, "renewal", "already_invited"],
  ] as const) {
    const before = await storedAbout(firm, invited.matter_id)
    const { status, body } = await take(invited, step)
    assert.deepEqual([status, body.code], [409, code])
    assert.deepEqual(await storedAbout(firm, invited.matter_id), before)
  }
})

test("an invitation is found only in its own matter, and a deleted matter has none", async () => {
  const [one, other] = [
    await inviteClient(service, firm, { email }),
    await inviteClient(service, firm, { email }),
  ]
  for (const step of ["resending", "revocation", "renewal"] as const)
    assert.equal((await take({ ...one, matter_id: other.matter_id }, step)).status, 404)
  await firm.run((tx) => closeMatter(tx, one.matter_id))
  assert.equal((await take(one, "resending")).status, 200, "as in the console")
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id: one.matter_id, reason: "Test" }))
  assert.equal((await firm.request("GET", listUrl(one))).status, 404)
  assert.equal((await take(one, "revocation")).status, 404)
})

async function later(days: number, work: () => Promise<void>): Promise<void> {
  const before = now
  now = new Date(before.getTime() + days * 24 * 3_600_000)
  try {
    await work()
  } finally {
    now = before
  }
}
