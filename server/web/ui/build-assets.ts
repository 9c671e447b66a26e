import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { type BuildOptions, build, type Metafile, type OutputFile } from "esbuild"
import { budgets, requireWithinBudgets } from "./budgets.ts"
import { type BuildRecord, fingerprint, type Manifest, root } from "./manifest.ts"

const options: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  outdir: "assets",
  // A checkout may share the packages of another.
  preserveSymlinks: true,
  legalComments: "none",
  logLevel: "silent",
  alias: Object.fromEntries(
    ["url-parse", "js-base64"].map((name) => [name, join(root, "server/web/ui/tus-natives.ts")]),
  ),
  define: { "process.env.NODE_ENV": '"production"' },
}

/** The scripts of the client package are read by developers, and each stands alone. */
const packageOptions: BuildOptions = { ...options, minify: false, splitting: false, platform: "node" }

/**
 * Bundles every entry into `folder/assets` and records the files it read. File names contain a content hash, so that
 * several processes can build at once and pages served before the build still find their files. Throws, and writes
 * nothing, if a page would exceed its budget.
 */
export async function buildAssets(
  folder: string,
  entries: Record<string, string>,
  allowed = budgets,
): Promise<BuildRecord> {
  const files = Object.values(entries)
  const isOfPackage = (file: string) => file.startsWith("sdk/")
  const isStyle = (file: string) => file.endsWith(".css")
  const results = await Promise.all([
    build({ ...options, entryPoints: files.filter((file) => !isStyle(file) && !isOfPackage(file)) }),
    build({ ...options, entryPoints: files.filter(isStyle) }),
    build({ ...packageOptions, entryPoints: files.filter(isOfPackage) }),
  ])
  const outputs = results.flatMap((result) => result.outputFiles ?? [])
  const metafiles = results.flatMap((result) => result.metafile ?? [])
  const manifest = createManifest(metafiles, outputs, entries)
  requireWithinBudgets({ manifest }, entries, allowed)
  const record = { entries, inputs: await fingerprints(metafiles), manifest }
  await mkdir(join(folder, "assets"), { recursive: true })
  await Promise.all(outputs.map((output) => writeOutput(folder, output)))
  await replaceFile(join(folder, "assets.json"), JSON.stringify(record))
  await removeOldFiles(folder, manifest)
  return record
}

function createManifest(
  metafiles: Metafile[],
  outputs: OutputFile[],
  entries: Record<string, string>,
): Manifest {
  const names = new Map(Object.entries(entries).map(([name, file]) => [file, name]))
  const files = Object.assign({}, ...metafiles.map((meta) => meta.outputs)) as Metafile["outputs"]
  const nameOf = (path: string) => names.get(files[path]?.entryPoint ?? "") ?? basename(path)
  const manifest: Manifest = {}
  for (const [path, file] of Object.entries(files)) {
    const content = outputs.find((output) => basename(output.path) === basename(path))?.contents ?? ""
    const importsOf = (kind: string) =>
      file.imports.filter((each) => !each.external && each.kind === kind).map((each) => nameOf(each.path))
    manifest[nameOf(path)] = {
      url: `/assets/${basename(path)}`,
      gzip_bytes: gzipSync(content, { level: 9 }).length,
      imports: importsOf("import-statement"),
      later: importsOf("dynamic-import"),
    }
  }
  return manifest
}

async function fingerprints(metafiles: Metafile[]): Promise<Record<string, string>> {
  // The build options and the versions of bundled packages count as sources too.
  const buildFiles = ["server/web/ui/build-assets.ts", "package-lock.json"]
  const files = new Set([...buildFiles, ...metafiles.flatMap((meta) => Object.keys(meta.inputs))])
  const sources = [...files].filter((file) => !file.includes("node_modules")).sort()
  return Object.fromEntries(await Promise.all(sources.map(async (file) => [file, await fingerprint(file)])))
}

async function writeOutput(folder: string, output: OutputFile): Promise<void> {
  const file = join(folder, "assets", basename(output.path))
  await replaceFile(`${file}.br`, brotliCompressSync(output.contents))
  await replaceFile(`${file}.gz`, gzipSync(output.contents, { level: 9 }))
  await replaceFile(file, output.contents)
}

/** Renames a complete file into place, so that no process reads half of it. */
async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, file)
}

/** Deletes files of earlier builds once they are a week old. */
async function removeOldFiles(folder: string, manifest: Manifest): Promise<void> {
  const current = new Set(Object.values(manifest).map((asset) => basename(asset.url)))
  for (const name of await readdir(join(folder, "assets"))) {
    if (current.has(name.replace(/\.(br|gz)$/, ""))) continue
    const file = join(folder, "assets", name)
    // A concurrent build may have renamed or removed the file.
    const found = await stat(file).catch(() => undefined)
    if (!found) continue
    const age_ms = Date.now() - found.mtimeMs
    if (age_ms > 7 * 24 * 3_600_000) await rm(file, { force: true })
  }
}
