const named = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" } as const
const decode = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: keyof typeof named) => named[name])

const tagsAndText = /<!--.*?-->|<(\/?)([a-z][\w-]*)((?:[^"<>]|"[^"]*")*)>|[^<]+/gis
const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|!doctype)$/i

/** Every text of a page that users see or hear, including title and labels; without text marked as English. */
export function readVisibleText(html: string): string[] {
  const texts: string[] = []
  const open: { name: string; isSilent: boolean }[] = []
  const isSilent = () => open.at(-1)?.isSilent ?? false
  for (const [text, slash, name, attributes = ""] of html.matchAll(tagsAndText)) {
    if (name === undefined) {
      if (!text.startsWith("<") && !isSilent()) texts.push(decode(text))
    } else if (slash) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at >= 0) open.length = at
    } else {
      for (const [, value = ""] of attributes.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g))
        texts.push(decode(value))
      if (empty.test(name) || attributes.endsWith("/")) continue
      open.push({
        name,
        isSilent: isSilent() || /^(script|style)$/.test(name) || /\slang="en"/.test(attributes),
      })
    }
  }
  return texts.map((text) => text.trim()).filter((text) => text !== "")
}

/** Finds the texts that contain one of the pieces: a short piece as the entire text, a longer one anywhere. */
export function findPhrases(pieces: readonly string[]): (texts: readonly string[]) => string[] {
  const whole = new Set(pieces)
  const long = pieces.filter((piece) => piece.length > 11 && piece.includes(" "))
  // Pages repeat most of their texts.
  const known = new Map<string, boolean>()
  const isFound = (text: string) =>
    known.get(text) ?? (whole.has(text) || long.some((piece) => text.includes(piece)))
  return (texts) =>
    texts.filter((text) => {
      const found = isFound(text)
      known.set(text, found)
      return found
    })
}
