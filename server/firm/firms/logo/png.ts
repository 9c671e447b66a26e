import { crc32, inflateSync } from "node:zlib"
import { isLargerThanNeeded, type ReadLogo } from "./shape.ts"

const signature = Buffer.from("89504e470d0a1a0a", "hex")
/** The chunks of the picture itself; texts, times and anything else in the file are dropped. */
const chunk_types = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "IDAT", "IEND"])
/** Samples per pixel, by color type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

/** Reads every chunk and pixel of a PNG (ISO/IEC 15948), and writes it again without anything else. */
export function readPng(bytes: Buffer): ReadLogo {
  const chunks = chunksOf(bytes)
  const header = chunks?.[0]
  if (!chunks || header?.type !== "IHDR" || header.data.length !== 13) return "broken"
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) }
  if (isLargerThanNeeded(size)) return "too_large"
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data))
  const isPaletteMissing = header.data[9] === 3 && !chunks.some(({ type }) => type === "PLTE")
  if (isPaletteMissing || !holdsPixels(header.data, pixels)) return "broken"
  const pieces = chunks.filter(({ type }) => chunk_types.has(type)).map(({ whole }) => whole)
  return { content_type: "image/png", ...size, bytes: Buffer.concat([signature, ...pieces]) }
}

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

/** Returns all chunks up to IEND, ignoring what follows; undefined if one is truncated or altered. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString("latin1", at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === "IEND") return chunks
    at = end
  }
  return undefined
}

/** Decompresses no more than the header declares, so that a small file cannot fill the memory. */
function holdsPixels(header: Buffer, packed: Buffer): boolean {
  const [depth = 0, color = 0, , , interlaced = 0] = header.subarray(8)
  if (!depths[color]?.includes(depth) || interlaced > 1) return false
  const bits = depth * (samples[color] ?? 0)
  const length = (interlaced ? passes : [[0, 0, 1, 1]]).reduce((sum, [x = 0, y = 0, dx = 1, dy = 1]) => {
    const width = Math.ceil((header.readUInt32BE(0) - x) / dx)
    const height = Math.ceil((header.readUInt32BE(4) - y) / dy)
    return width > 0 && height > 0 ? sum + height * (1 + Math.ceil((width * bits) / 8)) : sum
  }, 0)
  if (length === 0) return false
  try {
    return inflateSync(packed, { maxOutputLength: length }).length === length
  } catch {
    return false
  }
}

/** Adam7 interlacing: the start and step of each pass. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
