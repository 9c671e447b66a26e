// The lifecycle of a master key: first it only decrypts, then it encrypts, then it only decrypts again, then it is
// retired.
import { hostname } from "node:os"
import { sql, type Tx } from "../db/sql.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { canaryOf, type KnownKey } from "./known-keys.ts"

export interface MasterKeyRow extends Omit<KnownKey, "canary_sealed"> {
  added_at: Date
  retired_at: Date | null
}

/** Returns every key this installation has ever had, oldest first. */
export function listMasterKeys(tx: Tx): Promise<MasterKeyRow[]> {
  return tx.all(
    sql`select id, state, added_at, seals_since, retired_at from master_keys order by added_at, id`,
  )
}

/** Records new keys of the ring. */
export async function recordNewKeys(tx: Tx, ring: KeyRing, installation_id: string): Promise<void> {
  for (const id of ring.key_ids)
    await tx.run(sql`
      insert into master_keys (id, canary_sealed) values (${id}, ${canaryOf(ring, id, installation_id)})
      on conflict (id) do nothing`)
}

/** Makes this the key that encrypts. Processes switch to it when they next poll. */
export async function markSealing(tx: Tx, key_id: string): Promise<void> {
  await tx.run(sql`update master_keys set state = 'opens' where state = 'seals'`)
  await tx.one(sql`
    update master_keys set state = 'seals', seals_since = now() where id = ${key_id} and state = 'opens' returning id`)
}

/** Marks a key as retired: nothing needs it anymore. */
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

/** Returns the other processes that work on this database: those that reported within the last minute. */
export async function listOtherProcesses(tx: Tx): Promise<Process[]> {
  const rows = await tx.all<Process>(sql`
    select host, pid, key_ids, seals_with from processes where seen_at > now() - interval '1 minute' order by 1, 2`)
  return rows.filter(({ host, pid }) => host !== hostname() || pid !== process.pid)
}

/** Deletes processes that exited without reporting it. */
export async function removeGoneProcesses(tx: Tx): Promise<void> {
  await tx.run(sql`delete from processes where seen_at < now() - interval '1 day'`)
}
