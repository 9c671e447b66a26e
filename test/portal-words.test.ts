// The portal's wording as a whole: both languages, one catalog, and no word that blames the client.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { countedSentencesOf, readCatalogs, sentencesOf } from "./catalog.ts"

const catalogs = readCatalogs()

test("every sentence exists in English and Spanish, and takes the same values", () => {
  assert.ok(Object.keys(sentencesOf(catalogs["what clients read"]?.en)).length > 500)
  for (const [name, { en, es }] of Object.entries(catalogs)) {
    const [english, spanish] = [sentencesOf(en), sentencesOf(es)]
    assert.ok(Object.keys(english).length > 10, name)
    assert.deepEqual(Object.keys(spanish).toSorted(), Object.keys(english).toSorted(), name)
    for (const [key, sentences] of Object.entries(english)) {
      const other = spanish[key] ?? []
      // Without inserted values, identical text in both languages means that a translation is missing.
      const isSame = sentences[0] === other[0] && !alike.includes(sentences[0] ?? "")
      assert.ok(!isSame || !/\p{L}{3}/u.test(sentences[0] ?? ""), `${name} ${key}: ${other[0]}`)
      assert.ok(
        (other[0] ?? "").trim() !== "" || (sentences[0] ?? "").trim() === "",
        `${name} ${key} is blank`,
      )
      assert.equal(other[0]?.split("§").length, sentences[0]?.split("§").length, `${name} ${key}`)
    }
  }
})

/** Words that are the same in both languages. */
const alike = ["Error: ", "No", "fax", "§", "§: §"]

test("a sentence about a count says the count, and speaks of one thing and of several as it should", () => {
  const counted = Object.entries(catalogs).flatMap(([name, languages]) =>
    Object.values(languages).flatMap((catalog) => countedSentencesOf(catalog, name)),
  )
  assert.ok(counted.length > 40, String(counted.length))
  for (const { key, of } of counted) {
    // Said only of limits that are larger.
    if (/\.(handover\.days|max_characters_hint) count$/.test(key)) continue
    for (const count of [2, 7])
      assert.match(of(count), count === 2 ? /2|two|both|dos|ambos|las dos/i : /7/, `${key}: ${of(count)}`)
    assert.doesNotMatch(
      of(1),
      /\b(?:1|one|una?) (?:of )?\p{L}{3,}s\b|\ball 1\b|\b1 are\b/iu,
      `${key}: ${of(1)}`,
    )
  }
})

test("no sentence calls an answer or its author invalid", () => {
  for (const [name, catalog] of Object.entries(catalogs))
    for (const [key, sentences] of Object.entries({
      ...sentencesOf(catalog.en, "en"),
      ...sentencesOf(catalog.es, "es"),
    }))
      assert.doesNotMatch(
        sentences.join(" "),
        /invalid|inv[aá]lid|no (?:es )?v[aá]lid|incorrect|illegal|ilegal|forbidden|prohibid/i,
        `${name} ${key}`,
      )
})

test("all the portal's wording is in its catalogs", () => {
  const files = globSync("server/**/portal/**/*.{ts,tsx}").filter(
    (file) => !/\/words\/|\/preview\/|\.test\./.test(file),
  )
  assert.ok(files.length > 60)
  const said = files.flatMap((file) => {
    const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    const inElements = [...text.matchAll(/[\w"'}]>\s*([A-Z][a-z]+(?: [\w’,]+){2,}[.?!]?)\s*</g)]
    const inTexts = [...text.matchAll(/(?<!throw .*)["`]([A-Z][a-z]+(?: [\w’,${}]+){3,}[.?!])["`]/g)]
    return [...inElements, ...inTexts]
      .filter((found) => !isForPrograms(text, found.index))
      .map(([, sentence]) => `${file}: ${sentence}`)
  })
  assert.deepEqual(said, [])
})

/** Failure details are for programmers; the page shows its own sentence. */
function isForPrograms(text: string, at: number): boolean {
  return /(Error|super|Failure|conflict|notFound|badRequest)\([^)]*$|detail = $|message = $/.test(
    text.slice(Math.max(0, at - 120), at + 1),
  )
}
