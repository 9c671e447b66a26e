// All words of the portal, as a translator would list them: one entry for each sentence, in both languages.
import { globSync } from "node:fs"
import { dirname, join } from "node:path"
import { faultSentences } from "../server/answers/fault-sentences.ts"
import type { Language } from "../server/questionnaires/text.ts"
import { copyWords } from "../server/submissions/copy-words.ts"

type Catalogue = Record<Language, unknown>

const root = dirname(import.meta.dirname)
/** Stands for what is put into a sentence: no sentence has it. */
const gap = "§"

/** Every catalogue, by where it is kept. */
export async function readCatalogues(): Promise<Record<string, Catalogue>> {
  const files = globSync("server/portal/words/*.ts", { cwd: root }).toSorted()
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(join(root, file))) as Record<string, unknown>] as const),
  )
  const exported = modules.flatMap(([file, module]) =>
    Object.values(module)
      .filter((value): value is Catalogue => isCatalogue(value))
      .map((value) => [file, value] as const),
  )
  const frame = Object.assign({}, ...modules.map(([, module]) => module)) as Catalogue
  return {
    "en.ts, es.ts": { en: frame.en, es: frame.es },
    ...Object.fromEntries(exported),
    faults: byLanguage(faultSentences),
    "copy.pdf": copyWords,
  }
}

function isCatalogue(value: unknown): value is Catalogue {
  return typeof value === "object" && value !== null && "en" in value && "es" in value
}

function byLanguage(sentences: Record<string, Record<Language, string>>): Catalogue {
  const of = (language: Language) =>
    Object.fromEntries(Object.entries(sentences).map(([code, each]) => [code, each[language]]))
  return { en: of("en"), es: of("es") }
}

/** The sentences of one language by their keys; what is put in stands as a gap, and what counts says 1 and 2. */
export function sentencesOf(words: unknown, path = ""): Record<string, string[]> {
  if (typeof words === "string") return { [path]: [words.replace(/\{\w+\}/g, gap)] }
  if (typeof words === "function") {
    const about = wholeAbout(words as (name: string) => unknown)
    return about ? sentencesOf(about, path) : { [path]: say(words as (...values: unknown[]) => unknown) }
  }
  if (typeof words !== "object" || words === null) return {}
  return Object.assign(
    {},
    ...Object.entries(words).map(([key, value]) => sentencesOf(value, path ? `${path}.${key}` : key)),
  )
}

function say(sentence: (...values: unknown[]) => unknown): string[] {
  const values = [gap, [gap], 1, 2]
  const tries = [...values.map((value) => [value, value, value]), [2, 0], [gap, undefined], [undefined, gap]]
  const said = tries.flatMap((given) => {
    try {
      return [String(sentence(...given))]
    } catch {
      // It takes something else: a list, or a text.
      return []
    }
  })
  return [...new Set(said)]
}

/** A whole catalogue that is made for a name. */
function wholeAbout(words: (name: string) => unknown): object | undefined {
  try {
    const made = words(gap)
    return typeof made === "object" && made !== null ? made : undefined
  } catch {
    // A sentence that takes something else.
    return undefined
  }
}

/** The parts of sentences that are always there: what stands between the gaps. */
export function piecesOf(words: unknown): string[] {
  const pieces = Object.values(sentencesOf(words)).flatMap((sentences) =>
    sentences.flatMap((sentence) => sentence.split(/§|undefined|\b\d+\b/)),
  )
  return [...new Set(pieces.map((piece) => piece.trim()))].filter((piece) => /\p{L}{2}/u.test(piece))
}
