import { marked } from "marked"

/** Renders our own texts, which are Markdown: paragraphs, or the words of one. */
export function Prose({ text, inline = false }: { text: string; inline?: boolean }) {
  if (inline) return <span dangerouslySetInnerHTML={{ __html: marked.parseInline(text, { async: false }) }} />
  return <div dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }} />
}
