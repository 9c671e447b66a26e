import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after } from "node:test"

/** A temporary folder, there until the test given ends, or else the file's tests. */
export function newFolder(name: string, test: { after(work: () => void): void } = { after }): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
