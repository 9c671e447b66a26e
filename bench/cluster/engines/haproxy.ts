import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../server/platform/http/free-port.ts"
import { type Engine, newEngine } from "./engine.ts"

export const haproxy_paths = ["/usr/sbin/haproxy"]

export interface Balancer {
  engine: Engine
  /** Of Foyer, through one of the nodes. */
  base_url: string
  /** Of the primary. */
  database_port: number
  /** Starts a new process that takes the connections, as `systemctl reload haproxy` does. */
  reload(): Promise<void>
  /** From now on sends requests to nodes without asking whether they are ready, nor to the other if one refuses. */
  neglect(): Promise<void>
}

/** Sends requests to the nodes that say they are ready, and connections to the server that Patroni says is the primary. */
export async function newBalancer(
  folder: string,
  node_ports: readonly number[],
  databases: readonly { name: string; api_port: number; postgres_port: number }[],
): Promise<Balancer> {
  const [port, database_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
  const file = join(folder, "haproxy.cfg")
  const linesFor = (minds: boolean) => [
    "global",
    "  maxconn 2000",
    // Listening sockets are handed on, so that no connection is refused during a reload.
    `  stats socket ${join(folder, "haproxy.sock")} mode 600 level admin expose-fd listeners`,
    "defaults",
    "  timeout connect 2s",
    "  timeout client 1m",
    "  timeout server 1m",
    "  timeout check 3s",
    "listen foyer",
    `  bind 127.0.0.1:${port}`,
    "  mode http",
    "  option httpchk GET /health/ready",
    // Never sent to a node, so safe to send to the other, whatever the method.
    "  retry-on conn-failure",
    ...(minds ? ["  option redispatch 1"] : []),
    "  default-server inter 500ms fall 1 rise 1",
    ...node_ports.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}${minds ? " check" : ""}`),
    "listen primary",
    `  bind 127.0.0.1:${database_port}`,
    "  mode tcp",
    "  option httpchk GET /primary",
    "  timeout client 30m",
    "  timeout server 30m",
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...databases.map(
      ({ name, api_port, postgres_port }) =>
        `  server ${name} 127.0.0.1:${postgres_port} check port ${api_port}`,
    ),
  ]
  const write = (minds: boolean) => writeFileSync(file, `${linesFor(minds).join("\n")}\n`)
  write(true)
  const engine = newEngine({ port, paths: haproxy_paths, words: ["-db", "-f", file] })
  const reload = () => engine.takeOver("-x", join(folder, "haproxy.sock"), "-sf", "{pid}")
  return {
    engine,
    base_url: `http://127.0.0.1:${port}`,
    database_port,
    reload,
    neglect: () => {
      write(false)
      return reload()
    },
  }
}
