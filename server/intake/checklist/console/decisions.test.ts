import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { textIn } from "../../../definition/text.ts"
import { sql } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { addAsset, removeAsset } from "../../assets/editing.ts"
import { hasOpenCorrections } from "../../corrections/corrections.ts"
import { listMatterFiles } from "../../documents/matter-files.ts"
import { sweepRemoved } from "../../documents/sweep.ts"
import { holdMatter, releaseMatter } from "../../matters/holds.ts"
import { closeMatter, markStarted, reopenClosedMatter } from "../../matters/lifecycle.ts"
import { restrictMatter } from "../../matters/parties/access-list.ts"
import { acceptFile } from "../../submissions/review/file-acceptance.ts"
import { addFile } from "../adding-files.ts"
import { listChecklist } from "../checklist.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let now = new Date("2027-03-01T15:00:00Z")
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

async function enter() {
  const intake = await newIntake(firm)
  const { matter_id } = intake
  await firm.run((tx) => markStarted(tx, matter_id))
  const home = `/console/matters/${matter_id}/documents`
  const staff = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const actor = { firm_id: firm.firm_id, user_id: firm.admin.user_id }
  const add = async (to: { request_id?: string; asset_id?: string }, filename: string) => {
    const source = Readable.from([Buffer.from(`Content of ${filename}`)])
    return (await addFile(service, actor, { matter_id, ...to, filename, source })).document_id
  }
  const press = async (id: string, was: string) => {
    const { status, text } = await staff("POST", `${home}/${id}/removal`, { was })
    const { message = "", part = "", detail = "" } = JSON.parse(text)
    return { status, message, part, detail }
  }
  const undo = (id: string) => press(id, "removed")
  const files = async () =>
    (await firm.run((tx) => listMatterFiles(tx, matter_id))).map(
      ({ filename, state }) => `${filename} ${state}`,
    )
  return { intake, matter_id, home, staff, add, press, undo, files }
}

test("staff remove a file that the firm added, everyone stops seeing it at once, and Undo restores it for an hour", async () => {
  const { intake, matter_id, home, staff, add, press, undo, files } = await enter()
  const id = await add({ request_id: intake.ids.statements }, "Wrong.txt")
  await firm.run((tx) => acceptFile(tx, service.ring, matter_id, id))
  const form = `action="${home}/${id}/removal"`
  assert.match((await staff("GET", home)).text, literally(`${form} data-in-place="true"`))
  const viewed = (await staff("GET", `${home}?file=${id}`)).text
  assert.match(viewed, literally(form))
  assert.doesNotMatch(
    viewed,
    literally(`${form} data-in-place`),
    "the page leaves the viewer of a file that goes",
  )
  const removed = await press(id, "accepted ")
  assert.match(removed.message, /The file was removed[\s\S]*name="was" value="removed"[\s\S]*Undo/)
  assert.doesNotMatch(removed.part, /Wrong/)
  assert.equal((await firm.request("GET", `/documents/${id}`)).status, 404)
  assert.equal((await firm.request("GET", `/matters/${matter_id}/documents`)).body.count, 0)
  pass(59)
  await sweepRemoved(service, firm.firm_id)
  const restored = await undo(id)
  assert.match(restored.part, /Wrong\.txt/)
  assert.deepEqual(await files(), ["Wrong.txt accepted"])
  const { download_url } = (await firm.request("GET", `/documents/${id}`)).body
  const file = await service.app.inject({ url: download_url.replace(service.base_url, "") })
  assert.equal(file.body, "Content of Wrong.txt")
  const entries = await firm.all<{ action: string; label: string }>(sql`
    select action, label from audit_entries where record_id = ${id} and action like 'document_re%' order by id`)
  assert.deepEqual(
    entries.map(({ action, label }) => `${action} ${label}`),
    ["document_removed Wrong.txt", "document_restored Wrong.txt"],
  )
  const history = (await staff("GET", `/console/matters/${matter_id}/activity`)).text
  assert.match(history, /Wrong\.txt/)

  await press(id, "accepted ")
  pass(61)
  await sweepRemoved(service, firm.firm_id)
  const late = await undo(id)
  assert.deepEqual(
    [late.status, late.detail],
    [409, "This file was removed a while ago and can’t be restored. Add it again."],
  )
  assert.deepEqual(await files(), [])
})

test("of two who remove a file one does, and what a colleague has decided meanwhile stays", async () => {
  const { intake, matter_id, add, press, undo, files } = await enter()
  const id = await add({ request_id: intake.ids.statements }, "Wrong.txt")
  await firm.run((tx) => acceptFile(tx, service.ring, matter_id, id))
  const stale = await press(id, "received ")
  assert.match(stale.message, /role="alert"[\s\S]*a colleague was faster: The file is accepted now\./)
  const both = await Promise.all([press(id, "accepted "), press(id, "accepted ")])
  assert.equal(both.filter(({ message }) => /The file was removed/.test(message)).length, 1)
  assert.equal(
    both.filter(({ message }) => /colleague was faster: The file is removed now/.test(message)).length,
    1,
  )
  assert.match((await undo(id)).message, /The file is back/)
  assert.match((await undo(id)).message, /colleague was faster: The file is accepted now/)
  assert.deepEqual(await files(), ["Wrong.txt accepted"])
})

