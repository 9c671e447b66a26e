// The files operators copy from ops/ must name settings, commands, and metrics that exist.

import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { Registry } from "prom-client"
import { parse } from "yaml"
import { settings } from "../server/config.ts"
import { findUnknown } from "../server/config-values.ts"
import { watchInstallation, watchSystem } from "../server/operations/system/metrics.ts"
import { watchProcess, watchRequests } from "../server/platform/http/metrics.ts"
import { assertNone } from "./harness/assert-each.ts"
import { provideService, type TestService } from "./harness/service.ts"

const service = provideService()

const alerts = readFileSync("ops/prometheus/alerts.yml", "utf8")
const dashboard = readFileSync("ops/grafana/foyer.json", "utf8")

test("every metric that an alert or the dashboard uses is served", () => {
  const registry = watchProcess(service.db)
  const requests = new Registry()
  watchRequests(
    { addHook: () => undefined, early_response: { listeners: [] } } as unknown as TestService["app"],
    requests,
  )
  const served = [registry, requests, watchSystem(service), watchInstallation(service)].flatMap((source) =>
    source.getMetricsAsArray().map(({ name }) => name),
  )
  const metric_names = [...`${alerts}${dashboard}`.matchAll(/\b(foyer|nodejs|process)_[a-z0-9_]+/g)].map(
    ([name]) => name.replace(/_(count|bucket|sum)$/, ""),
  )
  assert.ok(metric_names.length > 20)
  assertNone([...new Set(metric_names)], (name) => !served.includes(name))
})

test("every alert has a runbook page, and every page has an alert", () => {
  const named = [...alerts.matchAll(/runbook: (\S+)/g)].map(([, path = ""]) => path)
  assert.equal(named.length, alerts.match(/- alert:/g)?.length)
  assert.deepEqual(named.toSorted(), globSync("ops/runbook/*.md").toSorted())
  for (const [, name = "", path = ""] of alerts.matchAll(/alert: (\w+)[\s\S]*?runbook: (\S+)/g)) {
    assert.equal(readFileSync(path, "utf8").split("\n", 1)[0], `# ${name}`)
  }
})

test("alerts fire for what is broken or absent, and go quiet", (t) => {
  const { error, status, stdout } = spawnSync(
    "promtool",
    ["test", "rules", "ops/prometheus/alerts.test.yml"],
    {
      encoding: "utf8",
    },
  )
  if (error) return t.skip("promtool (Prometheus) is not installed")
  assert.equal(status, 0, stdout)
})

const units = globSync("ops/systemd/*.service").map((path) => ({ path, text: readFileSync(path, "utf8") }))

test("every unit runs with the same settings and the same few rights", () => {
  assert.ok(units.length >= 3)
  const sections = ["User=", "# Least privilege"].map((start) =>
    units.map(({ text }) => text.slice(text.indexOf(start)).split(/^(?:# A port|ExecStart)|^$/m)[0]),
  )
  for (const section of sections) assert.deepEqual([...new Set(section)], [section[0]])
  const [, rights = ""] = sections.map(([first]) => first)
  for (const line of [
    "CapabilityBoundingSet=",
    "NoNewPrivileges=yes",
    "PrivateUsers=yes",
    "ProtectSystem=strict",
  ])
    assert.ok(rights.includes(`\n${line}\n`), line)
  for (const line of [/^MemoryDenyWriteExecute=/m, /^RemoveIPC=/m]) assert.doesNotMatch(rights, line)
})

test("units need nothing but their own folders, and no shell reads the environment file", () => {
  const written = units.flatMap(({ text }) =>
    [...text.matchAll(/^ReadWritePaths=(.*)$/gm)].map(([, path]) => path),
  )
  assert.deepEqual([...new Set(written)], ["/var/backups/foyer"])
  const documents = globSync(["docs/*.md", "ops/**/*.md", "ops/systemd/*", "ops/docker/*"])
  for (const path of documents) {
    const text = readFileSync(path, "utf8")
    const files = [...text.matchAll(/\/etc\/foyer[\w./-]*/g)].map(([name]) => name.replace(/[.:]$/, ""))
    assertNone(
      files,
      (name) => !["/etc/foyer", "/etc/foyer/environment", "/etc/foyer/compose.env"].includes(name),
      path,
    )
    assert.doesNotMatch(text, /(^|[;&\s])(\.|source) \/etc\/foyer/m, path)
    for (const [, unit = ""] of text.matchAll(/\b(foyer-[a-z]+)\.(?:service|timer)\b/g))
      assert.ok(existsSync(`ops/systemd/${unit}.service`), `${path}: ${unit}`)
    for (const [, unit = ""] of text.matchAll(/systemctl \w+ (?:--now )?(foyer[a-z-]*)/g))
      assert.ok(existsSync(`ops/systemd/${unit}.service`), `${path}: ${unit}`)
  }
})

test("systemd accepts the units and rates their exposure at 3 or less", (t) => {
  if (spawnSync("systemd-analyze", ["--version"]).error) return t.skip("systemd is not installed")
  for (const { path } of units) {
    const { status, stdout, stderr } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=30", "--no-pager", resolve(path)],
      { encoding: "utf8" },
    )
    assert.equal(status, 0, `${path}\n${stdout}${stderr}`)
  }
  const paths = globSync(["ops/systemd/*.service", "ops/systemd/*.timer"]).map((path) => resolve(path))
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--recursive-errors=no", ...paths], {
    encoding: "utf8",
  })
  const complaints = stderr
    .split("\n")
    .filter((line) => /foyer/.test(line) && !/opt\/foyer.*is not executable/.test(line))
  assert.deepEqual(complaints, [])
})

