/** Wraps `read` so that it runs at most once in `ttl_ms`. Returns undefined when `read` fails, and does not cache the failure. */
export function cache<T>(ttl_ms: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at_ms: number; value: Promise<T | undefined> } | undefined
  const forget = () => {
    last = undefined
    return undefined
  }
  return () => {
    const at_ms = performance.now()
    if (!last || at_ms - last.at_ms > ttl_ms) last = { at_ms, value: read().catch(forget) }
    return last.value
  }
}
