// Every console page that links lead an admin to, in the demo: it passes the accessibility checks, and on a phone
// nothing is wider than the screen.
import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })

test("every console page is accessible and fits a phone, and no link is broken", async () => {
  const { demo, openStaff } = await openDemo(service, browser)
  const page = await openStaff({ width: 1280, height: 900 })
  const urlOf = (path: string) => `${service.base_url}/console${path}`
  const home = `/matters/${demo.matters.couple}`
  // The page of menus shows all of them without a name.
  const then = [home, `${home}/menus`].map(urlOf)
  const { patterns, broken } = await crawl(page, {
    start: urlOf(""),
    then,
    prefix: "/console",
    req: async ({ pattern }) => {
      // The portal's own pages, in the draft's frame.
      if (pattern.includes("/draft/preview")) return
      await expectNoAxeViolations(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 900 })
    },
  })
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
