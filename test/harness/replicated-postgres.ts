// A primary with a synchronous replica that can be promoted.
import { spawnSync } from "node:child_process"
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import pg from "pg"
import { newCluster, type PostgresServer, startPostgresServer } from "./postgres-server.ts"
import { waitUntil } from "./wait-until.ts"

export interface ReplicatedPostgres {
  /** A URL that names both servers. */
  url: string
  /** Kills the primary, like a power cut; it does not come back. */
  killPrimary(): Promise<void>
  /** Kills the replica the same way. */
  killReplica(): Promise<void>
  /** Cancels commits that wait for the replica, as an administrator may; returns how many. */
  cancelWaiting(): Promise<number>
  /** Promotes the replica. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both; `fsync` makes acknowledged writes durable, as in production. */
export async function startReplicatedPostgres({ fsync = false } = {}): Promise<ReplicatedPostgres> {
  const cluster = await newCluster()
  const settings = { fsync: fsync ? "on" : "off" }
  const primary = await startPostgresServer(cluster, settings)
  const folder = join(dirname(cluster.cluster), "replica")
  const replica = await copy(primary, folder)
    .then(() => startPostgresServer({ ...cluster, cluster: folder }, settings))
    .catch(async (error: unknown) => {
      await primary.kill()
      cluster.remove()
      throw error
    })
  await primary.asAdministrator(
    "alter system set synchronous_standby_names = 'replica'",
    "select pg_reload_conf()",
  )
  const stateOf = async () =>
    (await primary.asAdministrator("select sync_state from pg_stat_replication"))[0]?.sync_state
  await waitUntil(async () => (await stateOf()) === "sync", "the replica does not follow")
  const [, host = ""] = /@(.*)\//.exec(replica.url) ?? []
  return {
    url: primary.url.replace(/\/[^/]*$/, (database) => `,${host}${database}`),
    killPrimary: primary.kill,
    killReplica: async () => {
      await replica.kill()
      // Its receiver outlives it for a moment, and confirms commits.
      await waitUntil(async () => (await stateOf()) === undefined, "the replica still follows")
    },
    cancelWaiting: async () =>
      (
        await primary.asAdministrator(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        )
      ).length,
    promote: async () => {
      await replica.asAdministrator("select pg_promote()")
    },
    stop: async () => {
      await Promise.all([primary.kill(), replica.kill()])
      cluster.remove()
    },
  }
}

/** Takes a base backup: copies the files between the start and stop commands. */
async function copy({ folder }: PostgresServer, to: string): Promise<void> {
  // Both commands must come from the same connection.
  const client = new pg.Client({ host: folder, port: 5432, user: "postgres", database: "postgres" })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  // Preserves the owner, as whom PostgreSQL runs.
  spawnSync("cp", ["-a", folder, to])
  for (const name of ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"]) rmSync(join(to, name))
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)")
  await client.end()
  const { uid, gid } = statSync(folder)
  for (const [name, text = ""] of [["backup_label", rows[0]?.labelfile], ["standby.signal"]]) {
    const path = join(to, name ?? "")
    writeFileSync(path, text)
    chownSync(path, uid, gid)
  }
  appendFileSync(
    join(to, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${folder} port=5432 user=postgres application_name=replica'\n`,
  )
}
