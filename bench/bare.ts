// The least a server can do: plain node:http that answers every request with one body of `process.argv[2]` bytes.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const body = Buffer.from(JSON.stringify({ filler: "x".repeat(Math.max(0, Number(process.argv[2]) - 13)) }))
const server = createServer((_, response) => {
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  })
  response.end(body)
})
server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`))
