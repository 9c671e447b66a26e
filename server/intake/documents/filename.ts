import { inOneLine, normalized } from "../../definition/values/typed-text.ts"

const max_characters = 200

/** More than any system allows for a name; what is longer is cut in the middle before it costs time. */
const max_half = 1_000

/** Invisible characters can make `exe.fdp` look like `pdf.exe`, or two names look the same. */
const misleading = /[\ufffd\ufeff\u061c\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f]/g

/**
 * A filename as people know it: without folders, control characters, invisible direction marks or leading dots, in
 * Unicode's composed form (NFC), at most 200 characters with its extension intact, and never empty.
 */
export function cleanFilename(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
  const whole = last.length > 2 * max_half ? last.slice(0, max_half) + last.slice(-max_half) : last
  const shown = withoutEnds(normalized(inOneLine(whole.toWellFormed().replace(misleading, "")), "NFC"))
  const [ending = ""] = /\.[^.\s]{1,16}$/u.exec(shown) ?? []
  const stem = shown.slice(0, shown.length - ending.length)
  const shortened = [...stem].slice(0, max_characters - [...ending].length).join("")
  return (withoutEnds(shortened.replace(/^[.\s]+/u, "")) || "document") + ending
}

/** The extension of a name in lower case, without its dot; empty when it has none: digits alone are part of the name. */
export function extensionOf(filename: string): string {
  const [, extension = ""] = /[^.]\.([A-Za-z0-9]{1,16})$/.exec(filename) ?? []
  return /^\d*$/.test(extension) ? "" : extension.toLowerCase()
}

/** Whether the end of a name is among the accepted extensions, each with its dot. Without one, the content decides. */
export function hasAcceptedExtension(filename: string, accepted: readonly string[]): boolean {
  const extension = extensionOf(filename)
  return extension === "" || accepted.includes(`.${extension}`)
}

/** The name with this extension, which takes the place of another one. */
export function withExtension(filename: string, extension: string): string {
  return extensionOf(filename) === extension ? filename : cleanFilename(`${stemOf(filename)}.${extension}`)
}

/** The name without its extension. */
export function stemOf(filename: string): string {
  const own = extensionOf(filename)
  return own === "" ? filename : filename.slice(0, -own.length - 1)
}

/** Some systems drop trailing spaces and dots, so a name must not depend on them. */
function withoutEnds(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).trimStart()
}
