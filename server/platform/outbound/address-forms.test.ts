import assert from "node:assert/strict"
import { channel } from "node:diagnostics_channel"
import { type AddressInfo, createServer, type Server } from "node:net"
import { after, before, beforeEach, test } from "node:test"
import { type AddressPolicy, loopbackHosts } from "./policy.ts"
import { postOutbound } from "./post.ts"
import type { ResolveHost } from "./resolve.ts"
import { checkOutboundUrl } from "./target.ts"

const strict: AddressPolicy = { allow_http: true, allowed_hosts: [] }

// Each is the host of a URL. `PORT` becomes the port of the sentinel, which listens on every address of this machine.
const privateHosts: Record<string, string[]> = {
  "dotted decimal": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3"],
  "one decimal number": ["2130706433", "0", "167772161", "2852039166"],
  hexadecimal: ["0x7f000001", "0x7f.0.0.1", "0x7f.1", "0xa9fea9fe", "0X7F.0X0.0X0.0X1"],
  octal: ["0177.0.0.1", "017700000001", "0251.0376.0251.0376", "00000177.1"],
  short: ["127.1", "127.0.1", "10.1", "192.168.1"],
  disguised: ["①②⑦.⓪.⓪.①", "127。0。0。1", "%31%32%37.0.0.1", "１２７.0.0.1"],
  "trailing dot": ["127.0.0.1.", "0x7f.1.", "localhost."],
  "the name of this machine": ["localhost", "LOCALHOST", "app.localhost", "a.b.localhost."],
  "private use": ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  "link-local and metadata": ["169.254.0.1", "169.254.169.254", "169.254.170.2", "168.63.129.16"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255", "100.100.100.200"],
  "protocol assignments": ["192.0.0.1", "192.0.0.192", "192.88.99.1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff::1]"],
  benchmarking: ["198.18.0.1", "198.19.255.255", "[2001:2::1]"],
  "multicast, reserved, broadcast": ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  "IPv6 loopback and unspecified": ["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]"],
  "IPv4-mapped": ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[::FFFF:169.254.169.254]"],
  "IPv4-compatible": ["[::127.0.0.1]", "[::a00:1]", "[::8.8.8.8]"],
  SIIT: ["[::ffff:0:127.0.0.1]", "[::ffff:0:a9fe:a9fe]"],
  NAT64: ["[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::7f00:1]"],
  "6to4": ["[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:c0a8:101::1]", "[2002:a9fe:a9fe::]"],
  Teredo: ["[2001::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[2001:0:a00:1::]"],
  "unique local": ["[fc00::1]", "[fd00:ec2::254]", "[fd20:ce::254]", "[fdff:ffff::1]"],
  "IPv6 link-local and site-local": ["[fe80::1]", "[febf::1]", "[fec0::1]", "[feff::1]"],
  "IPv6 multicast, discard, unassigned": [
    "[ff02::1]",
    "[ff0e::1]",
    "[100::1]",
    "[4000::1]",
    "[5f00::1]",
    "[3ffe::1]",
    "[2001:5::1]",
    "[2001:10::1]",
  ],
}

// Each is an address in a DNS response; most of the forms above cannot appear in one.
const privateAnswers: Record<string, string[]> = {
  "a private address": ["127.0.0.1"],
  metadata: ["169.254.169.254"],
  "the unspecified address": ["0.0.0.0"],
  "a mapped address": ["::ffff:127.0.0.1"],
  "a NAT64 address of a private one": ["64:ff9b::7f00:1"],
  "a unique local address": ["fd00::1"],
  "public first, private second": ["93.184.215.14", "10.0.0.1"],
  "private first, public second": ["127.0.0.1", "93.184.215.14"],
  "public IPv4, private IPv6": ["93.184.215.14", "::1"],
  "an address with a zone": ["fe80::1%lo"],
  "a public address with a zone": ["2606:2800:21f::1%lo"],
  "no address at all": ["localhost"],
  "a number": ["2130706433"],
  "nothing readable": [""],
}

let sentinel: Server
let sentinelPort = 0
let connections = 0
let requests = 0
const countRequest = () => {
  requests += 1
}

before(async () => {
  sentinel = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => sentinel.listen(0, resolve))
  sentinelPort = (sentinel.address() as AddressInfo).port
  // The sentinel sees only connections to this machine; Node reports every request that starts, to any address.
  channel("http.client.request.created").subscribe(countRequest)
})

after(() => {
  channel("http.client.request.created").unsubscribe(countRequest)
  sentinel.close()
})

