import { normalized } from "./typed-text.ts"

/** A text in plain lower-case letters and digits, as names in files and URLs have them; empty if it has none. */
export function plainName(text: string, separator: "_" | "-"): string {
  const plain = normalized(text, "NFD").replace(/\p{M}/gu, "").toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  return words.join(separator).slice(0, 60).replace(/[_-]$/, "")
}
