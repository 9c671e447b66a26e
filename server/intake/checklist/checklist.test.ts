import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { collide } from "../../../test/harness/collide.ts"
import {
  newIntake,
  type SampleIntake,
  type SampleParts,
  sampleDefinition,
} from "../../../test/harness/sample-intake.ts"
import { type UploadTarget, upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import type { Definition } from "../../definition/definition.ts"
import { listEvents } from "../../firm/events/events.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { addAsset } from "../assets/editing.ts"
import { listCorrections, markLookedAt, resolveCorrection } from "../corrections/corrections.ts"
import { mailReturns } from "../corrections/emails.ts"
import { collectCorrection, requestCorrections } from "../corrections/requests.ts"
import { saveDocumentChoice } from "../documents/document-choices.ts"
import { listMatterFiles } from "../documents/matter-files.ts"
import { removeDocument } from "../documents/uploads/removal.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter, markStarted } from "../matters/lifecycle.ts"
import { loadMatter } from "../submissions/loaded-matter.ts"
import { acceptanceIn, acceptLines } from "../submissions/review/acceptance.ts"
import { recordsOf } from "../submissions/review/differences.ts"
import { acceptFile, takeAcceptanceBack } from "../submissions/review/file-acceptance.ts"
import { readSeen } from "../submissions/review/seen-marks.ts"
import { unseenAmong } from "../submissions/review/unseen-matters.ts"
import { readLive } from "../submissions/snapshot.ts"
import { completeMatter, submitMatter } from "../submissions/submissions.ts"
import { listChecklist, stateOf } from "./checklist.ts"
import { changeDocumentDueDay } from "./due-days.ts"
import { returnFile, takeReturnBack } from "./returns.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let now = new Date("2027-03-01T15:00:00Z")

/** Only the two requests, so that nothing else is missing; only the will is required. */
const onlyDocuments = (ids: SampleParts): Definition => ({
  sections: sampleDefinition(ids).sections.flatMap((section): Definition["sections"][number][] =>
    section.kind === "documents"
      ? [{ ...section, requests: section.requests.map(({ condition: _, ...request }) => request) }]
      : section.kind === "assets"
        ? [section]
        : [],
  ),
})

async function newMatter() {
  const intake = await newIntake(firm, { define: onlyDocuments })
  await intake.asClient((tx) => markStarted(tx, intake.matter_id))
  return intake
}
const asStaff = <T>(work: (tx: Tx) => Promise<T>) => firm.run(work)

async function send(intake: SampleIntake, target: UploadTarget, filename: string) {
  now = new Date(now.getTime() + 61_000)
  return (await upload(service, intake, target, filename, `Content of ${filename}`)).document_id
}
const accept = (intake: SampleIntake, id: string) => {
  now = new Date(now.getTime() + 1_000)
  return asStaff((tx) => acceptFile(tx, service.ring, intake.matter_id, id))
}
const giveBack = (intake: SampleIntake, id: string, words = "Some pages are missing.") => {
  now = new Date(now.getTime() + 1_000)
  return asStaff((tx) => returnFile(tx, service, intake.matter_id, id, { words }))
}
const submit = (intake: SampleIntake) =>
  intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))

/** `["Will.txt accepted", …]`. */
const filesOf = async ({ matter_id }: SampleIntake) =>
  (await asStaff((tx) => listMatterFiles(tx, matter_id))).map(({ filename, state }) => `${filename} ${state}`)
/** The states of the will and of the statements. */
const statesOf = async ({ matter_id }: SampleIntake) =>
  (await asStaff((tx) => listChecklist(tx, matter_id))).map(({ state }) => state)
const correctionsOf = async ({ matter_id }: SampleIntake) =>
  (await asStaff((tx) => listCorrections(tx, matter_id))).map(({ state }) => state)
const eventsOf = async ({ matter_id }: SampleIntake) =>
  (await asStaff((tx) => listEvents(tx, { page: 1, limit: 50, offset: 0 }, { matter_id }))).rows
    .map(({ event_type }) => event_type)
    .filter((type) => /^document|^correction/.test(type))
    .toReversed()

