// A template filled with a matter. What a matter does not say is marked in the document and named beside it: a gap is
// never silent.
import type { DXT } from "docxtemplater"
import { fillFile, type Part } from "./word-file.ts"

export type Value = string | boolean | Values | readonly Values[]
export interface Values {
  readonly [name: string]: Value
}

export interface Filled {
  docx: Buffer
  /** Fields that are empty in this matter, each by its name and the lists it stands in. */
  gaps: string[]
}

/** Fills a template that was found without faults. */
export async function fillTemplate(file: Buffer, values: Values): Promise<Filled> {
  const gaps = new Set<string>()
  const markGap = (name: string, lists: readonly string[] = []) => {
    gaps.add([...lists, name].join(" › "))
    return `[${name}: not given]`
  }
  const parser = (tag: string) => ({
    get(scope: unknown, { meta, scopePath }: DXT.ParserContext) {
      const value = find(scope, tag)
      const isPlain = (meta.part as Part).module !== "loop"
      return value === "" && isPlain ? markGap(tag, scopePath) : value
    },
  })
  const docx = await fillFile(file, values, parser, (part) =>
    part.module === "loop" ? [] : markGap(part.value),
  )
  return { docx, gaps: [...gaps] }
}

/** Own properties only: a template reaches what it is given, and nothing behind it. */
function find(scope: unknown, name: string): unknown {
  let value = scope
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Values)[part]
  }
  return value
}
