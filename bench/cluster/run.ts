// npm run bench -- cluster: starts two server nodes, a worker, an S3 store, and a PostgreSQL with a synchronous
// replica, injects faults, counts losses, and stops everything. Exits with 1 if anything was lost or wrong.
import type { Outcome } from "../../test/faults/outcome.ts"
import { hasFailed, printOutcome, printTable } from "../../test/faults/report.ts"
import { restartNodes } from "../../test/faults/rolling.ts"
import { changeAndRead } from "./caches.ts"
import { type Cluster, withCluster } from "./cluster.ts"
import { failOver } from "./failover.ts"
import { resumeUploads } from "./uploads.ts"

// Arguments select steps. The last step destroys the primary.
const steps: Record<string, (cluster: Cluster) => Promise<Outcome>> = {
  caches: (cluster) => changeAndRead(cluster, { changes: 100 }),
  uploads: (cluster) => resumeUploads(cluster, { uploads: 4, megabytes: 8 }),
  rolling: ({ nodes, installation }) => restartNodes(nodes, installation, { restarts: 2, per_second: 50 }),
  failover: (cluster) => failOver(cluster, { write_ms: 8_000, notice_ms: 2_000 }),
}

const done = await withCluster(async (cluster) => {
  const outcomes: { name: string; outcome: Outcome; seconds: number }[] = []
  for (const [name, step] of Object.entries(steps)) {
    if (process.argv.length > 2 && !process.argv.includes(name)) continue
    const started_ms = performance.now()
    const outcome = await step(cluster)
    printOutcome(name, outcome)
    outcomes.push({ name, outcome, seconds: Math.round((performance.now() - started_ms) / 1000) })
  }
  return outcomes
})
printTable(done)
process.exit(done.some(({ outcome }) => hasFailed(outcome)) ? 1 : 0)
