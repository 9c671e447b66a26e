import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../../test/harness/literally.ts"
import { newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { queuedJobs } from "../../../../../test/harness/queued-jobs.ts"
import { upload } from "../../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { maritalStatuses } from "../../../../definition/people/marital-status.ts"
import { getFirm } from "../../../../firm/firms/firms.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { listMails } from "../../../../platform/mail/outbox.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { mailRequests, requestDocuments } from "../../../checklist/requests.ts"
import { returnFile } from "../../../checklist/returns.ts"
import { mailReturns } from "../../../corrections/emails.ts"
import { mailHandover } from "../../../handovers/mails.ts"
import { mailOwnLinks } from "../../../matters/invitations/own-links.ts"
import type { Pause } from "../../../matters/parties/parties.ts"
import { openTopic } from "../../../messages/writing.ts"
import { mailMissed } from "../../../notifications/missed.ts"
import { type NotifiedEvent, notifyOfEvents } from "../../../notifications/notify.ts"
import { remindClients } from "../../../reminders/remind.ts"
import { storeEdits } from "../../editing.ts"
import { changeMatterFacts } from "../../facts.ts"

const { service, firm } = provideServiceAndFirm()

const url = "/portal/taking-part"

async function newCouple(): Promise<PortalIntake> {
  const intake = await newPortalIntake(service, firm)
  await status(intake, "married")
  return intake
}

function status({ matter_id }: PortalIntake, value: string) {
  return firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "contact_main_marital_status", value }]))
}

async function apiOf({ matter_id, spouse }: PortalIntake) {
  const [matter, clients, contacts] = await Promise.all(
    ["", "/clients", "/contacts"].map((path) => firm.request("GET", `/v1/matters/${matter_id}${path}`)),
  )
  const partner = contacts?.body.contacts.find(({ id }: { id: string }) => id === spouse)
  return {
    spouse: matter?.body.contact_spouse?.id ?? null,
    clients: clients?.body.contacts.length,
    is_client: partner?.is_client,
    relationship: partner?.relationship.type,
  }
}

test("divorced, widowed, separated and single ask whether the spouse still takes part; other statuses do not", async () => {
  for (const value of maritalStatuses) {
    const intake = await newCouple()
    await status(intake, value)
    const isPaused = !["married", "life_partner"].includes(value)
    const home = await intake.ada.get("/portal")
    assert.deepEqual([value, home.location === url], [value, isPaused])
    assert.equal((await intake.ben.get("/portal")).status, isPaused ? 403 : 200, value)
    // Changing back asks nothing anymore.
    await status(intake, "married")
    assert.equal((await intake.ada.get("/portal")).status, 200)
    assert.equal((await intake.ben.get("/portal")).status, 200)
    assert.deepEqual(await apiOf(intake), {
      spouse: intake.spouse,
      clients: 2,
      is_client: true,
      relationship: "1MARR",
    })
  }
})

test("until it is answered, neither client sees anything on any page, and what the main client typed is still saved", async () => {
  const intake = await newCouple()
  const { ada, ben, ids, matter_id, spouse, main } = intake
  await firm.run(async (tx) => {
    await storeEdits(tx, matter_id, spouse, {}, [{ field: "also_known_as", value: "Benedict Hideaway" }])
    await storeEdits(tx, matter_id, main, {}, [{ field: "also_known_as", value: "Ada Secretname" }])
    await saveAnswer(tx, service.ring, matter_id, {
      question_id: ids.children_wishes,
      value: "Shared wishes",
    })
  })
  const pages = [
    "/portal",
    "/portal/check",
    "/portal/family",
    "/portal/family/copy.pdf",
    "/portal/documents",
    "/portal/messages",
    "/portal/account",
    "/portal/people/new",
    "/portal/submissions/1",
    "/portal/submissions/1/copy.pdf",
    intake.names,
    intake.names.replace("/main/names", "/partner"),
    intake.names.replace("/main/names", "/check"),
    intake.pageOf(ids.children_wishes),
    intake.pageOf(ids.executor, `${ids.executor}/${spouse}`),
  ]
  await status(intake, "divorced")
  for (const page of pages) {
    const [hers, his] = [await ada.get(page), await ben.get(page)]
    assert.deepEqual([page, hers.status, hers.location], [page, 303, url])
    assert.equal(his.status, 403, page)
    assert.match(his.html, /This questionnaire is paused/)
    assert.doesNotMatch(his.html, /Go to your list/)
    for (const { html } of [hers, his]) assert.doesNotMatch(html, /Hideaway|Secretname|Shared wishes/)
  }
  const typed = await post(intake, "ben", "Benjamin")
  assert.equal(typed.status, 403)
  assert.equal(JSON.parse(typed.body).code, "sharing_paused")
  assert.equal((await post(intake, "ada", "Adele")).status, 200)
  const page = await ada.get(url)
  assert.match(page.html, /Does Ben still take part\?/)
  assert.doesNotMatch(page.html, /Hideaway|Shared wishes/)
  assert.equal((await ada.post("/portal/submission")).location, url)
})

