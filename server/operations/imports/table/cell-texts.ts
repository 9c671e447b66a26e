// What a cell means where a program wrote it in its own way: codes of HTML, and whole numbers with a decimal point. Pure.
import type { ImportField } from "../fields.ts"

/** From U+00A0 on, in order (HTML 4.01, section 24.2). */
const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc " +
  "Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc " +
  "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

const named = new Map<string, string>([
  ...latin1.split(" ").map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", ndash: "–", mdash: "—", lsquo: "‘" }),
  ...Object.entries({ rsquo: "’", ldquo: "“", rdquo: "”", hellip: "…", euro: "€", bull: "•", trade: "™" }),
  ...Object.entries({ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ" }),
])

/** The text with its codes of HTML as characters: “O&#039;Neil”, “Jos&eacute;”; codes that HTML does not have stay. */
export function withoutHtml(text: string): string {
  const decode = (code: string, name: string) => named.get(name) ?? characterOf(name) ?? code
  const once = text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});/g, decode)
  // Some programs write the codes of codes: “&amp;#039;”.
  return once === text ? text : once.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/g, decode).trim()
}

function characterOf(name: string): string | undefined {
  const [, hex, digits] = /^#(?:[xX]([0-9a-fA-F]+)|(\d+))$/.exec(name) ?? []
  const point = hex ? Number.parseInt(hex, 16) : Number(digits ?? Number.NaN)
  const isText = point >= 0xa0 || (point >= 0x20 && point < 0x7f) || point === 0x0a
  return isText && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)
    ? String.fromCodePoint(point)
    : undefined
}

const ofDigits: ReadonlySet<ImportField> = new Set<ImportField>([
  ...([
    "phone",
    "home_phone",
    "work_phone",
    "spouse_phone",
    "postal_code",
    "file_number",
    "reference",
  ] as const),
])

/** Whether the field holds a number that is a name, as a phone's, which data programs write as `2025550117.0`. */
export function isNumberedField(field: ImportField | null): boolean {
  return field !== null && ofDigits.has(field)
}

/** `2025550117.0` is 2025550117, unless its column has numbers such as 2024.10. */
export function wholeNumber(text: string): string {
  return /^\d{1,20}\.0{1,6}$/.test(text) ? text.slice(0, text.indexOf(".")) : text
}

export function isDecimal(text: string): boolean {
  return /^\d{1,20}\.\d{1,20}$/.test(text) && !/\.0+$/.test(text)
}
