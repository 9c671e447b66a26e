// A way to a database, or to another server, that can be cut, as when the server or its pooler is killed: connections
// break, and new ones are refused.
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import pg from "pg"

export interface DatabaseSwitch {
  url: string
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Opens a way to the database at `database_url`; `cut` closes it. */
export async function openDatabaseSwitch(database_url: string): Promise<DatabaseSwitch> {
  const { host, port, user, database } = new pg.Client({ connectionString: database_url })
  const target = host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  const { own_port, ...way } = await openSwitch(target)
  return { url: `postgres://${user}@127.0.0.1:${own_port}/${database}`, ...way }
}

/** Opens a way to `target` at a port of its own. */
export async function openSwitch(target: { path: string } | { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const pass = (incoming: Socket) => {
    const outgoing = connect(target)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket)
          incoming.destroy()
          outgoing.destroy()
        })
    }
    incoming.pipe(outgoing).pipe(incoming)
  }
  const listen = (at: number) =>
    new Promise<Server>((resolve, reject) => {
      const opened = createServer(pass)
      opened.once("error", reject).listen(at, "127.0.0.1", () => resolve(opened))
    })
  let server = await listen(0)
  const own_port = (server.address() as AddressInfo).port
  return {
    own_port,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    restore: async () => {
      server = await listen(own_port)
    },
  }
}
