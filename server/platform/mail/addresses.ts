import { parseEmail } from "../../definition/values/email-and-phone.ts"

/** Thrown for an address that cannot receive email. */
export class BadMailAddress extends Error {
  override name = "BadMailAddress"
}

/**
 * Returns the address, as forms read it: exactly one, without anything that could start another header, recipient or
 * command. Throws `BadMailAddress`.
 */
export function requireAddress(text: string): string {
  const parsed = parseEmail(text)
  // Forms read an address out of what people paste; a header takes nothing but the address.
  if (parsed.kind !== "value" || /[<>\p{Cc}\u2028\u2029]|^mailto:/iu.test(text))
    throw new BadMailAddress(`"${oneLine(text)}" is not one email address.`)
  return parsed.value
}

export interface Sender {
  name: string
  address: string
  domain: string
}

/** Parses `Name <address>` or a bare address. Throws `BadMailAddress`. */
export function parseSender(from: string): Sender {
  const [, quoted = "", inner] = /^([^<>]*)<([^<>]*)>$/.exec(from.trim()) ?? []
  const address = senderAddress(inner ?? from.trim())
  return {
    name: oneLine(quoted.trim().replace(/^"(.*)"$/, "$1")),
    address,
    domain: address.slice(address.indexOf("@") + 1),
  }
}

/** Unlike a recipient's, the operator's own address may end in a host without a dot, such as localhost. */
function senderAddress(text: string): string {
  if (!/@[^.@]+$/.test(text)) return requireAddress(text)
  requireAddress(`${text}.localdomain`)
  return text
}

/** Text for a header: replaces control characters and line breaks with spaces, so that it cannot inject headers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
}
