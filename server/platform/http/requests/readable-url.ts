import { isStorable } from "./body-text.ts"

/**
 * The URL from its path on, whatever host it names (RFC 9112 §3.2.2), so that no link in a response leads to that host. If
 * the path cannot be decoded, or decodes to something the database cannot store, its escapes are kept as literal text: it
 * then matches no route and gets the usual 404.
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

/** Whether a browser asks for this path as it stands: no part of it, encoded or not, leads upward or to another host. */
export function isResolved(path: string): boolean {
  const base = "http://host"
  return URL.canParse(path, base) && new URL(path, base).href === `${base}${path}`
}
