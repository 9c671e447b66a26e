// Excel workbooks, as other programs write them: what their cells show is what is read.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import PizZip from "pizzip"
import writeExcelFile from "write-excel-file/node"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { Failure } from "../../../platform/errors.ts"
import { shownNumber } from "./number-formats.ts"
import { type ImportTable, readTable } from "./table.ts"
import { isWorkbook, readWorkbook } from "./workbook.ts"

async function tableOf(bytes: Uint8Array): Promise<ImportTable> {
  assert.ok(isWorkbook(bytes))
  return readTable((await readWorkbook(bytes)).csv)
}

const refusal = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Failure)
  assert.match(error.errors?.[0]?.message ?? "", words)
  return true
}

/** A workbook of one sheet, with these lines of XML. */
function workbook(sheet: string, other: Record<string, string> = {}): Buffer {
  const zip = new PizZip()
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...other,
  }
  for (const [path, text] of Object.entries(parts)) zip.file(path, text)
  return zip.generate({ type: "nodebuffer", compression: "DEFLATE" })
}

const cells = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`

test("a workbook of Python’s openpyxl: the first visible table, dates, zeros and phones as they are shown", async () => {
  const bytes = readFileSync("test/import-files/openpyxl.xlsx")
  assert.equal((await readWorkbook(bytes)).sheet, "Clients")
  const { header, rows } = await tableOf(bytes)
  assert.deepEqual(header.slice(0, 6), ["First Name", "Last Name", "DOB", "Cell Phone", "Home Phone", "ZIP"])
  assert.deepEqual(rows, [
    {
      line: 4,
      cells: [
        ...["Zoë", "Núñez", "1962-03-05", "(202) 555-0142", "617-555-0143", "02134", "MA", "Boston"],
        ...["2024-01-15", "Line one\nline two & <three>", "0017", "TRUE"],
      ],
    },
    {
      line: 6,
      cells: [
        ...["Bea", "O’Neil", "25 March 1970", "+44 20 7946 0142", "", "02135-1234", "MA", "Boston", ""],
        ...["not a formula", "A-18", ""],
      ],
    },
  ])
})

test("a workbook of write-excel-file: dates, numbers and texts that look like numbers", async () => {
  const { toBuffer } = writeExcelFile(
    [
      ["Name", "DOB", "Phone", "File number"],
      [
        "Ada Ruiz",
        { value: new Date("1962-03-05T00:00:00Z"), type: Date, format: "d. mmm yyyy" },
        { value: 2025550142, type: Number },
        { value: "007", type: String },
      ],
    ],
    {},
  ) as unknown as { toBuffer: () => Promise<Buffer> }
  const { rows } = await tableOf(await toBuffer())
  assert.deepEqual(rows, [{ line: 2, cells: ["Ada Ruiz", "1962-03-05", "2025550142", "007"] }])
})

test("a number is shown as its format says", () => {
  const cases: [stored: string, code: string, shown: string][] = [
    ["2134", "00000", "02134"],
    ["21341234", "00000\\-0000", "02134-1234"],
    ["2134", "[$-409]00000", "02134"],
    ["123456789", "000-00-0000", "123-45-6789"],
    ["5550142", "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "555-0142"],
    ["2025550142", "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "(202) 555-0142"],
    ["2.025550142E9", "", "2025550142"],
    ["0.30000000000000004", "", "0.3"],
    ["1234.5", "#,##0.00", "1234.50"],
    ["2024.1", "0.00", "2024.10"],
    ["-1234.5", '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "-1234.50"],
    ["1234.5", "#,##0.00\\ [$€-407]", "1234.50"],
    ["0.125", "0.0%", "12.5%"],
    ["0.07", "0%", "7%"],
    ["2025550142", "#,##0", "2025550142"],
    ["7", "0", "7"],
    ["22710", "d\\.m\\.yyyy", "1962-03-05"],
    ["22710.75", "[$-F800]dddd, mmmm dd, yyyy", "1962-03-05"],
    ["1", "yyyy-mm-dd", "1900-01-01"],
    ["61", "yyyy-mm-dd", "1900-03-01"],
    ["5", '0 "days"', "5"],
    ["0.5", "h:mm", "0.5"],
  ]
  for (const [stored, code, shown] of cases)
    assert.equal(shownNumber(stored, { id: code ? 164 : 0, code }, false), shown, `${stored} ${code}`)
  assert.equal(shownNumber("0.5", { id: 10, code: "" }, false), "50.00%")
  for (const id of [14, 15, 22, 30, 57])
    assert.equal(shownNumber("22710", { id, code: "" }, false), "1962-03-05", String(id))
  assert.equal(shownNumber("21248", { id: 14, code: "" }, true), "1962-03-05", "a workbook of an old Mac")
})

test("formulas have their result, or are left for the import to refuse; readings and prefixes are no text", async () => {
  const sheet =
    cells("Name", "Notes") +
    `<row r="3"><c r="A3" t="str"><f>B1&amp;C1</f><v>Ada Ruiz</v></c><c r="B3"><f>HYPERLINK("x")</f><v/></c></row>` +
    `<x:row><x:c t="inlineStr"><x:is><x:t>美玲 李</x:t><x:rPh><x:t>メイリン</x:t></x:rPh></x:is></x:c></x:row>` +
    `<row><c t="str"><f>IF(A1="","",A1)</f><v></v></c><c t="inlineStr"><is><t>Cy Poe</t></is></c></row>` +
    `<row><c t="e"><v>#REF!</v></c><c t="inlineStr"><is><r><t>a_x000D_</t></r><r><t xml:space="preserve"> b</t></r></is></c></row>`
  const { rows } = await tableOf(workbook(sheet))
  assert.deepEqual(rows, [
    { line: 3, cells: ["Ada Ruiz", '=HYPERLINK("x")'] },
    { line: 4, cells: ["美玲 李", ""] },
    { line: 5, cells: ["", "Cy Poe"] },
    { line: 6, cells: ["#REF!", "a\n b"] },
  ])
})

