import type { Server } from "../platform/servers/server.ts"

/**
 * Runs `work` for each database server. A failing server does not stop the others, but makes the command exit with 1. If
 * it is the only server, its error is thrown.
 */
export async function onEach(
  servers: readonly Server[],
  work: (server: Server) => Promise<void>,
): Promise<void> {
  for (const server of servers) {
    try {
      if (!server.isOpen())
        throw new Error(
          "It is not responding, and its firms get 503. Start it, or correct FOYER_MORE_DATABASES.",
        )
      await work(server)
    } catch (error) {
      if (servers.length === 1) throw error
      console.error(`Server ${server.name}: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
}

/** Prints the name of the server, if there are several. */
export function sayServer(servers: readonly Server[], { name }: Server): void {
  if (servers.length > 1) console.log(`\nServer ${name}`)
}
