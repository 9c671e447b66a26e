import fc from "fast-check"
import { anyCharacter } from "../harness/any-character.ts"

/** Text no person would write. */
export const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "NaN",
    "null",
    "true",
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "99999-01-01",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
    "toString",
    "' or 1=1 --",
    "%",
    "\\",
    "\r\nX: y",
    "𝕏".repeat(300),
    "9".repeat(400),
    "a@b.c",
    "http://[",
  ),
)

/** Text in a URL, escaped correctly or not. */
export const inAddress = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom(..."%&=+;:@,[]{}$!'()*~.-_aZ09"), maxLength: 30 }),
)

/** The body with a value replaced, added, or removed anywhere. */
export function mutated(body: Record<string, unknown>): fc.Arbitrary<unknown> {
  const paths = pathsOf(body)
  return fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom("replace", "remove", "add"), oddText, anyJson)
    .map(([path, how, name, value]) => {
      const copy = structuredClone(body)
      const parent = path
        .slice(0, -1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
      const last = path.at(-1)
      if (last === undefined) return how === "replace" ? value : { ...copy, [name]: value }
      const record = parent as Record<string, unknown>
      if (how === "replace") record[last] = value
      else if (how === "remove") delete record[last]
      else if (Array.isArray(record)) record.push(value)
      else record[name] = value
      return copy
    })
}

export const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), oddText, fc.double(), fc.bigInt().map(Number))

function pathsOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...at, key]))]
}
