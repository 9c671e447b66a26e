// Files in a folder. Each is written to a temporary file, synced and renamed, so that a file under its own name is
// always complete. `a/b/name` is at `a/b/<two hex digits>/name.file`: this keeps folders small, and the suffix prevents
// a file from taking the place of a folder.
import { createHash, randomBytes } from "node:crypto"
import type { Dirent } from "node:fs"
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { syncFolder } from "../../sync-folder.ts"
import { checkFileKey } from "../file-keys.ts"
import { claimName, FileMissing, type FileStore, type StoredFile } from "./store.ts"

const ending = ".file"
/** Longer than any write takes: older files were left by a killed process. */
const abandoned_ms = 24 * 60 * 60 * 1000

/** Opens the store in `folder`, which the first write creates, and removes what killed writes left behind. */
export async function openLocalStore(folder: string): Promise<FileStore> {
  const unfinished = join(folder, ".unfinished")
  const claimed = join(folder, claimName)
  await removeAbandoned(unfinished)

  function pathOf(key: string): string {
    checkFileKey(key)
    const names = key.split("/")
    const name = names.pop()
    const shard = createHash("sha256").update(key).digest("hex").slice(0, 2)
    return join(folder, ...names, shard, name + ending)
  }

  return {
    async write(key, source) {
      const path = pathOf(key)
      const temporary = join(unfinished, randomBytes(16).toString("hex"))
      try {
        await createFolder(unfinished)
        await writeSynced(temporary, source)
        await createFolder(dirname(path))
        await rename(temporary, path)
      } catch (error) {
        source.destroy()
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async read(key, range = { start: 0 }) {
      const file = await open(pathOf(key)).catch(orMissing(key))
      const { start, end } = range
      return file.createReadStream(end === undefined ? { start } : { start, end })
    },
    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)]
      await stat(source).catch(orMissing(from))
      await createFolder(dirname(target))
      await rename(source, target).catch(orMissing(from))
      await syncFolder(dirname(target))
      await syncFolder(dirname(source))
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    list: (prefix) => listFiles(folder, prefix),
    readClaim: () => readClaim(claimed),
    async claim(text) {
      await createFolder(unfinished)
      const temporary = join(unfinished, randomBytes(16).toString("hex"))
      try {
        await writeSynced(temporary, Readable.from([Buffer.from(text)]))
        // Unlike a rename, a link fails if the name exists.
        await link(temporary, claimed)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      } finally {
        await rm(temporary, { force: true })
      }
      await syncFolder(folder)
      return readFile(claimed, "utf8")
    },
  }
}

async function readClaim(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Converts "no such file" errors to `FileMissing`. */
function orMissing(key: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === "ENOENT" || error.code === "ENOTDIR" ? new FileMissing(key) : error
  }
}

async function writeSynced(path: string, source: Readable): Promise<void> {
  const file = await open(path, "wx", 0o600)
  // `flush` syncs before closing; otherwise a power failure could leave the new name without its bytes.
  await pipeline(source, file.createWriteStream({ flush: true }))
}

async function* listFiles(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const top = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : ""
  if (top !== "") checkFileKey(top)
  for await (const path of walk(join(folder, top))) {
    const names = relative(folder, path).split(sep)
    const name = names.pop() ?? ""
    if (names[0] === ".unfinished" || !name.endsWith(ending)) continue
    const key = [...names.slice(0, -1), name.slice(0, -ending.length)].join("/")
    if (!key.startsWith(prefix)) continue
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined) yield { key, size: found.size, changed_at: found.mtime }
  }
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException): Dirent[] => {
      if (error.code === "ENOENT") return []
      throw error
    },
  )
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else yield path
  }
}

/** A folder is durable only once its parent has been synced. */
async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let parent = path; parent.length >= first.length; parent = dirname(parent))
    await syncFolder(dirname(parent))
}

async function removeAbandoned(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished).catch(() => [])) {
    const path = join(unfinished, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandoned_ms) await rm(path, { force: true })
  }
}
