import assert from "node:assert/strict"
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, before, type TestContext, test } from "node:test"
import pg from "pg"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { application } from "../../database-connections.ts"
import { accountFor, canPass } from "./account.ts"
import { findPackage, prepareBinaries } from "./binaries.ts"
import {
  type EmbeddedConnection,
  findEmbeddedPostgres,
  openEmbeddedPostgres,
  startEmbeddedPostgres,
} from "./embedded.ts"
import { chooseLocation, programsHome } from "./location.ts"
import { startPostmaster } from "./postmaster.ts"

const isRoot = process.getuid?.() === 0

/** A stopped database to copy: that takes a tenth of the time of creating one, which has its own tests. */
let sample: string
before(async () => {
  sample = mkdtempSync(join(tmpdir(), "foyer-embedded-"))
  chmodSync(sample, 0o755)
  const { stop } = await startEmbeddedPostgres({ application, data_dir: sample, fsync: false })
  await stop()
})
after(() => rmSync(sample, { recursive: true, force: true }))

test("data survives a stop and a start, and no process remains", async (t) => {
  const data_dir = temporaryFolder(t)
  const first = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  await write(first.connection)
  const pid = postmasterOf(data_dir)
  await Promise.all([first.stop(), first.stop()])
  assert.equal(isAlive(pid), false)
  const second = await startEmbeddedPostgres({ application, data_dir })
  later(t, second.stop)
  assert.equal(await count(second.connection), 1)
})

test("the role owns its database, may create roles and the extensions, and is not a superuser", async (t) => {
  const { connection, stop } = await startEmbeddedPostgres({
    application,
    data_dir: temporaryFolder(t),
    fsync: false,
  })
  later(t, stop)
  await query(connection, "create extension pg_trgm")
  await query(connection, "create extension unaccent")
  await query(connection, "create role somebody; grant somebody to foyer; set role somebody")
  assert.deepEqual(
    await query(
      connection,
      `select rolsuper, lower('ÉŞ') as low, current_setting('listen_addresses') as addresses,
              current_setting('fsync') as fsync
       from pg_roles where rolname = current_user`,
    ),
    [{ rolsuper: false, low: "éş", addresses: "", fsync: "off" }],
  )
})

test("writes are flushed to disk unless a test disables it", async (t) => {
  const { connection, stop } = await startEmbeddedPostgres({ application, data_dir: folderWithDatabase(t) })
  later(t, stop)
  const [settings] = await query(
    connection,
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as waits, current_setting('full_page_writes') as whole",
  )
  assert.deepEqual(settings, { fsync: "on", waits: "on", whole: "on" })
})

test("a data folder's path may contain spaces and quotes, and be too long for a socket", async (t) => {
  const data_dir = join(temporaryFolder(t), `a b, "c" ${"long ".repeat(30)}`, "data")
  for (const expected of [0, 1]) {
    const { connection, stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
    assert.equal(await count(connection), expected)
    await write(connection)
    assert.equal(statSync(connection.host).mode & 0o777, 0o700)
    await stop()
    assert.equal(existsSync(connection.host), false)
  }
})

test("a short path with spaces and quotes keeps the socket next to the data", async (t) => {
  const data_dir = join(temporaryFolder(t), `it's "a", b`)
  const { connection, stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, stop)
  assert.equal(connection.host, join(data_dir, "postgres"))
  assert.equal(await count(connection), 0)
})

test("after Foyer is killed, the next start stops the orphaned database and loses nothing", async (t) => {
  const data_dir = folderWithDatabase(t)
  const { child, connection } = await startInProcess(t, data_dir)
  await write(connection)
  const left = postmasterOf(data_dir)
  child.kill("SIGKILL")
  await once(child, "exit")
  assert.equal(isAlive(left), true)
  const next = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, next.stop)
  assert.equal(isAlive(left), false)
  assert.equal(await count(next.connection), 1)
})

test("a process that exits without stopping the database takes the database down with it", async (t) => {
  const data_dir = folderWithDatabase(t)
  const { child } = await startInProcess(t, data_dir)
  const pid = postmasterOf(data_dir)
  child.stdin?.end("exit\n")
  await once(child, "exit")
  await waitUntil(() => !isAlive(pid), `process ${pid} lives on`)
})

