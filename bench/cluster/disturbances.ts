// Restarts or kills every part in turn under load and open uploads, and compares everything acknowledged with what exists.
import { setTimeout as sleep } from "node:timers/promises"
import { newLedger } from "../../test/faults/ledger.ts"
import { startLoad } from "../../test/faults/load.ts"
import type { Outcome } from "../../test/faults/outcome.ts"
import { verify } from "../../test/faults/verify.ts"
import type { Cluster } from "./cluster.ts"
import { findCarriedLoad, judgeDisturbance } from "./judgement.ts"
import { partsOf, untilReady } from "./parts.ts"
import { uploadUntil } from "./uploads.ts"

const trial_ms = 10_000

/** Does this to each part named, or to all of them. */
export async function disturbParts(
  cluster: Cluster,
  how: "restart" | "kill",
  names: readonly string[] = [],
): Promise<Outcome> {
  const { balancer, nodes, installation, receiver } = cluster
  const known = partsOf(cluster)
  const unknown = names.filter((name) => !known.some((part) => part.name === name))
  if (unknown.length > 0)
    throw new Error(
      `The cluster has no part “${unknown.join("”, “")}”. Its parts are: ${known.map(({ name }) => name).join(", ")}.`,
    )
  const per_second = await findCarriedLoad(async (per_second) => {
    await untilReady(cluster)
    const load = startLoad(balancer.base_url, installation, newLedger(), per_second)
    await sleep(trial_ms)
    await load.end()
    return { faults: load.faults.length, slowest_ms: load.slowest_ms() }
  })
  const ledger = newLedger()
  const ending = new AbortController()
  const load = startLoad(balancer.base_url, installation, ledger, per_second)
  const uploading = uploadUntil(ending.signal, balancer.base_url, installation)
  uploading.catch(() => undefined)
  const figures: Outcome["figures"] = { "requests a second": per_second }
  const wrong: string[] = []
  const parts = known.filter(({ name }) => names.length === 0 || names.includes(name))
  let judged = 0
  try {
    for (const part of parts) {
      await part[how]()
      await untilReady(cluster)
      // What was sent while the part was away may fail much later, and is the part's fault all the same.
      await load.untilAnswered()
      const faults = load.faults.slice(judged)
      judged += faults.length
      figures[part.name] = words(faults)
      console.log(`   ${how} of ${part.name}: ${figures[part.name]}`)
      wrong.push(
        ...judgeDisturbance({ part: part.name, how, per_second, faults: faults.map(({ text }) => text) }),
      )
    }
  } finally {
    ending.abort()
    figures.requests = await load.end()
  }
  const uploaded = await uploading
  // The load's own faults are judged above, part by part.
  const verdict = await verify(nodes[0].base_url, installation, { ...ledger, wrong: [] }, receiver)
  const received = receiver.requests.map(({ headers }) => headers["webhook-id"] ?? "")
  return {
    ...verdict,
    lost: [...verdict.lost, ...uploaded.lost],
    wrong: [...verdict.wrong, ...wrong, ...uploaded.wrong],
    kills: how === "kill" ? parts.length : 0,
    slow: [],
    figures: {
      ...figures,
      ...verdict.figures,
      "uploads completed": uploaded.completed,
      "uploads continued": uploaded.continued,
      "webhooks sent again": received.length - new Set(received).size,
    },
  }
}

/** A verdict that no fault turns red would mean nothing: one node is restarted behind a proxy that pays no heed. */
export async function disturbUnnoticed(cluster: Cluster): Promise<Outcome> {
  await cluster.balancer.neglect()
  const outcome = await disturbParts(cluster, "restart", ["node a"])
  return {
    ...outcome,
    wrong: outcome.wrong.length > 0 ? [] : ["restart of node a: no one noticed that HAProxy asks no node"],
  }
}

/** How many failed, within what time, and for which reasons. */
function words(faults: readonly { at_ms: number; text: string }[]): string {
  const [first, last] = [faults[0], faults.at(-1)]
  if (!first || !last) return "no request failed"
  const reasons = [...Map.groupBy(faults, ({ text }) => text)].map(
    ([text, { length }]) => `${length} × ${text}`,
  )
  return `${faults.length} within ${((last.at_ms - first.at_ms) / 1_000).toFixed(1)} s: ${reasons.join(", ")}`
}
