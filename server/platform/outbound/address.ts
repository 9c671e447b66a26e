import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses an IP address; returns undefined if `text` is not one. Converts an IPv4-mapped address (RFC 4291 §2.5.5.2) to
 * the IPv4 address it is on the wire. Rejects zone ids, which are only meaningful on the local machine.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes("%")) return undefined
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv6 && address.match(mapped) ? lastFourBytes(address) : address
}

/**
 * Whether `address` is an ordinary host on the public internet. Excludes everything in the IANA special-purpose
 * registries (RFC 6890), and every address that can tunnel to one.
 */
export function isPublicAddress(address: Address): boolean {
  return address instanceof ipaddr.IPv4 ? isPublicIPv4(address) : isPublicIPv6(address)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !address.match(azureHost)
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // RFC 6052 §3.1: IPv6-only networks reach IPv4 through this prefix, so check the embedded address.
  if (address.match(nat64)) return isPublicIPv4(lastFourBytes(address))
  if (!address.match(globalUnicast) || address.range() !== "unicast") return false
  return !specialWithinGlobalUnicast.some((range) => address.match(range))
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

const mapped = ipaddr.IPv6.parseCIDR("::ffff:0:0/96")
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")

// An allowlist fails closed: mapped, compatible, SIIT, local NAT64, unique local, link-local, site-local, multicast and
// future assignments are all outside this prefix.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

const specialWithinGlobalUnicast = [
  "2001::/23", // IETF protocol assignments: Teredo, ORCHID, benchmarking …
  "2001:db8::/32",
  "2002::/16", // 6to4 can embed any IPv4 address, and its public relays are deprecated (RFC 7526)
  "3ffe::/16",
  "3fff::/20",
].map((range) => ipaddr.IPv6.parseCIDR(range))

// Looks public, but inside Azure it serves the virtual machine's configuration.
const azureHost = ipaddr.IPv4.parseCIDR("168.63.129.16/32")
