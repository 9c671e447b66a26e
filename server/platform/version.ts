import { readFile } from "node:fs/promises"

/** Returns the version of this program, such as `0.1.0`. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8")
  return (JSON.parse(text) as { version: string }).version
}
