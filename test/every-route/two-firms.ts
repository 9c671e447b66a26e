// Two firms with the same kinds of records. Every text of the second contains a canary word, so that any leak is
// detected.

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { before } from "node:test"
import { createKey } from "../../server/firm/access/api/keys.ts"
import { staffLifetime } from "../../server/firm/access/console.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { inviteStaff } from "../../server/firm/users/setup-links.ts"
import { addPasskey, listPasskeys, type PasskeyOwner } from "../../server/firm/users/sign-in/passkeys.ts"
import { recordInquiry } from "../../server/follow-up/inquiries/inquiries.ts"
import { addNote, listNotes } from "../../server/follow-up/notes/notes.ts"
import { recordConflictCheck } from "../../server/follow-up/search/conflict-checks.ts"
import { requestDocuments } from "../../server/intake/checklist/requests.ts"
import { saveDocumentSet } from "../../server/intake/checklist/sets.ts"
import { recordDeclinedName } from "../../server/intake/conflict-names/conflict-names.ts"
import { collectCorrection, requestCorrections } from "../../server/intake/corrections/requests.ts"
import { handOver, listHandovers } from "../../server/intake/handovers/handovers.ts"
import { createInvitation } from "../../server/intake/matters/invitations/invitations.ts"
import { saveView } from "../../server/intake/matters/list/saved-views.ts"
import { openTopic } from "../../server/intake/messages/writing.ts"
import { listBankQuestions, saveQuestions } from "../../server/intake/questionnaires/bank.ts"
import { findDraft, getQuestionnaireRow } from "../../server/intake/questionnaires/questionnaires.ts"
import { changeStartPage } from "../../server/intake/questionnaires/start-page.ts"
import { requestBulkAction } from "../../server/operations/bulk-actions/bulk-actions.ts"
import { deleteMatter } from "../../server/operations/deletions/deletions.ts"
import { createImport } from "../../server/operations/imports/imports.ts"
import { planSoon } from "../../server/operations/imports/plan-import.ts"
import { requestExport } from "../../server/outputs/exports/exports.ts"
import { deliverEvents } from "../../server/outputs/webhooks/deliveries.ts"
import { createEndpoint } from "../../server/outputs/webhooks/endpoints.ts"
import type { Clock } from "../../server/platform/clock.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { newId } from "../../server/platform/ids.ts"
import { readFirmPlace } from "../../server/platform/secrets/tokens.ts"
import { type FullIntake, fillIn } from "../contract/sample-firm.ts"
import { ask } from "../harness/definition-parts.ts"
import { newIntake } from "../harness/sample-intake.ts"
import { giveThumbnails } from "../harness/sample-thumbnail.ts"
import { addTemplateOf } from "../harness/sample-word-file.ts"
import { provideService, type TestFirm, type TestService } from "../harness/service.ts"
import { addAgreement, signAsMain } from "../harness/signed-agreement.ts"

/** One firm's records. */
export interface Holdings {
  firm: TestFirm
  intake: FullIntake
  /** One record id for each route parameter name. */
  params: Record<string, string>
  /** A matter whose client has not started. */
  unstarted: string
  /** An upload that nothing was sent of. */
  unfinished: string
  /** Cookies of an admin, a member without access to any matter, and the client. */
  staff: string
  limited: string
  client: string
}

export interface TwoFirms {
  service: TestService
  ours: Holdings
  theirs: Holdings
  their_ids: string[]
}

const canary = "CANARY7F3A"

/** Called at the top of a test file, which closes the service when it is done. */
export function provideTwoFirms(clock?: Clock): TwoFirms {
  const service = provideService({ clock })
  const two = { service } as TwoFirms
  before(async () => {
    // Strangers learn the name of an installation's only firm, and tests make ours a test firm, which doesn't count.
    await service.newFirm()
    two.ours = await hold(service, "")
    two.theirs = await hold(service, `_${canary}`)
    two.their_ids = await listIds(two.theirs.firm)
  })
  return two
}

