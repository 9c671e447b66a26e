import type pg from "pg"
import type { Config } from "../config.ts"
import { Closing } from "../platform/closing.ts"
import { openConnection } from "../platform/db/connection.ts"
import { type FileStore, openFileStore } from "../platform/files/file_store.ts"
import {
  checkDataFolder,
  createDataFolder,
  describePlace,
  type Place,
  storeOptions,
} from "../platform/installation/place.ts"

/** The place of an installation that is yet to be: nothing is created in it before `connect`. */
export interface EmptyPlace {
  files: FileStore
  place: Place
  connect(): Promise<pg.PoolConfig>
  close(): Promise<void>
}

/** What a restore fills. */
export async function openEmptyPlace(config: Config): Promise<EmptyPlace> {
  await checkDataFolder(config.data_dir)
  const closing = new Closing()
  return {
    files: await openFileStore(storeOptions(config)),
    place: describePlace(config),
    connect: async () => {
      const connection = await openConnection(config, true, closing, () => undefined)
      await createDataFolder(config.data_dir)
      return connection
    },
    close: () => closing.run(),
  }
}
