// From a fresh clone to a running program: installs what is missing, finds the Node from npm, and hands over to it.
// Runs on the machine's Node (18 or later), so it depends on nothing but Node.
const { spawn, spawnSync } = require("node:child_process")
const { existsSync, readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { pathToFileURL } = require("node:url")

const root = dirname(__dirname)
const modules = join(root, "node_modules")
const leastNode = 24

/**
 * Hands over to the program of a package (bin/pack.js). In a checkout, bundles the TypeScript program `script` into the
 * folder `build`, and hands over to that.
 */
exports.runProgram = async function runProgram(script, args, build = join(root, "build")) {
  const isPacked = !existsSync(join(root, "server/cli.ts"))
  if (isPacked) return handOver([...programOptions, join(root, "build/package/program/cli.mjs"), ...args])
  if (!isInstalled(false)) install(false)
  const { openBundle } = require("./bundle.js")
  const program = await openBundle(script, build).catch(({ message, code }) => {
    const remedy = code ? ` Run "node bin/foyer build" once as a user who may write to ${build}.` : ""
    refuse(`Foyer could not be built. ${message}${remedy}`)
  })
  handOver([...programOptions, program, ...args])
}

/** Installs what is missing of all packages, those of developers included. */
exports.installTools = function installTools() {
  if (!isInstalled(true)) install(true)
}

/**
 * Hands over to a program of the project, or a package's, with development tools installed. Without the `loader`, it must be
 * plain TypeScript whose types Node itself can strip.
 */
exports.runTool = function runTool(script, args, { loader = true } = {}) {
  exports.installTools()
  // Absolute, so that the loader works from any folder.
  process.env.TSX_TSCONFIG_PATH = join(root, "tsconfig.json")
  const tsx = pathToFileURL(join(modules, "tsx/dist/loader.mjs")).href
  handOver([...(loader ? ["--import", tsx] : []), join(root, script), ...args])
}

const programOptions = [
  // Lets the program release the memory that loading it leaves behind.
  "--expose-gc",
  // Collects garbage sooner, which nearly halves the memory of a server (server/platform/memory.ts). Neither is a limit.
  "--heap-growing-percent=30",
  "--max-semi-space-size=4",
]

/** This process becomes Node with `words`, or exits the way it exits. */
function handOver(words) {
  const node = findNode()
  const all = ["--require", join(__dirname, "preload.js"), ...words]
  // The system's library would otherwise hold freed memory back for each thread.
  process.env.MALLOC_ARENA_MAX ??= "2"
  if (process.execve) process.execve(node, [node, ...all], process.env)
  else runChild(node, all)
}

/** Whether npm's own record of installed packages matches the lock file. */
function isInstalled(development) {
  const record = join(modules, ".package-lock.json")
  if (!existsSync(record) || (development && require("./trim.js").isTrimmed(modules))) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(([path, wanted]) => {
    const found = installed[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    // Packages for other platforms are not installed.
    return path === "" || wanted.optional || wanted.devOptional || (wanted.dev && !development)
  })
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages
}

function install(development) {
  console.error("Installing Foyer’s packages (npm ci). This happens only once …")
  const words = [
    "ci",
    development ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]
  const [program, ...before] = findNpm()
  // No package needs an installation script, so none may run one. Standard output belongs to the program that runs
  // next.
  const { status, error } = spawnSync(program, [...before, ...words, "--ignore-scripts"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  })
  if (status !== 0) {
    refuse(`npm ci failed${error ? ` (${error.message})` : ""}. See its output above, then start again.`)
  }
  if (!development) require("./trim.js").trim(modules)
}

/** The npm that started this process, the one next to this Node, or the one on the PATH. */
function findNpm() {
  const bundled = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js")
  const script = [process.env.npm_execpath, bundled].find(
    (path) => path?.endsWith("npm-cli.js") && existsSync(path),
  )
  return script ? [process.execPath, script] : ["npm"]
}

/** The Node that npm installed: in this folder, or next to it where this is a package itself. */
function findBrought() {
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    return undefined
  }
}

function findNode() {
  const brought = findBrought()
  // Existing is not enough: on a system with another C library it exists but does not run.
  if (brought && spawnSync(brought, ["--version"]).status === 0) return brought
  if (Number.parseInt(process.versions.node, 10) >= leastNode) return process.execPath
  refuse(
    `Foyer needs Node.js ${leastNode} or later. This is ${process.versions.node}, and npm has not installed node-${process.platform}-${process.arch}, which brings a newer one: there is none for this platform, or its download failed. Install Foyer again with a connection to the registry, or Node.js ${leastNode}.`,
  )
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * For a Node that can't replace its own process. The program gets a separate process group: Ctrl-C signals an entire
 * group and npm forwards signals too, so only signals sent from here arrive exactly once.
 */
function runChild(node, words) {
  const child = spawn(node, ["--require", join(__dirname, "parent-watcher.js"), ...words], {
    env: { ...process.env, FOYER_PARENT_FD: "3" },
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    detached: true,
  })
  child.stdio[3].on("error", () => {})
  child.stdio[3].unref()

  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]
  let last = { signal: "", at_ms: 0 }
  for (const signal of signals) {
    process.on(signal, () => {
      const repeated = signal === last.signal && Date.now() - last.at_ms < 1000
      last = { signal, at_ms: Date.now() }
      if (!repeated) child.kill(signal)
    })
  }
  child.on("error", (error) => refuse(error.message))
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
