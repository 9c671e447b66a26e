// Where the menus and dialogs of a matter stand: inside the window, at every width and at twice the size of text, with the longest
// names; the page does not scroll sideways. Boxes are measured: a browser test that clicks scrolls to what no one sees.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { openDemo } from "./harness/demo-people.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
const { demo, openStaff } = await openDemo(service, browser)
const matter_id = demo.matters.couple
const file_number = "HP-2107/Larkspur-Lane-Trust-2026"
const sizes = [
  [1280, 1],
  [1024, 1],
  [800, 1],
  [360, 1],
  [1280, 2],
  [360, 2],
] as const

before(() =>
  service.db.forFirm(demo.firm_id, async (tx) => {
    const tags = Array.from({ length: 12 }, (_, at) => `Litigation and appeals ${at + 1}`)
    await tx.run(sql`
      update matters
         set name = 'O’Neil-Ștefănescu and Featherstonehaugh-Cholmondeley, Siobhán, Andrei and their children',
             file_number = ${file_number}
       where id = ${matter_id}`)
    await tx.run(
      sql`insert into matter_tags (matter_id, tag) select ${matter_id}, unnest(${tags}::text[]) on conflict do nothing`,
    )
  }),
)

test("every menu and panel of the home page and of a matter opens inside the window", async () => {
  const page = await openStaff()
  for (const path of ["/console", `/console/matters/${matter_id}`]) {
    await page.goto(path)
    assert.ok((await measurePanels(page, path)) > 2, path)
  }
})

test("the search and the list of shortcuts open inside the window", async () => {
  const page = await openStaff()
  await page.goto(`/console/matters/${matter_id}`)
  for (const [id, keys] of [
    ["palette", "Control+k"],
    ["shortcuts", "?"],
  ] as const) {
    await page.keyboard.press(keys)
    await page.waitForSelector(`#${id}[open]`)
    for (const [width, zoom] of sizes) {
      await resize(page, width, zoom)
      assert.deepEqual(
        await page.evaluate(findOutside, { selector: `#${id}`, isLarge: zoom > 1 }),
        [],
        `${id} ${width} px × ${zoom}`,
      )
    }
    await resize(page, 1280, 1)
    await page.keyboard.press("Escape")
  }
})

test("a matter's number is never shortened, and at 1280 px its head is one line", async () => {
  const page = await openStaff()
  await page.goto(`/console/matters/${matter_id}`)
  for (const [width, zoom] of sizes) {
    await resize(page, width, zoom)
    const head = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      const isCut = (selector: string) => {
        const element = document.querySelector(selector)
        return !element || element.scrollWidth > element.clientWidth + 1
      }
      const number = "#head-number span:not(.visually-hidden)"
      const due = document.querySelector("#head-due")?.getBoundingClientRect()
      const [values, name] = [box(".matter-values"), box("#head-name")]
      return {
        number: document.querySelector(number)?.textContent,
        is_cut: isCut(number),
        is_first: (box("#head-number")?.top ?? 0) <= (name?.top ?? 0) + 4,
        is_name_cut: isCut("#head-name h1"),
        is_due_seen: due ? due.left >= 0 && due.right <= innerWidth : false,
        is_one_line:
          values && name ? Math.abs(values.top + values.bottom - name.top - name.bottom) < 16 : false,
        height: box("#matter-head")?.height ?? 0,
      }
    })
    const where = `${width} px × ${zoom} ${JSON.stringify(head)}`
    assert.deepEqual(
      [head.number, head.is_cut, head.is_first, head.is_due_seen],
      [file_number, false, true, true],
      where,
    )
    if (width === 360) assert.equal(head.is_name_cut, false, where)
    if (width === 1280 && zoom === 1) assert.ok(head.is_one_line && head.height < 48, where)
  }
  await resize(page, 1280, 1)
  await page.goto("/console/matters")
  const listed = await page.evaluate(() => {
    const numbers = [...document.querySelectorAll(".file-number")].map((each) => each.parentElement)
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      texts: numbers.map((each) => each?.textContent),
      cut: numbers.filter((each) => !each || each.scrollWidth > each.clientWidth).length,
      outside: scrollWidth - clientWidth,
    }
  })
  assert.deepEqual(listed, { texts: [file_number], cut: 0, outside: 0 })
  await resize(page, 360, 1)
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height),
  )
  assert.ok(rows.filter((height) => height < 170).length > rows.length - 3, rows.join(" "))
})

