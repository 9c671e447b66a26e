// Every kind of question in every export of a matter: each contains the API's display text, and none a masked number.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  amount,
  debts,
  deed,
  homepage,
  lender,
  place,
  since,
  total,
  withKinds,
} from "../../../test/harness/kind-questions.ts"
import { literally } from "../../../test/harness/literally.ts"
import { readPdf } from "../../../test/harness/pdf-text.ts"
import { newPortalIntake } from "../../../test/harness/portal-intake.ts"
import { cellOf, readWorkbook } from "../../../test/harness/read-workbook.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../test/harness/service.ts"
import { unzip } from "../../../test/harness/unzip.ts"
import type { Question } from "../../definition/definition.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { copyOfMatter } from "../../intake/submissions/copy/copy.ts"
import { renderCopyPdf } from "../../intake/submissions/copy/copy-pdf.ts"
import { loadMatter } from "../../intake/submissions/loaded-matter.ts"
import { csv } from "../../platform/files/csv.ts"
import { newId } from "../../platform/ids.ts"
import { readValues } from "../document-templates/values.ts"
import { readMatterExport } from "./matter-export.ts"
import { memoOf } from "./memo/memo.ts"
import { matterTables } from "./workbook/matter-tables.ts"
import { renderWorkbook } from "./workbook/workbook.ts"

const service = provideService()

const plain = { required: false, each_client: false, sensitive: false }
const part: Question = { ...plain, id: newId("question"), type: "percentage", prompt: "Your part" }
const ssn: Question = { ...plain, id: newId("question"), type: "ssn", prompt: "Your SSN", sensitive: true }
const ein: Question = { ...plain, id: newId("question"), type: "ein", prompt: "Your EIN", sensitive: true }

/** A matter with an answer of each kind, and the API's display text of each. */
async function answered() {
  const firm = await service.newFirm("Hartwell & Pryce")
  const intake = await newPortalIntake(service, firm, {
    define: (ids) => {
      const { sections } = withKinds(ids)
      const questions = [part, ssn, ein]
      return {
        sections: [...sections, { id: newId("section"), kind: "questions", title: "Numbers", questions }],
      }
    },
  })
  const { matter_id } = intake
  const values = {
    [place]: ["12 Oak St", "Austin", "TX", "78701", "US"],
    [debts]: [JSON.stringify({ [lender]: "Bank", [amount]: "12000", [since]: "1999-03-04" })],
    [homepage]: "ruiz.example/a?b=1&c=2",
    [part.id]: "12.5",
    [ssn.id]: "078-05-1120",
    [ein.id]: "12-3456789",
  }
  await firm.run(async (tx) => {
    for (const [question_id, value] of Object.entries(values))
      await saveAnswer(tx, service.ring, matter_id, { question_id, value })
  })
  await upload(service, intake, { request_id: deed }, "deed.txt", "The deed")
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  const words = new Map<string, string>(
    body.answers.map(({ question, display_value }: Record<string, string>) => [question, display_value]),
  )
  return { firm, matter_id, words }
}

test("the API, CSV, workbook, memo, client copy and Word fields contain every kind of answer, and no masked number", async () => {
  const { firm, matter_id, words } = await answered()
  assert.equal(words.get(place), "12 Oak St, Austin, TX 78701")
  assert.equal(words.get(debts), "Lender: Bank, Amount: $12,000.00, Since: March 4, 1999")
  assert.equal(words.get(total), "$12,000.00")
  assert.equal(words.get(deed), "deed.txt")
  assert.equal(words.get(homepage), "https://ruiz.example/a?b=1&c=2")
  assert.match(words.get(part.id) ?? "", /12\.5/)
  const reader = { firm_name: "Hartwell & Pryce", time_zone: "America/New_York" }
  const outputs = await firm.run(async (tx) => {
    const all = await readMatterExport(tx, service.ring, matter_id, { reveal: false })
    const answers = matterTables(all).find(({ name }) => name === "answers") ?? assert.fail()
    const columns = answers.columns.map(({ name }, at) => ({
      name,
      of: (row: (typeof answers.rows)[number]) => row[at],
    }))
    const file = await renderWorkbook(all)
    const rows = readWorkbook(file).sheets.get("Debts") ?? assert.fail("a table answer has its own sheet")
    assert.deepEqual(cellOf(rows, "Lender", 2), { type: "s", value: "Bank" })
    assert.deepEqual(cellOf(rows, "Amount", 2), { type: "n", value: "12000" })
    assert.deepEqual(cellOf(rows, "Since", 2), { type: "n", value: "36223" })
    const sheets = [...unzip(file).values()].join("\n")
    const copy = await copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), {
      ...reader,
      language: "en",
    })
    return {
      csv: csv(columns, answers.rows),
      workbook: sheets,
      memo: JSON.stringify(await memoOf(tx, service.ring, matter_id, reader)),
      copy: readPdf(await renderCopyPdf(copy)).text,
      fields: JSON.stringify(await readValues(tx, service.ring, matter_id)),
    }
  })
  for (const [name, output] of Object.entries(outputs)) {
    const text = output.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll(/\s+/g, " ")
    for (const id of [place, debts, total, deed, homepage, part.id])
      assert.match(text, literally(words.get(id) ?? "?"), `${name}: ${words.get(id)}`)
    assert.doesNotMatch(text, /078-?05-?1120|12-?3456789/, name)
  }
})

test("the client's copy shows addresses, tables, files and computed answers in Spanish", async () => {
  const { firm, matter_id } = await answered()
  const reader = { firm_name: "Hartwell & Pryce", time_zone: "America/New_York" }
  const copy = await firm.run((tx) =>
    copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), { ...reader, language: "es" }),
  )
  const text = readPdf(await renderCopyPdf(copy)).text.replaceAll(/\s+/g, " ")
  for (const words of [
    "¿Dónde está la caja fuerte?",
    "12 Oak St, Austin, TX 78701",
    "Deudas",
    "Acreedor: Bank, Importe: $12,000.00, Desde: 4 de marzo de 1999",
    "Total de deudas",
    "La escritura",
    "deed.txt",
  ])
    assert.match(text, literally(words), `${words} in ${text}`)
  assert.doesNotMatch(text, /Lender|Where is the safe|Debts in all|078-?05-?1120/)
})
