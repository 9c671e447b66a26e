import { lookup, Resolver } from "node:dns/promises"

/**
 * Returns all addresses of a host name, or none if it has none. Throws if the lookup fails or is incomplete.
 * `is_allowed` means that the operator allowed the name.
 */
export type ResolveHost = (
  name: string,
  options: { is_allowed: boolean; signal: AbortSignal },
) => Promise<string[]>

/** Resolves names with the machine's own DNS settings. */
export const resolveHost: ResolveHost = openResolver()

/** Returns a resolver that asks `servers` (`address:port`), or the machine's own name servers, for untrusted names. */
export function openResolver(servers?: string[]): ResolveHost {
  return (name, { is_allowed, signal }) =>
    is_allowed ? resolveBySystem(name) : resolveByDns(name, servers, signal)
}

/** Names in the operator's network may come from the hosts file, a search domain or another local source. */
async function resolveBySystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true })
  return found.map((entry) => entry.address)
}

/**
 * Queries DNS directly, because the system's lookup blocks one of Node's few threads until it times out: a dead name
 * server of one endpoint could stall all file access and lookups. A DNS query can be canceled, and ignores the hosts
 * file and search domains.
 */
async function resolveByDns(
  name: string,
  servers: string[] | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const found = await Promise.all([
      resolver.resolve4(name).catch(noneOrThrow),
      resolver.resolve6(name).catch(noneOrThrow),
    ])
    return found.flat()
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** "No such record" is a complete result. Any other error leaves the list of addresses incomplete. */
function noneOrThrow(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENODATA" || error.code === "ENOTFOUND") return []
  throw error
}
