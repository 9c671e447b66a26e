// Sends thousands of mixed requests and checks that what a server holds outside its heap stays within what its caches
// may hold.
import { rmSync } from "node:fs"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { newMixedLoad, readMemory } from "./mixed-load.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, settingsOf, withPostgres } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"

/** The response cache, and as much again for what is under way and not yet collected. */
const max_growth_mb = 32

export function holdMemory({ requests }: { requests: number }): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const data_dir = newFolder("memory")
    const settings = settingsOf(url, data_dir)
    const server = await newServerProcess(settings, ["serve", "--no-work"])
    const ledger = newLedger()
    try {
      await server.start()
      const installation = await prepareInstallation(settings)
      const load = newMixedLoad(server.base_url, installation, ledger)
      await load.send(200)
      const before = await readMemory(server.base_url)
      let after = before
      for (let part = 0; part < 10; part += 1) {
        await load.send(requests / 10)
        after = await readMemory(server.base_url)
      }
      const verdict = await verify(server.base_url, installation, ledger)
      const growth = after.external - before.external
      if (!(growth <= max_growth_mb)) verdict.wrong.push(`external memory grew by ${growth} MB`)
      return {
        ...verdict,
        kills: 0,
        slow: [],
        figures: {
          requests,
          "external memory before, MB": before.external,
          "external memory after, MB": after.external,
          "resident before, MB": before.resident,
          "resident after, MB": after.resident,
          "heap after, MB": after.heap,
        },
      }
    } finally {
      await server.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}
