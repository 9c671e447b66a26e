import { hash } from "node:crypto"

/**
 * An `ETag` for all of `parts`. Weak, because it promises the same content rather than the same bytes: a proxy may
 * compress them.
 */
export function entityTagOf(...parts: readonly (string | Buffer)[]): string {
  const text = parts.length === 1 && parts[0] !== undefined ? parts[0] : parts.join("\n")
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`
}

/** Whether an `If-None-Match` header contains the tag. `*` matches every tag. */
export function namesTag(header: string | undefined, tag: string): header is string {
  if (header === undefined) return false
  return isAnyTag(header) || header.split(",").some((one) => opaque(one.trim()) === opaque(tag))
}

/** Whether the header is `*`, which matches any existing response. */
export function isAnyTag(header: string): boolean {
  return header.trim() === "*"
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag
}
