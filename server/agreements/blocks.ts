export interface Block {
  /** A heading of its own, where the text has one here. */
  title?: string
  paragraphs: string[]
}

/** A text as it is shown: paragraphs between empty lines, and lines that begin with `#` as headings above them. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const part of text.split(/\n[ \t]*\n/).map((each) => each.trim())) {
    const [, title, rest = ""] = /^#+[ \t]+([^\n]+)([\s\S]*)$/.exec(part) ?? []
    if (title !== undefined) blocks.push({ title: title.trim(), paragraphs: [] })
    const paragraph = title === undefined ? part : rest.trim()
    if (paragraph === "") continue
    const last = blocks.at(-1)
    if (last) last.paragraphs.push(paragraph)
    else blocks.push({ paragraphs: [paragraph] })
  }
  return blocks
}
