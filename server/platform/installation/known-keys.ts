// Which master keys the installation needs, and whether the ring has them: each leaves a text sealed under itself.
import type pg from "pg"
import { findKeyRing, type KeyRing, type KeyRingOptions } from "../secrets/key-ring.ts"
import { InstallationFault } from "./fault.ts"
import type { InstallationLocation } from "./location.ts"

export interface KnownKey {
  id: string
  state: "opens" | "seals" | "retired"
  canary_sealed: string
  /** Null: it has sealed nothing yet. */
  seals_since: Date | null
}

const context = "canary:installation"

/** A text that only this key opens. Throws `UnknownMasterKey`. */
export function canaryOf(ring: KeyRing, key_id: string, installation_id: string): string {
  return ring.sealUnder(key_id, installation_id, context)
}

/** Throws `InstallationFault` unless every key that sealed data may need is there and is the very one. */
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
      `The master key is missing: there is no ${location.keys}. Put the original file back, or set FOYER_MASTER_KEYS; a new key would open nothing of what this database holds.`,
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
        `The master key "${key.id}" in ${location.keys} bears the right name, but is not the key that this database was sealed with. Put the original key back.`,
      )
}

function opens(ring: KeyRing, { canary_sealed }: KnownKey): boolean {
  try {
    return ring.open(canary_sealed, context) !== ""
  } catch {
    return false
  }
}

/** Writes down keys of the ring that were not known. No process starts without one that may have sealed something. */
export async function recordKeys(
  client: pg.Client,
  ring: KeyRing,
  installation_id: string,
  known: readonly KnownKey[],
): Promise<void> {
  // The keys of the first start may all have sealed something; one that is added later has not yet.
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

/** What the database says of its installation. */
export interface State {
  /** Its tables have yet to be created. */
  is_fresh: boolean
  /** Undefined in a fresh database, and in one from before installations had an id. */
  installation_id: string | undefined
  keys: KnownKey[]
  /** Names of the keys that sealed something, where the installation has yet to be written down. */
  keys_in_use: string[]
}
