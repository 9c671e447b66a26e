// A helper whom a client asked to fill in some parts can see only those parts, in every table and at every portal URL,
// and only while they have them. Each check is repeated as the firm or the client, who must find the data.
import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { before, test } from "node:test"
import { answerKey } from "../server/definition/conditions/conditions.ts"
import type { QuestionnaireFile } from "../server/definition/questionnaire-file.ts"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { readAnswers, saveAnswer } from "../server/intake/answers/answers.ts"
import { addAsset } from "../server/intake/assets/editing.ts"
import { changeContact } from "../server/intake/contacts/editing.ts"
import { addPartner } from "../server/intake/contacts/partner.ts"
import { removeDocument } from "../server/intake/documents/uploads/removal.ts"
import { receiveDocument } from "../server/intake/documents/uploads/uploads.ts"
import { listHandovers } from "../server/intake/handovers/handovers.ts"
import { listImpersonatedChanges } from "../server/intake/matters/changes/impersonated-changes.ts"
import { renewInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { getMatterRow } from "../server/intake/matters/matter-row.ts"
import { definitionOf, moveToVersion } from "../server/intake/matters/progress/definition.ts"
import { openTopic } from "../server/intake/messages/writing.ts"
import { publishVersion } from "../server/intake/questionnaires/versions.ts"
import { findRemindable } from "../server/intake/reminders/remind.ts"
import { joinSql, rawSql, sql, type Tx } from "../server/platform/db/sql.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { portalLines } from "./every-route/routes.ts"
import { ask, category, t } from "./harness/definition-parts.ts"
import { addRow, listFirmTables } from "./harness/fill-tables.ts"
import { literally } from "./harness/literally.ts"
import { inviteClient, newPortalBrowser, type PortalBrowser } from "./harness/portal-browser.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { addAgreement } from "./harness/signed-agreement.ts"

const secret = "zqxwkvjzq"

const questionnaire: QuestionnaireFile = {
  format: "foyer-questionnaire-1",
  title: "Two with a helper",
  internal_type: "Planning",
  approach: "planning",
  url_short_name: "two-with-a-helper",
  definition: {
    sections: [
      { id: "who", kind: "clients", title: t("You", "Usted"), with_partner: true, fields: {} },
      {
        ...{ id: "home", kind: "questions", title: t("The house", "La casa") },
        questions: [
          ask("owner", "yes_no", t("Do you own it?", "¿Es suya?")),
          ask("hidden", "text", t("Whom do you fear?", "¿A quién teme?")),
        ],
      },
      {
        ...{ id: "things", kind: "assets", title: t("What you own", "Lo que tiene") },
        show_net_worth: false,
        categories: [
          category("life", t("Life insurance", "Seguros de vida"), "A011", t("Company", "Compañía")),
        ],
      },
      {
        ...{ id: "money", kind: "questions", title: t("Your money", "Su dinero") },
        questions: [
          ask("bank", "text", t("Which bank?", "¿Qué banco?"), { each_client: true }),
          ask("loan", "text", t("Which loan?", "¿Qué préstamo?"), {
            condition: { question: "owner", is: true },
          }),
          ask("premium", "text", t("Who pays the premium?", "¿Quién paga la prima?"), {
            condition: { fact: "assets", includes: "A011" },
          }),
          ask("account", "text", t("Which account?", "¿Qué cuenta?"), { sensitive: true }),
        ],
      },
      {
        ...{ id: "papers", kind: "documents", title: t("Papers", "Papeles") },
        requests: [{ id: "deed", label: t("A deed", "Una escritura"), required: false, several: true }],
      },
      {
        ...{ id: "mine", kind: "questions", title: t("Alone", "A solas"), answered_alone: true },
        questions: [ask("worry", "text", t("What worries you?", "¿Qué le preocupa?"), { each_client: true })],
      },
    ],
  },
}

const { service, firm } = provideServiceAndFirm({ clock: () => now }, "Arbor & Pine")
let now = new Date()
let matter_id: string
let main_id: string
let ada: PortalBrowser
let nora: PortalBrowser
let invite_key: string
let papers_id: string
let deed: string
let ids: Record<
  "who" | "home" | "hidden" | "money" | "bank" | "loan" | "account" | "mine" | "worry" | "owner",
  string
>

before(async () => {
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: true, clients_ask_helpers: true }))
  const invited = await inviteClient(service, firm, { questionnaire, email: "ada@example.com" })
  matter_id = invited.matter_id
  main_id = (await firm.run((tx) => getMatterRow(tx, matter_id))).contact_main_id
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const [who, home, things, money, papers, mine] = definition.sections
  assert.ok(home?.kind === "questions" && money?.kind === "questions" && mine?.kind === "questions")
  const [owner, hidden] = home.questions.map(({ id }) => id)
  const [bank, loan, , account] = money.questions.map(({ id }) => id)
  const worry = mine.questions[0]?.id
  assert.ok(papers?.kind === "documents" && things?.kind === "assets")
  const [policies] = things.categories
  deed = papers.requests[0]?.id ?? ""
  papers_id = papers.id
  ids = {
    who: who?.id,
    home: home.id,
    owner,
    hidden,
    money: money.id,
    bank,
    loan,
    account,
    mine: mine.id,
    worry,
  } as typeof ids
  const { other_contact } = await firm.run(async (tx) => {
    await changeContact(tx, main_id, [
      { field: "first_name", value: "Ada" },
      { field: "last_name", value: "Kern" },
    ])
    const other_contact = await addPartner(tx, matter_id, { first_name: "Ben", last_name: "Kern" })
    const save = (question_id: string, value: string | boolean, about: string | null = null) =>
      saveAnswer(tx, service.ring, matter_id, { question_id, value, about })
    await save(ids.owner, true)
    await save(ids.hidden, secret)
    await save(ids.worry, secret, main_id)
    await save(ids.bank, "First Bank", main_id)
    await save(ids.account, "12345678")
    await addAsset(tx, matter_id, { for_fin_category: policies?.id ?? "", identifier_value: secret })
    await openTopic(tx, service, matter_id, { subject: secret, text: secret })
    return { other_contact }
  })
  assert.ok(other_contact)
  ada = newPortalBrowser(service)
  await ada.post(`/invite/${invited.invite_key}/start`)
  const given = await askNora()
  assert.equal(given.location, "/portal#done", given.html)
  invite_key = await linkInMail()
  nora = newPortalBrowser(service)
  const welcome = await nora.get(`/invite/${invite_key}`)
  assert.match(
    welcome.html,
    /Ada asks you to fill in a part of this questionnaire from Arbor &amp; Pine[\s\S]*You are filling this in for Ada and Ben/,
  )
  await nora.post(`/invite/${invite_key}/start`)
})

