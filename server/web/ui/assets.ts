// The assets browsers load, four style sheets and the islands, and the scripts of the client package. They are bundled
// at startup if a source has changed since the last build; otherwise startup costs a few file reads, and the bundler is
// not even imported.
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import {
  type Assets,
  type BuildRecord,
  closureOf,
  find,
  fingerprint,
  isPacked,
  type Manifest,
  root,
} from "./manifest.ts"

/** Opens the package's assets, or those of a checkout, building them first if a source, or the set of sources, has changed. */
export async function openAssets(folder = join(root, "build")): Promise<Assets> {
  if (isPacked) {
    const packed = join(root, "build/package")
    return assetsIn(packed, JSON.parse(await readFile(join(packed, "assets.json"), "utf8")) as Manifest)
  }
  const entries = await findEntries()
  return assetsIn(folder, (await readFresh(folder, entries)) ?? (await build(folder, entries)))
}

function assetsIn(folder: string, manifest: Manifest): Assets {
  return {
    manifest,
    directory: join(folder, "assets"),
    url: (name) => find(manifest, name).url,
    preloads: (names) =>
      closureOf(manifest, names)
        .filter((name) => !names.includes(name))
        .map((name) => find(manifest, name).url),
  }
}

/** Asset names and their source files, relative to the root. */
export async function findEntries(): Promise<Record<string, string>> {
  const entries: Record<string, string> = {
    "portal.css": "server/web/ui/css/portal.css",
    "console.css": "server/web/ui/css/console.css",
    "print.css": "server/web/ui/css/print.css",
    "reference.css": "server/web/ui/css/reference.css",
    "client.js": "sdk/typescript/client.ts",
    "client-cli.js": "sdk/typescript/cli.ts",
  }
  for (const place of ["web/ui", "sites/portal", "sites/console", "sites/reference"]) {
    const folder = `server/${place}/islands`
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
  const filesExist = Object.values(record.manifest).every((asset) =>
    existsSync(join(folder, relative("/", asset.url))),
  )
  return filesExist && checks.every(Boolean) ? record.manifest : undefined
}

// A record truncated by a power failure must not prevent startup.
function parse(text: string): BuildRecord | undefined {
  try {
    return JSON.parse(text) as BuildRecord
  } catch {
    return undefined
  }
}

async function build(folder: string, entries: Record<string, string>): Promise<Manifest> {
  const { buildAssets } = await import("./build-assets.ts")
  const { manifest } = await buildAssets(folder, entries)
  // The bundler would otherwise keep a thread and a process alive; it restarts by itself when needed.
  const { stop } = await import("esbuild")
  await stop()
  return manifest
}