test("a second instance on the same folder is refused, and the error names the first", async (t) => {
  const data_dir = folderWithDatabase(t)
  const { child } = await startInProcess(t, data_dir)
  await assert.rejects(
    startEmbeddedPostgres({ application, data_dir }),
    new RegExp(`already running on the data folder ${data_dir} \\(process ${child.pid}\\)`),
  )
})

test("a command joins the running database, or starts its own if there is none", async (t) => {
  const data_dir = temporaryFolder(t)
  assert.equal(await findEmbeddedPostgres({ data_dir, application }), undefined)
  const server = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, server.stop)
  await write(server.connection)
  const joined = await openEmbeddedPostgres({ application, data_dir })
  assert.deepEqual(joined.connection, server.connection)
  await joined.stop()
  assert.equal(await count(server.connection), 1)
  await server.stop()
  assert.equal(await findEmbeddedPostgres({ data_dir, application }), undefined)
  const own = await openEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, own.stop)
  assert.equal(await count(own.connection), 1)
})

test("a killed database comes back on the same socket", async (t) => {
  const data_dir = folderWithDatabase(t)
  const { connection, stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, stop)
  for (const round of [1, 2]) {
    await write(connection)
    const pid = postmasterOf(data_dir)
    process.kill(pid, "SIGKILL")
    await waitUntil(
      async () => (await count(connection).catch(() => -1)) === round,
      "the database does not answer",
    )
    assert.notEqual(postmasterOf(data_dir), pid)
  }
})

test("a server counts as started once it accepts connections itself, whatever an ended one has left", async (t) => {
  const location = chooseLocation(folderWithDatabase(t), application)
  const { cluster, account } = location
  const binaries = prepareBinaries(findPackage(application), programsHome(location), account, application)
  const { pid } = spawnSync("true")
  writeFileSync(join(cluster, "postmaster.pid"), `${pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready\n`)
  const postmaster = await startPostmaster(
    { binaries, cluster, account, socket_folder: cluster, fsync: false, log: () => undefined },
    new AbortController().signal,
  )
  later(t, postmaster.stop)
  const { name } = application
  assert.equal(await count({ host: cluster, port: 5432, user: name, database: name }), 0)
})

