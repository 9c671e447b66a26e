import { withCorrection } from "./qr_correction.ts"
import { bitsOf, draw, masks, penaltyOf } from "./qr_drawing.ts"
import { dataRoom, roomOf, type Version, versions } from "./qr_version.ts"

/**
 * A QR code (ISO/IEC 18004) of a short text: byte mode, error correction level L, versions 1 to 15. Pure. Returns
 * rows of modules, true for dark, without the quiet zone.
 */
export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versions.find((candidate) => bytes.length <= roomOf(candidate))
  if (!version) throw new RangeError("The text is too long for one of our QR codes.")
  const codewords = withCorrection(dataCodewords(bytes, version), version)
  const drawn = masks.map((mask, number) => draw(codewords, version, mask, number))
  return drawn.toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0] ?? []
}

function dataCodewords(bytes: number[], version: Version): number[] {
  const length = version.number < 10 ? 8 : 16
  const bits = [0b0100, ...[]].flatMap((mode) => bitsOf(mode, 4))
  bits.push(...bitsOf(bytes.length, length), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0)
  while (bits.length % 8 !== 0) bits.push(0)
  const codewords = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  ).slice(0, dataRoom(version))
  for (let pad = 0xec; codewords.length < dataRoom(version); pad ^= 0xec ^ 0x11) codewords.push(pad)
  return codewords
}
