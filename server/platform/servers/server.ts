import type pg from "pg"
import type { Database } from "../db/database.ts"

/** One PostgreSQL, with whole firms on it. */
export interface Server {
  /** What the settings call it; the one of DATABASE_URL is "first". */
  name: string
  db: Database
  /** To the database itself, past any pooler: for the queue, locks, listening and copies of the whole. */
  connection: pg.PoolConfig
  /** False until it has answered, and been found fit, once. */
  isOpen(): boolean
  /** Settles when it is open. */
  opened: Promise<void>
}

/** The name of the server that DATABASE_URL leads to. */
export const first_server = "first"
