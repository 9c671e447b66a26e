// Names every file of an export with its size and SHA-256, so that anybody can tell later whether it is whole.
import { createHash } from "node:crypto"
import { Readable, Transform } from "node:stream"
import { openPromise } from "yauzl"
import type { ZipEntry } from "../zip.ts"

export const manifest_name = "manifest.json"
export const manifest_format = "foyer-manifest-1"

interface Named {
  path: string
  size: number
  sha256: string
}

/** The entries as they are, and after them the manifest of what they held. */
export async function* withManifest(
  entries: AsyncIterable<ZipEntry>,
  exported_at: Date,
): AsyncGenerator<ZipEntry> {
  const files: Named[] = []
  for await (const entry of entries) yield { ...entry, content: () => watched(entry, files) }
  const content = { format: manifest_format, exported_at: exported_at.toISOString(), files }
  yield { path: manifest_name, content: `${JSON.stringify(content, null, 2)}\n`, modified_at: exported_at }
}

async function watched({ path, content }: ZipEntry, files: Named[]): Promise<Readable> {
  const source = typeof content === "string" ? Readable.from([Buffer.from(content)]) : await content()
  const hash = createHash("sha256")
  let size = 0
  const watcher = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      files.push({ path, size, sha256: hash.digest("hex") })
      done()
    },
  })
  source.once("error", (error) => watcher.destroy(error))
  watcher.once("close", () => source.destroy())
  return source.pipe(watcher)
}

export interface CheckedExport {
  files: number
  bytes: number
  /** A sentence for each file that is missing, was added or differs; none for a whole export. */
  faults: string[]
}

/** Reads a firm's export and compares every file in it with its manifest. Throws for what is no such archive. */
export async function checkExport(path: string): Promise<CheckedExport> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  const found = new Map<string, Named>()
  let manifest: { format?: string; files?: Named[] } | undefined
  let bytes = 0
  try {
    for await (const entry of archive.eachEntry()) {
      const hash = createHash("sha256")
      const saved: Buffer[] = []
      let size = 0
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        size += (chunk as Buffer).length
        hash.update(chunk as Buffer)
        if (entry.fileName === manifest_name) saved.push(chunk as Buffer)
      }
      if (entry.fileName === manifest_name) manifest = JSON.parse(Buffer.concat(saved).toString("utf8"))
      else found.set(entry.fileName, { path: entry.fileName, size, sha256: hash.digest("hex") })
      bytes += size
    }
  } finally {
    archive.close()
  }
  if (manifest?.format !== manifest_format || !Array.isArray(manifest.files))
    throw new Error(
      `There is no ${manifest_name} in it: this is no export of a whole firm, or it was cut off.`,
    )
  const named = new Map(manifest.files.map((file) => [file.path, file]))
  const faults = [
    ...[...named.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing.`),
    ...[...found.keys()].filter((name) => !named.has(name)).map((name) => `${name} is not in the manifest.`),
    ...[...found.values()]
      .filter(({ path: name, sha256 }) => named.has(name) && named.get(name)?.sha256 !== sha256)
      .map(({ path: name }) => `${name} is not what was exported.`),
  ]
  return { files: found.size, bytes, faults }
}
