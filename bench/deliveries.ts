// Measures how soon a webhook arrives after its event commits: with nothing else to send, and next to an endpoint that
// never answers and has 500 waiting deliveries.
import { setTimeout as delay } from "node:timers/promises"
import { recordEvent } from "../server/firm/events/events.ts"
import type { EventType } from "../server/firm/events/schema.ts"
import { openJobs } from "../server/jobs.ts"
import { newId } from "../server/platform/ids.ts"
import { openTestService, type TestFirm } from "../test/harness/service.ts"
import { addEndpoint } from "../test/harness/webhook-delivery.ts"
import { startWebhookReceiver, type WebhookReceiver } from "../test/harness/webhook-receiver.ts"
import { withTemporaryDatabase } from "../test/temporary-database.ts"
import { percentile } from "./figures.ts"

const rounds = 50
const waiting = 500

await withTemporaryDatabase({}, async () => {
  const service = await openTestService()
  const connection = { connectionString: process.env.DATABASE_URL ?? "" }
  const jobs = await openJobs({ ...service, connection })
  const silent = await startWebhookReceiver(undefined, "silent")
  const healthy = await startWebhookReceiver()
  try {
    const firm = await service.newFirm()
    await addEndpoint(service, firm, healthy.url, { event_types: ["intakeform.started"] })
    report("with nothing else to send", await measureWaits(firm, healthy), 1_000)
    await addEndpoint(service, firm, silent.url)
    await happen(firm, "intakeform.submitted", waiting)
    await silent.waitFor((requests) => requests.length > 0)
    report(`with ${waiting} waiting for one that is silent`, await measureWaits(firm, healthy), 2_000)
  } finally {
    await jobs.close()
    await healthy.close()
    await silent.close()
    await service.close()
  }
})

async function happen(firm: TestFirm, type: EventType, count = 1): Promise<void> {
  await firm.run(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const questionnaire = { id: newId("questionnaire"), internal_type: "Planning" }
      await recordEvent(tx, type, { id: newId("matter"), questionnaire })
    }
  })
}

/** Milliseconds from commit to arrival, one event after the other. */
async function measureWaits(firm: TestFirm, receiver: WebhookReceiver): Promise<number[]> {
  const waits_ms: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = receiver.requests.length
    await happen(firm, "intakeform.started")
    const committed = Date.now()
    const requests = await receiver.waitFor(({ length }) => length > before)
    waits_ms.push(Math.max(0, (requests[before]?.received_at.getTime() ?? Number.NaN) - committed))
    await delay(50)
  }
  return waits_ms
}

function report(name: string, waits_ms: readonly number[], wanted_ms: number): void {
  console.log(
    `${name}: p50 ${percentile(waits_ms, 50)} ms, p95 ${percentile(waits_ms, 95)} ms (wanted ≤ ${wanted_ms})`,
  )
}
