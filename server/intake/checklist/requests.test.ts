import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { queuedJobs } from "../../../test/harness/queued-jobs.ts"
import {
  newIntake,
  type SampleIntake,
  type SampleParts,
  sampleDefinition,
} from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import type { Definition } from "../../definition/definition.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { sql } from "../../platform/db/sql.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter, markStarted } from "../matters/lifecycle.ts"
import { findMissing } from "../submissions/missing/missing.ts"
import { listLatestItems } from "../submissions/missing/open-items.ts"
import { readProgress } from "../submissions/missing/progress.ts"
import { completeMatter, submitMatter } from "../submissions/submissions.ts"
import { listChecklist } from "./checklist.ts"
import { mailRequests, requestDocuments, restoreRequests, withdrawRequests } from "./requests.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let now = new Date("2027-03-01T15:00:00Z")

/** Nothing but an optional document, so that nothing else is missing. */
const onlyStatements = (ids: SampleParts): Definition => ({
  sections: sampleDefinition(ids).sections.flatMap((section): Definition["sections"][number][] =>
    section.kind === "documents"
      ? [{ ...section, requests: section.requests.filter(({ id }) => id === ids.statements) }]
      : [],
  ),
})

async function newMatter(options: { define?: typeof onlyStatements } = {}) {
  const intake = await newIntake(firm, { define: onlyStatements, ...options })
  await intake.asClient((tx) => markStarted(tx, intake.matter_id))
  return intake
}
const submit = (intake: SampleIntake) =>
  intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))
const complete = (intake: SampleIntake) =>
  firm.run((tx) => completeMatter(tx, service.ring, intake.matter_id))

const request = (intake: SampleIntake, ...labels: string[]) => {
  now = new Date(now.getTime() + 60_000)
  return firm.call(requestDocuments, intake.matter_id, { labels, note: "", contact_id: null, due_on: null })
}
const send = (intake: SampleIntake, request_id: string, filename = "Statement.txt") => {
  now = new Date(now.getTime() + 60_000)
  return upload(service, intake, { request_id }, filename, `Content of ${filename} ${now.getTime()}`)
}
/** `["Statement received", …]` of what staff requested. */
const addedIn = async ({ matter_id }: SampleIntake) =>
  (await firm.run((tx) => listChecklist(tx, matter_id)))
    .filter(({ is_added }) => is_added)
    .map(({ label, state }) => `${label} ${state}`)
const missingIn = async ({ matter_id }: SampleIntake) =>
  (await firm.run((tx) => findMissing(tx, service.ring, matter_id))).map(({ label }) => label)
const openIn = async ({ matter_id }: SampleIntake) =>
  (await firm.run((tx) => listLatestItems(tx, matter_id))).map(({ label, state }) => `${label} ${state}`)
const percentOf = async ({ matter_id }: SampleIntake) =>
  (await firm.run((tx) => readProgress(tx, [matter_id]))).get(matter_id)?.percent

test("a document requested before submission is missing until it is sent, and the questionnaire stays as it is", async () => {
  const intake = await newMatter()
  const other = await newIntake(firm, { like: intake })
  const [closing = "", deed = ""] = await request(intake, "Closing statement", " Deed ")
  assert.deepEqual(await missingIn(intake), ["Closing statement", "Deed"])
  assert.deepEqual(await addedIn(intake), ["Closing statement requested", "Deed requested"])
  assert.deepEqual(await addedIn(other), [])
  await assert.rejects(submit(intake), { kind: "unprocessable" })
  await send(intake, closing)
  await send(intake, deed)
  await submit(intake)
  assert.deepEqual(await addedIn(intake), ["Closing statement received", "Deed received"])
  assert.equal(await percentOf(intake), 100)
})

test("a document requested after submission is open, comes without another submission, and changes no earlier record", async () => {
  const intake = await newMatter()
  await submit(intake)
  const url = `/v1/matters/${intake.matter_id}/submissions`
  const before = (await firm.request("GET", url)).body
  await complete(intake)
  const [closing = ""] = await request(intake, "Closing statement", "Deed")
  assert.deepEqual(await missingIn(intake), [])
  assert.equal(await percentOf(intake), 100)
  assert.deepEqual(await openIn(intake), ["Closing statement open", "Deed open"])
  assert.deepEqual(await addedIn(intake), ["Closing statement missing", "Deed missing"])
  await send(intake, closing)
  assert.deepEqual(await openIn(intake), ["Closing statement received", "Deed open"])
  const { submissions } = (await firm.request("GET", url)).body
  assert.deepEqual(submissions.at(-1), before.submissions[0])
  // The questionnaire's own document is no longer taken: the matter is completed.
  await assert.rejects(send(intake, intake.ids.statements), { code: "matter_read_only" })
})

