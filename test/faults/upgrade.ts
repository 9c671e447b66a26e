// Upgrades two nodes to the next release under load, by the packages that operators install: a migration that fails
// halfway, one that succeeds, and then one node after the other. No request fails, every write is there, and browsers
// find all files of both releases' pages and lose no word.
import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Ended } from "../harness/foyer-program.ts"
import { install } from "../release/packed-copy.ts"
import { createNext, packTwo } from "../release/two-releases.ts"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { startLoad } from "./load.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { startProxy } from "./proxy.ts"
import { newServerProcess } from "./server-process.ts"
import { startWalkers } from "./upgrade-walkers.ts"
import { verify } from "./verify.ts"

/** At this many requests per second, every fifth a write; each phase lasts this long. */
export function upgradeUnderLoad(options: { per_second: number; phase_ms: number }): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const folder = newFolder("upgrade")
    try {
      return await upgrade(folder, url, options)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function upgrade(
  folder: string,
  url: string,
  { per_second, phase_ms }: { per_second: number; phase_ms: number },
): Promise<Outcome> {
  const packed = await packTwo()
  const today = await install(packed.today, join(folder, "today"))
  const next = await install(packed.next, join(folder, "next"))
  const broken = createNext(today, "0.0.0-broken", packed.migration, "create table rooms ();\nselect 1 / 0;")
  const settings = {
    NODE_ENV: "test",
    FOYER_DATA: join(folder, "data"),
    DATABASE_URL: url,
    FOYER_API_RATE_LIMIT: "0",
    FOYER_DRAIN_SECONDS: "3",
  }
  const programOf = (installed: string) => [join(installed, "bin/foyer")]
  const run = (installed: string, ...words: string[]) =>
    new Promise<Ended>((resolve) => {
      const env = { ...process.env, ...settings }
      execFile(process.execPath, [...programOf(installed), ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  const roles = [["serve"], ["serve", "--no-work"]]
  const nodesOf = (installed: string) =>
    Promise.all(roles.map((words) => newServerProcess(settings, words, programOf(installed))))
  const [before, after] = [await nodesOf(today), await nodesOf(next)]
  const nodes = [...before]
  const ledger = newLedger()
  const wrong: string[] = []
  const expect = (ended: Ended, code: number, text: string) => {
    if (ended.code !== code || !`${ended.stdout}${ended.stderr}`.includes(text))
      wrong.push(`expected “${text}”, got ${ended.code}: ${ended.stdout}${ended.stderr}`)
  }
  let requests = 0
  try {
    for (const node of nodes) await node.start()
    const installation = await prepareInstallation(settings)
    const proxy = await startProxy(nodes)
    const load = startLoad(proxy.url, installation, ledger, per_second)
    const walkers = await startWalkers(proxy.url, installation)
    let walked: Awaited<ReturnType<typeof walkers.end>> | undefined
    try {
      expect(await run(broken, "migrate"), 1, "The database is as it was: the version that ran before works")
      expect(await run(today, "migrate"), 0, "up to date")
      expect(await run(next, "migrate"), 0, "up to date")
      await sleep(phase_ms)
      for (const [at, node] of after.entries()) {
        await nodes[at]?.end()
        nodes[at] = node
        await node.start()
        await proxy.untilSeen(node)
        await sleep(phase_ms)
        expect(
          await run(today, "migrate"),
          1,
          `A newer Foyer has changed this database (${packed.migration})`,
        )
      }
    } finally {
      walked = await walkers.end()
      requests = await load.end()
      await proxy.close()
    }
    const verdict = await verify(nodes[0]?.base_url ?? "", installation, ledger)
    if (ledger.wrong.length > 0) wrong.push(...[...before, ...after].map((node) => `log: ${node.tail()}`))
    return {
      ...verdict,
      wrong: [...wrong, ...walked.wrong, ...verdict.wrong],
      kills: 0,
      slow: [],
      figures: {
        requests,
        "failed requests": ledger.wrong.length,
        writes: verdict.acknowledged,
        ...walked.figures,
      },
    }
  } finally {
    for (const node of [...before, ...after]) await node.end()
  }
}
