import assert from "node:assert/strict"
import { test } from "node:test"
import { type AddressPolicy, listMalformedHosts, loopbackHosts } from "./policy.ts"
import type { ResolveHost } from "./resolve.ts"
import { checkOutboundUrl } from "./target.ts"

const strict: AddressPolicy = { allow_http: false, allowed_hosts: [] }
const publicName: ResolveHost = async () => ["93.184.215.14"]

async function findCode(url: string, policy: AddressPolicy, resolve: ResolveHost = publicName) {
  return (await checkOutboundUrl(url, policy, resolve))?.code
}

test("a URL that is not a plain web address is refused with a sentence", async () => {
  const cases: Record<string, string> = {
    "": "url_malformed",
    "hooks.example.test/in": "url_malformed",
    "https://": "url_malformed",
    "https://./": "url_malformed",
    "https://a..b/": "url_malformed",
    "https://127.0.0.1../": "url_malformed",
    "https://[fe80::1%25eth0]/": "url_malformed",
    "https://256.1.1.1/": "url_malformed",
    "https://hooks.example.test:99999/": "url_malformed",
    " https://hooks.example.test/": "url_malformed",
    "ht\ntps://hooks.example.test/": "url_malformed",
    "https://hooks.example.test/\0": "url_malformed",
    "ftp://hooks.example.test/": "scheme_not_allowed",
    "file:///etc/passwd": "scheme_not_allowed",
    "gopher://hooks.example.test/": "scheme_not_allowed",
    "javascript:alert(1)": "scheme_not_allowed",
    "https://user@hooks.example.test/": "credentials_in_url",
    "https://user:pass@hooks.example.test/": "credentials_in_url",
    "https://:pass@hooks.example.test/": "credentials_in_url",
    "http://hooks.example.test/": "http_not_allowed",
  }
  for (const [url, code] of Object.entries(cases)) {
    const fault = await checkOutboundUrl(url, strict, publicName)
    assert.equal(fault?.code, code, url)
    assert.match(fault?.message ?? "", /^[A-Z].*\.$/)
    assert.doesNotMatch(fault?.message ?? "", /invalid/i)
  }
})

test("a URL of 2,000 characters is accepted, and one of 2,001 refused", async () => {
  const url = "https://hooks.example.test/".padEnd(2_000, "x")
  assert.equal(await findCode(url, strict), undefined)
  assert.equal(await findCode(`${url}x`, strict), "url_too_long")
})

test("plain http is allowed only for hosts the operator allows, or for all if so configured", async () => {
  const url = "http://hooks.example.test/"
  assert.equal(await findCode(url, { allow_http: true, allowed_hosts: [] }), undefined)
  assert.equal(await findCode(url, { allow_http: false, allowed_hosts: ["Hooks.Example.TEST."] }), undefined)
  assert.equal(await findCode(url, { allow_http: false, allowed_hosts: ["93.184.215.0/24"] }), undefined)
  assert.equal(
    await findCode(url, { allow_http: false, allowed_hosts: ["example.test"] }),
    "http_not_allowed",
  )
})

test("plain http requires that every address of a name is allowed", async () => {
  const two: ResolveHost = async () => ["93.184.215.14", "1.1.1.1"]
  const allowing = (...allowed_hosts: string[]) => ({ allow_http: false, allowed_hosts })
  assert.equal(await findCode("http://hooks.example.test/", allowing("1.1.1.1"), two), "http_not_allowed")
  assert.equal(
    await findCode("http://hooks.example.test/", allowing("1.1.1.1", "93.184.215.14"), two),
    undefined,
  )
})

test("private addresses are allowed only if the operator allows the host", async () => {
  const inside: ResolveHost = async () => ["10.1.2.3", "fd00::5"]
  const url = "https://crm.example.test/"
  const allowing = (...allowed_hosts: string[]) => ({ allow_http: false, allowed_hosts })
  assert.equal(await findCode(url, allowing("crm.example.test"), inside), undefined)
  assert.equal(await findCode(url, allowing("10.0.0.0/8", "fd00::/8"), inside), undefined)
  assert.equal(await findCode(url, allowing("10.1.2.3", "fd00::5"), inside), undefined)
  assert.equal(await findCode(url, allowing("10.0.0.0/8"), inside), "private_address")
  assert.equal(await findCode(url, allowing("10.1.2.4", "fd00::/8"), inside), "private_address")
  assert.equal(await findCode("https://[::ffff:10.1.2.3]/", allowing("10.0.0.0/8")), undefined)
  assert.equal(await findCode("https://[64:ff9b::10.1.2.3]/", allowing("10.0.0.0/8")), "private_address")
})

test("allowing loopback allows only the local machine", async () => {
  const policy = { allow_http: false, allowed_hosts: loopbackHosts }
  const asLoopback: ResolveHost = async () => ["127.0.0.1", "::1"]
  for (const host of ["localhost", "localhost.", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]) {
    assert.equal(await findCode(`http://${host}:8080/`, policy, asLoopback), undefined, host)
  }
  for (const host of ["10.0.0.1", "169.254.169.254", "0.0.0.0", "[::]", "[fd00::1]", "[::127.0.0.1]"]) {
    assert.equal(await findCode(`http://${host}/`, policy), "private_address", host)
  }
})

test("malformed entries in the list of allowed hosts are detected", () => {
  const good = [
    ...loopbackHosts,
    "crm.internal",
    "bücher.example",
    "10.0.0.0/8",
    "fd00::/8",
    "192.0.2.7",
    "db_1",
  ]
  const bad = [
    "",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "127.1",
    "fe80::1%eth0",
    "https://crm.internal",
    "crm.internal:80",
    "*.internal",
    "a b",
  ]
  assert.deepEqual(listMalformedHosts([...good, ...bad]), bad)
})
