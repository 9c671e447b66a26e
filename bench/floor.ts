// The minimum cost of verifying each request in the database: bench/bare.ts plus Foyer's own query, with the same
// driver, batched for concurrent requests, and nothing else.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { withCore } from "../server/commands/with-core.ts"
import { findToken, openKeyVerification } from "../server/firm/access/api/key-verification.ts"

const [bytes = "0", subject = ""] = process.argv.slice(2)
const body = Buffer.from(JSON.stringify({ filler: "x".repeat(Math.max(0, Number(bytes) - 13)) }))
await withCore(async ({ db }) => {
  const verifyKey = openKeyVerification(db.withTimeout(5_000))
  const server = createServer(async ({ headers }, response) => {
    const { revision } = await verifyKey({ token: findToken(headers.authorization) ?? "", subject })
    response.writeHead(revision ? 200 : 401, {
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
    })
    response.end(body)
  })
  server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`))
  await once(process, "SIGTERM")
  server.closeAllConnections()
  server.close()
})
