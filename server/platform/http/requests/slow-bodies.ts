// Bodies that arrive too slowly. Node has one timeout for all requests, which is either too short for a large file over a
// slow connection or too long for a form; here each has its own.
import type { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { App } from "../app.ts"
import { refuseBrokenRequest } from "./broken-requests.ts"

/** For a complete body of at most 1 MB. */
export const body_ms = 40_000
/** Files may take as long as they need while they keep coming: this many bytes in each interval. */
export const file_span_ms = 60_000
export const least_file_bytes = 60_000
const check_ms = 5_000

interface Body {
  request: IncomingMessage
  response: ServerResponse
  is_file: boolean
  /** When this body or its current interval began, and how many bytes had arrived by then. */
  since: number
  bytes: number
}

/** Ends requests whose bodies arrive too slowly. `check` examines all of them, and runs by itself while `app` listens. */
export function refuseSlowBodies(app: App, now: () => number = () => performance.now()): { check(): void } {
  const bodies = new Set<Body>()

  app.addHook("onRequest", (request, reply, done) => {
    const { raw, headers } = request
    // A request injected by a test has no connection.
    if (!(raw.socket instanceof Socket)) return done()
    if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0) {
      const is_file = request.routeOptions.config.takes_files === true
      const { bytesRead: bytes = 0 } = raw.socket
      const body = { request: raw, response: reply.raw, is_file, since: now(), bytes }
      bodies.add(body)
      raw.once("close", () => bodies.delete(body))
    }
    done()
  })

  function refuse({ request, response }: Body): void {
    const { socket } = request
    if (response.headersSent) return void socket.destroy()
    refuseBrokenRequest(
      Object.assign(new Error("slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      socket,
      app.base_url,
    )
    // A sender who ignores the response is cut off soon; one who reads it has time to.
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  const check = () => {
    const time = now()
    for (const body of bodies) {
      const { request, is_file, since, bytes } = body
      if (request.complete) {
        bodies.delete(body)
        continue
      }
      if (time - since < (is_file ? file_span_ms : body_ms)) continue
      const read = request.socket.bytesRead
      // Bytes left unread because the store is slow are not the sender's fault.
      const isOurs = request.readableLength >= request.readableHighWaterMark
      if (is_file && (isOurs || read - bytes >= least_file_bytes)) {
        body.since = time
        body.bytes = read
        continue
      }
      bodies.delete(body)
      refuse(body)
    }
  }

  let timer: NodeJS.Timeout | undefined
  app.addHook("onListen", async () => {
    timer = setInterval(check, check_ms).unref()
  })
  app.addHook("onClose", async () => clearInterval(timer))
  return { check }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body holds files, and may take long. */
    takes_files?: boolean
  }
}