test("a request is withdrawn until a file has come; then it is accepted or returned", async () => {
  const intake = await newMatter()
  await submit(intake)
  const [closing = "", deed = ""] = await request(intake, "Closing statement", "Deed")
  const withdraw = (id: string) => firm.run((tx) => withdrawRequests(tx, intake.matter_id, [id]))
  await withdraw(deed)
  assert.deepEqual(await addedIn(intake), ["Closing statement missing"])
  assert.deepEqual(await openIn(intake), ["Closing statement open", "Deed withdrawn"])
  await assert.rejects(withdraw(deed), { kind: "not_found" })
  await firm.run((tx) => restoreRequests(tx, intake.matter_id, [deed]))
  // The first email may have been due while it was taken back.
  const jobs = await queuedJobs<{ matter_id: string }>("mail-requests", firm.firm_id)
  assert.equal(jobs.filter(({ matter_id }) => matter_id === intake.matter_id).length, 2)
  assert.deepEqual(await openIn(intake), ["Closing statement open", "Deed open"])
  await withdraw(deed)
  await assert.rejects(withdraw(intake.ids.statements), { kind: "not_found" })
  await send(intake, closing)
  await assert.rejects(withdraw(closing), { code: "document_received" })
  await firm.write(sql`update documents set removed_at = now() where request_id = ${closing}`)
  await withdraw(closing)
  await assert.rejects(send(intake, deed), { kind: "bad_request" })
})

test("a hundred documents are the most, a closed matter takes none, and each fault is named", async () => {
  const intake = await newMatter()
  const many = (count: number) => Array.from({ length: count }, (_, index) => `Paper ${index}`)
  const [first = ""] = await request(intake, ...many(50))
  await request(intake, ...many(50))
  await assert.rejects(request(intake, "One more"), { code: "too_many_requests" })
  assert.equal((await addedIn(intake)).length, 100)
  await firm.run((tx) => withdrawRequests(tx, intake.matter_id, [first]))
  await request(intake, "Instead of the first")
  const restoring = firm.call(restoreRequests, intake.matter_id, [first])
  await assert.rejects(restoring, { code: "too_many_requests" })
  const next = await newMatter()
  await assert.rejects(request(next), { kind: "bad_request" })
  await assert.rejects(request(next, "Deed", "  "), { kind: "bad_request" })
  await assert.rejects(request(next, "x".repeat(201)), { kind: "bad_request" })
  await request(next, "x".repeat(200))
  const noted = (length: number) =>
    firm.run((tx) =>
      requestDocuments(tx, next.matter_id, {
        ...{ labels: ["Note"], contact_id: null, due_on: null },
        note: "x".repeat(length),
      }),
    )
  await assert.rejects(noted(1_001), { kind: "bad_request" })
  await noted(1_000)
  await firm.write(sql`update matters set client_may_edit = false where id = ${next.matter_id}`)
  await assert.rejects(request(next, "Deed"), { code: "not_editable" })
  await firm.run((tx) => closeMatter(tx, next.matter_id))
  await assert.rejects(request(next, "Deed"), { code: "matter_closed" })
})

test("by API: requested with its day and client, listed, and withdrawn; once for each idempotency key", async () => {
  const intake = await newMatter()
  const url = `/v1/matters/${intake.matter_id}/document-requests`
  const body = { label: "Deed", note: "The county has it.", contact: intake.spouse, due_on: "2027-04-01" }
  const once = { "idempotency-key": "deed" }
  const created = await firm.request("POST", url, body, once)
  assert.equal(created.status, 201)
  assert.deepEqual((await firm.request("POST", url, body, once)).body, created.body)
  const { document_requests } = (await firm.request("GET", url)).body
  const [added, ...others] = document_requests.filter(({ is_added }: { is_added: boolean }) => is_added)
  assert.deepEqual([added, others], [created.body, []])
  assert.deepEqual(
    [added.label, added.due_on, added.state, added.contact],
    ["Deed (Ben)", "2027-04-01", "requested", intake.spouse],
  )
  const wrong = await firm.request("POST", url, { label: "Deed", contact: intake.child })
  assert.deepEqual([wrong.status, wrong.body.errors[0].param], [400, "contact"])
  const removed = await firm.request("POST", `${url}/${added.id}/withdrawal`)
  assert.deepEqual([removed.status, removed.body], [200, { id: added.id, status: "removed" }])
  assert.equal((await firm.request("POST", `${url}/${added.id}/withdrawal`)).status, 404)
})

