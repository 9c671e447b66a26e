import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { chmod, link, open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"

/** A key from which every other key is derived. The first of a list seals; all of them open. */
export interface MasterKey {
  id: string
  bytes: Buffer
}

/** At least one key, the current one first. */
export type MasterKeys = readonly [current: MasterKey, ...older: MasterKey[]]

/** Thrown when the master keys as given cannot be used; the sentence never shows a key. */
export class BadMasterKeys extends Error {
  override name = "BadMasterKeys"
}

const key_bytes = 32

/** A fresh master key in the form `<id>:<base64>` that the setting and the key file take. */
export function newMasterKey(): string {
  return `${randomBytes(4).toString("hex")}:${randomBytes(key_bytes).toString("base64")}`
}

/** Reads `id:base64` pairs divided by commas or line ends, the current one first. Throws `BadMasterKeys`. */
export function parseMasterKeys(text: string, source: string): MasterKeys {
  const [current, ...older] = text
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .map((entry, index) => parseMasterKey(entry, `Key ${index + 1} of ${source}`))
  if (current === undefined)
    throw new BadMasterKeys(`${source} holds no key; give at least one as id:base64.`)
  const ids = new Set([current, ...older].map((key) => key.id))
  if (ids.size <= older.length)
    throw new BadMasterKeys(`Two keys of ${source} have the same id; ids must differ.`)
  return [current, ...older]
}

/** The keys of the file at `path`; undefined when there is no such file. Throws `BadMasterKeys`. */
export async function findKeyFile(path: string): Promise<MasterKeys | undefined> {
  const text = await readKeyFile(path)
  return text === undefined ? undefined : parseMasterKeys(text, path)
}

/** The keys of the file at `path`; creates it with one fresh key, readable by its owner only, when it is missing. */
export async function readOrCreateKeyFile(path: string): Promise<MasterKeys> {
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path))
  return parseMasterKeys(text, path)
}

/** The same at once, for a process that meets a key it does not know; none where the file cannot be read. */
export function readKeys(path: string): readonly MasterKey[] {
  try {
    return parseMasterKeys(readFileSync(path, "utf8"), path)
  } catch {
    return []
  }
}

/** Adds a fresh key to the file at `path` and returns its id. It opens; what seals is said in the database. */
export async function addMasterKey(path: string): Promise<string> {
  const text = (await readKeyFile(path)) ?? ""
  const key = newMasterKey()
  await replaceKeyFile(path, `${text.trimEnd()}\n${key}\n`)
  return key.split(":")[0] ?? ""
}

/**
 * Takes a key out of the file at `path` and puts it into a file of its own beside it, whose path is returned: backups
 * from before need it. Undefined where the file does not hold it.
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

/** Where the key file of a data folder is. */
export function keyFilePath(dataDir: string): string {
  return join(dataDir, "master.key")
}

function parseMasterKey(entry: string, name: string): MasterKey {
  const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
  if (id === undefined || base64 === undefined)
    throw new BadMasterKeys(`${name} is not of the form id:base64.`)
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

/** Two processes starting at once must end up with the same key: `link` fails where the file exists already. */
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
