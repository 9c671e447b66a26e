// Files of rows in COPY's text format: one row per line, columns separated by tabs, identical across PostgreSQL
// versions.
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { FileMissing, type FileStore } from "../../../platform/files/store/store.ts"

export interface Measured {
  rows: number
  bytes: number
  sha256: string
}

/** Passes a stream through and measures it; read the result once the stream has ended. */
export function measuring(): { stream: Transform; measured: () => Measured } {
  const hash = createHash("sha256")
  let rows = 0
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, measured: () => ({ rows, bytes, sha256: hash.digest("hex") }) }
}

/** Writes `source` to a new file that only its owner can read. Resolves once it would survive a power failure. */
export async function writeMeasured(path: string, source: Readable): Promise<Measured> {
  const { stream, measured } = measuring()
  await pipeline(source, stream, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }))
  return measured()
}

/** Measures a stream. */
export async function measure(source: Readable): Promise<Measured> {
  const { stream, measured } = measuring()
  await pipeline(source, stream, async (chunks) => {
    for await (const _ of chunks);
  })
  return measured()
}

export function measureFile(path: string): Promise<Measured> {
  return measure(createReadStream(path))
}

/** Yields the rows of a file as objects by column name. */
export async function* readRows<Column extends string>(
  path: string,
  columns: readonly Column[],
): AsyncGenerator<Record<Column, string | null>> {
  for await (const line of readLines(path)) {
    const values = line.split("\t")
    if (values.length !== columns.length) throw new Error(`A line of ${path} has ${values.length} columns.`)
    yield rowOf(columns, values)
  }
}

/** The row of a line's values, as they are stored. */
export function rowOf<Column extends string>(
  columns: readonly Column[],
  values: readonly string[],
): Record<Column, string | null> {
  return Object.fromEntries(
    columns.map((column, index) => [column, plain(values[index] ?? "\\N")]),
  ) as Record<Column, string | null>
}

/** Returns a number that depends on all rows, but not on their order. */
export async function sumRows(source: AsyncIterable<Buffer>): Promise<bigint> {
  let sum = 0n
  for await (const line of splitLines(source))
    sum += BigInt(`0x${createHash("sha256").update(line).digest("hex")}`)
  return sum
}

export async function* readLines(path: string): AsyncGenerator<string> {
  for await (const line of splitLines(createReadStream(path))) yield line.toString()
}

/** Splits at line feeds only: values may contain other line separators. */
export async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  for await (const chunk of source) {
    let start = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      yield Buffer.concat([...held, chunk.subarray(start, at)])
      held = []
      start = at + 1
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
  }
  if (held.length > 0) yield Buffer.concat(held)
}

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

function plain(text: string): string | null {
  if (text === "\\N") return null
  return text.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character)
}

/** Whether the store has exactly these bytes under the key. */
export async function holdsFile(
  store: FileStore,
  key: string,
  { size, sha256 }: { size: number; sha256: string },
): Promise<boolean> {
  try {
    const found = await measure(await store.read(key))
    return found.bytes === size && found.sha256 === sha256
  } catch (error) {
    if (error instanceof FileMissing) return false
    throw error
  }
}
