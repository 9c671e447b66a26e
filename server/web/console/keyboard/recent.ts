// The matters opened recently in this browser. It stores only ids; the server returns names to those who may see them.
import { readStored, writeStored } from "../in-place/storage.ts"

const name = "foyer_recent"
const max_recent = 8

export function recentMatters(): string[] {
  const stored = readStored(name)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []
}

export function rememberMatter(path: string): void {
  const id = /^\/console\/matters\/(matter_[0-9A-F]{32})/.exec(path)?.[1]
  if (id) writeStored(name, [id, ...recentMatters().filter((other) => other !== id)].slice(0, max_recent))
}
