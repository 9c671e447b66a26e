import { Gauge, type Registry } from "prom-client"
import type { Database, Tx } from "../../platform/db/database.ts"
import { cache } from "./cache.ts"

export type Gauges = Record<string, { help: string; labelNames: string[] }>

/** The samples of each metric, by its name. */
export type Samples = Record<string, { labels: Record<string, string>; value: number }[]>

/**
 * Adds gauges whose samples `read` takes from the database when they are scraped, at most once in `ttl_ms`. They are
 * absent while the database is down.
 */
export function addGauges(
  registry: Registry,
  db: Database,
  gauges: Gauges,
  ttl_ms: number,
  read: (tx: Tx) => Promise<Samples>,
): void {
  const readCached = cache(ttl_ms, () => db.forPlatform(read))
  for (const [name, { help, labelNames }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = await readCached()
        this.reset()
        // `reset` leaves a gauge without labels at 0, but a metric that could not be read must be absent.
        if (labelNames.length === 0) this.remove()
        for (const { labels, value } of samples?.[name] ?? []) this.set(labels, value)
      },
    })
  }
}
