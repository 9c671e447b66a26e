import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { giveRequired } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeContact } from "../../contacts/editing.ts"
import { markReopened } from "../../matters/lifecycle.ts"
import { completeMatter, listSubmissions } from "../submissions.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

const fillIn = (intake: PortalIntake) => firm.run((tx) => giveRequired(tx, service, intake))
/** Ada as an actor. */
const findAda = async ({ matter_id }: PortalIntake) => {
  const { user_id } = await firm.one<{ user_id: string }>(
    sql`select user_id from invitations where matter_id = ${matter_id} and party = 'main'`,
  )
  return { firm_id: firm.firm_id, user_id }
}
const submissionsOf = ({ matter_id }: PortalIntake) => firm.run((tx) => listSubmissions(tx, matter_id))
const eventsOf = async ({ matter_id }: PortalIntake) =>
  (await firm.request("GET", `/v1/events?matter=${matter_id}`)).body.results
    .map((event: { event_type: string }) => event.event_type)
    .filter((type: string) => type.includes("submitted"))

test("all missing answers are listed by section, and each link leads to its field", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada } = intake
  const { html } = await ada.get("/portal/check")
  assert.match(html, /5 answers are still needed/)
  assert.match(html, />Date of birth – Ada Smith<\/a>/)
  assert.doesNotMatch(html, /needs a date/)
  const sent = await ada.post("/portal/submission", { after: "0" })
  assert.equal(sent.status, 422)
  assert.match(sent.html, /<title>Error: /)
  assert.match(sent.html, /role="alert"[\s\S]*About you[\s\S]*Your wishes[\s\S]*Who should act for you/)
  const links = [...sent.html.matchAll(/href="(\/portal\/sections\/[^"#]+)#([^"]+)">[^<]*“/g)]
  assert.equal(links.length, 5)
  for (const [, url = "", id = ""] of links) {
    const page = await ada.get(url.replaceAll("&amp;", "&"))
    assert.equal(page.status, 200)
    assert.match(page.html, literally(`id="${id}"`), `${url} has no ${id}`)
  }
  assert.deepEqual(await submissionsOf(intake), [])
})

test("the task list's counts of missing answers add up to the check page's", async () => {
  const { ada } = await newPortalIntake(service, firm)
  const counts = [...(await ada.get("/portal")).html.matchAll(/(\d+) answers? still needed/g)]
  const sum = counts.reduce((total, [, count]) => total + Number(count), 0)
  assert.equal(sum, 5)
  assert.match((await ada.get("/portal/check")).html, /5 answers are still needed/)
})

test("questions about both clients have their own heading on the check page", async () => {
  const { ada } = await newPortalIntake(service, firm)
  const { html } = await ada.get("/portal/check")
  const [, wishes = ""] = /<h2>Your wishes<([\s\S]*?)<\/details>/.exec(html) ?? []
  const titles = [...wishes.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, title]) => title)
  assert.deepEqual(titles, ["About both of you", "About you", "About Ben", "About both of you"])
  const titled = wishes.match(/<h3/g)?.length
  assert.equal(wishes.match(/<section class="summary-group/g)?.length, titled)
})

test("submitting twice sends once, and either client can send changes later", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, child } = intake
  await fillIn(intake)
  const responses = await Promise.all([1, 2, 3].map(() => ada.post("/portal/submission", { after: "0" })))
  assertEach(
    responses,
    ({ status, location }) => [status, location],
    [1, 2, 3].map(() => [303, "/portal/submissions/1"]),
  )
  assert.equal((await ben.post("/portal/submission", { after: "0" })).location, "/portal/submissions/1")
  assert.deepEqual(await eventsOf(intake), ["intakeform.submitted"])

  const { user_id } = await findAda(intake)
  const change = (first_name: string) =>
    firm.run((tx) => changeContact(tx, child, [{ field: "first_name", value: first_name }]), { user_id })
  await change("Chloe")
  const changed = (await ben.get("/portal")).html
  assert.match(changed, /You have changes not yet sent/)
  assert.doesNotMatch(changed, /id="task-submit"/)
  // Ben's page is older than Ada's submission, but there are changes since, so his form submits them.
  assert.equal((await ben.post("/portal/submission", { after: "0" })).location, "/portal/submissions/2")
  const again = (await ben.get("/portal")).html
  assert.doesNotMatch(again, /not yet sent/)
  assert.match(again, /Your answers have been sent[\s\S]*id="task-submit-status">.*?Completed</)
  assert.deepEqual(await eventsOf(intake), ["intakeform.resubmitted", "intakeform.submitted"])
})

