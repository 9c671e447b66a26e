// A database with the demo, its files, and its keys, copied from the one that the first process to need it creates,
// because loading the demo costs five seconds of a core.
import { existsSync } from "node:fs"
import { cp, mkdtemp, rename } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before } from "node:test"
import pg from "pg"
import { type Demo, loadDemo } from "../../demo/load.ts"
import { createNamedDatabase, createOwnDatabase, type OwnDatabase } from "./own-database.ts"
import { openTestService, type TestService, type TestServiceOptions } from "./service.ts"

export interface DemoDatabase extends OwnDatabase {
  /** For the service opened on it, which removes it. */
  data_dir?: string
}

/** Set by the test run: the folder with the files and keys of its demo. */
const prepared_data = process.env.PREPARED_DEMO
const prepared_name = "foyer_demo"

/** Called at the top of a test file: a service with a demo of its own, open while its tests run. */
export function provideDemo(options?: TestServiceOptions): { service: TestService; demo: Demo } {
  const service = {} as TestService
  const demo = {} as Demo
  let drop: DemoDatabase["drop"]
  before(async () => {
    const { url: database_url, data_dir, ...database } = await createDemoDatabase()
    drop = database.drop
    Object.assign(service, await openTestService({ ...options, database_url, data_dir }))
    Object.assign(demo, await loadDemo(service))
  })
  after(async () => {
    await service.close()
    await drop()
  })
  return { service, demo }
}

/** Creates a separate database in which `loadDemo` finds the demo; outside a test run, `loadDemo` loads it. */
export async function createDemoDatabase(): Promise<DemoDatabase> {
  if (!prepared_data) return createOwnDatabase()
  await prepareOnce(prepared_data)
  const data_dir = await mkdtemp(join(tmpdir(), "foyer-test-"))
  await cp(prepared_data, data_dir, { recursive: true })
  return { ...(await createOwnDatabase(prepared_name)), data_dir }
}

/** Creates the database last, so that data exist once it does; other processes that need it wait. */
async function prepareOnce(data: string): Promise<void> {
  if (existsSync(data)) return
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('demo of the tests'))")
    if (!existsSync(data)) await prepare(data)
  } finally {
    await client.end()
  }
}

async function prepare(data: string): Promise<void> {
  const database = await createNamedDatabase(prepared_name)
  const service = await openTestService({ database_url: database.url })
  const draft = `${data}-draft`
  try {
    await loadDemo(service)
    await cp(service.config.data_dir, draft, { recursive: true })
  } finally {
    await service.close()
  }
  await rename(draft, data)
}
