import { faulty, type Parsed } from "./faults.ts"

/** RFC 5321 §4.5.3.1.3 leaves 254 characters for an address. */
const longestEmail = 254

/** An address somebody could be written to at. Whether anybody reads it, only a mail can tell. */
export function parseEmail(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const value = typed.trim()
  if (value === "") return { kind: "empty" }
  if (!value.includes("@")) return faulty("email_needs_at")
  if (/\s/.test(value)) return faulty("email_has_space")
  if (value.length > longestEmail) return faulty("email_too_long")
  if (!/^[^@<>,;:"()[\]\\]{1,64}@([^@.<>,;:"()[\]\\]+\.)+(?!\d+$)[^@.<>,;:"()[\]\\]{2,}$/.test(value))
    return faulty("email_incomplete")
  // RFC 2047: a mail program would read another address out of an encoded word than the one that is kept.
  if (/^\.|\.\.|\.@|=\?/.test(value)) return faulty("email_incomplete")
  return { kind: "value", value }
}

const extensionMark = /,?\s*(?:extension|extensión|ext|x|#)\.?:?\s*/iu

// Format characters: telephones copy numbers with invisible marks of writing direction around them.
const dialed = /^[\p{Nd}\p{Cf}\s+()./\-‐‑–—−]*$/u

/** Kept as typed: people know their number by its shape. Only what could not be dialed is refused. */
export function parsePhone(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const value = typed.trim()
  if (value === "") return { kind: "empty" }
  const [number = "", extension = "1", ...rest] = value.split(extensionMark)
  if (!dialed.test(number) || !/^\d{1,8}$/.test(extension.trim()) || rest.length > 0)
    return faulty("phone_unreadable")
  const digits = number.replace(/\P{Nd}/gu, "").length
  if (digits < 7) return faulty("phone_too_short")
  if (digits > 17 || value.length > 60) return faulty("phone_too_long")
  return { kind: "value", value }
}
