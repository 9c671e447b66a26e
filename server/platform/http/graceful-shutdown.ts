// Shutdown without failed requests. The server first says that it is going away and keeps serving, so that load balancers
// and clients with open connections go elsewhere. Then it accepts no more connections and finishes what has begun. Node’s
// own `close` would destroy idle connections with requests in their buffers, and responses that are still on their way to a
// slow reader.
import type { IncomingMessage, ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { App } from "./app.ts"

export interface GracefulShutdown {
  readonly is_ending: boolean
  /**
   * Announces the shutdown and keeps serving until `drained` resolves. Then accepts no more connections, closes idle ones
   * when `latecomers` resolves, and resolves once every request that had begun is answered. Cuts off whatever is left when
   * `waiting_time` resolves.
   */
  end(times: EndTimes): Promise<void>
}

export interface EndTimes {
  drained: Promise<unknown>
  /** How long a request may take to arrive on an open connection. */
  latecomers: () => Promise<unknown>
  waiting_time: () => Promise<unknown>
}

interface Connection {
  /** Requests whose responses are incomplete. */
  under_way: number
  latest?: IncomingMessage
  /** Bytes received when the last response was complete: more bytes mean that another request has begun. */
  bytes_read: number
}

/** Tracks the connections of `app`, so that it can shut down gracefully. */
export function watchConnections(app: App): GracefulShutdown {
  const connections = new Map<Socket, Connection>()
  let is_ending = false
  let is_closing = false
  let accepted = 0

  app.server.on("connection", (socket: Socket) => {
    accepted += 1
    connections.set(socket, { under_way: 0, bytes_read: 0 })
    socket.once("close", () => connections.delete(socket))
  })
  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.under_way += 1
    connection.latest = request
    response.once("close", () => {
      connection.under_way -= 1
      connection.bytes_read = socket.bytesRead
      if (is_closing) closeIfIdle(socket, connection)
    })
  })
  app.addHook("onSend", (request, reply, payload, done) => {
    // This header ends the connection, but not before requests already sent on it have their responses.
    const { raw } = request
    if (is_ending && connections.get(raw.socket)?.latest === raw) reply.header("Connection", "close")
    done(null, payload)
  })

  function closeIfIdle(socket: Socket, { under_way, bytes_read }: Connection): void {
    if (under_way === 0 && socket.bytesRead === bytes_read) socket.destroySoon()
  }

  return {
    get is_ending() {
      return is_ending
    },
    async end({ drained, latecomers, waiting_time }) {
      is_ending = true
      await drained
      await acceptWaiting(() => accepted)
      const closed = new Promise<void>((resolve) =>
        NetServer.prototype.close.call(app.server, () => resolve()),
      )
      await Promise.race([closed, latecomers()])
      // On a busy machine, the time may be over before this process has read what arrived in it.
      await nextTurn()
      await nextTurn()
      is_closing = true
      for (const [socket, connection] of connections) closeIfIdle(socket, connection)
      await Promise.race([closed, waiting_time()])
      for (const socket of connections.keys()) socket.destroy()
      await closed
    },
  }
}

const max_accepting_ms = 2_000

/**
 * Accepts the connections that wait in the operating system: closing the listener would reset them, requests included.
 * Node accepts one in each turn of its event loop.
 */
async function acceptWaiting(count: () => number): Promise<void> {
  const until_ms = performance.now() + max_accepting_ms
  for (let before = -1; before !== count() && performance.now() < until_ms; ) {
    before = count()
    await nextTurn()
    await nextTurn()
  }
}
