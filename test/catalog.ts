// All words of the portal, as a translator would list them: one entry for each sentence, in both languages.
import { faultSentences } from "../server/definition/fault-sentences.ts"
import type { Language } from "../server/definition/text.ts"
import { en } from "../server/portal/words/en.ts"
import { es } from "../server/portal/words/es.ts"
import { copyWords } from "../server/submissions/copy-words.ts"

type Catalog = Record<Language, unknown>

/** Stands for what is put into a sentence: no sentence has it. */
const gap = "§"

/** Every catalog, by who reads it or where it stands. */
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

/** The sentences of one language by their keys; what is put in stands as a gap, and what counts says 1 and 2. */
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
      // It takes something else: a list, or a text.
      return []
    }
  })
  return [...new Set(said)]
}

/** The parts of sentences that are always there: what stands between the gaps. */
export function piecesOf(words: unknown): string[] {
  const pieces = Object.values(sentencesOf(words)).flatMap((sentences) =>
    sentences.flatMap((sentence) => sentence.split(/§|undefined|\b\d+\b/)),
  )
  return [...new Set(pieces.map((piece) => piece.trim()))].filter((piece) => /\p{L}{2}/u.test(piece))
}
