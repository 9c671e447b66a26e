// Two server nodes, a worker, an S3 store, and a PostgreSQL with a synchronous replica, each in separate processes.
import { rmSync } from "node:fs"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { type Installation, prepareInstallation, subscribe } from "../../test/faults/installation.ts"
import { newFolder } from "../../test/faults/own-postgres.ts"
import { newServerProcess, type ServerProcess } from "../../test/faults/server-process.ts"
import { startFakeS3 } from "../../test/harness/fake-s3.ts"
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../test/harness/replicated-postgres.ts"
import { startWebhookReceiver, type WebhookReceiver } from "../../test/harness/webhook-receiver.ts"

export interface Cluster {
  nodes: [ServerProcess, ServerProcess]
  worker: ServerProcess
  postgres: ReplicatedPostgres
  installation: Installation
  /** Receives every event. */
  receiver: WebhookReceiver
}

/** Starts everything, runs `work`, and leaves no process or file behind. */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const folders = ["node-a", "node-b", "worker"].map(newFolder)
  const postgres = await startReplicatedPostgres({ fsync: true })
  const store = await startFakeS3("foyer", 100)
  const receiver = await startWebhookReceiver()
  // Responses and ETags contain it, so it is the same on every node.
  const FOYER_BASE_URL = `http://127.0.0.1:${await findFreePort("127.0.0.1")}`
  const credentials = { AWS_ACCESS_KEY_ID: "cluster", AWS_SECRET_ACCESS_KEY: "cluster" }
  const settingsOf = (folder: string) => ({
    ...credentials,
    NODE_ENV: "test",
    FOYER_BASE_URL,
    FOYER_DATA: folder,
    DATABASE_URL: postgres.url,
    FOYER_API_RATE_LIMIT: "0",
    FOYER_DRAIN_SECONDS: "3",
    FOYER_MASTER_KEYS: `shared:${Buffer.alloc(32, 7).toString("base64")}`,
    FOYER_S3_BUCKET: "foyer",
    FOYER_S3_ENDPOINT: store.endpoint,
  })
  const [a = "", b = "", of_worker = ""] = folders
  const serve = ["serve", "--no-work"]
  const nodes: Cluster["nodes"] = [
    await newServerProcess(settingsOf(a), serve),
    await newServerProcess(settingsOf(b), serve),
  ]
  // A worker's only port is for its metrics and health.
  const PORT = String(await findFreePort("127.0.0.1"))
  const worker = await newServerProcess({ ...settingsOf(of_worker), PORT, FOYER_METRICS_PORT: PORT }, [
    "work",
  ])
  const processes = [...nodes, worker]
  try {
    Object.assign(process.env, credentials)
    for (const one of processes) await one.start()
    const installation = await prepareInstallation(settingsOf(a))
    await subscribe(nodes[0].base_url, installation.token, receiver.url)
    return await work({ nodes, worker, postgres, installation, receiver })
  } finally {
    for (const one of processes) await one.end()
    await Promise.all([postgres.stop(), store.close(), receiver.close()])
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
