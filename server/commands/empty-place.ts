import type { Config } from "../config.ts"
import { openWays } from "../database-ways.ts"
import { Closing } from "../platform/closing.ts"
import type { Way } from "../platform/db/reaching.ts"
import { openFileStore } from "../platform/files/file-store.ts"
import type { FileStore } from "../platform/files/store.ts"
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
  connect(): Promise<Way>
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
      const ways = await openWays(config, true, () => undefined)
      closing.add(() => ways.close())
      await createDataFolder(config.data_dir)
      return ways.direct
    },
    close: () => closing.run(),
  }
}