async function hold(service: TestService, said: string): Promise<Holdings> {
  const { ring, db, base_url } = service
  const firm = await service.newFirm(`Firm${said}`)
  const endpoint = await firm.run((tx) =>
    createEndpoint(tx, ring, {
      url: `http://127.0.0.1:9/${said}`,
      event_types: ["intakeform.submitted"],
      description: said,
      headers: [{ "X-Said": said }],
      key_id: newId("key"),
    }),
  )
  const intake = await fillIn(service, await newIntake(firm), said)
  await giveThumbnails(service, firm, intake.matter_id)
  const { matter_id } = intake
  const mail = `said${said.toLowerCase().replaceAll("_", "-")}@example.com`
  const event = await firm.request("GET", "/v1/events")
  const { answers } = (await firm.request("GET", `/v1/matters/${matter_id}/answers`)).body
  const created = await firm.run(async (tx) => {
    await tx.run(sql`update matters set name = name || ${said}, search_name = search_name || ${said}`)
    await tx.run(
      sql`update questionnaires set title = title || ${said}, internal_type = internal_type || ${said}`,
    )
    await tx.run(sql`update users set name = name || ${said}, email = ${said} || email`)
    const member = await inviteStaff(tx, { email: `member-${mail}`, name: `Member${said}`, role: "member" })
    const limited = await inviteStaff(tx, {
      email: `limited-${mail}`,
      name: `Limited${said}`,
      role: "member",
    })
    await tx.run(sql`update users set assigned_matters_only = true where id = ${limited.user_id}`)
    const key = await createKey(tx, { name: `Key${said}` })
    const invitation = await createInvitation(
      tx,
      { ring, base_url },
      { matter_id, party: "helper", email: mail, first_name: `Ada${said}` },
    )
    const session = ({ user_id }: { user_id: string }) =>
      createSession(tx, { user_id, device: `Browser${said}`, lifetime: staffLifetime })
    const admin = await session(firm.admin)
    return {
      member,
      key,
      invitation,
      admin,
      other: await session(firm.admin),
      limited: await session(limited),
      area: await createInvitation(
        tx,
        { ring, base_url },
        { matter_id, party: "main", email: `door-${mail}` },
      ),
    }
  })
  const correction_id = await firm.run(async (tx) => {
    const about_child = { kind: "contact", record_id: intake.child, about: null } as const
    const id = await collectCorrection(tx, matter_id, { ...about_child, words: `Clio?${said}` })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
    return id
  })
  const deed = { labels: [`Deed${said}`], note: `Note${said}`, contact_id: null, due_on: null }
  const [request_id = ""] = await firm.run((tx) => requestDocuments(tx, matter_id, deed))
  const [{ event_id }] = event.body.results
  await deliverEvents(db, [{ firm_id: firm.firm_id, event_id }])
  const invited = await firm.request("POST", "/v1/matters/create-and-invite", {
    questionnaire_id: (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire.id,
    matter_name: `Invited${said}`,
    clients: [{ email: mail, party: "main", first_name: `Ada${said}` }],
    message: `Hello${said}`,
  })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const spare = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire.id,
    matter_name: `Deleted${said}`,
  })
  const deletion_id = await firm.call(deleteMatter, ring, { matter_id: spare.body.id, reason: `Said${said}` })
  const export_id = await firm.run((tx) =>
    requestExport(tx, {
      matter_id,
      kind: "tables",
      label: `Tables${said}`,
      filename: `${said}.zip`,
      content_type: "application/zip",
      request: {},
    }),
  )
  const first = async (table: string) =>
    (await firm.one<{ id: string }>({ text: `select id from ${table} limit 1`, values: [] })).id
  const questionnaire_id = (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire.id
  const definition = await firm.run((tx) => findDraft(tx, questionnaire_id))
  const section = definition?.sections.find(({ kind }) => kind === "questions")
  const agreement_id = await addAgreement(firm, said)
  const params = {
    matter_id,
    check_id: await firm.call(recordConflictCheck, { name: `Ada${said}`, decision: "none", note: "" }),
    name_id: await firm.run(async (tx) => {
      const id = newId("inquiry")
      await recordDeclinedName(tx, { id, name: `Ada${said}` })
      return id
    }),
    view_id: await firm.run((tx) => saveView(tx, { name: "Mine", query: "", is_shared: false })),
    section_id: section?.id ?? "",
    event_id,
    questionnaire_id,
    user_id: created.member.user_id,
    contact_id: intake.main,
    document_id: intake.will,
    request_id,
    upload_id: (
      await firm.request("POST", `/v1/matters/${matter_id}/uploads`, { size: 9, filename: `${said}.txt` })
    ).body.id,
    set_id: (await firm.run((tx) => saveDocumentSet(tx, `House${said}`, [`Deed${said}`]))).id,
    question_id: intake.ids.has_will,
    subscription_id: endpoint.id,
    endpoint_id: endpoint.id,
    delivery_id: await first("deliveries"),
    answer_id: answers[0].id,
    correction_id,
    topic_id: await firm.run((tx) =>
      openTopic(tx, service, matter_id, { subject: `House${said}`, text: `Whose?${said}` }),
    ),
    agreement_id,
    signature_id: await signAsMain(firm, matter_id, agreement_id, said),
    handover_id: await handOverOne(service, firm, {
      matter_id,
      section_id: section?.id ?? "",
      invitation_id: created.invitation.id,
    }),
    note_id: await addNoteOf(firm, matter_id, said),
    bank_question_id: await saveQuestionOf(firm, said),
    number: "1",
    invitation_id: created.invitation.id,
    key: created.invitation.invite_key,
    place: await firm.run(readFirmPlace),
    inquiry_id: await addInquiryOf(service, firm, questionnaire_id, said),
    short_name: await openStartPageOf(firm, questionnaire_id),
    key_id: created.key.id,
    mail_id: await first("mails"),
    client_email: "reminder",
    language: "en",
    session_id: created.other.session_id,
    token: created.member.setup_token,
    firm_id: firm.firm_id,
    deletion_id,
    export_id,
    bulk_action_id: await firm.run((tx) =>
      requestBulkAction(tx, { action: { kind: "remind" }, label: `Remind${said}`, matter_ids: [matter_id] }),
    ),
    passkey_id: await addPasskeyOf(firm, `Phone${said}`),
    template_id: await addTemplateOf(service, firm, `Letter${said}`),
    import_id: await firm.run(async (tx) => {
      const id = await createImport(tx, `Clients${said}.csv`, {
        csv: Buffer.from(`First name\nAda${said}\n`),
        sheet: undefined,
        hidden: 0,
        mapping: ["first_name"],
      })
      await planSoon(tx, id)
      return id
    }),
  }
  return {
    firm,
    intake,
    params,
    unstarted: invited.body.id,
    unfinished: (await firm.request("POST", `/v1/matters/${matter_id}/uploads`, { size: 9 })).body.id,
    staff: `foyer_staff=${created.admin.token}`,
    limited: `foyer_staff=${created.limited.token}`,
    client: await startAsRequester(service, firm, created.area),
  }
}

