/** The segments of the picture itself: JFIF, color profile, Adobe's color model. Location, camera and comments are dropped. */
const allowed_applications = new Set([0xe0, 0xe2, 0xee])
const comment = 0xfe
const start_of_scan = 0xda
const end_of_image = 0xd9

export function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff
}

export interface Jpeg {
  /** In pixels. */
  width: number
  height: number
  bytes: Buffer
}

/**
 * Reads the segments of a JPEG (ITU-T T.81, annex B), and writes it again with only the picture. Returns undefined if
 * it is malformed.
 */
export function readJpeg(bytes: Buffer): Jpeg | undefined {
  const pieces = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === end_of_image) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return undefined
    if (isFrame(marker) && end >= at + 9)
      size ??= { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // The pixels follow the scan header, up to the next marker.
    const next = marker === start_of_scan ? endOfScan(bytes, end) : end
    if (isPicture(marker)) pieces.push(bytes.subarray(at, next))
    at = next
  }
  const isEnded = bytes[at] === 0xff && bytes[at + 1] === end_of_image
  const hasPixels = pieces.some((piece) => piece[1] === start_of_scan)
  if (!isEnded || !hasPixels || !size?.width || !size.height) return undefined
  pieces.push(Buffer.from([0xff, end_of_image]))
  return { ...size, bytes: Buffer.concat(pieces) }
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isPicture(marker: number): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return marker !== comment && (!isApplication || allowed_applications.has(marker))
}

/** Within the pixels, 0xff is followed by zero or a restart marker; anything else starts the next segment. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += 1
  }
  return bytes.length
}
