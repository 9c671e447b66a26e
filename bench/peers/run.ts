// Compares Foyer with two others that read the same rows from the same PostgreSQL: Django REST framework on Foyer's own
// tables, and Directus on a copy of the matters. Both are installed into a temporary folder (PyPI, npm), which needs
// Python with venv, and removed afterward.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import pg from "pg"
import { readConfig } from "../../server/config.ts"
import { openDatabaseConnections } from "../../server/database-connections.ts"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { describeRates, measureQueries } from "../reads.ts"
import { environmentOf, fillFolder, probe, type Server, startFoyer, startServer } from "../servers.ts"

const rounds = { rounds: 3, seconds: 4, connections: 16 }
const directus_token = "bench-token-of-the-admin"
const python_packages = [
  "django==5.2.19",
  "djangorestframework==3.18.3",
  "gunicorn==27.0.1",
  "psycopg[binary]==3.3.9",
]
const folder = mkdtempSync(join(tmpdir(), "foyer-peers-"))
const running: Server[] = []
try {
  const environment = environmentOf(join(folder, "foyer"))
  const { firm_id, token, matter_id } = await fillFolder(environment)
  const foyer = await keep(startFoyer(environment))
  const {
    host = "",
    port,
    user,
    database,
  } = (await openDatabaseConnections(readConfig(environment), false, () => undefined)).direct.connection
  const place = { PGHOST: host, PGPORT: String(port), PGUSER: String(user), PGDATABASE: String(database) }
  const headers = { authorization: `Token ${token}` }
  const ours = { one: `${foyer.url}/v1/matters/${matter_id}`, page: `${foyer.url}/v1/matters?page_size=100` }

  const django = await keep(startDjango({ ...place, FIRM_ID: firm_id }))
  const theirs = {
    one: `${django.url}/v1/matters/${matter_id}`,
    page: `${django.url}/v1/matters?page_size=100`,
  }
  await report("Django", [
    { name: "one matter", url: ours.one, headers, counterpart: { url: theirs.one, headers }, wanted: 25 },
    {
      name: "first page",
      url: ours.page,
      headers,
      counterpart: { url: theirs.page, headers },
      wanted: 10,
      is_new: true,
    },
    {
      name: "repeated page",
      url: ours.page,
      headers,
      counterpart: { url: theirs.page, headers },
      wanted: 50,
    },
  ])
  await django.stop()

  await copyMatters(place)
  const directus = await keep(startDirectus(place))
  const bearer = { authorization: `Bearer ${directus_token}` }
  const items = `${directus.url}/items/matters`
  const list = `${items}?limit=100&sort=-open_date,-id&meta=filter_count`
  await report("Directus", [
    {
      name: "one matter",
      url: ours.one,
      headers,
      counterpart: { url: `${items}/${matter_id}`, headers: bearer },
      wanted: 60,
    },
    {
      name: "first page",
      url: ours.page,
      headers,
      counterpart: { url: list, headers: bearer },
      wanted: 10,
      is_new: true,
    },
    {
      name: "repeated page",
      url: ours.page,
      headers,
      counterpart: { url: list, headers: bearer },
      wanted: 50,
    },
  ])
} finally {
  for (const server of running.reverse()) await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function keep(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  running.push(server)
  return server
}

async function report(peer: string, queries: Parameters<typeof measureQueries>[0]): Promise<void> {
  for (const { url, headers, counterpart } of queries) {
    await probe(url, headers)
    await probe(counterpart.url, counterpart.headers)
  }
  for (const rates of await measureQueries(queries, rounds)) console.log(describeRates(rates, peer))
}

/** Runs one process per core, where Foyer has one process. */
async function startDjango(env: Record<string, string>): Promise<Server> {
  const home = join(folder, "django")
  run("python3", ["-m", "venv", home])
  run(join(home, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", ...python_packages])
  const port = await findFreePort("127.0.0.1")
  const place = ["--bind", `127.0.0.1:${port}`, "--workers", "2", "--threads", "4", "--keep-alive", "75"]
  // Prints its address on standard error.
  const words = ["-c", 'exec "$0" "$@" 2>&1', join(home, "bin/gunicorn"), "matters:application", ...place]
  return startServer("sh", words, {
    cwd: "bench/peers",
    env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: "1" },
  })
}

async function startDirectus({ PGHOST, PGPORT, PGUSER }: Record<string, string>): Promise<Server> {
  const home = join(folder, "directus")
  mkdirSync(home)
  writeFileSync(join(home, "package.json"), `{"private":true}`)
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const words = [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
    "directus@11.3.5",
  ]
  run("npm", words, { cwd: home, env: { ...process.env, PATH } })
  // This package runs scripts of flows, must be compiled, and isn't needed for reads.
  mkdirSync(join(home, "node_modules/isolated-vm/out"), { recursive: true })
  writeFileSync(join(home, "node_modules/isolated-vm/out/isolated_vm.js"), "module.exports = {}")
  const port = await findFreePort("127.0.0.1")
  const env = {
    ...process.env,
    PATH,
    HOST: "127.0.0.1",
    PORT: String(port),
    SECRET: "bench",
    DB_CLIENT: "pg",
    DB_HOST: PGHOST,
    DB_PORT: PGPORT,
    DB_USER: PGUSER,
    DB_DATABASE: "peer",
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "bench-password-1",
    ADMIN_TOKEN: directus_token,
    TELEMETRY: "false",
    // It would refuse requests while the machine is busy.
    PRESSURE_LIMITER_ENABLED: "false",
    NODE_ENV: "production",
  }
  const cli = join(home, "node_modules/directus/cli.js")
  run(process.execPath, [cli, "bootstrap"], { cwd: home, env })
  return startServer(process.execPath, [cli, "start"], { cwd: home, env })
}

/** The firm's matters in a separate database, as a plain table. */
async function copyMatters(place: Record<string, string>): Promise<void> {
  const { PGHOST: host = "", PGPORT, PGUSER: user = "", PGDATABASE: database } = place
  const connection = { host, port: Number(PGPORT) }
  const admin = new pg.Client({ ...connection, user: "postgres", database: "postgres" })
  await admin.connect()
  await admin.query(`create database peer owner ${admin.escapeIdentifier(user)}`)
  await admin.end()
  const from = new pg.Client({ ...connection, user: "postgres", database })
  const to = new pg.Client({ ...connection, user, database: "peer" })
  await Promise.all([from.connect(), to.connect()])
  const { rows } = await from.query(`
    select m.id, m.name, m.open_date::text, m.close_date::text, q.internal_type, q.approach, m.client_type,
           m.is_submitted, m.client_may_edit, m.number_of_children
      from matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id`)
  await to.query(`
    create table matters (id text primary key, name text, open_date date, close_date date, internal_type text, approach text,
                          client_type text, is_submitted boolean, client_may_edit boolean, number_of_children integer)`)
  await to.query(`insert into matters select * from json_populate_recordset(null::matters, $1)`, [
    JSON.stringify(rows),
  ])
  await to.query("create index on matters (open_date desc, id desc)")
  await to.query("analyze")
  await Promise.all([from.end(), to.end()])
}

function run(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  execFileSync(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] })
}
