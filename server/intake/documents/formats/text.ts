import type { Upload, Verdict } from "./upload.ts"

/**
 * Accepts text without control characters in UTF-8, in UTF-16 with a byte order mark, or in a Western 8-bit encoding.
 * Refuses text that a browser or another program would run or lay out: markup, RTF, PostScript, PDF.
 */
export function inspectText(upload: Upload): Verdict {
  const [start, end] = textOf(upload)
  if (hasControls(start) || hasControls(end)) return "content_mismatch"
  const opening = start.slice(0, 1024).replace(/^(\xef\xbb\xbf|\ufeff)?\s*/, "")
  const isDisguised = /^(<[a-z!?/]|\{\\rtf|%!ps|%pdf-|#!)/i.test(opening) || isMarkup(opening)
  return isDisguised ? "content_mismatch" : "ok"
}

/** Whether a browser that ignored the content type would take this text for a page. */
export function isMarkup(text: string): boolean {
  return /<(!doctype html|html|head|body|script|svg|iframe)[\s>/]/i.test(text)
}

/** Both ends of the file as text; one character for each byte of an 8-bit encoding. */
function textOf({ head, tail, size }: Upload): [start: string, end: string] {
  const encoding = utf16Of(head)
  if (encoding === undefined) return [head.toString("latin1"), tail.toString("latin1")]
  const decode = (bytes: Buffer) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  // Two bytes are a character, and the tail may begin in the middle of one.
  return [decode(head), decode(tail.subarray((size - tail.length) % 2))]
}

/** Notepad and Excel mark UTF-16 so (RFC 2781 §3.2). */
function utf16Of(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (head.length < 2) return undefined
  const mark = head.readUInt16BE(0)
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined
}

/**
 * Any but tabs and line breaks, among them Word's, U+000B. In Windows-1252, the bytes from 80 to 9F are quotation marks and
 * letters.
 */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\v\f\r\x80-\x9f]/u.test(text)
}