const askNora = (more: Record<string, string | string[]> = {}) =>
  ada.post("/portal/handovers", {
    ...{ parts: [ids.money], who: "helper", helper_name: "Nora", helper_email: "nora@example.com" },
    ...{ helper_line: "Bring the folder", helper_days: "14", ...more },
  })

async function linkInMail(): Promise<string> {
  const mail = await firm.one<{ id: string; recipient: string; body_sealed: string }>(sql`
      select id, recipient, body_sealed from mails where purpose = 'invitation' order by id desc limit 1`)
  const { text } = openMailBody(service.ring, mail.id, mail.body_sealed)
  assert.equal(mail.recipient, "nora@example.com")
  assert.match(text, /Ada asks you to fill in a part[\s\S]*Bring the folder[\s\S]*The link works until/)
  // A couple's helper learns for both whom it is.
  assert.match(text, /prepared for Ada and Ben/)
  assert.doesNotMatch(text, literally("Your money"))
  return /\/invite\/(\S+)/.exec(text)?.[1] ?? ""
}

/** Runs with the helper session's settings, set by the same database function. */
async function openAsNora(tx: Tx): Promise<void> {
  const { user_id } = await tx.one<{ user_id: string }>(sql`
    select user_id from invitations where is_for_parts and user_id is not null order by id desc limit 1`)
  await tx.one(sql`
    select set_config('foyer.user_id', ${user_id}, true),
           open_client(${firm.firm_id}, ${matter_id}, ${user_id}, ${tx.now}) is null as opened`)
}

function asNora<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return firm.run(async (tx) => {
    await openAsNora(tx)
    return work(tx)
  })
}

const money = (path = "") => `/portal/sections/${ids.money}${path}`

test("a helper is asked with a part, a name and an address, or not at all", async () => {
  const count = () => firm.all(sql`select id from invitations where matter_id = ${matter_id}`)
  const before = await count()
  const faults: Record<string, string | string[]>[] = [
    { parts: [] },
    { helper_name: "" },
    { helper_email: "nora" },
  ]
  for (const faulty of faults) {
    const { status, html } = await askNora(faulty)
    assert.deepEqual([status, /error-summary|aria-invalid/.test(html)], [422, true], JSON.stringify(faulty))
  }
  assert.deepEqual(await count(), before)
})

