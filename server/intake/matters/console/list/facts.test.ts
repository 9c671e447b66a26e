import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { getFirm } from "../../../../firm/firms/firms.ts"
import { sql, type Tx } from "../../../../platform/db/sql.ts"
import { found } from "../../../../platform/errors.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { changeContact } from "../../../contacts/editing.ts"
import { listCorrections, markLookedAt } from "../../../corrections/corrections.ts"
import { collectCorrection, requestCorrections } from "../../../corrections/requests.ts"
import { markRead } from "../../../submissions/review/read-marks.ts"
import { assignMatter } from "../../assignment.ts"
import { switchReminders } from "../../filing/filing.ts"
import { holdMatter } from "../../holds.ts"
import { createInvitation } from "../../invitations/invitations.ts"
import { sendInvitation } from "../../invitations/sending.ts"
import { closeMatter, markCompleted, markStarted, markSubmitted } from "../../lifecycle.ts"
import { listMatterOverviews, listOverviewsOf } from "../../list/list.ts"
import { renameMatter } from "../../matters.ts"
import { restrictMatter } from "../../parties/access-list.ts"
import { definitionOf } from "../../progress/definition.ts"
import { markReviewed } from "../../progress/section-reviews.ts"
import { nextStepOf, readListFacts } from "./facts.tsx"

const service = provideService()

const factsOf = (firm: TestFirm, matter_id: string) =>
  firm.run(async (tx) => {
    const { rows } = await listMatterOverviews(tx, {}, { page: 1, limit: 10, offset: 0 })
    return (await readListFacts({ tx, parts: service, staff: { firm: await getFirm(tx) } }, rows)).get(
      matter_id,
    )
  })

test("while the client fills in a matter, the list counts its visible and its checked sections", async () => {
  const { firm, matter_id, ids, main, spouse } = await newFirmWithIntake(service)
  assert.equal((await factsOf(firm, matter_id))?.sections, null, "no one has started")
  const { sections } = await firm.run(async (tx) => {
    await markStarted(tx, matter_id)
    return (await definitionOf(tx, matter_id)).definition
  })
  await firm.run((tx) => markReviewed(tx, matter_id, sections[0]?.id ?? ""))
  // A condition hides the guardians section, so it no longer counts although it was checked before.
  await firm.run((tx) => markReviewed(tx, matter_id, ids.guardians_section))
  const counted = { checked: 0, of: sections.length - 1 }
  assert.deepEqual((await factsOf(firm, matter_id))?.sections, counted, "dates of birth are missing")
  await firm.run(async (tx) => {
    for (const id of [main, spouse])
      await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-01-02" }])
  })
  assert.deepEqual((await factsOf(firm, matter_id))?.sections, { ...counted, checked: 1 })
  await firm.call(saveAnswer, service.ring, matter_id, { question_id: ids.children_wishes, value: "A dog" })
  assert.deepEqual((await factsOf(firm, matter_id))?.sections, { checked: 2, of: sections.length })
  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.equal((await factsOf(firm, matter_id))?.sections, null, "it is the firm's turn")
})

