import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newMatterWithNotes } from "../../../../test/harness/many-notes.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { inviteStaff } from "../../../firm/users/setup-links.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { listTopics, markTopicRead } from "../../../intake/messages/messages.ts"
import { openTopic, writeMessage } from "../../../intake/messages/writing.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

test("a reply stays in its topic, whatever else is sent, and a topic of another matter is refused", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const topic = { subject: "Our cabin", text: "Where does it go?" }
  const topic_id = await firm.run((tx) => openTopic(tx, service, matter_id, topic), client)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const send = (form: Record<string, string>) => staff("POST", url, { to: "client", ...form })
  await send({ reply: topic_id, subject: "Something else", text: "One" })
  await send({ reply: "new", subject: "Our cabin", text: "Two" })
  await send({ reply: "new", subject: "Our car", text: "Three" })
  const topics = await firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
  assertEach(topics, ({ subject, messages }) => [subject, messages], [
    ["Our car", 1],
    ["Our cabin", 3],
  ])
  const other = await newIntake(firm)
  const elsewhere = `/console/matters/${other.matter_id}/conversation`
  assert.equal((await staff("POST", elsewhere, { to: "client", reply: topic_id, text: "Hello" })).status, 404)
  assert.equal((await staff("GET", `${elsewhere}?reply=${topic_id}`)).status, 404)
})

test("of two topics of one name, a label names the same one whatever is written meanwhile", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const open = () => firm.run((tx) => openTopic(tx, service, matter_id, { subject: "Deed", text: "One" }))
  const [older, newer] = [await open(), await open()]
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const { text } = await staff("GET", `${url}?reply=new`)
  // The latest comes first.
  const [, subject = ""] = [...text.matchAll(/<option value="(Deed[^"]*)"/g)].map(([, label]) => label)
  await firm.run((tx) => writeMessage(tx, service, { matter_id, topic_id: older }, { text: "Two" }), client)
  await staff("POST", url, { to: "client", reply: "new", subject, text: "Three" })
  const topics = await firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
  assertEach(topics, ({ id, messages }) => [id, messages], [
    [older, 3],
    [newer, 1],
  ])
})

test("reading the conversation marks what it shows as read, for this reader alone", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const topic = { subject: "Our cabin", text: "Where does it go?" }
  await firm.run((tx) => openTopic(tx, service, matter_id, topic), client)
  const [ada, mia] = [
    await newStaffBrowser(service, firm),
    await newStaffBrowser(service, firm, await newMember(firm)),
  ]
  const url = `/console/matters/${matter_id}/conversation`
  const isNew = async (reader: typeof ada, query = "") => {
    const { status, text } = await reader("GET", url + query)
    assert.equal(status, 200)
    return />New</.test(text)
  }
  const tabOf = async (reader: typeof ada) =>
    (await reader("GET", `/console/matters/${matter_id}`)).text.match(
      />Conversation(?:<span[^>]*>([^<]*))?/,
    )?.[1]
  assert.equal(await isNew(ada, "?kind=notes"), false)
  assert.equal(await tabOf(ada), "1 new")
  assert.equal(await isNew(ada), true)
  assert.equal(await isNew(ada), false)
  assert.deepEqual([await tabOf(ada), await tabOf(mia)], [undefined, "1 new"])
  assert.equal(await isNew(mia), true)
  await ada("POST", url, { to: "client", reply: "new", subject: "Tuesday", text: "At ten?" })
  assert.deepEqual([await tabOf(ada), await tabOf(mia)], [undefined, "1 new"])
})

test("each message says who else has read up to it, and when", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  await staff("POST", url, { to: "client", reply: "new", subject: "Tuesday", text: "At ten?" })
  const receipts = async () =>
    [
      ...(await staff("GET", url)).text.matchAll(
        /long-text">([^<]*)<(?:(?!<li)[\s\S])*?Read by ([^<]*), today/g,
      ),
    ].map(([, text, name]) => [text, name])
  assert.deepEqual(await receipts(), [])
  const [topic] = await firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
  const read = (number: number) =>
    firm.run((tx) => markTopicRead(tx, { matter_id, topic_id: topic?.id ?? "", number }), client)
  await read(1)
  const [[text, name] = []] = await receipts()
  assert.deepEqual([text, Boolean(name)], ["At ten?", true])
  await staff("POST", url, { to: "client", reply: topic?.id ?? "", text: "Or at eleven?" })
  assertEach(await receipts(), ([text]) => text, ["At ten?"])
  await read(2)
  assertEach(await receipts(), ([text]) => text, ["Or at eleven?"])
})

test("the page holds a page of entries, and any entry has an address that shows it", async () => {
  const firm = await service.newFirm()
  const matter_id = await newMatterWithNotes(firm, 60)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const read = async (address: string) => {
    const { text } = await staff("GET", address)
    const older = text.match(/href="([^"]*)"[^>]*>Older entries</)?.[1]?.replaceAll("&amp;", "&")
    return { shown: [...text.matchAll(/>Note (\d+)\.</g)].map(([, number]) => Number(number)), older, text }
  }
  const first = await read(url)
  const second = await read(first.older ?? "")
  const third = await read(second.older ?? "")
  const all = [...third.shown, ...second.shown, ...first.shown]
  assert.deepEqual([first.shown.length, second.shown.length, third.shown.length], [25, 25, 10])
  assert.deepEqual(
    all,
    Array.from({ length: 60 }, (_, index) => index + 1),
  )
  assert.equal(third.older, undefined)
  const oldest = third.text.match(/<li id="(note_[0-9A-F]+)"[^>]*>(?:(?!<li)[\s\S])*>Note 1\.</)?.[1] ?? ""
  assert.deepEqual((await read(`${url}?from=${oldest}`)).shown, [1])
  assert.equal((await read(`${url}?from=note_gone`)).shown.length, 25)
})

test("No reply needed ends the wait, and the audit log records messages without their text", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const topic_id = await firm.run(
    (tx) => openTopic(tx, service, matter_id, { subject: "Our cabin", text: "Thank you" }),
    client,
  )
  const staff = await newStaffBrowser(service, firm)
  const base = `/console/matters/${matter_id}`
  await staff("POST", `${base}/conversation`, { to: "client", reply: topic_id, text: "You are welcome" })
  await staff("POST", `${base}/messages/${topic_id}/no-reply`)
  const entries = await firm.all<{ action: string }>(
    sql`select * from audit_entries where matter_id = ${matter_id} order by id`,
  )
  assertEach(entries, ({ action }) => action, ["message_sent", "reply_not_needed"])
  assert.doesNotMatch(JSON.stringify(entries), /welcome|cabin/)
})

async function newMember(firm: TestFirm, { assigned_matters_only = false } = {}): Promise<string> {
  const email = `mia.${Date.now()}@hartwell.example`
  return firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, { email, name: "Mia", role: "member" })
    await changeMember(tx, user_id, { assigned_matters_only })
    return user_id
  })
}
