import { faulty, type Parsed } from "../faults/faults.ts"
import { halfWidth, isDomain } from "../values/email-and-phone.ts"
import { compact } from "../values/typed-text.ts"
import { type Kind, ofText } from "./kind.ts"

export const website: Kind = {
  label: "Website",
  // A field of the type "url" would have the browser refuse what lacks https://, which we add.
  control: { inputmode: "url", autocomplete: "url", spellcheck: false },
  comparedAs: "text",
  parse: ofText(parseWebsite),
  // The text may have been stored for a question of another kind.
  linkTo: (value) => (parseWebsite(value).kind === "value" && URL.parse(value)?.href) || undefined,
  samples: (_, { sample }) => ["www.example.com", `https://example.com/${sample.number(1, 99)}`],
}

/** In characters; what browsers and other software take. */
const max_length = 2_000

/** Adds https:// where it is missing. The host is stored in small letters, in its own script, and the rest as typed. */
export function parseWebsite(typed: string): Parsed<string> {
  const text = compact(typed, max_length).replace(/^<(.*)>$/, "$1")
  if (text === "") return { kind: "empty" }
  if (text.length > max_length) return faulty("text_too_long", { limit: String(max_length) })
  // A name with a port, such as localhost:8080, only looks as if it had a scheme.
  const [, scheme, rest = ""] = /^([a-z][a-z\d+.-]*):(?!\d)(.*)$/i.exec(text) ?? [undefined, undefined, text]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return faulty("website_not_on_web")
  const [, authority = "", path = ""] = /^[/\\]*([^/\\?#]*)(.*)/s.exec(rest) ?? []
  const [, host = "", port = ""] = /^(.*?)\.?(:\d*)?$/.exec(halfWidth(authority).toLowerCase()) ?? []
  if (/[@＠]/.test(authority)) return faulty("website_has_sign_in")
  const value = `${scheme?.toLowerCase() ?? "https"}://${host}${port}${path === "/" ? "" : path}`
  if (!isHost(host) || !/^[^\s\p{Cs}\p{Co}]*$/u.test(value) || !URL.canParse(value))
    return faulty("website_incomplete")
  return value.length > max_length
    ? faulty("text_too_long", { limit: String(max_length) })
    : { kind: "value", value }
}

/** A domain or an IP address, written in full. */
function isHost(host: string): boolean {
  return isDomain(host) || /^(\d{1,3}\.){3}\d{1,3}$|^\[[\da-f:.]+\]$/.test(host)
}
