// What paper says of values that are menus on the screen; demo-every-page.test.ts looks at the paper of every page.
import assert from "node:assert/strict"
import { test } from "node:test"
import { extractText } from "unpdf"
import { openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
const { demo, openStaff } = await openDemo(service, browser)

test("the list prints the values that its menus show", async () => {
  const page = await openStaff()
  await page.goto("/console/matters")
  await page.emulateMedia({ media: "print" })
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("tbody tr")].map((row) =>
      row.innerText.replaceAll(/\s+/g, " "),
    ),
  )
  assert.ok(rows.length > 20)
  for (const row of rows)
    assert.match(row, /submitted|progress|Invit|created|open|answered|Completed|Closed/i)
  assert.ok(
    rows.filter((row) => /Haddad|Pryce|Abara|Beltrán|Hartwell/.test(row)).length > 15,
    rows.join("\n"),
  )
})

test("each sheet of a review names the matter and counts itself, also after its status changed in place", async () => {
  const page = await openStaff()
  await page.goto(`/console/matters/${demo.matters.couple}/review`)
  await page.click("#head-status > summary")
  await page.click("#head-status button:has-text('Close')")
  await page.waitForSelector("#printed-matter:has-text('Closed')", { state: "attached" })
  const { text, totalPages } = await extractText(new Uint8Array(await page.pdf({ format: "Letter" })))
  assert.ok(totalPages > 5, String(totalPages))
  for (const [index, sheet] of text.entries()) {
    assert.match(sheet, /O’Neil-Ștefănescu, Siobhán and Andrei · HP-2107 · Closed/, `sheet ${index + 1}`)
    assert.ok(sheet.includes(`${index + 1} / ${totalPages}`), `sheet ${index + 1}`)
  }
  const [first = ""] = text
  for (const words of ["77 Quarry Street", "3106", "$412,650.18 → $408,911.02"])
    assert.ok(first.includes(words), first)
  assert.match(text.at(-1) ?? "", /Notes/)
})
