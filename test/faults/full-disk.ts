// Fills the disk while eight writers write: writes are refused with 507, reads continue, and writes resume once there
// is space.
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Installation, prepareInstallation } from "./installation.ts"
import { type Ledger, newLedger } from "./ledger.ts"
import { leftOut, type Outcome } from "./outcome.ts"
import { newFolder } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

/** Must mount a small disk, which only root may do. */
export async function fillDisk({ full_ms }: { full_ms: number }): Promise<Outcome> {
  const data_dir = newFolder("disk")
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=755", "tmpfs", data_dir])
  if (mounted.status !== 0) {
    rmSync(data_dir, { recursive: true, force: true })
    return leftOut("a small disk cannot be mounted here: run it as root")
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
    const counts = { refused: 0, stored: 0, read: 0, not_read: 0 }
    const until_ms = performance.now() + full_ms
    while (performance.now() < until_ms) {
      fill(ballast, data_dir)
      const created = await createMatter(server.base_url, installation, ledger)
      if (created === 507) counts.refused += 1
      else if (created === 201) counts.stored += 1
      else if (created !== 503) ledger.wrong.push(`a write was answered with ${created}`)
      const read = await listMatters(server.base_url, installation)
      if (read === 200) counts.read += 1
      else if (read === 503) counts.not_read += 1
      else ledger.wrong.push(`a reading was answered with ${read}`)
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
    const verdict = await verify(server.base_url, installation, ledger)
    if (counts.refused === 0) verdict.wrong.push("no write was refused with 507")
    if (counts.not_read > counts.read) verdict.wrong.push("most reads were refused")
    if (!server.isRunning()) verdict.wrong.push("the server ended by itself")
    return {
      ...verdict,
      kills: 0,
      slow: [],
      figures: {
        "refused with 507 while full": counts.refused,
        "stored in the last of the room": counts.stored,
        "reads answered while full": counts.read,
        "reads refused with 503 while full": counts.not_read,
        "writes again after room was made, ms": again_ms,
        ...verdict.figures,
      },
    }
  } finally {
    ending.abort()
    await server.end()
    spawnSync("umount", ["-l", data_dir])
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Writes and returns the status; what is stored counts as acknowledged like every other write. */
async function createMatter(
  base_url: string,
  { token, questionnaire_id }: Installation,
  ledger: Ledger,
): Promise<number> {
  const name = `full-${randomUUID()}`
  const response = await fetch(`${base_url}/v1/matters/create`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ questionnaire_id, matter_name: name }),
  })
  const text = await response.text()
  if (response.status === 201) {
    ledger.created.set((JSON.parse(text) as { id: string }).id, name)
    ledger.acknowledged += 1
  }
  return response.status
}

async function listMatters(base_url: string, { token }: Installation): Promise<number> {
  const response = await fetch(`${base_url}/v1/matters`, { headers: { authorization: `Token ${token}` } })
  await response.arrayBuffer()
  return response.status
}

/** Uses up all remaining space. */
function fill(path: string, data_dir: string): void {
  const { bavail, bsize } = statfsSync(data_dir)
  if (bavail === 0) return
  try {
    writeFileSync(path, Buffer.alloc(Number(bavail * bsize)), { flag: "a" })
  } catch {
    // Another writer took the last of it.
  }
}
