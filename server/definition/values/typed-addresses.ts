import { normalized, withoutInvisibles } from "./typed-text.ts"

/** What mail programs turn into links: in a name or a note, it would lead readers elsewhere in the firm's name. */
const address =
  /:\/\/|\bwww\.|@|\p{L}\.\p{L}{2,}[/?#]|[\p{L}\p{N}]\.(?:com|net|org|info|biz|io|co|app|dev|me|us|ru|cn|xyz|top|site|online|shop|club|link|click|live|page|example)\b/iu

/** Whether the text holds a web or email address, also one that is spelled with other forms of its characters. */
export function hasAddress(text: string): boolean {
  return address.test(withoutInvisibles(normalized(text, "NFKC")))
}
