// The baseline: plain node:http that answers every request with a body of `process.argv[2]` bytes, or with 304 if the
// request names its ETag.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const body = Buffer.from(JSON.stringify({ filler: "x".repeat(Math.max(0, Number(process.argv[2]) - 13)) }))
const etag = '"bare"'
const server = createServer(({ headers }, response) => {
  if (headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
    etag,
  })
  response.end(body)
})
server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`))
