import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../../../../test/harness/browser.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from "../../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../../intake/matters/invitations/starting.ts"
import { closeMatter, reopenClosedMatter } from "../../../intake/matters/lifecycle.ts"
import { listMessages } from "../../../intake/messages/listing.ts"
import { openTopic } from "../../../intake/messages/writing.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { listPlanned } from "../planned-messages.ts"
import { saveStockReply } from "../stock-replies.ts"

const both = await openServiceAndBrowser()
const { service } = both

test("a message is planned, changed by its author alone, and taken back, with Undo", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const [staff, colleague] = [
    await newStaffBrowser(service, firm),
    await newStaffBrowser(service, firm, (await newStaff(firm)).user_id),
  ]
  const url = `/console/matters/${matter_id}/conversation`
  const planned = () => firm.run((tx) => listPlanned(tx, service.ring, matter_id))
  const message_id = newId("message")
  const message = { to: "client", reply: "new", subject: "Thursday", text: "Shall we meet?", message_id }
  const [year] = [new Date().getUTCFullYear() + 1]
  for (const chosen_time of ["", "tomorrow", "2020-01-02T08:00", `${year}-02-30T08:00`, "9999-01-01T08:00"]) {
    const refused = await staff("POST", url, { ...message, send_at: "chosen", chosen_time })
    assert.equal(refused.status, 400, chosen_time)
    assert.match(refused.text, />Shall we meet\?<\/textarea>/)
  }
  const send_at = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16)
  for (const _ of ["once", "again"])
    assert.equal((await staff("POST", url, { ...message, send_at })).status, 303)
  assertEach(await planned(), ({ send_local, text }) => [send_local, text], [[send_at, "Shall we meet?"]])
  const { text: shown } = await staff("GET", url)
  assert.match(shown, literally("Will be sent"))
  const [, change = ""] = shown.match(/href="([^"#]*change=[^"#]*)/) ?? []
  const { text: form } = await staff("GET", change.replaceAll("&amp;", "&"))
  assert.match(form, />Shall we meet\?<\/textarea>/)
  assert.match(form, literally(`name="send_at" value="${send_at}"`))
  assert.doesNotMatch((await colleague("GET", url)).text, /change=/)
  assert.equal((await colleague("POST", url, { ...message, text: "No", send_at })).status, 409)
  assert.equal((await colleague("POST", url, { to: "planned", message_id })).status, 303)
  assert.deepEqual(await planned(), [])
  assert.equal((await staff("POST", url, { ...message, text: "Now?", send_at })).status, 303)
  const sent = await staff("POST", url, { ...message, text: "Now!", send_at: "now" })
  assert.equal(sent.status, 303)
  assert.deepEqual(await planned(), [])
  const { rows } = await firm.run((tx) => listMessages(tx, service.ring, matter_id, { limit: 9, offset: 0 }))
  assertEach(rows, ({ text }) => text, ["Now!"])
  const late = await staff("POST", url, { to: "planned", message_id })
  assert.equal(late.status, 409)
  const other = { ...message, message_id: newId("message"), text: "Then now" }
  await staff("POST", url, { ...other, send_at })
  await colleague("POST", url, { to: "planned", message_id: other.message_id })
  assert.equal((await staff("POST", url, { ...other, send_at: "now" })).status, 303, "taken back meanwhile")
})

test("a long message that is taken back comes back by Undo, without script too", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const message_id = newId("message")
  const send_at = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16)
  const text = "ab".repeat(2_000)
  await staff("POST", url, { to: "client", reply: "new", subject: "Thursday", text, message_id, send_at })
  const taken = await staff("POST", url, { to: "planned", message_id, form_id: "press" })
  const shown = await staff("GET", taken.location)
  assert.match(shown.text, /taken back/)
  assert.match(shown.text, new RegExp(`name="text" value="${text}"`))
})

test("a message that was held back is sent by its main button, and one in a closed matter is only taken back", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const send_at = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16)
  const message_id = newId("message")
  const message = { to: "client", reply: "new", subject: "Thursday", text: "Shall we meet?", message_id }
  await staff("POST", url, { ...message, send_at })
  await firm.write(
    sql`update planned_messages set send_at = now() - interval '1 hour', held_back = 'no_client'`,
  )
  const change = async () => (await staff("GET", url)).text.match(/href="([^"#]*change=[^"#]*)/)?.[1]
  const { text } = await staff("GET", (await change())?.replaceAll("&amp;", "&") ?? "")
  const [, name = "", value = ""] = text.match(/<button[^>]* name="(send_at)" value="([^"]+)"/) ?? []
  assert.equal(value, "now")
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(await change(), undefined)
  await firm.run((tx) => reopenClosedMatter(tx, matter_id))
  assert.equal((await staff("POST", url, { ...message, [name]: value })).status, 303)
  assert.deepEqual(await firm.run((tx) => listPlanned(tx, service.ring, matter_id)), [])
})

