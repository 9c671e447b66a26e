import { type Language, localeOf } from "../../../definition/text.ts"

const units = ["byte", "kilobyte", "megabyte"] as const

/** A file's size with its unit, without a line break: `640 kB`, `1.2 MB`. */
export function displaySize(bytes: number, lang: Language): string {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const format = new Intl.NumberFormat(localeOf(lang), {
    style: "unit",
    unit: units[power],
    // The short form of "bytes" is "byte", even in the plural.
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 2 ? 1 : 0,
  })
  return format.format(bytes / 1_000 ** power).replaceAll(" ", "\u00A0")
}
