// Files of messages, sent with the plain HTML forms of portal and console.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { openTray } from "../../../test/harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "../../../test/harness/portal-intake.ts"
import { sampleJpeg } from "../../../test/harness/sample-files.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { unzip } from "../../../test/harness/unzip.ts"
import { listAudit } from "../../firm/audit/listing.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { sweepRemoved } from "../documents/sweep.ts"
import { max_attachments } from "../documents/uploads/upload-target.ts"
import { changedAmong } from "../matters/changes/changed-since-submission.ts"
import { holdMatter, releaseMatter } from "../matters/holds.ts"
import { closeMatter } from "../matters/lifecycle.ts"
import type { Message } from "./schema.ts"
import { openTopic } from "./writing.ts"

let now = new Date("2027-03-02T15:00:00Z")
const { service, firm } = provideServiceAndFirm({
  clock: () => now,
  settings: { FOYER_MATTER_STORAGE: "1MB" },
})

type File = [filename: string, content: Buffer | string]

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [filename, content] of files)
    form.append("files", new Blob([new Uint8Array(Buffer.from(content))]), filename)
  return form
}

const topicOf = ({ matter_id }: PortalIntake, text = "Hello") =>
  firm.run((tx) => openTopic(tx, service, matter_id, { subject: "The house", text }))
const messagesOf = async ({ matter_id }: PortalIntake): Promise<Message[]> =>
  (await firm.request("GET", `/v1/matters/${matter_id}/messages`)).body.results
const filesOf = (messages: readonly Message[]) =>
  messages.map(({ documents }) => documents.map(({ filename, size }) => [filename, size]))
const writeBack = (
  intake: PortalIntake,
  topic_id: string,
  text: string,
  files: readonly File[],
  id = newMessageId(),
) => intake.ada.post(`/portal/messages/${topic_id}`, formOf({ new_record: id, text }, files))
/** The portal accepts only ids with a recent timestamp, whatever a test's clock says. */
const newMessageId = () => newId("message")

test("a client's files are attached to a message, and everyone in the matter and the API can open each", async () => {
  const intake = await newPortalIntake(service, firm)
  const form = { new_record: newMessageId(), subject: "The deed", text: "Here it is" }
  const picture = sampleJpeg()
  const sent = await intake.ada.post(
    "/portal/messages/new",
    formOf(form, [
      ["deed.jpg", picture],
      ["note.txt", "Hi"],
    ]),
  )
  assert.equal(sent.status, 303, sent.html)
  const messages = await messagesOf(intake)
  assert.deepEqual(filesOf(messages), [
    [
      ["deed.jpg", picture.length],
      ["note.txt", 2],
    ],
  ])
  const [deed] = messages[0]?.documents ?? []
  assert.ok(deed)

  const { body } = await firm.request("GET", `/v1/documents/${deed.document_id}`)
  assert.deepEqual(
    [body.matter_id, body.filename, body.document_request],
    [intake.matter_id, "deed.jpg", { label: "The deed" }],
  )
  const bytesAt = async (url: string) => (await service.app.inject({ method: "GET", url })).rawPayload
  assert.deepEqual(await bytesAt(body.download_url.slice(service.base_url.length)), picture)
  const topic_url = sent.location.replace(/#.*$/, "")
  for (const client of [intake.ada, intake.ben]) {
    const { html } = await client.get(topic_url)
    const link = html.match(/href="([^"]*)">deed\.jpg</)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const { status, location } = await client.get(link)
    assert.equal(status, 303)
    assert.deepEqual(await bytesAt(location), picture)
  }
  const stored = await service.files.read(`documents/${firm.firm_id}/${deed.document_id}`)
  const chunks: Buffer[] = []
  for await (const chunk of stored) chunks.push(chunk as Buffer)
  assert.ok(!Buffer.concat(chunks).includes(picture.subarray(0, 64)), "encrypted like every document")

  const staff = await newStaffBrowser(service, firm)
  const home = `/console/matters/${intake.matter_id}`
  const conversation = await staff("GET", `${home}/conversation`)
  assert.match(conversation.text, new RegExp(`href="${home}/documents/${deed.document_id}">deed.jpg<`))
  assert.match((await staff("GET", `${home}/documents`)).text, /Documents from messages[\s\S]*deed\.jpg/)
  assert.equal((await staff("GET", `${home}/documents/${deed.document_id}`)).status, 303)
  const { rows } = await firm.run((tx) =>
    listAudit(tx, { action: "document_attached" }, { page: 1, limit: 9, offset: 0 }),
  )
  assert.deepEqual(rows.map(({ label }) => label).sort(), ["deed.jpg", "note.txt"])
})

