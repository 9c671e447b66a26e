/** Makes the entry the latest of a cache, and drops the oldest of more than `max_entries`. */
export function keepLatest<Value>(
  entries: Map<string, Value>,
  name: string,
  value: Value,
  max_entries: number,
): void {
  // A Map iterates in insertion order.
  entries.delete(name)
  entries.set(name, value)
  for (const oldest of entries.keys()) {
    if (entries.size <= max_entries) break
    entries.delete(oldest)
  }
}
