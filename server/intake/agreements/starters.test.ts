// Starter texts: complete in both languages, and hidden from clients until the firm has adapted them.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { hasPlaceholders, listAgreements, max_text_length } from "./agreements.ts"
import { blocksOf } from "./blocks.ts"
import { listStarters } from "./starters.ts"

const service = provideService()

test("each starter has the same structure in both languages, and begins with a note to adapt it", () => {
  const starters = listStarters()
  assertEach(starters, ({ title }) => title.en, ["Engagement letter", "Notice of joint representation"])
  for (const { title, text, rules } of starters) {
    assert.ok(title.es && title.es !== title.en)
    assert.match(text.en, /^\[\[For the firm: this is a starting point, not legal advice\./)
    assert.match(text.es, /^\[\[Para el despacho: este texto es un punto de partida, no asesoría legal\./)
    const [en, es] = [blocksOf(text.en), blocksOf(text.es)]
    assert.ok(en.length >= 8)
    assertEach(
      en,
      ({ paragraphs }) => paragraphs.length,
      es.map(({ paragraphs }) => paragraphs.length),
    )
    const countPlaceholders = (words: string) => words.match(/\[\[/g)?.length
    assert.equal(countPlaceholders(text.en), countPlaceholders(text.es))
    assert.ok(text.en.length < max_text_length && !rules.is_active)
    assert.equal(rules.only_for_two, title.en === "Notice of joint representation")
  }
})

test("a firm can save a starter unchanged, but can activate it only after replacing all placeholders", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const offered = (await staff("GET", "/console/settings/agreements/new")).text
  assert.match(offered, /href="\/console\/settings\/agreements\/new\?starter=engagement"/)
  const url = "/console/settings/agreements/new?starter=joint-representation"
  const { text: page } = await staff("GET", url)
  assert.match(page, /A starting point, not legal advice/)
  assert.match(page, /value="Aviso de representación conjunta"/)
  assert.doesNotMatch(page, /name="is_active"[^>]*checked/)
  const starter = listStarters()[1] ?? assert.fail()
  const form = (text: { en: string; es: string }, more: Record<string, string> = {}) => ({
    ...{ title_en: starter.title.en, title_es: starter.title.es, text_en: text.en, text_es: text.es },
    ...{ by_both: "true", ...more },
  })
  const refused = await staff("POST", url, form(starter.text, { is_active: "true" }))
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Replace or remove everything in \[\[double brackets\]\]/)
  assert.equal((await staff("POST", url, form(starter.text))).status, 303)
  const adapt = (words: string) => words.replace(/\[\[[\s\S]*?\]\]/g, "Hartwell")
  const adapted = { en: adapt(starter.text.en), es: adapt(starter.text.es) }
  assert.equal(hasPlaceholders({ title: starter.title, text: adapted }), false)
  assert.equal((await staff("POST", url, form(adapted, { is_active: "true" }))).status, 303)
  const stored = await firm.run(listAgreements)
  assertEach(stored, (agreement) => [agreement.is_active, hasPlaceholders(agreement)], [
    [true, false],
    [false, true],
  ])
})
