// Which matters were opened on this browser. Only their ids stay here: the server gives names, to whoever may see them.

const name = "foyer_recent"
const max_recent = 8

export function recentMatters(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "[]")
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []
  } catch {
    // Storage is switched off, or holds something else: nothing is remembered.
    return []
  }
}

/** Remembers the matter whose page this is. */
export function rememberMatter(path: string): void {
  const id = /^\/console\/matters\/(matter_[0-9A-F]{32})/.exec(path)?.[1]
  if (!id) return
  try {
    const others = recentMatters().filter((other) => other !== id)
    localStorage.setItem(name, JSON.stringify([id, ...others].slice(0, max_recent)))
  } catch {
    // As above.
  }
}
