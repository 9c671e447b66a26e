import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { chmod, link, open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { syncFolder } from "../sync-folder.ts"

/** A key from which every other key is derived. The first of a list encrypts; all of them decrypt. */
export interface MasterKey {
  id: string
  bytes: Buffer
}

/** At least one key, the current one first. */
export type MasterKeys = readonly [current: MasterKey, ...older: MasterKey[]]

/** Thrown when master keys cannot be used. The message never contains a key. */
export class BadMasterKeys extends Error {
  override name = "BadMasterKeys"
}

const key_bytes = 32

/** Returns a new master key as `<id>:<base64>`, the format of the setting and the key file. */
export function newMasterKey(): string {
  return `${randomBytes(4).toString("hex")}:${randomBytes(key_bytes).toString("base64")}`
}

/** Parses `id:base64` pairs separated by commas or line breaks, the current key first. Throws `BadMasterKeys`. */
export function parseMasterKeys(text: string, source: string): MasterKeys {
  const [current, ...older] = text
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .map((entry, index) => parseMasterKey(entry, `Key ${index + 1} of ${source}`))
  if (current === undefined)
    throw new BadMasterKeys(`${source} contains no key. Provide at least one as id:base64.`)
  const ids = new Set([current, ...older].map((key) => key.id))
  if (ids.size <= older.length)
    throw new BadMasterKeys(`Two keys in ${source} have the same id. Give each key a different id.`)
  return [current, ...older]
}

/** Reads the keys in the file at `path`; returns undefined if there is no file. Throws `BadMasterKeys`. */
export async function findKeyFile(path: string): Promise<MasterKeys | undefined> {
  const text = await readKeyFile(path)
  return text === undefined ? undefined : parseMasterKeys(text, path)
}

/** Reads the keys in the file at `path`. Creates a missing file with one new key, readable only by its owner. */
export async function readOrCreateKeyFile(path: string): Promise<MasterKeys> {
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path))
  return parseMasterKeys(text, path)
}

/** Reads the keys synchronously, for a process that meets an unknown key; returns none if the file cannot be read. */
export function readKeys(path: string): readonly MasterKey[] {
  try {
    return parseMasterKeys(readFileSync(path, "utf8"), path)
  } catch {
    return []
  }
}

/** Adds a new key to the file at `path` and returns its id. It decrypts; the database decides which key encrypts. */
export async function addMasterKey(path: string): Promise<string> {
  const text = (await readKeyFile(path)) ?? ""
  const key = newMasterKey()
  await replaceKeyFile(path, `${text.trimEnd()}\n${key}\n`)
  return key.split(":")[0] ?? ""
}

/**
 * Moves a key from the file at `path` to a separate file next to it, and returns that file's path: older backups still
 * need the key. Returns undefined if the file does not contain it.
 */
export async function removeMasterKey(path: string, key_id: string): Promise<string | undefined> {
  const lines = ((await readKeyFile(path)) ?? "").split(/[,\s]+/).filter((entry) => entry !== "")
  const gone = lines.find((line) => line.startsWith(`${key_id}:`))
  if (gone === undefined) return undefined
  const aside = `${path}.retired-${key_id}`
  await replaceKeyFile(aside, `${gone}\n`)
  await replaceKeyFile(path, `${lines.filter((line) => line !== gone).join("\n")}\n`)
  return aside
}

async function replaceKeyFile(path: string, text: string): Promise<void> {
  await rename(await writeTemporary(path, text), path)
  await syncFolder(dirname(path))
}

/** Returns the path of a data folder's key file. */
export function keyFilePath(dataDir: string): string {
  return join(dataDir, "master.key")
}

function parseMasterKey(entry: string, name: string): MasterKey {
  const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
  if (id === undefined || base64 === undefined)
    throw new BadMasterKeys(`${name} must have the format id:base64.`)
  const bytes = Buffer.from(base64, "base64")
  if (bytes.length !== key_bytes) {
    throw new BadMasterKeys(`${name} has ${bytes.length} bytes; it must have ${key_bytes}.`)
  }
  return { id, bytes }
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, "utf8")
    // A restored backup may have opened the file to others.
    await chmod(path, 0o600).catch(() => undefined)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Processes that start at once must end up with the same key: `link` fails if the file already exists. */
async function createKeyFile(path: string): Promise<string> {
  const temporary = await writeTemporary(path, `${newMasterKey()}\n`)
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(path))
  return readFile(path, "utf8")
}

async function writeTemporary(path: string, text: string): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`
  const file = await open(temporary, "wx", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}
