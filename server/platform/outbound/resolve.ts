import { lookup, Resolver } from "node:dns/promises"

/**
 * All addresses of a host name; empty when it has none; throws when the question could not be answered in full.
 * `is_allowed` tells that the operator, not a stranger, chose the name.
 */
export type ResolveHost = (
  name: string,
  options: { is_allowed: boolean; signal: AbortSignal },
) => Promise<string[]>

/** Looks names up with the machine's own settings. */
export const resolveHost: ResolveHost = openResolver()

/** Looks names up; those of strangers at `servers` (`address:port`), or else where the machine asks. */
export function openResolver(servers?: string[]): ResolveHost {
  return (name, { is_allowed, signal }) =>
    is_allowed ? resolveBySystem(name) : resolveByDns(name, servers, signal)
}

/** Names of the operator's own network may come from the hosts file, a search domain or another local source. */
async function resolveBySystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true })
  return found.map((entry) => entry.address)
}

/**
 * The system's lookup blocks one of Node's few threads until it gives up, so a stranger's dead name server could
 * hold up everyone's file access and lookups. Asking DNS directly blocks nothing, can be cancelled, and never
 * consults the hosts file or a search domain.
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

/** "There is none" is an answer; anything else leaves open what the other half of the answer would have been. */
function noneOrThrow(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENODATA" || error.code === "ENOTFOUND") return []
  throw error
}
