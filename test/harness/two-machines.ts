// One installation on two separate PostgreSQL servers, between which firms can move.
import { newCluster, type PostgresServer, startPostgresServer } from "./postgres-server.ts"
import { newDataFolder, openSeveralServers, type SeveralServers } from "./several-servers.ts"

export interface TwoMachines {
  first: PostgresServer
  west: PostgresServer
  data_dir: string
  service: SeveralServers
  administrators: Map<string, string>
  close(): Promise<void>
}

/** Starts both, with logical replication, and opens the service on them. */
export async function startTwoMachines(): Promise<TwoMachines> {
  const clusters = [await newCluster(), await newCluster()] as const
  const start = (cluster: (typeof clusters)[number]) =>
    startPostgresServer(cluster, { wal_level: "logical", fsync: "off" })
  const [first, west] = await Promise.all([start(clusters[0]), start(clusters[1])])
  const folder = await newDataFolder()
  const service = await openSeveralServers(first.url, { west: west.url }, folder.data_dir)
  return {
    ...{ first, west, service, data_dir: folder.data_dir },
    administrators: new Map([
      ["first", administratorOf(first.url)],
      ["west", administratorOf(west.url)],
    ]),
    close: async () => {
      await service.close()
      await folder.remove()
      for (const machine of [first, west]) await machine.kill()
      for (const cluster of clusters) cluster.remove()
    },
  }
}

/** The URL with which the superuser connects to the same database. */
export function administratorOf(url: string): string {
  return url.replace("//foyer@", "//postgres@")
}
