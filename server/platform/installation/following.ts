// Every process records which master keys it holds, and switches to the key that the database says encrypts.
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { Database } from "../db/database.ts"
import { sql, type Tx } from "../db/sql.ts"
import type { Logger } from "../log.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { removeGoneProcesses } from "./master-key-states.ts"

const every_ms = 5_000

export interface Following {
  close(): Promise<void>
}

/** Polls until it is closed, and retries while the database is down. */
export async function followKeys({
  db,
  ring,
  log,
}: {
  db: Database
  ring: KeyRing
  log: Logger
}): Promise<Following> {
  const id = randomUUID()
  const report = async () => {
    const before = ring.current_key_id
    await db.forPlatform((tx) => reportKeys(tx, ring, id))
    const key_id = ring.current_key_id
    if (key_id !== before) log.info({ key_id }, "a new master key encrypts from now on")
  }
  await report()
  await db.forPlatform(removeGoneProcesses)
  const timer = setInterval(() => {
    report().catch((error: unknown) =>
      log.warn({ err: error }, "could not compare the master keys with the database"),
    )
  }, every_ms)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await db.forPlatform((tx) => tx.run(sql`delete from processes where id = ${id}`)).catch(() => undefined)
    },
  }
}

/** Records the keys of this process, and switches to the one that the database names. Throws `UnknownMasterKey`. */
export async function reportKeys(tx: Tx, ring: KeyRing, id: string): Promise<void> {
  ring.reload()
  const sealing = await tx.maybe<{ id: string }>(sql`select id from master_keys where state = 'seals'`)
  if (sealing && sealing.id !== ring.current_key_id) ring.useKey(sealing.id)
  await tx.run(sql`
    insert into processes (id, host, pid, key_ids, seals_with)
    values (${id}, ${hostname()}, ${process.pid}, ${[...ring.key_ids]}, ${ring.current_key_id})
    on conflict (id) do update
       set key_ids = excluded.key_ids, seals_with = excluded.seals_with, seen_at = now()`)
}
