// Unpacks a WOFF 1.0 font, whose tables are compressed one by one. fontkit would inflate a table for each glyph it reads.
import { inflateSync } from "node:zlib"

const woff_header = 44
const woff_entry = 20
const sfnt_header = 12
const sfnt_entry = 16
/** After each table: fontkit reads the header of an empty last glyph, which is not there. */
const padding = 16

/** The font as an sfnt file (TrueType); one that isn't packed is returned as it is. */
export function unpackFont(file: Buffer): Buffer {
  if (file.toString("latin1", 0, 4) !== "wOFF") return file
  const count = file.readUInt16BE(12)
  const directory = Buffer.alloc(sfnt_header + sfnt_entry * count)
  file.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const from = woff_header + woff_entry * index
    const to = sfnt_header + sfnt_entry * index
    const [start, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(start, start + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    file.copy(directory, to, from, from + 4)
    file.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(length, to + 12)
    const rest = Buffer.alloc(padding - (length % 4))
    parts.push(table, rest)
    offset += table.length + rest.length
  }
  return Buffer.concat(parts)
}
