// Each part of the cluster with the two things that happen to it: a restart in order, and a death without warning.
import { setTimeout as sleep } from "node:timers/promises"
import { isReady, type ServerProcess } from "../../test/faults/server-process.ts"
import { waitUntil } from "../../test/harness/wait-until.ts"
import type { Cluster } from "./cluster.ts"
import type { Engine } from "./engines/engine.ts"

export interface Part {
  name: string
  /** Restarts it as an operator would, and resolves once it works again. */
  restart(): Promise<unknown>
  /** Kills it without warning, starts it after a moment as a supervisor would, and resolves once it works again. */
  kill(): Promise<unknown>
}

/** As systemd's `RestartSec=2` in ops/systemd. */
const supervised_ms = 2_000

export function partsOf(cluster: Cluster): Part[] {
  const { nodes, worker, balancer, pooler, etcd, postgres, store } = cluster
  const [a, b] = nodes
  return [
    server("node a", a),
    server("node b", b),
    server("worker", worker),
    engine("HAProxy", balancer.engine, balancer.reload),
    engine("PgBouncer", pooler.engine, pooler.reload),
    engine("S3 gateway", store),
    ...etcd.map((member, index) => engine(`etcd ${index + 1}`, member)),
    {
      name: "PostgreSQL replica",
      restart: () => restartReplica(cluster, (patroni) => patroni.stop()),
      kill: () => restartReplica(cluster, (_, kill) => kill()),
    },
    {
      name: "PostgreSQL primary",
      restart: postgres.switchOver,
      kill: async () => {
        const killed = await postgres.killPrimary()
        await killed.patroni.start()
        await postgres.untilSynchronous()
      },
    },
  ]
}

function server(name: string, one: ServerProcess): Part {
  return {
    name,
    restart: async () => {
      await one.end()
      await one.start()
    },
    kill: async () => {
      await one.kill()
      await sleep(supervised_ms)
      await one.start()
    },
  }
}

function engine(name: string, one: Engine, reload?: () => Promise<void>): Part {
  return {
    name,
    restart: async () => {
      if (reload) return reload()
      await one.stop()
      await one.start()
    },
    kill: async () => {
      await one.kill()
      await sleep(supervised_ms)
      await one.start()
    },
  }
}

async function restartReplica(
  { postgres }: Cluster,
  end: (patroni: Engine, kill: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const primary = await postgres.primary()
  const replica = postgres.servers.find((one) => one !== primary)
  if (!replica) throw new Error("There is no replica.")
  await end(replica.patroni, replica.kill)
  await sleep(supervised_ms)
  await replica.patroni.start()
  await postgres.untilSynchronous()
}

/** Resolves once both nodes are ready, also for HAProxy, which asks twice a second. */
export async function untilReady({ nodes, balancer }: Cluster): Promise<void> {
  for (const { base_url } of [...nodes, balancer])
    await waitUntil(() => isReady(base_url), `${base_url} is not ready`, 120_000)
  await sleep(1_500)
}
