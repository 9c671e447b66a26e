// Runs through a pooler that drops startup options and gives each transaction another connection, like PgBouncer
// configured to ignore them.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startPgBouncer, without_pgbouncer } from "../harness/pgbouncer.ts"
import { type Installation, prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { leftOut, type Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

/** Writes for two firms through PgBouncer in transaction mode for this long, then reads each with the other's key. */
export async function writeThroughPooler({ write_ms }: { write_ms: number }): Promise<Outcome> {
  if (without_pgbouncer) return leftOut(without_pgbouncer)
  return withPostgres(async ({ url }) => {
    const folder = newFolder("pooler")
    const pooler = await startPgBouncer(url, "transaction", [
      "ignore_startup_parameters = extra_float_digits,options",
      "server_lifetime = 5",
    ])
    const settings = {
      NODE_ENV: "test",
      FOYER_DATA: join(folder, "data"),
      DATABASE_URL: pooler.url,
      FOYER_DIRECT_DATABASE_URL: url,
      FOYER_API_RATE_LIMIT: "0",
    }
    const server = await newServerProcess(settings)
    const ending = new AbortController()
    const base_url = () => server.base_url
    try {
      await server.start()
      const firms = [
        { installation: await prepareInstallation(settings), ledger: newLedger() },
        { installation: await prepareInstallation(settings), ledger: newLedger() },
      ]
      const writing = firms.map((firm) => write({ ...firm, base_url, signal: ending.signal }))
      await sleep(write_ms)
      ending.abort()
      await Promise.all(writing)
      const verdicts = await Promise.all(
        firms.map(({ installation, ledger }) => verify(server.base_url, installation, ledger)),
      )
      let foreign = 0
      for (const [index, { installation }] of firms.entries()) {
        const others = firms[1 - index]?.ledger.created.keys() ?? []
        foreign += await countReadable(server.base_url, installation, [...others].slice(0, 100))
      }
      const [first, second] = verdicts
      return {
        acknowledged: verdicts.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
        kills: 0,
        lost: verdicts.flatMap(({ lost }) => lost),
        wrong: [
          ...verdicts.flatMap(({ wrong }) => wrong),
          ...(foreign > 0 ? [`a firm's key read ${foreign} matters of the other`] : []),
        ],
        slow: [],
        figures: {
          "matters of two firms": Number(first?.figures.matters) + Number(second?.figures.matters),
          "matters of the other firm read": foreign,
        },
      }
    } finally {
      ending.abort()
      await server.end()
      await pooler.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** Counts these matters that the firm's key can read, singly or in its list. */
async function countReadable(
  base_url: string,
  { token }: Installation,
  ids: readonly string[],
): Promise<number> {
  const get = (path: string) => fetch(`${base_url}${path}`, { headers: { authorization: `Token ${token}` } })
  let count = 0
  for (const id of ids) {
    const response = await get(`/v1/matters/${id}`)
    await response.arrayBuffer()
    if (response.status !== 404) count += 1
  }
  for (let page = 1, next: unknown = true; next; page += 1) {
    const listed = (await (await get(`/v1/matters?page_size=200&page=${page}`)).json()) as {
      next: unknown
      results: { id: string }[]
    }
    count += listed.results.filter(({ id }) => ids.includes(id)).length
    next = listed.next
  }
  return count
}
