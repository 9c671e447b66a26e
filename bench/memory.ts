// npm run bench -- memory [minutes]: sends ten mixed requests a second to one server process, started as operators start
// it, and prints its memory over time; one minute unless told otherwise. What grows in a straight line for an hour is
// never given back.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { prepareInstallation } from "../test/faults/installation.ts"
import { newLedger } from "../test/faults/ledger.ts"
import { newMixedLoad, readMemory } from "../test/faults/mixed-load.ts"
import { newFolder, withPostgres } from "../test/faults/own-postgres.ts"
import { newServerProcess } from "../test/faults/server-process.ts"

const minutes = Number(process.argv[2] ?? 1)
const rows = 12
const per_second = 10

await withPostgres(async ({ url }) => {
  const data_dir = newFolder("soak")
  const settings = {
    NODE_ENV: "development",
    FOYER_DATA: data_dir,
    DATABASE_URL: url,
    FOYER_API_RATE_LIMIT: "0",
  }
  const server = await newServerProcess(settings, ["serve"], ["bin/foyer"])
  const ledger = newLedger()
  try {
    await server.start()
    const load = newMixedLoad(server.base_url, await prepareInstallation(settings), ledger)
    const begun_ms = performance.now()
    const print = async (requests: number) => {
      const { resident, external, heap } = await readMemory(server.base_url)
      const cells = [Math.round((performance.now() - begun_ms) / 1000), requests, resident, external, heap]
      console.log(cells.map((cell) => String(cell).padStart(10)).join(""))
    }
    console.log(
      ["seconds", "requests", "resident", "external", "heap, MB"].map((cell) => cell.padStart(10)).join(""),
    )
    await print(0)
    let requests = 0
    for (let row = 1; row <= rows; row += 1) {
      while (performance.now() - begun_ms < (minutes * 60_000 * row) / rows) {
        await Promise.all([load.send(per_second), sleep(1_000)])
        requests += per_second
      }
      await print(requests)
    }
    for (const line of ledger.wrong.slice(0, 5)) console.log(line)
  } finally {
    await server.end()
    rmSync(data_dir, { recursive: true, force: true })
  }
})
