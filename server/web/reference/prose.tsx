import type { ComponentChildren } from "preact"

/** Renders our own texts: paragraphs separated by an empty line, with `code` and **strong** words. */
export function Prose({ text, inline = false }: { text: string; inline?: boolean }) {
  if (inline) return <>{wordsOf(text)}</>
  return (
    <>
      {text.split(/\n\n+/).map((paragraph) => (
        <p key={paragraph}>{wordsOf(paragraph)}</p>
      ))}
    </>
  )
}

function wordsOf(text: string): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>
    if (part.startsWith("**")) return <strong key={index}>{part.slice(2, -2)}</strong>
    return part
  })
}
