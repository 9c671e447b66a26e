// Compares reads of a firm with 20,000 matters with a bare node:http server that sends a body of the same size:
// interleaved in one run, because machines are noisy and only the ratio is comparable.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { describeRates, type MeasuredQuery, measureAlone, measureQueries } from "./reads.ts"
import {
  environmentOf,
  fillFolder,
  probe,
  residentMegabytes,
  startBare,
  startFloor,
  startFoyer,
} from "./servers.ts"

const rounds = { rounds: 5, seconds: 3 }
/** With more requests under way, more of them share a query for the key and the revision. The goals are for the first. */
const loads = [64, 16] as const
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))
const environment = environmentOf(folder)
const { token, matter_id } = await fillFolder(environment)
const started_ms = performance.now()
const foyer = await startFoyer(environment)
const startup_ms = performance.now() - started_ms
try {
  const headers = { authorization: `Token ${token}` }
  const one = await probe(`${foyer.url}/v1/matters/${matter_id}`, headers)
  const page = await probe(`${foyer.url}/v1/matters?page_size=100`, headers)
  const bareOne = await startBare(one.bytes)
  const barePage = await startBare(page.bytes)
  const floor = await startFloor(one.bytes, matter_id, environment)
  try {
    await delay(3_000)
    console.log(`start-up ${Math.round(startup_ms)} ms, idle memory ${residentMegabytes(foyer)} MB`)
    const unchanged = { ...headers, "if-none-match": one.etag }
    const bare1 = { url: bareOne.url, headers }
    const bare100 = { url: barePage.url, headers }
    const bare304 = { url: bareOne.url, headers: { "if-none-match": '"bare"' } }
    const queries: MeasuredQuery[] = [
      { name: "one matter", url: one.url, headers, counterpart: bare1, wanted: 0.45 },
      { name: "floor", url: floor.url, headers, counterpart: bare1 },
      { name: "repeated page", url: page.url, headers, counterpart: bare100, wanted: 0.45 },
      { name: "first page", url: page.url, headers, counterpart: bare100, wanted: 0.08, is_new: true },
      { name: "304", url: one.url, headers: unchanged, counterpart: bare304, wanted: 0.38 },
    ]
    for (const connections of loads) {
      console.log(`\n${connections} connections`)
      const rates = await measureQueries(queries, { ...rounds, connections })
      for (const { wanted, ...rate } of rates)
        console.log(describeRates(connections === loads[0] ? { ...rate, wanted } : rate, "bare"))
    }
    const [ours, theirs] = [
      await measureAlone(one.url, headers, 3_000),
      await measureAlone(bareOne.url, headers, 3_000),
    ]
    console.log(
      `\none matter over one connection: p50 ${ours.toFixed(2)} ms, bare ${theirs.toFixed(2)} ms (wanted ≤ 1.5)`,
    )
    console.log(`memory after load ${residentMegabytes(foyer)} MB`)
  } finally {
    await Promise.all([bareOne.stop(), barePage.stop(), floor.stop()])
  }
} finally {
  await foyer.stop()
  rmSync(folder, { recursive: true, force: true })
}
