import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { inviteStaff } from "../../../firm/users/setup-links.ts"
import { changeFiling } from "../../../intake/matters/filing/filing.ts"
import { createMatter, renameMatter } from "../../../intake/matters/matters.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { ResultGroup } from "../../../web/console/keyboard/result.ts"

const service = provideService()

/** A firm with one matter for each file number, named by its position, and its staff's palette and list. */
async function firmWithNumbers(numbers: readonly string[]) {
  const firm = await service.newFirm()
  await newIntake(firm)
  await firm.run(async (tx) => {
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    for (const [index, file_number] of numbers.entries()) {
      const { id } = await createMatter(tx, {
        questionnaire_id,
        matter_name: `Matter ${"ABCDEFGHIJ"[index]}`,
      })
      await changeFiling(tx, id, { file_number, due_on: null, tags: [] })
    }
  })
  return { firm, ...(await readers(firm)) }
}

async function readers(firm: TestFirm) {
  const staff = await newStaffBrowser(service, firm)
  const palette = async (words: string) => {
    const { text } = await staff("GET", `/console/search.json?${new URLSearchParams({ q: words })}`)
    return (JSON.parse(text) as { groups: ResultGroup[] }).groups
  }
  const matters = async (words: string) =>
    (await palette(words)).find(({ title }) => title === "Matters")?.results.map(({ text }) => text) ?? []
  const list = async (words: string) => {
    const { text } = await staff(
      "GET",
      `/console/matters?${new URLSearchParams({ search: words, sort: "name" })}`,
    )
    const table = text.match(/<tbody[\s\S]*<\/tbody>/)?.[0] ?? ""
    return [...table.matchAll(/>(Matter [A-J])</g)].map(([, name]) => name)
  }
  return { staff, palette, matters, list }
}

test("the palette and the list find a file number, whole or in part, with other punctuation or none", async () => {
  const { firm, matters, list } = await firmWithNumbers(["HP-3001", "2024.0137/B", "LN№ 77–Ä", "契約2026-9"])
  const wanted: [string, string[]][] = [
    [
      "Matter A",
      ["HP-3001", "hp3001", "HP 3001", "3001", "hp–3001", " h.p. 3001 ", "HP-30", "001", "\u200bHP-3001"],
    ],
    ["Matter B", ["2024.0137/B", "2024-0137", "20240137b", "0137", "2024/0137-B", "4.01"]],
    ["Matter C", ["LN№ 77–Ä", "lnno77a", "LN No. 77", "77-a"]],
    ["Matter D", ["契約2026-9", "契約 2026", "２０２６-9"]],
  ]
  for (const [name, spellings] of wanted)
    for (const words of spellings) {
      assert.ok((await matters(words)).includes(name), `palette: ${words}`)
      assert.deepEqual(await list(words), [name], `list: ${words}`)
    }
  for (const words of ["HP-3002", "---", "№№", "3001-HP"]) assert.deepEqual(await list(words), [], words)
  // The API's search stays a search of names.
  const { body } = await firm.request("GET", "/v1/matters?search=3001")
  assert.equal(body.count, 0)
})

test("the matter with exactly the number typed comes before others that contain it, however new", async () => {
  const { matters } = await firmWithNumbers([
    "12",
    "3-12",
    "112-B",
    "A12",
    "2012",
    "12-1",
    "12-2",
    "12-3",
    "12-4",
    "12-5",
  ])
  assert.equal((await matters("12"))[0], "Matter A")
  assert.equal((await matters("3 12"))[0], "Matter B")
})

test("the list counts and sorts the matters found by name and by number once each", async () => {
  const { firm, staff, list } = await firmWithNumbers(["77-1", "Matter 77", "5"])
  assert.deepEqual(await list("77"), ["Matter A", "Matter B"])
  await firm.write(sql`update matters set file_number = 'MATTER C' where name = 'Matter C'`)
  assert.deepEqual(await list("matter c"), ["Matter C"])
  assert.deepEqual(await list("matter"), ["Matter A", "Matter B", "Matter C"])
  const { text } = await staff("GET", "/console/matters.csv?search=77-1")
  assert.equal(text.split("\r\n").filter((line) => line.includes("Matter ")).length, 1)
})

