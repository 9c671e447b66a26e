// The list's own box finds what staff type, and its tag field every tag.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { changeContact } from "../../../contacts/editing.ts"
import { max_listed_tags } from "../../filing/filing.ts"
import { createMatter, renameMatter } from "../../matters.ts"

const { service, browser } = await openServiceAndBrowser()

async function newFirm() {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, main } = await newIntake(firm, { couple: false })
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, "Wójcik, Łukasz")
    await changeContact(tx, main, [
      { field: "first_name", value: "Mei-Ling" },
      { field: "last_name", value: "李" },
      { field: "also_known_as", value: "Anne Marie dela Cruz" },
    ])
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    await createMatter(tx, { questionnaire_id, matter_name: "Abbott, Ada" })
  })
  const send = await newStaffBrowser(service, firm)
  const find = async (search: string, more = "") => {
    const { text } = await send("GET", `/console/matters?${new URLSearchParams({ search })}${more}`)
    return {
      text,
      names: [...text.matchAll(/data-label="Matter"[\s\S]*?<a [^>]*>([^<]+)/g)].map(([, name]) => name),
    }
  }
  return { firm, find, matter_id }
}

test("the words of a name are found in any order, and so are people, where no matter is named as typed", async () => {
  const { find } = await newFirm()
  for (const search of ["Lukasz Wojcik", "wojcik łukasz", "mei-ling", "李", "annemarie", "delacruz anne"])
    assert.deepEqual((await find(search)).names, ["Wójcik, Łukasz"], search)
  const { text } = await find("Lukasz Wojcik")
  assert.match(text, /No matter is named “Lukasz Wojcik”\./)
  assert.doesNotMatch((await find("wójcik, ł")).text, /No matter is named/)
  assert.deepEqual((await find("Lukasz Wojcik", "&status=closed")).names, [])
  assert.deepEqual((await find("Lukasz Abbott")).names, [])
})

test("the download, and the neighbors of a matter, are those that the words found", async () => {
  const { firm, matter_id } = await newFirm()
  const send = await newStaffBrowser(service, firm)
  const { text } = await send("GET", "/console/matters.csv?search=Lukasz+Wojcik")
  assert.match(text, /Wójcik, Łukasz/)
  assert.doesNotMatch(text, /Abbott/)
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/matters?search=mei-ling")
  await page.goto(`/console/matters/${matter_id}`)
  assert.equal(await page.getByRole("link", { name: /^(?:Next|Previous) matter/ }).count(), 0)
  await page.context().close()
})

test("with more tags than are suggested, every tag filters the list", async () => {
  const { firm } = await newFirm()
  await firm.run(async (tx) => {
    const ids = await tx.all<{ id: string }>(sql`select id from matters order by name`)
    await tx.run(sql`
      insert into matter_tags (matter_id, tag)
      select ${ids[0]?.id}, 'Tag ' || to_char(n, 'FM0000') from generate_series(1, ${max_listed_tags + 20}) n`)
  })
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/matters")
  await page.locator("summary", { hasText: "More filters" }).click()
  const tag = page.getByLabel("Tag", { exact: true })
  await page.getByText("Suggests 1,000 tags. Type any other.").waitFor()
  await tag.fill("Tag 1015")
  await page.getByRole("button", { name: "Apply" }).click()
  assert.deepEqual(await page.locator("tbody th[scope=row]").allInnerTexts(), ["Abbott, Ada"])
  await page.context().close()
})
