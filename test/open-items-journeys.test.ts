// Clients who lack something, to the very end: every reader says the same at each moment of their matter.

import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { tellOfArrivals } from "../server/intake/notifications/arrivals.ts"
import { remindClients } from "../server/intake/reminders/remind.ts"
import { copyOfSubmission } from "../server/intake/submissions/copy/copy.ts"
import { sql } from "../server/platform/db/sql.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { assertEach } from "./harness/assert-each.ts"
import { newPortalBrowser, type PortalBrowser } from "./harness/portal-browser.ts"
import { marksOf, newFirmWithPortalIntake } from "./harness/portal-intake.ts"
import { queuedJobs } from "./harness/queued-jobs.ts"
import { giveRequired } from "./harness/sample-intake.ts"
import { provideService } from "./harness/service.ts"
import { addSampleAgreement } from "./harness/signed-agreement.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

type Item = "will" | "signature"

interface Journey {
  /** How the client answers the request for the will. */
  will: "bring" | "none"
  /** Whether both spouses are expected to sign; the husband has not opened his link. */
  signs: boolean
}

/** A couple that lacks something, filled in but not sent. Only Ada has opened her link. */
async function newCase({ will, signs }: Journey) {
  now = new Date("2027-03-02T15:00:00Z")
  const intake = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const { firm, ada, ids, matter_id, pageOf } = intake
  const invite_key = await firm.run(async (tx) => {
    await giveRequired(tx, service, intake, { has_will: true })
    // Ben's link is another one, which he has not opened.
    await tx.run(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
    const ben = { matter_id, party: "partner", email: "ben@example.com", first_name: "Ben" } as const
    const { id, invite_key } = await createInvitation(tx, service, ben)
    await tx.run(sql`update invitations set sent_at = ${tx.now} where id = ${id}`)
    return invite_key
  })
  const agreement_id = signs ? await addSampleAgreement(firm) : ""
  if (signs)
    await ada.post(`/portal/agreements/${agreement_id}`, { version: "1", name: "Ada Smith", agree: "true" })
  const all = pageOf(ids.will_copy, "all")
  await ada.post(all, { ...marksOf((await ada.get(all)).html), [ids.will_copy]: will })
  const staff = await newStaffBrowser(service, firm)
  const ben = newPortalBrowser(service)
  const send = (client: PortalBrowser) => client.post("/portal/submission", { after: "0" })
  return { ...intake, firm, staff, ben, invite_key, agreement_id, send, will_page: pageOf(ids.will_copy) }
}
type Case = Awaited<ReturnType<typeof newCase>>

/** The items that a text names. */
function itemsIn(text = ""): Item[] {
  const named: [Item, RegExp][] = [
    ["will", /Copy of your will/],
    ["signature", /signature on “Engagement letter”/],
  ]
  return named.filter(([, words]) => words.test(text)).map(([item]) => item)
}

/** The text of the card with this id, or of its list below a heading. */
function cardOf(html: string, id: string): string {
  const [, from = ""] = html.split(`id="${id}"`)
  return (from.split(/<\/section>|<h3>/)[0] ?? "").replaceAll(/<[^>]*>/g, " ")
}

/** What each reader says is still open. */
async function readOpen({ firm, matter_id, staff, ada, ids }: Case) {
  const home = (await ada.get("/portal")).html
  const page = `/console/matters/${matter_id}`
  const [overview, review] = [(await staff("GET", page)).text, (await staff("GET", `${page}/review`)).text]
  const { submissions } = (await firm.request("GET", `/v1/matters/${matter_id}/submissions`)).body
  const record = (await firm.request("GET", `/v1/matters/${matter_id}/record`)).body
  const requests = (await firm.request("GET", `/v1/matters/${matter_id}/document-requests`)).body
  const will = requests.document_requests.find(({ id }: { id: string }) => id === ids.will_copy)
  const openOf = (list: typeof submissions): Item[] =>
    (list[0]?.open_items ?? [])
      .filter(({ state }: { state: string }) => state === "open")
      .map(({ kind }: { kind: string }) => (kind === "document" ? "will" : "signature"))
  return {
    home: itemsIn(cardOf(home, "open")),
    overview: itemsIn(cardOf(overview, "open")),
    review: itemsIn(cardOf(review, "open")),
    api: openOf(submissions),
    record: openOf(record.submissions),
    awaits_will: will.state === "bring",
    home_html: home,
    overview_html: overview,
    files: (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents.length,
    differences: submissions.length
      ? (await firm.request("GET", `/v1/matters/${matter_id}/differences?from=1`)).body.differences
      : [],
  }
}

/** The first submission as every reader of it gets it, apart from links that expire. */
async function sentOf({ firm, matter_id }: Case): Promise<string> {
  const parts = ["", "/contacts", "/assets", "/roles", "/answers", "/documents", "/clients"]
  const bodies = await Promise.all(
    parts.map((part) => firm.request("GET", `/v1/matters/${matter_id}${part}?submission=1`)),
  )
  const reader = { language: "en", firm_name: "Hartwell & Pryce", time_zone: "America/New_York" } as const
  const copy = await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, 1, reader))
  return createHash("sha256")
    .update(JSON.stringify([bodies.map(({ status, body }) => [status, body]), copy]))
    .digest("hex")
}

