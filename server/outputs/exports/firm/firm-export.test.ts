// The firm export: what it contains, what it never contains, and who may have it.

import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import PizZip from "pizzip"
import { addManyMatters } from "../../../../bench/matters.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { listFirmTables } from "../../../../test/harness/fill-tables.ts"
import { refusals, refusing } from "../../../../test/harness/refusing-store.ts"
import { requestList } from "../../../../test/harness/requested-list.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { sealEverything } from "../../../../test/harness/sealed-everything.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { addAgreement, signAsMain } from "../../../../test/harness/signed-agreement.ts"
import { newStaff, subjectsTo, test_password } from "../../../../test/harness/staff.ts"
import { newStaffBrowser, signInStaff } from "../../../../test/harness/staff-browser.ts"
import { unzip } from "../../../../test/harness/unzip.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { addNote } from "../../../follow-up/notes/notes.ts"
import { recordConflictCheck } from "../../../follow-up/search/conflict-checks.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import { deleteMatter } from "../../../operations/deletions/deletions.ts"
import { purgeAtOnce } from "../../../operations/deletions/early-purge.ts"
import { purgeDueMatters } from "../../../operations/deletions/purging.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import { columns } from "../../sealing/columns.ts"
import { type ExportRequest, recordProgress } from "../exports.ts"
import { prepareExport } from "../prepare-export.ts"
import { sweepExports } from "../sweep.ts"
import { checkFirmExport } from "./check.ts"
import { firmExport } from "./firm-export.ts"
import { excludedTables, listExportedTables } from "./tables.ts"

const home = "/console/settings/exports/everything"
const ssn = "987-65-4321"
const week_ms = 7 * 24 * 3_600_000
let service: TestService
const start = new Date("2026-03-02T09:30:00Z")
let now = start
let folder: string
let filled: Awaited<ReturnType<typeof sealEverything>>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-firm-export-"))
  service = await openTestService({ clock: () => now, own_database: true })
  filled = await sealEverything(service)
  const { firm, intake } = filled
  await signAsMain(firm, intake.matter_id, await addAgreement(firm))
  await firm.run(async (tx) => {
    await recordAudit(tx, "note_added", { matter_id: intake.matter_id })
    await addNote(tx, intake.matter_id, { text: "Ask about the farm", assignee_id: null, due_date: null })
  })
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function newAdmin(firm: TestFirm) {
  const staff = await newStaff(firm)
  const send = await newStaffBrowser(service, firm, staff.user_id)
  const ask = (form: Record<string, string> = {}) => send("POST", home, { current: test_password, ...form })
  return { ...staff, send, ask }
}

const prepare = (firm: TestFirm, location: string) =>
  prepareExport(service, { firm_id: firm.firm_id, export_id: location.split("/").at(-1) ?? "" })

/** Requests an export, has it created, and downloads it. */
async function exportAll(firm: TestFirm, form: Record<string, string> = {}) {
  const admin = await newAdmin(firm)
  const { location } = await admin.ask(form)
  await prepare(firm, location)
  const { bytes, status } = await admin.send("GET", `${location}/file`)
  assert.equal(status, 200)
  const path = join(folder, `${firm.firm_id}-${Object.keys(form).length}.zip`)
  await writeFile(path, bytes)
  return { ...admin, location, bytes, path, files: unzip(bytes) }
}

const textOf = (files: ReadonlyMap<string, Buffer>, path: string) =>
  files.get(path)?.toString() ?? assert.fail(`there is no ${path}`)
const linesOf = (files: ReadonlyMap<string, Buffer>, path: string) =>
  textOf(files, path)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

test("every table of a firm is exported or left out for a reason, and no secret column is exported", async () => {
  const tables = (await service.db.forPlatform(listFirmTables)).map(({ name }) => name)
  const exported = await filled.firm.run(listExportedTables)
  assert.deepEqual(
    [...exported.map(({ name }) => name), ...Object.keys(excludedTables)].sort(),
    tables.sort(),
  )
  // The sealed columns of these tables hold client text, which is decrypted or masked.
  const openedColumns = ["mails.subject_sealed", "mails.is_secret", "message_topics.subject_sealed"]
  const opened = [
    "answers",
    "changes",
    "inquiries",
    "messages",
    "planned_messages",
    "private_submissions",
    "submissions",
  ]
  const hidden = exported.flatMap(({ name, columns: shown }) =>
    shown
      .filter(
        (column) =>
          (/hash|sealed|secret(?!_until)|token(?!_end)|wrapped|file_key|password/.test(column) &&
            !name.startsWith("audit_")) ||
          columns.some((sealed) => sealed.table === name && sealed.column === column),
      )
      .filter(() => !opened.includes(name))
      .map((column) => `${name}.${column}`),
  )
  assert.deepEqual(hidden, openedColumns)
})

