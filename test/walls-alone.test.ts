// One spouse's separate answers, searched for as the other spouse: in every table that the other's session sees, and in
// every page, download, and response of the portal. Each check is repeated as the firm, which must find them.

import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { before, test } from "node:test"
import { answerKey } from "../server/definition/conditions/conditions.ts"
import type { QuestionnaireFile } from "../server/definition/questionnaire-file.ts"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { saveAnswer } from "../server/intake/answers/answers.ts"
import { listChecklist } from "../server/intake/checklist/checklist.ts"
import { changeDocumentDueDay, listDueDays } from "../server/intake/checklist/due-days.ts"
import { changeContact } from "../server/intake/contacts/editing.ts"
import { addPartner } from "../server/intake/contacts/partner.ts"
import { collectCorrection, requestCorrections } from "../server/intake/corrections/requests.ts"
import { openMatterFile } from "../server/intake/documents/uploads/file-reuse.ts"
import { receiveDocument } from "../server/intake/documents/uploads/uploads.ts"
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from "../server/intake/matters/invitations/invitations.ts"
import { getMatterRow } from "../server/intake/matters/matter-row.ts"
import { changeAgendaItem } from "../server/intake/matters/progress/agenda.ts"
import { definitionOf } from "../server/intake/matters/progress/definition.ts"
import { markReviewed } from "../server/intake/matters/progress/section-reviews.ts"
import { recordUnfinishedFields } from "../server/intake/matters/progress/unfinished-fields.ts"
import { listTopics } from "../server/intake/messages/messages.ts"
import { openTopic } from "../server/intake/messages/writing.ts"
import { sendReminder } from "../server/intake/reminders/reminders.ts"
import { findMissing } from "../server/intake/submissions/missing/missing.ts"
import { readProgress } from "../server/intake/submissions/missing/progress.ts"
import { acceptFile } from "../server/intake/submissions/review/file-acceptance.ts"
import { submitMatter } from "../server/intake/submissions/submissions.ts"
import { joinSql, rawSql, sql, type Tx } from "../server/platform/db/sql.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { assertEach } from "./harness/assert-each.ts"
import { ask, t } from "./harness/definition-parts.ts"
import { listFirmTables } from "./harness/fill-tables.ts"
import { findIds, listVisibleIds } from "./harness/hidden-ids.ts"
import { inviteClient, newPortalBrowser, openTray, type PortalBrowser } from "./harness/portal-browser.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

/** A word of letters unlikely to occur in an id or a base64 or hex key. */
const secret = "zqxwkvjzq"

const questionnaire: QuestionnaireFile = {
  format: "foyer-questionnaire-1",
  title: "Two alone",
  internal_type: "Planning",
  approach: "planning",
  url_short_name: "two-alone",
  definition: {
    sections: [
      { id: "who", kind: "clients", title: t("You", "Usted"), with_partner: true, fields: {} },
      {
        ...{ id: "ours", kind: "questions", title: t("Together", "Juntos") },
        questions: [ask("shared", "text", t("What do you share?", "¿Qué comparten?"), { each_client: true })],
      },
      {
        ...{
          id: "mine",
          kind: "questions",
          title: t("For you alone", "Solo para usted"),
          answered_alone: true,
        },
        questions: [
          ask("worry", "text", t("What worries you?", "¿Qué le preocupa?"), {
            each_client: true,
            required: true,
          }),
          ask("since", "date", t("Since when?", "¿Desde cuándo?"), { each_client: true }),
          ask("number", "text", t("Which account?", "¿Qué cuenta?"), { each_client: true, sensitive: true }),
        ],
      },
      {
        ...{
          id: "papers",
          kind: "documents",
          title: t("Your own papers", "Sus papeles"),
          answered_alone: true,
        },
        requests: [{ id: "proof", label: t("A paper", "Un papel"), required: true, several: false }],
      },
    ],
  },
}

interface Client {
  contact_id: string
  user_id: string
  browser: PortalBrowser
}

const { service, firm } = provideServiceAndFirm()
let matter_id: string
let ada: Client
let ben: Client
let helper: Client
let ids: Record<"shared" | "worry" | "since" | "number" | "proof" | "mine" | "papers", string>
let file_id: string

