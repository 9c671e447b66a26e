import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { changeSettings, getFirm } from "../../firm/firms/firms.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { changeDocumentDueDay } from "../../intake/checklist/due-days.ts"
import { listCorrections, markLookedAt } from "../../intake/corrections/corrections.ts"
import { collectCorrection, requestCorrections } from "../../intake/corrections/requests.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { closeMatter, markStarted, markSubmitted } from "../../intake/matters/lifecycle.ts"
import { type Queue, queues } from "../../intake/matters/list/queue.ts"
import { changeRetention } from "../../intake/matters/retention.ts"
import { acceptLines } from "../../intake/submissions/review/acceptance.ts"
import { markRead } from "../../intake/submissions/review/read-marks.ts"
import { compareSubmissions } from "../../intake/submissions/review/seen-changes.ts"
import { completeMatter } from "../../intake/submissions/submissions.ts"
import { sql } from "../../platform/db/sql.ts"
import { withheld_prefix } from "../../platform/mail/mail-state.ts"
import { addNote } from "../notes/notes.ts"
import { countQueues, listQueuedMatters, readQueues } from "./queues.ts"
import { sourceOf } from "./sources.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T12:00:00Z")

const wait = (days: number) => {
  now = new Date(now.getTime() + days * 24 * 3_600_000)
}

/** The queues that contain a firm's matters; asserts that counts and the matter list's filter agree with the entries. */
async function queuesOf(firm: TestFirm, is_whole_firm = true): Promise<Partial<Record<Queue, string[]>>> {
  return firm.run(async (tx) => {
    const { settings } = await getFirm(tx)
    const { user_id } = firm.admin
    const scope = { user_id, is_whole_firm, settings }
    const filled = await readQueues(tx, queues, { ...scope, limit: 50 })
    const counted = await countQueues(tx, queues, scope)
    assertEach(
      counted,
      ({ queue, count }) => [queue, count],
      filled.map(({ queue, items }) => [queue, items.length]),
    )
    const assignee_id = is_whole_firm ? undefined : user_id
    for (const queue of queues) {
      const ids = filled.find((one) => one.queue === queue)?.items.map(({ matter_id }) => matter_id) ?? []
      const listed = await listQueuedMatters(tx, queue, { assignee_id, settings })
      assert.deepEqual(listed, [...new Set(ids)].toSorted(), queue)
    }
    return Object.fromEntries(
      filled.map(({ queue, items }) => [queue, items.map(({ matter_id }) => matter_id)]),
    )
  })
}

/** An intake assigned to the firm's admin. */
async function newAssigned(firm: TestFirm): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  await firm.run((tx) => assignMatter(tx, intake.matter_id, firm.admin.user_id))
  return intake
}

