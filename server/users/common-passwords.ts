// The 100,000 most common passwords, and of those long enough for our rules the 30,000 most common: decision 0028 says
// where the list comes from.
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"

const decompress = promisify(brotliDecompress)
const file = new URL("./common-passwords.txt.br", import.meta.url)

/**
 * Whether one of these is on the list; they are compared as they are, in lower case. The list is read anew each time:
 * passwords are chosen rarely, and an idle server should not keep a megabyte for that.
 */
export async function areCommon(candidates: readonly string[]): Promise<boolean> {
  const list = (await decompress(await readFile(file))).toString("latin1")
  return candidates.some((candidate) => list.includes(`\n${candidate}\n`))
}
