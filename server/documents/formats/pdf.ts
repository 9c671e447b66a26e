import { isOpenToAll } from "./pdf_password.ts"
import type { Upload, Verdict } from "./upload.ts"

/** How far from the end readers still look for the end marker, and what some programs append after it. */
const ending_bytes = 2048
const dictionary_bytes = 8192

export function inspectPdf(upload: Upload): Verdict {
  const head = upload.head.toString("latin1")
  if (!/^(\xef\xbb\xbf)?[\s\0]{0,1000}%PDF-\d/.test(head)) return "content_mismatch"
  const tail = upload.tail.toString("latin1")
  if (!tail.slice(-ending_bytes).includes("%%EOF")) return "truncated"
  return needsPassword([tail, head]) ? "password_protected" : "ok"
}

/**
 * Many banks encrypt statements only to forbid changes: those open for everybody, with an empty password. Where we
 * cannot tell, the file counts as protected.
 */
function needsPassword(parts: string[]): boolean {
  const trailer = parts.flatMap(trailersIn).find((one) => /\/Encrypt\b/.test(one))
  if (trailer === undefined) return false
  const dictionary = encryptionOf(trailer, parts)
  return dictionary === undefined || !isOpenToAll(dictionary, trailer)
}

/** Dictionaries that can name an encryption (ISO 32000-2, 7.5.5 and 7.5.8): trailers, and those of xref streams. */
function trailersIn(part: string): string[] {
  const trailers = [...part.matchAll(/\btrailer\b/g)].map(({ index }) => upTo(part, index, /startxref/))
  const streams = [...part.matchAll(/\/Type\s*\/XRef\b/g)].map(({ index }) => {
    const start = part.lastIndexOf(" obj", index)
    return start < index - dictionary_bytes ? "" : upTo(part, start + 4, /\bstream\b/)
  })
  return [...trailers, ...streams]
}

function encryptionOf(trailer: string, parts: string[]): string | undefined {
  const [, direct, number, generation] = /\/Encrypt\s*(?:(<<[\s\S]*)|(\d+)\s+(\d+)\s+R)/.exec(trailer) ?? []
  if (direct !== undefined) return direct
  if (number === undefined) return undefined
  const start = new RegExp(`(?<!\\d)${number}\\s+${generation}\\s+obj\\b`)
  for (const part of parts) {
    const found = start.exec(part)
    if (found) return upTo(part, found.index, /\bendobj\b/)
  }
  return undefined
}

function upTo(part: string, start: number, end: RegExp): string {
  const piece = part.slice(start, start + dictionary_bytes)
  const found = end.exec(piece)
  return found ? piece.slice(0, found.index) : piece
}
