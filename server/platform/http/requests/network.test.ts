import assert from "node:assert/strict"
import { test } from "node:test"
import { networkOf } from "./network.ts"

test("an IPv4 address is its own network, even if mapped to IPv6", () => {
  assert.equal(networkOf("192.0.2.7"), "192.0.2.7")
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7")
  assert.notEqual(networkOf("192.0.2.7"), networkOf("192.0.2.8"))
})

test("all IPv6 addresses of a /64 are one network, however they are written", () => {
  assert.equal(networkOf("2001:db8:1:2::1"), networkOf("2001:DB8:1:2:ffff:ffff:ffff:ffff"))
  assert.notEqual(networkOf("2001:db8:1:2::1"), networkOf("2001:db8:1:3::1"))
  assert.equal(networkOf("not an address"), "not an address")
})
