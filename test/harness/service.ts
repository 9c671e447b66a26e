// For tests: the real database, the real application, and a new firm for each test.

import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before } from "node:test"
import { createApp } from "../../server/app.ts"
import { readConfig } from "../../server/config.ts"
import { createKey, type Scope, scopes } from "../../server/firm/access/api/keys.ts"
import { createFirm } from "../../server/firm/firms/firms.ts"
import { createStaff } from "../../server/firm/users/users.ts"
import { filtersWith } from "../../server/follow-up/queues/follow-up.ts"
import type { Parts } from "../../server/parts.ts"
import { type Clock, systemClock } from "../../server/platform/clock.ts"
import { findPooling } from "../../server/platform/db/connections/pooler.ts"
import { connectionTo } from "../../server/platform/db/connections/primary.ts"
import { type Actor, type Database, openDatabase, type Tx } from "../../server/platform/db/database.ts"
import type { Sql } from "../../server/platform/db/sql.ts"
import { faultCodes } from "../../server/platform/fault-codes.ts"
import { openFileStore } from "../../server/platform/files/store/file-store.ts"
import type { App } from "../../server/platform/http/app.ts"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { newId } from "../../server/platform/ids.ts"
import { openInstallation } from "../../server/platform/installation/installation.ts"
import { claimStore } from "../../server/platform/installation/stores.ts"
import { openLog } from "../../server/platform/log.ts"
import { openKeyRing } from "../../server/platform/secrets/key-ring.ts"
import { prepareDatabase } from "../../server/service.ts"
import { apiErrors } from "../../server/sites/reference/error-codes.ts"
import { openAssets } from "../../server/web/ui/assets.ts"
import { createOwnDatabase } from "./own-database.ts"
import { type Joined, shareInProcess } from "./shared.ts"

export interface TestService extends Parts {
  database_url: string
  app: App
  /** Creates a firm with an admin and a key with every scope. */
  newFirm(name?: string): Promise<TestFirm>
  close(): Promise<void>
}

