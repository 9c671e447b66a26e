// Removes from an installation what no running program reads, a third of its bytes: type definitions and source maps
// are for developers, Node's headers for compilers.
const { existsSync, readdirSync, rmSync, writeFileSync } = require("node:fs")
const { join } = require("node:path")

const unread = /\.(map|d\.[cm]?ts)$/
const note = ".trimmed"

/** Trims the packages in the folder `modules`, and leaves a marker there. */
exports.trim = function trim(modules) {
  for (const name of readdirSync(modules).filter((one) => one.startsWith("node-")))
    rmSync(join(modules, name, "include"), { recursive: true, force: true })
  removeUnread(modules)
  writeFileSync(join(modules, note), "")
}

/** Whether an installation lacks development files. */
exports.isTrimmed = (modules) => existsSync(join(modules, note))

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeUnread(path)
    else if (entry.isFile() && unread.test(entry.name)) rmSync(path)
  }
}
