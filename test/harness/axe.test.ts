// The harness runs axe once for each shape of page, and again wherever anything that axe checks differs.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, test } from "node:test"
import type { Page } from "playwright-core"
import { expectNoAxeViolations, openBrowser } from "./browser.ts"
import { readPageShape } from "./page-shape.ts"

const browser = await openBrowser()
after(() => browser.close())
const page = await browser.newPage()

const faultless = `
  <main><h1>Family</h1><p class="said">Who is in it</p>
    <form aria-label="People"><label for="name_1">Name</label><input id="name_1">
      <ul><li><a href="/people/1">Ada</a></li><li><a href="/people/2">Ben</a></li></ul></form>
    <nav aria-label="Pages"><a href="/1">One</a></nav><nav aria-label="Ways"><a href="/2">Two</a></nav>
    <div class="scrolling"><div class="row" tabindex="0">All of them</div></div></main>`

/** A unique word in the style gives these pages a new shape, in case another test has checked the same ones. */
async function show(main = faultless, { style = "", title = "Family" } = {}, to: Page = page): Promise<void> {
  await to.setContent(`<!doctype html><html lang="en"><head><title>${title}</title>
    <style>.scrolling { width: 100px; overflow-x: auto; } a { display: block; padding: 8px; } ${style}</style></head><body>${main}</body></html>`)
}

async function shapeOf(main: string): Promise<string> {
  await show(main)
  return readPageShape(page)
}

test("pages that differ only in words, ids, and the number of rows have the same shape", async () => {
  const shape = await shapeOf(faultless)
  const alike = {
    words: faultless.replaceAll("Family", "Familia").replace("Ada", "Adelaide"),
    ids: faultless.replaceAll("name_1", "name_9"),
    rows: faultless.replace("</ul>", '<li><a href="/people/3">Cleo</a></li></ul>'),
  }
  for (const [name, main] of Object.entries(alike)) assert.equal(await shapeOf(main), shape, name)
})

test("a violation changes the shape, and is found every time, even after the shape without it has passed", async () => {
  const mark = `/* ${randomUUID()} */`
  await show(faultless, { style: mark })
  await expectNoAxeViolations(page, { also_dark: true })
  const style = mark
  const faults: Record<string, [main: string, style?: string]> = {
    "label ": [faultless.replace('for="name_1"', 'for="name_2"')],
    "link-name": [faultless.replace(">Ben<", "><")],
    "landmark-unique": [faultless.replace('"Ways"', '"Pages"')],
    "scrollable-region-focusable": [faultless.replace('tabindex="0">All of them', `>${"All".repeat(30)}`)],
    "page-has-heading-one": [faultless.replaceAll("h1>", "h2>")],
    "aria-allowed-attr": [faultless.replace("<h1>", '<h1 aria-checked="true">')],
    "empty-heading": [faultless.replace(">Family<", "><")],
    tabindex: [faultless.replace('tabindex="0"', 'tabindex="3"')],
    list: [faultless.replace("<li>", "<div>")],
    "color-contrast": [faultless, ".said { color: #aaa; }"],
    "target-size": [faultless, "li a { padding: 0; line-height: 1; font-size: 9px; }"],
  }
  for (const [rule, [main, more = ""]] of Object.entries(faults))
    for (const _time of ["first", "second"]) {
      await show(main, { style: style + more })
      await assert.rejects(expectNoAxeViolations(page), new RegExp(rule.trim()), rule)
    }
})

test("text is checked again in another color, on another background, in dark mode, and once it is enabled", async () => {
  const style = `.off { opacity: 0.5; } .quiet { color: #bbb; }`
  const button = (more: string) => `<main><h1>Done</h1><button class="off" ${more}>Save</button></main>`
  await show(button("disabled"), { style })
  await expectNoAxeViolations(page)
  await show(button(""), { style: `${style} .off { color: #555; }` })
  await assert.rejects(expectNoAxeViolations(page), /color-contrast: button/)
  await show(faultless.replace("<main>", '<main style="background: #777">'))
  await assert.rejects(expectNoAxeViolations(page), /color-contrast/)
  const dark = "@media (prefers-color-scheme: dark) { .said { color: #ddd; } }"
  await show(faultless, { style: dark })
  await expectNoAxeViolations(page)
  await assert.rejects(expectNoAxeViolations(page, { also_dark: true }), /color-contrast: p/)
})

test("a page without script is checked like one with script", async () => {
  const plain = await browser.newPage({ javascript: false })
  await show(faultless.replace(">Ben<", "><"), {}, plain)
  await assert.rejects(expectNoAxeViolations(plain), /link-name/)
})
