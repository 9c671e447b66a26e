// The licenses of everything a release ships, and a refusal of those nobody has agreed to.
const { existsSync, readdirSync, readFileSync } = require("node:fs")
const { join } = require("node:path")

/** Licenses that allow what a release does: ship the work with its notice. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Zlib",
])

/** Packages that do not state their license where npm looks, by name and version, and where each does. */
const stated = {
  // Its repository.
  "combine-errors@3.0.3": "MIT",
  // LICENSE.
  "png-js@2.0.0": "MIT",
}

/**
 * Returns every package that a running program may come from, by the lock file in `root`, with its license and the text of
 * it. Throws a sentence that names the packages without an accepted license.
 */
exports.listLicenses = function listLicenses(root) {
  const packages = shippedPackages(root)
  const refused = packages.filter(({ license }) => !isAccepted(license))
  if (refused.length > 0)
    throw new Error(
      `No license to ship ${refused.map(({ name, license }) => `${name} (${license})`).join(", ")}. Replace the package, or accept its license in bin/licenses.js.`,
    )
  const sections = packages.map(
    ({ name, license, text }) => `${name}\nLicense: ${license}\n${text && `\n${text}\n`}`,
  )
  return `Foyer is under the Apache License 2.0 (LICENSE). It contains or installs these packages.\n\n${sections.join(`\n${"-".repeat(72)}\n\n`)}`
}

/** Whether one may choose an accepted license: `(MIT OR GPL-3.0)` leaves the choice, `AND` demands both. */
exports.isAccepted = isAccepted
function isAccepted(license) {
  const words = license.replace(/^\(|\)$/g, "")
  return words.split(" OR ").some((choice) => choice.split(" AND ").every((one) => accepted.has(one)))
}

/** Stays behind: nothing is bundled where a package is installed. */
const bundler = /^node_modules\/(@esbuild\/|esbuild$)/

function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && !bundler.test(path))
    .map(([path, { version, license, optional }]) => {
      const name = `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`
      // What npm installs next to the program brings its own text, and depends on the platform.
      const text = optional ? "" : textIn(join(root, path))
      return { name, license: license ?? stated[name] ?? "unknown", text }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The license files of a package; empty for one that brings none. */
function textIn(folder) {
  if (!existsSync(folder)) return ""
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
    .join("\n\n")
}
