// npm run faults: ill-treats the product as machines and networks do, and counts what was lost. Named ones run alone:
// npm run faults -- kills drain
import { backUpUnderWriters } from "./backup.ts"
import { fillDisk } from "./full_disk.ts"
import { hangDatabase } from "./hang.ts"
import { killUnderWriters } from "./kills.ts"
import { writeThroughPooler } from "./pooler.ts"
import { restartUnderLoad } from "./rolling.ts"
import { killNodes } from "./two_nodes.ts"

export interface Outcome {
  faults: string[]
  counts: Record<string, number | string>
  /** Why it could not run here. */
  left_out?: string
}

const runs: Record<string, () => Promise<Outcome>> = {
  kills: () => killUnderWriters({ server_kills: 50, database_kills: 20, least_writes: 20_000 }),
  hang: () => hangDatabase({ hang_ms: 25_000 }),
  drain: () => restartUnderLoad({ restarts: 5, per_second: 50 }),
  disk: () => fillDisk({ full_ms: 10_000 }),
  pooler: () => writeThroughPooler({ write_ms: 15_000 }),
  nodes: () => killNodes({ kills: 5 }),
  backup: () => backUpUnderWriters({ write_ms: 10_000 }),
}

if (import.meta.main) {
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !(name in runs))
  if (unknown.length > 0) {
    console.error(`There is no run named ${unknown.join(", ")}. There are: ${Object.keys(runs).join(", ")}.`)
    process.exit(1)
  }
  let failed = 0
  for (const [name, run] of Object.entries(runs)) {
    if (named.length > 0 && !named.includes(name)) continue
    const started_ms = performance.now()
    const { faults, counts, left_out } = await run().catch((error: Error) => ({
      faults: [error.stack ?? error.message],
      counts: {},
      left_out: undefined,
    }))
    const seconds = Math.round((performance.now() - started_ms) / 1000)
    console.log(
      `\n── ${name}: ${left_out ? `left out (${left_out})` : faults.length === 0 ? "held" : "FAILED"} (${seconds} s)`,
    )
    for (const [what, count] of Object.entries(counts))
      console.log(`   ${what}: ${count.toLocaleString("en-US")}`)
    for (const fault of faults.slice(0, 20)) console.log(`   FAULT ${fault}`)
    if (faults.length > 20) console.log(`   … and ${faults.length - 20} more`)
    if (faults.length > 0) failed += 1
  }
  console.log(`\n${Object.keys(runs).length - failed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}