export interface TestFirm {
  firm_id: string
  admin: Actor
  token: string
  /** Runs `work` as the firm’s admin, or as another user. */
  run<T>(work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>
  /** The same for one function and what it is given. */
  call<T, Given extends unknown[]>(
    work: (tx: Tx, ...given: Given) => Promise<T>,
    ...given: NoInfer<Given>
  ): Promise<T>
  /** The same for one statement; `write` returns how many rows it changed. */
  one<Row>(statement: Sql): Promise<Row>
  all<Row>(statement: Sql): Promise<Row[]>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  write(statement: Sql): Promise<number>
  newKey(scopes: readonly Scope[]): Promise<string>
  /** Sends one request to the application with the firm's key. */
  request(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the fields of arbitrary responses
  body: any
}

/** Checks once per process whether any source has changed. */
const assets = openAssets()

export interface TestServiceOptions {
  clock?: Clock
  /** A separate installation, for tests that act on all firms at once and would disturb other files' tests. */
  own_database?: boolean
  database_url?: string | undefined
  direct_database_url?: string
  /** The data folder of an existing installation; removed like any other in the end. */
  data_dir?: string | undefined
  /** Whether to listen, for a browser, at `base_url`. */
  listen?: boolean
  /** The host name in URLs; passkeys need a name instead of an IP address. */
  host?: "127.0.0.1" | "localhost"
  /** Emails go to a mail server, at which nothing listens: they stay queued. */
  is_mailing?: boolean
  /** More settings, by their environment names. */
  settings?: Record<string, string>
}

/** Called at the top of a test file: its service, open while its tests run. */
export function provideService(options?: TestServiceOptions): TestService {
  const service = {} as TestService
  const { open, leave } = joinService(options)
  before(async () => void Object.assign(service, await open()))
  after(leave)
  return service
}

/** The same for a firm, which all tests of the file share. */
export function provideFirm(service: TestService, name?: string): TestFirm {
  const firm = {} as TestFirm
  before(async () => void Object.assign(firm, await service.newFirm(name)))
  return firm
}

export function provideServiceAndFirm(options?: TestServiceOptions, firm_name?: string) {
  const service = provideService(options)
  return { service, firm: provideFirm(service, firm_name) }
}

/**
 * Opens the application on the database in DATABASE_URL, for as long as `test` runs; close it when the file is done, if
 * no test is given. Test files of one process that need nothing special, or only a clock, share one, each with its own
 * firms.
 */
export async function openTestService(
  options?: TestServiceOptions,
  test?: { after(work: () => Promise<void>): void },
): Promise<TestService> {
  const { open, leave } = joinService(options)
  test?.after(leave)
  return { ...(await open()), close: leave }
}

function joinService({ own_database = false, ...options }: TestServiceOptions = {}): Joined<TestService> {
  if (own_database) return joinAlone(() => openOnOwnDatabase(options))
  const { listen = false, clock, ...special } = options
  if (Object.values(special).some((value) => value !== undefined) || (clock && listen))
    return joinAlone(() => openService(options))
  if (!clock) return listen ? joinListening() : joinSilent()
  return joinTimed(clock)
}

function joinAlone(open: () => Promise<TestService>): Joined<TestService> {
  return shareInProcess(open, (service) => service.close())()
}

/** The clock of the file that runs, which sets the service that those with clocks share. */
let shared_clock: Clock | undefined

function joinTimed(clock: Clock): Joined<TestService> {
  const shared = joinWithClock()
  const alone = joinAlone(() => openService({ clock }))
  let isOurs = false
  return {
    open: () => {
      // A file's second one, with a clock of its own.
      if (shared_clock && !isOurs) return alone.open()
      shared_clock = clock
      isOurs = true
      return shared.open()
    },
    leave: async () => {
      if (isOurs) shared_clock = undefined
      await shared.leave()
      await alone.leave()
    },
  }
}

async function openOnOwnDatabase(options: TestServiceOptions): Promise<TestService> {
  const database = await createOwnDatabase()
  const service = await openService({ ...options, database_url: database.url }).catch(async (error) => {
    await database.drop()
    throw error
  })
  const close = async () => {
    await service.close()
    await database.drop()
  }
  return { ...service, close }
}

const share = (options: TestServiceOptions) =>
  shareInProcess(
    () => openService(options),
    (service) => service.close(),
  )
const joinListening = share({ listen: true })
const joinSilent = share({})
const joinWithClock = share({ clock: () => (shared_clock ?? systemClock)() })

async function openService(options: TestServiceOptions = {}): Promise<TestService> {
  const url = options.database_url ?? process.env.DATABASE_URL
  if (!url) throw new Error("These tests need a database: run them with `npm test`, or set DATABASE_URL.")
  const data_dir = options.data_dir ?? (await mkdtemp(join(tmpdir(), "foyer-test-")))
  const config = readConfig({
    NODE_ENV: "test",
    FOYER_DATA: data_dir,
    // Tests that send hundreds of wrong keys share one address; separate tests cover the limits.
    FOYER_API_RATE_LIMIT: "0",
    FOYER_FAILURE_RATE_LIMIT: "0",
    FOYER_LOG_LEVEL: process.env.FOYER_LOG_LEVEL ?? "error",
    ...(options.is_mailing && { FOYER_SMTP_URL: "smtp://127.0.0.1:9" }),
    ...options.settings,
  })
  // Set when tests run through a pooler (test/through-pooler.ts).
  const direct_url =
    options.direct_database_url ?? (options.database_url ? undefined : process.env.FOYER_DIRECT_DATABASE_URL)
  const { keeps_statements } = direct_url
    ? await findPooling({ connection: { connectionString: url }, setting: "DATABASE_URL" })
    : { keeps_statements: true }
  const isOwnDatabase = options.database_url !== undefined
  const { files, ...opened } = await openParts(direct_url ?? url, data_dir, isOwnDatabase)
  const db = openDatabase({
    connection: connectionTo(url),
    named_statements: keeps_statements,
    // Each learns the tables and plans every statement for itself.
    max_connections: 4,
    clock: options.clock ?? systemClock,
  })
  const port = options.listen ? await findFreePort("127.0.0.1") : 8080
  const parts: Parts = {
    config,
    db,
    log: openLog(config.log_level, config.log_level === "error" ? failures : undefined),
    base_url: `http://${options.host ?? "127.0.0.1"}:${port}`,
    assets: await assets,
    files,
    filtersWith,
    ...opened,
  }
  const app = await createApp(parts)
  await app.ready()
  if (options.listen) await app.listen({ port, host: "127.0.0.1" })
  return {
    ...parts,
    database_url: url,
    app,
    newFirm: (name) => newFirm(db, app, name),
    close: async () => {
      await app.close()
      await db.close()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Prints why a request failed, once per cause: its response says only that something went wrong. */
const failures = {
  write(line: string) {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message: string; stack: string } }
    if (msg !== "request failed" || !err || printed.has(err.message)) return
    printed.add(err.message)
    console.error(`A request failed: ${err.message}\n${err.stack}`)
  },
}
const printed = new Set<string>()

/** Tests that share a database have separate keys and stores, so the database can't name one installation. */
async function openParts(
  url: string,
  data_dir: string,
  isOwnDatabase: boolean,
): Promise<Pick<Parts, "files" | "ring" | "installation_id">> {
  const way = { connection: connectionTo(url), setting: "DATABASE_URL" }
  const files = await openFileStore({ folder: join(data_dir, "files") })
  const location = { database: "DATABASE_URL", store: data_dir, keys: data_dir }
  const prepare = () => prepareDatabase(way.connection)
  const isPrepared = process.env.PREPARED_DATABASE !== undefined && url === process.env.DATABASE_URL
  if (isOwnDatabase)
    return { files, ...(await openInstallation({ way, files, location, prepare, data_dir })) }
  if (!isPrepared) await prepare()
  const installation_id = newId("installation")
  await claimStore(files, installation_id, location)
  return { files, installation_id, ring: await openKeyRing({ data_dir }) }
}

export async function newFirm(db: Database, app: App, name = "Test & Partners"): Promise<TestFirm> {
  const { firm_id, user_id, token } = await db
    .forPlatform(async (tx) => createFirm(tx, { name }))
    .then(async (firm_id) => {
      const created = await db.forFirm(firm_id, async (tx) => {
        const user_id = await createStaff(tx, {
          email: "ada.admin@example.com",
          name: "Ada Admin",
          role: "admin",
        })
        const { token } = await createKey(tx, { name: "Tests", scopes, created_by: user_id })
        return { user_id, token }
      })
      return { firm_id, ...created }
    })
  const admin = { user_id }
  const run: TestFirm["run"] = (work, actor = admin) => db.forFirm(firm_id, work, actor)
  return {
    firm_id,
    admin,
    token,
    run,
    call: (work, ...given) => run((tx) => work(tx, ...given)),
    one: (statement) => run((tx) => tx.one(statement)),
    all: (statement) => run((tx) => tx.all(statement)),
    maybe: (statement) => run((tx) => tx.maybe(statement)),
    write: (statement) => run((tx) => tx.run(statement)),
    newKey: (granted) => run(async (tx) => (await createKey(tx, { name: "Limited", scopes: granted })).token),
    request: async (method, url, body, headers = {}) => {
      const answer = await app.inject({
        method: method as "GET",
        url,
        headers: { authorization: `Token ${token}`, ...headers },
        payload: body as object,
      })
      const received = answer.body === "" ? undefined : JSON.parse(answer.body)
      assert.ok(
        answer.statusCode < 400 || apiErrors.some(({ code }) => code === received.code),
        `${method} ${url}: the error code ${received?.code} is missing in server/sites/reference/error-codes.ts`,
      )
      for (const { code } of received?.errors ?? [])
        assert.ok(
          code in faultCodes,
          `${method} ${url}: the fault code ${code} is missing in server/platform/fault-codes.ts`,
        )
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: received,
      }
    },
  }
}
