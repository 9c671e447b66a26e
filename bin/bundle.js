// Bundles the program: a bundle starts in a third of the time that loading its fifteen hundred modules takes, and needs
// 30 MB less memory (docs/decisions/0081-runtime-and-embedded-database.md). Tests run the same bundles, so what they pass
// is what ships.
const { createHash } = require("node:crypto")
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require("node:fs")
const { dirname, join, relative } = require("node:path")
const { pathToFileURL } = require("node:url")

const root = dirname(__dirname)

/** Packages of hundreds of small files, a third of a process's start. All other packages load from node_modules. */
const bundledPackages = ["typebox", "libphonenumber-js", "csv-parse", "csv-stringify"]

/** How Node's programs are bundled, in this repository and in the package. */
exports.forNode = {
  absWorkingDir: root,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
}

/**
 * Bundles `scripts` into `folder`, in the layout of the repository. Shared code goes into shared chunks. `change` may
 * replace the text of a source.
 */
exports.bundle = async function bundle(scripts, folder, change = (_path, text) => text) {
  const { build, stop } = require("esbuild")
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const { metafile } = await build({
    ...exports.forNode,
    entryPoints: scripts,
    outdir: folder,
    outbase: root,
    external: Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !bundledPackages.includes(name),
    ),
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
    plugins: [keepPlaces(change)],
  })
  // The compiler is a separate process and would keep this one alive.
  await stop()
  return metafile
}

/** Keeps a module's source location, so that it finds files next to its source. */
const keepPlaces = (change) => ({
  name: "keep places",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (path.includes("/node_modules/")) return undefined
      const contents = change(relative(root, path), readFileSync(path, "utf8"))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
  },
})

/**
 * The path of `script` bundled into `folder`, which happens first if a source has changed. Each build has a folder of its
 * own: several processes may build at once, and a running program still finds the chunks it has yet to load.
 */
exports.openBundle = async function openBundle(script, folder) {
  const record = join(folder, "program.json")
  const last = readRecord(record)
  const pathOf = ({ build, program }) => join(folder, build, program)
  // Checked first: this file is one of the inputs, so what a current record holds is what this version wrote.
  if (last?.root === root && isCurrent(last.inputs) && existsSync(pathOf(last))) return pathOf(last)
  mkdirSync(folder, { recursive: true })
  const draft = mkdtempSync(join(folder, "draft-"))
  try {
    // Only its owner may read a temporary folder, but the user a server runs as is another than the one who builds.
    chmodSync(draft, 0o777 & ~process.umask())
    const { inputs: sources, outputs } = await exports.bundle([script], draft)
    const inputs = fingerprints(Object.keys(sources))
    const build = `program-${hash(JSON.stringify([root, inputs])).slice(0, 12)}`
    const program = Object.keys(outputs).find((path) => outputs[path].entryPoint === script)
    const next = { root, build, program: relative(draft, join(root, program)), inputs }
    if (!existsSync(pathOf(next))) putInPlace(draft, join(folder, build), pathOf(next))
    writeFileSync(`${draft}.json`, JSON.stringify(next))
    renameSync(`${draft}.json`, record)
    removeOldBuilds(folder, build, last?.build)
    return pathOf(next)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Makes the draft the build, unless another process was quicker. A build without its program gives way. */
function putInPlace(draft, build, program) {
  try {
    renameSync(draft, build)
  } catch {
    if (existsSync(program)) return
    rmSync(build, { recursive: true, force: true })
    renameSync(draft, build)
  }
}

// A record truncated by a power failure must not prevent startup.
function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

function isCurrent(inputs) {
  return Object.entries(inputs).every(([file, print]) => fingerprint(file) === print)
}

/** The versions of bundled packages and the options of the build count as sources. */
function fingerprints(files) {
  const sources = [...files.filter((file) => !file.includes("node_modules")), ...buildFiles]
  return Object.fromEntries(sources.map((file) => [file, fingerprint(file)]))
}

const buildFiles = ["bin/bundle.js", "package-lock.json", "tsconfig.json"]

function fingerprint(file) {
  const path = join(root, file)
  return existsSync(path) ? hash(readFileSync(path)) : ""
}

function hash(content) {
  return createHash("sha256").update(content).digest("base64url")
}

/** Removes builds a week after another took their place: until then, programs that started from them may still run. */
function removeOldBuilds(folder, current, last) {
  const now = new Date()
  for (const name of readdirSync(folder)) {
    const build = join(folder, name)
    // Others may build meanwhile: a draft of theirs that is now a build is no longer there.
    const stored = /^(program|draft)-/.test(name) && statSync(build, { throwIfNoEntry: false })
    if (!stored || name === current) continue
    if (name === last) utimesSync(build, now, now)
    else if (now - stored.mtime > 7 * 24 * 3_600_000) rmSync(build, { recursive: true, force: true })
  }
}
