import type { Version } from "./qr_version.ts"

/** The lowest `length` bits, highest first. Pure. */
export function bitsOf(value: number, length: number): number[] {
  return Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1)
}

type Mask = (row: number, column: number) => boolean

/** Each turns over the modules it names, so that none stays unreadable by its shades. */
export const masks: Mask[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** The code as rows of modules, true for dark. */
export function draw(codewords: number[], { number }: Version, mask: Mask, maskNumber: number): boolean[][] {
  const size = number * 4 + 17
  const grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined))
  const set = (row: number, column: number, dark: boolean) => {
    const line = grid[row]
    if (line && column >= 0 && column < size) line[column] = dark
  }
  drawPatterns(set, size, number, maskNumber)
  const bits = codewords.flatMap((codeword) => bitsOf(codeword, 8))
  let next = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== undefined) continue
        set(row, column, (bits[next++] === 1) !== mask(row, column))
      }
    }
  }
  return grid.map((line) => line.map((dark) => dark === true))
}

function drawPatterns(
  set: (row: number, column: number, dark: boolean) => void,
  size: number,
  version: number,
  maskNumber: number,
): void {
  for (let place = 0; place < size; place++) {
    set(6, place, place % 2 === 0)
    set(place, 6, place % 2 === 0)
  }
  const centers = alignmentCenters(version, size)
  for (const row of centers) {
    for (const column of centers) {
      const isFinder =
        [row, column].every((at) => at === 6 || at === size - 7) && !(row !== 6 && column !== 6)
      if (isFinder) continue
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1)
    }
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++)
        set(row + y, column + x, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  drawFormat(set, size, maskNumber)
  if (version >= 7) {
    const bits = (version << 12) | checkBits(version, 12, 0x1f25)
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
      set(near, far, ((bits >> bit) & 1) === 1)
      set(far, near, ((bits >> bit) & 1) === 1)
    }
  }
}

function drawFormat(
  set: (row: number, column: number, dark: boolean) => void,
  size: number,
  maskNumber: number,
): void {
  // Level L is 01 on the code.
  const data = (0b01 << 3) | maskNumber
  const bits = ((data << 10) | checkBits(data, 10, 0x537)) ^ 0x5412
  const isDark = (bit: number) => ((bits >> bit) & 1) === 1
  for (let bit = 0; bit < 15; bit++) {
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit
    set(along, 8, isDark(bit))
    const across = bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit
    set(8, across, isDark(bit))
  }
  set(size - 8, 8, true)
}

function checkBits(data: number, length: number, polynomial: number): number {
  let rest = data
  for (let bit = 0; bit < length; bit++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * polynomial)
  return rest
}

function alignmentCenters(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))]
}

/** How hard to read: long runs of one shade, blocks of it, and an uneven share of dark. */
export function penaltyOf(grid: boolean[][]): number {
  const columns = grid.map((_, column) => grid.map((row) => row[column] === true))
  let penalty = 0
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("")
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  grid.forEach((row, y) => {
    row.forEach((dark, x) => {
      const isBlock = [grid[y]?.[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]].every(
        (other) => other === dark,
      )
      if (isBlock) penalty += 3
    })
  })
  const share = grid.flat().filter(Boolean).length / grid.length ** 2
  return penalty + Math.floor(Math.abs(share - 0.5) * 20) * 10
}
