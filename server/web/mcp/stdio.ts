import { Server } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"

/** Offers the tools of the installation at `url` over standard input and output, for programs that start their servers. */
export function bridgeStdio({ url, key, version }: { url: string; key: string; version: string }): void {
  const forward = async (method: string, params: unknown = {}): Promise<never> => {
    const response = await fetch(new URL("/mcp", url), {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${new URL("/mcp", url)} answered ${response.status}: ${text}`)
    return (JSON.parse(text.slice(text.indexOf("{"))) as { result: never }).result
  }
  serveStdio(() => {
    const server = new Server({ name: "foyer", version }, { capabilities: { tools: {} } })
    server.setRequestHandler("tools/list", ({ params }) => forward("tools/list", params))
    server.setRequestHandler("tools/call", ({ params }) => forward("tools/call", params))
    return server
  })
}
