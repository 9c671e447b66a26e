import { isStorable } from "./body-text.ts"

/**
 * The address, with a path that can be decoded. Where it cannot, or holds what nothing stored can hold, its escapes
 * are taken letter by letter: it then names nothing, and is answered like any other address that names nothing.
 */
export function readableUrl(url: string): string {
  const [path = "", ...query] = url.split("?")
  return isReadable(path) ? url : [path.replaceAll("%", "%25"), ...query].join("?")
}

function isReadable(path: string): boolean {
  if (!path.includes("%")) return true
  try {
    return isStorable(decodeURIComponent(path))
  } catch {
    return false
  }
}
