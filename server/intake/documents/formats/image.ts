import { startsWith, type Upload, type Verdict } from "./upload.ts"

const jpeg_start = Buffer.from("ffd8ff", "hex")
const jpeg_end = Buffer.from("ffd9", "hex")
const png_start = Buffer.from("89504e470d0a1a0a", "hex")
const png_end = Buffer.from("0000000049454e44ae426082", "hex")

/**
 * A JPEG is complete if an end marker follows the start of the pixel data. No such marker can occur inside the data,
 * but the preview that cameras put before it has its own.
 */
export function inspectJpeg(upload: Upload): Verdict {
  if (!startsWith(upload, jpeg_start)) return "content_mismatch"
  // Phones append the video of a motion photo, which is larger than the tail we see.
  if (/MotionPhoto|MicroVideo/.test(upload.head.toString("latin1"))) return "ok"
  const ending = upload.tail.lastIndexOf(jpeg_end)
  const isEnded = ending >= 0 && upload.size - upload.tail.length + ending > startOfPixels(upload.head)
  return isEnded ? "ok" : "truncated"
}

export function inspectPng(upload: Upload): Verdict {
  if (!startsWith(upload, png_start)) return "content_mismatch"
  return upload.tail.includes(png_end) ? "ok" : "truncated"
}

/** RFC 9649: a RIFF file, which states its length. */
export function inspectWebp({ head, size }: Upload): Verdict {
  const isWebp =
    head.toString("latin1", 0, 4) === "RIFF" && /^WEBPVP8[ LX]$/.test(head.toString("latin1", 8, 16))
  if (!isWebp) return "content_mismatch"
  return head.readUInt32LE(4) + 8 > size ? "truncated" : "ok"
}

/** ISO/IEC 23008-12: a sequence of boxes whose first names the brands and whose lengths add up to the file size. */
export function inspectHeif(upload: Upload): Verdict {
  const { head, size } = upload
  if (head.length < 16 || head.toString("latin1", 4, 8) !== "ftyp") return "content_mismatch"
  const brands = head.toString("latin1", 8, head.readUInt32BE(0))
  // AVIF has the same structure, but few programs open it.
  if (!/hei[cmsx]|hev[cmsx]/.test(brands) || /^avi[fs]/.test(brands)) return "content_mismatch"
  let at = 0
  while (at + 16 <= head.length) {
    const length = head.readUInt32BE(at)
    if (length === 0) return "ok"
    at += length === 1 ? Math.max(Number(head.readBigUInt64BE(at + 8)), 16) : Math.max(length, 8)
  }
  return at > size ? "truncated" : "ok"
}

/** Offset of the first scan (SOS); the end of `head` when the headers extend beyond it. */
function startOfPixels(head: Buffer): number {
  let at = 2
  while (at + 4 <= head.length) {
    if (head[at] !== 0xff) return at
    const marker = head[at + 1]
    if (marker === 0xda) return at
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return head.length
}
