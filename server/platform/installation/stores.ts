// Checks whether a file store belongs to a database: it carries the id of the database's installation.
import type pg from "pg"
import type { DatabaseTarget } from "../db/connections/connect-database.ts"
import type { FileStore } from "../files/store/store.ts"
import { InstallationFault, reasonOf } from "./fault.ts"
import type { State } from "./known-keys.ts"
import type { InstallationLocation } from "./location.ts"
import { fresh, readAcrossFirms, withDatabase } from "./state.ts"

/** Enough firms to find one that still exists, even if others were deleted. */
const max_keys_looked_at = 1_000

/** Throws `InstallationFault` for a store of another or an unknown installation. */
export async function checkStore(
  files: FileStore,
  { is_fresh, installation_id }: State,
  way: DatabaseTarget | undefined,
  location: InstallationLocation,
): Promise<void> {
  const claim = await callStore(location, () => files.readClaim())
  if (claim !== undefined) {
    if (installation_id !== undefined && claimOf(claim) === installation_id) return
    throw new InstallationFault(
      `The file store (${location.store}) belongs to another installation than the database (${location.database}): ${claimOf(claim) ?? "its installation.json cannot be read"}, not ${installation_id ?? "a new one"}. Correct one of the two settings.`,
    )
  }
  const keys = await callStore(location, () => firstKeys(files))
  if (is_fresh || !way) return requireEmpty(keys, location)
  const { knows_files, knows_firm } = await withDatabase(way, (client) => compare(client, keys))
  if (keys.length > 0 && !knows_firm)
    throw new InstallationFault(
      `The file store (${location.store}) holds files of firms that the database (${location.database}) does not know. Correct one of the two settings.`,
    )
  if (keys.length === 0 && knows_files)
    throw new InstallationFault(
      `The file store (${location.store}) is empty, but the database (${location.database}) lists files in it. Correct the setting, or put the files back. If they are lost for good, confirm that by creating a file installation.json there that contains {"installation_id":"${installation_id ?? "…"}"}.`,
    )
}

/** The same check for a database that does not exist yet. */
export function checkStoreOfNew(files: FileStore, location: InstallationLocation): Promise<void> {
  return checkStore(files, fresh, undefined, location)
}

function requireEmpty(keys: readonly string[], location: InstallationLocation): void {
  if (keys.length > 0)
    throw new InstallationFault(
      `The file store (${location.store}) holds files, but the database (${location.database}) is new and knows none of them. Use the database they belong to, or an empty file store.`,
    )
}

/** Writes the installation's id to the store. Throws `InstallationFault` if it belongs to another one or is not writable. */
export async function claimStore(
  files: FileStore,
  installation_id: string,
  location: Pick<InstallationLocation, "store">,
): Promise<void> {
  // Reads first, so that a server starts on a full store too.
  const claim = await callStore(
    location,
    async () => (await files.readClaim()) ?? (await files.claim(`${JSON.stringify({ installation_id })}\n`)),
  )
  if (claimOf(claim) !== installation_id)
    throw new InstallationFault(
      `The file store (${location.store}) belongs to another installation: ${claimOf(claim) ?? "its installation.json cannot be read"}, not ${installation_id}. Use a separate file store for each.`,
    )
}

/** Returns the id that a store carries; undefined if there is none, or it is malformed. */
export function claimOf(text: string | undefined): string | undefined {
  try {
    const { installation_id } = JSON.parse(text ?? "") as { installation_id?: unknown }
    return typeof installation_id === "string" ? installation_id : undefined
  } catch {
    return undefined
  }
}

async function firstKeys(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list("")) {
    keys.push(key)
    if (keys.length === max_keys_looked_at) break
  }
  return keys
}

async function callStore<T>(
  { store }: Pick<InstallationLocation, "store">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new InstallationFault(
      `The file store (${store}) cannot be used: ${reasonOf(error)}. Check the setting, and that Foyer may read and write there.`,
    )
  }
}

/** A file's key contains its firm's id, which is unique across installations. */
async function compare(
  client: pg.Client,
  keys: readonly string[],
): Promise<{ knows_files: boolean; knows_firm: boolean }> {
  const firm_ids = [
    ...new Set(keys.flatMap((key) => key.split("/").filter((name) => name.startsWith("firm_")))),
  ]
  const rows = await readAcrossFirms<{ knows_files: boolean; knows_firm: boolean }>(
    client,
    `select exists (select from documents where removed_at is null)
         or exists (select from firms where logo_file is not null) as knows_files,
            exists (select from firms where id = any($1)) as knows_firm`,
    [firm_ids],
  )
  return rows[0] ?? { knows_files: false, knows_firm: false }
}