test("the first visible sheet with a table is read, however often it is named", async () => {
  const sheets = (list: string) => ({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${cells("Name")}${cells("Bea")}</sheetData></worksheet>`,
  })
  const sheet = (name: string, id: string, more = "") => `<sheet name="${name}" r:id="${id}" ${more}/>`
  const read = async (...list: string[]) => {
    const { csv, sheet } = await readWorkbook(
      workbook(`${cells("Name")}${cells("Ada")}`, sheets(list.join(""))),
    )
    return `${readTable(csv).rows[0]?.cells[0]} of ${sheet ?? "the only one"}`
  }
  assert.equal(await read(sheet("A", "a"), sheet("B", "b")), "Ada of A")
  assert.equal(await read(sheet("A", "a", 'state="hidden"'), sheet("B", "b")), "Bea of the only one")
  assert.equal(
    await read(sheet("A", "a", 'state="veryHidden"'), sheet("B", "b", 'state="visible"')),
    "Bea of the only one",
  )
  assert.equal(await read(sheet("None", "c"), sheet("B", "b")), "Bea of the only one")
  assert.equal(await read(sheet("B", "b"), sheet("B again", "b")), "Bea of the only one")
})

test("cells merged downward count for each of their lines, and hidden lines are counted", async () => {
  const sheet = `<row r="1"><c t="str"><v>Household</v></c><c t="str"><v>Name</v></c></row>
    <row r="2"><c t="str"><v>Ruiz</v></c><c t="str"><v>Ada Ruiz</v></c></row>
    <row r="3" hidden="1"><c r="B3" t="str"><v>Ben Ruiz</v></c></row>
    <row r="4" hidden="1"/>
    <row r="5"><c r="B5" t="str"><v>Cleo Roe</v></c></row>`
  const merged =
    '</sheetData><mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B5:C9"/></mergeCells><sheetData>'
  const bytes = workbook(`${sheet}${merged}`)
  assert.equal((await readWorkbook(bytes)).hidden, 1)
  assertEach((await tableOf(bytes)).rows, ({ cells }) => cells, [
    ["Ruiz", "Ada Ruiz"],
    ["Ruiz", "Ben Ruiz"],
    ["", "Cleo Roe"],
  ])
})

test("what is no workbook, or unpacks to too much, is refused with what to do", async () => {
  await assert.rejects(
    readWorkbook(Buffer.from("d0cf11e0a1b11ae1", "hex")),
    refusal(/has a password or is older/),
  )
  const text = new PizZip().file("word/document.xml", "<x/>").generate({ type: "nodebuffer" })
  await assert.rejects(readWorkbook(text), refusal(/not an Excel workbook/))
  await assert.rejects(readWorkbook(text.subarray(0, 40)), refusal(/is damaged/))
  await assert.rejects(readWorkbook(workbook("<row><c>")), refusal(/is damaged/))
  await assert.rejects(readWorkbook(workbook(cells("Name"))), refusal(/no sheet with column names/))
  await assert.rejects(
    readWorkbook(workbook(" ".repeat(31 * 1024 ** 2))),
    refusal(/unpacks to more than 30 MB/),
  )
  const strings = { "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(60_000)}</t></si></sst>` }
  const repeated = workbook(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>${cells("Ada")}`, strings)
  await assert.rejects(readWorkbook(repeated), refusal(/more than 5 MB of text/))
  await assert.rejects(
    readWorkbook(workbook(`${cells("Name")}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`)),
    refusal(/more than 100,000 lines/),
  )
  await assert.rejects(
    readWorkbook(workbook(`${cells("Name")}<row><c r="XFD2"><v>1</v></c></row>`)),
    refusal(/more than 500 columns/),
  )
})

test("a workbook that declares entities is refused", async () => {
  const declared = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`
  const sheet = `${declared}<worksheet><sheetData>${cells("Name")}${cells("&b;")}</sheetData></worksheet>`
  const bytes = workbook("", { "xl/worksheets/sheet1.xml": sheet })
  await assert.rejects(tableOf(bytes), /damaged/)
})

test("a workbook of 2,000 parts is read, one of more is refused", async () => {
  const others = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`xl/media/image${index}.png`, ""]))
  const sheet = cells("First name", "Last name") + cells("Ada", "Doe")
  assert.equal((await tableOf(workbook(sheet, others(2_000 - 3)))).rows.length, 1)
  await assert.rejects(readWorkbook(workbook(sheet, others(2_001 - 3))), refusal(/too many parts/))
})