test("the status, the overview and a filter show open and answered corrections", async () => {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, child } = intake
  await newIntake(firm)
  await firm.run(async (tx) => {
    await markSubmitted(tx, matter_id)
    await collectCorrection(tx, matter_id, { kind: "contact", record_id: child, about: null, words: "Clio?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  const req = await newStaffBrowser(service, firm)
  const found = async (queue: string, follow_up: string) => {
    const { text } = await req("GET", `/console/matters?queue=${queue}`)
    const shown = [...text.matchAll(/<tr role="row" id="(matter_[0-9A-F]+)"/g)].map(([, id]) => id)
    const { body } = await firm.request("GET", `/v1/matters?follow_up=${follow_up}`)
    assertEach(body.results, ({ id }: { id: string }) => id, shown, "the API returns the same")
    return shown
  }
  const { text: waiting } = await req("GET", `/console/matters/${matter_id}`)
  assert.match(waiting, /Waiting for the client: 1 correction\./)
  assert.doesNotMatch(waiting, /Your turn/)
  assert.match((await req("GET", "/console/matters")).text, />1 correction open</)
  assert.deepEqual(
    [await found("corrections", "corrections_open"), await found("answered", "corrections_answered")],
    [[matter_id], []],
  )

  const [correction] = await firm.run((tx) => listCorrections(tx, matter_id))
  await firm.run((tx) => markLookedAt(tx, matter_id, correction?.id ?? ""), intake.client)
  const { text: answered } = await req("GET", `/console/matters/${matter_id}`)
  assert.match(answered, /Your turn: the client has answered 1 correction\./)
  assert.deepEqual(
    [await found("corrections", "corrections_open"), await found("answered", "corrections_answered")],
    [[], [matter_id]],
  )
  assert.deepEqual(await found("changed", "changes_not_seen"), [])
  const csv = await req("GET", "/console/matters.csv?queue=answered")
  assert.equal(csv.text.trimEnd().split("\r\n").length, 2)
})

test("a matter that staff assign or rename does not count as changed since submission", async (t) => {
  let now = new Date()
  const service = await openTestService({ clock: () => now }, t)
  const { firm, matter_id, ids } = await newFirmWithIntake(service)
  await firm.run((tx) => markSubmitted(tx, matter_id))
  now = new Date(now.getTime() + 60_000)
  await firm.run(async (tx) => {
    await assignMatter(tx, matter_id, firm.admin.user_id)
    await renameMatter(tx, matter_id, "Smith, Ada")
    await switchReminders(tx, matter_id, "off")
  })
  assert.equal((await factsOf(firm, matter_id))?.is_changed, false)
  await firm.call(saveAnswer, service.ring, matter_id, { question_id: ids.has_will, value: true })
  assert.equal((await factsOf(firm, matter_id))?.is_changed, true)
})

test("a matter that is restricted, on hold, or without reminders says so in the list and in its head, no other does", async () => {
  const firm = await service.newFirm()
  const [{ matter_id }, other] = [await newIntake(firm), await newIntake(firm)]
  const send = await newStaffBrowser(service, firm)
  const tagsIn = (html: string) =>
    [">Restricted<", ">Legal hold<", "Reminders off"].filter((text) => html.includes(text)).join()
  const tagsOf = async (id: string) => {
    const rows = (await send("GET", "/console/matters")).text.split("<tr")
    const listed = tagsIn(rows.find((row) => row.includes(`/console/matters/${id}"`)) ?? "")
    const { text } = await send("GET", `/console/matters/${id}/activity`)
    assert.equal(tagsIn(text), listed, "the head and the list agree")
    return listed
  }
  assert.equal(await tagsOf(matter_id), "")
  await firm.run(async (tx) => {
    await switchReminders(tx, matter_id, "off")
    await tx.run(sql`
      insert into matter_holds (matter_id, reason, held_by, held_at)
      values (${matter_id}, 'A lawsuit', ${firm.admin.user_id}, ${tx.now})`)
  })
  assert.equal(await tagsOf(matter_id), ">Legal hold<,Reminders off")
  await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id ?? ""]))
  assert.equal(await tagsOf(matter_id), ">Restricted<,>Legal hold<,Reminders off")
  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.equal(await tagsOf(matter_id), ">Restricted<,>Legal hold<", "there is no one to remind")
  assert.equal(await tagsOf(other.matter_id), "")
  const { text } = await send("GET", "/console/matters")
  assert.match(
    text,
    /class="[^"]*cell-labeled" data-label="Progress"/,
    "a percentage says of what, on phones too",
  )
})

test("the next step says who has to act, and what, in every state, also if the matter is restricted and on hold", async () => {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, child, client } = intake
  const steps: string[] = []
  const after = async (act: (tx: Tx) => Promise<unknown>, actor?: typeof client) => {
    await firm.run(act, actor)
    const facts = await factsOf(firm, matter_id)
    const { state } = await firm.run(async (tx) => found((await listOverviewsOf(tx, [matter_id]))[0]))
    steps.push((facts && nextStepOf({ state, facts })?.[0]) ?? "")
  }
  await after(async (tx) => {
    await restrictMatter(tx, matter_id, [firm.admin.user_id])
    await holdMatter(tx, matter_id, "A lawsuit")
  })
  const invitation = { matter_id, party: "main", email: "ada@example.com" } as const
  await after((tx) => createInvitation(tx, service, invitation))
  const { id } = await firm.one<{ id: string }>(sql`select id from invitations`)
  await after((tx) => sendInvitation(tx, service, id))
  await firm.write(sql`update mails set sent_at = now()`)
  await after(async () => undefined)
  await after((tx) => markStarted(tx, matter_id))
  await firm.write(sql`update mails set sent_at = null, gave_up_at = now()`)
  await after((tx) => markSubmitted(tx, matter_id))
  await firm.write(sql`update mails set sent_at = now(), gave_up_at = null`)
  await firm.write(sql`
    insert into submissions (matter_id, number, reason, snapshot, submitted_at)
    select id, 1, 'submitted', '{}', submitted_at from matters`)
  await after((tx) => markRead(tx, matter_id))
  await after(async (tx) => {
    await collectCorrection(tx, matter_id, { kind: "contact", record_id: child, about: null, words: "Clio?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  const [correction] = await firm.run((tx) => listCorrections(tx, matter_id))
  await after((tx) => markLookedAt(tx, matter_id, correction?.id ?? ""), client)
  await after((tx) => markCompleted(tx, matter_id))
  await after((tx) => closeMatter(tx, matter_id))
  assert.deepEqual(steps, [
    ...["Send invitation", "Share the link", "Share the link", "Client: start", "Client: fill in"],
    ...["Review", "Complete", "Client: 1 correction", "Review 1 answer", "Close", ""],
  ])
})