before(async () => {
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: true }))
  const invited = await inviteClient(service, firm, { questionnaire, email: "ada@example.com" })
  matter_id = invited.matter_id
  const { contact_main_id } = await firm.run((tx) => getMatterRow(tx, matter_id))
  const partner_id = await firm.run(async (tx) => {
    await changeContact(tx, contact_main_id, [
      { field: "first_name", value: "Ada" },
      { field: "last_name", value: "Kern" },
    ])
    return addPartner(tx, matter_id, { first_name: "Ben", last_name: "Kern" })
  })
  ada = await enter(invited.invite_key, contact_main_id)
  ben = await enter(await invite("partner"), partner_id)
  helper = await enter(await invite("helper"), "")
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const [, ours, mine, papers] = definition.sections
  assert.ok(ours?.kind === "questions" && mine?.kind === "questions" && papers?.kind === "documents")
  const [worry, since, number] = mine.questions.map(({ id }) => id)
  const [shared, proof] = [ours.questions[0]?.id, papers.requests[0]?.id]
  ids = { shared, worry, since, number, proof, mine: mine.id, papers: papers.id } as typeof ids
  await answerAlone(ben, secret)
})

async function invite(party: "partner" | "helper"): Promise<string> {
  const email = `${party}@example.com`
  const { invite_key } = await firm.run((tx) => createInvitation(tx, service, { matter_id, party, email }))
  return invite_key
}

async function enter(invite_key: string, contact_id: string): Promise<Client> {
  const browser = newPortalBrowser(service)
  await browser.post(`/invite/${invite_key}/start`)
  const { user_id } = await firm.one<{ user_id: string }>(sql`
      select user_id from invitations where matter_id = ${matter_id} and user_id is not null order by id desc limit 1`)
  return { contact_id, user_id, browser }
}

/** Runs `work` with the client session's settings, set by the same database function. */
function as<T>({ user_id }: Pick<Client, "user_id">, work: (tx: Tx) => Promise<T>): Promise<T> {
  return firm.run(
    async (tx) => {
      await tx.one(sql`select open_client(${firm.firm_id}, ${matter_id}, ${user_id}) is null as opened`)
      return work(tx)
    },
    { user_id },
  )
}

/** Stores the word in every way that a client's part can hold data. */
async function answerAlone(client: Client, word: string): Promise<void> {
  const about = client.contact_id
  await as(client, async (tx) => {
    const save = (question_id: string, value: string) =>
      saveAnswer(tx, service.ring, matter_id, { question_id, about, value })
    await save(ids.worry, word)
    await save(ids.worry, `${word} again`)
    await save(ids.number, word)
    await save(ids.shared, "the house")
    const later = { record_id: matter_id, field: answerKey(ids.since, about) }
    await changeAgendaItem(tx, matter_id, later, true)
    await openTopic(tx, service, matter_id, { subject: word, text: word, question_id: ids.worry, about })
  })
  const { document_id } = await receiveDocument(
    service,
    { firm_id: firm.firm_id, user_id: client.user_id },
    { matter_id, request_id: ids.proof, filename: `${word}.txt`, source: Readable.from([Buffer.from(word)]) },
  )
  if (client === ben) file_id = document_id
  await firm.run(async (tx) => {
    const ask = (kind: "question" | "request" | "document", record_id: string) =>
      collectCorrection(tx, matter_id, {
        ...{ kind, record_id, words: `About ${word}` },
        about: kind === "document" ? null : about,
      })
    await ask("question", ids.worry)
    await ask("request", ids.proof)
    await ask("document", document_id)
    await changeDocumentDueDay(tx, matter_id, { request_id: ids.proof, sender: about, due_on: "2099-06-30" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: true })
  })
  await as(client, async (tx) => {
    await submitMatter(tx, service.ring, matter_id)
    await recordUnfinishedFields(tx, matter_id, matter_id, [
      { field: answerKey(ids.since, about), typed: { day: word } },
    ])
  })
}

/** The tables that show a row with the word. */
async function tablesWith(tx: Tx, word: string): Promise<string[]> {
  const tables = await service.db.forPlatform(listFirmTables)
  const rows = await tx.all<{ name: string }>(
    joinSql(
      tables.map(
        ({ name }) =>
          sql`select ${name}::text as name where exists (select from ${rawSql(name)} t where t::text like ${`%${word}%`})`,
      ),
      " union all ",
    ),
  )
  return rows.map(({ name }) => name).toSorted()
}

const holding = ["answers", "changes", "corrections", "documents", "private_submissions", "unfinished_fields"]

