// Generated requests for every operation of the API's document, most of them as it describes: no response may be a
// server error or anything that the document does not describe.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import fc from "fast-check"
import { type Documented, readDocumented } from "./every-route/documented.ts"
import { provideTwoFirms, send } from "./every-route/two-firms.ts"
import { assertEach } from "./harness/assert-each.ts"
import { openIds } from "./random-requests/ids.ts"
import { type RandomRequest, requestsOf } from "./random-requests/requests.ts"

const fixtures = provideTwoFirms()
let documented: Documented
before(async () => {
  documented = await readDocumented(fixtures.service.app)
})

/**
 * Chance rarely finds parts that agree: a correction's kind, record and client; a delivery and its own subscription,
 * which other requests pause and remove; an upload and its matter, a piece and its offset; an entry that fits a matter whose client has not started. And this firm is no
 * test firm.
 */
const hard = new Set([
  "uploadDocument",
  "continueUpload",
  "requestCorrections",
  "getDelivery",
  "getUpload",
  "resendDelivery",
  "prefillMatter",
  "submitTestMatter",
  "changeTestMatter",
])
/** `.ci/run` sends more. */
const count = Number(process.env.FOYER_RANDOM_REQUESTS ?? 300)
/** Printed with every failure; set it to send the same requests again. */
const seed = Number(process.env.FOYER_RANDOM_SEED ?? Date.now() % 2 ** 31)

test("no generated request gets a server error or a response that is not documented", async () => {
  const authorization = `Token ${fixtures.ours.firm.token}`
  const ids = openIds(Object.values(fixtures.ours.params))
  const failures = new Map<string, string>()
  const successes = new Map<string, number>()
  const sendTo = async ({ operation, ...request }: RandomRequest) => {
    const sent = {
      method: operation.method.toUpperCase(),
      url: ids.fill(request.url),
      headers: { ...request.headers, authorization, ...(request.payload !== undefined && json) },
      payload: request.payload === undefined ? undefined : ids.fill(request.payload),
    }
    try {
      const received = await send(fixtures, sent)
      documented.assertDocumented(operation, received)
      ids.collect(received.text)
      if (received.status < 300) successes.set(operation.id, (successes.get(operation.id) ?? 0) + 1)
    } catch (error) {
      const { message } = error as Error
      failures.set(`${operation.id}: ${message.slice(0, 60)}`, `${JSON.stringify(sent)}\n${message}`)
    }
  }
  const random = requestsOf(documented.operations)
  for (const request of fc.sample(random, { numRuns: count, seed })) await sendTo(request)
  assert.deepEqual([...failures.values()], [], `FOYER_RANDOM_SEED=${seed}`)
  const succeeded = [...successes.values()].reduce((sum, one) => sum + one, 0)
  assert.ok(
    succeeded > count / 3,
    `only ${succeeded} of ${count} requests reached records; FOYER_RANDOM_SEED=${seed}`,
  )
  if (count < 5_000) return
  const listMissed = () => documented.operations.filter(({ id }) => !hard.has(id) && !successes.has(id))
  const missed = listMissed()
  if (missed.length === 0) return
  // Chance may miss what few requests fit, or close the matter it is about: half of these go to such operations alone.
  const more = fc.oneof(random, requestsOf(missed))
  for (const request of fc.sample(more, { numRuns: 200 * missed.length, seed })) await sendTo(request)
  assert.deepEqual([...failures.values()], [], `FOYER_RANDOM_SEED=${seed}`)
  assertEach(
    listMissed(),
    ({ id }) => id,
    [],
    `operations that no request reached; FOYER_RANDOM_SEED=${seed}`,
  )
})

const json = { "content-type": "application/json" }
