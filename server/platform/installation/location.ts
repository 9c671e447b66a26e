import { constants } from "node:fs"
import { access, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { listServers } from "../db/connections/primary.ts"
import type { FileStoreOptions } from "../files/store/file-store.ts"
import { keyFilePath } from "../secrets/master-keys.ts"
import { InstallationFault, reasonOf } from "./fault.ts"

/** How messages name the parts: the setting, and its value without passwords. */
export interface InstallationLocation {
  database: string
  store: string
  keys: string
}

interface Settings {
  data_dir: string
  database_url?: string | undefined
  master_keys?: string | undefined
  s3_bucket?: string | undefined
  s3_prefix?: string | undefined
  s3_endpoint?: string | undefined
  s3_region?: string | undefined
}

export function describeLocation(settings: Settings): InstallationLocation {
  const { data_dir, database_url, master_keys, s3_bucket, s3_prefix = "" } = settings
  const urls = listServers(database_url ?? "")
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
  return {
    database: database_url
      ? ["DATABASE_URL", ...urls.map(({ host, pathname }) => `${host}${pathname}`)].join(", ")
      : `embedded, in FOYER_DATA=${data_dir}`,
    store: s3_bucket
      ? `FOYER_S3_BUCKET=${s3_bucket}/${s3_prefix}`
      : `${filesFolder(data_dir)}, in FOYER_DATA`,
    keys: master_keys ? "FOYER_MASTER_KEYS" : keyFilePath(data_dir),
  }
}

/** Returns the store in the settings: a bucket, or else a folder in the data folder. */
export function storeOptions(settings: Settings): FileStoreOptions {
  const {
    data_dir,
    s3_bucket: bucket,
    s3_prefix: prefix,
    s3_endpoint: endpoint,
    s3_region: region,
  } = settings
  return { folder: filesFolder(data_dir), s3: bucket ? { bucket, prefix, endpoint, region } : undefined }
}

function filesFolder(data_dir: string): string {
  return join(data_dir, "files")
}

/** Throws `InstallationFault` unless the data folder, or its parent if it does not exist, is writable. */
export async function checkDataFolder(data_dir: string): Promise<void> {
  for (let path = data_dir; ; path = dirname(path)) {
    try {
      return await access(path, constants.W_OK | constants.X_OK)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT"
      if (isMissing && dirname(path) !== path) continue
      throw notWritable(data_dir, error)
    }
  }
}

/** Creates a missing data folder, accessible only by its owner. Throws `InstallationFault`. */
export async function createDataFolder(data_dir: string): Promise<void> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw notWritable(data_dir, error)
  })
}

function notWritable(data_dir: string, error: unknown): InstallationFault {
  return new InstallationFault(
    `The data folder (FOYER_DATA=${data_dir}) cannot be written to: ${reasonOf(error)}. Give Foyer's user write access, or use another folder.`,
  )
}
