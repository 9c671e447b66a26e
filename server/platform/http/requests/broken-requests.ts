// Requests too malformed for any route: Node’s parser rejects them and closes the connection.
import { randomUUID } from "node:crypto"
import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { everyHeader } from "../responses/every-header.ts"
import { type ErrorResponse, problemOf } from "../responses/problem.ts"

/** Responds to such a request in the standard error format and closes the connection. */
export function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  base_url: string,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  const { status, headers, body } = refusalOf(responseFor(error.code), base_url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`)
}

/** Responds to a request that expects what no program can promise it (RFC 9110 §10.1.1), and closes the connection. */
export function refuseExpectation(response: ServerResponse, base_url: string): void {
  const detail = 'The header "Expect" can only be 100-continue. Leave it out.'
  const refusal = refusalOf({ status: 417, code: "expectation_failed", detail }, base_url)
  response.writeHead(refusal.status, refusal.headers).end(refusal.body)
}

function refusalOf(response: ErrorResponse, base_url: string) {
  const request_id = randomUUID()
  const body = JSON.stringify(problemOf(response, request_id, base_url))
  const headers = {
    ...everyHeader(base_url, request_id),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }
  return { status: response.status, headers, body }
}

function responseFor(code: string | undefined): ErrorResponse {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        status: 431,
        code: "headers_too_large",
        detail: "The headers and the address are larger than 16 kB together. Send less.",
      }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: 408,
        code: "request_timeout",
        detail: "The request took too long to come. Send it again.",
      }
    default: {
      const message = "This is no HTTP request that can be read. Send it with an HTTP library."
      const errors = [{ param: "request", code: "malformed", message }]
      return { status: 400, code: "bad_request", detail: message, errors }
    }
  }
}
