// The matters opened recently in this browser. It stores only ids; the server returns names to those who may see them.

const name = "foyer_recent"
const max_recent = 8

export function recentMatters(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "[]")
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []
  } catch {
    // Storage is disabled or contains something else.
    return []
  }
}

/** Adds the matter of this page to the list. */
export function rememberMatter(path: string): void {
  const id = /^\/console\/matters\/(matter_[0-9A-F]{32})/.exec(path)?.[1]
  if (!id) return
  try {
    const others = recentMatters().filter((other) => other !== id)
    localStorage.setItem(name, JSON.stringify([id, ...others].slice(0, max_recent)))
  } catch {
    // Storage is disabled.
  }
}
