import { dataRoom, type Version } from "./qr_version.ts"

/** The codewords with their Reed–Solomon correction, interleaved as they are drawn. Pure. */
export function withCorrection(data: number[], version: Version): number[] {
  const short = Math.floor(dataRoom(version) / version.blocks)
  const longFrom = version.blocks - (dataRoom(version) % version.blocks)
  const generator = generatorOf(version.correction_per_block)
  let start = 0
  const parts = Array.from({ length: version.blocks }, (_, index) => {
    const part = data.slice(start, start + short + (index >= longFrom ? 1 : 0))
    start += part.length
    return { part, correction: remainder(part, generator) }
  })
  const interleaved: number[] = []
  for (let place = 0; place <= short; place++)
    for (const { part } of parts) if (place < part.length) interleaved.push(part[place] ?? 0)
  for (let place = 0; place < version.correction_per_block; place++)
    for (const { correction } of parts) interleaved.push(correction[place] ?? 0)
  return interleaved
}

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function product(a: number, b: number): number {
  let result = 0
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((b >>> bit) & 1) * a
  }
  return result
}

function generatorOf(degree: number): number[] {
  const generator = new Array<number>(degree).fill(0)
  generator[degree - 1] = 1
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let place = 0; place < degree; place++)
      generator[place] = product(generator[place] ?? 0, root) ^ (generator[place + 1] ?? 0)
    root = product(root, 2)
  }
  return generator
}

function remainder(data: number[], generator: number[]): number[] {
  const rest = generator.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    generator.forEach((coefficient, place) => {
      rest[place] = (rest[place] ?? 0) ^ product(coefficient, factor)
    })
  }
  return rest
}
