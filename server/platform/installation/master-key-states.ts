// The life of a master key: it opens, then it seals, then it only opens, then it is retired.
import { hostname } from "node:os"
import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { canaryOf, type KnownKey } from "./known-keys.ts"

export interface MasterKeyRow extends Omit<KnownKey, "canary_sealed"> {
  added_at: Date
  retired_at: Date | null
}

/** Every key this installation ever had, oldest first. */
export function listMasterKeys(tx: Tx): Promise<MasterKeyRow[]> {
  return tx.all(
    sql`select id, state, added_at, seals_since, retired_at from master_keys order by added_at, id`,
  )
}

/** Writes down keys of the ring that are new. */
export async function recordNewKeys(tx: Tx, ring: KeyRing, installation_id: string): Promise<void> {
  for (const id of ring.key_ids)
    await tx.run(sql`
      insert into master_keys (id, canary_sealed) values (${id}, ${canaryOf(ring, id, installation_id)})
      on conflict (id) do nothing`)
}

/** From now on this key seals, in every process as soon as it looks. */
export async function markSealing(tx: Tx, key_id: string): Promise<void> {
  await tx.run(sql`update master_keys set state = 'opens' where state = 'seals'`)
  await tx.one(sql`
    update master_keys set state = 'seals', seals_since = now() where id = ${key_id} and state = 'opens' returning id`)
}

/** From now on nothing needs this key. */
export async function markRetired(tx: Tx, key_id: string): Promise<void> {
  await tx.one(sql`
    update master_keys set state = 'retired', retired_at = now() where id = ${key_id} and state = 'opens' returning id`)
}

export interface Process {
  host: string
  pid: number
  key_ids: string[]
  seals_with: string
}

/** The other processes that work on this database now: those that were heard of within the last minute. */
export async function listOtherProcesses(tx: Tx): Promise<Process[]> {
  const rows = await tx.all<Process>(sql`
    select host, pid, key_ids, seals_with from processes where seen_at > now() - interval '1 minute' order by 1, 2`)
  return rows.filter(({ host, pid }) => host !== hostname() || pid !== process.pid)
}

/** Forgets processes that ended without saying so. */
export async function removeGoneProcesses(tx: Tx): Promise<void> {
  await tx.run(sql`delete from processes where seen_at < now() - interval '1 day'`)
}
