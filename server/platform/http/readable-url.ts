import { isStorable } from "./body-text.ts"

/**
 * The address from its path on, whatever host it names (RFC 9112 §3.2.2): no link of an answer leads there. Where the
 * path cannot be decoded, or holds what nothing stored can hold, its escapes are taken letter by letter: it then names
 * nothing, and is answered like any other address that names nothing.
 */
export function readableUrl(url: string): string {
  const local = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, "/")
  const [path = "", ...query] = local.split("?")
  return isReadable(path) ? local : [path.replaceAll("%", "%25"), ...query].join("?")
}

function isReadable(path: string): boolean {
  if (!path.includes("%")) return true
  try {
    return isStorable(decodeURIComponent(path))
  } catch {
    return false
  }
}
