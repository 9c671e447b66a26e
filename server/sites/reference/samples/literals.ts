/** How a programming language writes the values of JSON. */
interface Notation {
  key: (name: string) => string
  words: { null: string; true: string; false: string }
  indent: string
}

export const typescript: Notation = {
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)),
  words: { null: "null", true: "true", false: "false" },
  indent: "  ",
}

export const python: Notation = {
  key: JSON.stringify,
  words: { null: "None", true: "True", false: "False" },
  indent: "    ",
}

/** Returns the value as a literal; all its lines but the first begin with `before`. */
export function literalOf(value: unknown, notation: Notation, before: string): string {
  const within = before + notation.indent
  if (Array.isArray(value))
    return listOf(
      "[]",
      before,
      within,
      value.map((one) => literalOf(one, notation, within)),
    )
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
    return listOf(
      "{}",
      before,
      within,
      entries.map(([name, one]) => `${notation.key(name)}: ${literalOf(one, notation, within)}`),
    )
  }
  if (value === null || typeof value === "boolean")
    return notation.words[String(value) as keyof Notation["words"]]
  return JSON.stringify(value)
}

function listOf([open, close]: string, before: string, within: string, parts: string[]): string {
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${within}${part},\n`).join("")}${before}${close}`
}
