// Compares reads of one server with the same reads of another, alternating: only ratios are comparable across machines.
import { Agent, get } from "node:http"
import autocannon from "autocannon"
import { median } from "./figures.ts"

export interface MeasuredQuery {
  name: string
  url: string
  headers: Record<string, string>
  /** The same read on the baseline server. */
  counterpart: { url: string; headers: Record<string, string> }
  /** Whether to request a new URL each time, so that no cached response can be sent. */
  is_new?: boolean
  /** The target: the minimum ratio. */
  wanted?: number | undefined
}

export interface Rounds {
  rounds: number
  seconds: number
  connections: number
}

export interface Rates {
  name: string
  wanted?: number | undefined
  /** Requests per second in every round. */
  ours: number[]
  theirs: number[]
}

/** Measures each read and its counterpart in turn in every round; the first round warms up. */
export async function measureQueries(
  queries: readonly MeasuredQuery[],
  { rounds, seconds, connections }: Rounds,
) {
  const rates: Rates[] = queries.map(({ name, wanted }) => ({ name, wanted, ours: [], theirs: [] }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { url, headers, counterpart, is_new = false }] of queries.entries()) {
      const options = { connections, seconds, is_new }
      const theirs = await load({ ...counterpart, ...options })
      const ours = await load({ url, headers, ...options })
      if (round === 0) continue
      rates[index]?.theirs.push(theirs)
      rates[index]?.ours.push(ours)
    }
  }
  return rates
}

interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  is_new?: boolean
}

let requested = 0

/** Requests per second. Throws if a response was not successful. */
async function load({ url, headers, connections, seconds, is_new = false }: Load): Promise<number> {
  const { pathname, search } = new URL(url)
  const setupRequest = (request: autocannon.Request) => {
    requested += 1
    return { ...request, path: `${pathname}${search}&unread=${requested}` }
  }
  const requests = is_new ? { requests: [{ setupRequest }] } : {}
  const result = await autocannon({ url, headers, connections, duration: seconds, ...requests })
  const { requests: sent, errors, "4xx": refused, "5xx": failed } = result
  if (refused + failed + errors > 0) throw new Error(`${url}: ${refused + failed} refused, ${errors} failed.`)
  return sent.average
}

/** The median time of `count` sequential requests on one connection, in milliseconds. */
export async function measureAlone(url: string, headers: Record<string, string>, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (answer) => answer.resume().on("end", resolve)).on("error", reject)
    })
  const times: number[] = []
  for (let number = 0; number < count; number += 1) {
    const started_ms = performance.now()
    await ask()
    times.push(performance.now() - started_ms)
  }
  agent.destroy()
  return median(times)
}

/** A line for each read: medians, and the median of the rounds' ratios to the server `counterpart`. */
export function describeRates({ name, wanted, ours, theirs }: Rates, counterpart: string): string {
  const ratio = median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
  const shown = ratio < 2 ? ratio.toFixed(3) : ratio.toFixed(1)
  return `${name.padEnd(14)} ${Math.round(median(ours))}/s, ${counterpart} ${Math.round(median(theirs))}/s: ratio ${shown}${wanted === undefined ? "" : ` (wanted ≥ ${wanted})`}`
}
