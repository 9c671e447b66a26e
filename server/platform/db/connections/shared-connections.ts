// A transaction whose statements are all sent at once needs no connection of its own: many are pipelined on a shared
// one. Under load, PostgreSQL then finds the next transaction already waiting. Otherwise it would sleep and wake for
// each one, which costs both sides more than the work itself
// (docs/decisions/0014-connections-plans-and-one-postgresql.md).
import type pg from "pg"
import { Failure } from "../../errors.ts"

/** Past this depth, waiting in line costs more than opening another connection. */
const max_queued = 16
const max_connections = 4

interface SharedConnection {
  client: Promise<pg.PoolClient>
  under_way: number
  /** Set after an error: the connection takes no more work, and the pool discards it. */
  fault?: Error
}

export interface SharedConnections {
  /** Runs `work`, which must send its entire transaction before it awaits anything, on a shared connection. */
  share<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
}

/** Takes connections from the pool as needed, and releases each once no work is pending on it. */
export function openSharedConnections(connect: () => Promise<pg.PoolClient>): SharedConnections {
  let connections: SharedConnection[] = []

  function pickConnection(): SharedConnection {
    const free = connections.find(({ under_way }) => under_way < max_queued)
    if (free) return free
    if (connections.length >= max_connections)
      return connections.reduce((least, connection) =>
        connection.under_way < least.under_way ? connection : least,
      )
    const connection = { client: connect(), under_way: 0 }
    connections.push(connection)
    // Nothing may join a connection that never came.
    connection.client.catch(() => leave(connection))
    return connection
  }

  const leave = (connection: SharedConnection) => {
    connections = connections.filter((one) => one !== connection)
  }

  return {
    share: async (work) => {
      const connection = pickConnection()
      connection.under_way += 1
      try {
        return await work(await connection.client)
      } catch (error) {
        if (!(error instanceof Failure)) {
          connection.fault = error as Error
          leave(connection)
        }
        throw error
      } finally {
        connection.under_way -= 1
        if (connection.under_way === 0) {
          leave(connection)
          void connection.client.then((client) => client.release(connection.fault)).catch(() => undefined)
        }
      }
    },
  }
}