test("yes lets both go on as before, and the question does not come back", async () => {
  const intake = await newCouple()
  await status(intake, "separated")
  assert.equal((await intake.ada.post(url, { "seen.takes_part": "0" })).status, 422)
  assert.equal(
    (await intake.ada.post(url, { "seen.takes_part": "0", takes_part: "yes" })).location,
    "/portal",
  )
  for (const client of [intake.ada, intake.ben]) assert.equal((await client.get("/portal")).status, 200)
  assert.deepEqual(await apiOf(intake), {
    spouse: intake.spouse,
    clients: 2,
    is_client: true,
    relationship: "1SEPA",
  })
  assert.equal((await intake.ada.get(url)).location, "/portal")
})

test("no makes the spouse a contact alone: the link is dead, and roles and questions ask one client", async () => {
  for (const [value, relationship] of [
    ["divorced", "1DIVO"],
    ["single", "1DIVO"],
    ["widowed", "1DECS"],
  ] as const) {
    const intake = await newCouple()
    await status(intake, value)
    await intake.ada.post(url, { "seen.takes_part": "0", takes_part: "no" })
    assert.equal((await intake.ada.get("/portal")).status, 200)
    const his = await intake.ben.get("/portal")
    assert.match(`${his.status} ${his.location}`, /^303 \/portal\/sign-in/)
    assert.deepEqual(await apiOf(intake), { spouse: null, clients: 1, is_client: false, relationship })
    const roles = (await firm.request("GET", `/v1/matters/${intake.matter_id}/roles`)).body.roles
    assert.ok(roles.every(({ split }: { split: boolean }) => !split))
    const executor = await intake.ada.get(intake.pageOf(intake.ids.executor))
    assert.equal(/<option[^>]*>Ben Smith/.test(executor.html), value !== "widowed")
  }
})

test("the partner cannot answer it, nor anyone a second time", async () => {
  const intake = await newCouple()
  await status(intake, "divorced")
  assert.equal((await intake.ben.post(url, { takes_part: "yes" })).status, 403)
  await intake.ada.post(url, { "seen.takes_part": "0", takes_part: "yes" })
  await intake.ben.post(url, { "seen.takes_part": "0", takes_part: "no" })
  assert.equal((await apiOf(intake)).clients, 2)
})

test("the firm is told, sees it on the matter, and can answer; its activity says what happened", async () => {
  const intake = await newCouple()
  await status(intake, "divorced")
  const events = (
    await queuedJobs<NotifiedEvent & { matter_id: string }>("notify-staff", firm.firm_id, "sharing_paused")
  ).filter(({ matter_id }) => matter_id === intake.matter_id)
  assert.equal(events.length, 1)
  await notifyOfEvents(service, events)
  const told = await firm.all(
    sql`select from notifications where matter_id = ${intake.matter_id} and kind = 'sharing_paused'`,
  )
  assert.equal(told.length, 1)

  const staff = await newStaffBrowser(service, firm)
  const matter = `/console/matters/${intake.matter_id}`
  assert.match((await staff("GET", matter)).text, literally("Does Ben still take part?"))
  assert.equal((await staff("POST", `${matter}/taking-part`, { takes_part: "no" })).status, 303)
  assert.equal((await apiOf(intake)).clients, 1)
  assert.doesNotMatch((await staff("GET", matter)).text, literally("Does Ben still take part?"))
  const { text } = await staff("GET", `${matter}/activity`)
  assert.match(text, literally("The spouse or partner no longer takes part"))
})

