import { isIP } from "node:net"
import { isPublicAddress, parseAddress } from "./address.ts"
import { type OutboundCode, OutboundError } from "./error.ts"
import { type AddressPolicy, isAllowedAddress, isAllowedName } from "./policy.ts"
import { type ResolveHost, resolveHost } from "./resolve.ts"

/** A checked destination. Connect only to `addresses`: resolving `name` again may return another address. */
export type Target = { url: URL; name: string; addresses: string[] }

export type OutboundFault = { code: OutboundCode; message: string }

export const max_url_characters = 2_000
const lookup_timeout_ms = 5_000

/**
 * Returns what is wrong with `url` as a destination, or undefined. For checking input: the name may resolve differently
 * later, so every request checks again.
 */
export async function checkOutboundUrl(
  url: string,
  policy: AddressPolicy,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundFault | undefined> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(lookupFailed()), lookup_timeout_ms)
  try {
    await findTarget(url, policy, resolve, deadline.signal)
    return undefined
  } catch (error) {
    if (error instanceof OutboundError) return { code: error.code, message: error.message }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves `text` to a destination and checks every address of its name. Throws an OutboundError if one is not allowed. */
export async function findTarget(
  text: string,
  policy: AddressPolicy,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<Target> {
  const url = parseUrl(text)
  const name = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  const isNameAllowed = isAllowedName(name, policy)
  const addresses = isIP(name) > 0 ? [name] : await lookUp(name, isNameAllowed, resolve, signal)
  const parsed = addresses.map(parseAddress)
  const areAllowed =
    isNameAllowed || parsed.every((address) => address !== undefined && isAllowedAddress(address, policy))
  // An attacker can mix a private address among public ones to pass a weaker check.
  for (const address of parsed) {
    if (address === undefined) throw privateAddress()
    if (!isNameAllowed && !isAllowedAddress(address, policy) && !isPublicAddress(address))
      throw privateAddress()
  }
  if (url.protocol === "http:" && !policy.allow_http && !areAllowed) {
    throw new OutboundError(
      "http_not_allowed",
      "Plain http is not allowed for this host. Use https, or ask the administrator of this server to allow the host.",
    )
  }
  return { url, name, addresses }
}

function parseUrl(text: string): URL {
  if (text.length > max_url_characters) {
    throw new OutboundError("url_too_long", "The address is longer than 2,000 characters. Use a shorter one.")
  }
  // URL.parse silently drops white space and control characters; check exactly what was entered.
  const url = hasBlanks(text) ? null : URL.parse(text)
  if (url === null) throw malformed()
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new OutboundError("scheme_not_allowed", "The address must start with https:// (or http://).")
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutboundError(
      "credentials_in_url",
      "The address contains a user name or password. Remove them and send a header instead.",
    )
  }
  return url
}

function hasBlanks(text: string): boolean {
  return /[\s\p{Cc}]/u.test(text)
}

async function lookUp(
  name: string,
  is_allowed: boolean,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<string[]> {
  // RFC 6761 §6.3: these names mean the local machine, whatever a name server returns.
  if (!is_allowed && /(^|\.)localhost$/.test(name)) throw privateAddress()
  if (!/^[^.]+(\.[^.]+)*$/.test(name)) throw malformed()
  signal.throwIfAborted()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  let addresses: string[]
  try {
    addresses = await Promise.race([resolve(name, { is_allowed, signal }), aborted])
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw isUnknownName(error) ? hostNotFound() : lookupFailed()
  }
  if (addresses.length === 0) throw hostNotFound()
  return addresses
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")
}

// Messages never reveal which address a name resolved to: that would let strangers map the operator's network.
function privateAddress(): OutboundError {
  return new OutboundError(
    "private_address",
    "The address is in a private or reserved network. Use a public address, or ask the administrator of this server to allow the host.",
  )
}

function hostNotFound(): OutboundError {
  return new OutboundError(
    "host_not_found",
    "The host name of the address does not exist. Check its spelling.",
  )
}

function lookupFailed(): OutboundError {
  return new OutboundError(
    "lookup_failed",
    "The host name of the address could not be looked up. Try again later.",
  )
}

function malformed(): OutboundError {
  return new OutboundError(
    "url_malformed",
    "This is not a complete web address. Write it like https://example.com/hooks.",
  )
}