test("staff reply with files, and these appear in no list of requested documents", async () => {
  const intake = await newPortalIntake(service, firm)
  const topic_id = await topicOf(intake)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${intake.matter_id}/conversation`
  const write = (fields: Record<string, string>, file: File) =>
    staff("POST", url, formOf({ to: "client", message_id: newMessageId(), ...fields }, [file]))
  const reply = await write({ reply: topic_id, text: "Please sign" }, ["form.txt", "Sign here"])
  assert.equal(reply.location, `${url}#newest`)
  const opened = await write({ subject: "Tax", text: "See this" }, ["tax.txt", "1040"])
  assert.equal(opened.status, 303)
  assert.deepEqual(filesOf(await messagesOf(intake)), [[["tax.txt", 4]], [["form.txt", 9]], []])
  assert.match((await intake.ada.get(`/portal/messages/${topic_id}`)).html, />form\.txt<[\s\S]*9\sbytes/)
  for (const list of ["documents", "financial-documents"])
    assert.equal((await firm.request("GET", `/v1/matters/${intake.matter_id}/${list}`)).body.count, 0)
  assert.doesNotMatch((await openTray(intake.ada)).html, /form\.txt/)
  await firm.run((tx) =>
    tx.run(
      sql`update matters set submitted_at = ${tx.now}::timestamptz - interval '1 day' where id = ${intake.matter_id}`,
    ),
  )
  await write({ reply: topic_id, text: "One more" }, ["more.txt", "more"])
  const changed = await firm.all(changedAmong([intake.matter_id]))
  assert.equal(changed.length, 0, "files staff attach to messages do not count as changes to the submission")
})

test("a refused file keeps the text and the other files, and the next attempt sends everything", async () => {
  const intake = await newPortalIntake(service, firm)
  const topic_id = await topicOf(intake)
  const id = newMessageId()
  const refused = await writeBack(
    intake,
    topic_id,
    "With both",
    [
      ["good.txt", "good"],
      ["run.exe", "MZ"],
    ],
    id,
  )
  assert.equal(refused.status, 422)
  assert.match(refused.html, /run\.exe: This type of file is not accepted/)
  assert.match(refused.html, />With both<\/textarea>/)
  assert.match(refused.html, /Files to send with your message[\s\S]*good\.txt/)
  assert.match(refused.html, new RegExp(`name="new_record" value="${id}"`))
  assert.equal((await messagesOf(intake)).length, 1)
  const [unsent] = await firm.all<{ id: string }>(
    sql`select id from documents where matter_id = ${intake.matter_id}`,
  )
  assert.ok(unsent)
  assert.equal((await firm.request("GET", `/v1/documents/${unsent.id}`)).status, 404, "it is not visible yet")
  const staff = await newStaffBrowser(service, firm)
  assert.doesNotMatch(
    (await staff("GET", `/console/matters/${intake.matter_id}/documents`)).text,
    /good\.txt/,
  )
  assert.doesNotMatch((await staff("GET", "/console/search?q=good.txt")).text, /matters\/.*good/)

  const sent = await writeBack(intake, topic_id, "With both", [["late.txt", "late"]], id)
  assert.equal(sent.status, 303, sent.html)
  assert.deepEqual(filesOf(await messagesOf(intake))[0], [
    ["good.txt", 4],
    ["late.txt", 4],
  ])
  const again = await writeBack(intake, topic_id, "With both", [["late.txt", "late"]], id)
  assert.equal(again.status, 303, "the form was submitted twice")
  assert.equal((await messagesOf(intake)).length, 2)
  const other = await writeBack(intake, topic_id, "With both", [["other.txt", "other"]], id)
  assert.match(other.html, /Your message was sent before this file arrived/)
  assert.deepEqual(filesOf(await messagesOf(intake))[0], [
    ["good.txt", 4],
    ["late.txt", 4],
  ])
})

