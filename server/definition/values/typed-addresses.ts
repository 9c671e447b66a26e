import { normalized, withoutInvisibles } from "./typed-text.ts"

/** What mail programs turn into links: in a name or a note, it would lead readers elsewhere in the firm's name. */
const address =
  /:\/\/|\\\\|\bwww\.|@|\b\d{1,3}(?:\.\d{1,3}){3}\b|\p{L}\.\p{L}{2,}[/?#]|[\p{L}\p{N}]\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|law)(?!\p{L})/iu

/** A name is written in capitals, as after “Dr.” or a full stop, and a file ends in what it is; any other word may be a domain. */
const domain = /[\p{L}\p{N}]\.(?!(?:pdf|docx?|xlsx?|jpe?g|png|heic|txt|csv)(?!\p{L}))\p{Ll}{2,}/u

/** Whether the text holds a web or email address, also one that is spelled with other forms of its characters. */
export function hasAddress(text: string): boolean {
  // The full stop of Chinese and Japanese parts a domain too (RFC 3490, section 3.1).
  const plain = withoutInvisibles(normalized(text, "NFKC")).replaceAll("。", ".")
  return address.test(plain) || domain.test(plain)
}
