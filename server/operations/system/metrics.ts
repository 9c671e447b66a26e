// Prometheus metrics of what a process depends on, and of the installation. They are read at scrape time and cached for a
// few seconds, so frequent scrapes cost nothing.
import { statfs } from "node:fs/promises"
import { Gauge, Registry } from "prom-client"
import type { Parts } from "../../parts.ts"
import { measureClock } from "../../platform/db/clock-difference.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { isReachable } from "../../platform/files/store/store-faults.ts"
import { readVersion } from "../../platform/version.ts"
import { cache } from "./cache.ts"
import { addGauges, type Gauges, type Samples } from "./gauges.ts"
import { installationGauges, readSamples, readStorageSamples, storageGauges } from "./samples.ts"

const cache_ms = 5_000
const storage_cache_ms = 5 * 60_000

/**
 * Returns a registry of what this process sees: its version, and whether its database, file store, and disk work. While
 * the database is down, `foyer_database_up` is 0.
 */
export function watchSystem({ config, db, files }: Pick<Parts, "config" | "db" | "files">): Registry {
  const registry = new Registry()
  new Gauge({
    name: "foyer_file_store_up",
    help: "1 while the file store responds within three seconds.",
    registers: [registry],
    async collect() {
      this.set((await isReachable(files, 3_000)) ? 1 : 0)
    },
  })
  const isUp = cache(cache_ms, () => db.forPlatform((tx) => tx.one(sql`select 1`)))
  new Gauge({
    name: "foyer_database_up",
    help: "1 while the database responds.",
    registers: [registry],
    async collect() {
      this.set((await isUp()) ? 1 : 0)
    },
  })
  new Gauge({
    name: "foyer_disk_bytes",
    help: "Size of the disk that holds the data folder, and what is free on it.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset()
      const disk = await statfs(config.data_dir).catch(() => undefined)
      if (!disk) return
      this.set({ state: "size" }, disk.blocks * disk.bsize)
      this.set({ state: "free" }, disk.bavail * disk.bsize)
    },
  })
  addGauges(registry, db, buildGauges, cache_ms, readBuild)
  return registry
}

const buildGauges: Gauges = {
  foyer_build_info: {
    help: "Always 1; the labels are the versions of Foyer and Node, and the latest migration.",
    labelNames: ["version", "node", "schema"],
  },
  foyer_clock_difference_seconds: {
    help: "By how much this machine's clock differs from the database's.",
    labelNames: [],
  },
}

async function readBuild(tx: Tx): Promise<Samples> {
  const { schema } = await tx.one<{ schema: string | null }>(
    sql`select max(name) as schema from applied_migrations()`,
  )
  const labels = { version: await readVersion(), node: process.versions.node, schema: schema ?? "" }
  const { difference_ms } = await measureClock(tx)
  return {
    foyer_build_info: [{ labels, value: 1 }],
    foyer_clock_difference_seconds: [{ labels: {}, value: difference_ms / 1000 }],
  }
}

/** Returns a registry of the installation's metrics, for processes that do background work. */
export function watchInstallation({ db }: Pick<Parts, "db">): Registry {
  const registry = new Registry()
  addGauges(registry, db, installationGauges, cache_ms, readSamples)
  addGauges(registry, db, storageGauges, storage_cache_ms, readStorageSamples)
  return registry
}
