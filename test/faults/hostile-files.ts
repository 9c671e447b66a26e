// Sends files made to use up memory or time to every form that takes files, with one server process and with two, while
// others use the installation: no process may end, and nobody else may wait.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { readConfig } from "../../server/config.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { openCore } from "../../server/service.ts"
import { type Cookies, cookieHeader } from "../harness/cookies.ts"
import { listHostileFiles } from "../harness/hostile-files.ts"
import { type Installation, prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { newServerProcess, type ServerProcess } from "./server-process.ts"
import { type Client, enter } from "./writers.ts"

/** How long a request of somebody else may take meanwhile. */
const request_budget_ms = 1_000

export function sendHostileFiles({ workers }: { workers: readonly number[] }): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const outcome: Outcome = { acknowledged: 0, kills: 0, lost: [], wrong: [], slow: [], figures: {} }
    const files = await listHostileFiles()
    const settings = {
      NODE_ENV: "test",
      FOYER_DATA: newFolder("hostile-files"),
      DATABASE_URL: url,
      FOYER_API_RATE_LIMIT: "0",
    }
    try {
      for (const count of workers) await withServer(count)
    } finally {
      rmSync(settings.FOYER_DATA, { recursive: true, force: true })
    }

    async function withServer(count: number): Promise<void> {
      const server = await newServerProcess({ ...settings, WORKERS: String(count) })
      try {
        await server.start()
        const installation = await prepareInstallation(settings)
        await sendAll({ server, installation, settings, files, outcome, count })
        if (!server.isRunning()) outcome.wrong.push(`${count}: the server ended:\n${server.tail()}`)
        if (server.tail().includes("a worker ended"))
          outcome.wrong.push(`${count}: a worker ended:\n${server.tail()}`)
      } finally {
        await server.end()
      }
    }
    return outcome
  })
}

interface Sending {
  server: ServerProcess
  installation: Installation
  settings: Record<string, string>
  files: Record<string, Buffer>
  outcome: Outcome
  count: number
}

async function sendAll(sending: Sending): Promise<void> {
  const { server, installation, settings, files, outcome, count } = sending
  const entering = {
    installation,
    ledger: newLedger(),
    base_url: () => server.base_url,
    signal: new AbortController().signal,
  }
  const [client, other] = [await enter(entering, "sender"), await enter(entering, "other")]
  if (!client || !other) throw new Error("A client could not enter.")
  const forms = formsOf(installation, client, await signInAdmin(settings, installation))
  const ending = new AbortController()
  const watching = watchOthers(sending, other, ending.signal)
  const answers = new Map<number, number>()
  for (const [name, bytes] of Object.entries(files))
    for (const { url, cookies, field, fields = {} } of forms) {
      const body = new FormData()
      for (const [key, value] of Object.entries(fields)) body.set(key, value)
      body.set(field, new File([new Uint8Array(bytes)], name))
      const headers = { cookie: cookieHeader(cookies), "sec-fetch-site": "same-origin" }
      const status = await fetch(server.base_url + url, { method: "POST", headers, body, redirect: "manual" })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => 0)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 0 || status >= 500 || [401, 403, 404].includes(status))
        outcome.wrong.push(`${count}: ${name} to ${url} answered ${status}`)
    }
  ending.abort()
  const { requests, slowest_ms } = await watching
  outcome.figures[`${count} processes: files sent`] = [...answers].map(([s, n]) => `${n} × ${s}`).join(", ")
  outcome.figures[`${count} processes: requests of others`] = requests
  outcome.figures[`${count} processes: slowest of them, ms`] = slowest_ms
}

interface FileForm {
  url: string
  cookies: Cookies
  field: string
  fields?: Record<string, string>
}

/** Every form that takes files. */
function formsOf({ upload_page }: Installation, { matter_id, cookies }: Client, staff: Cookies): FileForm[] {
  const request_id = upload_page.split("/").at(-1) ?? ""
  return [
    { url: upload_page, cookies, field: "files" },
    { url: "/portal/messages/new", cookies, field: "files", fields: { subject: "A file", body: "See it." } },
    {
      url: `/console/matters/${matter_id}/documents/files`,
      cookies: staff,
      field: "file",
      fields: { request_id },
    },
    { url: "/console/settings/document-templates", cookies: staff, field: "file" },
    { url: "/console/imports", cookies: staff, field: "file" },
    { url: "/console/settings/firm/logo", cookies: staff, field: "logo" },
    { url: "/console/account/photo", cookies: staff, field: "photo" },
  ]
}

async function signInAdmin(settings: Record<string, string>, { firm_id }: Installation): Promise<Cookies> {
  const core = await openCore(readConfig({ ...settings, FOYER_LOG_LEVEL: "error" }))
  try {
    const token = await core.db.forFirm(firm_id, async (tx) => {
      const { id } = await tx.one<{ id: string }>(sql`select id from users where role = 'admin'`)
      const lifetime = { idle_s: 3_600, max_s: 3_600 }
      return (await createSession(tx, { user_id: id, device: "Faults", lifetime })).token
    })
    return new Map([["foyer_staff", token]])
  } finally {
    await core.close()
  }
}

/** Another client's page, the API and the health of the server, until the signal. */
async function watchOthers(
  { server, installation, outcome, count }: Sending,
  { cookies }: Client,
  signal: AbortSignal,
): Promise<{ requests: number; slowest_ms: number }> {
  const [authorization, cookie] = [`Token ${installation.token}`, cookieHeader(cookies)]
  const paths: [string, Record<string, string>][] = [
    ["/health/live", {}],
    ["/v1/matters", { authorization }],
    [installation.question_page, { cookie }],
  ]
  let [requests, slowest_ms] = [0, 0]
  const read = async ([path, headers]: [string, Record<string, string>]) => {
    while (!signal.aborted) {
      const begun_ms = performance.now()
      const status = await fetch(server.base_url + path, { headers, signal: AbortSignal.timeout(60_000) })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => 0)
      const ms = Math.round(performance.now() - begun_ms)
      requests += 1
      slowest_ms = Math.max(slowest_ms, ms)
      if (status !== 200) outcome.wrong.push(`${count}: ${path} answered ${status} meanwhile`)
      if (ms > request_budget_ms) outcome.slow.push(`${count}: ${path} took ${ms} ms`)
      await sleep(20)
    }
  }
  await Promise.all(paths.map(read))
  return { requests, slowest_ms }
}
