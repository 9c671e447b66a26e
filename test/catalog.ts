// All the portal's wording, the way a translator would list it: one entry for each sentence, in both languages.
import { faultSentences } from "../server/definition/faults/fault-sentences.ts"
import type { Language } from "../server/definition/text.ts"
import { copyWords } from "../server/intake/submissions/copy/copy-words.ts"
import { en } from "../server/web/portal/words/en.ts"
import { es } from "../server/web/portal/words/es.ts"

type Catalog = Record<Language, unknown>

/** Placeholder for a value in a sentence; occurs in no sentence. */
const gap = "§"

/** Every catalog, by reader or place. */
export function readCatalogs(): Record<string, Catalog> {
  return {
    "what clients read": { en: en(), es: es() },
    "what helpers read": { en: en(gap), es: es(gap) },
    faults: byLanguage(faultSentences),
    "copy.pdf": copyWords,
  }
}

function byLanguage(sentences: Record<string, Record<Language, string>>): Catalog {
  const of = (language: Language) =>
    Object.fromEntries(Object.entries(sentences).map(([code, each]) => [code, each[language]]))
  return { en: of("en"), es: of("es") }
}

/** One language's sentences by key, with gaps for values, and with 1 and 2 for counts. */
export function sentencesOf(words: unknown, path = ""): Record<string, string[]> {
  if (typeof words === "string") return { [path]: [words.replace(/\{\w+\}/g, gap)] }
  if (typeof words === "function") {
    return { [path]: say(words as (...values: unknown[]) => unknown) }
  }
  if (typeof words !== "object" || words === null) return {}
  return Object.assign(
    {},
    ...Object.entries(words).map(([key, value]) => sentencesOf(value, path ? `${path}.${key}` : key)),
  )
}

/** One language's sentences that depend on a count, as functions of it; of several counts, the others are 9. */
export function countedSentencesOf(
  words: unknown,
  path: string,
): { key: string; of: (count: number) => string }[] {
  if (typeof words === "function") {
    const names = /^\(?([^)=]*)\)? =>/.exec(String(words))?.[1]?.split(", ") ?? []
    return names
      .filter((name) => counts.includes(name))
      .map((varied) => ({
        key: `${path} ${varied}`,
        of: (count) =>
          String(words(...names.map((name) => (name === varied ? count : counts.includes(name) ? 9 : gap)))),
      }))
  }
  if (typeof words !== "object" || words === null) return []
  return Object.entries(words).flatMap(([key, value]) => countedSentencesOf(value, `${path}.${key}`))
}

const counts = ["count", "open", "told", "added"]

function say(sentence: (...values: unknown[]) => unknown): string[] {
  const values = [gap, [gap], 1, 2]
  const attempts = [
    ...values.map((value) => [value, value, value]),
    [2, 0],
    [gap, undefined],
    [undefined, gap],
  ]
  const said = attempts.flatMap((given) => {
    try {
      return [String(sentence(...given))]
    } catch {
      // The function takes another argument: a list or a string.
      return []
    }
  })
  return [...new Set(said)]
}

/** The constant parts of sentences, between the gaps. */
export function piecesOf(words: unknown): string[] {
  const pieces = Object.values(sentencesOf(words)).flatMap((sentences) =>
    sentences.flatMap((sentence) => sentence.split(/§|undefined|\b\d+\b/)),
  )
  return [...new Set(pieces.map((piece) => piece.trim()))].filter((piece) => /\p{L}{2}/u.test(piece))
}