test("no table shows one client the other's separate answers; the firm and their author find them in each", async () => {
  const isOfClients = (name: string) => name !== "search_entries"
  assert.deepEqual((await firm.run((tx) => tablesWith(tx, secret))).filter(isOfClients), holding)
  assert.deepEqual(await as(ben, (tx) => tablesWith(tx, secret)), holding)
  assert.deepEqual(await as(ada, (tx) => tablesWith(tx, secret)), [])
  assert.deepEqual(await as(helper, (tx) => tablesWith(tx, secret)), [])
})

/** Rows about the other client's parts whose mere existence is secret. */
const countTraces = (tx: Tx) =>
  tx.one<Record<string, number>>(sql`
    select (select count(*) from answers where question_id in (${ids.worry}, ${ids.number}))::int as answers,
           (select count(*) from agenda_items)::int as agenda, (select count(*) from messages)::int as messages,
           (select count(*) from documents)::int as documents, (select count(*) from document_due_days)::int as due_days,
           (select count(*) from private_submissions)::int as submissions`)

test("no table shows a trace of them: no encrypted row, later question, or note about them", async () => {
  const all = { answers: 2, agenda: 1, messages: 1, documents: 1, due_days: 1, submissions: 1 }
  const none = { answers: 0, agenda: 0, messages: 0, documents: 0, due_days: 0, submissions: 0 }
  assert.deepEqual(await as(ben, countTraces), all)
  assert.deepEqual(await as(ada, countTraces), none)
  assert.deepEqual(await as(helper, countTraces), none)
})

test("no row names anything that a client's separate answers created, to the other or a helper", async () => {
  const tables = await service.db.forPlatform(listFirmTables)
  const all = await as(ben, (tx) => listVisibleIds(tx, tables))
  assert.ok(all.has(file_id))
  for (const client of [ada, helper]) {
    const found = await as(client, async (tx) => {
      const visible = await listVisibleIds(tx, tables)
      return findIds(tx, tables, new Set([...all].filter((id) => !visible.has(id))))
    })
    assert.deepEqual(found, [])
  }
})

test("the day of a document that each client sends separately shows to that client and the firm alone", async () => {
  const daysOf = (client: Client) =>
    as(client, async (tx) => [...(await listDueDays(tx, matter_id)).values()])
  assert.deepEqual([await daysOf(ben), await daysOf(ada), await daysOf(helper)], [["2099-06-30"], [], []])
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/document-requests`)
  const days = body.document_requests.map((one: Record<string, unknown>) => [one.contact, one.due_on])
  assert.deepEqual(
    new Map(days),
    new Map([
      [ada.contact_id, null],
      [ben.contact_id, "2099-06-30"],
    ]),
  )
  const set = (due: object) =>
    firm.request("PATCH", `/v1/matters/${matter_id}/document-requests/${ids.proof}`, due)
  assert.equal((await set({ due_on: "2099-06-30" })).body.errors[0].param, "contact")
  assert.equal((await set({ due_on: "2099-06-30", contact: ben.contact_id })).status, 200)
})

test("a session opened for a matter but none of its clients sees no separate answers", async () => {
  const forgotten = await service.db.forFirm(firm.firm_id, async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true)`)
    return tablesWith(tx, secret)
  })
  assert.deepEqual(forgotten, [])
})

test("neither client can write in the other's name", async () => {
  await assert.rejects(
    as(ada, (tx) =>
      saveAnswer(tx, service.ring, matter_id, {
        question_id: ids.worry,
        about: ben.contact_id,
        value: "mine",
      }),
    ),
  )
})

test("no page, list, copy, or response of the portal shows separate answers to the other client or a helper", async () => {
  const sections = ["/portal/sections/", ids.mine]
  const pages = [
    "/portal",
    "/portal/check",
    "/portal/documents",
    "/portal/messages",
    `${sections.join("")}`,
    `${sections.join("")}/check`,
    `/portal/sections/${ids.papers}`,
    `/portal/sections/${ids.papers}/check`,
    `/portal/sections/${ids.papers}/${ids.proof}`,
    "/portal/submissions/1",
  ]
  const seenBy = async ({ browser }: Client) => {
    const found = await Promise.all(
      pages.map(async (url) => {
        const { html } = await follow(browser, url)
        return html.includes(secret) || html.includes(file_id) ? url : ""
      }),
    )
    return found.filter(Boolean)
  }
  assert.ok((await seenBy(ben)).length >= 5, (await seenBy(ben)).join(" "))
  assert.deepEqual(await seenBy(ada), [])
  assert.deepEqual(await seenBy(helper), [])
  assert.equal((await helper.browser.get(`/portal/sections/${ids.mine}`)).status, 404)
})

