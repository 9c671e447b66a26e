import { bytesAt, type Upload } from "./upload.ts"

export interface Stream {
  /** Where the stream's first bytes lie in the file. */
  offset: number
  size: number
}

export interface CompoundFile {
  /** By name. */
  streams: Map<string, Stream>
  /** Whether the whole directory was seen, so that a name missing here is missing in the file. */
  is_complete: boolean
  is_truncated: boolean
}

const end_of_chain = 0xfffffffe
const free_sector = 0xffffffff
const entry_bytes = 128
const kinds = { stream: 2, root: 5 }

/** Reads the directory of a compound file ([MS-CFB] 2.6) as far as the two ends that we have show it. */
export function openCompoundFile(upload: Upload): CompoundFile {
  const header = bytesAt(upload, 0, 512)
  if (header === undefined) return { streams: new Map(), is_complete: false, is_truncated: true }
  const sector_bytes = 1 << (header.readUInt16LE(30) === 12 ? 12 : 9)
  const offsetOf = (sector: number) => (sector + 1) * sector_bytes
  const first = header.readUInt32LE(48)
  const mini_cutoff = header.readUInt32LE(56)

  const entries: Buffer[] = []
  const seen = new Set<number>()
  let sector: number | undefined = first
  while (sector !== undefined && sector < end_of_chain && !seen.has(sector)) {
    seen.add(sector)
    const bytes = bytesAt(upload, offsetOf(sector), sector_bytes)
    if (bytes === undefined) break
    for (let at = 0; at < sector_bytes; at += entry_bytes) entries.push(bytes.subarray(at, at + entry_bytes))
    sector = nextSector(upload, header, sector, sector_bytes)
  }

  const root = entries.find((entry) => entry[66] === kinds.root)
  const miniStart = offsetOf(root?.readUInt32LE(116) ?? 0)
  const streams = new Map<string, Stream>()
  for (const entry of entries.filter((one) => one[66] === kinds.stream)) {
    const size = entry.readUInt32LE(120)
    const start = entry.readUInt32LE(116)
    // Small streams share one large one, in pieces of 64 bytes.
    const offset = size < mini_cutoff ? miniStart + start * 64 : offsetOf(start)
    streams.set(entry.toString("utf16le", 0, Math.max(0, Math.min(entry.readUInt16LE(64), 64) - 2)), {
      offset,
      size,
    })
  }
  return {
    streams,
    is_complete: sector !== undefined && sector >= end_of_chain,
    is_truncated: offsetOf(lastSector(upload, header, sector_bytes)) >= upload.size,
  }
}

/** The last sector in use, as far as we see the allocation table; the table itself is in use as well. */
function lastSector(upload: Upload, header: Buffer, sector_bytes: number): number {
  const tables = tableSectors(header)
  const last = Math.max(...tables, header.readUInt32LE(48))
  const table = bytesAt(upload, ((tables.at(-1) ?? 0) + 1) * sector_bytes, sector_bytes)
  for (let at = sector_bytes - 4; table !== undefined && at >= 0; at -= 4) {
    if (table.readUInt32LE(at) === free_sector) continue
    return Math.max(last, ((tables.length - 1) * sector_bytes + at) / 4)
  }
  return last
}

/** The first 109 sectors of the allocation table; a file of 100 MB and small sectors may have more. */
function tableSectors(header: Buffer): number[] {
  const count = Math.min(header.readUInt32LE(44), 109)
  return Array.from({ length: count }, (_, index) => header.readUInt32LE(76 + 4 * index)).filter(
    (one) => one < 0xfffffffa,
  )
}

function nextSector(
  upload: Upload,
  header: Buffer,
  sector: number,
  sector_bytes: number,
): number | undefined {
  const perTable = sector_bytes / 4
  const table = tableSectors(header)[Math.floor(sector / perTable)]
  if (table === undefined) return undefined
  return bytesAt(upload, (table + 1) * sector_bytes + (sector % perTable) * 4, 4)?.readUInt32LE(0)
}
