import assert from "node:assert/strict"
import { test } from "node:test"
import { networkOf } from "./network.ts"

test("an IPv4 address is a network of its own, also where it comes dressed as IPv6", () => {
  assert.equal(networkOf("192.0.2.7"), "192.0.2.7")
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7")
  assert.notEqual(networkOf("192.0.2.7"), networkOf("192.0.2.8"))
})

test("all IPv6 addresses of one /64 are one network, however they are spelled", () => {
  assert.equal(networkOf("2001:db8:1:2::1"), networkOf("2001:DB8:1:2:ffff:ffff:ffff:ffff"))
  assert.notEqual(networkOf("2001:db8:1:2::1"), networkOf("2001:db8:1:3::1"))
  assert.equal(networkOf("not an address"), "not an address")
})
