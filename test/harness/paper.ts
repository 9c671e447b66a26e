import assert from "node:assert/strict"
import type { Page } from "playwright-core"

/** What the page prints, in dark mode; fails if it has no title, or anything that is for pressing, or dark. */
export async function readPaper(page: Page, pattern: string) {
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