test("a file uploaded after sending can be sent; without changes there is nothing to send", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids } = intake
  await fillIn(intake)
  const client = await findAda(intake)
  const sendAndLook = async (after: string) => {
    await ada.post("/portal/submission", { after })
    const { html } = await ada.get("/portal/check")
    assert.match(html, /Nothing has changed since the answers were sent/)
    assert.doesNotMatch(html, /name="after"|Send the changes/)
  }
  await sendAndLook("0")
  await upload(service, { ...intake, client }, { request_id: ids.statements }, "Statement.txt", "Notes")
  const { html } = await ada.get("/portal/check")
  assert.match(html, /name="after"[\s\S]*Send the changes to Hartwell/)
  assert.doesNotMatch(html, /Nothing has changed/)
  assert.match((await ada.get("/portal")).html, /You have changes not yet sent/)
  await sendAndLook("1")
})

test("a submission has a permanent page with its sender and a PDF copy, for the matter's clients only", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben } = intake
  await fillIn(intake)
  const { location } = await ada.post("/portal/submission", { after: "0" })
  for (const client of [ada, ben]) {
    const { status, html } = await client.get(location)
    assert.equal(status, 200)
    assert.match(html, /Your answers have been sent/)
    assert.match(html, /Ada Smith/)
    assert.match(html, /What happens next/)
    assert.match(html, /class="finale".*>\d+ parts<.*>4 people</s)
    assert.match(html, /Your family at a glance/)
    assert.match(html, literally(`href="${location}/copy.pdf"`))
  }
  const copy = await service.app.inject({
    url: `${location}/copy.pdf`,
    headers: { cookie: cookieHeader(ben.cookies) },
  })
  assert.equal(copy.statusCode, 200)
  assert.equal(copy.headers["content-type"], "application/pdf")
  assert.equal(copy.headers["cache-control"], "private, no-store")
  assert.equal(copy.rawPayload.subarray(0, 5).toString(), "%PDF-")
  for (const url of ["/portal/submissions/2", "/portal/submissions/0", "/portal/submissions/x/copy.pdf"])
    assert.equal((await ada.get(url)).status, 404, url)
  const stranger = await newPortalIntake(service, firm)
  assert.equal((await stranger.ada.get(location)).status, 404)
  assert.equal((await stranger.ada.get(`${location}/copy.pdf`)).status, 404)
})

test("after submission, every section is completed", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada } = intake
  await fillIn(intake)
  assert.match((await ada.get("/portal")).html, /Not started|In progress/)
  await ada.post("/portal/submission", { after: "0" })
  const { html } = await ada.get("/portal")
  assert.doesNotMatch(html, /Not started|In progress/)
  assert.match(html, /\d+ parts done/)
})

test("a completed matter can be read but not changed or sent", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, matter_id, ids, pageOf } = intake
  await fillIn(intake)
  await ada.post("/portal/submission", { after: "0" })
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const check = await ada.get("/portal/check")
  assert.equal(check.status, 200)
  assert.match(check.html, /We have everything we need/)
  assert.doesNotMatch(check.html, /Change <span|action="\/portal\/submission"/)
  assert.equal((await ada.post("/portal/submission", { after: "1" })).status, 409)
  assert.equal((await ada.post(pageOf(ids.insurance), { none: "true" })).status, 409)
  assert.match((await ada.get("/portal/submissions/2")).html, /Your questionnaire is complete/)
  for (const url of [pageOf(ids.home), pageOf(ids.statements)]) {
    const { status, html } = await ada.get(url)
    if (status === 200) assert.doesNotMatch(html, /<form[^>]*id="page-form"/)
  }
})

