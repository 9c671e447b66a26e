// Pictures of every format, built according to their specifications, for tests.
import { crc32, deflateSync } from "node:zlib"

export interface SamplePng {
  width?: number
  height?: number
  depth?: number
  color?: number
  interlaced?: boolean
  /** Additional chunks before the pixels, by type. */
  extra?: Readonly<Record<string, Buffer>>
  /** Compressed pixels that deliberately don't match the header. */
  pixels?: Buffer
}

const samples = [1, 0, 3, 1, 2, 0, 4]

export function samplePng(sample: SamplePng = {}): Buffer {
  const { width = 24, height = 8, depth = 8, color = 6, interlaced = false, extra = {} } = sample
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlaced ? 1 : 0], 8)
  const bits = depth * (samples[color] ?? 0)
  const rows = (across: number, down: number) =>
    across && down ? Buffer.alloc(down * (1 + Math.ceil((across * bits) / 8))) : Buffer.alloc(0)
  const part = (whole: number, from: number, step: number) => Math.max(0, Math.ceil((whole - from) / step))
  const raw = interlaced
    ? adam7.map(([x = 0, y = 0, dx = 1, dy = 1]) => rows(part(width, x, dx), part(height, y, dy)))
    : [rows(width, height)]
  const pixels = sample.pixels ?? deflateSync(Buffer.concat(raw))
  const palette: [string, Buffer][] = color === 3 ? [["PLTE", Buffer.from("1d4f73ffffff", "hex")]] : []
  const chunks = [
    ["IHDR", header],
    ...palette,
    ...Object.entries(extra),
    ["IDAT", pixels],
    ["IEND", Buffer.alloc(0)],
  ]
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    ...chunks.map(([type, data]) => chunk(type as string, data as Buffer)),
  ])
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A JPEG with camera metadata; its pixels are noise. */
export function sampleJpeg({ width = 24, height = 8, remark = "" } = {}): Buffer {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from("ffd8", "hex"),
    segment(0xe0, Buffer.from("4a46494600010100000100010000", "hex")),
    segment(0xe1, Buffer.from(`Exif\0\0${remark}`)),
    segment(0xfe, Buffer.from(remark)),
    segment(0xc0, frame),
    segment(0xda, Buffer.from("010100003f00", "hex")),
    Buffer.from("5a5aff005aff5affd05a5a", "hex").subarray(0, 4),
    Buffer.from("ffd05a5affd9", "hex"),
  ])
}
