// receiver.mts, run with Node 22.18 or later: WEBHOOK_SECRET=whsec_… node receiver.mts
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace("whsec_", ""), "base64")

createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end()
  const event = JSON.parse(body.toString())
  console.log(event.event_type, event.matter.id)
  response.writeHead(204).end()
}).listen(Number(process.env.PORT ?? 8000), "127.0.0.1")

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const time = String(headers["webhook-timestamp"])
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${time}.`), body])
  const expected = createHmac("sha256", key).update(signed).digest()
  return String(headers["webhook-signature"])
    .split(" ")
    .map((signature) => Buffer.from(signature.replace("v1,", ""), "base64"))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}
