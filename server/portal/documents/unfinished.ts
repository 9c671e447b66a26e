// Uploads on their way in: a record and the part that has arrived, each a file in the data folder, until the whole
// is received or a day has passed. The record outlives its part a little, so that a browser that did not hear the
// end can ask.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { KeyRing } from "../../platform/secrets/key_ring.ts"
import { newPartKey, type PartKey } from "./part_file.ts"

export interface UnfinishedUpload {
  id: string
  firm_id: string
  matter_id: string
  /** The upload page it was begun on. */
  section_id: string
  path: string
  filename: string
  /** Bytes of the whole file. */
  size: number
  created_at: string
  key_sealed: string
  /** Taken in: the part is gone. */
  is_received?: boolean
}

const lifetime_ms = 24 * 3_600_000

export interface Unfinished {
  add(upload: Omit<UnfinishedUpload, "created_at" | "key_sealed">): Promise<void>
  /** Undefined where there is none, or none any more. */
  find(id: string): Promise<UnfinishedUpload | undefined>
  partOf(upload: UnfinishedUpload): { path: string; key: PartKey }
  markReceived(upload: UnfinishedUpload): Promise<void>
  remove(id: string): Promise<void>
  /** Bytes that a matter's unfinished uploads may come to. */
  promisedBytes(matter_id: string): Promise<number>
}

export function openUnfinished(folder: string, ring: KeyRing): Unfinished {
  const recordPath = (id: string) => join(folder, `${id}.json`)
  const partPath = (id: string) => join(folder, `${id}.part`)
  const context = (id: string) => `unfinished_upload:${id}`

  async function store(upload: UnfinishedUpload): Promise<void> {
    const draft = `${recordPath(upload.id)}.${process.pid}`
    await writeFile(draft, JSON.stringify(upload), { mode: 0o600 })
    await rename(draft, recordPath(upload.id))
  }

  async function find(id: string): Promise<UnfinishedUpload | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
    const text = await readFile(recordPath(id), "utf8").catch(() => undefined)
    return text === undefined ? undefined : (JSON.parse(text) as UnfinishedUpload)
  }

  async function remove(id: string): Promise<void> {
    await rm(partPath(id), { force: true })
    await rm(recordPath(id), { force: true })
  }

  async function idsThere(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => /^[0-9a-f]{32}\.json$/.test(name)).map((name) => name.slice(0, 32))
  }

  /** Removes what nobody has touched for a day. */
  async function sweep(): Promise<void> {
    for (const id of await idsThere()) {
      const touched = await Promise.all(
        [partPath(id), recordPath(id)].map((path) => stat(path).catch(() => undefined)),
      )
      const last = Math.max(...touched.map((each) => each?.mtimeMs ?? 0))
      if (Date.now() - last > lifetime_ms) await remove(id)
    }
  }

  return {
    find,
    remove,
    async add(upload) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await sweep()
      const { key, iv } = newPartKey()
      const key_sealed = ring.seal(`${key.toString("hex")} ${iv.toString("hex")}`, context(upload.id))
      await writeFile(partPath(upload.id), "", { mode: 0o600, flag: "wx" })
      await store({ ...upload, created_at: new Date().toISOString(), key_sealed })
    },
    partOf({ id, key_sealed }) {
      const [key = "", iv = ""] = ring.open(key_sealed, context(id)).split(" ")
      return { path: partPath(id), key: { key: Buffer.from(key, "hex"), iv: Buffer.from(iv, "hex") } }
    },
    async markReceived(upload) {
      await store({ ...upload, is_received: true })
      await rm(partPath(upload.id), { force: true })
    },
    async promisedBytes(matter_id) {
      const uploads = await Promise.all((await idsThere()).map(find))
      return uploads.reduce(
        (sum, each) => (each?.matter_id === matter_id && !each.is_received ? sum + each.size : sum),
        0,
      )
    },
  }
}
