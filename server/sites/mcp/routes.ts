import type { FastifyRequest } from "fastify"
import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { foreignOrigin, isSafeOrigin } from "../../platform/http/requests/own-origin.ts"
import { withinCounted } from "../../platform/http/requests/rate-limits.ts"
import { crossOrigin } from "../../platform/http/responses/cross-origin.ts"
import type { Document } from "../reference/document.ts"
import type { ToolAnswer } from "./mcp-server.ts"
import { listTools, type Tool, type ToolRequest } from "./tools.ts"

/**
 * Serves the Model Context Protocol over HTTP, without sessions: every request brings its API key, sees the tools that its
 * scopes allow, and a tool calls the operation as the same key.
 */
export function mcpRoutes(app: App, { version, challenge }: { version: string; challenge: string }): void {
  let tools: Tool[] | undefined
  const schema = { hide: true, querystring: Type.Object({ tools: Type.Optional(Type.Literal("read")) }) }
  const config = { ...crossOrigin, scope: [], challenge }
  app.post("/mcp", { config, schema }, async (request, reply) => {
    // The specification's transport asks for it, so that a page can't reach the server by rebinding its name.
    if (!isSafeOrigin(request)) throw foreignOrigin()
    // A body is read with its key verified; without one, there is nothing that did.
    if (!request.api_key || request.validationError) await request.inFirm(async () => undefined)
    const scopes = request.api_key?.scopes.split(" ") ?? []
    tools ??= listTools(app.swagger() as object as Document)
    const { tools: wanted } = request.query
    const allowed = tools.filter(
      ({ operation, annotations }) =>
        operation.scopes.every((scope) => scopes.includes(scope)) &&
        (wanted !== "read" || annotations.readOnlyHint),
    )
    // Loaded on first use: few firms use it, and it takes megabytes of memory.
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("./mcp-server.ts"),
    ])
    const handler = createMcpHandler(() => createMcpServer(version, allowed, (call) => send(request, call)))
    const response = await handler.fetch(webRequestOf(request), { parsedBody: request.body })
    response.headers.forEach((value, name) => void reply.header(name, value))
    return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
  })
}

/** Calls an operation through all that a request from outside goes through: scopes, validation, audit. */
async function send(request: FastifyRequest, call: ToolRequest): Promise<ToolAnswer> {
  const { statusCode, body } = await withinCounted(() =>
    request.server.inject({
      method: call.method as "GET",
      url: call.url,
      remoteAddress: request.ip,
      headers: { ...call.headers, host: request.host, authorization: request.headers.authorization },
      ...(call.body && { payload: call.body }),
    }),
  )
  // The request log names what the call did, once.
  request.caller = null
  return { status: statusCode, text: body }
}

function webRequestOf({ method, headers, url, server }: FastifyRequest): Request {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(url, server.base_url), { method, headers: texts })
}
