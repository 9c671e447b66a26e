import type { Server } from "../platform/servers/server.ts"

/**
 * Does `work` for each server that the firms are spread over; one that fails does not keep it from the others. The
 * command then ends with 1, and where it is the only one, throws.
 */
export async function onEach(
  servers: readonly Server[],
  work: (server: Server) => Promise<void>,
): Promise<void> {
  for (const server of servers) {
    try {
      if (!server.isOpen())
        throw new Error(
          "It does not answer, and its firms get 503. Start it, or correct FOYER_MORE_DATABASES.",
        )
      await work(server)
    } catch (error) {
      if (servers.length === 1) throw error
      console.error(`Server ${server.name}: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
}

/** Says before what is printed which of several servers it is about. */
export function sayServer(servers: readonly Server[], { name }: Server): void {
  if (servers.length > 1) console.log(`\nServer ${name}`)
}
