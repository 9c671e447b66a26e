const max_characters = 200

/**
 * A filename as people know it: without folders, control characters, invisible direction marks or leading dots, in
 * Unicode's composed form (NFC), at most 200 characters with its extension intact, and never empty.
 */
export function cleanFilename(name: string): string {
  const shown = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    // Invisible characters can make `exe.fdp` look like `pdf.exe`, or two names look the same.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\ufffd\ufeff\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu, "")
    .normalize("NFC")
  const [, stem = "", ending = ""] = /^(.*?)(\.[^.\s]{1,16})?$/su.exec(trimmed(shown)) ?? []
  const shortened = [...stem].slice(0, max_characters - [...ending].length).join("")
  return (trimmed(shortened.replace(/^[.\s]+/u, "")) || "document") + ending
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

/** The name with this extension, if it has none. */
export function withExtension(filename: string, extension: string): string {
  return extensionOf(filename) === "" ? cleanFilename(`${filename}.${extension}`) : filename
}

/** Some systems drop trailing spaces and dots, so a name must not depend on them. */
function trimmed(text: string): string {
  return text.replace(/^\s+|[\s.]+$/gu, "")
}