test("container and service files name settings and commands that exist", () => {
  const known = new Set<string>(Object.values(settings).map(({ name }) => name))
  const commands = readFileSync("server/cli.ts", "utf8")
  for (const path of [...globSync("ops/systemd/*"), ...globSync("ops/docker/*")]) {
    const text = readFileSync(path, "utf8")
    const names = [...text.matchAll(/\b(FOYER_[A-Z_0-9]+|DATABASE_URL)\b/g)].map(([name]) => name)
    const ofCompose = ["FOYER_PASSWORD", "FOYER_BACKUPS"]
    const strangers = names.filter((name) => !known.has(name) && !ofCompose.includes(name))
    assert.deepEqual(strangers, [], path)
    for (const [, command = ""] of text.matchAll(/bin\/foyer ([a-z][a-z-]*)/g)) {
      assert.ok(
        commands.includes(`${command.replace(/-(\w)/g, (_, character) => character.toUpperCase())}Command`),
        `${path}: ${command}`,
      )
    }
  }
})

interface ComposeService {
  build?: string
  depends_on?: string[] | Record<string, object>
  volumes?: string[]
  configs?: { source: string }[]
  environment?: Record<string, string>
  env_file?: string[]
}

test("the compose file is valid YAML, and its services refer to what it declares", () => {
  const composed = parse(readFileSync("ops/docker/compose.yaml", "utf8"), { merge: true }) as {
    services: Record<string, ComposeService>
    volumes: Record<string, null>
    configs: Record<string, { content: string }>
  }
  const services = Object.entries(composed.services)
  assert.ok(services.length > 3)
  // Otherwise, a setting that is not listed would do nothing.
  for (const name of ["server", "worker", "backup"]) {
    const { env_file, environment = {} } = composed.services[name] ?? {}
    assert.deepEqual(env_file, ["/etc/foyer/compose.env"], name)
    for (const value of Object.values(environment)) assert.doesNotMatch(value, /:-\}/, "empty in its place")
  }
  assert.deepEqual(findUnknown(["FOYER_BACKUPS"], []), [])
  for (const [name, { build, depends_on = [], volumes = [], configs = [], environment = {} }] of services) {
    if (build) assert.ok(existsSync(join("ops/docker", build, "Dockerfile")), name)
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      assert.ok(other in composed.services, `${name} depends on ${other}`)
    for (const volume of volumes.filter((one) => !one.startsWith("${FOYER_BACKUPS:-/")))
      assert.ok((volume.split(":")[0] ?? "") in composed.volumes, volume)
    for (const { source } of configs) assert.ok(source in composed.configs, source)
    for (const [setting, value] of Object.entries(environment))
      assert.equal(typeof value, "string", `${name}: ${setting}`)
  }
})