test("a request is what its files are: a returned one counts most, then one to review; without any, what the client said", () => {
  const of = (files: string, rest: Partial<Parameters<typeof stateOf>[0]> = {}) =>
    stateOf({
      ...{ answer: undefined, is_late: false, is_awaited: false, ...rest },
      files: files.split(" ").flatMap((state) => (state ? [{ state: state as "received" }] : [])),
    })
  assert.equal(of(""), "requested")
  assert.equal(of("", { is_late: true }), "missing")
  assert.equal(of("", { is_awaited: true }), "missing")
  assert.equal(of("", { answer: "bring", is_late: true }), "bring")
  assert.equal(of("", { answer: "none", is_awaited: true }), "none")
  assert.equal(of("received", { answer: "file", is_late: true }), "received")
  assert.equal(of("accepted received"), "received")
  assert.equal(of("accepted accepted"), "accepted")
  assert.equal(of("accepted returned received"), "returned")
  assert.equal(of("replaced accepted"), "accepted")
  assert.equal(of("replaced"), "requested")
})

test("accepting, returning, replacing, and taking back: each step and what it leaves", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const first = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
  assert.equal(await accept(intake, first), true)
  assert.equal(await accept(intake, first), false)
  assert.deepEqual(await statesOf(intake), ["accepted", "requested"])

  await giveBack(intake, first)
  assert.deepEqual(await statesOf(intake), ["returned", "requested"])
  await assert.rejects(giveBack(intake, first), { code: "document_returned" })
  await asStaff((tx) => takeReturnBack(tx, matter_id, first))
  // It was accepted before it was returned.
  assert.deepEqual(await filesOf(intake), ["Will.txt accepted"])

  await giveBack(intake, first)
  await accept(intake, first)
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "resolved"])
  await asStaff((tx) => takeAcceptanceBack(tx, matter_id, first))
  assert.deepEqual(await filesOf(intake), ["Will.txt returned"])
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "open"])

  // Never submitted, so the returned file goes when another comes in its place.
  const second = await send(intake, { request_id: ids.will_copy }, "Complete will.txt")
  assert.deepEqual(await filesOf(intake), ["Complete will.txt received"])
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "answered"])
  await assert.rejects(accept(intake, first), { code: "document_replaced" })
  await assert.rejects(giveBack(intake, first), { code: "document_replaced" })
  await accept(intake, second)
  assert.deepEqual(await statesOf(intake), ["accepted", "requested"])
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "resolved"])
  await asStaff((tx) => takeAcceptanceBack(tx, matter_id, second))
  assert.deepEqual(await filesOf(intake), ["Complete will.txt received"])
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "answered"])
  await giveBack(intake, second)
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "resolved", "open"])
  await asStaff((tx) => takeReturnBack(tx, matter_id, second))
  assert.deepEqual(await correctionsOf(intake), ["withdrawn", "answered", "withdrawn"])
  assert.deepEqual(await eventsOf(intake), [
    "document.added",
    "document.accepted",
    "document.returned",
    "document.returned",
    "document.accepted",
    "correction.answered",
    "document.added",
    "document.accepted",
    "document.returned",
  ])
})

test("after submitting, a client replaces what was returned, and the submitted file stays", async () => {
  const intake = await newMatter()
  const { ids } = intake
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  const may = await send(intake, { request_id: ids.statements }, "May.txt")
  const june = await send(intake, { request_id: ids.statements }, "June.txt")
  await submit(intake)
  await assert.rejects(send(intake, { request_id: ids.will_copy, replaces: will }, "Other.txt"), {
    code: "document_submitted",
  })
  for (const id of [will, may, june]) await giveBack(intake, id)
  await send(intake, { request_id: ids.will_copy, replaces: will }, "New will.txt")
  // Without naming the file, each new one takes the place of the oldest returned one of its request.
  await send(intake, { request_id: ids.statements }, "New May.txt")
  assert.deepEqual(await filesOf(intake), [
    "Will.txt replaced",
    "May.txt replaced",
    "June.txt returned",
    "New will.txt received",
    "New May.txt received",
  ])
  assert.deepEqual(await statesOf(intake), ["received", "returned"])
  assert.deepEqual(await correctionsOf(intake), ["answered", "answered", "open"])
  const newJune = await send(intake, { request_id: ids.statements, replaces: june }, "New June.txt")
  await assert.rejects(accept(intake, june), { code: "document_replaced" })
  // The client takes the new one back: the firm still waits for it.
  await intake.asClient((tx) => removeDocument(tx, newJune))
  assert.deepEqual(await statesOf(intake), ["received", "returned"])
  assert.deepEqual(await correctionsOf(intake), ["answered", "answered", "open"])
})

test("a client who confirms a returned file leaves it to be reviewed again", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  await accept(intake, will)
  await giveBack(intake, will)
  const [correction] = await asStaff((tx) => listCorrections(tx, matter_id))
  await intake.asClient((tx) => markLookedAt(tx, matter_id, correction?.id ?? ""))
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
  await asStaff((tx) => resolveCorrection(tx, matter_id, correction?.id ?? ""))
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
})

