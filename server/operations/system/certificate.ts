import { once } from "node:events"
import { isIP } from "node:net"
import { connect } from "node:tls"
import { countText } from "../../platform/text/count-text.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

const day_ms = 24 * 3_600_000
/** As in ops/prometheus/alerts.yml. */
const fewest_days = 14
const timeout_ms = 3_000

/** Looks at the certificate of the public address, which only the proxy before Foyer holds, as a browser does. */
export async function checkCertificate({ parts: { config, db }, scope }: CheckInput): Promise<Finding[]> {
  const topic = "Certificate"
  // A page does not wait for another server, nor name it.
  if (!config.base_url?.startsWith("https://") || !scope.shows_paths) return []
  const ends_at = await readEnd(new URL(config.base_url)).catch(() => undefined)
  if (ends_at === undefined)
    return [{ topic, ok: true, sentence: `${config.base_url} can’t be reached from here to look at its own` }]
  const days = Math.floor((ends_at.getTime() - db.clock().getTime()) / day_ms)
  if (days < 0) return [{ topic, ...brokenUnless(false), sentence: `That of ${config.base_url} has ended` }]
  return [
    {
      topic,
      ok: days >= fewest_days,
      sentence: `That of ${config.base_url} ends in ${countText(days, "day")}`,
    },
  ]
}

async function readEnd({ hostname, port }: URL): Promise<Date> {
  // One that has ended is looked at, too.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    ...(isIP(hostname) === 0 && { servername: hostname }),
    rejectUnauthorized: false,
  })
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeout_ms) })
    const ends_at = new Date(socket.getPeerCertificate().valid_to)
    if (Number.isNaN(ends_at.getTime())) throw new Error("The server shows no certificate.")
    return ends_at
  } finally {
    socket.on("error", () => undefined).destroy()
  }
}
