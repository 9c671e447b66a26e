// Runs the service with a collector of its own and inspects the spans that arrive.
import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { createOwnDatabase } from "../../test/harness/own-database.ts"
import { readConfig } from "../config.ts"
import { createKey } from "../firm/access/api/keys.ts"
import { createFirm } from "../firm/firms/firms.ts"
import { createStaff } from "../firm/users/users.ts"
import { openService } from "../service.ts"

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: ExportedSpan[] }[]
  }[]
}

async function startCollector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(Buffer.concat(chunks).toString())
    response.end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Exported).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test("a request becomes a span of the caller's trace, with its transaction as a child, and neither contains user input", async (t) => {
  const collector = await startCollector()
  const database = await createOwnDatabase()
  const data_dir = await mkdtemp(join(tmpdir(), "foyer-traces-"))
  t.after(async () => {
    await database.drop()
    await rm(data_dir, { recursive: true, force: true })
    await collector.close()
  })
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_SERVICE_NAME = "intake-one"
  const service = await openService(
    readConfig({
      NODE_ENV: "test",
      PORT: "0",
      FOYER_DATA: data_dir,
      DATABASE_URL: database.url,
      FOYER_LOG_LEVEL: "silent",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }),
  )
  const firm_id = await service.db.forPlatform((tx) => createFirm(tx, { name: "Test & Partners" }))
  const token = await service.db.forFirm(firm_id, async (tx) => {
    const created_by = await createStaff(tx, { email: "ada@example.com", name: "Ada", role: "admin" })
    return (await createKey(tx, { name: "Tests", created_by })).token
  })
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const caller = "b7ad6b7169203331"
  const answer = await fetch(`${service.base_url}/v1/matters?search=Zanzibar`, {
    headers: { authorization: `Token ${token}`, traceparent: `00-${traceId}-${caller}-01` },
  })
  assert.equal(answer.status, 200)
  await answer.text()
  await service.close()

  const spans = collector.spans().filter((span) => span.traceId === traceId)
  const request = spans.find(({ parentSpanId }) => parentSpanId === caller)
  assert.equal(request?.name, "GET /v1/matters")
  const status = request?.attributes.find(({ key }) => key === "http.response.status_code")
  assert.equal(Number(status?.value.intValue), 200)
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  assert.match(steps.map(({ name }) => name).join(), /of a bearer/)
  const all = collector.bodies.join()
  assert.match(all, /intake-one/)
  assert.ok(!/Zanzibar/i.test(all) && !all.includes(token), "a span contains the search term or the key")
})