test("whatever asks for a correction of a file returns it", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  await asStaff(async (tx) => {
    const about = { kind: "document", record_id: will, about: null } as const
    await collectCorrection(tx, matter_id, { ...about, words: "Page 2?" })
  })
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
  await asStaff((tx) => requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false }))
  assert.deepEqual(await filesOf(intake), ["Will.txt returned"])
  assert.deepEqual(await eventsOf(intake), ["document.added", "document.returned"])
})

test("the review and the checklist accept the same thing, files of assets included", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const asset_id = await intake.asClient((tx) => addAsset(tx, matter_id, { for_fin_category: ids.home }))
  await send(intake, { request_id: ids.will_copy }, "Will.txt")
  await submit(intake)
  const deed = await send(intake, { asset_id }, "Deed.txt")
  const changed = async () => (await asStaff((tx) => tx.all(unseenAmong([matter_id])))).length
  assert.equal(await changed(), 1)
  await accept(intake, deed)
  assert.equal(await changed(), 0)
  const lines = await asStaff(async (tx) => {
    const live = await readLive(loadMatter(tx, service.ring, matter_id))
    const acceptanceOf = acceptanceIn(await readSeen(tx, matter_id), service.ring, matter_id)
    return recordsOf(live)
      .filter(({ part }) => part.endsWith("documents"))
      .map((line) => ({ label: line.label, ...acceptanceOf(line) }))
  })
  assertEach(lines, ({ label, accepted }) => [label, accepted !== undefined], [
    ["Will.txt", false],
    ["Deed.txt", true],
  ])
  const marks = lines.map(({ mark }) => mark)
  await asStaff((tx) => acceptLines(tx, service.ring, matter_id, marks))
  assert.deepEqual(await filesOf(intake), ["Will.txt accepted", "Deed.txt accepted"])
  assert.equal((await eventsOf(intake)).filter((type) => type === "document.accepted").length, 2)

  await giveBack(intake, deed)
  const acceptanceOf = await asStaff(async (tx) =>
    acceptanceIn(await readSeen(tx, matter_id), service.ring, matter_id),
  )
  const line = { record_key: `financial_documents ${deed}`, field: "", state: "[]" }
  assert.equal(acceptanceOf(line).accepted, undefined)
  await send(intake, { asset_id }, "New deed.txt")
  assert.deepEqual(await filesOf(intake), ["Will.txt accepted", "New deed.txt received"])
})

test("one of staff who accept while the client replaces gets a sentence, never a lost file", async () => {
  for (const isSubmitted of [false, true]) {
    const intake = await newMatter()
    const { ids } = intake
    const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
    if (isSubmitted) await submit(intake)
    await giveBack(intake, will)
    now = new Date(now.getTime() + 61_000)
    const [accepted, replaced] = await Promise.allSettled([
      asStaff((tx) => acceptFile(tx, service.ring, intake.matter_id, will)),
      upload(service, intake, { request_id: ids.will_copy }, "New.txt", "New"),
    ])
    const files = await filesOf(intake)
    if (accepted.status === "rejected") {
      assert.equal(accepted.reason.code, "document_replaced")
      assert.deepEqual(files.at(-1), "New.txt received")
    } else if (replaced.status === "rejected") {
      // The accepted file answers the request, which takes one.
      assert.equal(replaced.reason.code, "one_file_only")
      assert.deepEqual(files, ["Will.txt accepted"])
    } else assert.deepEqual(files, ["Will.txt accepted", "New.txt received"])
  }
})

test("a closed matter's documents stay as they are; a completed one is reopened only if staff say so", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  await asStaff((tx) => completeMatter(tx, service.ring, matter_id))
  await assert.rejects(giveBack(intake, will), { code: "bad_request" })
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
  await asStaff((tx) => returnFile(tx, service, matter_id, will, { words: "Blurred.", let_edit: true }))
  assert.deepEqual(await filesOf(intake), ["Will.txt returned"])
  await asStaff((tx) => closeMatter(tx, matter_id))
  const closed = { code: "matter_closed" }
  await assert.rejects(accept(intake, will), closed)
  await assert.rejects(
    asStaff((tx) => takeReturnBack(tx, matter_id, will)),
    closed,
  )
  await assert.rejects(
    asStaff((tx) =>
      changeDocumentDueDay(tx, matter_id, { request_id: ids.will_copy, sender: null, due_on: "2027-04-01" }),
    ),
    closed,
  )
})