test("a client's file, a held or closed matter's, and one of another matter stay, in words", async () => {
  const { intake, matter_id, home, staff, add, press, undo, files } = await enter()
  const theirs = await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "May")
  const ours = await add({ request_id: intake.ids.statements }, "June.txt")
  const offered = async () => (await staff("GET", home)).text.match(/[\w/]+\/removal/g) ?? []
  assert.deepEqual(await offered(), [`${home}/${ours}/removal`])
  assert.match((await press(theirs.document_id, "received ")).detail, /A client added this file, so it stays/)
  await firm.run((tx) => holdMatter(tx, matter_id, "Court order"))
  assert.match((await press(ours, "received ")).detail, /on legal hold, so its files stay/)
  assert.deepEqual(await offered(), [])
  await firm.run((tx) => releaseMatter(tx, matter_id))
  assert.match((await press(ours, "received ")).message, /The file was removed/)
  await firm.run((tx) => holdMatter(tx, matter_id, "Court order"))
  assert.match((await undo(ours)).message, /The file is back/, "a hold refuses no Undo")
  await firm.run((tx) => releaseMatter(tx, matter_id))
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.match((await press(ours, "received ")).detail, /closed, so its documents stay/)
  assert.deepEqual(await offered(), [])
  await firm.run((tx) => reopenClosedMatter(tx, matter_id))
  const other = await enter()
  assert.equal((await other.press(ours, "received ")).status, 404)
  assert.deepEqual(await files(), ["May.txt received", "June.txt received"])
})

test("a colleague outside a restricted matter's wall removes nothing of it", async () => {
  const { intake, matter_id, home, add, files } = await enter()
  const id = await add({ request_id: intake.ids.statements }, "Wrong.txt")
  const { user_id } = await newStaff(firm, { role: "member" })
  const colleague = await newStaffBrowser(service, firm, user_id)
  await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id]))
  const { status } = await colleague("POST", `${home}/${id}/removal`, { was: "received " })
  assert.deepEqual([status, await files()], [404, ["Wrong.txt received"]])
})

test("a document of the firm's own goes with its last file and comes back with it", async () => {
  const { matter_id, add, press, undo } = await enter()
  const own = async () =>
    (await firm.run((tx) => listChecklist(tx, matter_id)))
      .filter(({ is_added }) => is_added)
      .map(({ label, files }) => `${textIn(label, "en")} ${files.length}`)
  const id = await add({}, "Opinion.txt")
  const second = await add({}, "Opinion.pdf.txt")
  assert.deepEqual((await own()).toSorted(), ["Opinion 1", "Opinion.pdf 1"])
  await press(id, "received ")
  assert.deepEqual(await own(), ["Opinion.pdf 1"])
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/document-requests`)
  assert.doesNotMatch(JSON.stringify(body), /"Opinion"/)
  await undo(id)
  assert.deepEqual((await own()).toSorted(), ["Opinion 1", "Opinion.pdf 1"])
  await press(second, "received ")
  assert.deepEqual(await own(), ["Opinion 1"])
})

test("a returned file waits for the client again once the firm's file in its place is removed, until Undo", async () => {
  const { intake, matter_id, home, staff, add, press, undo, files } = await enter()
  const { statements } = intake.ids
  const { document_id } = await upload(service, intake, { request_id: statements }, "May.txt", "May")
  const returned = { decision: "return", was: "received ", words: "Blurred." }
  await staff("POST", `${home}/${document_id}/decision`, returned)
  const isOpen = () => firm.run((tx) => hasOpenCorrections(tx, matter_id))
  pass(5)
  const id = await add({ request_id: statements }, "Wrong.txt")
  assert.equal(await isOpen(), false)
  for (const _ of ["once", "and again"]) {
    pass(5)
    await press(id, "received ")
    assert.equal(await isOpen(), true)
    await undo(id)
    assert.equal(await isOpen(), false)
  }
  assert.equal((await files()).at(-1), "Wrong.txt received")
})

test("Undo adds no second file where one has come meanwhile, and none to an asset that was removed", async () => {
  const { intake, matter_id, add, press, undo, files } = await enter()
  const asset_id = await firm.call(addAsset, matter_id, { for_fin_category: intake.ids.home })
  const deed = await add({ asset_id }, "Deed.txt")
  await press(deed, "received ")
  assert.match((await undo(deed)).part, /Deed\.txt/)
  await press(deed, "received ")
  await firm.run((tx) => removeAsset(tx, asset_id))
  assert.match((await undo(deed)).detail, /The asset of this file was removed/)
  const has_will = { question_id: intake.ids.has_will, value: true }
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, has_will))
  const id = await add({ request_id: intake.ids.will_copy }, "Wrong.txt")
  await press(id, "received ")
  await add({ request_id: intake.ids.will_copy }, "Right.txt")
  assert.match((await undo(id)).detail, /takes one file and already has one/)
  assert.deepEqual(await files(), ["Right.txt received"])
})