/** Starts with a passkey, as the client who handed over the matter's parts: only they see the button that ends this. */
async function startAsRequester(
  service: TestService,
  firm: TestFirm,
  invitation: { id: string; invite_key: string },
): Promise<string> {
  const cookie = await startWithPasskey(service, firm, invitation)
  await firm.run((tx) =>
    tx.run(
      sql`update handovers set given_by = (select user_id from invitations where id = ${invitation.id})`,
    ),
  )
  return cookie
}

async function saveQuestionOf(firm: TestFirm, said: string): Promise<string> {
  return firm.run(async (tx) => {
    await saveQuestions(tx, [ask("question", "text", `What worries you?${said}`)])
    return (await listBankQuestions(tx))[0]?.id ?? ""
  })
}

/** Opens the start page of a questionnaire; returns its short name. */
async function openStartPageOf(firm: TestFirm, questionnaire_id: string): Promise<string> {
  return firm.run(async (tx) => {
    await changeStartPage(tx, questionnaire_id, true)
    return (await getQuestionnaireRow(tx, questionnaire_id)).url_short_name
  })
}

async function addInquiryOf(
  { ring }: TestService,
  firm: TestFirm,
  questionnaire_id: string,
  said: string,
): Promise<string> {
  const id = newId("inquiry")
  const person = {
    first_name: `Zoe${said}`,
    last_name: `Marsh${said}`,
    email: `zoe${said}@example.com`.toLowerCase(),
  }
  await firm.run((tx) =>
    recordInquiry(tx, ring, {
      ...person,
      id,
      questionnaire_id,
      phone: "512-555-0199",
      message: `A will${said}`,
      language: "en",
    }),
  )
  return id
}

async function addNoteOf(firm: TestFirm, matter_id: string, said: string): Promise<string> {
  return firm.run(async (tx) => {
    await addNote(tx, matter_id, { text: `Whose?${said}`, assignee_id: firm.admin.user_id, due_date: null })
    return (await listNotes(tx, matter_id))[0]?.id ?? ""
  })
}

