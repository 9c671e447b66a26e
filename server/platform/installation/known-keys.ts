// Checks that the ring has the master keys the installation needs. Each key leaves a probe: a text encrypted with it.
import type pg from "pg"
import { findKeyRing, type KeyRing, type KeyRingOptions } from "../secrets/key-ring.ts"
import { InstallationFault } from "./fault.ts"
import type { InstallationLocation } from "./location.ts"

export interface KnownKey {
  id: string
  state: "opens" | "seals" | "retired"
  canary_sealed: string
  /** Null if it has not encrypted anything yet. */
  seals_since: Date | null
}

const context = "canary:installation"

/** A text that only this key decrypts. Throws `UnknownMasterKey`. */
export function canaryOf(ring: KeyRing, key_id: string, installation_id: string): string {
  return ring.sealUnder(key_id, installation_id, context)
}

/** Throws `InstallationFault` unless the ring has every key that stored data may need, with the same bytes. */
export async function checkKeys(
  options: KeyRingOptions & { location: Pick<InstallationLocation, "keys"> },
  { installation_id, keys, keys_in_use }: State,
): Promise<void> {
  const { location } = options
  const ring = await findKeyRing(options)
  const live = keys.filter(({ state }) => state !== "retired")
  const needed = live.filter(({ seals_since }) => seals_since !== null)
  const needed_ids = [...needed.map(({ id }) => id), ...keys_in_use]
  if (!ring) {
    if (installation_id === undefined && needed_ids.length === 0) return
    throw new InstallationFault(
      `The master key is missing: there is no ${location.keys}. Put the original file back, or set FOYER_MASTER_KEYS; a new key could not decrypt anything in this database.`,
    )
  }
  const missing = needed_ids.filter((id) => !ring.key_ids.includes(id)).map((id) => `"${id}"`)
  if (missing.length > 0)
    throw new InstallationFault(
      `${location.keys} lacks the master ${missing.length === 1 ? "key" : "keys"} ${missing.join(", ")}, which this database needs. Add what is missing, or put the original keys back.`,
    )
  for (const key of live)
    if (ring.key_ids.includes(key.id) && !opens(ring, key))
      throw new InstallationFault(
        `The master key "${key.id}" in ${location.keys} has the right name, but is not the key that encrypted this database. Put the original key back.`,
      )
}

function opens(ring: KeyRing, { canary_sealed }: KnownKey): boolean {
  try {
    return ring.open(canary_sealed, context) !== ""
  } catch {
    return false
  }
}

/** Records keys of the ring that are new. No process starts without a recorded key that may have encrypted something. */
export async function recordKeys(
  client: pg.Client,
  ring: KeyRing,
  installation_id: string,
  known: readonly KnownKey[],
): Promise<void> {
  // All keys of the first start may have encrypted something; one added later has not yet.
  const isFirst = known.length === 0
  for (const id of ring.key_ids) {
    if (known.some((key) => key.id === id)) continue
    const state = isFirst && id === ring.current_key_id ? "seals" : "opens"
    await client.query(
      `insert into master_keys (id, state, canary_sealed, seals_since)
       values ($1, $2, $3, case when $4 then now() end)`,
      [id, state, canaryOf(ring, id, installation_id), isFirst],
    )
  }
}

/** The installation as recorded in the database. */
export interface State {
  /** The tables do not exist yet. */
  is_fresh: boolean
  /** Undefined in a new database, and in one from before installations had an id. */
  installation_id: string | undefined
  keys: KnownKey[]
  /** The keys that encrypted something, if the installation has not been recorded yet. */
  keys_in_use: string[]
}
