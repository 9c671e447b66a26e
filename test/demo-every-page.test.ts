// Every kind of console page that links lead to in the demo: all boxes stand where they are seen and pressed
// (harness/boxes.ts), it passes the accessibility checks in both color schemes, and paper names the record and shows nothing to press. The
// portal's are in portal-every-page.test.ts.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { sql } from "../server/platform/db/sql.ts"
import { listMisplacedBoxes } from "./harness/boxes.ts"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { openDemo } from "./harness/demo-people.ts"
import { readPaper } from "./harness/paper.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
const { demo, openStaff } = await openDemo(service, browser)
const name = "O’Neil-Ștefănescu and Featherstonehaugh-Cholmondeley, Siobhán, Andrei and their children"
const file_number = "HP-2107/Larkspur-Lane-Trust-2026"

// As long as a firm writes them.
before(() =>
  service.db.forFirm(demo.firm_id, async (tx) => {
    const tags = Array.from({ length: 12 }, (_, at) => `Litigation and appeals ${at + 1}`)
    await tx.run(sql`
      update matters set name = ${name}, file_number = ${file_number} where id = ${demo.matters.couple}`)
    await tx.run(sql`
      insert into matter_tags (matter_id, tag) select ${demo.matters.couple}, unnest(${tags}::text[])
          on conflict do nothing`)
  }),
)

test("every console page is accessible, has its boxes in place at every width, and prints its record; no link is broken", async () => {
  const page = await openStaff()
  const urlOf = (path: string) => `${service.base_url}/console${path}`
  const home = `/matters/${demo.matters.couple}`
  const printed: string[] = []
  const misplaced: string[] = []
  // The page of menus shows all of them without a name.
  const then = [home, `${home}/review`, `${home}/menus`].map(urlOf)
  const { patterns, broken } = await crawl(page, {
    start: urlOf(""),
    then,
    prefix: "/console",
    of_each: 1,
    req: async ({ pattern }) => {
      // The portal's own pages, in the draft's frame.
      if (pattern.includes("/draft/preview")) return
      await expectNoAxeViolations(page, { also_dark: true })
      misplaced.push(...(await listMisplacedBoxes(page)).map((fault) => `${pattern}, ${fault}`))
      if (pattern.endsWith("/menus")) return
      const { title, head, matter } = await readPaper(page, pattern)
      assert.match(head, /Hartwell & Pryce, \w+ \d+, \d{4}/, pattern)
      if (matter === undefined) return
      printed.push(pattern)
      const state = "2 corrections open"
      assert.deepEqual(head.split(" · ").slice(0, 3), [name, file_number, state], pattern)
      assert.equal(title, name)
      for (const value of [file_number, name, state, "Noor Haddad", "Due "])
        assert.ok(matter.includes(value), `${pattern}: ${value} of ${matter}`)
    },
  })
  assert.deepEqual(misplaced, [])
  assert.ok(printed.length >= 5, printed.join(" "))
  assert.deepEqual(broken, [])
  const expected = [
    "/inquiries/:inquiry",
    "/settings/agreements/:agreement",
    "/settings/document-templates/fields",
    "/settings/notifications",
    "/settings/portal",
    "/conflicts",
    "/imports",
    "/restricted-matters",
  ]
  for (const path of [...expected, "/reports", "/inbox", "/settings/firm", "/matters/:matter/access"])
    assert.ok(patterns.includes(`/console${path}`), `no link leads to /console${path}`)
})
