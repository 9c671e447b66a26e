import fc from "fast-check"

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any code point, as the unit of a `fc.string`. fast-check's own "binary" first makes a table of a million of them, in
 * every process, which takes a second.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error("No code point.")
    return code < surrogates.first ? code : code - surrogates.count
  },
)
