// npm run faults: injects the faults of machines and networks, and counts losses. To run some: npm run faults -- kills
// drain. Exits with 1 if anything was lost, wrong, or late.
import type { Outcome } from "./outcome.ts"
import { hasFailed, printOutcome, printTable } from "./report.ts"
import { runs } from "./runs.ts"

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in runs))
if (unknown.length > 0) {
  console.error(`There is no run named ${unknown.join(", ")}. There are: ${Object.keys(runs).join(", ")}.`)
  process.exit(1)
}
const done: { name: string; outcome: Outcome; seconds: number }[] = []
for (const [name, run] of Object.entries(runs)) {
  if (named.length > 0 && !named.includes(name)) continue
  const started_ms = performance.now()
  const outcome = await run().catch(brokenOff)
  const seconds = Math.round((performance.now() - started_ms) / 1000)
  printOutcome(name, outcome)
  done.push({ name, outcome, seconds })
}
printTable(done)
process.exit(done.some(({ outcome }) => hasFailed(outcome)) ? 1 : 0)

function brokenOff(error: Error): Outcome {
  const wrong = [`the run was broken off: ${error.stack ?? error.message}`]
  return { acknowledged: 0, kills: 0, lost: [], wrong, slow: [], figures: {} }
}
