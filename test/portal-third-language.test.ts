// Tests what an additional language needs with one generated from English: another script, longer words, right to left,
// and Arabic numerals in dates, counts, and sizes. It replaces Spanish, in this process alone. Of each kind of page, a
// browser looks at one, with everything filled in.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { faultSentences } from "../server/definition/faults/fault-sentences.ts"
import { yesOrNoWords } from "../server/definition/kinds/choices.ts"
import { maritalWords } from "../server/definition/people/marital-status.ts"
import { relationships } from "../server/definition/people/relationships.ts"
import { languages } from "../server/definition/text.ts"
import { familyWords } from "../server/intake/contacts/family/words.ts"
import { fieldLabels } from "../server/intake/submissions/missing/missing-sentences.ts"
import { wordsIn } from "../server/web/portal/words/words.ts"
import { piecesOf, readCatalogs } from "./catalog.ts"
import { fillIn } from "./contract/sample-firm.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTallControls } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { bilingual, type SampleParts, sampleDefinition } from "./harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { findPhrases, readVisibleText } from "./harness/visible-text.ts"

const alphabet = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"

// Collected before the replacement: the sentences that no page may show.
const findKnown = findPhrases(
  Object.values(readCatalogs()).flatMap(({ en, es }) => [...piecesOf(en), ...piecesOf(es)]),
)
speak()

const opened = await openServiceAndBrowser()
const { service } = opened
let started: PortalIntake
let sent: PortalIntake

before(async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const define = (ids: SampleParts) => bilingual(sampleDefinition(ids))
  started = await newPortalIntake(service, firm, { define })
  sent = await newPortalIntake(service, firm, { define })
  await fillIn(service, sent)
})

test("every page reads right to left and shows only the catalog's wording, with the language's numerals", async () => {
  const said: string[] = []
  const known_words = new Set<string>()
  const walk = async ({ ada }: PortalIntake, options: { of_each: number }) => {
    const page = await openPageOf(opened, ada.cookies, { width: 360, height: 640 })
    const { patterns, broken } = await crawl(page, {
      ...options,
      start: `${service.base_url}/portal?lang=es`,
      prefix: "/portal",
      read: (html, pattern) => {
        assert.match(html, /<html[^>]* dir="rtl"/, pattern)
        const texts = readVisibleText(html)
        said.push(...texts)
        for (const text of findKnown(texts)) known_words.add(`${pattern}: ${text}`)
      },
      req: () => look(page),
    })
    assert.deepEqual(broken, [])
    assert.ok(patterns.length > 20)
  }
  await walk(started, { of_each: 0 })
  await walk(sent, { of_each: 1 })
  assert.deepEqual([...known_words], [])
  // Clients' input stays as typed.
  for (const numeral of [/[٠-٩] [\u0600-\u06ff]+ [٠-٩]{4}/, /٪|%/]) assert.match(said.join("\n"), numeral)
})

function speak(): void {
  languages.es = { name: "العربية", locale: "ar-EG", direction: "rtl" }
  Object.assign(wordsIn("es"), foreign(wordsIn("en")))
  for (const sentences of Object.values(faultSentences)) sentences.es = inOtherScript(sentences.en)
  for (const words of [maritalWords, familyWords, fieldLabels, yesOrNoWords])
    Object.assign(words.es, foreign(words.en))
  for (const each of relationships) Object.assign(each, { short_es: inOtherScript(each.short) })
}

/** The same catalog in another script; values inserted into sentences are converted too. */
function foreign(words: unknown): unknown {
  if (typeof words === "string") return inOtherScript(words)
  if (typeof words === "function") return (...values: unknown[]) => foreign(words(...values))
  if (Array.isArray(words)) return words.map(foreign)
  if (typeof words !== "object" || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, foreign(value)]))
}

/** Makes text a third longer, like many languages; `{placeholders}` stay. */
function inOtherScript(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]+/g, (word) => {
    if (word.startsWith("{")) return word
    const turned = [...word].map((character) => alphabet[(character.codePointAt(0) ?? 0) % alphabet.length])
    return [...turned, ...turned.slice(0, Math.ceil(word.length / 3))].join("")
  })
}

async function look(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  await expectTallControls(page)
  await expectControlsAligned(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 360, height: 640 })
}

/** Checks that numbers and addresses are typed left to right, everything else right to left, aligned to the right. */
async function expectControlsAligned(page: Page): Promise<void> {
  const astray = await page.evaluate(() => {
    const isLeftToRight = (control: HTMLElement) =>
      control.matches("[type=email], [type=tel], [type=url], [inputmode=numeric], [inputmode=decimal]")
    return [...document.querySelectorAll<HTMLElement>(".input")]
      .filter((control) => {
        const { direction, textAlign } = getComputedStyle(control)
        return textAlign !== "right" || direction !== (isLeftToRight(control) ? "ltr" : "rtl")
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })
  assert.deepEqual(astray, [], page.url())
}