async function submit(intake: SampleIntake): Promise<void> {
  await intake.asClient(async (tx) => {
    await markStarted(tx, intake.matter_id)
    await markSubmitted(tx, intake.matter_id)
    await tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${intake.matter_id}, 1, 'submitted', '{}', ${tx.now})`)
  })
}

test("a client's submission is unread until a staff member marks it as read", async () => {
  const firm = await service.newFirm()
  const intake = await newAssigned(firm)
  assert.deepEqual(await queuesOf(firm), {})
  await submit(intake)
  assert.deepEqual(await queuesOf(firm), { unread: [intake.matter_id] })
  assert.equal(await firm.run((tx) => markRead(tx, intake.matter_id)), 1)
  assert.deepEqual(await queuesOf(firm), {})
  assert.equal(await firm.run((tx) => markRead(tx, intake.matter_id)), 0, "the first reader stays recorded")
})

test("a completed or closed matter is in no queue", async () => {
  const firm = await service.newFirm()
  const [completed, closed] = [await newAssigned(firm), await newAssigned(firm)]
  for (const intake of [completed, closed]) await submit(intake)
  assert.equal((await queuesOf(firm)).unread?.length, 2)
  await firm.run(async (tx) => {
    await completeMatter(tx, service.ring, completed.matter_id)
    await closeMatter(tx, closed.matter_id)
  })
  assert.deepEqual(await queuesOf(firm), {})
})

test("a client's changes after submission wait until they are acknowledged", async () => {
  const firm = await service.newFirm()
  const intake = await newAssigned(firm)
  const { matter_id, ids } = intake
  await firm.run((tx) => markStarted(tx, matter_id))
  await intake.asClient(async (tx) => {
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "no" })
  })
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  await firm.run((tx) =>
    tx.run(sql`
      update matters set completed_at = null, client_may_edit = true, is_submitted = true, submitted_at = ${tx.now}
       where id = ${matter_id}`),
  )
  await firm.run((tx) => markRead(tx, matter_id))
  wait(1)
  await intake.asClient((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "A dog" }),
  )
  assert.deepEqual(await queuesOf(firm), { changed: [matter_id] })
  await firm.run(async (tx) => {
    const shown = await compareSubmissions(tx, service.ring, matter_id, { from: 1 })
    const marks = shown.map(({ mark }) => mark)
    await acceptLines(tx, service.ring, matter_id, marks)
  })
  assert.deepEqual(await queuesOf(firm), {})
})

test("corrections wait for staff once all are answered, and requesting corrections counts as reading", async () => {
  const firm = await service.newFirm()
  const intake = await newAssigned(firm)
  const { matter_id, child, other_child } = intake
  await submit(intake)
  const requested = await firm.run(async (tx) => {
    for (const record_id of [child, other_child])
      await collectCorrection(tx, matter_id, { kind: "contact", record_id, about: null, words: "Clio?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
    return (await listCorrections(tx, matter_id)).map(({ id }) => id)
  })
  for (const [index, id] of requested.entries()) {
    assert.deepEqual(
      await queuesOf(firm),
      { corrections: [matter_id] },
      `${index} of ${requested.length} answered`,
    )
    await intake.asClient((tx) => markLookedAt(tx, matter_id, id))
  }
  assert.deepEqual(await queuesOf(firm), { answered: [matter_id] })
})

test("an undelivered email waits until another is sent or the link is revoked", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newAssigned(firm)
  const invitation = await firm.run((tx) =>
    createInvitation(tx, service, {
      matter_id,
      party: "helper",
      email: "hal@example.com",
      first_name: "Hal",
    }),
  )
  const fail = () =>
    firm.run((tx) =>
      tx.run(sql`
        insert into mails (id, matter_id, invitation_id, purpose, recipient, subject, created_at, fault, gave_up_at)
        values ('mail_' || upper(replace(gen_random_uuid()::text, '-', '')), ${matter_id}, ${invitation.id}, 'handover',
                'hal@example.com', 'Hello', ${tx.now}, '550 No such user', ${tx.now})`),
    )
  assert.equal(await fail(), 1)
  assert.deepEqual(await queuesOf(firm), { undelivered: [matter_id] })
  const [item] = await firm.run(async (tx) => {
    const { settings } = await getFirm(tx)
    const scope = { user_id: firm.admin.user_id, is_whole_firm: true, settings }
    const [queue] = await readQueues(tx, ["undelivered"], { ...scope, limit: 5 })
    return queue?.items ?? []
  })
  assert.deepEqual([item?.detail, item?.recipient], ["550 No such user", "hal@example.com"])
  const faultIs = (fault: string) => firm.write(sql`update mails set fault = ${fault}`)
  await faultIs(`${withheld_prefix} its address changed after this email was written.`)
  assert.deepEqual(await queuesOf(firm), {}, "one that was withheld is no failure")
  await faultIs("550 No such user")
  await firm.run((tx) =>
    tx.run(sql`
      insert into mails (id, matter_id, invitation_id, purpose, recipient, subject, created_at)
      values ('mail_FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', ${matter_id}, ${invitation.id}, 'handover',
              'hal@example.com', 'Hello', ${tx.now})`),
  )
  assert.deepEqual(await queuesOf(firm), {}, "a later email is on its way")
  await firm.write(sql`delete from mails where id like 'mail_FFFF%'`)
  assert.deepEqual(await queuesOf(firm), { undelivered: [matter_id] })
  await firm.run((tx) =>
    tx.run(sql`update invitations set revoked_at = ${tx.now} where id = ${invitation.id}`),
  )
  assert.deepEqual(await queuesOf(firm), {})
})

test("a matter without an assignee waits in the firm's queue until it has one", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  assert.deepEqual(await queuesOf(firm), { unassigned: [matter_id] })
  assert.deepEqual(await queuesOf(firm, false), {})
  await firm.run((tx) => assignMatter(tx, matter_id, firm.admin.user_id))
  assert.deepEqual(await queuesOf(firm), {})
})

test("a matter is stalled after the firm's number of quiet days, and no longer after a reminder", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newAssigned(firm)
  const { id } = await firm.run((tx) =>
    createInvitation(tx, service, {
      matter_id,
      party: "helper",
      email: "hal@example.com",
      first_name: "Hal",
    }),
  )
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stalled_days: 5 }))
  wait(4)
  assert.deepEqual(await queuesOf(firm), {})
  wait(2)
  assert.deepEqual(await queuesOf(firm), { stalled: [matter_id] })
  await firm.run((tx) =>
    tx.run(sql`
      insert into reminders (id, matter_id, invitation_id, reminded_at)
      values ('reminder_' || upper(replace(gen_random_uuid()::text, '-', '')), ${matter_id}, ${id}, ${tx.now})`),
  )
  assert.deepEqual(await queuesOf(firm), {})
  wait(6)
  assert.deepEqual(await queuesOf(firm), { stalled: [matter_id] })
})

test("closed matters are due under the firm's retention rule, unless it deletes automatically", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newAssigned(firm)
  await firm.run((tx) => closeMatter(tx, matter_id))
  wait(366)
  assert.deepEqual(await queuesOf(firm), {}, "the firm has no rule")
  const rule = (is_automatic: boolean) =>
    firm.run((tx) => changeRetention(tx, firm.firm_id, { years: 1, is_automatic, is_nameless: false }))
  await rule(false)
  assert.deepEqual(await queuesOf(firm), { deletion: [matter_id] })
  await rule(true)
  assert.deepEqual(await queuesOf(firm), {})
})

test("the longest wait comes first, and one's own matters are those assigned", async () => {
  const firm = await service.newFirm()
  const created: string[] = []
  for (let index = 0; index < 5; index++) {
    wait(1)
    created.push((index === 2 ? await newAssigned(firm) : await newIntake(firm)).matter_id)
  }
  wait(60)
  const first = (is_whole_firm: boolean, limit: number) =>
    firm.run(async (tx) => {
      const scope = { user_id: firm.admin.user_id, is_whole_firm, settings: {} }
      const [queue] = await readQueues(tx, ["stalled"], { ...scope, limit })
      return [queue?.count, queue?.items.map(({ matter_id }) => matter_id)]
    })
  assert.deepEqual(await first(true, 3), [5, created.slice(0, 3)])
  assert.deepEqual(await first(true, 9), [5, created])
  assert.deepEqual(await first(false, 3), [1, [created[2]]])
})

test("a matter is due from a week before its day until it is completed or closed, by the firm's calendar", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newAssigned(firm)
  const due = (day: string) => firm.write(sql`update matters set due_on = ${day} where id = ${matter_id}`)
  // Eleven in the evening of the day before, in New York.
  now = new Date("2027-06-02T03:00:00Z")
  const isDue = async () => ((await queuesOf(firm)).due ?? []).length === 1
  await due("2027-06-08")
  assert.equal(await isDue(), true)
  await due("2027-06-09")
  assert.equal(await isDue(), false)
  now = new Date("2027-06-02T04:00:00Z")
  assert.equal(await isDue(), true)
  await due("2020-01-01")
  assert.equal(await isDue(), true, "overdue")
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(await isDue(), false)
})

test("requested documents are due like matters, one entry for each matter, until they have come", async () => {
  const firm = await service.newFirm()
  const intake = await newAssigned(firm)
  const { matter_id, ids } = intake
  await intake.asClient((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }),
  )
  const due = (request_id: string, due_on: string) =>
    firm.run((tx) => changeDocumentDueDay(tx, matter_id, { request_id, sender: null, due_on }))
  now = new Date("2027-06-02T12:00:00Z")
  await due(ids.will_copy, "2027-06-10")
  await due(ids.statements, "2027-06-09")
  const read = async () => {
    assert.equal((await queuesOf(firm)).due, undefined)
    const scope = { user_id: firm.admin.user_id, is_whole_firm: false, settings: {} }
    const [queue] = await firm.run((tx) => readQueues(tx, ["documents"], { ...scope, limit: 9 }))
    return queue?.items.map(({ detail, since }) => `${detail} ${since.toISOString().slice(0, 10)}`)
  }
  assert.deepEqual(await read(), ["Account statements 2027-06-09"])
  now = new Date("2027-06-03T12:00:00Z")
  assert.deepEqual(await read(), ["Account statements, Copy of your will 2027-06-09"])
  await upload(service, intake, { request_id: ids.statements }, "May.txt", "May")
  assert.deepEqual(await read(), ["Copy of your will 2027-06-10"])
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(await read(), undefined)
})

test("a matter is one entry however many of its links expired, and each of its tasks is one", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newAssigned(firm)
  await firm.run(async (tx) => {
    for (const first_name of ["Hal", "Ina"])
      await createInvitation(tx, service, {
        matter_id,
        party: "helper",
        email: `${first_name}@example.com`,
        first_name,
      })
    await tx.run(sql`update invitations set expires_at = ${tx.now} where party = 'helper'`)
    for (const text of ["Call", "Write"])
      await addNote(tx, matter_id, { text, assignee_id: firm.admin.user_id, due_date: null })
    const scope = { user_id: firm.admin.user_id, is_whole_firm: true, settings: {} }
    const filled = await readQueues(tx, ["notes", "expired"], { ...scope, limit: 9 })
    assertEach(filled, ({ queue, count, items }) => [queue, count, items.length], [
      ["notes", 2, 2],
      ["expired", 1, 1],
    ])
    // Counting stops at a number of rows, so a row is a matter.
    const rows = await tx.all(sql`${sourceOf(tx, "expired", {}) ?? sql``}`)
    assert.equal(rows.length, 1)
    const listed = await listQueuedMatters(tx, "notes", { assignee_id: firm.admin.user_id, settings: {} })
    assert.deepEqual(listed, [matter_id])

    await tx.run(sql`delete from invitations where first_name = 'Ina'`)
    await tx.run(sql`update invitations set party = 'partner' where first_name = 'Hal'`)
    await tx.run(sql`update matters set sharing_paused_at = ${tx.now} where id = ${matter_id}`)
    const paused = await tx.all(sql`${sourceOf(tx, "expired", {}) ?? sql``}`)
    assert.deepEqual(paused, [], "a link that would open nothing is not sent anew")
  })
})

interface Plan {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: Plan[]
}

test("a queue reads only its own matters, however many closed ones the firm has", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const walked = await firm.run(async (tx) => {
    await tx.run(sql`
      insert into matters (id, name, search_name, open_date, close_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, submitted_at, is_submitted, last_activity_at, created_at)
      select 'matter_' || upper(md5(id || n)), 'M' || n, 'm' || n, open_date, open_date, questionnaire_id,
             questionnaire_version, client_type, contact_main_id, created_at, true, last_activity_at, created_at
        from matters, generate_series(1, 4000) n where id = ${matter_id}`)
    const settings = { retention_years: 7 }
    // Without statistics of these new rows, the planner would assume a small firm.
    await tx.run(sql`reset role`)
    await tx.run(sql`analyze matters, notes, note_mentions`)
    await tx.run(sql`set local role foyer_firm`)
    return Promise.all(
      queues.map(async (queue) => {
        const source = sourceOf(tx, queue, settings) ?? sql``
        const [row] = await tx.all<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`
          explain (analyze, format json) select * from (${source}) q order by since limit 5`)
        const plan = row?.["QUERY PLAN"][0]?.Plan
        assert.ok(plan)
        return { queue, rows: rowsOf(plan, "matters") }
      }),
    )
  })
  for (const { queue, rows } of walked) assert.ok(rows < 50, `${queue} reads ${rows} rows of matters`)
})

/** How many rows of a table a plan read. */
function rowsOf(plan: Plan, table: string): number {
  const own = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)
  const here = plan["Relation Name"] === table ? own * plan["Actual Loops"] : 0
  return here + (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0)
}
