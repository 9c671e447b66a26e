// Compares the list page, its URL in another session, and the API's list with the same filters.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { sorts } from "../../list/order.ts"
import { createMatter } from "../../matters.ts"

const { service, firm } = provideServiceAndFirm()
before(async () => {
  await newIntake(firm)
  await newIntake(firm, { couple: false, approach: "rep-deceased" })
  const names = ["Ábalos, Inés", "abbott, ada", "Barton", "O’Neil 100%", "Smith & Sons", "Straße, Ute"]
  await firm.run(async (tx) => {
    const questionnaires = await tx.all<{ id: string }>(sql`select id from questionnaires order by id`)
    for (let n = 0; n < 60; n += 1) {
      const questionnaire_id = questionnaires[n % 2]?.id ?? ""
      const matter_name = `${names[n % names.length]} ${n}`
      const { id } = await createMatter(tx, { questionnaire_id, matter_name })
      await tx.run(sql`
        update matters set open_date = date '2026-01-01' + ${n % 20}::int, is_submitted = ${n % 3 === 0},
               submitted_at = ${n % 3 === 0 ? tx.now : null}, assignee_id = ${n % 4 === 0 ? firm.admin.user_id : null}
         where id = ${id}`)
    }
  })
})

type StaffBrowser = Awaited<ReturnType<typeof newStaffBrowser>>

/** The ids on the page from top to bottom. */
async function readPage(query: string, staffBrowser: StaffBrowser): Promise<string[]> {
  const { status, text } = await staffBrowser("GET", `/console/matters?${query}`)
  assert.equal(status, 200, query)
  const table = text.match(/<tbody[\s\S]*<\/tbody>/)?.[0] ?? ""
  return [...table.matchAll(/href="\/console\/matters\/(matter_[0-9A-F]{32})"/g)].map(([, id = ""]) => id)
}

const searches = ["", "search=ab", "search=%C3%81BALOS", "search=o%27neil+100%25", "search=smith+%26+sons"]
const approaches = ["", "quest_approach=planning", "quest_approach=rep-deceased"]
const submitted = ["", "is_submitted=true", "is_submitted=false"]
const days = ["", "from=2026-01-05", "until=2026-01-12", "from=2026-01-05&until=2026-01-12"]
const pages = ["page_size=50", "page_size=7", "page=2&page_size=7"]

test("for every combination of filters, the page and the API return the same matters in the same order", async () => {
  const staffBrowser = await newStaffBrowser(service, firm)
  let combination = 0
  let compared = 0
  let found = 0
  for (const search of searches) {
    for (const approach of approaches) {
      for (const sent of submitted) {
        for (const day of days) {
          const paging = pages[combination % pages.length] ?? ""
          const sort = `sort=${sorts[combination % sorts.length]}`
          const query = [search, approach, sent, day, sort, paging].filter(Boolean).join("&")
          combination += 1
          const { status, body } = await firm.request("GET", `/v1/matters?${query}`)
          // A page past the end is a 404 in both.
          if (status === 404) continue
          assert.equal(status, 200, query)
          const ids = await readPage(query, staffBrowser)
          assert.deepEqual(
            ids,
            body.results.map(({ id }: { id: string }) => id),
            query,
          )
          compared += 1
          found += ids.length
        }
      }
    }
  }
  assert.ok(compared > 120 && found > 700, `${compared} lists with ${found} rows`)
})

test("a list's address shows the same rows in a new session", async () => {
  const queries = [
    "",
    "search=ab&from=2026-01-03",
    "status=submitted",
    "assignee=me&page_size=5&page=2",
    "assignee=none&quest_approach=planning",
    "is_submitted=false&until=2026-01-15&page_size=10",
  ]
  const [one, other] = [await newStaffBrowser(service, firm), await newStaffBrowser(service, firm)]
  for (const query of queries) {
    const ids = await readPage(query, one)
    assert.ok(ids.length > 0, query)
    assert.deepEqual(await readPage(query, other), ids, query)
  }
})
