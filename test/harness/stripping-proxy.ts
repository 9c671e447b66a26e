// A small proxy in front of PostgreSQL that does what poolers do to a connection: it drops the startup parameter
// `options` and returns its own process id.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { connect as connectTo, createServer, type Socket } from "node:net"
import pg from "pg"

export interface StrippingProxy {
  /** The URL of the database behind it. */
  url: string
  /** How many connections had options dropped. */
  readonly stripped: number
  close(): Promise<void>
}

/** Listens on loopback in front of the database at `database_url`. */
export async function openStrippingProxy(database_url: string): Promise<StrippingProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: database_url })
  const sockets = new Set<Socket>()
  let stripped = 0
  const server = createServer((client) => {
    const target = host.startsWith("/") ? connectTo(`${host}/.s.PGSQL.${port}`) : connectTo(port, host)
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket)
          client.destroy()
          target.destroy()
        })
    }
    client.once("data", (startup) => {
      const parameters = readParameters(startup)
      if (parameters.delete("options")) stripped += 1
      target.write(startupOf(parameters))
      client.on("data", (data) => target.write(data))
    })
    target.on("data", (data) => client.write(withOtherProcess(data)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const name = password ? `${user}:${encodeURIComponent(String(password))}` : user
  return {
    url: `postgres://${name}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    get stripped() {
      return stripped
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    },
  }
}

/** After length and version come alternating names and values, each terminated by a zero byte. */
function readParameters(startup: Buffer): Map<string, string> {
  const words = startup.subarray(8).toString().split("\0")
  const parameters = new Map<string, string>()
  for (let index = 0; words[index]; index += 2) parameters.set(words[index] ?? "", words[index + 1] ?? "")
  return parameters
}

function startupOf(parameters: Map<string, string>): Buffer {
  const text = [...parameters]
    .flat()
    .map((word) => `${word}\0`)
    .join("")
  const packet = Buffer.alloc(9 + Buffer.byteLength(text))
  packet.writeInt32BE(packet.length, 0)
  packet.writeInt32BE(196_608, 4)
  packet.write(text, 8)
  return packet
}

/** BackendKeyData has 13 bytes: K, its length, process id, key. */
function withOtherProcess(data: Buffer): Buffer {
  const start = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (start >= 0) data.writeInt32BE(data.readInt32BE(start + 5) + 1_000_000, start + 5)
  return data
}
