import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { setImmediate as soon } from "node:timers/promises"
import { ZipFile } from "yazl"
import { measureHeldBuffers } from "../../../test/harness/held-memory.ts"
import { cellOf, readWorkbook } from "../../../test/harness/read-workbook.ts"
import {
  newFirmWithIntake,
  newIntake,
  type SampleParts,
  sampleDefinition,
} from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { unzip } from "../../../test/harness/unzip.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { displayDate } from "../../definition/values/dates.ts"
import { changeFirm } from "../../firm/firms/firms.ts"
import { countDropOffs } from "../../follow-up/reports/drop-offs.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { changeBeneficiaries } from "../../intake/assets/beneficiaries.ts"
import { addAsset } from "../../intake/assets/editing.ts"
import { changeContact } from "../../intake/contacts/editing.ts"
import { markReviewed } from "../../intake/matters/progress/section-reviews.ts"
import { recordUnfinishedFields } from "../../intake/matters/progress/unfinished-fields.ts"
import { assignRole } from "../../intake/roles/roles.ts"
import { copyOfMatter } from "../../intake/submissions/copy/copy.ts"
import { loadMatter } from "../../intake/submissions/loaded-matter.ts"
import { readReadiness } from "../../intake/submissions/missing/missing.ts"
import { readProgress } from "../../intake/submissions/missing/progress.ts"
import { listApproximateDates } from "../../intake/submissions/review/approximate-dates.ts"
import { completeMatter } from "../../intake/submissions/submissions.ts"
import { sql } from "../../platform/db/sql.ts"
import { createPaths, safeName } from "../../platform/files/safe-names.ts"
import { readValues } from "../document-templates/values.ts"
import { documentsArchive, packageArchive, tablesArchive } from "./archives.ts"
import { readMatterExport } from "./matter-export.ts"
import { memoOf } from "./memo/memo.ts"
import { zipOf } from "./zip.ts"

let now: Date | undefined
const service = provideService({ clock: () => now ?? new Date() })

const ssn = "078-05-1120"

/** A matter with data in every part, some of it hostile. */
async function fullMatter() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, main, child, other_child } = intake
  const asset_id = await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "first_name", value: "=HYPERLINK(1)" }])
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: ssn })
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[child], [other_child]],
    })
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "@12 Elm Street",
      credit_value: "100.00",
      debit_value: "250.50",
      fields: { [ids.purchased]: "1999-05-01" },
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy",
    })
    await changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share: "100" }])
    return policy
  })
  for (const name of ["山田 will.txt", "Will.txt", "will.txt"]) {
    await upload(service, intake, { request_id: ids.statements }, name, `Content of ${name}`)
  }
  await upload(service, intake, { asset_id }, "policy.txt", "x".repeat(3_000_000))
  const read = (reveal: boolean) =>
    firm.run((tx) => readMatterExport(tx, service.ring, matter_id, { reveal }))
  return { firm, intake, read }
}

const unpacked = async (archive: Readable) => unzip(await buffer(archive))

