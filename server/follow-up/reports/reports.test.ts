import assert from "node:assert/strict"
import { test } from "node:test"
import { addManyMatters } from "../../../bench/matters.ts"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../intake/matters/invitations/starting.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { createMatter } from "../../intake/matters/matters.ts"
import { markReviewed } from "../../intake/matters/progress/section-reviews.ts"
import { completeMatter } from "../../intake/submissions/submissions.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { countDropOffs } from "./drop-offs.ts"
import { max_matters_of_month, type Report, readReport } from "./reports.ts"
import { listWorkloads, max_unread } from "./workload.ts"

const service = provideService({ clock: () => now })
let now = new Date()

const at = (moment: string) => {
  now = new Date(moment)
}

const inactive_since = new Date("2026-06-01T00:00:00Z")

function report(firm: TestFirm, from = "2026-01", until = "2026-12"): Promise<Report> {
  return firm.run((tx) => readReport(tx, { from, until, filters: {}, inactive_since }))
}

async function newQuestionnaire(firm: TestFirm, title: string): Promise<string> {
  return firm.run((tx) =>
    addQuestionnaire(tx, { title, url_short_name: title.toLowerCase().replace(/\W/g, "-") }),
  )
}

test("an invitation counts once its email was sent or its link used, not while no one has the link", async () => {
  const firm = await service.newFirm()
  const planning = await newQuestionnaire(firm, "Planning")
  const [sent] = [
    await newMatter(firm, planning, ["2026-03-02T12:00:00Z"]),
    await newMatter(firm, planning, ["2026-03-02T12:00:00Z"]),
  ]
  await newMatter(firm, planning, ["2026-03-02T12:00:00Z", "2026-03-06T12:00:00Z"])
  const invited = async () => (await report(firm)).total
  assert.deepEqual((await invited()).counts.invited, 1)
  const mail = (sent_at: string | null) =>
    firm.run((tx) =>
      tx.run(sql`
        insert into mails (id, recipient, subject, purpose, matter_id, invitation_id, created_at, sent_at)
        select ${newId("mail")}, 'ada@example.com', 'Hello', 'invitation', i.matter_id, i.id, ${tx.now}, ${sent_at}
          from invitations i where i.matter_id = ${sent}`),
    )
  await mail(null)
  assert.deepEqual((await invited()).counts.invited, 1, "an email that was never sent invites no one")
  await mail("2026-03-03T12:00:00Z")
  assert.deepEqual((await invited()).counts.invited, 2)
})

