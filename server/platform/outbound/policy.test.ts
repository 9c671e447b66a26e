import assert from "node:assert/strict"
import { test } from "node:test"
import { readConfig } from "../../config.ts"
import { addressPolicyOf } from "./policy.ts"
import { checkOutboundUrl } from "./target.ts"

async function codeFor(environment: string, allowed: string, url: string): Promise<string | undefined> {
  const config = readConfig({ NODE_ENV: environment, FOYER_WEBHOOK_ALLOWED_HOSTS: allowed })
  return (await checkOutboundUrl(url, addressPolicyOf(config), async () => ["93.184.216.34"]))?.code
}

test("in production, webhooks go only to public https addresses and hosts the operator allows", async () => {
  assert.equal(await codeFor("production", "", "https://hooks.example.com/"), undefined)
  assert.equal(await codeFor("production", "", "http://hooks.example.com/"), "http_not_allowed")
  assert.equal(await codeFor("production", "", "https://127.0.0.1/"), "private_address")
  assert.equal(await codeFor("production", "", "https://10.1.2.3/"), "private_address")
  assert.equal(await codeFor("production", "10.1.0.0/16", "http://10.1.2.3/"), undefined)
  assert.equal(await codeFor("production", "10.1.0.0/16", "http://10.2.2.3/"), "private_address")
  assert.equal(await codeFor("production", "queue.internal", "http://queue.internal/"), undefined)
})

test("outside production, loopback is allowed too, but no other private network", async () => {
  for (const environment of ["development", "test"]) {
    assert.equal(await codeFor(environment, "", "http://127.0.0.1:8080/"), undefined)
    assert.equal(await codeFor(environment, "", "http://[::1]:8080/"), undefined)
    assert.equal(await codeFor(environment, "", "https://10.1.2.3/"), "private_address")
  }
})

test("a list of allowed hosts with a malformed entry is refused at startup", () => {
  assert.throws(
    () => readConfig({ FOYER_WEBHOOK_ALLOWED_HOSTS: "good.example, 10.0.0.0/64, http://bad.example" }),
    /FOYER_WEBHOOK_ALLOWED_HOSTS .*10\.0\.0\.0\/64, http:\/\/bad\.example/,
  )
})