test("stopping works while the database is down", async (t) => {
  const data_dir = folderWithDatabase(t)
  const { stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  process.kill(postmasterOf(data_dir), "SIGKILL")
  await stop()
  const again = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  await again.stop()
})

test("a stale pid that now belongs to another process neither harms that process nor blocks the start", async (t) => {
  const data_dir = folderWithDatabase(t)
  const account = accountFor(join(data_dir, "postgres"), application)
  const stranger = spawn("sleep", ["60"], account ? { uid: account.uid, gid: account.gid } : {})
  later(t, () => stranger.kill("SIGKILL"))
  const cluster = join(data_dir, "postgres")
  writeFileSync(
    join(cluster, "postmaster.pid"),
    `${stranger.pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready\n`,
  )
  writeFileSync(join(cluster, ".s.PGSQL.5432.lock"), `${stranger.pid}\n${cluster}\n1\n5432\n${cluster}\n\n`)
  const { stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  await stop()
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
})

test("a start that was interrupted while creating the database starts over", async (t) => {
  const data_dir = temporaryFolder(t)
  mkdirSync(join(data_dir, "postgres.new", "base"), { recursive: true })
  const { connection, stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, stop)
  assert.equal(await count(connection), 0)
})

test("a cluster of another PostgreSQL version is refused with a sentence", async (t) => {
  const data_dir = folderWithDatabase(t)
  writeFileSync(join(data_dir, "postgres", "PG_VERSION"), "14\n")
  await assert.rejects(startEmbeddedPostgres({ application, data_dir }), /is of PostgreSQL 14; this is 18/)
})

const rootOnly = isRoot ? false : "needs root"

test("started by root, the database runs as an unprivileged account", { skip: rootOnly }, async (t) => {
  const data_dir = join(temporaryFolder(t), "data")
  const { stop } = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, stop)
  assert.notEqual(statSync(`/proc/${postmasterOf(data_dir)}`).uid, 0)
  // Other accounts cannot enter the data folder; the database's account can only pass through.
  assert.equal(statSync(data_dir).mode & 0o777, 0o710)
})

test("a data folder that only root can access gets its database elsewhere", { skip: rootOnly }, async (t) => {
  const data_dir = join(temporaryFolder(t), "closed", "data")
  mkdirSync(data_dir, { recursive: true })
  chmodSync(dirname(data_dir), 0o700)
  const first = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  const home = readFileSync(join(data_dir, "postgres.location"), "utf8").trim()
  later(t, () => rmSync(home, { recursive: true, force: true }))
  await write(first.connection)
  assert.deepEqual(await findEmbeddedPostgres({ data_dir, application }), first.connection)
  await first.stop()
  const second = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  assert.equal(await count(second.connection), 1)
  await second.stop()

  rmSync(home, { recursive: true })
  await assert.rejects(startEmbeddedPostgres({ application, data_dir }), /it is not there/)
})

test("an ordinary user starts a database, and root later runs it as that user", {
  skip: rootOnly,
}, async (t) => {
  const account = accountFor("/nowhere", application)
  if (!account || !canPass(account, import.meta.dirname))
    return t.skip(`${account?.name} cannot read this checkout`)
  const data_dir = temporaryFolder(t)
  chownSync(data_dir, account.uid, account.gid)
  const { child, connection } = await startInProcess(t, data_dir, { uid: account.uid, gid: account.gid })
  await write(connection)
  child.stdin?.end("exit\n")
  await once(child, "exit")
  // The database may still be shutting down, like any other orphan.
  const byRoot = await startEmbeddedPostgres({ application, data_dir, fsync: false })
  later(t, byRoot.stop)
  assert.equal(await count(byRoot.connection), 1)
})

const undoings = new WeakMap<TestContext, (() => unknown)[]>()

/** Runs cleanup in reverse order: a database stops before its folder is removed. */
function later(t: TestContext, undo: () => unknown): void {
  const known = undoings.get(t)
  if (known) known.push(undo)
  else {
    const undos = [undo]
    undoings.set(t, undos)
    t.after(async () => {
      for (const one of undos.reverse()) await one()
    })
  }
}

function folderWithDatabase(t: TestContext): string {
  const data_dir = temporaryFolder(t)
  spawnSync("cp", ["-a", `${sample}/.`, data_dir])
  assert.ok(existsSync(join(data_dir, "postgres", "PG_VERSION")))
  return data_dir
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "foyer-embedded-"))
  chmodSync(folder, 0o755)
  later(t, () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Starts the database in a separate process, which exits abruptly when it reads a line. */
async function startInProcess(
  t: TestContext,
  data_dir: string,
  options: SpawnOptions = {},
): Promise<{ child: ChildProcess; connection: EmbeddedConnection }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("embedded.ts", import.meta.url).href)}
    const { connection } = await startEmbeddedPostgres({ application: ${JSON.stringify(application)}, data_dir: process.argv[1], fsync: false })
    console.log(JSON.stringify(connection))
    process.stdin.once("data", () => process.exit(0))`
  const words = ["--input-type=module", "--eval", program, data_dir]
  const child = spawn(process.execPath, words, { ...options, stdio: ["pipe", "pipe", "inherit"] })
  later(t, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const pid = postmasterOf(data_dir)
    child.stdin?.end("exit\n")
    await once(child, "exit")
    await waitUntil(() => !isAlive(pid), `process ${pid} lives on`)
  })
  assert.ok(child.stdout)
  const [line] = await once(child.stdout, "data")
  return { child, connection: JSON.parse(line.toString()) }
}

async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on("error", () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function write(connection: EmbeddedConnection): Promise<void> {
  await query(connection, "create table if not exists note (text text); insert into note values ('kept')")
}

async function count(connection: EmbeddedConnection): Promise<number> {
  const [table] = await query(connection, "select to_regclass('note') is not null as there")
  if (!table?.there) return 0
  const [row] = await query(connection, "select count(*)::int as count from note")
  return Number(row?.count)
}

function postmasterOf(data_dir: string): number {
  return Number(readFileSync(join(data_dir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
}

/** A zombie process still has a pid, but no command line. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
  return stdout.trim() !== "" && !stdout.startsWith("Z")
}
