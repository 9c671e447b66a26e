import type { FastifyBaseLogger } from "fastify"
import type { Config } from "./config.ts"
import type { FiltersWith } from "./intake/matters/list/list.ts"
import type { Database } from "./platform/db/database.ts"
import type { FileStore } from "./platform/files/store/store.ts"
import type { Scanner } from "./platform/files/virus-scanner.ts"
import type { KeyRing } from "./platform/secrets/key-ring.ts"
import type { Assets } from "./web/ui/manifest.ts"

/** The dependencies of routes and jobs, opened by core.ts or by a test. */
export interface Parts {
  config: Config
  db: Database
  /** Identifies this installation; its file store carries the same id (`platform/installation`). */
  installation_id: string
  log: FastifyBaseLogger
  /** Encrypts stored secrets and signs links. */
  ring: KeyRing
  /** Stores uploaded files, encrypted. */
  files: FileStore
  /** Scans uploads for viruses, if the settings name a scanner. */
  scanner?: Scanner | undefined
  /** Style sheets and islands for the browser. */
  assets: Assets
  base_url: string
  /** The matters that wait for something, and those of people found: see follow-up/queues/follow-up.ts. */
  filtersWith: FiltersWith
}
