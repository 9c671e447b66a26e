// Stops servers while many connections send their first request, and one that was started on a full disk: no request is
// cut, and each process exits with 0.
import { spawnSync } from "node:child_process"
import { cpSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"

/** Each time, this many connections send a request just before SIGTERM. */
export function stopServers({
  times,
  connections,
}: {
  times: number
  connections: number
}): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const [data_dir, full_dir] = [newFolder("stops"), newFolder("full")]
    const settings = { NODE_ENV: "development", FOYER_DATA: data_dir, DATABASE_URL: url }
    const wrong: string[] = []
    const counts = { requests: 0, cut: 0, stops: 0 }
    const stop = async (what: string, more: Record<string, string>) => {
      const server = await newServerProcess({ ...settings, ...more }, ["serve", "--no-work"])
      try {
        await server.start()
        if (what === "on a full disk" && statfsSync(full_dir).bavail > 0) wrong.push("the disk was not full")
        const { port } = new URL(server.base_url)
        const responses = await sendFirstRequests(Number(port), connections)
        const code = await server.end()
        if (code !== 0) wrong.push(`${what}: ended with ${code}: ${server.tail()}`)
        const texts = await Promise.all(responses)
        const cut = texts.filter((text) => !text.startsWith("HTTP/1.1 200"))
        if (cut.length > 0) wrong.push(`${what}: ${cut.length} requests were cut, such as ${cut[0]}`)
        counts.requests += texts.length
        counts.cut += cut.length
        counts.stops += 1
      } finally {
        await server.end()
      }
    }
    try {
      for (let time = 0; time < times; time += 1) {
        await stop("one process", {})
        await stop("two processes", { WORKERS: "2" })
      }
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=755", "tmpfs", full_dir])
      if (mounted.status === 0) {
        cpSync(data_dir, full_dir, { recursive: true })
        const { bavail, bsize } = statfsSync(full_dir)
        writeFileSync(join(full_dir, "ballast"), Buffer.alloc(Number(bavail * bsize)))
        await stop("on a full disk", { FOYER_DATA: full_dir })
      }
      return {
        acknowledged: 0,
        kills: 0,
        lost: [],
        wrong,
        slow: [],
        figures: {
          "stops by SIGTERM": counts.stops,
          "of them started on a full disk": mounted.status === 0 ? 1 : "left out: needs root",
          "requests sent before": counts.requests,
          "requests cut": counts.cut,
        },
      }
    } finally {
      spawnSync("umount", ["-l", full_dir])
      for (const folder of [data_dir, full_dir]) rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** Resolves once every connection has sent its request, which the server may not have accepted yet. */
async function sendFirstRequests(port: number, count: number): Promise<Promise<string>[]> {
  const responses: Promise<string>[] = []
  const sent = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () =>
          socket.write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n", () => resolve()),
        )
        responses.push(
          new Promise((finish) => {
            let text = ""
            socket.on("data", (bytes) => {
              text += bytes.toString("latin1")
            })
            socket.on("error", (error) => finish(error.message))
            socket.on("close", () => finish(text))
          }),
        )
      }),
  )
  await Promise.all(sent)
  return responses
}
