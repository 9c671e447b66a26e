// Two server nodes and a worker behind HAProxy, an S3 gateway, and two PostgreSQL servers under Patroni with etcd, through
// PgBouncer: the engines of Debian's packages, each in its own process.
import { chmodSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { type Installation, prepareInstallation, subscribe } from "../../test/faults/installation.ts"
import { newFolder } from "../../test/faults/own-postgres.ts"
import { newServerProcess, type ServerProcess } from "../../test/faults/server-process.ts"
import { startWebhookReceiver, type WebhookReceiver } from "../../test/harness/webhook-receiver.ts"
import type { Engine } from "./engines/engine.ts"
import { etcd_paths, newEtcd } from "./engines/etcd.ts"
import { type Balancer, haproxy_paths, newBalancer } from "./engines/haproxy.ts"
import { findPostgres, newPatroni, patroni_paths, type Replicated } from "./engines/patroni.ts"
import { newPooler, type Pooler, pgbouncer_paths } from "./engines/pgbouncer.ts"
import { newS3Gateway, s3_paths } from "./engines/s3-gateway.ts"

export interface Cluster {
  nodes: [ServerProcess, ServerProcess]
  worker: ServerProcess
  balancer: Balancer
  pooler: Pooler
  etcd: Engine[]
  postgres: Replicated
  store: Engine
  installation: Installation
  /** Receives every event. */
  receiver: WebhookReceiver
}

/** What to install before the cluster can run here; undefined if everything is there. */
export function missingEngines(): string | undefined {
  const packages = [
    ["haproxy", haproxy_paths.some(existsSync)],
    ["patroni", patroni_paths.some(existsSync)],
    ["etcd-server", etcd_paths.some(existsSync)],
    ["pgbouncer", pgbouncer_paths.some(existsSync)],
    ["postgresql", findPostgres() !== undefined],
  ].flatMap(([name, isThere]) => (isThere ? [] : [name]))
  const commands = [
    packages.length > 0 && `apt install ${packages.join(" ")}`,
    !s3_paths.some(existsSync) && "go install github.com/versity/versitygw/cmd/versitygw@v1.8.0",
  ].filter(Boolean)
  return commands.length > 0 ? commands.join("\n") : undefined
}

/** Starts everything, runs `work`, and leaves no process or file behind. */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const folder = newFolder("cluster")
  chmodSync(folder, 0o777)
  const stopping: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stopLater = (stop: () => Promise<unknown>) => stopping.push(stop)
  try {
    const etcd = await newEtcd(folder)
    for (const { kill } of etcd) stopLater(kill)
    await Promise.all(etcd.map(({ start }) => start()))

    const postgres = await newPatroni(folder, etcd)
    for (const { patroni } of postgres.servers) stopLater(() => patroni.stop())
    for (const { patroni } of postgres.servers) await patroni.start()
    await postgres.untilSynchronous()
    await postgres.prepareDatabase()

    const node_ports = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")] as const
    const balancer = await newBalancer(folder, node_ports, postgres.servers)
    stopLater(balancer.engine.kill)
    await balancer.engine.start()
    const pooler = await newPooler(folder, balancer.database_port)
    stopLater(pooler.engine.kill)
    await pooler.engine.start()
    const credentials = { AWS_ACCESS_KEY_ID: "cluster", AWS_SECRET_ACCESS_KEY: "cluster-secret" }
    const store = await newS3Gateway(folder, credentials)
    stopLater(store.kill)
    await store.start()
    const receiver = await startWebhookReceiver()
    stopLater(receiver.close)

    Object.assign(process.env, credentials)
    const settingsOf = (name: string) => ({
      ...credentials,
      NODE_ENV: "test",
      FOYER_BASE_URL: balancer.base_url,
      FOYER_DATA: join(folder, name),
      DATABASE_URL: `postgres://foyer@127.0.0.1:${pooler.engine.port}/foyer`,
      FOYER_DIRECT_DATABASE_URL: `postgres://foyer@127.0.0.1:${balancer.database_port}/foyer`,
      FOYER_API_RATE_LIMIT: "0",
      FOYER_DRAIN_SECONDS: "3",
      FOYER_MASTER_KEYS: `shared:${Buffer.alloc(32, 7).toString("base64")}`,
      FOYER_S3_BUCKET: "foyer",
      FOYER_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    })
    const started = async (name: string, port: number, words: readonly string[]) => {
      const one = await newServerProcess(
        {
          ...settingsOf(name),
          PORT: String(port),
          ...(name === "worker" && { FOYER_METRICS_PORT: String(port) }),
        },
        words,
      )
      stopLater(one.end)
      await one.start()
      return one
    }
    const serve = ["serve", "--no-work"]
    const nodes: Cluster["nodes"] = [
      await started("node-a", node_ports[0], serve),
      await started("node-b", node_ports[1], serve),
    ]
    // A worker's only port is for its metrics and health.
    const worker = await started("worker", await findFreePort("127.0.0.1"), ["work"])
    const installation = await prepareInstallation(settingsOf("preparation"))
    await subscribe(nodes[0].base_url, installation.token, receiver.url)
    return await work({ nodes, worker, balancer, pooler, etcd, postgres, store, installation, receiver })
  } finally {
    for (const stop of stopping.toReversed()) await stop().catch(() => undefined)
  }
}
