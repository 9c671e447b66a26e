// What `npm pack` puts into a package: the program and its browser files, bundled, so that nothing is compiled at a start
// and nothing is installed but Node and PostgreSQL. npm runs this before and after it packs; "files" in package.json names
// the rest. Two packs of one commit are the same to the byte. If npm fails in between, the checkout is put right all the
// same.
const { spawn, spawnSync } = require("node:child_process")
const {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs")
const { basename, dirname, join, relative, sep } = require("node:path")
const { deflateSync } = require("node:zlib")
const { forNode } = require("./bundle.js")
const { listLicenses } = require("./licenses.js")
const { isUnread } = require("./trim.js")

const root = dirname(__dirname)
const folder = join(root, "build/package")
const manifest = join(root, "package.json")
/** The checkout's package.json, while the package's takes its place. */
const original = join(root, "build/package.json")
/** The process IDs of the npm that packs, and of this program while it prepares the package. */
const packer = join(root, "build/packer")

async function prepack() {
  refuseMissingTarget()
  // An earlier one may have been interrupted.
  postpack()
  watch(process.ppid, process.pid)
  const built = spawnSync(process.execPath, [join(__dirname, "foyer"), "build"], { stdio: ["ignore", 2, 2] })
  if (built.status !== 0) throw new Error("The browsers' files could not be built. See the output above.")
  mkdirSync(folder, { recursive: true })
  copyAssets()
  copyFonts()
  await bundleProgram()
  writeFileSync(join(folder, "LICENSES.txt"), listLicenses(root))
  const {
    private: _,
    scripts,
    dependencies,
    devDependencies,
    ...packed
  } = JSON.parse(readFileSync(manifest, "utf8"))
  packed.version = versionOf(packed.version)
  renameSync(manifest, original)
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

/** Between releases a version names its commit, and whether files were changed since, so that two builds are told apart. */
exports.versionOf = versionOf
function versionOf(version, folder = root) {
  if (!version.endsWith("-dev") || !existsSync(join(folder, ".git"))) return version
  const words = ["describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"]
  const { status, stdout } = spawnSync("git", words, { cwd: folder, encoding: "utf8" })
  return status === 0 ? `${version}+${stdout.trim()}` : version
}

function postpack() {
  rmSync(packer, { force: true })
  if (existsSync(original)) renameSync(original, manifest)
  rmSync(folder, { recursive: true, force: true })
}

/** npm would find out only after everything is built. */
function refuseMissingTarget() {
  const target = process.env.npm_config_pack_destination
  if (target && !existsSync(target)) throw new Error(`There is no folder ${target} to put the package into.`)
}

/** Leaves a process behind that puts the checkout right once all of these have ended without doing so. */
function watch(...pids) {
  mkdirSync(dirname(packer), { recursive: true })
  writeFileSync(packer, pids.join(" "))
  spawn(process.execPath, [__filename, "restore", ...pids.map(String)], {
    detached: true,
    stdio: "ignore",
  }).unref()
}

/** A killed npm leaves this program's `prepack` running, which then changes the checkout. */
async function restore(...pids) {
  while (pids.some((pid) => isRunning(Number(pid)))) await new Promise((resolve) => setTimeout(resolve, 100))
  // Another one may pack by now.
  if (existsSync(packer) && readFileSync(packer, "utf8") === pids.join(" ")) postpack()
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The assets of this build alone: the checkout's folder also has earlier ones, for pages served before. */
function copyAssets() {
  const { manifest: assets } = JSON.parse(readFileSync(join(root, "build/assets.json"), "utf8"))
  writeFileSync(join(folder, "assets.json"), JSON.stringify(assets))
  for (const { url } of Object.values(assets))
    for (const ending of ["", ".br", ".gz"])
      cpSync(join(root, "build", url + ending), join(folder, "assets", basename(url) + ending))
}

/** The fonts that PDFs use, of packages that hold many times as many. */
function copyFonts() {
  const modules = join(root, "node_modules")
  for (const scope of ["@expo-google-fonts", "@fontsource"])
    for (const path of readdirSync(join(modules, scope), { recursive: true })) {
      if (!/\.(ttf|woff)$/.test(path) || isUnread(join(modules, scope, path))) continue
      const font = readFileSync(join(modules, scope, path))
      const target = join(folder, "fonts", scope, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, path.endsWith(".ttf") ? packFont(font) : font)
    }
}

/** A TrueType font as WOFF 1.0, whose tables are compressed: two thirds of its bytes. */
function packFont(font) {
  const count = font.readUInt16BE(4)
  const header = Buffer.alloc(44 + 20 * count)
  header.write("wOFF")
  font.copy(header, 4, 0, 4)
  header.writeUInt16BE(count, 12)
  const parts = [header]
  let end = header.length
  for (let index = 0; index < count; index += 1) {
    const from = 12 + 16 * index
    const start = font.readUInt32BE(from + 8)
    const table = font.subarray(start, start + font.readUInt32BE(from + 12))
    const deflated = deflateSync(table, { level: 9 })
    const packed = deflated.length < table.length ? deflated : table
    const to = 44 + 20 * index
    font.copy(header, to, from, from + 4)
    header.writeUInt32BE(end, to + 4)
    header.writeUInt32BE(packed.length, to + 8)
    header.writeUInt32BE(table.length, to + 12)
    font.copy(header, to + 16, from + 4, from + 8)
    const filled = Buffer.concat([packed, Buffer.alloc(-packed.length & 3)])
    parts.push(filled)
    end += filled.length
  }
  header.writeUInt32BE(end, 8)
  return Buffer.concat(parts)
}

/** The programs that read people's files (server/platform/files/foreign), each with the source that starts it. */
const children = {
  "server/outputs/document-templates/word-child.ts": "server/outputs/document-templates/word-work.ts",
  "server/intake/documents/formats/pdf-child.ts": "server/intake/documents/formats/pdf-opening.ts",
  "server/operations/imports/table/import-child.ts": "server/operations/imports/table/uploaded-table.ts",
  "server/firm/firms/logo/logo-child.ts": "server/firm/firms/logo/logo.ts",
}

/** Bundles the program and its child programs into one folder, with all packages that are JavaScript. */
async function bundleProgram() {
  const { build, stop } = require("esbuild")
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"))
  await build({
    ...forNode,
    entryPoints: ["server/cli.ts", ...Object.keys(children)],
    outdir: join(folder, "program"),
    entryNames: "[name]",
    // The bundler itself stays behind. Without the faster client, pg uses the one in JavaScript.
    external: ["esbuild", "pg-native", ...Object.keys(optionalDependencies)],
    // Node's own modules are required by packages in CommonJS.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"\nconst require = createBundleRequire(import.meta.url)',
    },
    legalComments: "none",
    // Half the bytes, and less to parse at each start. Names and short lines remain, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    // A checkout's packages may be a link to another's.
    preserveSymlinks: true,
    logLevel: "error",
    plugins: [placeSources],
  })
  await stop()
}

/** What a bundle can't follow, by the end of a source's path: each text and what takes its place. */
const changes = {
  "server/intake/contacts/phones.ts": [["const require = createRequire(import.meta.url)", ""]],
  "server/intake/submissions/copy/text/copy-lines.ts": [
    ["const require = createRequire(import.meta.url)", ""],
  ],
  "server/intake/submissions/copy/text/copy-fonts.ts": [
    ["const require = createRequire(import.meta.url)", ""],
    ["require.resolve(fontFiles[name])", 'new URL("../fonts/" + fontFiles[name], bundle_url)'],
  ],
  ...Object.fromEntries(
    Object.entries(children).map(([child, starter]) => {
      const name = basename(child, ".ts")
      return [starter, [[`"./${name}.ts", import.meta.url`, `"${name}.mjs", bundle_url`]]]
    }),
  ),
  // The command of a package is on the path.
  "server/commands/demo.ts": [["run: bin/foyer ", "run: foyer "]],
  "node_modules/pdfkit/js/pdfkit.node.mjs": [["() => require$1('#", "() => require('#"]],
}

/** Lets a source find the files next to it from its bundle, and makes the changes above; throws if one no longer fits. */
const placeSources = {
  name: "place sources",
  setup({ onLoad }) {
    onLoad({ filter: /\.(tsx?|mjs)$/ }, ({ path }) => {
      const place = relative(root, path).split(sep).join("/")
      const isOwn = !place.startsWith("node_modules/")
      if (!isOwn && !changes[place]) return undefined
      let text = readFileSync(path, "utf8")
      for (const [from, to] of changes[place] ?? []) {
        if (!text.includes(from))
          throw new Error(`bin/pack.js changes ${place}, which no longer has: ${from}`)
        text = text.replaceAll(from, to)
      }
      if (isOwn)
        text = text.replaceAll("import.meta.url", `new URL("../../../${place}", import.meta.url).href`)
      const contents = text.replaceAll("bundle_url", "import.meta.url")
      return { contents, loader: path.endsWith("x") ? "tsx" : isOwn ? "ts" : "js" }
    })
  },
}

const steps = { prepack, postpack, restore }
if (require.main === module) {
  const [step, ...words] = process.argv.slice(2)
  Promise.resolve(words)
    .then((rest) => steps[step](...rest))
    .catch((error) => {
      console.error(error.message)
      process.exitCode = 1
    })
}