test("what an author types into a planned message waits there through other pages", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/conversation`)
  const message = page.getByLabel("Your message")
  await message.fill("Shall we meet?")
  await page.locator("#send-later > summary").click()
  await page.getByRole("button", { name: "Tomorrow at 8:00 AM" }).click()
  await page.getByRole("link", { name: "Change" }).click()
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "Shall we meet?")
  await message.fill("Shall we meet on Friday?")
  await page.goto((await page.getByRole("link", { name: "Change" }).getAttribute("href")) ?? "")
  assert.equal(await message.inputValue(), "Shall we meet on Friday?")
  await page.context().close()
})

test("Enter sends a message with the file that it waited with, and removes none", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const message = {
    to: "client",
    reply: "new",
    text: "Here is the deed.",
    message_id: newId("message"),
    subject: "",
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(message)) form.append(name, value)
  form.append("files", new File(["Signed."], "deed.txt", { type: "text/plain" }))
  const { status, text } = await staff("POST", url, form)
  assert.equal(status, 400)
  const [composer = ""] = text.match(/<form[^>]*id="composer".*?<\/form>/s) ?? []
  assert.match(composer, /name="remove_file"/)
  // A browser presses the first button.
  const [button = ""] = composer.match(/<button[^>]*>/) ?? []
  const [name = "", value = ""] = [/ name="([^"]*)"/, / value="([^"]*)"/].map((of) => of.exec(button)?.[1])
  const [, chosen_time = ""] = composer.match(/name="chosen_time"[^>]* value="([^"]*)"/) ?? []
  await staff("POST", url, { ...message, subject: "The deed", chosen_time, [name]: value })
  const { rows } = await firm.run((tx) => listMessages(tx, service.ring, matter_id, { limit: 9, offset: 0 }))
  assertEach(rows, ({ text, documents }) => [text, documents.length], [["Here is the deed.", 1]])
})

test("Enter on a page that has been open since yesterday sends the message at once", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const message = {
    to: "client",
    reply: "new",
    subject: "Friday",
    text: "Shall we?",
    message_id: newId("message"),
  }
  const { text } = await staff("GET", url)
  const [, offered = ""] = text.match(/name="offered" value="([^"]+)"/) ?? []
  const [, chosen_time] = text.match(/name="chosen_time"[^>]* value="([^"]*)"/) ?? []
  assert.equal(chosen_time, offered)
  const before = "2020-01-02T08:00"
  await staff("POST", url, { ...message, enter: "", chosen_time: before, offered: before })
  const { rows } = await firm.run((tx) => listMessages(tx, service.ring, matter_id, { limit: 9, offset: 0 }))
  assert.equal(rows.length, 1)
})

for (const javascript of [true, false])
  test(`Enter in the menu of times plans for the one that it shows, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const { firm, matter_id } = await newFirmWithIntake(service)
    const page = await enterConsole({ ...both, firm }, { javascript })
    const path = `/console/matters/${matter_id}/conversation`
    await page.goto(path)
    await page.locator("textarea").fill("Shall we meet?")
    await page.locator("#send-later > summary").click()
    const time = `${new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)}T09:30`
    // With script, also the time that the page offers.
    if (!javascript) await page.locator("#chosen_time").fill(time)
    await page.locator("#chosen_time").press("Enter")
    await page.getByText("The message will be sent").first().waitFor()
    const planned = await firm.run((tx) => listPlanned(tx, service.ring, matter_id))
    assert.equal(planned.length, 1)
    if (!javascript) assert.equal(planned[0]?.send_local, time)
    const { rows } = await firm.run((tx) =>
      listMessages(tx, service.ring, matter_id, { limit: 9, offset: 0 }),
    )
    assert.deepEqual(rows, [])
    await page.context().close()
  })

