import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { readPdf, readPositions } from "../../../../test/harness/pdf-text.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { samplePng } from "../../../../test/harness/sample-pictures.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { inspectPicture } from "../../../firm/firms/logo/inspect.ts"
import { changeBeneficiaries } from "../../../intake/assets/beneficiaries.ts"
import { addAsset } from "../../../intake/assets/editing.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { changeFiling } from "../../../intake/matters/filing/filing.ts"
import { addPerson } from "../../../intake/matters/parties/parties.ts"
import { assignRole } from "../../../intake/roles/roles.ts"
import { renderCopyPdf } from "../../../intake/submissions/copy/copy-pdf.ts"
import { completeMatter } from "../../../intake/submissions/submissions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { memoOf } from "./memo.ts"

const service = provideService()

const reader = { firm_name: "Hartwell & Pryce", time_zone: "America/Chicago" }

async function fullMatter() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, main, spouse, child, other_child } = intake
  await firm.run(async (tx) => {
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[spouse], [child]],
    })
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "12 Elm Street",
      credit_value: "500000",
      debit_value: "100000.50",
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy 7",
      credit_value: "90000",
    })
    await changeBeneficiaries(tx, policy, [
      { contact_id: child, level: "primary", share: "33.33" },
      { contact_id: spouse, level: "primary", share: "60" },
      { contact_id: other_child, level: "contingent", share: "100" },
    ])
    await tx.run(sql`update matters set context = '{"clio": "2026-0417"}' where id = ${matter_id}`)
    const tags = ["Taxes", "Urgent"]
    await changeFiling(tx, matter_id, { file_number: "EP-2026-0417", due_on: "2026-12-01", tags })
    await tx.run(sql`update users set name = 'Noor Haddad' where id = ${firm.admin.user_id}`)
    await assignMatter(tx, matter_id, firm.admin.user_id)
  })
  const read = () => firm.run((tx) => memoOf(tx, service.ring, matter_id, reader))
  return { firm, intake, read }
}

test("the memo has a cover, what needs attention, drawings and tables, and the complete record, in that order", async () => {
  const { read } = await fullMatter()
  const memo = await read()
  assertEach(memo.sections.slice(0, 4), ({ title }) => title, [
    "Worth a look",
    "The family",
    "Who serves",
    "Assets",
  ])
  const { text } = readPdf(await renderCopyPdf(memo))
  const order = [
    "File memo: ",
    "File number",
    "EP-2026-0417",
    "Assigned to",
    "Noor Haddad",
    "Due",
    "December 1, 2026",
    "Tags",
    "Taxes, Urgent",
    "Worth a look",
    "Cleo Smith",
    "First choice",
    "$399,999.50",
    "489,999.50",
    "Life insurance, face value",
    "$90,000.00",
    "Net worth without it",
    "$399,999.50",
    "33.33% of Policy 7",
    "$29,997.00",
    "Your family",
  ]
  let at = -1
  for (const words of order) {
    const next = text.indexOf(words, at + 1)
    assert.ok(next > at, `${words} after ${order[order.indexOf(words) - 1]} in ${text}`)
    at = next
  }
})

test("drawings are tagged as figures with alternative text, and tables cell by cell", async () => {
  const { read } = await fullMatter()
  const all = readPdf(await renderCopyPdf(await read())).dictionaries.join("\n")
  assert.ok((all.match(/\/S \/Figure\b/g) ?? []).length >= 3)
  assert.match(all, /\/Alt \([^)]*Drawing of the family/)
  for (const role of ["Table", "TR", "TH", "TD"]) assert.match(all, new RegExp(`/S /${role}\\b`), role)
})

test("every page shows the firm, its logo, the reference and the latest submission", async () => {
  const { firm, intake, read } = await fullMatter()
  const { number } = await firm.run((tx) => completeMatter(tx, service.ring, intake.matter_id))
  const { bytes } = inspectPicture(samplePng({ width: 400, height: 80 }))
  const file = await renderCopyPdf(await read(), bytes)
  const { pages, text } = readPdf(file)
  assert.ok(pages >= 4)
  assert.equal(text.match(new RegExp(`clio: 2026-0417 · Submission ${number}, `, "g"))?.length, pages)
  const placed = readPositions(file)
  for (let page = 0; page < pages; page += 1) {
    const pictures = placed.filter((each) => each.page === page && each.text === undefined)
    assert.equal(pictures.length, 1, `page ${page + 1} has ${pictures.length} logos`)
  }
})

test("a large family is drawn within a landscape page, and later pages are portrait", async () => {
  const { firm, intake, read } = await fullMatter()
  await firm.run(async (tx) => {
    for (let index = 0; index < 9; index += 1)
      await addPerson(
        tx,
        intake.matter_id,
        newId("contact"),
        { relationship_type: "2SON", is_client: false },
        { first_name: `Child${index}`, last_name: "Smith" },
      )
  })
  const file = await renderCopyPdf(await read())
  const boxes = readPdf(file).dictionaries.flatMap(
    (each) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(each)?.slice(1) ?? [],
  )
  assert.ok(boxes.includes("792") && boxes.slice(-2).join() === "612,792", boxes.join())
  const children = readPositions(file).filter(({ text }) => /^Child\d/.test(text ?? ""))
  for (const { left } of children) assert.ok(left >= 59 && left < 732)
})
