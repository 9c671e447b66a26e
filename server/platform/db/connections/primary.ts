// A database URL may name several servers, as in libpq: host:5432,other:5432. One is the primary, which takes
// writes; the others are replicas, until one of them is promoted.
import type { EventEmitter } from "node:events"
import pg from "pg"

/** One URL for each server that `address` names. */
export function listServers(address: string): string[] {
  const [, before = "", hosts = address, after = ""] =
    /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? []
  return hosts.split(",").map((host) => `${before}${host}${after}`)
}

/**
 * The connection options for `address`. If it names several servers, each new connection tries the last known primary.
 * One that fails, or finds a replica, throws and advances the next connection to the next server.
 */
export function connectionTo(address: string): pg.PoolConfig {
  const servers = listServers(address)
  if (servers.length === 1) return { connectionString: address }
  let current = 0

  class Client extends pg.Client {
    static readonly servers = servers.length
    readonly #server = current
    #is_replica = false

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: servers[current] })
      watchErrors(this)
      const { connection } = this as unknown as { connection: EventEmitter }
      connection.on("parameterStatus", ({ parameterName: name, parameterValue: value }) => {
        if (name === "in_hot_standby") this.#is_replica = value === "on"
      })
    }

    // The pool passes a callback; other callers await.
    override connect(): Promise<Client>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<Client> {
      const connected = this.#connect()
      if (done) void connected.then(() => (done as () => void)(), done)
      return connected
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect()
        if (!this.#is_replica) return this
        await this.end()
        throw Object.assign(new Error("it is a replica that can only be read"), { code: "25006" })
      } catch (error) {
        if (current === this.#server) current = (current + 1) % servers.length
        throw error
      }
    }
  }

  return {
    Client,
    // For libraries that create their own clients: the last known primary.
    get connectionString() {
      return servers[current]
    },
  }
}

/** A client for `connection`, which may name several servers. */
export function newClient(connection: pg.PoolConfig): pg.Client {
  const { Client = pg.Client } = connection as { Client?: typeof pg.Client }
  return watchErrors(new Client(connection))
}

/** The next statement reports an error that occurs between statements; unhandled, its event would end the process. */
function watchErrors<T extends pg.Client>(client: T): T {
  return client.on("error", () => undefined)
}

/** How many servers `connection` names, and so how many attempts reach them all. */
export function countServers({ Client }: pg.PoolConfig): number {
  return (Client as { servers?: number } | undefined)?.servers ?? 1
}
