// What a cell means where a program wrote it in its own way: codes for letters, and whole numbers with a decimal point. Pure.
import { ownValue } from "../../../definition/own-value.ts"
import { normalized } from "../../../definition/values/typed-text.ts"
import type { ImportField } from "../fields.ts"

/** From U+00A0 on, in order, but for letters (HTML 4.01, section 24.2). */
const signs =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest"

const named: Readonly<Record<string, string>> = {
  ...Object.fromEntries(signs.split(" ").map((name, at) => [name, String.fromCharCode(0xa0 + at)])),
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’" },
  ...{ sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", hellip: "…", euro: "€", bull: "•", trade: "™" },
  ...{
    AElig: "Æ",
    aelig: "æ",
    OElig: "Œ",
    oelig: "œ",
    szlig: "ß",
    ETH: "Ð",
    eth: "ð",
    THORN: "Þ",
    thorn: "þ",
  },
  ...{ Oslash: "Ø", oslash: "ø", Lstrok: "Ł", lstrok: "ł", Dstrok: "Đ", dstrok: "đ", inodot: "ı" },
}

const accents: Readonly<Record<string, string>> = {
  ...{ grave: "\u0300", acute: "\u0301", circ: "\u0302", tilde: "\u0303", macr: "\u0304", breve: "\u0306" },
  ...{ dot: "\u0307", uml: "\u0308", ring: "\u030a", dblac: "\u030b", caron: "\u030c", cedil: "\u0327" },
  ogon: "\u0328",
}

const htmlCode = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}\d{0,2}));/g
const block = /<\/?(?:br|p|div|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>/gi
const inline = /<\/?(?:b|i|u|a|em|strong|span|font)(?:\s[^<>]*)?\/?>/gi

/**
 * The text with another program's codes as characters: “O&#039;Neil”, “Jos&eacute;”, “Jos\u00e9”, “O\'Neil”, “<b>Ek</b>”.
 * Codes that nobody knows stay.
 */
export function withoutCodes(text: string): string {
  if (!/[&<\\]/.test(text)) return text
  // Some programs write the codes of codes: “&amp;#039;”.
  const plain = decoded(decoded(text))
    .replace(/\\u([0-9a-fA-F]{4})/g, (code, hex) => character(Number.parseInt(hex, 16)) ?? code)
    .replace(/\\(?=['"])/g, "")
    .replace(block, "\n")
    .replace(inline, "")
  return plain === text ? text : plain.replace(/\s{0,9}\n\s{0,9}/g, "\n").trim()
}

function decoded(text: string): string {
  return text.replace(htmlCode, (code, digits?: string, hex?: string, name?: string) => {
    if (name) return ownValue(named, name) ?? accented(name) ?? code
    return character(hex ? Number.parseInt(hex, 16) : Number(digits)) ?? code
  })
}

/** `eacute` is é, and `Ccaron` is Č. */
function accented(name: string): string | undefined {
  const composed = normalized(`${name.slice(0, 1)}${ownValue(accents, name.slice(1)) ?? "?"}`, "NFC")
  return composed.length === 1 ? composed : undefined
}

/** As browsers read the number of a character: those of control characters are meant in Windows-1252. */
function character(point: number): string | undefined {
  const isControl = point < 0xa0 && point >= 0x7f
  if (isControl) return new TextDecoder("windows-1252").decode(Uint8Array.of(point))
  const isText = point >= 0x20 || point === 0x0a
  return isText && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)
    ? String.fromCodePoint(point)
    : undefined
}

/** Whether something in the text looks like a code. */
export function hasCode(text: string): boolean {
  return text.search(htmlCode) >= 0
}

const ofDigits: ReadonlySet<ImportField | null> = new Set(["postal_code", "file_number", "reference"])

/** Whether the field holds a number that is a name, which data programs write as `1042.0`. Phones are read so everywhere. */
export function isNumberedField(field: ImportField | null): boolean {
  return ofDigits.has(field)
}

/** `1042.0` is 1042, unless its column has numbers such as 2024.10. */
export function wholeNumber(text: string): string {
  return text.replace(/^(\d{1,20})\.0{1,20}$/, "$1")
}

export function isDecimal(text: string): boolean {
  return /^\d{1,20}\.\d{1,20}$/.test(text) && !/\.0+$/.test(text)
}
