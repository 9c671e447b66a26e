// Which shapes of pages axe has found nothing wrong with, for all processes of a run: most tests pass by pages that
// others look at too, and a look costs more than all else that a browser does for a page.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Set by the run; a process by itself remembers its own. */
const folder = process.env.LOOKED_AT
const known = new Set<string>()

/** Whether `what` was found in order before in pages of this `shape`. */
export function isKnown(what: string, shape: string): boolean {
  const key = keyOf(what, shape)
  return known.has(key) || (folder !== undefined && existsSync(join(folder, key)))
}

/** Only what was in order: what is wrong with a page is said by every test that comes by it. */
export function remember(what: string, shape: string): void {
  const key = keyOf(what, shape)
  known.add(key)
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, key), "")
}

function keyOf(what: string, shape: string): string {
  return `${what}-${createHash("sha256").update(shape).digest("hex")}`
}