test("a matter exports as tables: one per part, formulas inert, numbers as numbers, sensitive answers masked", async () => {
  const { read } = await fullMatter()
  const files = await unpacked(tablesArchive(await read(false)))
  assert.deepEqual([...files.keys()].sort(), [
    "answers.csv",
    "assets.csv",
    "beneficiaries.csv",
    "contacts.csv",
    "corrections.csv",
    "documents.csv",
    "matter.csv",
    "messages.csv",
    "relations.csv",
    "roles.csv",
  ])
  const text = (name: string) => files.get(name)?.toString("utf8") ?? ""
  for (const name of files.keys()) assert.ok(text(name).startsWith("\uFEFF"), name)
  assert.match(text("contacts.csv"), /,'=HYPERLINK\(1\) Smith,/)
  assert.match(text("assets.csv"), /,'@12 Elm Street,.*,100\.00,250\.50,-150\.50,/)
  assert.match(text("assets.csv"), /Date of purchase,Insured\?/)
  assert.match(text("beneficiaries.csv"), /,Policy,primary,contact_\w+,Cleo Smith,100\.00\r\n/)
  assert.match(text("roles.csv"), /,Executor,contact_\w+,'=HYPERLINK\(1\) Smith,2,contact_\w+,Dan Smith\r\n/)
  assert.match(text("answers.csv"), /Do you have a will today\?,yes_no,,,Yes,/)
  assert.match(text("answers.csv"), /••••1120/)
  assert.match(text("documents.csv"), /Account statements\/山田 will\.txt/)
  for (const content of files.values()) assert.ok(!content.includes(ssn))
})

test("sensitive answers are decrypted only on request, and their ids are reported for the audit log", async () => {
  const { read } = await fullMatter()
  const masked = await read(false)
  assert.deepEqual(masked.revealed, [])
  assert.doesNotMatch(JSON.stringify(masked), new RegExp(ssn))
  const clear = await read(true)
  assert.equal(clear.revealed.length, 1)
  const files = await unpacked(tablesArchive(clear))
  assert.match(files.get("answers.csv")?.toString() ?? "", new RegExp(ssn))
})

test("the documents export contains every file, byte for byte, in folders, none hiding another", async () => {
  const { firm, read } = await fullMatter()
  const files = await unpacked(documentsArchive(service, firm.firm_id, await read(false)))
  const policy = "Life insurance, Policy/policy.txt"
  assert.deepEqual([...files.keys()].sort(), [
    "Account statements/Will.txt",
    "Account statements/will (2).txt",
    "Account statements/山田 will.txt",
    policy,
  ])
  assert.equal(files.get("Account statements/Will.txt")?.toString(), "Content of Will.txt")
  assert.equal(files.get("Account statements/will (2).txt")?.toString(), "Content of will.txt")
  assert.ok(files.get(policy)?.equals(Buffer.alloc(3_000_000, "x")))
})

test("the package contains the API's own bodies and every file it lists", async () => {
  const { firm, intake, read } = await fullMatter()
  const files = await unpacked(packageArchive(service, firm.firm_id, await read(false)))
  const content = JSON.parse(files.get("matter.json")?.toString() ?? "")
  const base = `/v1/matters/${intake.matter_id}`
  assert.deepEqual(content.matter, (await firm.request("GET", base)).body)
  const { body: record } = await firm.request("GET", `${base}/record`)
  for (const part of ["contacts", "assets", "roles"]) assert.deepEqual(content[part], record[part], part)
  assert.equal(content.sensitive_answers, "masked")
  assert.equal(content.files.length, 4)
  for (const { path, size } of content.files) assert.equal(files.get(path)?.length, size, path)
  for (const bytes of files.values()) assert.ok(!bytes.includes(ssn))
})

test("one file is open at a time, however many there are, and none after the reader disconnects", async () => {
  const open = new Set<Readable>()
  let highest = 0
  let reads = 0
  const entries = Array.from({ length: 50 }, (_, index) => ({
    path: `${index}.bin`,
    modified_at: new Date(),
    compress: false,
    content: async () => {
      reads += 1
      const stream = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(16_384)))
      open.add(stream)
      highest = Math.max(highest, open.size)
      stream.once("close", () => open.delete(stream))
      return stream
    },
  }))
  const whole = await buffer(zipOf(entries))
  assert.ok(whole.length > 50 * 20 * 16_384)
  assert.ok(highest <= 2, `${highest} were open at once`)

  reads = 0
  const left = zipOf(entries)
  for await (const _ of left) break
  await soon()
  await soon()
  assert.ok(left.destroyed)
  assert.equal(open.size, 0)
  assert.ok(reads < 5, `${reads} were opened for someone who left`)
})

test("written entries are released, however many follow", async () => {
  const held_before = measureHeldBuffers()
  let held = 0
  async function* entries() {
    for (let index = 0; index < 40; index += 1) {
      const bytes = Buffer.alloc(1_000_000)
      yield {
        path: `${index}.bin`,
        modified_at: new Date("2026-03-02T09:30:00Z"),
        content: async () => Readable.from([bytes]),
      }
    }
    held = measureHeldBuffers() - held_before
  }
  for await (const _ of zipOf(entries()));
  assert.ok(held < 15_000_000, `${held} bytes are held`)
})

test("each entry costs the same, however many came before it", async (t) => {
  const looked_through: number[] = []
  const { addReadStreamLazy } = ZipFile.prototype
  t.mock.method(
    ZipFile.prototype,
    "addReadStreamLazy",
    function (this: ZipFile & { entries: unknown[] }, ...words: Parameters<typeof addReadStreamLazy>) {
      looked_through.push(this.entries.length)
      return addReadStreamLazy.apply(this, words)
    },
  )
  const names = Array.from({ length: 60 }, (_, index) => `${index}.txt`)
  const archive = await buffer(
    zipOf(names.map((path) => ({ path, modified_at: new Date("2026-03-02T09:30:00Z"), content: path }))),
  )
  assert.equal(looked_through.length, names.length)
  assert.ok(Math.max(...looked_through) <= 1, looked_through.join(" "))
  const files = await unzip(archive)
  assert.deepEqual([...files.keys()], names)
  for (const name of names) assert.equal(files.get(name)?.toString(), name)
})

test("an unreadable file ends the archive with its error", async () => {
  const broken = [{ path: "a", modified_at: new Date(), content: () => Promise.reject(new Error("gone")) }]
  await assert.rejects(buffer(zipOf(broken)), /gone/)
})

test("a damaged file ends the archive and is recorded as a download of it would be", async () => {
  const { firm, read } = await fullMatter()
  const all = await read(false)
  const faults = () =>
    firm.all<{ key: string; fault: string }>(sql`select key, fault from stored_files where fault is not null`)
  const large = all.files.find(({ filename }) => filename === "policy.txt")?.file_key ?? ""
  const small = all.files.find(({ filename }) => filename === "will.txt")?.file_key ?? ""
  const sealed = await buffer(await service.files.read(large))
  // Near the end, so the archive is being sent by then.
  sealed[sealed.length - 100] = (sealed[sealed.length - 100] ?? 0) ^ 1
  await service.files.write(large, Readable.from([sealed]))
  await assert.rejects(buffer(documentsArchive(service, firm.firm_id, all)))
  await waitUntil(async () => (await faults()).length > 0, "no fault is written down")
  assert.deepEqual(await faults(), [{ key: large, fault: "damaged" }])
  await service.files.remove(small)
  const only = { ...all, files: all.files.filter(({ file_key }) => file_key === small) }
  await assert.rejects(buffer(packageArchive(service, firm.firm_id, only)), { code: "file_damaged" })
  assert.equal((await faults()).find(({ key }) => key === small)?.fault, "missing")
})

test("every name can be unpacked on every system", () => {
  assert.equal(safeName("../../etc/passwd"), "_.._etc_passwd")
  assert.equal(safeName('a/b\\c:"<>|?*\u0000\u202e.pdf'), "a_b_c_.pdf")
  assert.equal(safeName("CON.txt"), "_CON.txt")
  assert.equal(safeName("نیک\u200cزاد\u200f.pdf"), "نیک\u200cزاد_.pdf")
  assert.equal(safeName(" . "), "")
  assert.equal([...safeName(`${"é".repeat(300)}.pdf`)].length, 100)
  assert.match(safeName(`${"a".repeat(300)}.pdf`), /a\.pdf$/)
  const path = createPaths()
  assert.deepEqual([path("..", ".."), path("..", "..")], ["Other/file", "Other/file (2)"])
})

for (const [time_zone, utc, day, year] of [
  ["America/Chicago", "2027-01-01T03:30:00Z", "2026-12-31", "2026"],
  ["Pacific/Auckland", "2026-12-31T12:30:00Z", "2027-01-01", "2027"],
] as const)
  test(`${utc} is ${day} in every paper, sheet, and filename of a firm in ${time_zone}`, async () => {
    now = new Date(utc)
    const firm = await service.newFirm()
    const request = (url: string) =>
      service.app.inject({ method: "GET", url, headers: { authorization: `Token ${firm.token}` } })
    const staff = await newStaffBrowser(service, firm)
    await firm.run((tx) => changeFirm(tx, { time_zone }))
    const define = (ids: SampleParts) => ({
      sections: sampleDefinition(ids).sections.map((one) => ({ ...one, title: "As of {last_year}" })),
    })
    const intake = await newIntake(firm, { define })
    const { matter_id, ids, child } = intake
    const [stop] = await firm.run((tx) => countDropOffs(tx, [matter_id]))
    assert.equal(stop?.section, `As of ${Number(year) - 1}`)
    await upload(service, intake, { request_id: ids.statements }, "Will.txt", "My will")
    const { number } = await firm.run(async (tx) => {
      await tx.run(sql`update matters set submitted_at = ${tx.now} where id = ${matter_id}`)
      return completeMatter(tx, service.ring, matter_id)
    })

    const values = await firm.run((tx) => readValues(tx, service.ring, matter_id))
    assert.deepEqual(values.documents, [
      { what: "Account statements", file: "Will.txt", sent: { date: day } },
    ])
    const { submitted, opened } = values.matter as Record<string, unknown>
    assert.deepEqual([values.today, submitted, opened], [{ date: day }, { date: day }, { date: day }])
    const inWords = displayDate(day, "en")
    const reader = { firm_name: "Test & Partners", time_zone, language: "en" } as const
    const [memo, copy] = await firm.run((tx) =>
      Promise.all([
        memoOf(tx, service.ring, matter_id, reader),
        copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), reader),
      ]),
    )
    const received = memo.sections.find(({ title }) => title === "Files received")?.groups[0]?.table?.rows
    assert.deepEqual(received, [["Account statements", "Will.txt", inWords]])
    assert.ok(copy.running?.includes(`Submission ${number}, ${inWords}`), copy.running)
    const workbook = await request(`/v1/matters/${matter_id}/workbook`)
    assert.match(String(workbook.headers["content-disposition"]), new RegExp(`Smith ${day}`))
    const sent = cellOf(
      readWorkbook(workbook.rawPayload).sheets.get("Documents") ?? assert.fail(),
      `Uploaded at (${time_zone})`,
      2,
    )
    assert.equal(Math.floor(Number(sent?.value)), (Date.parse(day) - Date.parse("1899-12-30")) / 86_400_000)
    for (const kind of ["pdf", "documents", "tables"]) {
      const { headers } = await staff("POST", `/console/matters/${matter_id}/export`, { kind })
      assert.match(String(headers["content-disposition"]), new RegExp(day), kind)
    }
    const list = await staff("GET", "/console/matters.csv")
    assert.match(String(list.headers["content-disposition"]), new RegExp(`matters-${day}`))

    // A child is born in 2027 where that year has begun.
    await firm.run(async (tx) => {
      await tx.run(sql`update contacts set date_of_birth = null where id = ${child}`)
      await recordUnfinishedFields(tx, matter_id, child, [
        { field: "date_of_birth", typed: { year: "2027" } },
      ])
    })
    const isBorn = year === "2027"
    const { missing } = await firm.run((tx) => readReadiness(loadMatter(tx, service.ring, matter_id)))
    const lacking = missing.filter(({ where }) => "contact_id" in where && where.contact_id === child)
    assert.equal(lacking.length === 0, isBorn, JSON.stringify(missing))
    const known = await firm.run((tx) => listApproximateDates(loadMatter(tx, service.ring, matter_id)))
    assert.equal(known.length === 1, isBorn)
    const progress = await firm.run(async (tx) => {
      const { definition } = await loadMatter(tx, service.ring, matter_id).visibility()
      await markReviewed(tx, matter_id, definition.sections.find(({ kind }) => kind === "people")?.id ?? "")
      return (await readProgress(tx, [matter_id])).get(matter_id)
    })
    assert.equal(progress?.sections.checked, isBorn ? 1 : 0)
    now = undefined
  })
