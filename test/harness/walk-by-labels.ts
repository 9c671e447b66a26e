// Fills in a questionnaire as a client does: from page to page, following only the words on them.
import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"
import { expectNoSidewaysScroll } from "./browser.ts"
import { sampleDocx } from "./sample-files.ts"
import { sampleAgreement } from "./signed-agreement.ts"

type Answer = string | { Month: string; Day: string; Year: string } | { file: string } | { says: string }
/** Answers by page heading (none if the question occurs only once) and question wording. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Answer>>>>

/**
 * Goes from page to page, answers everything, and submits; returns the numbers of page loads and taps. A letter without
 * answers is left unsigned.
 */
export async function walk(
  page: Page,
  start: string,
  answers: Answers,
): Promise<{ loads: number; taps: number }> {
  const counts = { loads: 0, taps: 0 }
  page.on("domcontentloaded", () => {
    counts.loads += 1
  })
  const main = page.getByRole("main")
  const go = async (target: Locator) => {
    const loaded = page.waitForEvent("domcontentloaded")
    counts.taps += 1
    await target.click()
    await loaded
  }
  await page.goto(start)
  await go(main.getByRole("button", { name: "Start" }))
  while (!/\/portal\/submissions\/1$/.test(new URL(page.url()).pathname)) {
    assert.ok(counts.loads < 60, `no end in sight at ${page.url()}: ${await main.innerText()}`)
    await expectNoSidewaysScroll(page)
    const title = (await main.locator("h1").first().innerText()).trim()
    // An answer may reveal another question, which script shows at once.
    const open = new Map(Object.entries({ ...answers[""], ...answers[title] }))
    for (let round = 0; round < 2; round += 1) {
      const text = ((await main.textContent()) ?? "").replace(/\s+/g, " ")
      for (const [prompt, answer] of open) {
        if (!text.includes(prompt)) continue
        const taps = await give(main, prompt, answer)
        counts.taps += taps
        if (taps > 0) open.delete(prompt)
      }
    }
    const none = main.getByRole("button", { name: "None of these" })
    const next = main.getByRole("button", {
      name: /^(Save and continue|Continue|This is right, continue|Sign$|Send to )/,
    })
    const skip = main.getByRole("link", { name: "Skip for now" })
    const isUnsigned = title === sampleAgreement.title.en && !answers[title]
    const onward = main.getByRole("link", { name: /^(Continue|Check)/ }).first()
    const isAnswered = (await next.first().isVisible()) || !(await onward.isVisible())
    const button = !answers[title] && (await none.isVisible()) ? none : next.first()
    const target = isUnsigned ? skip : isAnswered ? button : onward
    assert.ok(await target.isVisible(), `no way on from ${page.url()}: ${await main.innerText()}`)
    await go(target)
  }
  return counts
}

/** Answers a question if the page asks it; returns the number of taps. */
async function give(main: Locator, prompt: string, answer: Answer): Promise<number> {
  const name = new RegExp(`^${prompt.replace(/[()?.]/g, "\\$&")}`)
  if (typeof answer !== "string" && "file" in answer) return upload(main, name, answer.file)
  if (typeof answer !== "string" && "says" in answer) return say(main, name, answer.says)
  const folded = main.locator("details:not([open])", {
    has: main.page().locator("legend", { hasText: name }),
  })
  if ((await folded.count()) > 0) await folded.locator("summary").click()
  const group = main.getByRole("group", { name }).first()
  if (await group.isVisible()) {
    const parts = typeof answer === "string" ? {} : answer
    for (const [label, part] of Object.entries<string>(parts)) await group.getByLabel(label).fill(part)
    if (typeof answer === "string") await group.getByLabel(answer).first().check()
    return Object.keys(parts).length || 1
  }
  const control = main.getByLabel(name).first()
  if (typeof answer !== "string" || !(await control.isVisible())) return 0
  const kind = await control.evaluate((each) => each.getAttribute("type") ?? each.tagName)
  if (kind === "SELECT") {
    const label = await control.locator("option", { hasText: answer }).first().innerText()
    await control.selectOption({ label })
  } else if (kind === "checkbox" || kind === "radio") await control.check()
  else await control.fill(answer)
  return 1
}

function placeOf(main: Locator, name: RegExp): Locator {
  return main.locator(".upload-part").filter({ has: main.page().getByRole("heading", { name }) })
}

/** Chooses one of the answers to a document request other than a file. */
async function say(main: Locator, name: RegExp, words: string): Promise<number> {
  const place = placeOf(main, name)
  if (!(await place.isVisible())) return 0
  await place.getByLabel(words).check()
  return 1
}

async function upload(main: Locator, name: RegExp, file: string): Promise<number> {
  const place = placeOf(main, name)
  const sent = place.locator(".file-name", { hasText: file })
  if (!(await place.isVisible()) || (await sent.count()) > 0) return 0
  const buffer = sampleDocx()
  const box = place.getByLabel("Choose files")
  if (!(await box.isVisible()))
    await place
      .locator("summary, label", { hasText: /Add\s*$/ })
      .first()
      .click()
  await box.setInputFiles({ name: file, mimeType: "application/octet-stream", buffer })
  const send = place.getByRole("button", { name: "Upload" })
  if (await send.isVisible()) await send.click()
  await sent.first().waitFor({ state: "attached" })
  return 1
}
