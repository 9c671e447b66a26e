// A release's package for apt: its archive, with what installs it beside the version that runs (ops/debian).
const { spawnSync } = require("node:child_process")
const {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} = require("node:fs")
const { tmpdir } = require("node:os")
const { basename, dirname, join } = require("node:path")

const ops = join(dirname(__dirname), "ops")
/** Debian's names for what Node.js runs on. */
const architectures = { x64: "amd64", arm64: "arm64" }

/**
 * Writes foyer_VERSION_ARCHITECTURE.deb to `target`, the same bytes for the same `archive` and `date`, and returns its
 * name. Throws where there is no dpkg-deb.
 */
exports.createDeb = function createDeb({ archive, version, date, target }) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-deb-"))
  const values = {
    version,
    platform: `${process.platform}-${process.arch}`,
    architecture: architectures[process.arch],
  }
  try {
    const [scripts, files] = [join(folder, "DEBIAN"), join(folder, "usr/share/foyer")]
    for (const each of [scripts, files]) mkdirSync(each, { recursive: true, mode: 0o755 })
    for (const name of readdirSync(join(ops, "debian"))) {
      const text = readFileSync(join(ops, "debian", name), "utf8")
      writeFileSync(
        join(scripts, name),
        text.replace(/@(\w+)@/g, (_, value) => values[value]),
        { mode: name === "control" ? 0o644 : 0o755 },
      )
    }
    copyFileSync(archive, join(files, basename(archive)))
    copyFileSync(join(ops, "systemd/upgrade"), join(files, "upgrade"))
    const deb = `foyer_${version}_${values.architecture}.deb`
    // The archive is compressed.
    const words = ["--root-owner-group", "-Znone", "--build", folder, join(target, deb)]
    const seconds = String(Math.floor(Date.parse(date) / 1_000))
    const env = { ...process.env, SOURCE_DATE_EPOCH: seconds }
    const { status, stderr, error } = spawnSync("dpkg-deb", words, { env, encoding: "utf8" })
    if (status !== 0) throw new Error(`dpkg-deb failed: ${error?.message ?? stderr}`)
    return deb
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