/** Opens a matter and takes it through the steps at the given times. */
async function newMatter(
  firm: TestFirm,
  questionnaire_id: string,
  [opened, started, submitted, completed]: [string, string?, string?, string?],
): Promise<string> {
  at(opened)
  const [matter_id, invitation_id] = await firm.run(async (tx) => {
    const { id } = await createMatter(tx, { questionnaire_id, matter_name: "Smith" })
    const invitation = await createInvitation(tx, service, { matter_id: id, party: "main" })
    return [id, invitation.id]
  })
  if (!started) return matter_id
  at(started)
  await firm.run((tx) => startInvitation(tx, invitation_id))
  if (!submitted) return matter_id
  at(submitted)
  await firm.run(async (tx) => {
    await tx.run(
      sql`update matters set is_submitted = true, submitted_at = ${tx.now} where id = ${matter_id}`,
    )
    await tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${matter_id}, 1, 'submitted', '{}', ${tx.now})`)
  })
  if (!completed) return matter_id
  at(completed)
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  return matter_id
}

test("a report counts how far the matters of each month and questionnaire got, with the median days of each step", async () => {
  const firm = await service.newFirm()
  const [planning, probate] = [
    await newQuestionnaire(firm, "Planning"),
    await newQuestionnaire(firm, "Probate"),
  ]
  await newMatter(firm, planning, ["2026-03-02T12:00:00Z"])
  await newMatter(firm, planning, ["2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z"])
  await newMatter(firm, planning, ["2026-03-02T12:00:00Z", "2026-03-04T12:00:00Z", "2026-03-14T12:00:00Z"])
  const dates: [string, string, string, string] = [
    "2026-04-02T12:00:00Z",
    "2026-04-06T12:00:00Z",
    "2026-04-26T12:00:00Z",
    "2026-05-01T12:00:00Z",
  ]
  const reopened = await newMatter(firm, probate, dates)
  // A resubmitted matter keeps the time of its first submission.
  await firm.write(sql`update matters set submitted_at = '2026-04-30T12:00:00Z' where id = ${reopened}`)
  const { total, months, questionnaires, cut_months } = await report(firm)
  assert.deepEqual(total, {
    counts: { opened: 4, invited: 3, started: 3, submitted: 2, completed: 1 },
    days: { started: 2, submitted: 15, completed: 5 },
  })
  assert.equal(months.length, 12)
  assert.deepEqual(
    months
      .filter(({ stats }) => stats.counts.opened > 0)
      .map(({ month, stats }) => [month, stats.counts.started]),
    [
      ["2026-04", 1],
      ["2026-03", 2],
    ],
  )
  assertEach(questionnaires, ({ title, stats }) => [title, stats.counts.opened, stats.days.submitted], [
    ["Planning", 3, 10],
    ["Probate", 1, 20],
  ])
  assert.deepEqual(cut_months, [])
  const narrowed = await firm.run((tx) =>
    readReport(tx, {
      from: "2026-03",
      until: "2026-04",
      filters: { questionnaire_id: probate },
      inactive_since,
    }),
  )
  assert.equal(narrowed.total.counts.opened, 1)
})

test("a matter counts in the month of its opening where the firm is", async () => {
  const firm = await service.newFirm()
  await newMatter(firm, await newQuestionnaire(firm, "Planning"), ["2026-03-01T02:00:00Z"])
  const { months } = await report(firm, "2026-02", "2026-03")
  assertEach(months, ({ month, stats }) => [month, stats.counts.opened], [
    ["2026-03", 0],
    ["2026-02", 1],
  ])
})

test("for a month with very many matters, the newest are read, and the report says so", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "Planning")
  await firm.run((tx) => addManyMatters(tx, questionnaire_id, max_matters_of_month + 5, 1))
  const { total, cut_months } = await report(firm, "2019-12", "2020-01")
  assert.equal(total.counts.opened, max_matters_of_month)
  assert.deepEqual(cut_months, ["2020-01"])
})

/** A client who started and gave what `give` gives, long ago. */
async function newStopped(firm: TestFirm, give: (intake: SampleIntake) => Promise<unknown>) {
  at("2026-03-02T12:00:00Z")
  const intake = await newIntake(firm)
  await firm.run((tx) =>
    tx.run(sql`update matters set started_at = ${tx.now} where id = ${intake.matter_id}`),
  )
  await give(intake)
  return intake
}

test("inactive clients drop off at the question after the last one answered", async () => {
  const firm = await service.newFirm()
  const wish = ({ matter_id, ids }: SampleIntake) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  const first = await newStopped(firm, wish)
  await newStopped(firm, async () => undefined)
  const active = await newStopped(firm, wish)
  const submitted = await newStopped(firm, wish)
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set last_activity_at = '2026-06-02' where id = ${active.matter_id}`)
    await tx.run(sql`update matters set is_submitted = true where id = ${submitted.matter_id}`)
  })
  const stopsOf = async () => {
    const { stopped_ids } = await report(firm)
    const stops = await firm.run((tx) => countDropOffs(tx, stopped_ids))
    return stops.map(({ section, part, matters }) => [section, part, matters]).sort()
  }
  assert.deepEqual(await stopsOf(), [
    ["About you", "", 1],
    ["Your wishes", "When was it signed?", 1],
  ])
  const sections = await firm.run(async (tx) => {
    const { questionnaire_id } = await getMatterRow(tx, first.matter_id)
    const { ids } = await tx.one<{ ids: string[] }>(sql`
      select array(select jsonb_array_elements(v.definition -> 'sections') ->> 'id') as ids
        from questionnaire_versions v where v.questionnaire_id = ${questionnaire_id}`)
    for (const id of ids) await markReviewed(tx, first.matter_id, id)
    return ids.length
  })
  assert.ok(sections > 3)
  assert.deepEqual(await stopsOf(), [
    ["", "", 1],
    ["About you", "", 1],
  ])
})

