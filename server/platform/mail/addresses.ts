/** Thrown for an address that cannot receive email. */
export class BadMailAddress extends Error {
  override name = "BadMailAddress"
}

/**
 * Returns the address if it is exactly one address, without anything that could start another header, recipient or
 * command. Throws `BadMailAddress`.
 */
export function requireAddress(text: string): string {
  if (
    text.length > 254 ||
    text.includes("=?") ||
    !/^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(text)
  ) {
    throw new BadMailAddress(`"${oneLine(text)}" is not one email address.`)
  }
  return text
}

export interface Sender {
  name: string
  address: string
  domain: string
}

/** Parses `Name <address>` or a bare address. Throws `BadMailAddress`. */
export function parseSender(from: string): Sender {
  const [, quoted = "", inner] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(from) ?? []
  const address = requireAddress(inner ?? from.trim())
  return {
    name: oneLine(quoted.replace(/^"(.*)"$/, "$1")),
    address,
    domain: address.slice(address.indexOf("@") + 1),
  }
}

/** Text for a header: replaces control characters and line breaks with spaces, so that it cannot inject headers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
}
