// The 100,000 most common passwords, and the 30,000 most common of those long enough for our rules. Decision 0028 names
// the source.
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"

const decompress = promisify(brotliDecompress)
const file = new URL("./common-passwords.txt.br", import.meta.url)

/**
 * Whether any of these is on the list, compared exactly, in lower case. Reads the list each time: people rarely choose
 * passwords, and an idle server should not hold a megabyte for that.
 */
export async function areCommon(candidates: readonly string[]): Promise<boolean> {
  const list = (await decompress(await readFile(file))).toString("latin1")
  return candidates.some((candidate) => list.includes(`\n${candidate}\n`))
}
