// Runs first in every process of the program.
const { executionAsyncResource } = require("node:async_hooks")
const { setSourceMapsSupport } = require("node:module")

// Maps stack traces to the sources. Node's own option would load the source maps of packages too: megabytes no stack
// trace needs.
setSourceMapsSupport(true, { nodeModules: false })

// Keeps one of the objects in which `process.nextTick` holds a callback, and with it their hidden class. Once a garbage
// collection finds none of them, V8 drops the class and fills all later ones the slow way, four times slower
// (docs/decisions/0081-runtime-and-embedded-database.md).
process.nextTick(() => {
  exports.tick = executionAsyncResource()
})
