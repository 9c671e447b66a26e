// Compares Foyer with Django REST framework, which reads Foyer's own tables in the same PostgreSQL. It is installed from
// PyPI into a temporary folder, which needs Python with venv, and removed afterward.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readConfig } from "../../server/config.ts"
import { openDatabaseConnections } from "../../server/database-connections.ts"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { describeRates, measureQueries } from "../reads.ts"
import { environmentOf, fillFolder, probe, type Server, startFoyer, startServer } from "../servers.ts"

const rounds = { rounds: 3, seconds: 4, connections: 16 }
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
  await report([
    { name: "one matter", url: ours.one, headers, counterpart: { url: theirs.one, headers }, wanted: 50 },
    {
      name: "first page",
      url: ours.page,
      headers,
      counterpart: { url: theirs.page, headers },
      wanted: 20,
      is_new: true,
    },
    {
      name: "repeated page",
      url: ours.page,
      headers,
      counterpart: { url: theirs.page, headers },
      wanted: 100,
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

async function report(queries: Parameters<typeof measureQueries>[0]): Promise<void> {
  for (const { url, headers, counterpart } of queries) {
    await probe(url, headers)
    await probe(counterpart.url, counterpart.headers)
  }
  for (const rates of await measureQueries(queries, rounds)) console.log(describeRates(rates, "Django"))
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

function run(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] })
}
