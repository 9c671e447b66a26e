// Test files run as bundles, and so do their stack traces. Reading source maps costs each process a second of a core,
// so the process that reports failures does it for all of them, and only if something failed.
import { readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { dirname, relative, resolve } from "node:path"

/** Replaces each `file:line:column` of a built file in `text` with its position in the source. */
export function nameSources(text: string): string {
  return text.replaceAll(/(?:file:\/\/)?([^\s()]+\.mjs):(\d+):(\d+)/g, (place, file, line, column) => {
    const origin = readMap(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !("fileName" in origin)) return place
    const source = relative("", resolve(dirname(file), origin.fileName))
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

const maps = new Map<string, SourceMap | undefined>()

function readMap(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, openMap(`${file}.map`))
  return maps.get(file)
}

/** Undefined for a file that was not built. */
function openMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")))
  } catch {
    return undefined
  }
}
