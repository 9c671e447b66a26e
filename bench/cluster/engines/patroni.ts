import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { findFreePort } from "../../../server/platform/http/free-port.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { type Engine, newEngine } from "./engine.ts"

export const patroni_paths = ["/usr/bin/patroni"]
const versions = "/usr/lib/postgresql"

/** The newest PostgreSQL of Debian's packages; undefined without any. */
export function findPostgres(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : []
  return found.map((version) => join(versions, version, "bin")).find((bin) => existsSync(join(bin, "initdb")))
}

export interface Replicated {
  /** Each server: Patroni with the PostgreSQL that it starts. */
  servers: PatroniServer[]
  /** Resolves once one server is the primary and the other its synchronous replica. */
  untilSynchronous(): Promise<void>
  /** The server that is the primary now. */
  primary(): Promise<PatroniServer>
  /** Kills the primary; resolves with it once Patroni has promoted the replica. */
  killPrimary(): Promise<PatroniServer>
  /** Makes the replica the primary, in order. */
  switchOver(): Promise<void>
  prepareDatabase(): Promise<void>
}

export interface PatroniServer {
  name: string
  /** Of Patroni's own HTTP interface, by which HAProxy finds the primary. */
  api_port: number
  postgres_port: number
  patroni: Engine
  /** Kills Patroni and its PostgreSQL at once, like a power cut. */
  kill(): Promise<void>
}

/** Two servers of which Patroni promotes one only if it has every commit that was acknowledged. */
export async function newPatroni(folder: string, etcd: readonly Engine[]): Promise<Replicated> {
  const account = postgresAccount()
  const servers = await Promise.all(
    ["db1", "db2"].map(async (name) => {
      const [api_port, postgres_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
      const data = join(folder, name)
      mkdirSync(data, { mode: 0o700 })
      if (account) chownSync(data, account.uid, account.gid)
      const file = join(folder, `${name}.yml`)
      writeFileSync(file, JSON.stringify(configuration({ name, api_port, postgres_port, data, etcd })))
      const patroni = newEngine({ port: api_port, paths: patroni_paths, words: [file], account })
      const kill = async () => {
        await patroni.kill()
        const pid = Number(readFileSync(join(data, "cluster/postmaster.pid"), "utf8").split("\n")[0])
        process.kill(pid, "SIGKILL")
        await waitUntil(() => !isAlive(pid), "PostgreSQL did not end")
      }
      return { name, api_port, postgres_port, patroni, kill }
    }),
  )
  const ask = async <T>(api_port: number, path: string) => {
    const response = await fetch(`http://127.0.0.1:${api_port}/${path}`).catch(() => undefined)
    return (await response?.json()) as T | undefined
  }
  const primary = async () => {
    for (const server of servers) {
      const { role, state } = (await ask<Record<"role" | "state", string>>(server.api_port, "patroni")) ?? {}
      if ((role === "master" || role === "primary") && state === "running") return server
    }
    throw new Error("No server is the primary.")
  }
  const untilSynchronous = () =>
    waitUntil(
      async () => {
        const now = await primary().catch(() => undefined)
        const { replication = [] } = (now && (await ask<Replicating>(now.api_port, "patroni"))) ?? {}
        const { members = [] } = (now && (await ask<Members>(now.api_port, "cluster"))) ?? {}
        // PostgreSQL is ahead of Patroni, which promotes no replica that it doesn't yet hold for synchronous.
        return (
          replication.some(({ sync_state }) => sync_state === "sync") &&
          members.some(({ role }) => role === "sync_standby")
        )
      },
      "there is no synchronous replica",
      120_000,
    )
  const untilReplaced = (before: PatroniServer) =>
    waitUntil(
      async () => (await primary().catch(() => before)) !== before,
      "Patroni promotes nothing",
      120_000,
    )
  return {
    servers,
    primary,
    killPrimary: async () => {
      const killed = await primary()
      await killed.kill()
      await untilReplaced(killed)
      return killed
    },
    untilSynchronous,
    switchOver: async () => {
      const leader = await primary()
      const candidate = servers.find((one) => one !== leader)
      const response = await fetch(`http://127.0.0.1:${leader.api_port}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: leader.name, candidate: candidate?.name }),
      })
      if (!response.ok) throw new Error(`Patroni refused: ${await response.text()}`)
      await untilReplaced(leader)
      await untilSynchronous()
    },
    prepareDatabase: async () => {
      const { postgres_port: port } = await primary()
      const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" })
      await client.connect()
      for (const statement of ["create role foyer login createrole", "create database foyer owner foyer"])
        await client.query(statement)
      await client.end()
    },
  }
}

interface Replicating {
  replication?: { sync_state: string }[]
}

interface Members {
  members?: { role: string }[]
}

interface Settings {
  name: string
  api_port: number
  postgres_port: number
  data: string
  etcd: readonly Engine[]
}

/** Patroni reads YAML, and JSON is YAML. Anyone on this machine may connect: the bench's data is invented. */
function configuration({ name, api_port, postgres_port, data, etcd }: Settings) {
  const api = `127.0.0.1:${api_port}`
  return {
    scope: "foyer",
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: etcd.map(({ port }) => `127.0.0.1:${port}`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        // An election of etcd takes up to four seconds; beyond this, the primary steps down.
        retry_timeout: 8,
        synchronous_mode: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres_port}`,
      connect_address: `127.0.0.1:${postgres_port}`,
      data_dir: join(data, "cluster"),
      bin_dir: findPostgres(),
      pgpass: join(data, "pgpass"),
      pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
      authentication: {
        superuser: { username: "postgres", password: "bench" },
        replication: { username: "replicator", password: "bench" },
        rewind: { username: "rewinder", password: "bench" },
      },
      parameters: { unix_socket_directories: data },
    },
  }
}

/** PostgreSQL refuses to run as root: Debian's package brings this account. */
function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined
  const [name = "", , uid, gid] =
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith("postgres:"))
      ?.split(":") ?? []
  return { name, uid: Number(uid), gid: Number(gid) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
