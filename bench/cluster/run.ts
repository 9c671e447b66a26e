// npm run bench -- cluster: starts the cluster, restarts and kills each part under load, counts losses, and stops
// everything. Exits with 1 if anything was lost or wrong.
import type { Outcome } from "../../test/faults/outcome.ts"
import { hasFailed, printOutcome, printTable } from "../../test/faults/report.ts"
import { changeAndRead } from "./caches.ts"
import { type Cluster, missingEngines, withCluster } from "./cluster.ts"
import { disturbParts, disturbUnnoticed } from "./disturbances.ts"

// Arguments select steps, and parts of the cluster such as "node a".
const steps: Record<string, (cluster: Cluster, names: readonly string[]) => Promise<Outcome>> = {
  caches: (cluster) => changeAndRead(cluster, { changes: 100 }),
  restarts: (cluster, names) => disturbParts(cluster, "restart", names),
  kills: (cluster, names) => disturbParts(cluster, "kill", names),
  // The last, since HAProxy stays as it is then.
  neglect: disturbUnnoticed,
}

const missing = missingEngines()
if (missing) {
  console.error(`Nothing was run. First install, as root:\n${missing}`)
  process.exit(1)
}
const words = process.argv.slice(2)
const selected = Object.entries(steps).filter(
  ([name]) => words.includes(name) || !words.some((word) => word in steps),
)
const parts = words.filter((word) => !(word in steps))
const done = await withCluster(async (cluster) => {
  const outcomes: { name: string; outcome: Outcome; seconds: number }[] = []
  for (const [name, step] of selected) {
    const started_ms = performance.now()
    const outcome = await step(cluster, parts)
    printOutcome(name, outcome)
    outcomes.push({ name, outcome, seconds: Math.round((performance.now() - started_ms) / 1000) })
  }
  return outcomes
})
printTable(done)
process.exit(done.some(({ outcome }) => hasFailed(outcome)) ? 1 : 0)
