// What this device stores until the server has it. A browser may have blocked storage, or it may be full.

/** Of every key; signing out removes them all. */
export const prefix = "foyer.outbox."

export function storedKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

export function readStored<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") as Value
  } catch {
    return otherwise
  }
}

/** Stores a record or a list, and nothing for an empty one; returns whether it could. */
export function store(key: string, value: object): boolean {
  try {
    if (Object.keys(value).length > 0) localStorage.setItem(key, JSON.stringify(value))
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
