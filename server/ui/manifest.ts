// What a build of the assets leaves behind, and what can be read from it.
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Asset {
  url: string
  gzip_bytes: number
  /** Names of the chunks it loads at once, and of those it may load later. */
  imports: string[]
  later: string[]
}

export type Manifest = Record<string, Asset>

export interface Assets {
  manifest: Manifest
  /** Serve this at `/assets/`, immutable for a year; every file has `.br` and `.gz` beside it. */
  directory: string
  /** The address of `portal.css`, `copy.js`, …; throws where there is no such asset. */
  url(name: string): string
  /** Addresses of all chunks these assets load at once. */
  preloads(names: readonly string[]): string[]
}

/** What a build leaves behind: its manifest and a fingerprint of each file it read. */
export interface BuildRecord {
  entries: Record<string, string>
  inputs: Record<string, string>
  manifest: Manifest
}

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..")

/** The names of `names` and everything they load at once, or at any time where `ever` is set. */
export function closureOf(manifest: Manifest, names: readonly string[], ever = false): string[] {
  const seen = new Set<string>()
  const req = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const asset = find(manifest, name)
    for (const next of ever ? [...asset.imports, ...asset.later] : asset.imports) req(next)
  }
  for (const name of names) req(name)
  return [...seen]
}

/** A hash of a file's content; an empty string where it is gone. */
export async function fingerprint(file: string): Promise<string> {
  const content = await readFile(join(root, file)).catch(() => undefined)
  return content ? createHash("sha256").update(content).digest("base64url") : ""
}

/** An asset by its name; throws where there is none. */
export function find(manifest: Manifest, name: string): Asset {
  const asset = manifest[name]
  if (!asset) throw new Error(`There is no asset named ${name}. Known: ${Object.keys(manifest).join(", ")}`)
  return asset
}
