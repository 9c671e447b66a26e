// Every process records which master keys it holds, and switches to the key that the database says encrypts.
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { Database, Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
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
  obeys = true,
}: {
  db: Database
  ring: KeyRing
  log: Logger
  /** Whether this database decides which key encrypts: with several servers, the first one does. */
  obeys?: boolean
}): Promise<Following> {
  const id = randomUUID()
  const report = async () => {
    const before = ring.current_key_id
    await db.forPlatform((tx) => reportKeys(tx, ring, id, obeys))
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

/** Starts following once the server is open. Returns the function that stops it. */
export async function followWhenOpen(
  opened: Promise<void>,
  options: Parameters<typeof followKeys>[0],
): Promise<() => Promise<void>> {
  // Follow an open server before anything is encrypted.
  const following = opened.then(() => followKeys(options))
  following.catch((error: unknown) =>
    options.log.warn({ err: error }, "could not compare the master keys with the database"),
  )
  let last: Following | undefined
  void following.then(
    (one) => {
      last = one
    },
    () => undefined,
  )
  if (options.obeys !== false) await following
  return async () => last?.close()
}

/** Records the keys of this process and, if this database decides, switches to the key it names. Throws `UnknownMasterKey`. */
export async function reportKeys(tx: Tx, ring: KeyRing, id: string, obeys = true): Promise<void> {
  ring.reload()
  const sealing =
    obeys && (await tx.maybe<{ id: string }>(sql`select id from master_keys where state = 'seals'`))
  if (sealing && sealing.id !== ring.current_key_id) ring.useKey(sealing.id)
  await tx.run(sql`
    insert into processes (id, host, pid, key_ids, seals_with)
    values (${id}, ${hostname()}, ${process.pid}, ${[...ring.key_ids]}, ${ring.current_key_id})
    on conflict (id) do update
       set key_ids = excluded.key_ids, seals_with = excluded.seals_with, seen_at = now()`)
}
