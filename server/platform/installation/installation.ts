// An installation ties together a database, a file store and the master keys. Each records the installation's id, and
// no process runs with mismatched parts, so that it never sweeps another installation's files or encrypts with a key
// nobody else has.
import type pg from "pg"
import type { DatabaseTarget } from "../db/connections/connect-database.ts"
import type { FileStore } from "../files/store/store.ts"
import { newId } from "../ids.ts"
import { type KeyRing, type KeyRingOptions, openKeyRing } from "../secrets/key-ring.ts"
import { InstallationFault } from "./fault.ts"
import { checkKeys, type KnownKey, recordKeys } from "./known-keys.ts"
import type { InstallationLocation } from "./location.ts"
import { readInstallation, withDatabase } from "./state.ts"
import { checkStore, claimOf, claimStore } from "./stores.ts"

export interface InstallationOptions extends KeyRingOptions {
  /** Direct, past any pooler. */
  way: DatabaseTarget
  files: FileStore
  /** How error messages name the parts. */
  location: InstallationLocation
  /** Whether to throw if there is none, instead of creating it; then nothing is written. */
  isExisting?: boolean
  /** Brings the tables up to date, or checks them; called once the parts are known to belong together. */
  prepare: () => Promise<unknown>
}

export interface Installation {
  /** `installation_…`, the same in the database and in the store. */
  installation_id: string
  ring: KeyRing
}

/**
 * Checks that database, store and keys belong to the same installation, and creates or adopts it if the database has
 * none yet. Any number of processes may call it at once. Throws `InstallationFault`, having changed nothing.
 */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { way, files, location, prepare } = options
  const state = await withDatabase(way, readInstallation)
  const { isExisting = false } = options
  if (isExisting && state.installation_id === undefined) throw noInstallation(location)
  await checkStore(files, state, way, location)
  await checkKeys(options, state)
  await prepare()
  if (isExisting && state.installation_id !== undefined)
    return { installation_id: state.installation_id, ring: await openRing(options, state.keys) }
  // The first process creates it; the others wait here and then find it.
  const installation = await withDatabase(way, (client) => resolveInstallation(client, options))
  await claimStore(files, installation.installation_id, location)
  return installation
}

async function resolveInstallation(client: pg.Client, options: InstallationOptions): Promise<Installation> {
  await client.query("lock table installation in share row exclusive mode")
  const state = await readInstallation(client)
  await checkKeys(options, state)
  const ring = await openKeyRing(options)
  const installation_id = state.installation_id ?? newId("installation")
  if (state.installation_id === undefined)
    await client.query("insert into installation (id) values ($1)", [installation_id])
  await recordKeys(client, ring, installation_id, state.keys)
  const { rows } = await client.query<{ id: string }>("select id from master_keys where state = 'seals'")
  if (rows[0]) ring.useKey(rows[0].id)
  return { installation_id, ring }
}

/** Opens the recorded keys, and encrypts with the one that the database names. */
async function openRing(options: KeyRingOptions, keys: readonly KnownKey[]): Promise<KeyRing> {
  const ring = await openKeyRing(options)
  const sealing = keys.find(({ state }) => state === "seals")
  if (sealing) ring.useKey(sealing.id)
  return ring
}

/** For commands that only work on an installation, and must not create one. */
export function noInstallation({ database }: InstallationLocation): InstallationFault {
  return new InstallationFault(
    `There is no Foyer installation yet (database: ${database}). Set FOYER_DATA or DATABASE_URL to the installation's, or create one with foyer firm create or foyer serve.`,
  )
}

/** Throws unless the store carries this installation's id. Call it before removing files. */
export async function requireOwnStore(files: FileStore, installation_id: string): Promise<void> {
  const claim = await files.readClaim()
  if (claimOf(claim) !== installation_id)
    throw new Error(
      `The file store is not this installation's: it ${claim ? `belongs to ${claimOf(claim) ?? "an unknown installation"}` : "has no installation.json"}, not ${installation_id}. Nothing was removed.`,
    )
}
