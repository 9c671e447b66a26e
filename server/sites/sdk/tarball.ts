// A package as npm installs it: the same files always give the same bytes, because lock files remember a hash of them.
import { gzipSync } from "node:zlib"

const block = 512
/** The time that npm gives every file of a package: 1985-10-26T08:15:00Z. */
const mtime_s = 499_162_500

/** Returns `files`, by their names, in the folder that npm expects, as a tar (POSIX ustar) in gzip. */
export function packFiles(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const isProgram = text.startsWith("#!")
    return [headerOf(`package/${name}`, content.length, isProgram), content, padding(content.length)]
  })
  // Stored, not compressed: what compresses differs between processors and versions of Node.
  const packed = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level: 0 })
  // The operating system in the header of gzip: unknown.
  packed[9] = 255
  return packed
}

function headerOf(name: string, size: number, isProgram: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a header of tar.`)
  const header = Buffer.alloc(block)
  const octal = (number: number, digits: number) => `${number.toString(8).padStart(digits, "0")}\0`
  header.write(name, 0)
  header.write(octal(isProgram ? 0o755 : 0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(mtime_s, 11), 136)
  // While the sum is taken, it counts as blanks.
  header.write(" ".repeat(8), 148)
  header.write("0", 156)
  header.write("ustar\0" + "00", 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block)
}
