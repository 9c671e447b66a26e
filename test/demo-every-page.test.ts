// Every page of the console and the portal that links lead to in the demo: all boxes stand where they are seen and pressed
// (harness/boxes.ts), the console passes the accessibility checks, and paper names the record and shows nothing to press.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { listMisplacedBoxes } from "./harness/boxes.ts"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
const { demo, openStaff, openClient } = await openDemo(service, browser)
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
    req: async ({ pattern }) => {
      // The portal's own pages, in the draft's frame.
      if (pattern.includes("/draft/preview") || !isOneOfTwo(pattern)) return
      await expectNoAxeViolations(page)
      misplaced.push(...(await misplacedOn(page, pattern)))
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
    "/imports/new",
    "/restricted-matters",
  ]
  for (const path of [...expected, "/reports", "/inbox", "/settings/firm", "/matters/:matter/access"])
    assert.ok(patterns.includes(`/console${path}`), `no link leads to /console${path}`)
})

for (const [matter, state] of [
  ["couple", /^Estate Planning · Shiv · Sent on November \d+, 2026/],
  ["in_progress", /^.+ · .+ · Not sent yet/],
] as const)
  test(`every portal page of the matter “${matter}” has its boxes in place at every width, and prints whose it is and whether it was sent`, async () => {
    const page = await openClient(matter)
    const misplaced: string[] = []
    const { patterns, broken } = await crawl(page, {
      start: `${service.base_url}/portal`,
      prefix: "/portal",
      req: async ({ pattern }) => {
        if (!isOneOfTwo(pattern)) return
        misplaced.push(...(await misplacedOn(page, pattern)))
        const { head } = await readPaper(page, pattern)
        assert.match(head, state, `${pattern}: ${head}`)
      },
    })
    assert.deepEqual(misplaced, [])
    assert.ok(patterns.length > 40, patterns.join("\n"))
    assert.deepEqual(broken, [])
    await page.context().close()
  })

const met = new Map<string, number>()

/** Of pages that differ only in what they ask or write, two of each kind, over all matters. */
function isOneOfTwo(pattern: string): boolean {
  const kind = pattern
    .replaceAll(/_[0-9A-F]{32}/g, "")
    .replace(/\/client-emails\/\w+/, "/client-emails/:kind")
  met.set(kind, (met.get(kind) ?? 0) + 1)
  return (met.get(kind) ?? 0) <= 2
}

async function misplacedOn(page: Page, pattern: string): Promise<string[]> {
  return (await listMisplacedBoxes(page)).map((fault) => `${pattern}, ${fault}`)
}

/** What the page prints, in dark mode; fails if it has no title, or anything that is for pressing, or dark. */
async function readPaper(page: Page, pattern: string) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const paper = await page.evaluate(() => {
    const pressed = "button, .button, [type=submit], [type=button], .dropdown-panel, dialog"
    return {
      title: document.querySelector("h1")?.innerText ?? "",
      head: document.querySelector<HTMLElement>(".printed-line")?.innerText.replaceAll("\n", " ") ?? "",
      matter: document.querySelector<HTMLElement>("#matter-head")?.innerText,
      visible: [...document.querySelectorAll(pressed)]
        .filter((each) => each.checkVisibility())
        .map((each) => each.outerHTML.slice(0, 120)),
      colors: [
        getComputedStyle(document.body).color,
        getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(document.documentElement).getPropertyValue("--warning"),
      ],
    }
  })
  await page.emulateMedia({ media: null, colorScheme: null })
  assert.ok(paper.title.length > 0, `${pattern} prints no title`)
  assert.deepEqual(paper.visible, [], `${pattern} prints what can only be pressed`)
  assert.deepEqual(paper.colors, ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "#7a4a00"], pattern)
  return paper
}
