// Answers of which only the year, or the month and the year, is known: every place shows what is known, and no more.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { ask, t } from "../../../test/harness/definition-parts.ts"
import { readPdf } from "../../../test/harness/pdf-text.ts"
import { newPortalIntake } from "../../../test/harness/portal-intake.ts"
import { cellOf, readWorkbook } from "../../../test/harness/read-workbook.ts"
import { sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { unzip } from "../../../test/harness/unzip.ts"
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

test("a year, or a month, is saved and shown as such everywhere", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const [bought, moved, jobs, why, section_id] = [
    newId("question"),
    newId("question"),
    newId("question"),
    newId("question"),
    newId("section"),
  ]
  const [employer, since] = [newId("field"), newId("field")]
  const intake = await newPortalIntake(service, firm, {
    define: (ids) => ({
      sections: [
        ...sampleDefinition(ids).sections,
        {
          id: section_id,
          kind: "questions",
          title: t("Home", "Casa"),
          questions: [
            ask(bought, "date", t("When was it bought?", "¿Cuándo se compró?"), { precision: "year" }),
            ask(moved, "date", t("When did you move in?", "¿Cuándo se mudó?"), { precision: "month" }),
            ask(jobs, "table", t("Jobs", "Empleos"), {
              columns: [
                { id: employer, type: "text", prompt: t("Employer", "Empresa") },
                { id: since, type: "date", prompt: t("Since", "Desde"), precision: "year" },
              ],
            }),
            ask(why, "text", t("Why then?", "¿Por qué entonces?"), {
              condition: { question: bought, less_than: "1999-01-01" },
            }),
          ],
        },
      ],
    }),
  })
  const { ada, matter_id } = intake
  const at = (id: string) => `/portal/sections/${section_id}/${id}`
  const cell = (column: string) => `${jobs}_r1_${column}`
  await ada.post(at(bought), { [`${bought}_month`]: "", [`${bought}_day`]: "", [`${bought}_year`]: "1998" })
  await ada.post(at(moved), { [`${moved}_month`]: "May", [`${moved}_day`]: "", [`${moved}_year`]: "2001" })
  await ada.post(at(jobs), {
    [cell(employer)]: "Acme",
    [`${cell(since)}_month`]: "",
    [`${cell(since)}_day`]: "",
    [`${cell(since)}_year`]: "1987",
  })

  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  const answers = new Map<string, { value: unknown; display_value: string }>(
    body.answers.map((answer: { question: string; value: unknown; display_value: string }) => [
      answer.question,
      answer,
    ]),
  )
  assertEach([bought, moved], (id) => [answers.get(id)?.value, answers.get(id)?.display_value], [
    ["1998", "1998"],
    ["2001-05", "May 2001"],
  ])
  assert.equal(answers.get(jobs)?.display_value, "Employer: Acme, Since: 1987")

  const check = (await ada.get(at("check"))).html
  for (const words of ["1998", "May 2001", "1987", "Why then"]) assert.match(check, new RegExp(words))
  const page = (await ada.get(at(bought))).html
  assert.match(page, new RegExp(`name="${bought}_year"[^>]*value="1998"`))
  assert.doesNotMatch(page, new RegExp(`name="${bought}_month"[^>]*value="[^"]`))

  const staff = await newStaffBrowser(service, firm)
  const review = (await staff("GET", `/console/matters/${matter_id}/review`)).text
  assert.match(review, /May 2001/)

  const reader = { firm_name: "Hartwell & Pryce", time_zone: "America/New_York" }
  const outputs = await firm.run(async (tx) => {
    const all = await readMatterExport(tx, service.ring, matter_id, { reveal: false })
    const table = matterTables(all).find(({ name }) => name === "answers") ?? assert.fail()
    const columns = table.columns.map(({ name }, index) => ({
      name,
      of: (row: (typeof table.rows)[number]) => row[index],
    }))
    const sheets = readWorkbook(await renderWorkbook(all)).sheets
    assert.deepEqual(cellOf(sheets.get("Jobs") ?? assert.fail(), "Since", 2), { type: "s", value: "1987" })
    const copy = await copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), {
      ...reader,
      language: "es",
    })
    return {
      csv: csv(columns, table.rows),
      workbook: JSON.stringify([...unzip(await renderWorkbook(all)).values()].map(String)),
      memo: JSON.stringify(await memoOf(tx, service.ring, matter_id, reader)),
      copy: readPdf(await renderCopyPdf(copy))
        .text.replaceAll(/\s+/g, " ")
        .replaceAll("mayo de", "May"),
    }
  })
  for (const [name, text] of Object.entries(outputs)) {
    assert.match(text, /1998/, name)
    assert.match(text, /May 2001|2001-05/, name)
    assert.match(text, /1987/, name)
    assert.doesNotMatch(
      text,
      /January (1998|1987)|1998-01|2001-05-01|May 1, 2001|1987-01|undefined|Invalid/,
      name,
    )
  }
  const fields = JSON.stringify(await firm.run((tx) => readValues(tx, service.ring, matter_id)))
  assert.match(fields, /\{"date":"1998"\}.*\{"date":"2001-05"\}/)
})