test("each workload has the open, waiting and unread matters", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "Planning")
  const ids = [
    await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z"]),
    await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z"]),
    await newMatter(firm, questionnaire_id, [
      "2026-03-02T12:00:00Z",
      "2026-03-03T12:00:00Z",
      "2026-03-04T12:00:00Z",
    ]),
    await newMatter(firm, questionnaire_id, [
      "2026-03-02T12:00:00Z",
      "2026-03-03T12:00:00Z",
      "2026-03-04T12:00:00Z",
      "2026-03-05T12:00:00Z",
    ]),
  ]
  for (const id of ids) await firm.run((tx) => assignMatter(tx, id, firm.admin.user_id))
  await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z"])
  const own = {
    user_id: firm.admin.user_id,
    name: "Ada Admin",
    open: 3,
    waiting: 2,
    unread: 1,
    is_cut: false,
  }
  const unassigned = { user_id: "", name: "", open: 1, waiting: 1, unread: 0, is_cut: false }
  assert.deepEqual(await firm.run((tx) => listWorkloads(tx)), [own, unassigned])
  assert.deepEqual(await firm.run((tx) => listWorkloads(tx, firm.admin.user_id)), [own])
  const staff = await newStaffBrowser(service, firm)
  const unread = async () => {
    const { text } = await staff("GET", "/console/reports")
    return [...text.matchAll(/href="([^"]*queue=unread[^"]*)">([^<]*)/g)].map(([, href = "", count]) => ({
      href: href.replaceAll("&amp;", "&"),
      count,
    }))
  }
  const [link] = await unread()
  assert.equal(link?.count, "1")
  const list = await staff("GET", link?.href ?? "")
  assert.equal(list.text.match(/<tr [^>]*id="matter_/g)?.length, 1)
  await firm.run((tx) => addManyMatters(tx, questionnaire_id, max_unread, 1))
  await firm.run((tx) =>
    tx.run(sql`
    update matters set submitted_at = ${tx.now}, started_at = ${tx.now} where assignee_id is null and submitted_at is null`),
  )
  for (const { count } of await unread()) assert.match(count ?? "", /^[\d,]+\+$/)
  assert.match((await staff("GET", "/console/reports.csv?table=load")).text, /,\d+\+\r/)
})

async function newLimitedMember(firm: TestFirm): Promise<string> {
  const email = "lena@example.com"
  const { user_id } = await newStaff(firm, {
    email,
    name: "Lena",
    role: "member",
    assigned_matters_only: true,
  })
  return user_id
}

test("a member limited to assigned matters sees only the numbers of these", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "Planning")
  const own = await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z"])
  for (let more = 0; more < 6; more += 1) await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z"])
  const user_id = await newLimitedMember(firm)
  await firm.run((tx) => assignMatter(tx, own, user_id))
  const url = (table: string) => `/console/reports.csv?from=2026-03&until=2026-03&table=${table}`
  const asMember = await newStaffBrowser(service, firm, user_id)
  const asAdmin = await newStaffBrowser(service, firm)
  assert.match((await asAdmin("GET", url("months"))).text, /\r\n2026-03,7,0,/)
  assert.match((await asMember("GET", url("months"))).text, /\r\n2026-03,1,0,/)
  assert.match((await asAdmin("GET", url("questionnaires"))).text, /\r\nPlanning,7,0,/)
  assert.match((await asMember("GET", url("questionnaires"))).text, /\r\nPlanning,1,0,/)
  assert.deepEqual((await asMember("GET", url("load"))).text.trimEnd().split("\r\n").slice(1), ["Lena,1,1,0"])
  const page = (await asMember("GET", "/console/reports?from=2026-03&until=2026-03")).text
  assert.doesNotMatch(page, /Ada Admin|>7</)
})

test("the page shows the numbers, and each table downloads as a file whose cells calculate nothing", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "=HYPERLINK(1)")
  await newMatter(firm, questionnaire_id, ["2026-03-02T12:00:00Z", "2026-03-05T00:00:00Z"])
  at("2026-04-15T12:00:00Z")
  const staff = await newStaffBrowser(service, firm)
  const { status, text } = await staff("GET", "/console/reports")
  assert.equal(status, 200)
  assert.match(text, /Matters opened from Mar 2026 to Apr 2026/)
  assert.match(text, /Median 2\.5 days from invitation to start/)
  const rows = async (table: string) =>
    (await staff("GET", `/console/reports.csv?from=2026-03&until=2026-03&table=${table}`)).text.split("\r\n")
  assert.match((await rows("questionnaires"))[1] ?? "", /^'=HYPERLINK\(1\),1,1,1,0,0,2\.5,,$/)
  assert.deepEqual(await rows("stops"), [
    "\uFEFFquestionnaire,section,question,matters",
    "'=HYPERLINK(1),,,1",
    "",
  ])
  assert.equal((await staff("GET", "/console/reports.csv?table=others")).status, 404)
})

test("an impossible range of months is refused by name, and nothing is read", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const answers: [string, RegExp][] = [
    ["from=2026-05&until=2026-03", /The first month must not be after the last/],
    ["from=2020-01&until=2026-03", /Choose at most 24 months/],
    ["from=2026-13", /Choose a month, like 2026-03/],
  ]
  for (const [query, words] of answers) {
    const page = await staff("GET", `/console/reports?${query}`)
    assert.equal(page.status, 400, query)
    assert.match(page.text, words)
    assert.equal((await staff("GET", `/console/reports.csv?${query}`)).status, 400)
  }
})