/** Opens one after the other and measures it at each size. Of the menus of a list, those of its first and last rows. */
async function measurePanels(page: Page, pattern: string): Promise<number> {
  const panels = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLDetailsElement>("details.dropdown, details.menu, details.user-menu"),
    ]
    const rows = [...document.querySelectorAll("tbody tr")]
    const chosen = all.filter((each) => {
      const row = each.closest("tr")
      return !row || row === rows[0] || row === rows.at(-1)
    })
    for (const [at, each] of chosen.entries()) each.dataset.panel = String(at)
    return chosen.length
  })
  for (let at = 0; at < panels; at += 1) {
    const panel = `[data-panel="${at}"]`
    await page.evaluate(openPanel, panel)
    for (const [width, zoom] of sizes) {
      await resize(page, width, zoom)
      assert.deepEqual(
        await page.evaluate(findOutside, { selector: panel, isLarge: zoom > 1 }),
        [],
        `${pattern} ${width} px × ${zoom}`,
      )
    }
    await resize(page, 1280, 1)
    await page.evaluate((panel) => document.querySelector(panel)?.removeAttribute("open"), panel)
  }
  return panels
}

/** Twice the size of text, as a browser's setting does it. */
async function resize(page: Page, width: number, zoom: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((zoom) => {
    document.documentElement.style.fontSize = `${zoom * 100}%`
  }, zoom)
}

/** In the page: opens it, in sight, and waits for what it loads. */
async function openPanel(selector: string): Promise<void> {
  const details = document.querySelector<HTMLDetailsElement>(selector)
  if (!details) return
  const panel = details.querySelector(".dropdown-panel")
  const loaded =
    panel && details.dataset.menu
      ? new Promise((resolve) => new MutationObserver(resolve).observe(panel, { childList: true }))
      : undefined
  details.open = true
  details.scrollIntoView({ block: "nearest" })
  await loaded
}

/** In the page: what of an open panel lies outside the window, and the page's width if it scrolls sideways. */
function findOutside({ selector, isLarge }: { selector: string; isLarge: boolean }): string[] {
  const open = document.querySelector(selector)
  if (!open) return []
  const summary = open.matches("dialog") ? open : open.querySelector("summary")
  if (!summary?.checkVisibility()) return []
  summary.scrollIntoView({ block: "nearest" })
  const { clientWidth, scrollWidth } = document.documentElement
  const name = (each: Element) =>
    `${each.tagName}.${each.getAttribute("class")} ${each.textContent?.slice(0, 30)}`
  const boxes = open.matches("dialog")
    ? [open]
    : [...open.children].filter((each) => each !== summary && getComputedStyle(each).position !== "static")
  const outside = boxes.filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    return left + scrollX < -0.5 || right > clientWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5
  })
  // Twice the size of text may make a page wider; what opens may not.
  const isOpen = open.hasAttribute("open")
  if (open instanceof HTMLDetailsElement) open.open = false
  const closed = Math.max(clientWidth, isLarge ? document.documentElement.scrollWidth : 0)
  if (open instanceof HTMLDetailsElement) open.open = isOpen
  const wide = scrollWidth > closed + 1 ? [`the page is ${scrollWidth} of ${clientWidth} px wide`] : []
  const cut = isLarge ? [] : boxes.filter((each) => each.scrollWidth > each.clientWidth + 1)
  return [
    ...wide,
    ...outside.map((each) => `outside: ${name(each)} ${JSON.stringify(each.getBoundingClientRect())}`),
    ...cut.map((each) => `cut: ${name(each)} ${each.scrollWidth} of ${each.clientWidth}`),
  ]
}
