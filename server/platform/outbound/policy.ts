import { domainToASCII } from "node:url"
import ipaddr from "ipaddr.js"
import { type Address, parseAddress } from "./address.ts"

/**
 * What the operator allows beyond https to public addresses. `allow_http` allows plain http to any host.
 * `allowed_hosts` lists exact host names, addresses and CIDR ranges that may use plain http and private addresses; a
 * name listed here may resolve to any address.
 */
export type AddressPolicy = { allow_http: boolean; allowed_hosts: string[] }

/** The usual names of the local machine. */
export const loopbackHosts = ["localhost", "127.0.0.0/8", "::1"]

/** Returns the policy of an installation: https to public addresses, the hosts the operator allows, and loopback outside production. */
export function addressPolicyOf(config: {
  environment: string
  webhook_allowed_hosts: string[]
}): AddressPolicy {
  const isProduction = config.environment === "production"
  return {
    allow_http: false,
    allowed_hosts: [...(isProduction ? [] : loopbackHosts), ...config.webhook_allowed_hosts],
  }
}

/** Whether the operator allows the host `name`, as in `URL.hostname` without a trailing dot. */
export function isAllowedName(name: string, policy: AddressPolicy): boolean {
  return policy.allowed_hosts.some((entry) => findName(entry) === name)
}

/** Whether the operator allows `address` or a range that contains it. */
export function isAllowedAddress(address: Address, policy: AddressPolicy): boolean {
  return policy.allowed_hosts.some((entry) => {
    const range = findRange(entry)
    return range !== undefined && range[0].kind() === address.kind() && address.match(range)
  })
}

/** Returns the entries that are not a name, address or range, and would silently allow nothing. */
export function listMalformedHosts(allowed_hosts: string[]): string[] {
  return allowed_hosts.filter((entry) => findName(entry) === undefined && findRange(entry) === undefined)
}

function findName(entry: string): string | undefined {
  const name = domainToASCII(entry.trim()).toLowerCase().replace(/\.$/, "")
  if (parseAddress(name) !== undefined) return undefined
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) ? name : undefined
}

function findRange(entry: string): [Address, number] | undefined {
  const [start = "", length, ...rest] = entry.trim().split("/")
  const address = parseAddress(start)
  if (address === undefined || rest.length > 0) return undefined
  const bits = address instanceof ipaddr.IPv4 ? 32 : 128
  if (length === undefined) return [address, bits]
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? [address, Number(length)] : undefined
}
