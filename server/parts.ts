import type { FastifyBaseLogger } from "fastify"
import type { Config } from "./config.ts"
import type { Database } from "./platform/db/database.ts"
import type { FileStore } from "./platform/files/store.ts"
import type { Scanner } from "./platform/files/virus-scanner.ts"
import type { KeyRing } from "./platform/secrets/key-ring.ts"
import type { Assets } from "./ui/manifest.ts"

/** What routes stand on: opened by service.ts, or by a test. */
export interface Parts {
  config: Config
  db: Database
  /** Names this installation; its file store carries the same id (`platform/installation`). */
  installation_id: string
  log: FastifyBaseLogger
  /** Encrypts stored secrets, signs links. */
  ring: KeyRing
  /** Where uploaded files lie, encrypted. */
  files: FileStore
  /** Scans what clients upload, where the settings name a scanner. */
  scanner?: Scanner | undefined
  /** What browsers load: style sheets and islands. */
  assets: Assets
  base_url: string
}
