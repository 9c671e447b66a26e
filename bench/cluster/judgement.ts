// What a run of the cluster may and may not show. Pure, so that tests can show it records of good and of bad runs.

/** What clients saw while one part was restarted or killed. */
export interface Disturbance {
  part: string
  how: "restart" | "kill"
  per_second: number
  /** What failed, a line for each request. */
  faults: readonly string[]
}

/** What a client may see while a part is gone: no connection, or that the service is unavailable for now. */
const is_unavailable =
  /^a request (was answered with (502|503|504)|failed: (ECONN|UND_ERR_SOCKET|other side closed))/

/**
 * For how many seconds of the load requests may fail. A restart fails none, but for a switchover of the primary. A kill
 * fails those in flight and, until the proxy or Patroni has noticed, those sent to the part.
 */
const allowed_s: Record<Disturbance["how"], Record<string, number>> = {
  restart: { "PostgreSQL primary": 10 },
  kill: {
    "node a": 3,
    "node b": 3,
    HAProxy: 5,
    PgBouncer: 5,
    "PostgreSQL replica": 10,
    "PostgreSQL primary": 60,
  },
}

/** How many requests may fail. */
export function allowedFaults({ part, how, per_second }: Omit<Disturbance, "faults">): number {
  return Math.ceil((allowed_s[how][part] ?? 0) * per_second)
}

/** One line for each fault that no part's absence explains, and one if more failed than may. */
export function judgeDisturbance(disturbance: Disturbance): string[] {
  const { part, how, faults } = disturbance
  const allowed = allowedFaults(disturbance)
  const unexplained = faults.filter((fault) => !is_unavailable.test(fault))
  return [
    ...unexplained.map((fault) => `${how} of ${part}: ${fault}`),
    ...(faults.length > allowed
      ? [`${how} of ${part}: ${faults.length} requests failed, and at most ${allowed} may`]
      : []),
  ]
}

/** What the undisturbed cluster made of a load. */
export interface Trial {
  faults: number
  slowest_ms: number
}

const rates = [100, 50, 25, 12]
const max_slowest_ms = 2_000

/** Of the load that the machine carries: half of the nodes may be away, and half of two cores start one. */
const share = 1 / 4

/**
 * A quarter of the highest load that the machine carries while nothing is disturbed: no request fails, and none takes more
 * than two seconds. Otherwise failures would be those of an overloaded machine. Throws if there is none.
 */
export async function findCarriedLoad(attempt: (per_second: number) => Promise<Trial>): Promise<number> {
  for (const per_second of rates) {
    const { faults, slowest_ms } = await attempt(per_second)
    if (faults === 0 && slowest_ms <= max_slowest_ms) return per_second * share
    console.log(
      `   ${per_second} requests a second are too many for this machine: ${faults} failed, the slowest took ${Math.round(slowest_ms)} ms`,
    )
  }
  throw new Error(
    `This machine doesn't carry ${rates.at(-1)} requests a second without a disturbance, so nothing can be judged.`,
  )
}
