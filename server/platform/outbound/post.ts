import type { LookupAddress } from "node:dns"
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { OutboundError, toOutboundError } from "./error.ts"
import type { AddressPolicy } from "./policy.ts"
import { type ResolveHost, resolveHost } from "./resolve.ts"
import { findTarget, type Target } from "./target.ts"

// Requests to untrusted addresses. It connects only to checked addresses, never follows redirects, reuses connections, uses
// proxies or decompresses, and bounds time and memory.

export type OutboundRequest = {
  url: string
  headers: Record<string, string>
  body: Buffer
  timeout_ms: number
  max_response_bytes: number
  allow: AddressPolicy
  signal?: AbortSignal
}

export type OutboundResponse = {
  status: number
  headers: Record<string, string>
  body_excerpt: string
  duration_ms: number
}

/**
 * Posts once and returns the response, whatever its status (including redirects), with its body truncated to
 * `max_response_bytes`. Throws an OutboundError if the address is not allowed, or if there is no complete response within
 * `timeout_ms`, DNS lookup included.
 */
export function postOutbound(request: OutboundRequest, resolve?: ResolveHost): Promise<OutboundResponse> {
  return sendOutbound(request, resolve)
}

/** Gets once, and otherwise does as `postOutbound`. */
export function getOutbound(
  request: Omit<OutboundRequest, "body">,
  resolve?: ResolveHost,
): Promise<OutboundResponse> {
  return sendOutbound(request, resolve)
}

/** Without a body, it is a GET. */
type AnyRequest = Omit<OutboundRequest, "body"> & { body?: Buffer }

async function sendOutbound(
  request: AnyRequest,
  resolve: ResolveHost = resolveHost,
): Promise<OutboundResponse> {
  const started_ms = performance.now()
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(timedOut(request.timeout_ms)), request.timeout_ms)
  const abort = () => stop.abort(new OutboundError("aborted", "Sending was stopped."))
  if (request.signal?.aborted) abort()
  request.signal?.addEventListener("abort", abort, { once: true })
  try {
    const headers = ownHeaders(request)
    const target = await findTarget(request.url, request.allow, resolve, stop.signal)
    stop.signal.throwIfAborted()
    const response = await exchange(target, headers, request, stop.signal)
    return { ...response, duration_ms: Math.round(performance.now() - started_ms) }
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : toOutboundError(error)
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener("abort", abort)
  }
}

/** Returns the caller's headers plus ours. Throws for headers that would change routing or framing. */
function ownHeaders({ headers, body }: AnyRequest): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (isFramingHeader(name)) throw headerNotAllowed(name)
    try {
      http.validateHeaderName(name)
      http.validateHeaderValue(name, value)
    } catch {
      throw headerNotAllowed(name)
    }
    own[name.toLowerCase()] = value
  }
  return {
    ...own,
    ...(body && { "content-length": String(body.length) }),
    "accept-encoding": "identity",
    connection: "close",
  }
}

/** Whether a header controls the routing or framing of a request, so that only this module may set it. */
export function isFramingHeader(name: string): boolean {
  return /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i.test(
    name,
  )
}

async function exchange(
  target: Target,
  headers: Record<string, string>,
  { body, max_response_bytes }: AnyRequest,
  signal: AbortSignal,
): Promise<Omit<OutboundResponse, "duration_ms">> {
  const isSecure = target.url.protocol === "https:"
  const outgoing = (isSecure ? https : http).request({
    method: body ? "POST" : "GET",
    hostname: target.name,
    port: target.url.port || (isSecure ? 443 : 80),
    path: target.url.pathname + target.url.search,
    headers: { host: target.url.host, ...headers },
    agent: freshAgent(isSecure),
    lookup: respondWith(target.addresses),
    servername: isIP(target.name) > 0 ? undefined : target.name,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED can disable the check for the process.
    rejectUnauthorized: true,
    insecureHTTPParser: false,
    maxHeaderSize: 16_384,
    signal,
  })
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve)
      outgoing.on("error", reject)
      outgoing.once("close", () =>
        reject(
          new OutboundError("connection_failed", "The receiver closed the connection without responding."),
        ),
      )
      outgoing.end(body)
    })
    return {
      status: response.statusCode ?? 0,
      headers: flatten(response.headers),
      body_excerpt: await readExcerpt(response, max_response_bytes),
    }
  } finally {
    outgoing.destroy()
  }
}

/** An agent that shares no connection, TLS session or proxy setting with other requests. */
function freshAgent(isSecure: boolean): http.Agent {
  const tryAllAddresses = { keepAlive: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 }
  return isSecure
    ? new https.Agent({ ...tryAllAddresses, maxCachedSessions: 0 })
    : new http.Agent(tryAllAddresses)
}

/** Node calls this instead of DNS, which pins the connection to the checked addresses. */
function respondWith(addresses: string[]): LookupFunction {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, callback) => {
    const [first] = found
    if (options.all || first === undefined) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

async function readExcerpt(response: IncomingMessage, max_bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop early destroys the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > max_bytes) break
  }
  const excerpt = Buffer.concat(chunks).subarray(0, max_bytes)
  // Stream mode drops a character split by the truncation. PostgreSQL cannot store NUL in text.
  return new TextDecoder().decode(excerpt, { stream: true }).replaceAll("\0", "\uFFFD")
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  )
}

function headerNotAllowed(name: string): OutboundError {
  return new OutboundError(
    "header_not_allowed",
    `The header ${JSON.stringify(name)} is not allowed. Remove it.`,
  )
}

function timedOut(timeout_ms: number): OutboundError {
  return new OutboundError(
    "timeout",
    `The receiver did not finish its response within ${timeout_ms / 1000} seconds.`,
  )
}
