import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { queueMail } from "../../../../platform/mail/outbox.ts"
import { checkMail } from "../../outgoing.ts"

const service = provideService()

async function outboxWith(...recipients: string[]) {
  const firm = await service.newFirm()
  const content = { heading: "Hello", paragraphs: ["Hi."], footer: "Bye" }
  const [first = ""] = await firm.run(async (tx) => {
    const ids: string[] = []
    for (const recipient of recipients)
      ids.push(await queueMail(tx, service.ring, { recipient, subject: "Hello", ...content }))
    return ids
  })
  const req = await newStaffBrowser(service, firm)
  const shown = async (query: string) => {
    const { status, text } = await req("GET", `/console/settings/email?${query}`)
    return { status, text, recipients: recipients.filter((address) => text.includes(` to ${address}`)) }
  }
  const page = async (id: string) => (await req("GET", `/console/settings/email/${id}`)).text
  return { firm, first, shown, page }
}

test("the outbox is filtered by any part of the address, ignoring case, and by state", async () => {
  const { firm, first, shown } = await outboxWith(
    "Ada.O_Neil@example.com",
    "ben@example.com",
    "bea@example.org",
  )
  await firm.run((tx) =>
    tx.run(sql`update mails set gave_up_at = ${tx.now}, fault = 'no' where id = ${first}`),
  )
  assert.deepEqual((await shown("to=o_neil")).recipients, ["Ada.O_Neil@example.com"])
  assert.deepEqual((await shown("to=BE")).recipients, ["ben@example.com", "bea@example.org"])
  assert.deepEqual((await shown("state=failed")).recipients, ["Ada.O_Neil@example.com"])
  // Without a mail server, no email is called queued.
  assert.deepEqual((await shown("state=unsent&to=example.org")).recipients, ["bea@example.org"])
  for (const query of ["state=queued", "state=sent", "to=%25"]) {
    const { recipients, text } = await shown(query)
    assert.deepEqual(recipients, [], query)
    assert.match(text, /No matching emails/)
  }
  assert.equal((await shown("state=bogus")).recipients.length, 3)
})

test("an email that was withheld counts as no failure, and is not tried again", async () => {
  const { firm, first, shown, page } = await outboxWith("ada@example.com", "ben@example.com")
  const give_up = (fault: string) =>
    firm.run((tx) =>
      tx.run(sql`
      update mails set gave_up_at = ${tx.now}, purpose = 'message', fault = ${fault} where id = ${first}`),
    )
  const findings = () =>
    checkMail({
      parts: { ...service, config: { ...service.config, smtp_url: "smtp://127.0.0.1:9" } },
      read: (work) => firm.run(work),
      scope: { shows_paths: false },
    })
  await give_up("550 No")
  assert.deepEqual(
    (await findings()).map(({ ok }) => ok),
    [false],
  )
  await give_up("Not sent: the invitation was revoked.")
  assert.deepEqual(
    (await findings()).map(({ ok }) => ok),
    [true],
  )
  assert.deepEqual((await shown("state=failed")).recipients, [])
  assert.deepEqual((await shown("state=withheld")).recipients, ["ada@example.com"])
  const text = await page(first)
  assert.match(text, /Withheld.*Not sent: the invitation was revoked\./s)
})

test("a page past the end of the outbox says so and keeps the filters", async () => {
  const { shown } = await outboxWith("ada@example.com")
  const { status, text } = await shown("to=ada&page=9")
  assert.equal(status, 404)
  assert.match(text, /There is no such page/)
  assert.match(text, /href="\/console\/settings\/email\?to=ada"/)
  assert.doesNotMatch(text, /No emails yet/)
})