const eventsOf = async ({ firm, matter_id }: Case): Promise<string[]> => {
  const { body } = await firm.request("GET", `/v1/events?matter_id=${matter_id}`)
  return body.results.map(({ event_type }: { event_type: string }) => event_type).toReversed()
}

function fileForm(): FormData {
  const form = new FormData()
  form.append("files", new File(["My last will."], "Will.txt", { type: "text/plain" }))
  return form
}

const journeys: (Journey & { name: string; open: Item[] })[] = [
  { name: "will bring a document", will: "bring", signs: false, open: ["will"] },
  { name: "does not have a document", will: "none", signs: false, open: [] },
  { name: "waits for a spouse's signature", will: "none", signs: true, open: ["signature"] },
  { name: "lacks both", will: "bring", signs: true, open: ["will", "signature"] },
]

for (const { name, open, ...journey } of journeys)
  test(`a couple that ${name}: every reader says the same from before sending to closing`, async () => {
    const one = await newCase(journey)
    const { firm, ada, ben, staff, matter_id, invite_key, agreement_id, will_page } = one
    const page = `/console/matters/${matter_id}`
    const agreement = `/portal/agreements/${agreement_id}`
    let sent = ""
    /** Asserts what is open at a moment, and that the submission is what it was. */
    const at = async (moment: string, expected: readonly Item[], { was_sent = true } = {}) => {
      const read = await readOpen(one)
      const where = `${name}, ${moment}`
      const readers = was_sent
        ? (["home", "overview", "review", "api", "record"] as const)
        : (["overview"] as const)
      for (const reader_name of readers)
        assert.deepEqual(read[reader_name], expected, `${where}: ${reader_name}`)
      assert.equal(read.awaits_will, expected.includes("will"), `${where}: requested documents`)
      assert.doesNotMatch(read.home_html, /changes not yet sent|Changes not sent/, where)
      assert.doesNotMatch(read.overview_html, /Changed since submitted|has changed since/, where)
      assert.deepEqual(read.differences, [], `${where}: differences`)
      if (was_sent) {
        sent ||= await sentOf(one)
        assert.equal(await sentOf(one), sent, `${where}: the first submission`)
      }
      return read
    }

    await at("before sending", open, { was_sent: false })
    assert.equal((await one.send(ada)).status, 303)
    await at("sent", open)
    const pressed = await staff("POST", `${page}/completion`)
    assert.equal(pressed.status, 303, pressed.text)
    const decision_url = pressed.location
    if (open.length > 0) {
      assert.match(decision_url, /\/completion\?back=/)
      const question = (await staff("GET", decision_url)).text
      for (const item of open) assert.ok(itemsIn(question).includes(item), question)
      assert.doesNotMatch(question, /id="flash"/, "the page itself says what to decide")
    }
    if (open.length > 0) await at("before completion", open)
    if (open.length > 0)
      assert.equal(
        (await firm.request("POST", `/v1/matters/${matter_id}/completion`)).body.state,
        "completed",
      )
    const completed = await at("completed", open)
    assert.equal(completed.overview_html.match(/Keep or drop/g)?.length ?? 0, open.length > 0 ? 1 : 0)
    assert.match(
      completed.overview_html,
      open.length > 0
        ? /This matter is completed, but something is still to come\./
        : /This matter is completed\.</,
    )
    assert.match(
      completed.home_html,
      open.length > 0 ? /something is still open/ : /We have everything we need/,
    )

    now = new Date("2027-03-02T16:00:00Z")
    const reminded = await firm.run((tx) => remindClients(tx, service, matter_id))
    assert.equal(reminded.reminded, open.length > 0 ? 2 : 0)
    const reminders = await firm.all<{ id: string; body_sealed: string }>(sql`
        select id, body_sealed from mails where matter_id = ${matter_id} and purpose = 'reminder'`)
    for (const { id, body_sealed } of reminders)
      assert.deepEqual(itemsIn(openMailBody(service.ring, id, body_sealed).text), open, "the reminder")
    await at("reminded", open)

    // The file: by its own page, which is all that can be edited.
    const before_file = await ada.get(will_page)
    if (open.includes("will")) {
      assert.equal(before_file.status, 200)
      assert.match(before_file.html, /You can still give this/)
      assert.match(before_file.html, /type="file"/)
    } else assert.equal(before_file.status, 303)
    const names = await ada.post(one.names, { first_name: "Eve", last_name: "Smith" })
    assert.equal(names.status, 409)
    const uploaded = await ada.post(will_page.replace("/sections/", "/files/"), fileForm())
    assert.equal(uploaded.status, open.includes("will") ? 303 : 409, "the file")
    const without_will = open.filter((item) => item !== "will")
    const arrived = await at("file arrives", without_will)
    assert.equal(arrived.files, open.includes("will") ? 1 : 0)
    if (open.includes("will")) {
      assert.equal(uploaded.location, "/portal")
      const text =
        without_will.length > 0
          ? /Received: “Copy of your will”\.</
          : /Copy of your will”\. Nothing is open anymore\./
      assert.match(arrived.home_html, text)
    }

    // The signature: by the link of a spouse who has not started.
    now = new Date("2027-03-02T17:00:00Z")
    const link = await ben.get(`/invite/${invite_key}`)
    assert.equal(link.status, open.includes("signature") ? 200 : 410)
    if (open.includes("signature")) {
      assert.match(link.html, /Only this is still open for you: your signature on “Engagement letter”/)
      const started = await ben.post(`/invite/${invite_key}/start`)
      assert.equal(started.location, agreement)
      const signed = await ben.post(agreement, { version: "1", name: "Ben Smith", agree: "true" })
      assert.equal(signed.status, 303)
      assert.equal((await ben.post(one.names, { first_name: "Eve", last_name: "Smith" })).status, 409)
    }
    const done = await at("signature arrives", [])
    if (open.length > 0) assert.match(done.home_html, /Nothing is open anymore\./)
    const told: string[] = open.map((item) => (item === "will" ? "document.added" : "signature.completed"))
    assert.deepEqual(
      (await eventsOf(one)).slice(-told.length || undefined).filter((type) => told.includes(type)),
      told,
    )
    if (open.includes("will")) {
      const { body } = await firm.request("GET", `/v1/matters/${matter_id}/documents`)
      const file = `/v1/documents/${body.documents[0].document_id}`
      assert.ok((await firm.request("POST", `${file}/acceptance`)).status < 300)
      const activity = (await staff("GET", `${page}/activity`)).text
      for (const words of ["The client will bring it", "File added: Will.txt", "File accepted: Will.txt"])
        assert.ok(activity.includes(words), words)
      assert.doesNotMatch(activity.replaceAll(/<[^>]*>/g, ""), /docreq/i)
    }

    // Staff and clients are told once, however often the job runs.
    const jobs = await queuedJobs("announce-arrivals", firm.firm_id)
    assert.equal(jobs.length >= open.length, true)
    for (let time = 0; time < 2; time++) await firm.run((tx) => tellOfArrivals(tx, service, matter_id))
    const sent_mails = await firm.all<{ id: string; recipient: string; body_sealed: string }>(sql`
        select id, recipient, body_sealed from mails where matter_id = ${matter_id} order by recipient`)
    const mails = sent_mails.filter(({ id, body_sealed }) =>
      /^Arrived: |what was still open$/.test(openMailBody(service.ring, id, body_sealed).subject ?? ""),
    )
    const recipients = { will: ["ada@example.com", "ben@example.com"], signature: ["ada@example.com"] }
    const clients = [...new Set(open.flatMap((item) => recipients[item]))]
    assertEach(
      mails,
      ({ recipient }) => recipient,
      [...(open.length > 0 ? ["ada.admin@example.com"] : []), ...clients].toSorted(),
    )

    assert.equal((await firm.request("POST", `/v1/matters/${matter_id}/client-editing`)).status, 200)
    await at("reopened", [])
    assert.equal((await firm.request("POST", `/v1/matters/${matter_id}/closing`)).status, 200)
    await at("closed", [])
  })
