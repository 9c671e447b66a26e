// What paper says: every kind of page of the console and the portal names its record and state, and shows nothing to press.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { extractText } from "unpdf"
import { crawl } from "./harness/crawl.ts"
import { openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
const { demo, openStaff, openClient } = await openDemo(service, browser)

test("every console page prints its title and, on each sheet, its record; a matter also its number and status", async () => {
  const page = await openStaff({ dark: true })
  await page.emulateMedia({ media: "print" })
  const couple = `/console/matters/${demo.matters.couple}`
  const then = [couple, `${couple}/review`].map((path) => service.base_url + path)
  const matters = new Set<string>()
  await crawl(page, {
    start: `${service.base_url}/console`,
    then,
    prefix: "/console",
    req: async ({ pattern }) => {
      if (pattern.includes("/draft/preview") || pattern.endsWith("/menus")) return
      const { title, head, text } = await readPaper(page)
      assert.ok(title.length > 0 && text.includes(title), `${pattern} prints no title`)
      assert.match(head, /Hartwell & Pryce, \w+ \d+, \d{4}/, pattern)
      const [name = "", number, status] = head.split(" · ")
      if (!(await page.evaluate(() => document.querySelector("#matter-head") !== null))) return
      matters.add(pattern)
      assert.deepEqual(
        [name, number, status],
        ["O’Neil-Ștefănescu, Siobhán and Andrei", "HP-2107", "2 corrections open"],
      )
      assert.equal(title, name)
      const shown = await page.evaluate(
        () => document.querySelector<HTMLElement>("#matter-head")?.innerText ?? "",
      )
      for (const value of [number, name, status, "Noor Haddad", "Due "])
        assert.ok(shown.includes(value ?? "?"), value)
    },
  })
  assert.ok(matters.size >= 5, [...matters].join(" "))
})

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

test("every portal page prints its title, the questionnaire, who fills it in, and whether it was sent", async () => {
  for (const [matter, state] of [
    ["couple", /^Estate Planning · Shiv · Sent on November \d+, 2026/],
    ["in_progress", /^.+ · .+ · Not sent yet/],
  ] as const) {
    const page = await openClient(matter)
    await page.emulateMedia({ media: "print" })
    await crawl(page, {
      start: `${service.base_url}/portal`,
      prefix: "/portal",
      req: async ({ pattern }) => {
        const { title, head, text } = await readPaper(page)
        assert.ok(title.length > 0 && text.includes(title), `${pattern} prints no title`)
        assert.match(head, state, `${pattern}: ${head}`)
      },
    })
  }
})

/** What the page prints; fails if any of it is for pressing, or dark. */
async function readPaper(page: Page) {
  const paper = await page.evaluate(() => {
    const pressed = "button, .button, [type=submit], [type=button], .dropdown-panel, dialog"
    return {
      title: document.querySelector("h1")?.innerText ?? "",
      head: document.querySelector<HTMLElement>(".printed-line")?.innerText.replaceAll("\n", " ") ?? "",
      text: document.body.innerText,
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
  assert.deepEqual(paper.visible, [], `${page.url()} prints what can only be pressed`)
  assert.deepEqual(paper.colors, ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "#7a4a00"], page.url())
  return paper
}
