// What a checkout calls itself, and that a package that can't be made leaves it as it was.

import assert from "node:assert/strict"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { newFolder } from "../harness/new-folder.ts"
import { waitUntil } from "../harness/wait-until.ts"

const { versionOf } = createRequire(import.meta.url)("../../bin/pack.js") as {
  versionOf(version: string, folder: string): string
}

const manifest = () => readFileSync("package.json", "utf8")

test("a version between releases says so, and follows the last release", () => {
  const changelog = readFileSync("CHANGELOG.md", "utf8")
  const [, unreleased = "", last = ""] = /^## Unreleased\n(.*?)^## (\d+\.\d+\.\d+) /ms.exec(changelog) ?? []
  const { version } = JSON.parse(manifest()) as { version: string }
  if (unreleased.trim() === "" && version === last) return
  assert.match(version, /^\d+\.\d+\.\d+-dev$/)
  const parts = (text: string) => text.replace("-dev", "").split(".").map(Number) as [number, number, number]
  const [[major, minor], [last_major, last_minor]] = [parts(version), parts(last)]
  assert.ok(major > last_major || (major === last_major && minor > last_minor), `${version} after ${last}`)
})

test("npm pack into a missing folder says so before it changes anything", () => {
  const before = manifest()
  const { npm_execpath } = process.env
  const words = ["pack", "--pack-destination", "/nowhere/at/all"]
  const { status, stderr } = npm_execpath
    ? spawnSync(process.execPath, [npm_execpath, ...words], { encoding: "utf8" })
    : spawnSync("npm", words, { encoding: "utf8" })
  assert.notEqual(status, 0)
  assert.match(stderr, /There is no folder \/nowhere\/at\/all to put the package into\./)
  assert.equal(manifest(), before)
})

test("a checkout is put right when npm ends halfway, and not while another npm packs", async (t) => {
  const folder = newFolder("foyer-pack-", t)
  cpSync("bin", join(folder, "bin"), { recursive: true })
  mkdirSync(join(folder, "build"))
  // npm is killed first; its prepack, which goes on, then puts the package's file in place.
  const swap = `const { renameSync, writeFileSync } = require("node:fs")
    process.stdin.resume().on("end", () => {
      renameSync("package.json", "build/package.json")
      writeFileSync("package.json", "the package's")
    })`
  const start = (script: string) =>
    spawn(process.execPath, ["-e", script], { cwd: folder, stdio: ["pipe", "ignore", "inherit"] })
  const restore = async (packer: string) => {
    writeFileSync(join(folder, "package.json"), "the checkout's")
    const npm = start("process.stdin.resume()")
    const prepack = start(swap)
    const pids = [npm.pid, prepack.pid].map(String)
    writeFileSync(join(folder, "build/packer"), packer || pids.join(" "))
    const watching = spawn(process.execPath, [join(folder, "bin/pack.js"), "restore", ...pids])
    const ended = once(watching, "exit")
    npm.stdin.end()
    await once(npm, "exit")
    prepack.stdin.end()
    await ended
    return readFileSync(join(folder, "package.json"), "utf8")
  }
  assert.equal(await restore("another"), "the package's")
  assert.equal(await restore(""), "the checkout's")
  await waitUntil(() => !existsSync(join(folder, "build/packer")), "the packer's file stays")
})

test("a package made between releases names its commit, and no release does", (t) => {
  const folder = newFolder("foyer-version-", t)
  assert.equal(versionOf("1.1.0-dev", folder), "1.1.0-dev", "a copy without Git")
  const git = (...words: string[]) =>
    String(
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
        cwd: folder,
      }),
    )
  git("init", "--quiet")
  writeFileSync(join(folder, "file"), "one")
  git("add", "file")
  git("commit", "--quiet", "--message", "One")
  const commit = git("rev-parse", "--short=12", "HEAD").trim()
  assert.equal(versionOf("1.1.0-dev", folder), `1.1.0-dev+${commit}`)
  assert.equal(versionOf("1.1.0", folder), "1.1.0")
  writeFileSync(join(folder, "file"), "two")
  assert.equal(versionOf("1.1.0-dev", folder), `1.1.0-dev+${commit}-dirty`)
})
