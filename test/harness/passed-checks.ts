// Stores the page shapes that passed axe, for all processes of a run: most tests visit pages that others check too, and
// an axe run costs more than everything else a browser does for a page.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Set by the test run; a single process keeps its own. */
const folder = process.env.PASSED_CHECKS
const passed = new Set<string>()

/** Whether pages of this `shape` have already passed the check `what`. */
export function hasPassed(what: string, shape: string): boolean {
  const key = keyOf(what, shape)
  return passed.has(key) || (folder !== undefined && existsSync(join(folder, key)))
}

/** Stores passes only, so that every test that visits a page with a violation reports it. */
export function recordPass(what: string, shape: string): void {
  const key = keyOf(what, shape)
  passed.add(key)
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, key), "")
}

function keyOf(what: string, shape: string): string {
  return `${what}-${createHash("sha256").update(shape).digest("hex")}`
}