test("every table of a firm shows a helper only the rows their parts need", async () => {
  const tables = await service.db.forPlatform(listFirmTables)
  await addAgreement(firm, "")
  const count = async (tx: Tx): Promise<Record<string, number>> => {
    const counts = tables.map(
      ({ name }) => sql`select ${name}::text as name, (select count(*) from ${rawSql(name)})::int as rows`,
    )
    const rows = await tx.all<{ name: string; rows: number }>(joinSql(counts, " union all "))
    return Object.fromEntries(rows.flatMap((row) => (row.rows > 0 ? [[row.name, row.rows]] : [])))
  }
  const undo = new Error("undo")
  let all: Record<string, number> = {}
  let seen: Record<string, number> = {}
  const filled = firm.run(async (tx) => {
    for (const table of tables.filter(({ name }) => name !== "audit_heads")) {
      const about = table.matter_column ? sql`where ${rawSql(table.matter_column)} = ${matter_id}` : sql``
      if (!(await tx.maybe(sql`select from ${rawSql(table.name)} ${about} limit 1`)))
        await addRow(tx, table, table.matter_column ? matter_id : null)
    }
    all = await count(tx)
    await openAsNora(tx)
    seen = await count(tx)
    throw undo
  })
  await assert.rejects(filled, undo)
  const {
    agreement_versions,
    agreements,
    client_email_words,
    event_heads,
    firms,
    questionnaire_versions,
    questionnaires,
    ...ours
  } = seen
  const of_the_firm = {
    agreement_versions,
    agreements,
    client_email_words,
    event_heads,
    firms,
    questionnaire_versions,
    questionnaires,
  }
  for (const [name, rows] of Object.entries(of_the_firm)) assert.equal(rows, all[name])
  assert.deepEqual(ours, {
    // Answers of the part only; of the people, only the clients that its questions are about.
    ...{ matters: 1, contacts: 2, answers: 2, changes: 2 },
    // The firm's staff, and the helper's own credentials.
    ...{ users: ours.users, invitations: 1, sessions: 1, handovers: 1 },
  })
  assert.ok(Object.keys(all).length - Object.keys(seen).length > 40, Object.keys(all).join(" "))
})

test("no table shows a helper the word stored in other parts", async () => {
  const tables = await service.db.forPlatform(listFirmTables)
  const holding = (tx: Tx) =>
    tx.all<{ name: string }>(
      joinSql(
        tables.map(
          ({ name }) =>
            sql`select ${name}::text as name where exists (select from ${rawSql(name)} t where t::text like ${`%${secret}%`})`,
        ),
        " union all ",
      ),
    )
  assert.ok((await firm.run(holding)).length > 2)
  assert.deepEqual(await asNora(holding), [])
  const others = await asNora((tx) =>
    tx.all(sql`select id from users where is_client_user and id <> current_actor()`),
  )
  assert.deepEqual(others, [])
  const invited = await firm.all<{ party: string; user_id: string }>(
    sql`select party, user_id from invitations order by party desc`,
  )
  const namesFor = (tx: Tx) =>
    Promise.all(
      invited.map(async ({ party, user_id }) => {
        const { name } = await tx.one<{ name: string | null }>(sql`select requester_name(${user_id}) as name`)
        return [party, name]
      }),
    )
  assert.deepEqual(await asNora(namesFor), [
    ["main", "Ada"],
    ["helper", null],
  ])
  assert.deepEqual(await firm.run(namesFor), [
    ["main", null],
    ["helper", null],
  ])
})

test("a helper can write only in their parts", async () => {
  const save = (question_id: string) =>
    asNora((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, about: null, value: "mine" }))
  for (const question_id of [ids.hidden, ids.worry]) await assert.rejects(save(question_id))
  await assert.rejects(
    asNora((tx) => changeContact(tx, main_id, [{ field: "first_name", value: "Eve" }])),
    /row-level security/,
  )
  await save(ids.loan)
  const answers = await firm.run((tx) => readAnswers(tx, service.ring, matter_id))
  assert.deepEqual([answers[ids.loan], answers[ids.hidden]], ["mine", secret])
})