test("a file can be removed before the message is sent, in portal and console", async () => {
  const intake = await newPortalIntake(service, firm)
  const topic_id = await topicOf(intake)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${intake.matter_id}/conversation`
  const waiting = (id: string) =>
    firm.one<{ id: string }>(sql`select id from documents where message_id = ${id} and removed_at is null`)
  for (const [field, send] of [
    [
      "new_record",
      async (form: FormData) => (await intake.ada.post(`/portal/messages/${topic_id}`, form)).html,
    ],
    [
      "message_id",
      async (form: FormData) => {
        form.set("to", "client")
        form.set("reply", topic_id)
        return (await staff("POST", url, form)).text
      },
    ],
  ] as const) {
    const id = newMessageId()
    await send(formOf({ [field]: id, text: "" }, [["wrong.txt", "wrong"]]))
    const file = await waiting(id)
    const shown = await send(formOf({ [field]: id, text: "Nearly", remove_file: file.id }, []))
    assert.match(shown, />Nearly<\/textarea>/)
    assert.doesNotMatch(shown, /wrong\.txt/)
    await send(formOf({ [field]: id, text: "Without" }, []))
  }
  assert.deepEqual(filesOf(await messagesOf(intake)), [[], [], []])
})

test("without permission to write to a matter, nothing can be stored for it", async () => {
  const [intake, other] = [await newPortalIntake(service, firm), await newPortalIntake(service, firm)]
  const topic_id = await topicOf(intake)
  const count = async () =>
    (await firm.all(sql`select from documents where matter_id = ${intake.matter_id}`)).length
  const form = () =>
    formOf({ new_record: newMessageId(), message_id: newMessageId(), text: "Hi" }, [["a.txt", "a"]])
  const { user_id } = await newStaff(firm, { email: "reader@hartwell.example", name: "", role: "read_only" })
  const reader = await newStaffBrowser(service, firm, user_id)
  const url = `/console/matters/${intake.matter_id}/conversation`
  assert.equal((await reader("POST", url, form())).status, 403)
  assert.equal((await other.ada.post(`/portal/messages/${topic_id}`, form())).status, 404)
  const elsewhere = await service.newFirm()
  const foreign = await newStaffBrowser(service, elsewhere)
  assert.equal((await foreign("POST", url, form())).status, 404)
  await firm.run((tx) => closeMatter(tx, intake.matter_id))
  for (const page of [topic_id, "new"]) {
    assert.equal((await intake.ada.post(`/portal/messages/${page}`, form())).status, 409, page)
    const remove = { remove_file: newId("document") }
    assert.equal((await intake.ada.post(`/portal/messages/${page}`, remove)).status, 409, page)
  }
  assert.equal(await count(), 0)

  // Another matter's message takes no files, and its pending files stay hidden.
  const theirs = await newPortalIntake(service, firm)
  const topic = await topicOf(theirs)
  const id = newMessageId()
  await theirs.ada.post(
    `/portal/messages/${topic}`,
    formOf({ new_record: id, text: "" }, [["mine.txt", "mine"]]),
  )
  const bens = await theirs.ben.post(`/portal/messages/${topic}`, formOf({ new_record: id, text: "" }, []))
  assert.doesNotMatch(bens.html, /mine\.txt/)
  await theirs.ben.post(`/portal/messages/${topic}`, formOf({ new_record: id, text: "Ben's" }, []))
  assert.deepEqual(filesOf(await messagesOf(theirs)), [[], []])
})

test("size, quota and number of files are checked, with refusals in the client's language", async () => {
  const intake = await newPortalIntake(service, firm)
  const topic_id = await topicOf(intake)
  await intake.ada.get("/portal?lang=es")
  const full = await writeBack(intake, topic_id, "Grande", [["big.jpg", sampleJpeg(1_100_000)]])
  assert.equal(full.status, 422)
  assert.match(full.html, /big\.jpg: /)
  const files = Array.from({ length: max_attachments + 1 }, (_, index): File => [`${index}.txt`, `${index}`])
  const many = await writeBack(intake, topic_id, "Muchos", files)
  assert.match(many.html, /Un mensaje puede llevar como máximo 10 archivos/)
  assert.equal((await messagesOf(intake)).length, 1)
})

test("attached files are exported, deleted and restored with the matter, and an unsent one is swept", async () => {
  const intake = await newPortalIntake(service, firm)
  const topic_id = await topicOf(intake)
  await writeBack(intake, topic_id, "Here", [["deed.txt", "the deed"]])
  await writeBack(intake, topic_id, "", [["unsent.txt", "unsent"]])
  const staff = await newStaffBrowser(service, firm)
  const { bytes } = await staff("POST", `/console/matters/${intake.matter_id}/export`, { kind: "package" })
  const entries = await unzip(bytes)
  assert.equal(entries.get("files/Messages, The house/deed.txt")?.toString(), "the deed")
  const matter = JSON.parse(entries.get("matter.json")?.toString() ?? "")
  assertEach(matter.messages, ({ documents }: Message) => documents.map(({ filename }) => filename), [
    [],
    ["deed.txt"],
  ])
  assert.ok(![...entries.keys()].some((path) => path.includes("unsent")))

  const count = async () =>
    (await firm.all(sql`select from documents where matter_id = ${intake.matter_id}`)).length
  await sweepRemoved(service, firm.firm_id)
  assert.equal(await count(), 2, "both stay while the message may still be sent")
  now = new Date(now.getTime() + 8 * 24 * 3_600_000)
  await sweepRemoved(service, firm.firm_id)
  assert.equal(await count(), 1)
  assert.deepEqual(filesOf(await messagesOf(intake))[0], [["deed.txt", 8]])

  const deletion_id = await firm.run(async (tx) => {
    await closeMatter(tx, intake.matter_id)
    return deleteMatter(tx, service.ring, { matter_id: intake.matter_id, reason: "Test" })
  })
  assert.equal(await count(), 0)
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion_id))
  assert.deepEqual(filesOf(await messagesOf(intake))[0], [["deed.txt", 8]])
})

test("files whose message is sent while they are swept stay", async () => {
  const intake = await newPortalIntake(service, firm)
  await writeBack(intake, await topicOf(intake), "", [["late.txt", "late"]])
  now = new Date(now.getTime() + 8 * 24 * 3_600_000)
  const sweep = await firm.run(async (tx) => {
    await tx.run(sql`update documents set is_unsent = false where matter_id = ${intake.matter_id}`)
    return startDuring(tx, () => sweepRemoved(service, firm.firm_id))
  })
  await sweep.outcome
  const { file_key } = await firm.one<{ file_key: string }>(
    sql`select file_key from documents where matter_id = ${intake.matter_id}`,
  )
  assert.ok((await (await service.files.read(file_key)).toArray()).length > 0)
})

test("a legal hold protects all of a message's files, sent or not, until it is released", async () => {
  const { matter_id, ...intake } = await newPortalIntake(service, firm)
  const of = { matter_id, ...intake }
  const topic_id = await topicOf(of)
  await writeBack(of, topic_id, "Here", [["deed.txt", "the deed"]])
  const unsent = newMessageId()
  await writeBack(of, topic_id, "", [["unsent.txt", "unsent"]], unsent)
  await firm.run(async (tx) => {
    await tx.run(sql`update documents set removed_at = ${tx.now} where message_id = ${unsent}`)
    await closeMatter(tx, matter_id)
    await holdMatter(tx, matter_id, "Litigation")
  })
  const bytesThere = async () =>
    Promise.all(
      (
        await firm.all<{ file_key: string }>(
          sql`select file_key from documents where matter_id = ${matter_id}`,
        )
      ).map(async ({ file_key }) => (await (await service.files.read(file_key)).toArray()).length > 0),
    )
  now = new Date(now.getTime() + 60 * 24 * 3_600_000)
  await sweepRemoved(service, firm.firm_id)
  await assert.rejects(firm.call(deleteMatter, service.ring, { matter_id, reason: "Test" }), /legal hold/)
  assert.deepEqual(await bytesThere(), [true, true])
  assert.deepEqual(filesOf(await messagesOf(of))[0], [["deed.txt", 8]])
  await firm.run((tx) => releaseMatter(tx, matter_id))
  await sweepRemoved(service, firm.firm_id)
  assert.deepEqual(await bytesThere(), [true], "what was taken away goes once the matter is released")
})
