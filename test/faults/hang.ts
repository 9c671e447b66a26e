// Hangs the database, which then neither answers nor closes connections: requests must fail soon, and work again once
// it resumes.
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type Installation, prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, settingsOf, withPostgres } from "./own-postgres.ts"
import { isReady, newServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

const ready_budget_ms = 3_000
const request_budget_ms = 6_000

/** Pauses every PostgreSQL process for this long while eight writers write and other requests keep coming. */
export function hangDatabase({ hang_ms }: { hang_ms: number }): Promise<Outcome> {
  return withPostgres(async (postgres) => {
    const data_dir = newFolder("hang")
    const settings = settingsOf(postgres.url, data_dir)
    const server = await newServerProcess(settings)
    const ledger = newLedger()
    const ending = new AbortController()
    try {
      await server.start()
      const installation = await prepareInstallation(settings)
      const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
      await sleep(1_500)
      postgres.pause()
      const hung_ms = performance.now()
      const pending_answers: Promise<Timed>[] = []
      while (performance.now() - hung_ms < hang_ms) {
        pending_answers.push(...askAll(server.base_url, installation))
        await sleep(500)
      }
      // Keeps the database paused until every request has a response.
      const answers = await Promise.all(pending_answers)
      const readiness = answers.filter(({ path }) => path === "/health/ready")
      const requests = answers.filter(({ path }) => path !== "/health/ready")
      postgres.resume()
      const resumed_ms = performance.now()
      while (!(await isReady(server.base_url))) {
        if (performance.now() - resumed_ms > 30_000)
          throw new Error(`It did not come back:\n${server.tail()}`)
        await sleep(25)
      }
      const back_ms = Math.round(performance.now() - resumed_ms)
      await sleep(1_500)
      ending.abort()
      await writing
      const verdict = await verify(server.base_url, installation, ledger)
      for (const { path, status, retry_after } of answers)
        if (status !== 503 || !retry_after)
          verdict.wrong.push(`${path} answered ${status} while the database hung`)
      if (!server.isRunning()) verdict.wrong.push("the server ended by itself")
      return {
        ...verdict,
        kills: 0,
        slow: [...tooLate(readiness, ready_budget_ms), ...tooLate(requests, request_budget_ms)],
        figures: {
          "hung for, ms": hang_ms,
          "requests while it hung": requests.length,
          "slowest readiness, ms": slowest(readiness),
          "slowest request, ms": slowest(requests),
          "ready again, ms": back_ms,
          ...verdict.figures,
        },
      }
    } finally {
      postgres.resume()
      ending.abort()
      await server.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}

interface Timed {
  path: string
  status: number
  ms: number
  retry_after: string | null
}

/** Readiness, a read through each kind of authentication, and a write that must happen once. */
function askAll(base_url: string, { token, questionnaire_id }: Installation): Promise<Timed>[] {
  const authorization = `Token ${token}`
  const headers = { authorization, "content-type": "application/json", "idempotency-key": randomUUID() }
  const body = JSON.stringify({ questionnaire_id, matter_name: "Asked for while it hung" })
  return [
    ask(base_url, "/health/ready"),
    ask(base_url, "/v1/matters", { headers: { authorization } }),
    ask(base_url, "/v1/events", { headers: { authorization } }),
    ask(base_url, "/v1/matters/create", { method: "POST", headers, body }),
    ask(base_url, "/portal", { headers: { cookie: "foyer_client=nobody" } }),
    ask(base_url, "/console/matters", { headers: { cookie: "foyer_staff=nobody" } }),
  ]
}

async function ask(base_url: string, path: string, init: RequestInit = {}): Promise<Timed> {
  const begun_ms = performance.now()
  const response = await fetch(`${base_url}${path}`, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  })
  await response.arrayBuffer()
  const ms = Math.round(performance.now() - begun_ms)
  return { path, status: response.status, ms, retry_after: response.headers.get("retry-after") }
}

const slowest = (answers: readonly Timed[]) => Math.max(...answers.map(({ ms }) => ms))

function tooLate(answers: readonly Timed[], budget_ms: number): string[] {
  return answers.filter(({ ms }) => ms > budget_ms).map(({ path, ms }) => `${path} answered after ${ms} ms`)
}