async function follow(browser: PortalBrowser, url: string) {
  const first = await browser.get(url)
  return first.location ? browser.get(first.location) : first
}

test("the other client can't reuse a separately uploaded file for another purpose", async () => {
  const open = ({ user_id }: Client) =>
    openMatterFile(service, { firm_id: firm.firm_id, user_id, matter_id }, file_id)
  await assert.rejects(open(ada), { kind: "not_found" })
  const { filename, source } = await open(ben)
  source.destroy()
  assert.equal(filename, `${secret}.txt`)
})

test("the firm's reply reaches only the client who asked: no email, count, page, or file for the others", async () => {
  const [topic] = await as(ben, (tx) => listTopics(tx, service.ring, matter_id, ben.user_id))
  assert.ok(topic)
  const staff = await newStaffBrowser(service, firm)
  const form = new FormData()
  form.set("to", "client")
  form.set("reply", topic.id)
  form.set("text", `Reply ${secret}`)
  form.append("files", new File([`File ${secret}`], "deed.reply.txt", { type: "text/plain" }))
  const { status } = await staff("POST", `/console/matters/${matter_id}/conversation`, form)
  assert.equal(status, 303)
  const told = await firm.all<{ recipient: string }>(
    sql`select recipient from mails where purpose = 'message'`,
  )
  assertEach(told, ({ recipient }) => recipient, ["partner@example.com"])
  assert.match((await ben.browser.get("/portal")).html, /wrote to you: 1 new message/)
  assert.match((await ben.browser.get(`/portal/messages/${topic.id}`)).html, /deed\.reply\.txt/)
  for (const { browser } of [ada, helper]) {
    assert.doesNotMatch((await browser.get("/portal")).html, /new message/)
    assert.match((await browser.get("/portal/messages")).html, /No messages yet/)
    assert.doesNotMatch((await openTray(browser)).html, /reply/)
    for (const way of ["get", "post"] as const)
      assert.equal((await browser[way](`/portal/messages/${topic.id}`, { text: "Mine" })).status, 404)
  }
  const written = await firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
  assertEach(written, ({ messages }) => messages, [2])
})

test("a topic about a separate part belongs to its author, even if the URL doesn't say whose question it is", async () => {
  const url = `/portal/messages/new?question=${ids.worry}`
  assert.doesNotMatch((await ada.browser.get(`${url}&about=${ben.contact_id}`)).html, /What worries you/)
  await ada.browser.post(url, { subject: "Something", text: `Between us ${secret}` })
  const topics = await firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
  assertEach(
    topics.filter(({ question_id }) => question_id === ids.worry),
    ({ about }) => about,
    [ben.contact_id],
  )
  const nobodys = { subject: "Nobody’s", text: secret, question_id: ids.worry, about: null }
  const id = await firm.run((tx) => openTopic(tx, service, matter_id, nobodys))
  for (const client of [ada, ben, helper]) {
    const found = await as(client, (tx) => listTopics(tx, service.ring, matter_id, client.user_id))
    assert.ok(!found.some((topic) => topic.id === id))
  }
})

/** Percentage and complete sections, as if the matter were not submitted, which confirms every section. */
const progressBefore = (run: typeof firm.run) =>
  run(async (tx) => {
    const setSubmitted = (to: boolean) =>
      tx.run(sql`update matters set is_submitted = ${to} where id = ${matter_id}`)
    await setSubmitted(false)
    const progress = (await readProgress(tx, [matter_id])).get(matter_id) ?? assert.fail()
    await setSubmitted(true)
    return [progress.percent, progress.sections.checked]
  })

test("progress counts separate parts once for each client, and for a client only their own", async () => {
  const { mine } = ids
  // Both clients' names, Ben's worry and document, and what Ben wants to talk about.
  assert.deepEqual(await progressBefore(firm.run), [39, 0])
  await as(ben, (tx) => markReviewed(tx, matter_id, mine))
  assert.deepEqual(await progressBefore(firm.run), [39, 0])
  await as(ada, (tx) => markReviewed(tx, matter_id, mine))
  assert.deepEqual(await progressBefore(firm.run), [39, 0], "Ada’s answers are missing")
  // Ben’s date is half typed, so he can’t send yet.
  assert.deepEqual(await progressBefore((work) => as(ben, work)), [52, 0])
  assert.deepEqual(await progressBefore((work) => as(ada, work)), [20, 0])
})

