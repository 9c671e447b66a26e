// How Excel shows a cell's number (ECMA-376 Part 1, §18.8.30–31): as a date, or with the zeros and signs of a ZIP code or
// phone. Pure.

/** Its built-in formats for dates, in Western and in Asian programs. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

export interface NumberFormat {
  id: number
  /** Empty for a built-in format. */
  code: string
}

/** The text in the cell; dates as `YYYY-MM-DD`, which every reader takes. Other numbers have their decimals and percent, without thousands or currency. */
export function shownNumber(stored: string, { id, code }: NumberFormat, is_1904: boolean): string {
  const value = Number(stored)
  if (stored === "" || !Number.isFinite(value)) return stored
  const plain = code.replace(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, "")
  if (isBuiltInDate(id) || /[yd]/i.test(plain)) return dateText(value, is_1904)
  const digits = String(Number(value.toPrecision(15)))
  const template = /^\d+$/.test(digits) ? templateOf(code, value) : undefined
  if (template) return filled(template, digits)
  const [number = ""] = (builtInNumbers[id] ?? plain).split(";")
  const places = /0\.(0{1,15})(?!0)/.exec(number)?.[1]?.length
  if (number.includes("%")) return `${shownIn(value * 100, places)}%`
  return places === undefined ? digits : shownIn(value, places)
}

/** Excel's built-in formats with decimals or percent (§18.8.30), as far as they are shown here. */
const builtInNumbers: Readonly<Record<number, string>> = {
  ...{ 2: "0.00", 4: "#,##0.00", 7: "$#,##0.00", 8: "$#,##0.00", 9: "0%", 10: "0.00%" },
  ...{ 39: "#,##0.00", 40: "#,##0.00", 43: "#,##0.00", 44: "$#,##0.00" },
}

/** File number 2024.10 is stored as 2024.1. Thousands stay together, for whoever reads the text as a number. */
function shownIn(value: number, places = 0): string {
  return Number(value.toPrecision(15)).toFixed(places)
}

function dateText(serial: number, is_1904: boolean): string {
  const days = Math.floor(serial) + (is_1904 ? 1462 : 0)
  // Excel believes that 1900 had a leap day.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000)
  return days < 1 || days > 2_958_465 ? String(serial) : date.toISOString().slice(0, 10)
}

/** The part of the format that only places digits, such as `00000` or `[<=9999999]###-####;(###) ###-####`. */
function templateOf(code: string, value: number): string | undefined {
  const [first = "", second = ""] = code.replace(/\[\$[^[\]]*\]/g, "").split(";")
  const limit = /^\[<=(\d{1,15})\]/.exec(first)
  const section = limit && value > Number(limit[1]) ? second : first.replace(/^\[<=\d{1,15}\]/, "")
  const template = section.replace(/\\(.)|"([^"]*)"/g, (_, escaped = "", quoted = "") => escaped + quoted)
  return /^[0#() +/-]+$/.test(template) && /0{2}|#{2}-|-#{2}/.test(template) ? template : undefined
}

/** Places the digits from the right; zeros stand for missing digits, and `#` for none. */
function filled(template: string, digits: string): string {
  const left = [...digits]
  const placed = [...template].toReversed().map((sign) => {
    if (sign !== "0" && sign !== "#") return sign
    return left.pop() ?? (sign === "0" ? "0" : "")
  })
  return (left.join("") + placed.toReversed().join("")).trim()
}
