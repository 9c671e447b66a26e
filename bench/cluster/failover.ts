import { setTimeout as sleep } from "node:timers/promises"
import { newLedger } from "../../test/faults/ledger.ts"
import type { Outcome } from "../../test/faults/outcome.ts"
import { verify } from "../../test/faults/verify.ts"
import { write } from "../../test/faults/writers.ts"
import { waitUntil } from "../../test/harness/wait-until.ts"
import type { Cluster } from "./cluster.ts"
import { untilReady } from "./parts.ts"

/**
 * Kills the primary like a power cut while eight writers write through HAProxy. Patroni notices and promotes the replica.
 * Then compares everything acknowledged with what exists. Nothing else is restarted.
 */
export async function failOver(cluster: Cluster, { write_ms }: { write_ms: number }): Promise<Outcome> {
  const { balancer, nodes, postgres, installation, receiver } = cluster
  await untilReady(cluster)
  const ledger = newLedger()
  const ending = new AbortController()
  const writing = write({ installation, ledger, base_url: () => balancer.base_url, signal: ending.signal })
  try {
    await sleep(write_ms)
    const before = ledger.acknowledged
    const killed_ms = performance.now()
    const killed = await postgres.killPrimary()
    const promoted_ms = performance.now()
    const meanwhile = ledger.acknowledged
    await waitUntil(() => ledger.acknowledged > meanwhile, "nothing is acknowledged any more", 120_000)
    const back_ms = performance.now()
    await sleep(write_ms)
    ending.abort()
    await writing
    await killed.patroni.start()
    await postgres.untilSynchronous()
    const verdict = await verify(nodes[0].base_url, installation, ledger, receiver)
    return {
      ...verdict,
      kills: 1,
      slow: [],
      figures: {
        ...verdict.figures,
        "writes acknowledged before": before,
        "writes acknowledged after": ledger.acknowledged - before,
        "Patroni took, s": seconds(promoted_ms - killed_ms),
        "first write after the promotion, s": seconds(back_ms - promoted_ms),
      },
    }
  } finally {
    ending.abort()
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10