test("a reason has 1 to 1,000 characters, and a file another matter has is not found", async () => {
  const intake = await newMatter()
  const other = await newMatter()
  const will = await send(intake, { request_id: intake.ids.will_copy }, "Will.txt")
  for (const words of ["", "  ", "x".repeat(1_001)])
    await assert.rejects(giveBack(intake, will, words), { code: "bad_request" })
  await assert.rejects(accept(other, will), { code: "not_found" })
  await assert.rejects(giveBack(other, will), { code: "not_found" })
  assert.deepEqual(await filesOf(intake), ["Will.txt received"])
})

test("a day makes a document overdue on the next day of the firm, until the client has done something", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const read = async () => {
    const [will] = await asStaff((tx) => listChecklist(tx, matter_id))
    return [will?.state, will?.due_on, will?.is_overdue]
  }
  now = new Date("2027-06-01T12:00:00Z")
  const set = (day: string | null) =>
    asStaff((tx) =>
      changeDocumentDueDay(tx, matter_id, { request_id: ids.will_copy, sender: null, due_on: day }),
    )
  await set("2027-06-02")
  assert.deepEqual(await read(), ["requested", "2027-06-02", false])
  // Still the second of June in New York.
  now = new Date("2027-06-03T03:59:00Z")
  assert.deepEqual(await read(), ["requested", "2027-06-02", false])
  now = new Date("2027-06-03T04:01:00Z")
  assert.deepEqual(await read(), ["missing", "2027-06-02", true])
  const choice = { request_id: ids.will_copy, chosen_for: null }
  await intake.asClient((tx) => saveDocumentChoice(tx, matter_id, { ...choice, choice: "bring" }))
  assert.deepEqual(await read(), ["bring", "2027-06-02", true])
  await intake.asClient((tx) => saveDocumentChoice(tx, matter_id, { ...choice, choice: "none" }))
  assert.deepEqual(await read(), ["none", "2027-06-02", false])
  await set(null)
  assert.deepEqual(await read(), ["none", null, false])
  await assert.rejects(
    asStaff((tx) =>
      changeDocumentDueDay(tx, matter_id, { request_id: ids.has_will, sender: null, due_on: "2027-06-02" }),
    ),
    { code: "not_found" },
  )
})

test("one email tells of several returned files, none of those taken back, and none twice, also by two processes at the same time", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  await asStaff((tx) =>
    createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com", first_name: "Ada" }),
  )
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  const may = await send(intake, { request_id: ids.statements }, "May.txt")
  const june = await send(intake, { request_id: ids.statements }, "June.txt")
  const mail = () => asStaff((tx) => mailReturns(tx, service, matter_id))
  const tell = async (mailing: () => Promise<unknown> = mail) => {
    now = new Date(now.getTime() + 600_000)
    await mailing()
    const { rows } = await asStaff((tx) =>
      listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }, { recipient: "ada@example.com" }),
    )
    return rows.map(({ subject }) => subject.replace(/^.* has returned /, ""))
  }
  await giveBack(intake, june)
  await asStaff((tx) => takeReturnBack(tx, matter_id, june))
  assert.deepEqual(await tell(), [])
  await giveBack(intake, will)
  await giveBack(intake, may)
  const invitation = sql`select from invitations where matter_id = ${matter_id}`
  assert.deepEqual(await tell(() => collide(service, invitation, [mail, mail])), ["2 documents to you"])
  assert.deepEqual(await tell(), ["2 documents to you"])
  await giveBack(intake, june)
  assert.deepEqual(await tell(), ["a document to you", "2 documents to you"])
})

test("an email about corrections counts the files returned before it, which then have no email of their own", async () => {
  const intake = await newMatter()
  const { matter_id, ids, main } = intake
  const { id } = await asStaff((tx) =>
    createInvitation(tx, service, { matter_id, party: "main", email: "ada3@example.com", first_name: "Ada" }),
  )
  const will = await send(intake, { request_id: ids.will_copy }, "Will.txt")
  await giveBack(intake, will)
  now = new Date(now.getTime() + 120_000)
  await asStaff(async (tx) => {
    const about = { kind: "contact", record_id: main, about: null } as const
    await collectCorrection(tx, matter_id, { ...about, words: "Is this right?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [id], let_edit: false })
  })
  now = new Date(now.getTime() + 600_000)
  await asStaff((tx) => mailReturns(tx, service, matter_id))
  const { rows } = await asStaff((tx) =>
    listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }, { recipient: "ada3@example.com" }),
  )
  assert.equal(rows.length, 1)
  const { text } = await asStaff((tx) => getMail(tx, service.ring, rows[0]?.id ?? ""))
  assert.match(text, /look at 2 things again/)
})
