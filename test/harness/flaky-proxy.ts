// A proxy before a service that treats chosen requests badly, as networks and busy servers do.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** Done and then unanswered; refused with a 429; or passed on. */
export type Treatment = "lose the answer" | "too many" | "pass"

export interface FlakyProxy {
  url: string
  /** How each request was treated: its method and path, and what came of it. */
  log: string[]
  close(): void
}

/** Treats each request as `choose` says. */
export async function openFlakyProxy(
  target: string,
  choose: (line: string) => Treatment,
): Promise<FlakyProxy> {
  const log: string[] = []
  const server = createServer((incoming, response) => {
    const line = `${incoming.method} ${incoming.url}`
    const treatment = choose(line)
    log.push(`${line}: ${treatment}`)
    if (treatment === "too many") refuse(response)
    else pass(target, incoming, response, treatment === "lose the answer")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function refuse(response: ServerResponse): void {
  const problem = { status: 429, code: "rate_limited", detail: "Too many.", title: "Too Many Requests" }
  response.writeHead(429, { "content-type": "application/json", "retry-after": "1" })
  response.end(JSON.stringify(problem))
}

function pass(target: string, incoming: IncomingMessage, response: ServerResponse, isLost: boolean): void {
  const { method, url = "", headers } = incoming
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    if (isLost) {
      answer.resume().once("end", () => response.destroy())
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on("error", () => response.destroy())
  incoming.pipe(onward)
}
