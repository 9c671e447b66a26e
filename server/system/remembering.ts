/** `read`, at most once in so many milliseconds, however many ask; what failed is not remembered. */
export function remember<T>(for_ms: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at_ms: number; value: Promise<T | undefined> } | undefined
  const forget = () => {
    last = undefined
    return undefined
  }
  return () => {
    const at_ms = performance.now()
    if (!last || at_ms - last.at_ms > for_ms) last = { at_ms, value: read().catch(forget) }
    return last.value
  }
}
