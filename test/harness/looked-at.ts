// Stores the page shapes that passed axe, for all processes of a run: most tests visit pages that others check too, and
// an axe run costs more than everything else a browser does for a page.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Set by the test run; a single process keeps its own. */
const folder = process.env.LOOKED_AT
const known = new Set<string>()

/** Whether pages of this `shape` have already passed the check `what`. */
export function isKnown(what: string, shape: string): boolean {
  const key = keyOf(what, shape)
  return known.has(key) || (folder !== undefined && existsSync(join(folder, key)))
}

/** Stores passes only, so that every test that visits a page with a violation reports it. */
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
