// Loaded into the program if a parent process started it and waits for it: when the parent is killed, the pipe between
// them closes, and the program must not live on unnoticed.
const { Socket } = require("node:net")

const fd = Number(process.env.FOYER_PARENT_FD)
delete process.env.FOYER_PARENT_FD
if (fd) {
  const parent = new Socket({ fd, readable: true, writable: false })
  parent.on("error", () => {})
  parent.on("close", () => process.kill(process.pid, "SIGKILL"))
  parent.resume()
  parent.unref()
}
