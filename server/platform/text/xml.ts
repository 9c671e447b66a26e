import { setImmediate } from "node:timers/promises"
import { Parser } from "saxen"

interface Handlers {
  open?: (element: string, attributes: Record<string, string>) => void
  /** A piece of text, and the element it is in. */
  text?: (text: string, inside: string) => void
  close?: (element: string) => void
}

export class XmlRefused extends Error {
  readonly reason: "not_well_formed" | "has_declarations" | "too_deep"
  constructor(reason: XmlRefused["reason"]) {
    super(`The XML is refused: ${reason}.`)
    this.reason = reason
  }
}

/** A table within tables within text boxes has some fifty. */
const max_depth = 250

/**
 * Reads XML element by element, without namespaces' prefixes. Throws `XmlRefused` for XML that is not well-formed, for a
 * document type declaration, whose entities could grow without limit or load something, and for deep nesting. Lets other
 * requests run between its pieces.
 */
export async function readXml(xml: string, { open, text, close }: Handlers): Promise<void> {
  if (xml === "") return
  const path: string[] = []
  const add = (part: string) => text?.(part, path.at(-1) ?? "")
  const refuse = () => {
    throw new XmlRefused("not_well_formed")
  }
  const parser = new Parser()
    .on("openTag", (name, attributes, decode) => {
      const element = localName(name)
      path.push(element)
      if (path.length > max_depth) throw new XmlRefused("too_deep")
      const read = attributes()
      for (const [key, value] of Object.entries(read)) if (value.includes("&")) read[key] = decode(value)
      open?.(element, read)
    })
    .on("text", (part, decode) => add(decode(part)))
    .on("cdata", add)
    .on("closeTag", (name) => {
      path.pop()
      close?.(localName(name))
    })
    .on("attention", () => {
      throw new XmlRefused("has_declarations")
    })
    .on("error", refuse)
    .on("warn", refuse)
  for (let from = 0; from < xml.length; from += piece) {
    parser.write(xml.slice(from, from + piece))
    await setImmediate()
  }
  parser.end()
}

const piece = 256 * 1024

/** Of an element or an attribute. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1)
}
