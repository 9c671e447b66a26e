import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { certificate, key } from "../../../test/harness/own-certificate.ts"
import { loopbackHosts } from "./policy.ts"
import { postOutbound } from "./post.ts"

let server: Server
let port = 0
let answered = 0
const namesRequested: unknown[] = []

before(async () => {
  server = createServer({ key, cert: certificate }, (request, response) => {
    answered += 1
    namesRequested.push("servername" in request.socket ? request.socket.servername : undefined)
    request.resume()
    response.writeHead(204).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  port = (server.address() as AddressInfo).port
})

after(() => {
  server.close()
})

function post(host: string) {
  const request = {
    url: `https://${host}:${port}/`,
    headers: {},
    body: Buffer.from("{}"),
    timeout_ms: 60_000,
    max_response_bytes: 1_000,
    allow: { allow_http: false, allowed_hosts: loopbackHosts },
  }
  return postOutbound(request, async () => ["127.0.0.1"])
}

test("an untrusted certificate is refused, even with NODE_TLS_REJECT_UNAUTHORIZED=0", async (t) => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
  t.after(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  })
  await assert.rejects(post("hooks.example.test"), { code: "tls_failed" })
  assert.equal(answered, 0)
})

test("the certificate must match the host name of the URL, not the address connected to", async (t) => {
  const usual = getCACertificates("default")
  setDefaultCACertificates([...usual, certificate])
  t.after(() => setDefaultCACertificates(usual))
  assert.equal((await post("hooks.example.test")).status, 204)
  assert.equal((await post("hooks.example.test.")).status, 204)
  assert.deepEqual(namesRequested, ["hooks.example.test", "hooks.example.test"])
  await assert.rejects(post("other.example.test"), { code: "tls_failed" })
  await assert.rejects(post("127.0.0.1"), { code: "tls_failed" })
  assert.equal(answered, 2)
})

test("a receiver without TLS is a TLS failure", async () => {
  const plain = (await import("node:http")).createServer()
  plain.listen(0, "127.0.0.1")
  await once(plain, "listening")
  const tlsPort = port
  port = (plain.address() as AddressInfo).port
  await assert.rejects(post("hooks.example.test"), { code: "tls_failed" })
  port = tlsPort
  plain.close()
})
