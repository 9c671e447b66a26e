import type pg from "pg"
import type { Database } from "../db/database.ts"

/** A PostgreSQL server with complete firms. */
export interface Server {
  /** Its name in the settings; the one in DATABASE_URL is "first". */
  name: string
  db: Database
  /** Connects directly, past any pooler: for the job queue, locks, LISTEN and backups. */
  connection: pg.PoolConfig
  /** False until it has been reached and checked once. */
  isOpen(): boolean
  /** Resolves when it is open. */
  opened: Promise<void>
}

/** The name of the server in DATABASE_URL. */
export const first_server = "first"
