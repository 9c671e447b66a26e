// A temporary folder for a PostgreSQL server: in memory if there is plenty, because creating and removing thousands of
// small files on a disk, as each separate database does, costs a fifth of a server's processor time.
import { existsSync, mkdtempSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const memory = "/dev/shm"
const min_bytes = 4 * 1024 ** 3

/** Creates the folder; remove it in the end. */
export function newDatabaseFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix))
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= min_bytes
}