test("every portal URL outside their parts is closed to a helper", async () => {
  const open =
    /^\/portal(\/(fields|sign-out|uploads.*|handovers\/:handover_id\/end|(sections|files)\/:section_id.*))?$/
  let closed = 0
  for (const [route, { entry, methods }] of Object.entries(portalLines)) {
    if (entry || route === "/portal/*") continue
    const url = route
      .replace(":section_id", ids.home)
      .replace("*", "check")
      .replace(/:\w+/g, `x_${"0".repeat(32)}`)
    for (const method of methods) {
      if (open.test(route) && route !== "/portal") continue
      const answer = method === "GET" ? await nora.get(url) : await nora.post(url)
      if (route === "/portal") assert.equal(answer.status, 200)
      else {
        assert.equal(answer.status, 404, `${method} ${route}`)
        closed += 1
      }
    }
  }
  assert.ok(closed > 25, `only ${closed} are closed`)
  for (const section of [ids.who, ids.home, ids.mine])
    for (const path of ["", "/check", "/main/names"]) {
      assert.equal((await nora.get(`/portal/sections/${section}${path}`)).status, 404)
      assert.equal((await nora.post(`/portal/sections/${section}${path || "/x"}`)).status, 404)
      assert.equal(
        (await nora.get(`/portal/files/${section}/check`)).location,
        `/portal/sections/${section}/check`,
      )
    }
})

test("a helper sees their parts by the client's rules, and gives them back with their name on each answer", async () => {
  const home = (await nora.get("/portal")).html
  assert.match(home, /Ada asks you to fill in a part[\s\S]*Fill in “Your money”/)
  assert.doesNotMatch(home, /The house|Alone|portal\/(check|account|messages|family|documents)|First Bank/)
  const first = (await nora.get(money())).location
  const page = await nora.get(first)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.html, /12345678|portal\/messages|The house/)
  const check = (await nora.get(money("/check"))).html
  assert.match(check, /Which loan\?/, "shown by an answer that the helper cannot see")
  assert.match(check, /Who pays the premium\?/, "shown by an asset that the helper cannot see")
  assert.match(check, /First Bank/)
  await asNora((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.bank, about: main_id, value: "Second Bank" }),
  )
  const changed = await firm.run((tx) => listImpersonatedChanges(tx, matter_id))
  assert.ok(
    changed.some(({ field, changed_by }) => field === answerKey(ids.bank, main_id) && changed_by === "Nora"),
  )

  const end = /action="(\/portal\/handovers\/[^"]+\/end)"/.exec(home)?.[1] ?? ""
  assert.match((await nora.post(end)).html, /Thank you/)
  assert.notEqual((await nora.get("/portal")).status, 200, "nothing is open any longer")
  assert.match((await nora.get(`/invite/${invite_key}`)).html, /There is nothing left to fill in here/)
  const { invitation_id } = await firm.one<{ invitation_id: string }>(
    sql`select max(id) as invitation_id from invitations where is_for_parts`,
  )
  await assert.rejects(firm.call(renewInvitation, service, invitation_id), { code: "no_part_left" })
  const back = /Nora has given back “Your money”/
  assert.match((await ada.get("/portal")).html, back)
  const [{ ended_at } = {}] = await firm.run((tx) => listHandovers(tx, matter_id))
  assert.deepEqual(ended_at, now, "not when their time would have been over")
  await ada.get(money("/check"))
  assert.doesNotMatch((await ada.get("/portal")).html, back, "shown until she opens the part")
})

