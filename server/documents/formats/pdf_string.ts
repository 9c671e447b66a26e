const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }

/** The bytes of the hexadecimal or literal string that follows `name` (ISO 32000-2, 7.3.4); `text` is Latin-1. */
export function readPdfString(text: string, name: RegExp): Buffer | undefined {
  const found = name.exec(text)
  if (found === null) return undefined
  const start = found.index + found[0].length
  const hex = /^<([0-9A-Fa-f\s]*)>/.exec(text.slice(start))?.[1]
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ""), "hex")
  return text[start] === "(" ? readLiteral(text, start + 1) : undefined
}

/** Up to the parenthesis that closes it; those within come in pairs or behind a backslash. */
function readLiteral(text: string, start: number): Buffer | undefined {
  let value = ""
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const letter = text[at] ?? ""
    if (letter === "\\") {
      const [whole = "", octal, lineEnd, other = ""] =
        /^\\(?:([0-7]{1,3})|(\r\n|\r|\n)|([\s\S]))/.exec(text.slice(at, at + 4)) ?? []
      if (octal !== undefined) value += String.fromCharCode(Number.parseInt(octal, 8) & 255)
      else if (lineEnd === undefined) value += escapes[other] ?? other
      at += whole.length - 1
      continue
    }
    if (letter === "(") depth += 1
    if (letter === ")") depth -= 1
    if (depth === 0) return Buffer.from(value, "latin1")
    value += letter
  }
  return undefined
}
