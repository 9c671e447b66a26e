import { join } from "node:path"
import { findFreePort } from "../../../server/platform/http/free-port.ts"
import { type Engine, newEngine } from "./engine.ts"

export const etcd_paths = ["/usr/bin/etcd"]

/** Three members, so that one may be missing. Patroni keeps in it which server is the primary. */
export async function newEtcd(folder: string): Promise<Engine[]> {
  const members = await Promise.all(
    ["e1", "e2", "e3"].map(async (name) => ({
      name,
      port: await findFreePort("127.0.0.1"),
      peer: `http://127.0.0.1:${await findFreePort("127.0.0.1")}`,
    })),
  )
  const all = members.map(({ name, peer }) => `${name}=${peer}`).join(",")
  return members.map(({ name, port, peer }) => {
    const url = `http://127.0.0.1:${port}`
    return newEngine({
      port,
      paths: etcd_paths,
      words: [
        ...["--name", name, "--data-dir", join(folder, name)],
        ...["--listen-client-urls", url, "--advertise-client-urls", url],
        ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
        ...["--initial-cluster", all, "--initial-cluster-state", "new"],
        // Four engines write to one disk here.
        ...["--heartbeat-interval", "200", "--election-timeout", "2000"],
      ],
    })
  })
}