test("a helper uploads files for a part they have, and can neither see nor remove others", async () => {
  const source = () => Readable.from([Buffer.from("a deed")])
  const adas = await receiveDocument(
    service,
    { firm_id: firm.firm_id, user_id: firm.admin.user_id },
    { matter_id, request_id: deed, filename: "adas.txt", source: source() },
  )
  await askNora({ parts: [ids.money] })
  const helper = newPortalBrowser(service)
  assert.equal((await helper.post(`/invite/${await linkInMail()}/start`)).location, "/portal")
  const form = () => {
    const body = new FormData()
    body.append("files", new File(["another deed"], "noras.txt", { type: "text/plain" }))
    return body
  }
  const page = `/portal/files/${papers_id}/${deed}`
  assert.equal((await helper.post(page, form())).status, 404)
  assert.deepEqual(await asNora((tx) => tx.all(sql`select id from documents`)), [])
  await askNora({ parts: [papers_id] })
  assert.equal((await helper.post(page, form())).status, 303)
  const check = (await helper.get(`/portal/sections/${papers_id}/check`)).html
  assert.match(check, /noras\.txt/)
  await assert.rejects(
    asNora((tx) => removeDocument(tx, adas.document_id)),
    { code: "document_submitted" },
  )
  const files = () =>
    firm.all<{ id: string; filename: string }>(
      sql`select id, filename from documents where removed_at is null order by filename`,
    )
  const [, noras] = await files()
  assert.equal(noras?.filename, "noras.txt")
  await asNora((tx) => removeDocument(tx, noras?.id ?? ""))
  assert.deepEqual(
    (await files()).map(({ filename }) => filename),
    ["adas.txt"],
  )
  const ends = (await helper.get("/portal")).html.match(/\/portal\/handovers\/[^"]+\/end/g) ?? []
  assert.equal(ends.length, 2)
  assert.equal((await helper.post(ends[0] ?? "")).status, 303)
  assert.match((await helper.post(ends[1] ?? "")).html, /Thank you/)
})

test("a handover ends at once when the client takes it back, and by itself when it expires", async () => {
  const enter = async () => {
    await askNora()
    const helper = newPortalBrowser(service)
    await helper.post(`/invite/${await linkInMail()}/start`)
    assert.equal((await helper.get("/portal")).status, 200)
    return helper
  }
  const taken = await enter()
  const [end = ""] = /\/portal\/handovers\/[^"]+\/end/.exec((await ada.get("/portal/handovers")).html) ?? []
  await ada.post(end)
  assert.notEqual((await taken.get("/portal")).status, 200)

  const late = await enter()
  const before = now
  now = new Date(now.getTime() + 13 * 86_400_000)
  await firm.write(sql`update sessions set expires_at = ${new Date(now.getTime() + 30 * 86_400_000)}`)
  assert.equal((await late.get("/portal")).status, 200)
  now = new Date(now.getTime() + 2 * 86_400_000)
  assert.notEqual((await late.get("/portal")).status, 200)
  assert.match((await ada.get("/portal")).html, /Nora’s time to fill in “Your money” is over/)
  now = before
})

test("separate answers stay hidden if a later version asks them in a helper's part", async () => {
  const { definition, questionnaire_id } = await firm.run((tx) => definitionOf(tx, matter_id))
  const worry = definition.sections.flatMap((one) =>
    one.id === ids.mine && "questions" in one ? one.questions : [],
  )
  const sections = definition.sections.map((one) => {
    if (one.kind !== "questions") return one
    if (one.id === ids.money) return { ...one, questions: [...one.questions, ...worry] }
    return one.id === ids.mine ? { ...one, questions: [] } : one
  })
  await firm.run(async (tx) => {
    const version = await publishVersion(tx, questionnaire_id, { ...definition, sections })
    await moveToVersion(tx, matter_id, version)
  })
  const [before_ = ""] =
    /\/portal\/handovers\/[^"]+\/end/.exec((await ada.get("/portal/handovers")).html) ?? []
  await ada.post(before_)
  assert.equal((await askNora()).location, "/portal#done")
  const helper = newPortalBrowser(service)
  await helper.post(`/invite/${await linkInMail()}/start`)
  const seen = await asNora((tx) =>
    tx.all<{ question_id: string }>(
      sql`select question_id from answers where question_id in (${ids.bank}, ${ids.worry})`,
    ),
  )
  assert.deepEqual(seen, [{ question_id: ids.bank }])
  const changes = await asNora((tx) => tx.all(sql`select from changes where field like ${`${ids.worry}%`}`))
  assert.deepEqual(changes, [])
  const check = await helper.get(money("/check"))
  assert.equal(check.status, 200)
  assert.match(check.html, /Which bank\?/)
  assert.doesNotMatch(check.html, literally(secret))
  assert.doesNotMatch(check.html, literally("What worries you?"))
  const [end = ""] = /\/portal\/handovers\/[^"]+\/end/.exec((await helper.get("/portal")).html) ?? []
  assert.match((await helper.post(end)).html, /Thank you/)
})

test("clients can ask helpers only if the firm allows it, for parts without people, never for separate parts", async () => {
  const parts = async (part: string) => (await askNora({ parts: [part] })).status
  assert.equal(await parts(ids.who), 422)
  assert.equal(await parts(ids.mine), 422)
  assert.equal((await askNora({ helper_email: "ADA@example.com" })).status, 422)
  const remindable = await firm.run(async (tx) => findRemindable(tx, await getMatterRow(tx, matter_id)))
  assert.ok(!remindable.why && remindable.recipients.every(({ is_for_parts }) => !is_for_parts))
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: false }))
  const open = (await firm.run((tx) => listHandovers(tx, matter_id))).filter(({ state }) => state === "open")
  assert.equal((await askNora()).status, 404)
  const after = (await firm.run((tx) => listHandovers(tx, matter_id))).filter(({ state }) => state === "open")
  assert.deepEqual(after, open)
})
