// What an SVG picture in a Word file may contain (SVG 2): shapes and pictures of its own. Office draws it with a browser's
// engine or hands it to other programs, so that nothing in it may run or be loaded.
import { localName } from "../../platform/text/xml.ts"

const fault =
  "A picture in the file (SVG) would run or load something from another location. Save it as PNG, and insert that instead."

/** Attributes that name what is loaded, also those that an animation sets. */
const loading = new Set(["href", "src", "ping", "base", "to", "from", "by", "values"])
const animated = new Set(["base", "to", "from", "by", "values"])

/** Its pictures, films and forms would need rules of their own. */
const html = "http://www.w3.org/1999/xhtml"

/** Handlers for one part's XML; each returns a sentence for what is not allowed. Elements outside an SVG pass. */
export function watchDrawing() {
  let depth = 0
  let css = ""
  return {
    open(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
      if (element === "svg" || depth > 0) depth += 1
      if (depth === 0) return undefined
      if (/^(?:script|foreignObject|iframe|object|embed|handler|listener)$/i.test(element)) return fault
      const isBad = Object.entries(attributes).some(([name, value]) => isLoading(element, name, value))
      return isBad ? fault : undefined
    },
    text(text: string, inside: string): undefined {
      if (depth > 0 && inside === "style") css += text
    },
    close(element: string): string | undefined {
      if (depth > 0) depth -= 1
      if (element !== "style") return undefined
      const isBad = isLoadingStyle(css)
      css = ""
      return isBad ? fault : undefined
    },
  }
}

function isLoading(element: string, prefixed: string, value: string): boolean {
  const name = localName(prefixed)
  if (/^on/i.test(name) || (prefixed.startsWith("xmlns") && value.trim() === html)) return true
  // Styles are in no namespace; a drawing program's own attributes may name a file on its author's disk.
  if (name === prefixed && isLoadingStyle(value)) return true
  if (!loading.has(name)) return false
  if (animated.has(name)) return /[:\\]|\/\//.test(value)
  // A link is the reader's own choice, unless it runs something.
  if (element === "a" && name === "href" && /^\s*https?:/i.test(value)) return false
  return value.trim() !== "" && !/^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp|bmp)[;,])/i.test(value)
}

/** Backslashes would hide the words; `url(#shadow)` is a part of the same picture. */
function isLoadingStyle(css: string): boolean {
  const plain = css.replaceAll(/\/\*[^*]*\*\//g, "")
  return (
    /@import|\\|image-set|expression\s?\(|-moz-binding/i.test(plain) ||
    /url\s{0,9}\((?!\s{0,9}["']?\s{0,9}#)/i.test(plain)
  )
}
