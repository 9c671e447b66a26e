// Links reach people through mail programs, chats, and paper: a full stop sticks to them, lines break inside them, and
// some are typed in capitals. A link still opens what it names. Reading one looks nothing up and changes nothing.
import { normalized } from "../../definition/values/typed-text.ts"
import { link_key_characters } from "../../platform/secrets/tokens.ts"

/** Pages whose last part is a secret key. */
const keyed = /^\/+(invite|portal\/+code|console\/+setup)\/+/i

/** Public pages, as printed on a website: only letters, digits, and hyphens. */
const named = /^\/+portal\/+(links|start)\/+/i

/** What may follow a key or a name. */
const steps = new Set(["start", "code", "session", "passkey"])

/** Returns the URL of the page that a damaged link was meant to open; any other URL unchanged. */
export function linkUrlOf(url: string): string {
  const end = url.indexOf("?")
  const [path, query] = end < 0 ? [url, ""] : [url.slice(0, end), url.slice(end)]
  const isKeyed = keyed.test(path)
  const prefix = (isKeyed ? keyed : named).exec(path)?.[0]
  if (prefix === undefined) return url
  const parts = path.slice(prefix.length).split("/").filter(Boolean)
  const last = parts.at(-1) ?? ""
  const step = parts.length > 1 && steps.has(last) ? `/${parts.pop()}` : ""
  const rest = isKeyed ? readKey(parts.join("")) : readNames(parts).join("/")
  return rest ? `${prefix.toLowerCase().replace(/\/+/g, "/")}${rest}${step}${query}` : url
}

/** Reads a key, which has lower-case letters and digits only, whatever else is before, inside, or after it. */
export function readKey(text: string): string {
  return plainText(text)
    .replace(/[^a-z0-9]/g, "")
    .slice(0, link_key_characters)
}

/** Reads a firm's place and a short name, each up to the first character that it cannot contain. */
function readNames([place = "", ...names]: string[]): string[] {
  const read = (text: string, name: RegExp) =>
    plainText(text)
      .replace(/=?[\r\n]+|\p{Cf}/gu, "")
      .match(name)?.[0] ?? ""
  return [read(place, /[a-z0-9]+/), ...names.map((name) => read(name, /[a-z0-9-]+/))].filter(Boolean)
}

/** Decoded, in lower case. Escapes that cannot be decoded are dropped: no key and no name has one. */
function plainText(text: string): string {
  return normalized(decoded(text).replace(/%(25)*[0-9a-f]{2}/gi, ""), "NFKD").toLowerCase()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
