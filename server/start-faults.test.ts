// Every setting with which a start can fail: the error names it.

import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { assertNone } from "../test/harness/assert-each.ts"
import { createOwnDatabase, type OwnDatabase } from "../test/harness/own-database.ts"
import { readConfig, settings } from "./config.ts"
import { findFreePort } from "./platform/http/free-port.ts"
import { openService, openWork } from "./service.ts"

const folder = mkdtempSync(join(tmpdir(), "foyer-start-"))
const occupied = createServer()
let database: OwnDatabase
let taken: string
let free: string
before(async () => {
  database = await createOwnDatabase()
  await new Promise<void>((resolve) => occupied.listen(0, "127.0.0.1", resolve))
  taken = String((occupied.address() as AddressInfo).port)
  free = String(await findFreePort("127.0.0.1"))
  writeFileSync(join(folder, "file"), "")
})
after(async () => {
  occupied.close()
  rmSync(folder, { recursive: true })
  await database.drop()
})

const settingsWith = (wrong: Record<string, string>) =>
  readConfig({
    NODE_ENV: "test",
    FOYER_LOG_LEVEL: "silent",
    FOYER_DATA: join(folder, "data"),
    DATABASE_URL: database.url,
    FOYER_DATABASE_WAIT_SECONDS: "0",
    PORT: "0",
    ...wrong,
  })

const nowhere = "192.0.2.1"
const refusals: [name: string, wrong: () => Record<string, string>, message: RegExp][] = [
  ["a port in use", () => ({ PORT: taken }), /^Another program already listens on .*\(PORT=\d+\)\. Stop it/],
  [
    "another machine's address",
    () => ({ PORT: free, HOST: nowhere }),
    /no network address 192\.0\.2\.1 \(HOST=/,
  ],
  ["that address, and any port", () => ({ HOST: nowhere }), /no network address .* \(HOST=/],
  ["an unknown host", () => ({ HOST: "nowhere.invalid" }), /DNS does not know .* \(HOST=/],
  [
    "a metrics port in use",
    () => ({ FOYER_METRICS_PORT: taken }),
    /already listens .* \(FOYER_METRICS_PORT=/,
  ],
  [
    "another machine's address for metrics",
    () => ({ FOYER_METRICS_PORT: free, FOYER_METRICS_HOST: nowhere }),
    /no network address .* \(FOYER_METRICS_HOST=/,
  ],
  [
    "a file as the data folder",
    () => ({ FOYER_DATA: join(folder, "file") }),
    /^The data folder \(FOYER_DATA=/,
  ],
  ["a folder in a file", () => ({ FOYER_DATA: join(folder, "file/in") }), /^The data folder \(FOYER_DATA=/],
  ["a key that is none", () => ({ FOYER_MASTER_KEYS: "nonsense" }), /FOYER_MASTER_KEYS/],
  [
    "a bucket that no store has",
    () => ({ FOYER_S3_BUCKET: "foyer", FOYER_S3_ENDPOINT: "http://127.0.0.1:1" }),
    /FOYER_S3_/,
  ],
  [
    "no database",
    () => ({ DATABASE_URL: "postgres://ada@127.0.0.1:1/foyer" }),
    /the address in DATABASE_URL/,
  ],
  [
    "no direct database",
    () => ({ FOYER_DIRECT_DATABASE_URL: "postgres://ada@127.0.0.1:1/foyer" }),
    /FOYER_DIRECT_DATABASE_URL/,
  ],
]
for (const [name, wrong, message] of refusals)
  test(`a start is refused with the setting's name: ${name}`, async () => {
    const config = settingsWith(wrong())
    await assert.rejects(openService(config, { work: false }), { message })
  })

test("a worker whose metrics port is in use is refused with the setting's name", async () => {
  const config = settingsWith({ FOYER_METRICS_PORT: taken })
  await assert.rejects(openWork(config), { message: /already listens .* \(FOYER_METRICS_PORT=/ })
})

// What is read before anything is opened: each setting that not every text fits.
const texts: Record<string, string[]> = {
  PORT: ["http", "70000", "-1"],
  NODE_ENV: ["staging"],
  DATABASE_URL: ["elsewhere"],
  FOYER_DIRECT_DATABASE_URL: ["elsewhere"],
  FOYER_DATABASE_CONNECTIONS: ["many"],
  FOYER_DATABASE_WAIT_SECONDS: ["soon"],
  FOYER_BASE_URL: ["intake.example.com"],
  FOYER_TRUST_PROXY: ["proxy", "10.0.0.1, proxy", "10.0.0.0/33", "::1/129", "10.0.0.1/8/8", "10.0.0.0/x"],
  FOYER_SECURITY_CONTACT: ["nobody"],
  FOYER_OPERATOR_EMAIL: ["nobody", "a@example.com, b@example.com"],
  FOYER_API_RATE_LIMIT: ["many"],
  FOYER_FAILURE_RATE_LIMIT: ["many"],
  FOYER_DRAIN_SECONDS: ["soon"],
  WORKERS: ["many"],
  FOYER_LOG_LEVEL: ["loud"],
  FOYER_METRICS_PORT: ["http"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["elsewhere"],
  FOYER_OIDC_ISSUER: ["elsewhere"],
  FOYER_OIDC_ONLY: ["perhaps"],
  FOYER_SMTP_URL: ["elsewhere"],
  FOYER_MAIL_FROM: ["nobody", "Foyer <nobody>"],
  FOYER_S3_PREFIX: ["a b"],
  FOYER_S3_ENDPOINT: ["elsewhere", "https://"],
  FOYER_MATTER_STORAGE: ["much"],
  FOYER_FIRM_STORAGE: ["much"],
  FOYER_CLAMAV: ["elsewhere:port"],
  FOYER_BACKUP_MAX_AGE_DAYS: ["soon"],
  FOYER_WEBHOOK_ALLOWED_HOSTS: ["a host"],
}
/** Any text fits these, no start depends on them, or another test has them (cli.test.ts). */
const free_texts = [
  "FOYER_SETTINGS",
  "FOYER_NEWEST_RELEASE",
  "FOYER_OIDC_CLIENT_ID",
  "FOYER_OIDC_CLIENT_SECRET",
  "FOYER_OIDC_NAME",
  "FOYER_S3_REGION",
]

test("every setting is given wrong texts or values here", () => {
  const covered = [
    ...Object.keys(texts),
    ...free_texts,
    ...refusals.flatMap(([, wrong]) => Object.keys(wrong())),
  ]
  const names: string[] = Object.values(settings).map(({ name }) => name)
  assertNone(names, (name) => !covered.includes(name))
})

test("proxies are addresses, ranges, or names of ranges", () => {
  for (const value of ["127.0.0.1", "10.0.0.0/8, ::1", "loopback,fd00::/8"])
    assert.equal(settingsWith({ FOYER_TRUST_PROXY: value }).trust_proxy, value)
})

for (const [name, values] of Object.entries(texts))
  test(`a text that does not fit ${name} is refused with its name`, () => {
    for (const value of values) assert.throws(() => settingsWith({ [name]: value }), new RegExp(name), value)
  })
