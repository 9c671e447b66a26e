// The disk runs full while eight writers write: writes are refused with a status that says so, reads go on, and
// writing goes on when there is room.
import { spawnSync } from "node:child_process"
import { rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { newFolder } from "./own_postgres.ts"
import type { Outcome } from "./run.ts"
import { newServerProcess } from "./server_process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

/** Needs to mount a small disk of its own, which only root may. */
export async function fillDisk({ full_ms }: { full_ms: number }): Promise<Outcome> {
  const data_dir = newFolder("disk")
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=755", "tmpfs", data_dir])
  if (mounted.status !== 0) {
    rmSync(data_dir, { recursive: true, force: true })
    return { faults: [], counts: {}, left_out: "a small disk cannot be mounted here: run it as root" }
  }
  const settings = { NODE_ENV: "test", FOYER_DATA: data_dir, FOYER_API_RATE_LIMIT: "0", DATABASE_URL: "" }
  const server = await newServerProcess(settings)
  const ledger = newLedger()
  const ending = new AbortController()
  try {
    await server.start()
    const installation = await prepareInstallation(settings)
    const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
    await sleep(1_500)
    const ballast = join(data_dir, "ballast")
    fill(ballast, data_dir)
    const statuses: Record<string, number> = {}
    let reads = 0
    const faults: string[] = []
    const until_ms = performance.now() + full_ms
    while (performance.now() < until_ms) {
      fill(ballast, data_dir)
      const created = await fetch(`${server.base_url}/v1/matters/create`, {
        method: "POST",
        headers: { authorization: `Token ${installation.token}`, "content-type": "application/json" },
        body: JSON.stringify({ questionnaire_id: installation.questionnaire_id, matter_name: "Full" }),
      })
      await created.arrayBuffer()
      statuses[created.status] = (statuses[created.status] ?? 0) + 1
      const read = await fetch(`${server.base_url}/v1/matters`, {
        headers: { authorization: `Token ${installation.token}` },
      })
      await read.arrayBuffer()
      if (read.ok) reads += 1
      else if (read.status !== 503) faults.push(`a read got ${read.status}`)
      await sleep(50)
    }
    truncateSync(ballast, 0)
    const freed_ms = performance.now()
    const before = ledger.acknowledged
    while (ledger.acknowledged < before + 20) {
      if (performance.now() - freed_ms > 60_000) throw new Error(`Writing did not go on:\n${server.tail()}`)
      await sleep(25)
    }
    const again_ms = Math.round(performance.now() - freed_ms)
    ending.abort()
    await writing
    if (!statuses[507]) faults.push(`no write was refused with 507: ${JSON.stringify(statuses)}`)
    if (statuses[500]) faults.push(`${statuses[500]} writes got 500`)
    const verdict = await verify(server.base_url, installation, ledger)
    // Those that were created here while there was a little room are not in the ledger and share a name.
    const others = verdict.faults.filter(
      (fault) => !fault.startsWith("doubled: ") || !fault.endsWith(" matters"),
    )
    return {
      faults: [...faults, ...others],
      counts: {
        ...Object.fromEntries(
          Object.entries(statuses).map(([status, count]) => [`writes while full: ${status}`, count]),
        ),
        "reads while full": reads,
        "writes again after room was made, ms": again_ms,
        ...verdict.counts,
      },
    }
  } finally {
    ending.abort()
    await server.end()
    spawnSync("umount", ["-l", data_dir])
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Takes all the room there is. */
function fill(path: string, data_dir: string): void {
  const { bavail, bsize } = statfsSync(data_dir)
  if (bavail === 0) return
  try {
    writeFileSync(path, Buffer.alloc(Number(bavail * bsize)), { flag: "a" })
  } catch {
    // Somebody else took the last of it.
  }
}
