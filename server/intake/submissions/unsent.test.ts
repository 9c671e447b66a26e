import assert from "node:assert/strict"
import { test } from "node:test"
import { giveRequired, newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { rawSql, sql } from "../../platform/db/sql.ts"
import { saveAnswer } from "../answers/answers.ts"
import { changeAgendaItem } from "../matters/progress/agenda.ts"
import { recordUnfinishedFields } from "../matters/progress/unfinished-fields.ts"
import { notifyOfLaterChanges } from "../notifications/later-changes.ts"
import { submitMatter } from "./submissions.ts"
import { hasUnsentChanges } from "./unsent.ts"

const service = provideService({ clock: () => now, own_database: true })
const start = new Date("2026-03-02T09:30:00Z")
let now = start

/** A matter that can be submitted, by transactions that begin so many milliseconds after the start. */
async function newMatter() {
  now = start
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, asClient } = intake
  await firm.run((tx) => giveRequired(tx, service, intake))
  const beginAt = (ms: number) => {
    now = new Date(start.getTime() + 60_000 + ms)
  }
  return {
    firm,
    beginAt,
    asClient,
    matter_id,
    child: intake.child,
    isUnsent: () => firm.run((tx) => hasUnsentChanges(tx, matter_id)),
    submit: (at: number) => {
      beginAt(at)
      return asClient((tx) => submitMatter(tx, service.ring, matter_id))
    },
    answer: (at: number, value: string) => {
      beginAt(at)
      const wishes = { question_id: ids.children_wishes, about: null, value }
      return asClient((tx) => saveAnswer(tx, service.ring, matter_id, wishes))
    },
  }
}

test("a change that waited for a submission is unsent, and staff are notified of it", async () => {
  const { firm, submit, answer, isUnsent } = await newMatter()
  await submit(20)
  await answer(10, "Swimming")
  assert.equal(await isUnsent(), true)
  now = new Date(now.getTime() + 2 * 3_600_000)
  assert.equal(await notifyOfLaterChanges({ ...service, log: service.app.log }, firm.firm_id), 1)
  await submit(30)
  assert.equal(await isUnsent(), false)
})

test("a year and a question to discuss that waited for a submission are unsent, and staff are notified of each", async () => {
  for (const kind of ["year", "agenda"]) {
    const { firm, asClient, beginAt, matter_id, child, submit, isUnsent } = await newMatter()
    await submit(20)
    beginAt(10)
    await asClient((tx) =>
      kind === "year"
        ? recordUnfinishedFields(tx, matter_id, child, [{ field: "date_of_birth", typed: { year: "1951" } }])
        : changeAgendaItem(tx, matter_id, { record_id: child, field: "date_of_death" }, true),
    )
    assert.equal(await isUnsent(), true, kind)
    now = new Date(now.getTime() + 2 * 3_600_000)
    const told = await notifyOfLaterChanges({ ...service, log: service.app.log }, firm.firm_id)
    assert.equal(told, 1, kind)
  }
})

test("a change that a submission waited for is sent with it", async () => {
  const { submit, answer, isUnsent } = await newMatter()
  await answer(20, "Swimming")
  await submit(10)
  assert.equal(await isUnsent(), false)
  await answer(15, "Sailing")
  assert.equal(await isUnsent(), true)
})

test("a year of birth, and a question to discuss, are changes to send too", async () => {
  const { firm, asClient, beginAt, matter_id, child, submit, isUnsent } = await newMatter()
  const notify = () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    return notifyOfLaterChanges({ ...service, log: service.app.log }, firm.firm_id)
  }
  const typeYear = (year: string) =>
    asClient((tx) =>
      recordUnfinishedFields(tx, matter_id, child, [{ field: "date_of_birth", typed: { year } }]),
    )
  await submit(10)
  beginAt(20)
  await typeYear("1951")
  assert.equal(await isUnsent(), true)
  assert.equal(await notify(), 1)
  await submit(3 * 3_600_000)
  assert.equal(await isUnsent(), false)
  // What was sent already, and is saved again with the rest of its page, is no change.
  beginAt(30 * 3_600_000)
  await typeYear("1951")
  assert.equal(await isUnsent(), false)
  assert.equal(await notify(), 0)
  const item = { record_id: child, field: "date_of_death" }
  await asClient((tx) => changeAgendaItem(tx, matter_id, item, true))
  assert.equal(await isUnsent(), true)
  assert.equal(await notify(), 1)
})

test("staff are not told of a year or a question to discuss from before an upgrade, until it changes", async () => {
  const { firm, asClient, beginAt, matter_id, child, submit } = await newMatter()
  const typeYear = (year: string) =>
    asClient((tx) =>
      recordUnfinishedFields(tx, matter_id, child, [{ field: "date_of_birth", typed: { year } }]),
    )
  const notify = () => {
    now = new Date(now.getTime() + 2 * 3_600_000)
    return notifyOfLaterChanges({ ...service, log: service.app.log }, firm.firm_id)
  }
  await submit(10)
  beginAt(20)
  await typeYear("1951")
  const item = { record_id: child, field: "date_of_death" }
  await asClient((tx) => changeAgendaItem(tx, matter_id, item, true))
  for (const table of ["unfinished_fields", "agenda_items"])
    await firm.write(sql`update ${rawSql(table)} set is_change = false`)
  assert.equal(await notify(), 0)
  await typeYear("1952")
  assert.equal(await notify(), 1)
})
