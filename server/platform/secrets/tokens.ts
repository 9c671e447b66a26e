import { hash, randomBytes } from "node:crypto"
import { sql, type Tx } from "../db/sql.ts"

const lower = "abcdefghijklmnopqrstuvwxyz0123456789"
const base62 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lower}`

/** Returns a bearer token: `prefix` and 32 letters and digits, 190 random bits. Store only its hash. */
export function newToken(prefix = ""): string {
  return prefix + randomText(base62, 32)
}

/** Returns a bearer token of a firm: `prefix`, the firm's place, and a `newToken`. */
export function newFirmToken(place: string, prefix = ""): string {
  return newToken(`${prefix}${place}_`)
}

/** Returns the key of a link: the firm's place and 26 lower-case letters and digits, 134 random bits. */
export function newLinkKey(place: string): string {
  return place + randomText(lower, 26)
}

/** The length of a link's key. */
export const link_key_characters = 36

/** Returns the place at the start of a firm's token, or an empty string. */
export function placeOf(token: string): string {
  return /^(?:foyer_|test_)?([0-9a-f]{10})/.exec(token)?.[1] ?? ""
}

/** Returns a recovery code for people who lost their authenticator: 24 unambiguous letters and digits in groups of six, 118 random bits. */
export function newRecoveryCode(): string {
  return randomText("abcdefghjkmnpqrstuvwxyz23456789", 24).match(/.{6}/g)?.join("-") ?? ""
}

/** Returns a code for people to type, such as one from an email. The caller must limit attempts. */
export function newDigitCode(digits = 6): string {
  return randomText("0123456789", digits)
}

/**
 * Returns the SHA-256 hash to store for a token, 32 bytes. Sufficient for tokens of at least 128 random bits; short codes
 * need a keyed hash (`KeyRing.sign`), and passwords `hashPassword`.
 */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer")
}

/** Discards bytes above the largest multiple of the alphabet's length, so that all characters are equally likely. */
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

/** Returns the place of the transaction's firm, which prefixes its keys, links and cookies. */
export async function readFirmPlace(tx: Tx): Promise<string> {
  const { place } = await tx.one<{ place: string }>(sql`select current_place() as place`)
  return place
}
