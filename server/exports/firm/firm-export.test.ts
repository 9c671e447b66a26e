import assert from "node:assert/strict"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { parse } from "csv-parse/sync"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { addTemplateOf } from "../../../test/harness/sample-word-file.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { unzip } from "../../../test/harness/unzip.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { listAudit } from "../../audit/listing.ts"
import { readQuestionnaireFile } from "../../questionnaires/importing.ts"
import { completeMatter } from "../../submissions/submissions.ts"
import { createStaff } from "../../users/users.ts"
import { prepareExport } from "../preparing.ts"
import { zipOf } from "../zip.ts"
import { firmArchive } from "./firm-export.ts"
import { checkExport } from "./manifest.ts"

let service: TestService
let folder: string
before(async () => {
  service = await openTestService()
  folder = await mkdtemp(join(tmpdir(), "foyer-firm-export-"))
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const ssn = "078-05-1120"

async function fullFirm() {
  const firm = await service.newFirm("Hartwell & Pryce")
  const intake = await newIntake(firm)
  const { matter_id, ids, main } = intake
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: ssn }),
  )
  await upload(service, intake, { request_id: ids.statements }, "May.txt", "Content of May")
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  await addTemplateOf(service, firm, "Letter")
  const archive = (reveal: boolean) =>
    buffer(firmArchive(service, { firm_id: firm.firm_id, actor: { user_id: firm.admin.user_id }, reveal }))
  return { firm, intake, archive }
}

async function check(archive: Buffer) {
  const path = join(folder, "export.zip")
  await writeFile(path, archive)
  return checkExport(path)
}

const zipped = (files: Map<string, Buffer>) =>
  buffer(
    zipOf(
      [...files].map(([path, bytes]) => ({
        path,
        content: bytes.toString("latin1"),
        modified_at: new Date(),
      })),
    ),
  )

test("the export of a firm holds all of it, in formats that others read, and its manifest fits", async () => {
  const { firm, intake, archive } = await fullFirm()
  const other = await service.newFirm("Somebody else")
  const { matter_id: foreign } = await newIntake(other)
  const bytes = await archive(false)
  const files = unzip(bytes)
  const home = `matters/Smith ${intake.matter_id.slice(-6)}`
  for (const path of [
    "README.txt",
    "firm.json",
    "staff.csv",
    "document templates/Letter.docx",
    "audit log.jsonl",
    "manifest.json",
  ])
    assert.ok(files.has(path), path)
  assert.equal(files.get(`${home}/files/Account statements/May.txt`)?.toString(), "Content of May")
  const content = JSON.parse(files.get(`${home}/matter.json`)?.toString() ?? "")
  assert.deepEqual(content.matter, (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body)
  assert.equal(JSON.parse(files.get(`${home}/submissions/1.json`)?.toString() ?? "").number, 1)
  const [row] = parse(files.get("matters.csv") ?? "", { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  assert.equal(row?.matter_id, intake.matter_id)
  const questionnaire = [...files].find(([path]) => path.startsWith("questionnaires/"))?.[1].toString() ?? ""
  assert.ok("file" in readQuestionnaireFile(questionnaire), "Foyer imports it again")
  for (const [path, file] of files) {
    assert.ok(!file.includes(foreign), `${path} tells of another firm`)
    assert.ok(!file.includes(ssn), `${path} holds a sensitive answer in clear`)
  }
  assert.deepEqual({ ...(await check(bytes)), bytes: 0 }, { files: files.size - 1, bytes: 0, faults: [] })
})

test("the checker names what is missing, was added or differs, and refuses what is no such archive", async () => {
  const { archive } = await fullFirm()
  const files = unzip(await archive(false))
  files.delete("firm.json")
  files.set("staff.csv", Buffer.from("nobody"))
  files.set("more.txt", Buffer.from("more"))
  const { faults } = await check(await zipped(files))
  for (const fault of [
    "firm.json is missing.",
    "staff.csv is not what was exported.",
    "more.txt is not in the manifest.",
  ])
    assert.ok(faults.includes(fault), `${fault} in ${faults}`)
  await assert.rejects(check(await zipped(new Map([["a", Buffer.from("a")]]))), /no manifest\.json/)
})

test("sensitive answers go out in clear where an admin asks for them, and each is recorded as read", async () => {
  const { firm, intake, archive } = await fullFirm()
  const files = unzip(await archive(true))
  const home = `matters/Smith ${intake.matter_id.slice(-6)}`
  for (const path of [`${home}/matter.json`, `${home}/submissions/1.json`])
    assert.ok(files.get(path)?.includes(ssn), path)
  const { rows } = await firm.run((tx) =>
    listAudit(tx, { action: "answers_read" }, { page: 1, limit: 9, offset: 0 }),
  )
  assert.deepEqual(
    rows.map(({ matter_id, user_id }) => [matter_id, user_id]),
    [[intake.matter_id, firm.admin.user_id]],
  )
})

test("a file that is missing from the store is named in the export and ends nothing", async () => {
  const { firm, archive } = await fullFirm()
  for await (const { key } of service.files.list(`documents/${firm.firm_id}/`))
    await service.files.remove(key)
  const bytes = await archive(false)
  const files = unzip(bytes)
  assert.match(files.get("damaged files.json")?.toString() ?? "", /Account statements\/May\.txt/)
  assert.deepEqual((await check(bytes)).faults, [])
})

const memberOf = (firm: TestFirm) =>
  firm.run((tx) => createStaff(tx, { email: "max@example.com", name: "Max", role: "member" }))

test("an admin asks for it, it is prepared in the background, and only admins ever see it", async () => {
  const { firm } = await fullFirm()
  const send = await newStaffBrowser(service, firm)
  assert.match((await send("GET", "/console/exports")).text, />\s*Export everything/)
  const requested = await send("POST", "/console/exports/firm", {})
  assert.equal(requested.status, 303)
  await prepareExport(service, {
    firm_id: firm.firm_id,
    export_id: requested.location.split("/").at(-1) ?? "",
  })
  assert.match((await send("GET", requested.location)).text, /It is ready/)
  const { bytes, headers } = await send("GET", `${requested.location}/file`)
  assert.match(String(headers["content-disposition"]), /Hartwell & Pryce \d{4}-\d\d-\d\d\.zip/)
  assert.deepEqual((await check(bytes)).faults, [])
  const member = await newStaffBrowser(service, firm, await memberOf(firm))
  assert.equal((await member("GET", requested.location)).status, 404)
  assert.equal((await member("GET", `${requested.location}/file`)).status, 404)
  assert.equal((await member("POST", "/console/exports/firm", {})).status, 403)
  assert.doesNotMatch(
    (await member("GET", "/console/exports")).text,
    /Everything of the firm|Export everything/,
  )
})
