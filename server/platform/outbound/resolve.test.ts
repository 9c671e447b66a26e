import assert from "node:assert/strict"
import { createSocket, type Socket } from "node:dgram"
import { after, before, test } from "node:test"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { openResolver, resolveHost } from "./resolve.ts"
import { checkOutboundUrl } from "./target.ts"

// A minimal name server (RFC 1035 §4): for each name, its A and AAAA records or a response code.
const zone: Record<string, { 1?: Buffer; 28?: Buffer; code?: number; aaaa_code?: number }> = {
  "both.example.test": {
    1: Buffer.from([93, 184, 215, 14]),
    28: Buffer.from("26062800021f00000000000000000001", "hex"),
  },
  "v4.example.test": { 1: Buffer.from([93, 184, 215, 14]) },
  "mixed.example.test": {
    1: Buffer.from([93, 184, 215, 14]),
    28: Buffer.from("00000000000000000000000000000001", "hex"),
  },
  "half.example.test": { 1: Buffer.from([93, 184, 215, 14]), aaaa_code: 2 },
  "broken.example.test": { code: 2 },
  "none.example.test": { code: 3 },
}
const questions: string[] = []
let server: Socket
let servers: string[]

before(async () => {
  server = createSocket("udp4", (query, from) => {
    const answer = answerQuery(query)
    if (answer !== undefined) server.send(answer, from.port, from.address)
  })
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve))
  servers = [`127.0.0.1:${server.address().port}`]
})

after(() => {
  server.close()
})

function answerQuery(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  const name = labels.join(".").toLowerCase()
  const type = query.readUInt16BE(at + 1)
  questions.push(name)
  const found = zone[name]
  if (found === undefined) return undefined
  const data = type === 1 || type === 28 ? found[type] : undefined
  const code = found.code ?? (type === 28 ? found.aaaa_code : undefined) ?? 0
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(data === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  const record =
    data === undefined ? [] : [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]
  return Buffer.concat([header, query.subarray(12, at + 5), ...record])
}

const stranger = () => ({ is_allowed: false, signal: AbortSignal.timeout(60_000) })

test("a lookup returns all addresses of a name, IPv4 and IPv6", async () => {
  const resolve = openResolver(servers)
  assert.deepEqual(await resolve("both.example.test", stranger()), ["93.184.215.14", "2606:2800:21f::1"])
  assert.deepEqual(await resolve("v4.example.test", stranger()), ["93.184.215.14"])
})

test("a lookup that fails for one address family fails for the name", async () => {
  const policy = { allow_http: false, allowed_hosts: [] }
  const cases: Record<string, string | undefined> = {
    "both.example.test": undefined,
    "mixed.example.test": "private_address",
    "half.example.test": "lookup_failed",
    "broken.example.test": "lookup_failed",
    "none.example.test": "host_not_found",
  }
  for (const [name, code] of Object.entries(cases)) {
    const fault = await checkOutboundUrl(`https://${name}/`, policy, openResolver(servers))
    assert.equal(fault?.code, code, name)
  }
})

test("a lookup times out if the name server never responds", async () => {
  const stop = new AbortController()
  const lookup = openResolver(servers)("dead.example.test", { is_allowed: false, signal: stop.signal })
  void waitUntil(() => questions.includes("dead.example.test"), "it did not ask").then(() => stop.abort())
  await assert.rejects(lookup, { code: "ECANCELLED" })
})

test("an untrusted name is resolved as it is, without hosts file or search domain", async () => {
  questions.length = 0
  await openResolver(servers)("none.example.test", stranger())
  assert.deepEqual([...new Set(questions)], ["none.example.test"])
})

test("a name that the operator allows may come from the hosts file", async () => {
  const found = await resolveHost("localhost", { is_allowed: true, signal: AbortSignal.timeout(60_000) })
  assert.ok(found.includes("127.0.0.1") || found.includes("::1"), found.join(" "))
})
