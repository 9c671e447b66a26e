// What `socat TCP-LISTEN:<port>,… EXEC:<command>` does: runs the command for each connection, with that as its input and
// output. Prints what the command says besides.
import { spawn } from "node:child_process"
import { createServer } from "node:net"

const [, , listening = "", executed = ""] = process.argv
createServer((socket) => {
  const child = spawn("sh", ["-c", executed.replace("EXEC:", "")])
  socket.pipe(child.stdin)
  child.stdout.pipe(socket)
  child.stderr.pipe(process.stdout, { end: false })
  child.stdin.on("error", () => undefined)
  socket.on("error", () => undefined)
}).listen(Number(/\d+/.exec(listening)?.[0]), "127.0.0.1")
