import { hash, randomBytes } from "node:crypto"

const lower = "abcdefghijklmnopqrstuvwxyz0123456789"
const base62 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lower}`

/** A bearer token: `prefix` and 32 letters and digits, 190 random bits. Store its hash, never the token. */
export function newToken(prefix = ""): string {
  return prefix + randomText(base62, 32)
}

/** A bearer token of a firm: `prefix`, the firm's place, and what `newToken` gives. */
export function newFirmToken(place: string, prefix = ""): string {
  return newToken(`${prefix}${place}_`)
}

/** The key of an invitation: the firm's place and 26 lower-case letters and digits, 134 random bits. */
export function newInviteKey(place: string): string {
  return place + randomText(lower, 26)
}

/** The place that a firm's token begins with; empty where it names none. */
export function placeOf(token: string): string {
  return /^(?:foyer_)?([0-9a-f]{10})/.exec(token)?.[1] ?? ""
}

/** 24 letters and digits that are not taken for each other, in sixes: 118 random bits, for whoever lost the app. */
export function newRecoveryCode(): string {
  return randomText("abcdefghjkmnpqrstuvwxyz23456789", 24).match(/.{6}/g)?.join("-") ?? ""
}

/** A code that a person reads and types, e.g. from a mail. Short codes need a limit of tries. */
export function newDigitCode(digits = 6): string {
  return randomText("0123456789", digits)
}

/**
 * What is stored of a token: SHA-256, 32 bytes. Enough for tokens of at least 128 random bits; a short code needs
 * a key as well (`KeyRing.sign`), a password `hashPassword`.
 */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer")
}

/** Each character equally likely: bytes past the last whole multiple of the alphabet are thrown away. */
function randomText(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