for (const javascript of [true, false])
  test(`a stock reply is written, inserted with the client's name, and deleted, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const { firm, matter_id } = await newFirmWithIntake(service)
    const page = await enterConsole({ ...both, firm }, { javascript, width: javascript ? 360 : 1280 })
    await page.goto(`/console/matters/${matter_id}/conversation`)
    const message = page.getByLabel("Your message")
    await message.focus()
    await page.locator("#replies > summary").click()
    await page.getByRole("link", { name: "Add a reply…" }).click()
    await page.getByLabel("Name of the reply").fill("Thanks")
    await page.getByLabel("Reply", { exact: true }).fill("Thank you, {client_firstname}.")
    await page.getByRole("button", { name: "Add the reply" }).click()
    await page.getByText("{client_firstname} stands for nothing.").first().waitFor()
    await page.getByLabel("Reply", { exact: true }).fill("Thank you, {client_first_name}.")
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await page.getByRole("button", { name: "Add the reply" }).click()
    await page.getByText("The reply was saved.").waitFor()
    if (javascript) await message.pressSequentially("Hello\n/")
    else {
      await message.fill("Hello")
      await page.locator("#replies > summary").click()
    }
    await page.getByRole("button", { name: "Thanks" }).waitFor()
    if (javascript) {
      await expectNoAxeViolations(page, { also_dark: true })
      await expectNoSidewaysScroll(page)
      await page.keyboard.press("Enter")
    } else await page.getByRole("button", { name: "Thanks" }).click()
    await page.waitForFunction(() => true).catch(() => {})
    assert.equal(
      await message.inputValue(),
      javascript ? "Hello\nThank you, Ada." : "Hello\n\nThank you, Ada.",
    )
    await page.locator("#replies > summary").click()
    await page.getByRole("link", { name: "Edit the replies…" }).click()
    await page.getByRole("link", { name: "Thanks" }).click()
    await page.getByRole("button", { name: "Delete it" }).click()
    await page.getByText("The reply was deleted.").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("The reply was saved.").waitFor()
    await page.context().close()
  })

const thanks = { language: "en", name: "Thanks", text: "Thank you, {client_first_name}." }

test("a stock reply greets the client who wrote last in the topic, or else whom it is about", async () => {
  const { firm, matter_id, spouse } = await newFirmWithIntake(service)
  await firm.run((tx) => saveStockReply(tx, { id: newId("stock_reply"), ...thanks }))
  const [ada = "", ben = ""] = await firm.run(async (tx) => {
    const started = []
    for (const party of ["main", "partner"] as const) {
      const { id } = await createInvitation(tx, service, { matter_id, party, email: `${party}@example.com` })
      started.push((await startInvitation(tx, id)).user_id)
    }
    return started
  })
  const topic = (user_id: string, about: string | null = null) =>
    firm.run((tx) => openTopic(tx, service, matter_id, { subject: "A", text: "B", about }), { user_id })
  const staff = await newStaffBrowser(service, firm)
  const greeted = async (topic_id: string) => {
    const url = `/console/matters/${matter_id}/conversation?to=client&reply=${topic_id}`
    return (await staff("GET", url)).text.match(/data-reply="([^"]*)"/)?.[1]
  }
  assert.equal(await greeted(await topic(ben)), "Thank you, Ben.")
  assert.equal(await greeted(await topic(ada)), "Thank you, Ada.")
  assert.equal(await greeted(await topic(firm.admin.user_id, spouse)), "Thank you, Ben.")
  assert.equal(await greeted("new"), "Thank you, Ada.")
  const former = await topic(ben)
  const [, partner] = await firm.run((tx) => listInvitations(tx, matter_id))
  await firm.run((tx) => revokeInvitation(tx, partner?.id ?? ""))
  await firm.write(sql`
    update matters set contact_spouse_id = (
      select id from contacts where matter_id = ${matter_id} and id not in (contact_main_id, ${spouse}) limit 1)
     where id = ${matter_id}`)
  assert.equal(await greeted(former), "Thank you, Ben.", "also once they have left")
})

test("a stock reply that a colleague changed or deleted meanwhile is not overwritten unknowingly", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const id = newId("stock_reply")
  await firm.run((tx) => saveStockReply(tx, { id, ...thanks }))
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const seenIn = (text: string) => text.match(/name="seen" value="([^"]*)"/)?.[1] ?? ""
  const page = (await staff("GET", `${url}?to=replies&change=${id}`)).text
  assert.match(page, /<form [^>]*id="composer"/)
  assert.doesNotMatch(
    page,
    /<form [^>]*id="composer"[^>]*data-in-place/,
    "what is stored now needs the whole page",
  )
  const opened = seenIn(page)
  const save = (text: string, seen: string) =>
    staff("POST", url, { to: "replies", stock_reply_id: id, ...thanks, text, seen })
  const texts = () => firm.all<{ text: string }>(sql`select text from stock_replies`)
  assert.equal((await save("Many thanks.", opened)).status, 303)
  const refused = await save("Thanks a lot.", opened)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /What is stored now.*Many thanks\./s)
  assertEach(await texts(), ({ text }) => text, ["Many thanks."])
  assert.equal((await save("Thanks a lot.", seenIn(refused.text))).status, 303)
  const again = seenIn((await staff("GET", `${url}?to=replies&change=${id}`)).text)
  await staff("POST", url, { to: "replies", remove_reply: id })
  const deleted = await save("Thanks again.", again)
  assert.equal(deleted.status, 409)
  assert.match(deleted.text, /Deleted by a colleague/)
  assert.deepEqual(await texts(), [])
  assert.equal((await save("Thanks again.", seenIn(deleted.text))).status, 303)
})

test("a firm's replies are its own, and one name stands for one reply of a language", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const { matter_id } = await newIntake(other)
  const reply = { language: "en", name: "Thanks", text: "Thank you." }
  await firm.run((tx) => saveStockReply(tx, { id: newId("stock_reply"), ...reply }))
  await assert.rejects(firm.call(saveStockReply, { id: newId("stock_reply"), ...reply, name: "thanks" }), {
    kind: "bad_request",
  })
  await firm.run((tx) => saveStockReply(tx, { id: newId("stock_reply"), ...reply, language: "es" }))
  const { text } = await (await newStaffBrowser(service, other))(
    "GET",
    `/console/matters/${matter_id}/conversation`,
  )
  assert.doesNotMatch(text, /data-reply/)
})
