/** How large a code is, and how its codewords are laid out: ISO/IEC 18004, level L. Pure. */
export interface Version {
  number: number
  blocks: number
  correction_per_block: number
  total_codewords: number
}

const corrections = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]

export const blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]

export const versions: Version[] = corrections.map((correction_per_block, index) => {
  const number = index + 1
  return { number, blocks: blocks[index] ?? 1, correction_per_block, total_codewords: totalCodewords(number) }
})

function totalCodewords(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  let modules = (16 * version + 128) * version + 64
  if (alignments > 0) modules -= (25 * alignments - 10) * alignments - 55
  if (version >= 7) modules -= 36
  return Math.floor(modules / 8)
}

/** Codewords for data, the rest being correction. */
export function dataRoom(version: Version): number {
  return version.total_codewords - version.blocks * version.correction_per_block
}

/** Bytes of text that fit: mode and length take 12 bits, from version 10 on 20. */
export function roomOf(version: Version): number {
  return dataRoom(version) - (version.number < 10 ? 2 : 3)
}
