// Verifies an archive with a manifest, such as a firm export, from the file alone, without database or settings.
import { createHash } from "node:crypto"
import { open } from "node:fs/promises"
import { openPromise } from "yauzl"
import { firm_format, type ManifestFile, manifest_path } from "./manifest.ts"
import { listMatterFaults } from "./matter-references.ts"

export interface CheckedExport {
  /** The manifest's general data; empty if unreadable. */
  about: Partial<Manifest>
  files: number
  bytes: number
  /** Sentences that name the file. */
  faults: string[]
  /** Those of them about files that could not be read when the archive was created. */
  damaged: string[]
}

export interface Manifest {
  format: string
  program: string
  created_at: string
  firm: { id: string; name: string }
  sensitive_answers: string
  matters: number
  matters_left_out: number
  rows: Record<string, number>
  files: ManifestFile[]
}

/** Thrown for a file that is not a firm export; the message says what it is. */
export class NotFirmExport extends Error {
  override name = "NotFirmExport"
}

/** Reads every byte once. Throws `NotFirmExport`, and the errors of opening the file. */
export async function checkFirmExport(path: string, format = firm_format): Promise<CheckedExport> {
  await requireZip(path)
  const checked: CheckedExport = { about: {}, files: 0, bytes: 0, faults: [], damaged: [] }
  const found = new Map<string, Found>()
  const contents = { format, references: [] as Reference[], manifest: undefined as Manifest | undefined }
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    try {
      for await (const entry of zip.eachEntry()) {
        if (found.has(entry.fileName)) checked.faults.push(`${entry.fileName} is in the file twice.`)
        const source = async () => zip.openReadStreamPromise(entry)
        found.set(entry.fileName, await readEntry(entry.fileName, source, contents, checked.faults))
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof NotFirmExport) throw error
    const reason = error instanceof Error ? error.message : String(error)
    checked.faults.push(
      `The ZIP file is cut off or damaged and cannot be read to the end (${reason}). Download it again.`,
    )
    return checked
  }
  const { manifest } = contents
  if (!manifest) {
    checked.faults.push(`${manifest_path} is missing or cannot be read, so nothing says what should be here.`)
    return checked
  }
  found.delete(manifest_path)
  checked.about = manifest
  for (const { size } of found.values()) {
    checked.files += 1
    checked.bytes += size
  }
  checked.damaged = manifest.files.filter(({ damaged }) => damaged).map(damageOf)
  checked.faults.push(
    ...compare(manifest, found),
    ...checked.damaged,
    ...contents.references.flatMap(faultOf(found)),
  )
  return checked
}

async function requireZip(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead < 4 || buffer.toString("latin1") !== "PK\u0003\u0004")
      throw new NotFirmExport(`${path} is not a ZIP file.`)
  } finally {
    await file.close()
  }
}

interface Found {
  size: number
  sha256: string
  /** Number of JSON lines. */
  lines: number
  /** Unpacking failed and was reported. */
  is_broken: boolean
}

/** A file that another one refers to. */
interface Reference {
  from: string
  to: string
}

interface Contents {
  format: string
  references: Reference[]
  manifest: Manifest | undefined
}

async function readEntry(
  path: string,
  source: () => Promise<AsyncIterable<Buffer>>,
  contents: Contents,
  faults: string[],
): Promise<Found> {
  const hash = createHash("sha256")
  const found: Found = { size: 0, sha256: "", lines: 0, is_broken: false }
  const isLines = path.endsWith(".jsonl")
  const isJson = path.endsWith(".json") && !path.includes("/files/")
  const buffered: Buffer[] = []
  const parseRecord = (text: Buffer) => {
    found.lines += 1
    const value = parse(text)
    if (value === undefined)
      faults.push(`${path} is not valid JSON${isLines ? ` in line ${found.lines}` : ""}.`)
    else if (path === manifest_path) contents.manifest = manifestOf(value, contents.format)
    else if (/^matters\/[^/]+\/matter\.json$/.test(path)) {
      const folder = path.slice(0, -"matter.json".length)
      const { paths, faults: more } = listMatterFaults(value)
      faults.push(...more.map((fault) => `${path}: ${fault}`))
      contents.references.push(...paths.map((to) => ({ from: path, to: folder + to })))
    }
  }
  try {
    for await (const piece of await source()) {
      hash.update(piece)
      found.size += piece.length
      let start = 0
      for (let at = piece.indexOf(10); isLines && at !== -1; at = piece.indexOf(10, start)) {
        parseRecord(Buffer.concat([...buffered.splice(0), piece.subarray(start, at)]))
        start = at + 1
      }
      if (isLines || isJson) buffered.push(piece.subarray(start))
    }
    const rest = Buffer.concat(buffered)
    if (isJson || rest.length > 0) parseRecord(rest)
  } catch (error) {
    if (error instanceof NotFirmExport) throw error
    found.is_broken = true
    faults.push(`${path} is damaged: it cannot be unpacked (${(error as Error).message}).`)
  }
  return { ...found, sha256: hash.digest("hex") }
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

function manifestOf(value: unknown, expected: string): Manifest {
  const { format, files } = (value ?? {}) as Partial<Manifest>
  if (format !== expected || !Array.isArray(files))
    throw new NotFirmExport(
      `This is not ${expected === firm_format ? "an export of everything" : "a file of `foyer firm export`"}: its ${manifest_path} says “${String(format)}”.`,
    )
  return value as Manifest
}

const damageOf = ({ path }: ManifestFile) =>
  `${path} could not be read in Foyer when the export was created: not all of it is here.`

function compare({ files, rows = {} }: Manifest, found: ReadonlyMap<string, Found>): string[] {
  const faults: string[] = []
  const listed = new Set(files.map(({ path }) => path))
  for (const { path, size, sha256 } of files) {
    const there = found.get(path)
    if (!there) faults.push(`${path} is missing.`)
    else if (there.is_broken) continue
    else if (there.size !== size) faults.push(`${path} has ${there.size} bytes, and should have ${size}.`)
    else if (there.sha256 !== sha256)
      faults.push(`${path} was changed: its SHA-256 is not the one in ${manifest_path}.`)
  }
  for (const path of found.keys())
    if (!listed.has(path)) faults.push(`${path} does not belong here: ${manifest_path} does not list it.`)
  for (const [table, count] of Object.entries(rows)) {
    const lines = found.get(`records/${table}.jsonl`)?.lines ?? 0
    if (lines !== count) faults.push(`records/${table}.jsonl has ${lines} records, and should have ${count}.`)
  }
  return faults
}

function faultOf(found: ReadonlyMap<string, Found>) {
  return ({ from, to }: Reference) => (found.has(to) ? [] : [`${from} names ${to}, which is not here.`])
}