test("a firm export is complete, and other programs can open it", async () => {
  const { firm, intake } = filled
  const { bytes, path, files } = await exportAll(firm)
  const { faults, about } = await checkFirmExport(path)
  assert.deepEqual(faults, [])
  assert.equal(about.matters, 2)
  const read = new PizZip(bytes)
  assert.deepEqual(Object.keys(read.files).sort(), [...files.keys()].sort())
  const program = spawnSync("unzip", ["-tqq", path])
  if (!program.error) assert.equal(program.status, 0, String(program.stdout))
  const home_of =
    [...files.keys()]
      .find((name) => name.endsWith(`${intake.matter_id.slice(-8)}/matter.json`))
      ?.replace("matter.json", "") ?? ""
  const matter = JSON.parse(textOf(files, `${home_of}matter.json`))
  const base = `/v1/matters/${intake.matter_id}`
  assert.deepEqual(matter.matter, (await firm.request("GET", base)).body)
  const { body: record } = await firm.request("GET", `${base}/record`)
  for (const part of ["contacts", "assets", "roles"]) assert.deepEqual(matter[part], record[part], part)
  const stored = await firm.all(sql`select id from documents where removed_at is null and not is_unsent`)
  assert.equal(matter.files.length, stored.length)
  assert.match(textOf(files, `${home_of}notes.json`), /Ask about the farm/)
  assert.match(textOf(files, `${home_of}audit.json`), /"action": "note_added"/)
  assert.equal(matter.messages[0].text, "Hello")
  assert.ok(
    files
      .get(home_of + matter.signatures[0].path)
      ?.toString("latin1")
      .startsWith("%PDF-"),
  )
  assert.match(textOf(files, "README.txt"), /as of March 2, 2026 at 4:30:00\sAM EST\n.*records\//s)
  assert.ok(files.get("document-templates/Letter.docx"))
  assert.ok(files.get("logo.png"))
  const questionnaire = [...files.keys()].find((name) => name.startsWith("questionnaires/")) ?? ""
  assert.equal(JSON.parse(textOf(files, questionnaire)).format, "foyer-questionnaire-1")
  assert.equal(linesOf(files, "records/messages.jsonl")[0].text, "Hello")
  assert.equal(linesOf(files, "records/inquiries.jsonl")[0].message, "A will")
})

test("sensitive answers are masked unless requested, and secrets are never included", async () => {
  const { firm } = filled
  const masked = await exportAll(firm)
  for (const [path, content] of masked.files) assert.ok(!content.includes(ssn), path)
  assert.equal(
    linesOf(masked.files, "records/answers.jsonl").filter(({ value }) => value === "••••").length > 0,
    true,
  )
  const clear = await exportAll(firm, { reveal: "true" })
  const answers = linesOf(clear.files, "records/answers.jsonl")
  assert.ok(answers.some(({ value, value_sealed }) => value === ssn && value_sealed === undefined))
  for (const path of ["private_submissions", "changes"])
    assert.match(textOf(clear.files, `records/${path}.jsonl`), /987-65-4321|222-22-2222/, path)
  assert.deepEqual((await checkFirmExport(clear.path)).faults, [])
  const secrets = await firm.all<{ secret: string }>(sql`
      select key_sealed as secret from invitations union all select encode(key_hash, 'hex') from invitations
      union all select secret_sealed from webhook_endpoints union all select body_sealed from mails
      union all select second_factor_sealed from users union all select encode(token_hash, 'hex') from api_keys
      union all select wrapped_key from documents union all select value_sealed from answers`)
  for (const { secret } of secrets.filter((row) => row.secret !== null))
    for (const [path, content] of clear.files) assert.ok(!content.includes(secret), `${path} holds a secret`)
  const audit = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))
  const entries = audit.rows.filter(({ action }) => action.startsWith("firm_export"))
  assertEach(entries.slice(0, 2), ({ action, label }) => [action, label], [
    ["firm_exported", "Everything (ZIP), sensitive answers in clear"],
    ["firm_export_requested", "Sensitive answers in clear"],
  ])
})

