// Ending without failing anybody. First the server says that it is about to go and serves on, so that whoever spreads
// requests over several servers, or keeps connections open, goes elsewhere; then it closes the door and answers what
// has begun. Node's own `close` would destroy idle connections with requests in their buffers, and answers that are
// still on their way to a slow reader.
import type { IncomingMessage, ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { App } from "./app.ts"

export interface GracefulEnd {
  readonly is_ending: boolean
  /**
   * Tells everybody to go elsewhere and serves on until `drained` resolves. Then takes no more connections, closes idle
   * ones when `latecomers` resolves, and resolves once everything that had begun is answered. What is not answered
   * when `waiting_time` resolves is cut.
   */
  end(times: EndTimes): Promise<void>
}

export interface EndTimes {
  drained: Promise<unknown>
  /** How long a request may be on its way over a connection that is open. */
  latecomers: () => Promise<unknown>
  waiting_time: () => Promise<unknown>
}

interface Connection {
  /** Requests that are not fully answered. */
  under_way: number
  latest?: IncomingMessage
  /** How much had come when the last answer was gone: more means that another request has begun. */
  bytes_read: number
}

/** Watches the connections of `app`, so that it can end gracefully. */
export function watchConnections(app: App): GracefulEnd {
  const connections = new Map<Socket, Connection>()
  let is_ending = false
  let is_closing = false

  app.server.on("connection", (socket: Socket) => {
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
    // With this header the connection ends: not before requests that were sent behind this one are answered too.
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
      // Right after what waits at the door was let in.
      await nextTurn()
      const closed = new Promise<void>((resolve) =>
        NetServer.prototype.close.call(app.server, () => resolve()),
      )
      await Promise.race([closed, latecomers()])
      is_closing = true
      for (const [socket, connection] of connections) closeIfIdle(socket, connection)
      await Promise.race([closed, waiting_time()])
      for (const socket of connections.keys()) socket.destroy()
      await closed
    },
  }
}