async function handOverOne(
  service: TestService,
  firm: TestFirm,
  given: { matter_id: string; section_id: string; invitation_id: string },
): Promise<string> {
  return firm.run(async (tx) => {
    await handOver(tx, service, { ...given, section_ids: [given.section_id], label: "One" })
    return (await listHandovers(tx, given.matter_id))[0]?.id ?? ""
  })
}

/** Gives the client of an invitation a passkey. */
async function startWithPasskey(
  service: TestService,
  firm: TestFirm,
  { id, invite_key }: { id: string; invite_key: string },
): Promise<string> {
  const cookie = await start(service, invite_key)
  const owner = await firm.one<{ user_id: string; matter_id: string }>(
    sql`select user_id, matter_id from invitations where id = ${id}`,
  )
  await addPasskeyOf(firm, "Own phone", owner)
  return cookie
}

/** Presses Start on an invitation; returns the cookie of the new session. */
export async function start({ app }: TestService, invite_key: string): Promise<string> {
  const answer = await app.inject({ method: "POST", url: `/invite/${invite_key}/start` })
  const cookie = answer.cookies.find(({ name }) => name === "foyer_client")
  assert.ok(cookie, answer.body)
  return `foyer_client=${cookie.value}`
}

/** Every id of the firm's own records. Leaves out counts, which name where a stretch begins and may match no record. */
async function listIds(firm: TestFirm): Promise<string[]> {
  return firm.run(async (tx) => {
    const tables = await tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'firms'
         and c.relname not like '%\\_counts' and has_table_privilege('foyer_firm', c.oid, 'select')`)
    const ids = await Promise.all(
      tables.map(({ name }) =>
        tx.all<{ id: string }>({ text: `select id::text as id from ${name}`, values: [] }),
      ),
    )
    const found = ids.flat().map(({ id }) => id)
    for (const id of found) assert.match(id, /[0-9A-F]{32}$/)
    return found
  })
}

export interface Sent {
  method: string
  url: string
  headers?: Record<string, string> | undefined
  payload?: string | object | undefined
}

export interface Received {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Sends one request, and fails if the response contains anything of the other firm or is a server error. */
export async function send({ service, their_ids }: TwoFirms, request: Sent): Promise<Received> {
  const answer = await service.app.inject({ ...request, method: request.method as "GET" })
  const { statusCode: status, headers, body: text } = answer
  const shown = `${request.method} ${request.url}`
  assert.ok(status < 500, `${shown}: ${status} ${text.slice(0, 500)}`)
  const all = `${JSON.stringify(headers)} ${text}`.replaceAll(request.url, "")
  const requested = `${request.url} ${JSON.stringify(request.payload ?? "")}`
  if (!requested.toUpperCase().includes(canary))
    assert.ok(!all.toUpperCase().includes(canary), `${shown} tells what another firm said: ${around(all)}`)
  const numbers = numbersIn(all)
  const told = their_ids.filter(
    (id) => numbers.has(id.slice(-32)) && all.includes(id) && !requested.includes(id),
  )
  assert.deepEqual(told, [], `${shown} tells ids of another firm`)
  return { status, headers, text }
}

/** Matches every run of 32 hex digits, which end ids: searching for each id in turn takes longer than the request. */
function numbersIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(?=([0-9A-F]{32}))/g)].map(([, number = ""]) => number))
}

function around(text: string): string {
  const at = text.toUpperCase().indexOf(canary)
  return text.slice(Math.max(0, at - 200), at + 50)
}

/** The route's URL with the records of `params` filled in. */
export function addressOf(route_url: string, params: Record<string, string>): string {
  return route_url.replace(/:([a-z_]+)/g, (_, name) => {
    const id = params[name]
    assert.ok(
      id,
      `No one knows what :${name} of ${route_url} is: add it to params in test/every-route/fixtures.ts`,
    )
    return id
  })
}

/** The names of a route's parameters. */
export function parametersOf(route_url: string): string[] {
  return [...route_url.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => name)
}

/** Adds a passkey for the firm's admin, on a device that doesn't exist; returns its id. */
function addPasskeyOf(
  firm: TestFirm,
  name: string,
  owner: PasskeyOwner = { user_id: firm.admin.user_id },
): Promise<string> {
  return firm.run(async (tx) => {
    await addPasskey(tx, owner, name, {
      credential_id: randomBytes(16),
      public_key: randomBytes(32),
      counter: 0,
      transports: [],
      is_backed_up: false,
    })
    const [passkey] = await listPasskeys(tx, owner.user_id)
    return passkey?.id ?? ""
  })
}
