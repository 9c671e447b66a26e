// What a request costs in statements, so that growth is a decision: the most for each kind of request, in a matter with
// everything. Opening the transaction and verifying who asks are among them.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { type Demo, loadDemo } from "../demo/load.ts"
import { sql } from "../server/platform/db/sql.ts"
import { listRepeated, recordStatements, type SentStatement } from "./harness/recorded-statements.ts"
import { openTestService, type TestFirm, type TestService } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

let service: TestService
let demo: Demo
let firm: TestFirm
before(async () => {
  service = await openTestService()
  demo = await loadDemo(service)
  const { firm_id } = demo
  const admin = await service.db.forFirm(firm_id, (tx) =>
    tx.one<{ user_id: string }>(sql`
      select id as user_id from users where is_firm_staff and role = 'admin' order by id limit 1`),
  )
  firm = {
    firm_id,
    admin,
    run: (work: never) => service.db.forFirm(firm_id, work, admin),
  } as unknown as TestFirm
})
after(() => service.close())

/** The statements of the second of two requests: the first fills the caches of what never changes. */
async function sentBy(send: () => Promise<{ status: number }>): Promise<SentStatement[]> {
  assert.ok((await send()).status < 400)
  return recordStatements(send)
}

test("pages of the console read each thing once, and stay within their budgets", async () => {
  const browse = await newStaffBrowser(service, firm)
  const matter = `/console/matters/${demo.matters.couple}`
  const budgets: [url: string, limit: number][] = [
    ["/console", 20],
    ["/console/matters", 20],
    [matter, 51],
    [`${matter}/review`, 54],
    [`${matter}/documents`, 29],
    [`${matter}/conversation`, 33],
    [`${matter}/activity`, 28],
  ]
  for (const [url, limit] of budgets) {
    const sent = await sentBy(() => browse("GET", url))
    assert.deepEqual(
      listRepeated(sent).filter((text) => !text.includes("from firms where id = current_firm()")),
      [],
      url,
    )
    assert.ok(sent.length <= limit, `${url}: ${sent.length} statements, at most ${limit}`)
  }
})

test("a value that is changed in place costs what it changes", async () => {
  const browse = await newStaffBrowser(service, firm, firm.admin.user_id, { in_place: true })
  const matter = `/console/matters/${demo.matters.single}`
  for (const back of [matter, "/console/matters"]) {
    let was = ""
    let presses = 0
    const sent = await sentBy(() => {
      presses += 1
      const form = { due_on: `2031-01-0${presses}`, was, back, form_id: `${back} ${presses}` }
      was = form.due_on
      return browse("POST", `${matter}/filing`, form)
    })
    assert.equal(presses, 2)
    assert.ok(sent.length <= 13, `${sent.length} statements:\n${sent.map(({ text }) => text).join("\n")}`)
    await browse("POST", `${matter}/filing`, { due_on: "", was, back, all_tags: "" })
  }
})
