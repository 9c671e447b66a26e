// A discrete-event simulation of requests that queue on nodes and then on PostgreSQL.
import { percentile } from "../figures.ts"
import type { Cost } from "./spent.ts"

export interface Machines {
  nodes: number
  /** Processes per node (WORKERS), each with a core. */
  processes: number
  database_cores: number
}

export interface Simulated {
  p50_ms: number
  p95_ms: number
  p99_ms: number
  /** The share of time a process, and a PostgreSQL core, is busy. */
  nodes_busy: number
  database_busy: number
}

/** Simulates requests of these kinds for this many seconds, deterministically. */
export function simulate(
  kinds: readonly { per_second: number; cost: Cost }[],
  { nodes, processes, database_cores }: Machines,
  seconds: number,
): Simulated {
  const random = newRandom(1)
  const exponential = (mean: number) => -Math.log(1 - random()) * mean
  const arrivals = kinds
    .flatMap(({ per_second, cost }) => {
      const found: { at_ms: number; cost: Cost }[] = []
      if (per_second <= 0) return found
      for (
        let at_ms = exponential(1_000 / per_second);
        at_ms < seconds * 1_000;
        at_ms += exponential(1_000 / per_second)
      )
        found.push({ at_ms, cost })
      return found
    })
    .sort((one, other) => one.at_ms - other.at_ms)

  // The load balancer rotates among nodes; the operating system gives a connection to the first free process.
  const pools = Array.from({ length: nodes }, () => newPool(processes))
  const passed = arrivals
    .map(({ at_ms, cost }, number) => ({
      at_ms,
      cost,
      passed_ms: pools[number % nodes]?.(at_ms, exponential(cost.foyer_ms)) ?? at_ms,
    }))
    .sort((one, other) => one.passed_ms - other.passed_ms)
  const database = newPool(database_cores)
  const waits: number[] = []
  for (const { at_ms, passed_ms, cost } of passed) {
    const done_ms = database(passed_ms, exponential(cost.database_ms))
    // No request waits for work that no node handles.
    if (cost.foyer_ms > 0) waits.push(done_ms - at_ms)
  }
  const busy = (part: keyof Cost, servers: number) =>
    kinds.reduce((total, { per_second, cost }) => total + per_second * cost[part], 0) / 1_000 / servers
  return {
    p50_ms: percentile(waits, 50),
    p95_ms: percentile(waits, 95),
    p99_ms: percentile(waits, 99),
    nodes_busy: busy("foyer_ms", nodes * processes),
    database_busy: busy("database_ms", database_cores),
  }
}

/** Several servers with one queue: returns when work that arrives at `at_ms` and takes `work_ms` is done. */
function newPool(size: number): (at_ms: number, work_ms: number) => number {
  const free_at_ms = new Float64Array(size)
  return (at_ms, work_ms) => {
    let first = 0
    for (let index = 1; index < size; index += 1)
      if ((free_at_ms[index] ?? 0) < (free_at_ms[first] ?? 0)) first = index
    const done_ms = Math.max(at_ms, free_at_ms[first] ?? 0) + work_ms
    free_at_ms[first] = done_ms
    return done_ms
  }
}

/** Seeded pseudorandom numbers from 0 to 1 (mulberry32). */
function newRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
