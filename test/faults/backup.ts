// Takes a backup while eight writers write, then loses the machine: everything acknowledged before the backup began is
// there after the restore, into an embedded database although it came from an external one.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { program } from "../harness/foyer-program.ts"
import { prepareInstallation } from "./installation.ts"
import { type Ledger, newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

export function backUpUnderWriters({ write_ms }: { write_ms: number }): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const [data_dir, restored_dir, backup] = [newFolder("data"), newFolder("restored"), newFolder("backup")]
    const common = { NODE_ENV: "test", FOYER_API_RATE_LIMIT: "0" }
    const settings = { ...common, FOYER_DATA: data_dir, DATABASE_URL: url }
    const server = await newServerProcess(settings)
    const ledger = newLedger()
    const ending = new AbortController()
    const restored = await newServerProcess({ ...common, FOYER_DATA: restored_dir, DATABASE_URL: "" })
    try {
      await server.start()
      const installation = await prepareInstallation(settings)
      const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
      await sleep(write_ms)
      const before = snapshotOf(ledger)
      const backed_up_ms = await run(["backup", backup], settings)
      const checked_ms = await run(["restore", "--check", backup], settings)
      ending.abort()
      await writing
      const verdict = await verify(server.base_url, installation, ledger)
      await server.end()
      cpSync(join(data_dir, "master.key"), join(restored_dir, "master.key"))
      const restored_ms = await run(["restore", backup], {
        ...common,
        FOYER_DATA: restored_dir,
        DATABASE_URL: "",
      })
      await restored.start()
      const after = await verify(restored.base_url, installation, before())
      return {
        ...verdict,
        kills: 0,
        lost: [...verdict.lost, ...after.lost.map((line) => `after the restore: ${line}`)],
        wrong: [...verdict.wrong, ...after.wrong.map((line) => `after the restore: ${line}`)],
        slow: [],
        figures: {
          ...verdict.figures,
          "matters owed after the restore": before().created.size,
          "files owed after the restore": before().uploaded.size,
          "backup, ms": backed_up_ms,
          "check, ms": checked_ms,
          "restore, ms": restored_ms,
        },
      }
    } finally {
      ending.abort()
      await server.end()
      await restored.end()
      for (const folder of [data_dir, restored_dir, backup]) rmSync(folder, { recursive: true, force: true })
    }
  })
}

/**
 * Copies what has been acknowledged so far, to verify once the writers have ended. Writes during the backup may be in
 * it or not; earlier ones must not be lost.
 */
function snapshotOf(ledger: Ledger): () => Ledger {
  const created = new Map(ledger.created)
  const uploaded = new Map(ledger.uploaded)
  const submitted = new Set(ledger.submitted)
  const saved = [...ledger.saved].map(([id, { acknowledged, attempted }]) => ({
    id,
    acknowledged,
    from: attempted.indexOf(acknowledged),
  }))
  return () => ({
    ...ledger,
    wrong: [],
    created,
    uploaded,
    submitted,
    saved: new Map(
      saved.map(({ id, acknowledged, from }) => {
        const attempted = ledger.saved.get(id)?.attempted ?? []
        return [id, { acknowledged, possible: new Set(attempted.slice(Math.max(0, from))), attempted }]
      }),
    ),
  })
}

/** Runs a Foyer command while the writers write; returns its duration in milliseconds. */
async function run(words: readonly string[], settings: Record<string, string>): Promise<number> {
  const begun_ms = performance.now()
  const child = spawn(process.execPath, [...program, ...words], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output += text
    })
  }
  const [code] = (await once(child, "close")) as [number | null]
  if (code !== 0) throw new Error(`foyer ${words.join(" ")} ended with ${code}:\n${output}`)
  return Math.round(performance.now() - begun_ms)
}
