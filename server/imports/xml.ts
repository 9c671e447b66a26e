import { setImmediate } from "node:timers/promises"
import { Parser } from "saxen"

interface Handlers {
  open?: (element: string, attributes: Record<string, string>) => void
  /** A piece of text, and the element it is in. */
  text?: (text: string, inside: string) => void
  close?: (element: string) => void
}

/**
 * Reads XML element by element, without namespaces' prefixes; throws for XML that is not well-formed. Entities that a
 * document declares itself, which could grow without limit, are not read. Lets other requests run between its pieces.
 */
export async function readXml(xml: string, { open, text, close }: Handlers): Promise<void> {
  if (xml === "") return
  const path: string[] = []
  const add = (part: string) => text?.(part, path.at(-1) ?? "")
  const parser = new Parser()
    .on("openTag", (name, attributes, decode) => {
      const element = localName(name)
      path.push(element)
      if (!open) return
      const read = attributes()
      for (const [key, value] of Object.entries(read)) if (value.includes("&")) read[key] = decode(value)
      open(element, read)
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
  for (let from = 0; from < xml.length; from += piece) {
    parser.write(xml.slice(from, from + piece))
    await setImmediate()
  }
  parser.end()
}

const piece = 256 * 1024

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1)
}
