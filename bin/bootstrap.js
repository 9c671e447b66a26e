// From a fresh clone to a running program: installs what is missing, finds the Node that npm brought along, and
// hands over to it. Runs on whatever Node the machine has (18 or later), so it stands on nothing but Node.
const { spawn, spawnSync } = require("node:child_process")
const { existsSync, readFileSync } = require("node:fs")
const { dirname, join } = require("node:path")
const { pathToFileURL } = require("node:url")
const { isTrimmed, trim } = require("./trim.js")

const root = dirname(__dirname)
const modules = join(root, "node_modules")
const leastNode = 24

// Behind the loader, which has Node keep every map of sources: those of packages are megabytes that no trace of ours needs.
const ownMaps =
  'data:text/javascript,import{setSourceMapsSupport}from"node:module";setSourceMapsSupport(true,{nodeModules:false})'

/**
 * Runs the TypeScript program `script` with `args`; this process becomes it, or ends as it ends. Without the `loader`
 * it must be plain TypeScript that Node itself can strip of its types.
 */
exports.run = function run(script, args, { development = false, loader = true } = {}) {
  if (!isInstalled(development)) install(development)
  const node = findNode()
  const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href
  // Lets the program hand back what loading it leaves behind.
  const words = [
    "--expose-gc",
    ...(loader ? ["--import", tsx, "--import", ownMaps] : []),
    join(root, script),
    ...args,
  ]
  // Absolute, so that the folder one stands in does not matter.
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") }
  if (process.execve) process.execve(node, [node, ...words], env)
  else runChild(node, words, env)
}

/** Whether npm's own record of what it installed agrees with the lock file. */
function isInstalled(development) {
  const record = join(modules, ".package-lock.json")
  if (!existsSync(record) || (development && isTrimmed(modules))) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(([path, wanted]) => {
    const found = installed[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    // Packages of other platforms stay away.
    return path === "" || wanted.optional || wanted.devOptional || (wanted.dev && !development)
  })
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages
}

function install(development) {
  console.error("Installing what Foyer needs (npm ci); this happens once …")
  const words = [
    "ci",
    development ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]
  const [program, ...before] = findNpm()
  // No package of ours needs a script of its own at installation, so none gets to run one. Standard output
  // belongs to the program that runs next.
  const { status, error } = spawnSync(program, [...before, ...words, "--ignore-scripts"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  })
  if (status !== 0) {
    refuse(
      `npm ci did not succeed${error ? ` (${error.message})` : ""}. See what it says above, then start again.`,
    )
  }
  if (!development) trim(modules)
}

/** The npm that started us, the one beside this Node, or whichever the shell would find. */
function findNpm() {
  const bundled = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js")
  const script = [process.env.npm_execpath, bundled].find(
    (path) => path?.endsWith("npm-cli.js") && existsSync(path),
  )
  return script ? [process.execPath, script] : ["npm"]
}

function findNode() {
  const brought = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  // Present is not enough: on a system with another C library it is there and does not run.
  if (existsSync(brought) && spawnSync(brought, ["--version"]).status === 0) return brought
  if (Number.parseInt(process.versions.node, 10) >= leastNode) return process.execPath
  refuse(
    `Foyer needs Node.js ${leastNode} or later. This is ${process.versions.node}, and npm has no newer one for ${process.platform}-${process.arch}. Install Node.js ${leastNode}, then start again.`,
  )
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * For a Node that cannot replace its own process. The program gets a process group of its own: Ctrl-C reaches a
 * whole group, and npm passes signals on besides, so that only what goes through here arrives exactly once.
 */
function runChild(node, words, env) {
  const child = spawn(node, ["--require", join(__dirname, "parent-watcher.js"), ...words], {
    env: { ...env, FOYER_PARENT_FD: "3" },
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
