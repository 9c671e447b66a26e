import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { recordOne } from "../../../test/harness/recorded-event.ts"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { listEvents } from "./events.ts"
import type { Event } from "./schema.ts"

const service = provideService()

test("reading from the top down to the last known event misses none, even with overlapping transactions", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const questionnaire = (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire
  const record = (tx: Tx) => recordOne(tx, "intakeform.reopened", { id: matter_id, questionnaire })
  const seen: string[] = []
  const poll = async () => {
    const { results } = (await firm.request("GET", "/v1/events?page_size=200")).body
    const times = results.map(({ occured_at }: Event) => occured_at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const ids = results.map(({ event_id }: Event) => event_id)
    const known = ids.findIndex((id: string) => id === seen.at(-1))
    seen.push(...ids.slice(0, known < 0 ? undefined : known).toReversed())
  }
  await poll()
  const already = seen.length
  const [begun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const early = firm.run(async (tx) => {
    const event = await record(tx)
    begun.resolve()
    await mayCommit.promise
    return event
  })
  const [late, mayRecord] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = firm.run(async (tx) => {
    await tx.one(sql`select 1 as one`)
    late.resolve()
    await mayRecord.promise
    return record(tx)
  })
  await Promise.all([begun.promise, late.promise])
  // This one starts after both, and would become visible before either.
  const quick = firm.run(record)
  for (let turn = 0; turn < 20; turn += 1) await poll()
  mayCommit.resolve()
  const first = await Promise.all([early, quick])
  await poll()
  mayRecord.resolve()
  const events = [...first, await slow]
  await poll()
  assert.deepEqual(seen.slice(already).toSorted(), events.map(({ event_id }) => event_id).toSorted())
})

test("an event's time is never earlier than that of an event visible before it, whatever the clock says", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const questionnaire = (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire
  const at = (time: string) =>
    firm.run((tx) =>
      recordOne({ ...tx, now: new Date(time) }, "intakeform.reopened", { id: matter_id, questionnaire }),
    )
  const ahead = await at("2126-03-02T12:00:10Z")
  const afterwards = await at("2126-03-02T12:00:05Z")
  assert.equal(afterwards.occured_at, ahead.occured_at)
  const { results } = (await firm.request("GET", "/v1/events")).body
  assertEach(results.slice(0, 2), ({ event_id }: Event) => event_id, [afterwards.event_id, ahead.event_id])
})

test("pages far down the list or after an event match a complete walk, even after events were removed", async () => {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    // Every hundred events share one time.
    await tx.run(sql`
      insert into events (id, event_type, matter_id, occurred_at, payload)
      select 'evt_' || lpad(upper(to_hex(n)), 32, '0'), 'intakeform.reopened', 'matter_' || repeat('0', 32),
             timestamptz '2026-01-01' + n / 100 * interval '0.7 seconds', json_build_object('event_id', n)
        from generate_series(1, 9500) n order by n`)
    await tx.run(
      sql`delete from events where right(id, 2) in ('1A', 'C3') or id < 'evt_' || repeat('0', 28) || '0400'`,
    )
  })
  const expected = await firm.all<{ id: string; payload: string }>(
    sql`select id, payload from events order by occurred_at desc, id desc`,
  )
  const numbers = expected.map(({ payload }) => JSON.parse(payload).event_id)
  for (const afterwards of [undefined, 0, 1, 99, 4_000, 6_200, numbers.length - 1]) {
    const starting_after = afterwards === undefined ? undefined : expected[afterwards]?.id
    const left = afterwards === undefined ? numbers : numbers.slice(afterwards + 1)
    for (const offset of [0, 1_999, 2_001, 2_600, 5_000, left.length - 4, left.length]) {
      if (offset < 0) continue
      const { count, rows } = await firm.call(listEvents, { page: 1, limit: 9, offset }, { starting_after })
      assert.equal(count, left.length)
      const seen = rows.map(({ event_id }) => event_id)
      assert.deepEqual(seen, left.slice(offset, offset + 9), `${offset} behind ${afterwards}`)
    }
  }
})

test("reading on after an event misses none and repeats none while others are added", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const questionnaire = (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire
  const record = () =>
    firm.run((tx) => recordOne(tx, "intakeform.reopened", { id: matter_id, questionnaire }))
  const created: string[] = []
  for (let turn = 0; turn < 5; turn += 1) created.unshift((await record()).event_id)
  const read = async (query: string) => {
    const { status, body } = await firm.request("GET", `/v1/events?page_size=2${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as { count: number; next: string | null; results: Event[] }
  }
  const seen: string[] = []
  let page = await read("")
  while (page.results.length > 0 && seen.length < 5) {
    seen.push(...page.results.map(({ event_id }) => event_id))
    await record()
    page = await read(`&starting_after=${seen.at(-1)}`)
  }
  assert.deepEqual(seen.slice(0, 5), created)
  const { count, next } = await read(`&starting_after=${created[0]}`)
  assert.ok(count >= 4)
  assert.equal(new URL(next ?? "").search, `?page_size=2&starting_after=${created[0]}&page=2`)
  const unknown = await firm.request("GET", `/v1/events?starting_after=evt_${"0".repeat(32)}`)
  assert.equal(unknown.status, 400)
  assertEach(unknown.body.errors, ({ param }: { param: string }) => param, ["starting_after"])
})
