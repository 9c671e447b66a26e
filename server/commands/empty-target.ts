import type { Config } from "../config.ts"
import { openDatabaseConnections } from "../database-connections.ts"
import type { DatabaseTarget } from "../platform/db/connections/connect-database.ts"
import { openFileStore } from "../platform/files/store/file-store.ts"
import type { FileStore } from "../platform/files/store/store.ts"
import {
  checkDataFolder,
  createDataFolder,
  describeLocation,
  type InstallationLocation,
  storeOptions,
} from "../platform/installation/location.ts"

/** The location of a new installation. `connect` creates the first file or folder in it. */
export interface EmptyTarget {
  files: FileStore
  location: InstallationLocation
  connect(): Promise<DatabaseTarget>
  close(): Promise<void>
}

/** Opens the target of a restore. */
export async function openEmptyTarget(config: Config): Promise<EmptyTarget> {
  await checkDataFolder(config.data_dir)
  const closing = new AsyncDisposableStack()
  return {
    files: await openFileStore(storeOptions(config)),
    location: describeLocation(config),
    connect: async () => {
      const connections = await openDatabaseConnections(config, true, () => undefined)
      closing.defer(() => connections.close())
      await createDataFolder(config.data_dir)
      return connections.direct
    },
    close: () => closing.disposeAsync(),
  }
}