beforeEach(() => {
  connections = 0
  requests = 0
})

const noLookup: ResolveHost = async (name) => assert.fail(`looked up ${name}`)

async function findPostCode(url: string, allow: AddressPolicy, resolve: ResolveHost): Promise<string> {
  const request = {
    url,
    headers: {},
    body: Buffer.from("{}"),
    timeout_ms: 60_000,
    max_response_bytes: 1_000,
    allow,
  }
  const error = await postOutbound(request, resolve).then(
    () => undefined,
    (thrown: { code: string }) => thrown,
  )
  return error?.code ?? "sent"
}

for (const [form, hosts] of Object.entries(privateHosts)) {
  test(`${form} addresses are refused when entered and when sending, without a connection`, async () => {
    for (const host of hosts) {
      for (const url of [`http://${host}:${sentinelPort}/`, `https://${host}:${sentinelPort}/`]) {
        const fault = await checkOutboundUrl(url, strict, noLookup)
        assert.equal(fault?.code, "private_address", url)
        assert.equal(await findPostCode(url, strict, noLookup), "private_address", url)
      }
    }
    assert.deepEqual({ connections, requests }, { connections: 0, requests: 0 })
  })
}

for (const [form, addresses] of Object.entries(privateAnswers)) {
  test(`a name that leads to ${form} is refused when entered and when sending, without a connection`, async () => {
    const url = `http://hooks.example.test:${sentinelPort}/`
    const resolve: ResolveHost = async () => addresses
    assert.equal((await checkOutboundUrl(url, strict, resolve))?.code, "private_address")
    assert.equal(await findPostCode(url, strict, resolve), "private_address")
    assert.deepEqual({ connections, requests }, { connections: 0, requests: 0 })
  })
}

test("at least sixty forms of private address are covered", () => {
  const forms = Object.values(privateHosts).flat().length + Object.keys(privateAnswers).length
  assert.ok(forms >= 60, `${forms} forms`)
})

test("the sentinel sees an allowed connection, so seeing none means there was none", async () => {
  const allow = { allow_http: false, allowed_hosts: loopbackHosts }
  assert.equal(await findPostCode(`http://127.0.0.1:${sentinelPort}/`, allow, noLookup), "connection_failed")
  assert.equal(await findPostCode(`http://0x7f.1:${sentinelPort}/`, allow, noLookup), "connection_failed")
  assert.deepEqual({ connections, requests }, { connections: 2, requests: 2 })
})

test("a name that resolved to a public address at input and to a private one when sending is refused", async () => {
  const answers = [["93.184.215.14"], ["127.0.0.1"]]
  const resolve: ResolveHost = async () => answers.shift() ?? []
  const url = `http://hooks.example.test:${sentinelPort}/`
  assert.equal(await checkOutboundUrl(url, strict, resolve), undefined)
  assert.equal(await findPostCode(url, strict, resolve), "private_address")
  assert.deepEqual({ connections, requests }, { connections: 0, requests: 0 })
})

test("an address whose lookup fails or finds nothing is refused", async () => {
  const fail =
    (code: string): ResolveHost =>
    async () => {
      throw Object.assign(new Error(code), { code })
    }
  const cases: [ResolveHost, string][] = [
    [async () => [], "host_not_found"],
    [fail("ENOTFOUND"), "host_not_found"],
    [fail("ENODATA"), "host_not_found"],
    [fail("ESERVFAIL"), "lookup_failed"],
    [fail("ETIMEOUT"), "lookup_failed"],
    [fail("EAI_AGAIN"), "lookup_failed"],
  ]
  const url = `http://hooks.example.test:${sentinelPort}/`
  for (const [resolve, code] of cases) {
    assert.equal((await checkOutboundUrl(url, strict, resolve))?.code, code)
    assert.equal(await findPostCode(url, strict, resolve), code)
  }
  assert.deepEqual({ connections, requests }, { connections: 0, requests: 0 })
})

test("ordinary public addresses are accepted", async () => {
  const hosts = [
    "93.184.215.14",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "11.0.0.1",
    "[2606:2800:21f::1]",
    "[64:ff9b::1.1.1.1]",
  ]
  for (const host of hosts)
    assert.equal(await checkOutboundUrl(`https://${host}/`, strict, noLookup), undefined, host)
  const resolve: ResolveHost = async () => ["93.184.215.14", "2606:2800:21f::1"]
  assert.equal(await checkOutboundUrl("https://hooks.example.test./x?y=1#z", strict, resolve), undefined)
})