test("the export contains nothing of a matter hidden from its requester, and hiding one later withdraws it", async () => {
  const firm = await service.newFirm()
  const [hidden, open] = [await newIntake(firm), await newIntake(firm)]
  await upload(service, hidden, { request_id: hidden.ids.statements }, "Quarrel.txt", "Zebulon")
  const other = await newStaff(firm)
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set name = 'Zebulon' where id = ${hidden.matter_id}`)
    await recordConflictCheck(tx, { name: "Ada Smith", decision: "possible", note: "" })
    await restrictMatter(tx, hidden.matter_id, [other.user_id])
  })
  const { send, location, files, path } = await exportAll(firm)
  assert.match(textOf(files, "records/conflict_check_matters.jsonl"), new RegExp(open.matter_id))
  for (const [name, content] of files)
    for (const word of ["Zebulon", "Quarrel", hidden.matter_id, hidden.main])
      assert.ok(!name.includes(word) && !content.includes(word), `${name} reveals the restricted matter`)
  const { about, faults } = await checkFirmExport(path)
  assert.deepEqual([about.matters, about.matters_left_out, faults], [1, 1, []])
  assert.match(
    (await send("GET", "/console/settings/exports")).text,
    /1 restricted matter that you may not see/,
  )
  assert.match((await send("GET", location)).text, /1 matter restricted to others/)
  const colleague = await newStaffBrowser(service, firm, other.user_id)
  assert.equal((await colleague("GET", `${location}/file`)).status, 404)
  await firm.run((tx) => restrictMatter(tx, open.matter_id, [other.user_id]))
  assert.equal((await send("GET", `${location}/file`)).status, 404)
})

test("a matter in the file keeps it closed once hidden, however it got in and even after its deletion", async () => {
  const firm = await service.newFirm()
  const other = await newStaff(firm)
  const close = (matter_id: string) =>
    firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id, other.user_id]))
  const { ask, send } = await newAdmin(firm)
  const statusOf = async (location: string) => (await send("GET", `${location}/file`)).status

  // Requested before the matter existed, and created afterwards.
  const { location } = await ask()
  const late = await newIntake(firm)
  await prepare(firm, location)
  assert.equal(await statusOf(location), 200)
  await close(late.matter_id)
  assert.equal(await statusOf(location), 404, "the matter was created after the request")
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id: late.matter_id, reason: "Asked for" }))
  assert.equal(await statusOf(location), 404, "the matter was deleted")

  // Hidden when the export started, visible while it was read, and hidden again.
  const hidden = await newIntake(firm)
  await close(hidden.matter_id)
  const second = (await ask()).location
  const files: FileStore = Object.create(service.files, {
    write: {
      value: async (...written: Parameters<FileStore["write"]>) => {
        await firm.run((tx) => restrictMatter(tx, hidden.matter_id, []))
        await service.files.write(...written)
      },
    },
  })
  await prepareExport(
    { ...service, files },
    { firm_id: firm.firm_id, export_id: second.split("/").at(-1) ?? "" },
  )
  assert.equal(await statusOf(second), 200)
  await close(hidden.matter_id)
  assert.equal(await statusOf(second), 404, "the matter was visible while the file was read")
})

test("a file that the store refuses is marked, and the export goes on", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  await upload(service, intake, { request_id: intake.ids.statements }, "will.txt", "My will")
  const { key } = await firm.one<{ key: string }>(sql`select file_key as key from documents`)
  for (const fault of refusals) {
    const files = refusing(service.files, key, fault)
    const onProgress = () => Promise.resolve()
    const { user_id } = firm.admin
    const { content, facts } = await firmExport({ ...service, files }, firm.firm_id, user_id, {
      reveal: false,
      onProgress,
    })
    await buffer(content)
    assert.equal(facts().damaged, 1)
  }
})

test("no stored export contains what was erased immediately", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { send, location, ask } = await exportAll(firm)
  const list = await requestList(service, firm)
  await prepare(firm, list)
  const deletion_id = await firm.call(deleteMatter, service.ring, { matter_id, reason: "Asked for" })
  now = new Date(now.getTime() + 1_000)
  const without = (await ask()).location
  await prepare(firm, without)
  await firm.run((tx) => purgeAtOnce(tx, deletion_id, "Asked for"))
  await purgeDueMatters(service)
  const statusOf = async (url: string) => (await send("GET", `${url}/file`)).status
  assert.deepEqual([await statusOf(location), await statusOf(list), await statusOf(without)], [404, 404, 200])
  now = start
})

test("a firm export is for admins who reauthenticate, one at a time", async () => {
  const firm = await service.newFirm()
  const { ask, send, email } = await newAdmin(firm)
  assert.equal((await ask({ current: "not it" })).status, 400)
  assert.equal((await ask({ current: "" })).status, 400)
  const { location } = await ask()
  assert.match(location, /^\/console\/settings\/exports\/export_/)
  assert.equal((await ask()).status, 409)
  await prepare(firm, location)
  assert.deepEqual(await subjectsTo(service, email), ["Your export is ready"])
  for (const role of ["member", "author", "read_only"] as const) {
    const { user_id } = await newStaff(firm, { role })
    const colleague = await newStaffBrowser(service, firm, user_id)
    assert.doesNotMatch((await colleague("GET", "/console/settings/exports")).text, /Export everything/, role)
    assert.equal((await colleague("POST", home, { current: test_password })).status, 403, role)
    for (const path of ["", "/file"])
      assert.equal((await colleague("GET", location + path)).status, 404, role)
  }
  const stranger = await newAdmin(await service.newFirm())
  assert.equal((await stranger.send("GET", `${location}/file`)).status, 404)
  await firm.write(sql`update users set role = 'member' where email = ${email}`)
  assert.equal((await send("GET", `${location}/file`)).status, 404)
})

test("an export whose worker was killed is restarted, but only for someone who is still an admin", async () => {
  const firm = await service.newFirm()
  const { ask, send, user_id } = await newAdmin(firm)
  const { location } = await ask()
  await firm.write(sql`update exports set state = 'running'`)
  assert.match((await send("GET", location)).text, /being prepared/)
  await prepare(firm, location)
  assert.match((await send("GET", location)).text, /Your export is ready/)
  const second = await ask()
  await firm.write(sql`update users set role = 'member' where id = ${user_id}`)
  await prepare(firm, second.location)
  const colleague = await newAdmin(firm)
  assert.match((await colleague.send("GET", second.location)).text, /no longer an admin of the firm/)
})

test("the requester of a firm export sees how many matters it contains so far", async () => {
  const firm = await service.newFirm()
  const { ask, send, user_id } = await newAdmin(firm)
  await newIntake(firm)
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    await addManyMatters(tx, id, 24)
  })
  const { location } = await ask()
  const export_id = location.split("/").at(-1) ?? ""
  await firm.write(sql`update exports set state = 'running'`)
  assert.doesNotMatch((await send("GET", location)).text, /Matters exported/)
  const updates: [number, boolean][] = []
  const { content } = await firmExport(service, firm.firm_id, user_id, {
    reveal: false,
    onProgress: async (progress) => {
      await firm.run((tx) => recordProgress(tx, export_id, progress))
      const { text } = await send("GET", location)
      updates.push([progress.matters, text.includes(`${progress.matters} of 25`)])
    },
  })
  await buffer(content)
  assert.deepEqual(updates, [
    [20, true],
    [25, true],
  ])
  await firm.write(sql`update exports set request = request - 'progress'`)
  await prepare(firm, location)
  const { request } = await firm.one<{ request: ExportRequest }>(sql`select request from exports`)
  assert.deepEqual(request.progress, { matters: 25, of: 25 })
  assert.doesNotMatch((await send("GET", location)).text, /Matters exported/)
})

test("an unreadable file is marked, and everything else is included", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const target = { request_id: intake.ids.statements }
  await upload(service, intake, target, "May.txt", "Content of May")
  await upload(service, intake, target, "June.txt", "Content of June")
  const { file_key } = await firm.one<{ file_key: string }>(
    sql`select file_key from documents where filename = 'May.txt'`,
  )
  await service.files.remove(file_key)
  const { send, location, path, files } = await exportAll(firm)
  const { faults } = await checkFirmExport(path)
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? "", /May\.txt could not be read in Foyer when the export was created/)
  assert.ok(
    [...files].some(([name, content]) => name.endsWith("June.txt") && content.includes("Content of June")),
  )
  assert.match((await send("GET", location)).text, /1 file could not be read/)
})

test("a download resumes where it stopped, and a deleted or expired export leaves the disk", async () => {
  now = start
  const firm = await service.newFirm()
  const stored = async () => {
    let count = 0
    for await (const _ of service.files.list(`exports/${firm.firm_id}/`)) count += 1
    return count
  }
  const { ask, send, location, bytes, user_id } = await exportAll(firm)
  const cookie = cookieHeader(await signInStaff(firm, user_id))
  const rest = await service.app.inject({
    url: `${location}/file`,
    headers: { cookie, range: "bytes=100-" },
  })
  assert.equal(rest.statusCode, 206)
  assert.ok(rest.rawPayload.equals(bytes.subarray(100)))
  assert.equal((await send("POST", `${location}/removal`)).location, "/console/settings/exports")
  assert.equal((await send("GET", location)).status, 404)
  await sweepExports(service)
  assert.equal(await stored(), 0)
  const second = await ask()
  await prepare(firm, second.location)
  now = new Date(start.getTime() + week_ms - 60_000)
  await sweepExports(service)
  assert.equal(await stored(), 1)
  now = new Date(start.getTime() + week_ms)
  assert.equal((await send("GET", `${second.location}/file`)).status, 404)
  await sweepExports(service)
  assert.equal(await stored(), 0)
  now = start
})
