import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * What browsers load: two style sheets and the islands, bundled when their sources have changed since the last
 * time. Starting with nothing changed costs a few file reads; the bundler itself is not even loaded.
 */

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

/** Opens the assets, building them first where a source, or the set of sources, has changed. */
export async function openAssets(folder = join(root, "build")): Promise<Assets> {
  const entries = await findEntries()
  const directory = join(folder, "assets")
  const manifest = (await readFresh(folder, entries)) ?? (await build(folder, entries))
  return {
    manifest,
    directory,
    url: (name) => find(manifest, name).url,
    preloads: (names) =>
      reached(manifest, names)
        .filter((name) => !names.includes(name))
        .map((name) => find(manifest, name).url),
  }
}

/** The names of `names` and everything they load at once, or at any time where `ever` is set. */
export function reached(manifest: Manifest, names: readonly string[], ever = false): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const asset = find(manifest, name)
    for (const next of ever ? [...asset.imports, ...asset.later] : asset.imports) visit(next)
  }
  for (const name of names) visit(name)
  return [...seen]
}

function find(manifest: Manifest, name: string): Asset {
  const asset = manifest[name]
  if (!asset) throw new Error(`There is no asset named ${name}. Known: ${Object.keys(manifest).join(", ")}`)
  return asset
}

/** Names of assets and the files they are built from, relative to the root. */
export async function findEntries(): Promise<Record<string, string>> {
  const entries: Record<string, string> = {
    "portal.css": "server/ui/css/portal.css",
    "console.css": "server/ui/css/console.css",
  }
  for (const door of ["ui", "portal", "console"]) {
    const folder = `server/${door}/islands`
    if (!existsSync(join(root, folder))) continue
    for (const file of (await readdir(join(root, folder))).sort()) {
      if (!/\.tsx?$/.test(file) || /\.(test|d)\.tsx?$/.test(file)) continue
      const name = file.replace(/\.tsx?$/, ".js")
      if (entries[name])
        throw new Error(`Two islands are called ${name}: ${entries[name]} and ${folder}/${file}.`)
      entries[name] = `${folder}/${file}`
    }
  }
  return entries
}

async function readFresh(folder: string, entries: Record<string, string>): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, "assets.json"), "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  const record = parse(text)
  if (!record) return undefined
  if (JSON.stringify(record.entries) !== JSON.stringify(entries)) return undefined
  const checks = await Promise.all(
    Object.entries(record.inputs).map(async ([file, print]) => (await fingerprint(file)) === print),
  )
  const areThere = Object.values(record.manifest).every((asset) =>
    existsSync(join(folder, relative("/", asset.url))),
  )
  return areThere && checks.every(Boolean) ? record.manifest : undefined
}

// A record cut short by a power failure is no reason not to start.
function parse(text: string): BuildRecord | undefined {
  try {
    return JSON.parse(text) as BuildRecord
  } catch {
    return undefined
  }
}

/** A hash of a file's content; an empty string where it is gone. */
export async function fingerprint(file: string): Promise<string> {
  const content = await readFile(join(root, file)).catch(() => undefined)
  return content ? createHash("sha256").update(content).digest("base64url") : ""
}

async function build(folder: string, entries: Record<string, string>): Promise<Manifest> {
  const { buildAssets } = await import("./build-assets.ts")
  return (await buildAssets(folder, entries)).manifest
}
