import { faulty, type Parsed } from "./faults.ts"
import { compact } from "./typed-text.ts"

/** RFC 5321 §4.5.3.1.3 limits a path to 256 characters; without its angle brackets, 254 are left for the address. */
const max_email_length = 254

/** Checks only the syntax, not whether the mailbox exists. Domains may be internationalized. */
export function parseEmail(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const value = compact(typed)
  if (value === "") return { kind: "empty" }
  if (value.length > max_email_length) return faulty("email_too_long")
  // RFC 5321 §4.5.3.1.1: no mail server accepts more than 64 characters before the @.
  if (value.indexOf("@") > 64) return faulty("email_too_long")
  if (!value.includes("@")) return faulty("email_needs_at")
  if (/\s/.test(value)) return faulty("email_has_space")
  if (!/^[^@<>,;:"()[\]\\]+@([^@.<>,;:"()[\]\\]+\.)+(?!\d+$)[^@.<>,;:"()[\]\\]{2,}$/.test(value))
    return faulty("email_incomplete")
  // RFC 2047: a mail program would decode an encoded word to a different address than the one we save.
  if (/^\.|\.\.|\.@|=\?|[\p{Cs}\p{Co}]/u.test(value)) return faulty("email_incomplete")
  return { kind: "value", value }
}

const max_phone_length = 60

const extensionMark = /,?\s*(?:extension|extensión|ext|x|#)\.?:?\s*/iu

const dialed = /^[\p{Nd}\s+()./\-‐‑–—−]*$/u

/** Returns the number as typed, because people recognize their number by its format. Rejects what cannot be dialed. */
export function parsePhone(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const value = compact(typed)
  if (value === "") return { kind: "empty" }
  if (value.length > max_phone_length) return faulty("phone_too_long")
  const [number = "", extension = "1", ...rest] = value.split(extensionMark)
  if (!dialed.test(number) || !/^\d{1,8}$/.test(extension.trim()) || rest.length > 0)
    return faulty("phone_unreadable")
  const digits = number.replace(/\P{Nd}/gu, "").length
  if (digits < 7) return faulty("phone_too_short")
  if (digits > 17) return faulty("phone_too_long")
  return { kind: "value", value }
}