test("each client is asked separately, and the other's missing answers block no one", async () => {
  const { html } = await ada.browser.get("/portal/check")
  assert.match(html, /What worries you\?/)
  assert.doesNotMatch(html, /Ben Kern[\s\S]{0,200}What worries you/)
  await as(ada, async (tx) => {
    const worry = { question_id: ids.worry, about: ada.contact_id, value: "Nothing much" }
    await saveAnswer(tx, service.ring, matter_id, worry)
  })
  await receiveDocument(
    service,
    { firm_id: firm.firm_id, user_id: ada.user_id },
    { matter_id, request_id: ids.proof, filename: "ada.txt", source: Readable.from([Buffer.from("ada")]) },
  )
  const { number } = await as(ada, (tx) => submitMatter(tx, service.ring, matter_id))
  assert.equal(number, 2)
  assert.deepEqual(await progressBefore(firm.run), [51, 0], "Ben’s date is half typed")
})

test("what became of a separately uploaded file is known to the firm and its client alone", async () => {
  const read = (tx: Tx) =>
    tx.one<{ state: string | null; acceptances: number; requests: number }>(sql`
      select (select state from document_states where id = ${file_id}) as state,
             (select count(*) from seen_changes where place like ${`%${file_id}%`})::integer as acceptances,
             (select count(*) from corrections where record_id = ${file_id})::integer as requests`)
  const nothing = { state: null, acceptances: 0, requests: 0 }
  assert.deepEqual(await as(ben, read), { state: "returned", acceptances: 0, requests: 1 })
  for (const other of [ada, helper]) assert.deepEqual(await as(other, read), nothing)
  await firm.run((tx) => acceptFile(tx, service.ring, matter_id, file_id))
  assert.deepEqual(await as(ben, read), { state: "accepted", acceptances: 1, requests: 1 })
  for (const other of [ada, helper]) assert.deepEqual(await as(other, read), nothing)
  const pretend = sql`update seen_changes set seen_at = now()`
  await assert.rejects(
    as(ben, (tx) => tx.run(pretend)),
    /row-level security/,
  )
  const statesFor = ({ user_id }: Client) =>
    as({ user_id }, async (tx) => (await listChecklist(tx, matter_id)).map(({ state }) => state))
  assert.deepEqual(await statesFor(ben), ["accepted"])
  assert.deepEqual(await statesFor(helper), [])
  const lines = await firm.run((tx) => listChecklist(tx, matter_id))
  assertEach(lines, ({ sender, state, files }) => [sender, state, files.map(({ id }) => id === file_id)], [
    [ada.contact_id, "received", [false]],
    [ben.contact_id, "accepted", [true]],
  ])
  assert.match((await openTray(ben.browser)).html, /Accepted/)
  assert.doesNotMatch((await openTray(ada.browser)).html, /Accepted/)
})

test("reminders and correction requests reveal nothing of the other client's parts", async () => {
  const invitations = await firm.all<{ id: string; user_id: string }>(
    sql`select id, user_id from invitations where matter_id = ${matter_id}`,
  )
  const idOf = ({ user_id }: Client) =>
    invitations.find((each) => each.user_id === user_id)?.id ?? assert.fail()
  // Ben has a half-typed date.
  const missing = await firm.run((tx) => findMissing(tx, service.ring, matter_id))
  assertEach(missing, ({ code, person }) => [code, person], [["date_unfinished", "Ben Kern"]])
  await firm.run(async (tx) => {
    await tx.run(
      sql`update corrections set ended_as = 'resolved', ended_at = now() where matter_id = ${matter_id}`,
    )
    for (const client of [ada, ben, helper])
      await sendReminder(tx, service, { invitation_id: idOf(client), step: null })
    const about = ben.contact_id
    await collectCorrection(tx, matter_id, { kind: "question", record_id: ids.worry, about, words: "Why?" })
    const invitation_ids = [idOf(ben), idOf(helper)]
    await requestCorrections(tx, service, matter_id, { invitation_ids, let_edit: true })
  })
  const mails = await firm.all<{
    id: string
    body_sealed: string
    invitation_id: string
    purpose: string
  }>(sql`
      select id, body_sealed, invitation_id, purpose from mails
       where matter_id = ${matter_id} and purpose in ('reminder', 'corrections') order by purpose desc`)
  const told = (client: Client) =>
    mails
      .filter(({ invitation_id }) => invitation_id === idOf(client))
      .map(({ id, body_sealed, purpose }) => {
        const { text } = openMailBody(service.ring, id, body_sealed)
        return `${purpose} ${text.includes("For you alone")}`
      })
  // Nothing is open for them, so no email says that something is.
  assert.deepEqual(told(ada), [])
  assert.deepEqual(told(helper), [])
  assert.deepEqual(told(ben), ["reminder true", "corrections false"])
})

