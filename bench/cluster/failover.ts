import { setTimeout as sleep } from "node:timers/promises"
import { newLedger } from "../../test/faults/ledger.ts"
import type { Outcome } from "../../test/faults/outcome.ts"
import { verify } from "../../test/faults/verify.ts"
import { write } from "../../test/faults/writers.ts"
import { waitUntil } from "../../test/harness/wait-until.ts"
import type { Cluster } from "./cluster.ts"

/**
 * Kills the primary like a power cut while eight writers write through both nodes, promotes the replica after
 * `notice_ms`, as a watcher would, and compares everything acknowledged with what exists. Restarts nothing.
 */
export async function failOver(
  { nodes, postgres, installation, receiver }: Cluster,
  { write_ms, notice_ms }: { write_ms: number; notice_ms: number },
): Promise<Outcome> {
  const ledger = newLedger()
  const ending = new AbortController()
  let turn = 0
  const base_url = () => nodes[++turn % 2 ? 0 : 1].base_url
  const writing = write({ installation, ledger, base_url, signal: ending.signal })
  try {
    await sleep(write_ms)
    const before = ledger.acknowledged
    const killed_ms = performance.now()
    await postgres.killPrimary()
    await sleep(notice_ms)
    const promoted_ms = performance.now()
    await postgres.promote()
    const meanwhile = ledger.acknowledged
    await waitUntil(() => ledger.acknowledged > meanwhile, "nothing is acknowledged any more", 120_000)
    const back_ms = performance.now()
    await sleep(write_ms)
    ending.abort()
    await writing
    const verdict = await verify(nodes[0].base_url, installation, ledger, receiver)
    return {
      ...verdict,
      kills: 1,
      slow: [],
      figures: {
        ...verdict.figures,
        "writes acknowledged before": before,
        "writes acknowledged after": ledger.acknowledged - before,
        "first write after the promotion, ms": Math.round(back_ms - promoted_ms),
        "without writes, ms": Math.round(back_ms - killed_ms),
      },
    }
  } finally {
    ending.abort()
  }
}
