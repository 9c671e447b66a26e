import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../../../../test/harness/browser.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { inviteStaff } from "../../../firm/users/staff.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openTopic } from "../writing.ts"

const both = await openServiceAndBrowser()
const { service } = both

for (const javascript of [true, false])
  test(`a client's message waits on the home page until staff reply, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const firm = await service.newFirm()
    const { matter_id, client } = await newIntake(firm)
    await service.db.forFirm(
      firm.firm_id,
      (tx) => openTopic(tx, service, matter_id, { subject: "Our cabin", text: "Where does it go?" }),
      client,
    )
    const page = await enterConsole({ ...both, firm }, { javascript, width: javascript ? 360 : 1280 })
    await page.goto("/console?of=firm")
    await page.getByRole("link", { name: "1 Messages to answer" }).waitFor()
    await page.getByRole("link", { name: /^Reply/ }).click()
    await page.getByText("Reply due").waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.getByRole("link", { name: "Our cabin" }).click()
    await page.getByText("Where does it go?").waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.getByLabel("Your message").fill("To Cleo, as you said.")
    const buffer = Buffer.from("Draft")
    await page.getByLabel(/^Files/).setInputFiles({ name: "draft.txt", mimeType: "text/plain", buffer })
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("The message was sent.").waitFor()
    await page.getByText("To Cleo, as you said.").waitFor()
    await page.getByRole("link", { name: "draft.txt" }).waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    assert.equal(await page.getByText("Reply due").count(), 0)
    await page.goto("/console?of=firm")
    assert.equal(await page.getByRole("link", { name: /^Messages to answer/ }).count(), 0)

    await page.goto(`/console/matters/${matter_id}/messages`)
    await page.getByRole("link", { name: "Write to the client" }).click()
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("link", { name: "Enter a short subject." }).waitFor()
    await page.getByLabel("What is it about?").fill("Next meeting")
    await page.getByLabel("Your message").fill("Does Tuesday suit you?")
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("heading", { level: 1, name: "Next meeting" }).waitFor()
    await page.goto(`/console/matters/${matter_id}/activity`)
    await page.getByText("Message written").first().waitFor()
    await page.context().close()
  })

test("Back after sending shows an empty form, and Back before sending what was typed", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  const subject = page.getByLabel("What is it about?")
  const text = page.getByLabel("Your message")
  await page.goto(`/console/matters/${matter_id}/messages/new`)
  await text.fill("Does Tuesday suit you?")
  await page.getByRole("link", { name: "Matters", exact: true }).first().click()
  await page.getByRole("heading", { level: 1, name: "Matters" }).waitFor()
  await page.goBack()
  assert.equal(await text.inputValue(), "Does Tuesday suit you?")
  await subject.fill("Next meeting")
  await page.getByRole("button", { name: "Send" }).click()
  await page.getByRole("heading", { level: 1, name: "Next meeting" }).waitFor()
  await page.goBack()
  await page.getByRole("button", { name: "Send" }).waitFor()
  assert.deepEqual([await subject.inputValue(), await text.inputValue()], ["", ""])
  await page.context().close()
})

test("No reply needed ends the wait, and the audit log records messages without their text", async () => {
  const firm = await service.newFirm()
  const { matter_id, client } = await newIntake(firm)
  const topic_id = await service.db.forFirm(
    firm.firm_id,
    (tx) => openTopic(tx, service, matter_id, { subject: "Our cabin", text: "Thank you" }),
    client,
  )
  const staff = await newStaffBrowser(service, firm)
  const base = `/console/matters/${matter_id}/messages`
  await staff("POST", `${base}/${topic_id}`, { text: "You are welcome" })
  await staff("POST", `${base}/${topic_id}/no-reply`)
  const entries = await firm.run((tx) =>
    tx.all<{ action: string }>(sql`select * from audit_entries where matter_id = ${matter_id} order by id`),
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["message_sent", "reply_not_needed"],
  )
  assert.doesNotMatch(JSON.stringify(entries), /welcome|cabin/)
})

test("a member limited to assigned matters cannot open the messages of others", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const topic_id = await firm.run((tx) =>
    openTopic(tx, service, matter_id, { subject: "Our cabin", text: "Secret" }),
  )
  const { user_id } = await firm.run((tx) =>
    inviteStaff(tx, { email: `mia.${Date.now()}@hartwell.example`, name: "Mia", role: "member" }),
  )
  await firm.run((tx) => changeMember(tx, user_id, { assigned_matters_only: true }))
  const mia = await newStaffBrowser(service, firm, user_id)
  const base = `/console/matters/${matter_id}/messages`
  for (const url of [base, `${base}/new`, `${base}/${topic_id}`])
    assert.equal((await mia("GET", url)).status, 404)
  for (const url of [`${base}/new`, `${base}/${topic_id}`, `${base}/${topic_id}/no-reply`])
    assert.equal((await mia("POST", url, { subject: "A", text: "Hello" })).status, 404)
})