test("the page after sending says thank you, what happens next, and by when if the firm promises it", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, matter_id } = intake
  await fillIn(intake)
  const { location } = await ada.post("/portal/submission", { after: "0" })
  const { html } = await ada.get(location)
  assert.match(html, /Thank you, Ada/)
  assert.match(html, /Hartwell &amp; Pryce has received it.*?Sent by Ada Smith/s)
  assert.match(html, /aria-current="step"><p>Hartwell &amp; Pryce will read what was sent/)
  assert.match(html, /confirmation to ada@example.com/)
  // The firm has not promised a date, and Ben gets no receipt.
  assert.doesNotMatch(html, /hint">By /)
  assert.doesNotMatch((await ben.get(location)).html, /confirmation to/)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { reply_days: 3 }))
  assert.match((await ada.get(location)).html, /<p class="hint">By (Mon|Tues|Wednes|Thurs|Fri)day, [A-Z]/)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { reply_days: 0 }))
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const final = (await ada.get("/portal/submissions/2")).html
  assert.match(final, /Sent by Ada Smith[\s\S]*The questionnaire is complete/)
  assert.match(
    (await ada.get("/portal")).html,
    /We have everything we need[\s\S]*?\/submissions\/2">See the copy/,
  )
  const first = (await ada.get(location)).html
  assert.match(first, />Number 2, [^<]*: copy of the finished questionnaire</)
  await firm.run((tx) => markReopened(tx, matter_id))
  await firm.call(saveAnswer, service.ring, matter_id, { question_id: intake.ids.has_will, value: "no" })
  assert.equal((await ada.post("/portal/submission", { after: "2" })).location, "/portal/submissions/3")
  const earlier = (await ada.get("/portal/submissions/2")).html
  assert.match(earlier, /class="lede">Number 2, [^<]*: copy of the finished questionnaire\./)
  assert.doesNotMatch(earlier, /Sent by/)
})

test("each submission emails its sender one receipt, without any answers", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, matter_id, main } = intake
  await fillIn(intake)
  const receipts = () =>
    firm.run(async (tx) => {
      const rows = await tx.all<{ id: string; recipient: string; subject: string; body_sealed: string }>(
        sql`select id, recipient, subject, body_sealed from mails where matter_id = ${matter_id} order by id`,
      )
      return rows
        .map((mail) => ({ ...mail, ...openMailBody(service.ring, mail.id, mail.body_sealed) }))
        .filter(({ subject }) => /received|recibido/.test(subject))
    })
  assert.equal((await ada.post("/portal/submission", { after: "7" })).status, 303)
  await ada.post("/portal/submission", { after: "0" })
  const [first, ...others] = await receipts()
  assert.equal(others.length, 0)
  assert.equal(first?.recipient, "ada@example.com")
  assert.equal(first?.subject, "Hartwell & Pryce has received your answers")
  assert.match(first?.text ?? "", /Your answers have arrived[\s\S]*\/invite\//)
  for (const detail of ["Smith", "Ben", "Cleo", "1960"])
    assert.doesNotMatch(first?.html, literally(detail), detail)

  await firm.run((tx) => changeContact(tx, main, [{ field: "middle_name", value: "Q" }]))
  await ada.get("/portal?lang=es")
  await ada.post("/portal/submission", { after: "1" })
  const second = (await receipts())[1]
  assert.equal(second?.subject, "Hartwell & Pryce ha recibido sus cambios")
  assert.match(second?.text ?? "", /Sus cambios han llegado/)
})

test("a change made from the check page returns to it, with its section open", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, names } = intake
  const [, section_id = ""] = /sections\/([^/]+)/.exec(names) ?? []
  const { html } = await ada.get(`${names}?return=all`)
  const { location } = await ada.post(`${names}?return=all`, {
    ...marksOf(html),
    first_name: "Ada",
    last_name: "Smith",
  })
  assert.equal(location, `/portal/check?part=${section_id}#${section_id}`)
  const check = (await ada.get(location)).html
  assert.deepEqual(
    [...check.matchAll(/<details class="review-part" id="([^"]+)" open/g)].map(([, id]) => id),
    [section_id],
  )
})
