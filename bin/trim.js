// Removes from an installation what no running program reads, a third of its bytes: type definitions and source maps
// are for developers, Node's headers for compilers, and font packages hold weights, formats and subsets that no PDF uses.
const { existsSync, readdirSync, rmSync, writeFileSync } = require("node:fs")
const { join } = require("node:path")

const unread = /\.(map|d\.[cm]?ts)$/
const unreadFont =
  /[\\/]@(?:expo-google-fonts|fontsource)[\\/].*(?:\.png|\.woff2|\.s?css|_Italic\.ttf|[\\/](?:[1-35689]00\w+|700Bold(?=[\\/]Nanum))[\\/].*|-(?:[1-35-9]00-\w+|400-italic)\.woff|(?<!dejavu-sans)-(?:latin|latin-ext|math|symbols)-400-normal\.woff)$/
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

/** Whether no running program reads the file. */
exports.isUnread = (path) => unread.test(path) || unreadFont.test(path)

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeUnread(path)
    else if (entry.isFile() && exports.isUnread(path)) rmSync(path)
  }
}
