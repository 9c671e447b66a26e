export interface Block {
  /** The heading, if the block has one. */
  title?: string
  paragraphs: string[]
}

/**
 * Splits a text into blocks for display: blank lines separate paragraphs, and lines that begin with `#` are headings.
 */
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
