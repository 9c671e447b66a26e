// The record of an assets build, and how to read it.
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Asset {
  url: string
  gzip_bytes: number
  /** Names of the chunks it imports statically and, in `later`, dynamically. */
  imports: string[]
  later: string[]
}

export type Manifest = Record<string, Asset>

export interface Assets {
  manifest: Manifest
  /** Served at `/assets/`, immutable for a year; every file has a `.br` and a `.gz` version next to it. */
  directory: string
  /** The address of `portal.css`, `copy.js`, …; throws if there is no such asset. */
  url(name: string): string
  /** Addresses of all chunks these assets import statically. */
  preloads(names: readonly string[]): string[]
}

/** A build's manifest and the fingerprint of each file it read. */
export interface BuildRecord {
  entries: Record<string, string>
  inputs: Record<string, string>
  manifest: Manifest
}

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..")

/** Whether this is the package of a release, which brings its bundles instead of the sources (bin/pack.js). */
export const isPacked = !existsSync(join(root, "server/cli.ts"))

/** `names` and all their static imports, transitively; with `ever`, dynamic imports too. */
export function closureOf(manifest: Manifest, names: readonly string[], ever = false): string[] {
  const seen = new Set<string>()
  const collect = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const asset = find(manifest, name)
    for (const next of ever ? [...asset.imports, ...asset.later] : asset.imports) collect(next)
  }
  for (const name of names) collect(name)
  return [...seen]
}

/** A hash of the file's content; an empty string if the file is gone. */
export async function fingerprint(file: string): Promise<string> {
  const content = await readFile(join(root, file)).catch(() => undefined)
  return content ? createHash("sha256").update(content).digest("base64url") : ""
}

/** An asset by its name; throws if there is none. */
export function find(manifest: Manifest, name: string): Asset {
  const asset = manifest[name]
  if (!asset) throw new Error(`There is no asset named ${name}. Known: ${Object.keys(manifest).join(", ")}`)
  return asset
}
