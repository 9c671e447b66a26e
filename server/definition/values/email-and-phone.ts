import { faulty, type Parsed } from "../faults/faults.ts"
import { withAsciiDigits } from "./digits.ts"
import { compact } from "./typed-text.ts"

/** RFC 5321 §4.5.3.1.3 limits a path to 256 characters; without its angle brackets, 254 are left for the address. */
const max_email_length = 254

/** The address in “Ada Ruiz <ada@example.com>”, “mailto:ada@example.com?subject=…”, or at the end of a sentence. */
function pastedAddress(text: string): string {
  const [, address = text] = /^[^<>@]*<([^<>]+)>$/.exec(text) ?? /^mailto:([^?]+)/i.exec(text) ?? []
  return address.trim().replace(/(?<=[\p{L}\p{N}])[.,;]$/u, "")
}

/** Checks only the syntax, not whether the mailbox exists. Domains may be internationalized. */
export function parseEmail(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const value = pastedAddress(halfWidth(compact(typed, max_email_length)))
  if (value === "") return { kind: "empty" }
  if (value.length > max_email_length) return faulty("email_too_long")
  // RFC 5321 §4.5.3.1.1: no mail server accepts more than 64 characters before the @.
  if (value.indexOf("@") > 64) return faulty("email_too_long")
  if (!value.includes("@")) return faulty("email_needs_at")
  if (/\s/.test(value)) return faulty("email_has_space")
  const [local = "", domain = "", ...rest] = value.split("@")
  if (rest.length > 0 || !/^[^<>,;:"()[\]\\]+$/.test(local) || !isDomain(domain))
    return faulty("email_incomplete")
  // RFC 2047: a mail program would decode an encoded word to a different address than the one we save.
  if (/^\.|\.\.|\.@|=\?|[\p{Cs}\p{Co}]/u.test(value)) return faulty("email_incomplete")
  return { kind: "value", value }
}

/** Keyboards for Chinese, Japanese and Korean type the signs of an address in full width. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".")
}

/** RFC 1123 §2.1: a label has no ASCII sign but hyphens inside it. No top-level domain has digits. */
export function isDomain(domain: string): boolean {
  const labels = domain.split(".")
  const last = labels.at(-1) ?? ""
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z0-9\u0080-\u{10ffff}-]+$/iu.test(label)) &&
    !labels.some((label) => label.startsWith("-") || label.endsWith("-")) &&
    last.length > 1 &&
    (/^xn--/i.test(last) || !/\d/.test(last))
  )
}

const max_phone_length = 60

const extensionMark = /(?:,|(?<!\s))\s*(?:extension|extensión|ext|interno|int|anexo|x|#)\.?:?\s*/iu

/** A plus begins the number, perhaps in parentheses. */
const dialed = /^(?:\( ?)?\+?[\p{Nd}\s()./\-‐‑–—−]*$/u

const places = "home|cell|mobile|work|office|tel|phone|ph|fax|casa|celular|m[oó]vil|trabajo|oficina"
const label = new RegExp(`^([hcmwof]|${places}) ?[:.] ?`, "i")
const labelAfter = new RegExp(` ?\\(?(?<![\\p{L}\\d])(${places})\\)?$`, "iu")

/** The number in “H: (202) 555-0142”, “202-555-0142 (cell)” or “tel:+12025550142”, and the word beside it. */
export function numberIn(text: string): { number: string; kind: string } {
  const found = label.exec(text) ?? labelAfter.exec(text)
  return { number: found ? text.replace(found[0], "").trim() : text, kind: found?.[1] ?? "" }
}

/**
 * Returns the number as typed, because people recognize their number by its format, but for words beside it and digits of
 * other scripts, which no phone dials. Rejects what cannot be dialed.
 */
export function parsePhone(typed: string | undefined): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const given = compact(typed, max_phone_length)
  const { number: bare } = numberIn(/(?![0-9])\p{Nd}/u.test(given) ? withAsciiDigits(given) : given)
  // Data programs write whole numbers as decimals: “2025550117.0” has ten digits.
  const value = (bare === "" ? given : bare).replace(/^(\+?\d{7,})[.,]0*$/, "$1")
  if (value === "") return { kind: "empty" }
  if (value.length > max_phone_length) return faulty("phone_too_long")
  const [number = "", extension = "1", ...rest] = value.split(extensionMark)
  if (!dialed.test(number) || !/^\d{1,8}$/.test(extension.trim()) || rest.length > 0)
    return faulty("phone_unreadable")
  const digits = digitsIn(number)
  if (digits < 7) return faulty("phone_too_short")
  // Without a country code or a trunk prefix, more than 13 digits are two numbers.
  const isPrefixed = /^\(? ?[+0]/.test(withAsciiDigits(number))
  // A slash follows an area code; behind a whole number, it begins another one: 555-0142/0143.
  const afterSlash = digitsIn(number.split("/").at(-1) ?? "")
  if (afterSlash > 0 && afterSlash < digits && digits - afterSlash > (isPrefixed ? 8 : 6))
    return faulty("phone_unreadable")
  if (digits > (isPrefixed ? 17 : 13)) return faulty("phone_too_long")
  return { kind: "value", value }
}

function digitsIn(text: string): number {
  return text.replace(/\P{Nd}/gu, "").length
}
