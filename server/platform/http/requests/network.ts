import { isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"

/** The network of a request, as rate limits count it: a household or office has a complete /64 of IPv6 addresses. */
export function networkOf(ip: string): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === "ipv6"
    ? `${address.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`
    : address.toString()
}