test("the firm's software reads both clients' answers, labeled, and complete submissions", async () => {
  const at = (path: string) => firm.request("GET", `/v1/matters/${matter_id}/${path}`)
  for (const submission of ["", "?submission=2"]) {
    const { answers } = (await at(`answers${submission}`)).body
    const worries = answers.filter(({ question }: { question: string }) => question === ids.worry)
    assertEach(worries, ({ about, value }: { about: string; value: string }) => [about, value], [
      [ada.contact_id, "Nothing much"],
      [ben.contact_id, `${secret} again`],
    ])
    const { documents } = (await at(`documents${submission}`)).body
    assert.deepEqual(documents.map(({ filename }: { filename: string }) => filename).toSorted(), [
      "ada.txt",
      `${secret}.txt`,
    ])
  }
  const { body } = await at("answered-alone")
  assertEach(body.sections, ({ id }: { id: string }) => id, [ids.mine, ids.papers])
  assert.deepEqual(
    body.documents.map(({ contact }: { contact: string }) => contact).toSorted(),
    [ada.contact_id, ben.contact_id].toSorted(),
  )
})

test("the review says whose document is missing, and each of its lines can get a correction", async () => {
  await firm.write(
    sql`update documents set removed_at = now() where matter_id = ${matter_id} and request_id = ${ids.proof}`,
  )
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", `/console/matters/${matter_id}/review`)
  const links = [...text.matchAll(/href="(\?ask=[^"#]*)[^"]*"[^>]*>\s*Ask<span[^>]*> ([^<]*)/g)].filter(
    ([, , title = ""]) => title.includes("A paper"),
  )
  const subjects = new Set<string>()
  for (const [, query = ""] of links) {
    const href = `/console/matters/${matter_id}/review${query}`
    const form = (await staff("GET", href)).text
    const [, subject = ""] = /name="subject" value="([^"]*)"/.exec(form) ?? []
    const [, line = ""] = /name="line" value="([^"]*)"/.exec(form) ?? []
    assert.equal((await staff("POST", href, { subject, line, words: "Please send it." })).status, 303, href)
    subjects.add(subject)
  }
  // For each client: a missing item, a finding, and the document's own line.
  assert.deepEqual([links.length, subjects.size], [6, 2])
  for (const name of ["Ada", "Ben"]) {
    assert.match(text, new RegExp(`${name} Kern, alone`))
    assert.match(text, new RegExp(`“A paper” is required and was not sent by ${name} Kern`))
  }
})

test("turning off separate answers opens nothing that was answered separately", async () => {
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: false }))
  assert.deepEqual(await as(ada, (tx) => tablesWith(tx, secret)), [])
  const later = await inviteClient(service, firm, { questionnaire })
  const { separate_parts } = await firm.one<{ separate_parts: string[] }>(
    sql`select separate_parts from matters where id = ${later.matter_id}`,
  )
  assert.deepEqual(separate_parts, [])
})

test("a new link shows its holder nothing that they answered separately before, until they start it", async () => {
  const email = "partner@example.com"
  const { id } = await firm.run(async (tx) => {
    const invitations = await listInvitations(tx, matter_id)
    for (const { id, party } of invitations) if (party === "partner") await revokeInvitation(tx, id)
    return createInvitation(tx, service, { matter_id, party: "partner", email })
  })
  const shown = await service.db.forFirm(firm.firm_id, async (tx) => {
    await tx.one(
      sql`select open_client(${firm.firm_id}, ${matter_id}, null, ${tx.now}, ${id}) is null as opened`,
    )
    return tablesWith(tx, secret)
  })
  assert.deepEqual(shown, [])
})