test("while it is paused, no email leads the partner to a closed page; then they are told once what came", async () => {
  const intake = await newCouple()
  const { matter_id, spouse, ids } = intake
  const counts = () =>
    firm.all<{ recipient: string; count: number }>(sql`
      select recipient, count(*) from mails
       where matter_id = ${matter_id} and recipient in ('ada@example.com', 'ben@example.com') group by 1 order by 1`)
  const { document_id } = await upload(service, intake, { request_id: ids.statements }, "May.txt", "May")
  await status(intake, "widowed")
  const request = (label: string, contact_id: string | null) =>
    firm.call(requestDocuments, matter_id, { labels: [label], note: "", contact_id, due_on: null })
  await request("Passport", spouse)
  await request("Deed", null)
  await firm.call(mailRequests, service, matter_id)
  await firm.call(returnFile, service, matter_id, document_id, { words: "Page 3 is missing." })
  await firm.call(mailReturns, service, matter_id)
  await firm.call(openTopic, service, matter_id, { subject: "Deed", text: "Where is it?" })
  assert.equal((await firm.call(remindClients, service, matter_id)).reminded, 1)
  assert.deepEqual(await counts(), [{ recipient: "ada@example.com", count: 4 }])

  await status(intake, "married")
  const jobs = await queuedJobs<Pause & { matter_id: string }>("mail-missed", firm.firm_id)
  const pause = jobs.find((job) => job.matter_id === matter_id)
  assert.ok(pause)
  for (const _ of [1, 2]) await firm.call(mailMissed, service, matter_id, pause)
  assert.deepEqual(await counts(), [
    { recipient: "ada@example.com", count: 4 },
    { recipient: "ben@example.com", count: 3 },
  ])
  const { rows } = await firm.run((tx) =>
    listMails(tx, service.ring, { page: 1, limit: 9, offset: 0 }, { recipient: "ben@example.com" }),
  )
  assert.match(rows.map(({ subject }) => subject).join(), /needs 2 documents/)
})

test("while it is paused, an email with the partner’s link is refused at every entry, and the API and staff see why", async () => {
  const intake = await newCouple()
  const { matter_id } = intake
  const list = `/v1/matters/${matter_id}/invitations`
  const partnerIn = ({
    body,
  }: {
    body: { invitations: { id: string; party: string; is_paused: boolean }[] }
  }) => body.invitations.find(({ party }) => party === "partner")
  const { id = "" } = partnerIn(await firm.request("GET", list)) ?? {}
  const page = `/console/matters/${matter_id}/invitations/${id}`
  const staff = await newStaffBrowser(service, firm)
  await status(intake, "divorced")

  assert.equal(partnerIn(await firm.request("GET", list))?.is_paused, true)
  const { status: code, body } = await firm.request("POST", `${list}/${id}/resending`)
  assert.deepEqual([code, body.code], [409, "invitation_paused"])
  for (const step of ["mail", "address", "resending"]) {
    const fields = { message: "", email: "new@example.com", back: page }
    assert.equal((await staff("POST", `${page}/${step}`, fields)).status, 409, step)
  }
  const { text } = await staff("GET", page)
  assert.match(text, /Paused/)
  assert.doesNotMatch(text, /Send the link by email|Correct the email address/)
  assert.doesNotMatch(
    (await staff("GET", `/console/matters/${matter_id}/invitations/new`)).text,
    /value="partner"/,
  )
  await mailOwnLinks(service, { firm: await firm.run(getFirm), email: "ben@example.com", language: "en" })
  await firm.call(mailHandover, service, "handover_returned", { invitation_id: id, by: "Ada" })
  assert.deepEqual(
    await firm.all(sql`
      select purpose from mails where matter_id = ${matter_id} and recipient in ('ben@example.com', 'new@example.com')`),
    [],
  )

  await status(intake, "married")
  assert.equal((await firm.request("POST", `${list}/${id}/resending`)).status, 200)
})

function post({ ada, ben, names }: PortalIntake, who: "ada" | "ben", first_name: string) {
  const [client, page] =
    who === "ada" ? ([ada, names] as const) : ([ben, names.replace("/main/", "/partner/")] as const)
  return service.app
    .inject({
      method: "POST",
      url: "/portal/fields",
      payload: { page, controls: { first_name: [first_name] }, seen: { first_name: 1 } },
      headers: {
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "sec-fetch-site": "same-origin",
      },
    })
    .then(({ statusCode, body }) => ({ status: statusCode, body }))
}
