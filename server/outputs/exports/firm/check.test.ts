// The check of a firm export, with each fault introduced into an intact file.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { openLocalStore } from "../../../platform/files/store/local-store.ts"
import { jsonText } from "../archives.ts"
import { type ZipEntry, zipOf } from "../zip.ts"
import { checkFirmExport } from "./check.ts"
import { firm_format, type ManifestFile, withManifest } from "./manifest.ts"

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-check-"))
})
after(() => rm(folder, { recursive: true, force: true }))

const contact = `contact_${"A".repeat(32)}`
const document = `document_${"B".repeat(32)}`
const matter = {
  matter: { contact_main: { id: contact } },
  contacts: [{ id: contact }],
  roles: [{ assignments: [{ contacts: [contact] }] }],
  documents: [{ document_id: document }],
  files: [{ document_id: document, path: "files/Deed/May.txt" }],
  signatures: [],
}
const whole: Readonly<Record<string, string>> = {
  "matters/Lee 1/matter.json": jsonText(matter),
  "matters/Lee 1/files/Deed/May.txt": "Content of May. ".repeat(100),
  "records/users.jsonl": `{"id":"user_1","name":"A\u2028B"}\n{"id":"user_2"}\n`,
}

const entriesOf = (files: Readonly<Record<string, string>>): ZipEntry[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    content,
    modified_at: new Date(0),
    compress: false,
  }))

/** An archive with a manifest of `listed`, containing these files. */
async function archiveOf(files: Readonly<Record<string, string>>, listed = files): Promise<Buffer> {
  const about = () => ({
    format: firm_format,
    program: "Foyer 0.1.0",
    created_at: "2026-03-02T09:30:00.000Z",
    firm: { id: "firm_1", name: "Test & Partners" },
    sensitive_answers: "masked",
    matters: 1,
    matters_left_out: 0,
    rows: { users: 2 },
  })
  async function* all() {
    yield* entriesOf(listed)
  }
  const of_list: ManifestFile[] = []
  for await (const { content } of withManifest(await openLocalStore(folder), all(), of_list, about))
    if (typeof content !== "string") await buffer(await content())
  return buffer(
    zipOf([...entriesOf(files), ...entriesOf({ "manifest.json": jsonText({ ...about(), files: of_list }) })]),
  )
}

async function check(archive: Buffer) {
  const path = join(folder, "export.zip")
  await writeFile(path, archive)
  return (await checkFirmExport(path)).faults
}

test("an intact export has no faults", async () => {
  assert.deepEqual(await check(await archiveOf(whole)), [])
})

test("a flipped byte and missing, extra and changed files are each named", async () => {
  const archive = await archiveOf(whole)
  const at = archive.indexOf("Content of May")
  archive[at] = (archive[at] ?? 0) ^ 1
  assert.deepEqual(await check(archive), [
    "matters/Lee 1/files/Deed/May.txt was changed: its SHA-256 is not the one in manifest.json.",
  ])
  const { "matters/Lee 1/files/Deed/May.txt": may = "", ...less } = whole
  assert.deepEqual(await check(await archiveOf(less, whole)), [
    "matters/Lee 1/files/Deed/May.txt is missing.",
    "matters/Lee 1/matter.json names matters/Lee 1/files/Deed/May.txt, which is not here.",
  ])
  assert.deepEqual(await check(await archiveOf({ ...whole, "notes.txt": "Hello" }, whole)), [
    "notes.txt does not belong here: manifest.json does not list it.",
  ])
  assert.deepEqual(
    await check(await archiveOf({ ...whole, "matters/Lee 1/files/Deed/May.txt": `${may}!` }, whole)),
    ["matters/Lee 1/files/Deed/May.txt has 1601 bytes, and should have 1600."],
  )
})

test("a truncated export is reported, wherever it was cut", async () => {
  const archive = await archiveOf(whole)
  for (const share of [0.1, 0.5, 0.99]) {
    const [fault = "", ...more] = await check(archive.subarray(0, Math.floor(archive.length * share)))
    assert.match(fault, /^The ZIP file is cut off or damaged and cannot be read to the end/)
    assert.deepEqual(more, [])
  }
})

test("malformed JSON, missing records and dangling references are named", async () => {
  const stranger = `contact_${"C".repeat(32)}`
  const faults = async (changed: Record<string, string>) => check(await archiveOf({ ...whole, ...changed }))
  assert.deepEqual(await faults({ "records/users.jsonl": '{"id":"user_1"}\n{"id":' }), [
    "records/users.jsonl is not valid JSON in line 2.",
  ])
  assert.deepEqual(await faults({ "records/users.jsonl": "{}\n" }), [
    "records/users.jsonl has 1 records, and should have 2.",
  ])
  const broken = {
    ...matter,
    roles: [{ assignments: [{ contacts: [stranger] }] }],
    files: [{ document_id: document, path: "files/Deed/June.txt" }],
    documents: [{ document_id: `document_${"D".repeat(32)}` }],
  }
  assert.deepEqual(await faults({ "matters/Lee 1/matter.json": jsonText(broken) }), [
    `matters/Lee 1/matter.json: “roles” refers to ${stranger}, which is not among its people.`,
    `matters/Lee 1/matter.json: “documents” refers to document_${"D".repeat(32)}, which is not among its files.`,
    "matters/Lee 1/matter.json names matters/Lee 1/files/Deed/June.txt, which is not here.",
  ])
})

test("the command needs no settings, and its exit code distinguishes intact, faulty and other files", async () => {
  const run = async (name: string, content: Buffer) => {
    const path = join(folder, name)
    await writeFile(path, content)
    const program = fileURLToPath(new URL("../../../../bin/foyer", import.meta.url))
    const env = { PATH: process.env.PATH ?? "", HOME: folder }
    const running = promisify(execFile)(process.execPath, [program, "export", "check", path], { env })
    return running.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
    )
  }
  const archive = await archiveOf(whole)
  const good = await run("good.zip", archive)
  assert.equal(good.code, 0, good.output)
  assert.match(good.output, /Test & Partners, everything as of 2026-03-02T09:30:00\.000Z, by Foyer 0\.1\.0\./)
  assert.match(good.output, /The file is intact\.\n$/)
  const cut = await run("cut.zip", archive.subarray(0, 900))
  assert.equal(cut.code, 1, cut.output)
  assert.match(cut.output, /cut off or damaged[\s\S]*The file is damaged: 1 fault\./)
  const other = await run("other.zip", Buffer.from("Hello"))
  assert.equal(other.code, 2, other.output)
  assert.match(other.output, /other\.zip is not a ZIP file\./)
  const strange = await buffer(zipOf(entriesOf({ "manifest.json": "{}" })))
  await assert.rejects(check(strange), { name: "NotFirmExport", message: /not an export of everything/ })
})
