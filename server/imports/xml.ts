import { Parser } from "saxen"

interface Handlers {
  open?: (element: string, attributes: Record<string, string>) => void
  /** A piece of text, and the element it is in. */
  text?: (text: string, inside: string) => void
  close?: (element: string) => void
}

/**
 * Reads XML element by element, without namespaces' prefixes; throws for XML that is not well-formed. Entities that a
 * document declares itself, which could grow without limit, are not read.
 */
export function readXml(xml: string, { open, text, close }: Handlers): void {
  if (xml === "") return
  const path: string[] = []
  const add = (part: string) => text?.(part, path.at(-1) ?? "")
  new Parser()
    .on("openTag", (name, attributes, decode) => {
      const element = localName(name)
      path.push(element)
      if (!open) return
      const read = Object.entries(attributes()).map(([key, value]) => [key, decode(value)] as const)
      open(element, Object.fromEntries(read))
    })
    .on("text", (part, decode) => add(decode(part)))
    .on("cdata", add)
    .on("closeTag", (name) => {
      path.pop()
      close?.(localName(name))
    })
    .on("error", (error) => {
      throw error
    })
    .parse(xml)
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1)
}
