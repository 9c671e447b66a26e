// A database of a test file's own, for what acts on all firms at once and would meddle with other files' tests.
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"

export interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * Makes a database without a firm beside the one in DATABASE_URL, by copying one whose tables are there already: making
 * them costs seconds. Outside a run of the tests, whoever opens it makes them.
 */
export function createOwnDatabase(template = process.env.PREPARED_DATABASE): Promise<OwnDatabase> {
  return create({ template })
}

/** Makes a database with nothing in it. */
export function createEmptyDatabase(): Promise<OwnDatabase> {
  return create({})
}

/** Makes it under a name that others can copy it by. */
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

/** PostgreSQL's own vacuum may be at work in it, which no ordinary role may end. */
async function dropWhenFree(drop: () => Promise<void>, attempts = 40): Promise<void> {
  try {
    await drop()
  } catch (error) {
    if (attempts <= 1) throw error
    await sleep(250)
    await dropWhenFree(drop, attempts - 1)
  }
}
