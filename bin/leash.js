// Loaded into the program when another process started it and waits beside it: when that one is killed, the pipe
// between them closes, and the program must not live on where nobody sees it.
const { Socket } = require("node:net")

const fd = Number(process.env.FOYER_LEASH)
delete process.env.FOYER_LEASH
if (fd) {
  const leash = new Socket({ fd, readable: true, writable: false })
  leash.on("error", () => {})
  leash.on("close", () => process.kill(process.pid, "SIGKILL"))
  leash.resume()
  leash.unref()
}