test("two clients who answer separately: only the one it is requested from sees it, by page and by email", async () => {
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: true }))
  const intake = await newIntake(firm, {
    define: (ids) => ({
      sections: onlyStatements(ids).sections.map((section) => ({ ...section, answered_alone: true })),
    }),
  })
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: false }))
  const enter = async (party: "main" | "partner") => {
    const { invite_key } = await firm.run((tx) =>
      createInvitation(tx, service, { matter_id: intake.matter_id, party, email: `${party}@example.com` }),
    )
    const browser = newPortalBrowser(service)
    await browser.post(`/invite/${invite_key}/start`)
    return browser
  }
  const [ada, ben] = [await enter("main"), await enter("partner")]
  const ask = (label: string, contact_id: string | null) =>
    firm.run((tx) =>
      requestDocuments(tx, intake.matter_id, { labels: [label], note: "", contact_id, due_on: "2027-05-01" }),
    )
  await ask("Divorce decree", intake.spouse)
  await ask("Deed", null)
  const shows = async (browser: typeof ada) => {
    const { html } = await browser.get("/portal/check")
    return ["Divorce decree", "Deed"].map((label) => html.includes(label))
  }
  assert.deepEqual(await shows(ada), [false, true])
  assert.deepEqual(await shows(ben), [true, true])
  assert.deepEqual(await missingIn(intake), ["Divorce decree (Ben)", "Deed"])
  await firm.run((tx) => mailRequests(tx, service, intake.matter_id))
  const read = () => firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
  const mails = await read()
  const subjects = mails.rows
    .filter(({ subject }) => / needs /.test(subject))
    .map(({ recipient, subject }) => `${recipient}: ${subject.replace(/.* needs/, "needs")}`)
  assert.deepEqual(subjects.toSorted(), [
    "main@example.com: needs a document from you",
    "partner@example.com: needs 2 documents from you",
  ])
  const [will = ""] = await ask("Will", null)
  await firm.run((tx) => withdrawRequests(tx, intake.matter_id, [will]))
  await firm.run((tx) => mailRequests(tx, service, intake.matter_id))
  assert.equal((await read()).rows.length, mails.rows.length)
  await firm.run((tx) => restoreRequests(tx, intake.matter_id, [will]))
  await firm.run((tx) => mailRequests(tx, service, intake.matter_id))
  assert.equal((await read()).rows.length, mails.rows.length + 2)
})

test("in a completed matter, the client's home leads to the requested document, with the firm's sentence and day", async () => {
  const intake = await newIntake(firm, { define: onlyStatements, couple: false })
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id: intake.matter_id, party: "main", email: "ada@example.com" }),
  )
  const ada = newPortalBrowser(service)
  await ada.post(`/invite/${invite_key}/start`)
  await submit(intake)
  await complete(intake)
  const [id = ""] = await firm.run((tx) =>
    requestDocuments(tx, intake.matter_id, {
      labels: ["Closing statement"],
      note: "The title company has it.",
      contact_id: null,
      due_on: "2027-06-30",
    }),
  )
  const home = (await ada.get("/portal")).html
  const [, url = ""] = new RegExp(`href="([^"]*${id}[^"]*)"`).exec(home) ?? []
  const page = await ada.get(url)
  assert.equal(page.status, 200)
  for (const text of ["Closing statement", "The title company has it.", "by Wednesday, June 30"])
    assert.match(page.html, literally(text))
  // Nobody is asked for a file that came before the email.
  await send(intake, id)
  await firm.run((tx) => mailRequests(tx, service, intake.matter_id))
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
  assert.deepEqual(
    rows.filter(({ recipient, subject }) => recipient === "ada@example.com" && / needs /.test(subject)),
    [],
  )
  assert.match(page.html, /type="file"/)
  assert.doesNotMatch(home, /will bring it/)
})

test("document sets by API: saved, replaced by name, listed by name, removed; two hundred of fifty documents at most", async () => {
  const own = await service.newFirm()
  const url = "/v1/document-sets"
  const save = (name: string, labels = ["Deed"]) => own.request("POST", url, { name, labels })
  const { status, body: first } = await save("tax return", ["Form W-2", " Form 1099 "])
  assert.deepEqual([status, first.labels], [201, ["Form W-2", "Form 1099"]])
  const house = (await save("House")).body
  const replaced = (await save("Tax Return", ["Form 1040"])).body
  assert.equal(replaced.id, first.id)
  assert.deepEqual((await own.request("GET", url)).body, { document_sets: [house, replaced] })
  assert.deepEqual((await firm.request("GET", url)).body, { document_sets: [] })
  assert.equal(
    (
      await save(
        "Long",
        Array.from({ length: 51 }, (_, index) => `Paper ${index}`),
      )
    ).status,
    400,
  )
  assert.equal((await firm.request("DELETE", `${url}/${house.id}`)).status, 404)
  assert.equal((await own.request("DELETE", `${url}/${house.id}`)).status, 200)
  await own.write(sql`
      insert into document_sets (id, name, labels, changed_at)
      select 'docset_' || upper(replace(gen_random_uuid()::text, '-', '')), 'Set ' || n, '{Deed}', now()
        from generate_series(1, 199) n`)
  assert.equal((await save("One more")).body.code, "too_many_sets")
  assert.equal((await save("TAX RETURN")).status, 201)
})
