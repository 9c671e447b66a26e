import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import {
  type FreezingPostgres,
  startFreezingPostgres,
  without_processes,
} from "../../../../test/harness/paused-postgres.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts"
import { openJobs } from "../../../jobs.ts"

// The test timeout, far below the 30 seconds of a statement, catches a request that waits for the hung database. Actual
// response times are measured by hand (docs/operating.md).
const options = { skip: without_processes, timeout: 25_000 }

let postgres: FreezingPostgres
let service: TestService
let firm: TestFirm
before(async () => {
  if (without_processes) return
  postgres = await startFreezingPostgres()
  service = await openTestService({ database_url: postgres.url })
  firm = await service.newFirm()
})
after(async () => {
  postgres?.resume()
  await service?.close()
  await postgres?.stop()
})

const statusOf = async (url: string, headers = {}) => (await service.app.inject({ url, headers })).statusCode
const byKey = () => ({ authorization: `Token ${firm.token}` })

test("requests fail fast while the database hangs, and succeed again once it resumes", options, async () => {
  // Established connections hang differently from new ones, so open some first.
  assert.deepEqual(
    await Promise.all(Array.from({ length: 6 }, () => statusOf("/v1/matters", byKey()))),
    Array(6).fill(200),
  )
  postgres.pause()
  const pending_requests = [
    ...Array.from({ length: 12 }, () => statusOf("/v1/matters", byKey())),
    statusOf("/v1/questionnaires", byKey()),
    statusOf("/portal", { cookie: "foyer_client=x" }),
    statusOf("/console/matters", { cookie: "foyer_staff=x" }),
  ]
  assert.equal(await statusOf("/health/ready"), 503)
  assert.equal(await statusOf("/health/live"), 200)
  assert.deepEqual([...new Set(await Promise.all(pending_requests))], [503])
  postgres.resume()
  await waitUntil(async () => (await statusOf("/health/ready")) === 200, "it is not ready again")
  assert.equal(await statusOf("/v1/matters", byKey()), 200)
  const { pool } = service.db
  await waitUntil(
    async () => pool.totalCount === pool.idleCount && pool.waitingCount === 0,
    "a connection was not given back",
  )
})

test("background work resumes after the database hung", options, async (t) => {
  const jobs = await openJobs({ ...service, connection: { connectionString: postgres.url } })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type: "intakeform.created" })
  postgres.pause()
  assert.equal(await statusOf("/health/ready"), 503)
  postgres.resume()
  await waitUntil(async () => (await statusOf("/health/ready")) === 200, "it is not ready again")
  await newIntake(firm)
  await receiver.waitFor(({ length }) => length >= 1)
})
