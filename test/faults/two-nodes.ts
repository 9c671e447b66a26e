// Two nodes on one database and one S3-compatible store: writers alternate nodes with every request, and one node after
// the other is killed.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { startFakeS3 } from "../harness/fake-s3.ts"
import { startWebhookReceiver } from "../harness/webhook-receiver.ts"
import { prepareInstallation, subscribe } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

/** Kills each node this many times while the other keeps running. */
export function killNodes({ kills }: { kills: number }): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const folders = [newFolder("node-a"), newFolder("node-b")]
    const store = await startFakeS3("foyer")
    const receiver = await startWebhookReceiver()
    const settingsOf = (folder: string) => ({
      NODE_ENV: "test",
      FOYER_DATA: folder,
      DATABASE_URL: url,
      FOYER_API_RATE_LIMIT: "0",
      FOYER_MASTER_KEYS: `shared:${Buffer.alloc(32, 7).toString("base64")}`,
      FOYER_S3_BUCKET: "foyer",
      FOYER_S3_ENDPOINT: store.endpoint,
      AWS_ACCESS_KEY_ID: "faults",
      AWS_SECRET_ACCESS_KEY: "faults",
    })
    const nodes = await Promise.all(folders.map((folder) => newServerProcess(settingsOf(folder))))
    const ledger = newLedger()
    const ending = new AbortController()
    try {
      const settings = settingsOf(folders[0] ?? "")
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: "faults", AWS_SECRET_ACCESS_KEY: "faults" })
      for (const node of nodes) await node.start()
      const installation = await prepareInstallation(settings)
      const [first] = nodes
      await subscribe(first?.base_url ?? "", installation.token, receiver.url)
      let turn = 0
      const base_url = () => {
        const alive = nodes.filter((node) => node.isRunning())
        turn += 1
        return alive[turn % alive.length]?.base_url ?? first?.base_url ?? ""
      }
      const writing = write({ installation, ledger, base_url, signal: ending.signal })
      for (let round = 0; round < kills; round += 1) {
        for (const node of nodes) {
          await sleep(2_000)
          await node.kill()
          await sleep(500)
          await node.start()
        }
      }
      ending.abort()
      await writing
      const verdict = await verify(first?.base_url ?? "", installation, ledger, receiver)
      return { ...verdict, kills: kills * nodes.length, slow: [] }
    } finally {
      ending.abort()
      for (const node of nodes) await node.end()
      await Promise.all([store.close(), receiver.close()])
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  })
}
