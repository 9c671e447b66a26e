// Makes a release, described in docs/releasing.md. With --dry-run, everything happens in a copy, and only build/release
// is written.
const { spawnSync } = require("node:child_process")
const { createHash } = require("node:crypto")
const {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} = require("node:fs")
const { tmpdir } = require("node:os")
const { basename, dirname, join } = require("node:path")
const { makeArchive } = require("./archive.js")
const { installTools } = require("./bootstrap.js")
const { createDeb } = require("./deb.js")
const { listLicenses } = require("./licenses.js")

const root = dirname(__dirname)

function release(words) {
  const isDry = words.includes("--dry-run")
  const version = words.find((word) => !word.startsWith("-")) ?? (isDry ? nextVersion() : undefined)
  if (!version || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error('Name the version: npm run release -- 1.2.3. Add "--dry-run" to change nothing.')
  const changes = run("git", ["status", "--porcelain"], root)
  if (changes) throw new Error(`Commit or discard your changes first:\n${changes}`)
  // The copies below share them.
  installTools()
  listLicenses(root)
  const commit_date = run("git", ["log", "-1", "--format=%cI"], root).trim()
  if (!isDry) {
    prepare(root, version, commit_date.slice(0, 10))
    saveDemo(root, version)
    run("git", ["add", "--all"], root)
    run("git", ["commit", "--quiet", "--message", `Release ${version}`], root)
  }
  const folder = mkdtempSync(join(tmpdir(), "foyer-release-"))
  try {
    const copies = [copyCommit(folder), copyCommit(folder)]
    if (isDry) {
      for (const copy of copies) prepare(copy, version, commit_date.slice(0, 10))
      saveDemo(copies[0], version)
    }
    publish(copies, version, commit_date)
    if (!isDry) begin(versionAfter(version))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(
    isDry
      ? "This was a dry run: the checkout is as it was."
      : `Run npm test. Then: git tag --sign v${version} HEAD~1 && git push --follow-tags, and publish the files in build/release.`,
  )
}

/** The version that this checkout leads to: between releases, it says -dev. */
function nextVersion() {
  return readJson(root, "package.json").version.replace(/-dev$/, "")
}

/** What the checkout is called after a release, so that no build between releases passes for one. */
function versionAfter(version) {
  const [major, minor] = version.split(".")
  return `${major}.${Number(minor) + 1}.0-dev`
}

function begin(version) {
  setVersion(root, version)
  run("git", ["commit", "--quiet", "--all", "--message", `Begin ${version}`], root)
}

function setVersion(folder, version) {
  npm(["version", version, "--no-git-tag-version", "--allow-same-version", "--ignore-scripts"], folder)
}

/** Gives the checkout in `folder` its version, and records what no later release may change. */
function prepare(folder, version, day) {
  setVersion(folder, version)
  // What the API promises from now on.
  copyFileSync(join(folder, "docs/api/openapi.json"), join(folder, "docs/api/released.json"))
  recordMigrations(join(folder, "server/migrations"))
  const changelog = join(folder, "CHANGELOG.md")
  const text = readFileSync(changelog, "utf8")
  const heading = /^## Unreleased$/m
  if (!heading.test(text)) throw new Error("CHANGELOG.md has no part that is unreleased.")
  writeFileSync(changelog, text.replace(heading, `$&\n\n## ${version} (${day})`))
}

/** Saves the demo as this version leaves it, for the tests of later versions (test/upgrades). */
function saveDemo(folder, version) {
  run(process.execPath, ["bin/dev", "test/upgrades/save-demo.ts", version], folder)
}

/** Lists in `released.txt` the migrations that it lacks. */
exports.recordMigrations = recordMigrations
function recordMigrations(migrations) {
  const list = join(migrations, "released.txt")
  const text = readFileSync(list, "utf8")
  const fresh = readdirSync(migrations)
    .filter((name) => name.endsWith(".sql") && !text.includes(`  ${name}\n`))
    .sort()
  const lines = fresh.map((name) => `${checksum(join(migrations, name))}  ${name}\n`)
  writeFileSync(list, text + lines.join(""))
}

/** The committed files in a new folder of `parent`, with this checkout's packages. */
function copyCommit(parent) {
  const copy = mkdtempSync(join(parent, "copy-"))
  const archive = join(parent, "commit.tar")
  run("git", ["archive", "--output", archive, "HEAD"], root)
  run("tar", ["-xf", archive, "-C", copy], root)
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** Writes the release's files to build/release: package, archives, bill of materials, licenses, and checksums. */
function publish(copies, version, date) {
  const [tarball, again] = copies.map((copy) => {
    npm(["pack", "--pack-destination", dirname(copy)], copy)
    return readFileSync(join(dirname(copy), `foyer-${version}.tgz`))
  })
  if (!tarball.equals(again))
    throw new Error("Two packs of this commit differ, so no one could verify the release.")
  const target = join(root, "build/release")
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const files = {
    [`foyer-${version}.tgz`]: tarball,
    [`foyer-${version}.cdx.json`]: describe(copies[0], date),
    [`foyer-${version}-licenses.txt`]: listLicenses(copies[0]),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(target, name), content)
  const archive = makeArchive({
    tarball: join(target, `foyer-${version}.tgz`),
    modules: join(root, "node_modules"),
    version,
    date,
    target,
  })
  const deb = createDeb({ archive: join(target, archive), version, date, target })
  const sums = [...Object.keys(files), archive, deb].map(
    (name) => `${checksum(join(target, name))}  ${name}\n`,
  )
  writeFileSync(join(target, "SHA256SUMS"), sums.join(""))
  console.log(`build/release:\n${sums.join("")}`)
}

/** The bill of materials (CycloneDX), with the commit's time and no random number, so that it is the same every time. */
function describe(copy, date) {
  const { serialNumber, ...bill } = JSON.parse(
    npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"], copy),
  )
  bill.metadata.timestamp = date
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** The npm that started this process, or the one on the PATH. */
function npm(words, cwd) {
  const { npm_execpath } = process.env
  return npm_execpath ? run(process.execPath, [npm_execpath, ...words], cwd) : run("npm", words, cwd)
}

function run(program, words, cwd) {
  const env = { ...process.env, npm_config_update_notifier: "false" }
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1e8,
  })
  if (status === 0) return stdout
  throw new Error(`${basename(program)} ${words.join(" ")} failed: ${error?.message ?? stderr}`)
}

const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"))
const checksum = (path) => createHash("sha256").update(readFileSync(path)).digest("hex")

if (require.main === module) {
  try {
    release(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