test("the API ignores blanks and invisible characters at the ends of a search, and takes inner runs as one", async () => {
  const { firm } = await firmWithNumbers(["1"])
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters where name = 'Matter A'`)
    await renameMatter(tx, id, "Dupont Trust, Zoé")
  })
  const count = async (search: string) =>
    (await firm.request("GET", `/v1/matters?${new URLSearchParams({ search })}`)).body.count
  for (const search of [
    "dupont ",
    "  dupont",
    "\tDUPONT\u00a0",
    "dupont   trust",
    "\u200bdupont\u202c",
    "dupont trust,  zoe ",
  ])
    assert.equal(await count(search), 1, JSON.stringify(search))
  assert.equal(await count("duponttrust"), 0)
  assert.equal(await count("  "), 2, "only blanks filter nothing")
})

test("if nothing contains all the words, the palette and the search page show what contains some, marked and grayed", async () => {
  const { firm, staff, palette } = await firmWithNumbers(["1"])
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters where name = 'Matter A'`)
    await renameMatter(tx, id, "O’Neil, Siobhán")
  })
  const [group, ...others] = await palette("shevon oneil")
  assert.deepEqual([group?.title, others.length], ["Matters", 0])
  const [result] = group?.results ?? []
  assert.deepEqual(
    [result?.text, result?.is_partial, result?.marked?.text],
    ["O’Neil, Siobhán", true, ["", "O’Neil", ", Siobhán"]],
  )
  assert.equal((await palette("siobhan oneil"))[0]?.results[0]?.is_partial, false)
  const { text } = await staff("GET", "/console/search?q=shevon+oneil")
  assert.match(text, literally("Nothing contains all of these words."))
  assert.match(text, /<li class="found-in-part"><a[^>]*><mark>O’Neil<\/mark>, Siobhán/)
  assert.equal((await staff("GET", "/console/search?q=oneil")).text.includes("found-in-part"), false)
})

test("the search says when it lists only the closest of a group, and not when it lists them all", async () => {
  const firm = await service.newFirm()
  const { staff } = await readers(firm)
  const invite = (from: number, to: number) =>
    firm.run(async (tx) => {
      for (let n = from; n <= to; n += 1)
        await inviteStaff(tx, { email: `quill${n}@example.com`, name: `Quill ${n}`, role: "member" })
    })
  const read = async () => (await staff("GET", "/console/search?q=quill")).text
  await invite(1, 25)
  assert.doesNotMatch(await read(), /Only the closest/)
  await invite(26, 26)
  assert.match(await read(), literally("Only the closest 25 are listed. Type more words for others."))
})

test("the search says that there are more than the entries it shows, and how to narrow it, and not when it shows all", async () => {
  const { firm, staff } = await firmWithNumbers([])
  const add = (from: number, to: number) =>
    firm.run(async (tx) => {
      const { id: questionnaire_id } = await tx.one<{ id: string }>(
        sql`select id from questionnaires limit 1`,
      )
      for (let n = from; n <= to; n += 1)
        await createMatter(tx, { questionnaire_id, matter_name: `Quillfeather ${n}` })
    })
  const more = /Only the closest are listed; there are more\. To find others, add a word/
  const read = async (words: string) =>
    (await staff("GET", `/console/search?q=${words}`)).text.replace(/\s+/g, " ")
  await add(1, 60)
  assert.doesNotMatch(await read("quillfeather"), more)
  await add(61, 61)
  assert.match(await read("quillfeather"), more)
  assert.doesNotMatch(await read("quillfeather+61"), more)
})
