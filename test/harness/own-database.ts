// A separate database for a test file that acts on all firms at once and would disturb other files' tests.
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"

export interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * Creates a database without firms on the server of DATABASE_URL, as a copy of one that already has the tables, because
 * creating them takes seconds. Outside a test run, the service that opens it creates them.
 */
export function createOwnDatabase(template = process.env.PREPARED_DATABASE): Promise<OwnDatabase> {
  return create({ template })
}

/** Creates an empty database. */
export function createEmptyDatabase(): Promise<OwnDatabase> {
  return create({})
}

/** Creates it under a name from which others can copy it. */
export function createNamedDatabase(name: string): Promise<OwnDatabase> {
  return create({ template: process.env.PREPARED_DATABASE, name })
}

async function create({
  template,
  name = `foyer_own_${randomBytes(6).toString("hex")}`,
}: {
  template?: string | undefined
  name?: string
}): Promise<OwnDatabase> {
  const shared = process.env.DATABASE_URL ?? ""
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: shared })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await execute(`create database ${name}${template ? ` template ${template}` : ""}`)
  return {
    url: shared.replace(/\/[^/?]*(\?|$)/, `/${name}$1`),
    drop: () => dropWhenFree(() => execute(`drop database ${name} with (force)`)),
  }
}

/** PostgreSQL's autovacuum may be running in it, which no ordinary role may terminate. */
async function dropWhenFree(drop: () => Promise<void>, attempts = 40): Promise<void> {
  try {
    await drop()
  } catch (error) {
    if (attempts <= 1) throw error
    await sleep(250)
    await dropWhenFree(drop, attempts - 1)
  }
}
