// npm run bench -- far: measures the processor time of requests, events, and idle firms on this machine, and from that
// simulates many firms on four nodes. Prints its assumptions; everything else is measured in the same run.
import { matters_of_firm, measureCosts } from "./far/costs.ts"
import { type Machines, simulate } from "./far/simulation.ts"
import { type Cost, sum } from "./far/spent.ts"
import { assumptions, files_per_intake_MB, trafficOf } from "./far/traffic.ts"

const machines: Machines = { nodes: 4, processes: 2, database_cores: 8 }
const seconds = 60
const wanted_ms = 250

const { requests, event, idle_firm, intake_kB } = await measureCosts()
console.log(`Measured, in ms of processor time, in a firm with ${matters_of_firm} matters:\n`)
const show = (name: string, { foyer_ms, database_ms }: Cost) =>
  console.log(
    `  ${name.padEnd(36)} Foyer ${foyer_ms.toFixed(2).padStart(7)}   PostgreSQL ${database_ms.toFixed(2).padStart(7)}`,
  )
for (const [kind, cost] of Object.entries(requests)) show(kind, cost)
show("event delivered to an endpoint", event)
show("an idle firm, each time of the clock", idle_firm)
console.log(`  an intake takes ${intake_kB.toFixed(0)} kB of the database`)

console.log("\nAssumed:\n")
for (const assumption of assumptions) console.log(`  ${assumption}`)
console.log(
  `  ${machines.nodes} nodes with WORKERS=${machines.processes}, one worker, PostgreSQL with ${machines.database_cores} cores as fast as this machine's`,
)

console.log(`\nSimulated, ${seconds} s of the busiest hour of a Monday:\n`)
for (const firms of [100, 1_000, 10_000, 20_000, 40_000]) {
  const { staff, requests: rates } = trafficOf(firms)
  console.log(
    `  ${whole(firms)} firms, ${whole(staff)} staff: ${whole(sum(Object.values(rates)))} requests/s; ${tell(firms, machines)}`,
  )
}
console.log(`  10,000 firms with one node of the four lost: ${tell(10_000, { ...machines, nodes: 3 })}`)

const { intakes_per_day, events_per_second } = trafficOf(10_000)
const times_an_hour = 6
const worker_busy =
  (events_per_second * event.foyer_ms) / 1_000 + (10_000 * times_an_hour * idle_firm.foyer_ms) / 3_600_000
console.log(
  `\n  The worker of 10,000 firms: ${whole(events_per_second * 3_600)} events an hour and the clock for every firm keep it busy ${percent(worker_busy)} of the time.`,
)
const year_GB = (intakes_per_day * 250 * intake_kB) / 1024 ** 2
console.log(
  `  They add ${whole(year_GB)} GB a year to the database, and ${whole((intakes_per_day * 250 * files_per_intake_MB) / 1024 ** 2)} TB to the store.`,
)
let firms = 10_000
while (p95Of(firms) <= wanted_ms && firms < 1_000_000) firms = Math.round(firms * 1.1)
console.log(
  `  95 of 100 requests are answered within ${wanted_ms} ms up to about ${whole(firms / 1.1)} firms.`,
)

function kindsOf(of_firms: number) {
  const { requests: rates, events_per_second } = trafficOf(of_firms)
  return [
    ...Object.entries(rates).map(([kind, per_second]) => {
      const cost = requests[kind]
      if (!cost) throw new Error(`Nothing was measured for “${kind}”.`)
      return { per_second, cost }
    }),
    // The nodes don't handle these.
    { per_second: events_per_second, cost: { foyer_ms: 0, database_ms: event.database_ms } },
  ]
}

function p95Of(of_firms: number): number {
  return simulate(kindsOf(of_firms), machines, 20).p95_ms
}

function tell(of_firms: number, on: Machines): string {
  const { p50_ms, p95_ms, p99_ms, nodes_busy, database_busy } = simulate(kindsOf(of_firms), on, seconds)
  const times = [p50_ms, p95_ms, p99_ms].map((ms) => ms.toFixed(0)).join(", ")
  return `p50, p95, p99 ${times} ms; nodes busy ${percent(nodes_busy)}, PostgreSQL ${percent(database_busy)}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US")
}
