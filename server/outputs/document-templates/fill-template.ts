// Fills a template with a matter's data. Missing data is marked in the document and reported, so that no gap goes
// unnoticed.
import type { DXT } from "docxtemplater"
import { inLines } from "../../definition/values/typed-text.ts"
import type { WordParts } from "./archive.ts"
import { type Formattable, splitFormat, written } from "./formats.ts"
import { fillFile, type Part } from "./word-file.ts"

/** An empty text is missing, and zero is not; null is empty by nature, such as a middle name that a person doesn't have. */
export type Value = string | number | boolean | null | Formattable | Values | readonly Values[]
export interface Values {
  readonly [name: string]: Value
}

/** A condition of which neither text is true: its answer is missing, or sensitive and therefore masked. */
export const unknown = { is_unknown: true } as const

export interface FilledTemplate {
  docx: Buffer
  /** Fields that are empty in this matter, each with its name and the lists around it. */
  gaps: string[]
}

/** Fills a template that passed the checks. */
export async function fillParts(file: WordParts, values: Values): Promise<FilledTemplate> {
  const gaps = new Set<string>()
  const markGap = (name: string, lists: readonly string[] = []) => {
    gaps.add([...lists, name].join(" › "))
    return `[${name}: not given]`
  }
  const parser = (tag: string) => ({
    get(scope: unknown, { meta, scopePath }: DXT.ParserContext) {
      const { name, format } = splitFormat(tag)
      const value = find(scope, name)
      const { module, inverted } = meta.part as Part
      const isPlain = module !== "loop"
      if (isUnknown(value)) {
        markGap(name, scopePath)
        return inverted
      }
      if (!isPlain) return value === null ? false : value
      if (value === null) return ""
      if (value === "") return markGap(name, scopePath)
      const given = typeof value === "number" ? String(value) : value
      return isText(given) ? inLines(written(given, format)) : given
    },
  })
  const docx = await fillFile(file, values, parser, (part) =>
    part.module === "loop" ? [] : markGap(splitFormat(part.value).name),
  )
  return { docx, gaps: [...gaps] }
}

/** Values come as JSON from the process of the application. */
function isUnknown(value: unknown): boolean {
  return typeof value === "object" && value !== null && "is_unknown" in value
}

function isText(value: unknown): value is string | Formattable {
  if (typeof value === "string") return true
  return typeof value === "object" && value !== null && ("date" in value || "amount" in value)
}

/** Own properties only: a template can read the given values, and nothing behind them. */
function find(scope: unknown, name: string): unknown {
  let value = scope
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Values)[part]
  }
  return value
}
