// The text between the braces as its author meant it. Word and web pages put spaces and invisible characters there, and
// Word splits the text wherever its formatting changes.

interface Token {
  type: string
  position?: string
  value?: string
}

/** A docxtemplater module that cleans the text of each tag before it is read. */
export const cleanTags = {
  name: "foyer/clean-tags",
  preparse(tokens: Token[]) {
    let inside: Token[] | undefined
    for (const token of tokens) {
      if (token.type === "delimiter" && token.position === "start") inside = []
      else if (token.type === "delimiter") {
        clean(inside ?? [])
        inside = undefined
      } else if (token.type === "content" && token.position === "insidetag") inside?.push(token)
    }
    return tokens
  },
}

function clean([first, ...others]: Token[]): void {
  if (!first) return
  first.value = tagText([first, ...others].map(({ value = "" }) => value).join(""))
  for (const other of others) other.value = ""
}

/** `# children ` becomes `#children`; a single space between two words stays. */
export function tagText(typed: string): string {
  const words = typed
    .replace(/\p{Cf}/gu, "")
    .split(/\s+/u)
    .filter(Boolean)
  const text = words.join(" ")
  return /^[#^/@] /.test(text) ? text[0] + text.slice(2) : text
}
