// A firm with a matter that a limited member must not know about, and one that is assigned to her. Every text of the
// first contains a canary word, so that any leak is detected.
import { before } from "node:test"
import { staffLifetime } from "../../server/firm/access/console.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { inviteStaff } from "../../server/firm/users/setup-links.ts"
import { changeMember } from "../../server/firm/users/team.ts"
import { addNote } from "../../server/follow-up/notes/notes.ts"
import { recordConflictCheck } from "../../server/follow-up/search/conflict-checks.ts"
import { collectCorrection, requestCorrections } from "../../server/intake/corrections/requests.ts"
import { createInvitation } from "../../server/intake/matters/invitations/invitations.ts"
import { openTopic } from "../../server/intake/messages/writing.ts"
import { addToInbox } from "../../server/intake/notifications/inbox.ts"
import { requestBulkAction } from "../../server/operations/bulk-actions/bulk-actions.ts"
import { createImport } from "../../server/operations/imports/imports.ts"
import { planSoon } from "../../server/operations/imports/plan-import.ts"
import { requestExport } from "../../server/outputs/exports/exports.ts"
import { deliverEvents } from "../../server/outputs/webhooks/deliveries.ts"
import { createEndpoint } from "../../server/outputs/webhooks/endpoints.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { type FullIntake, fillIn } from "../contract/sample-firm.ts"
import { newIntake } from "../harness/sample-intake.ts"
import { giveThumbnails } from "../harness/sample-thumbnail.ts"
import { addTemplateOf } from "../harness/sample-word-file.ts"
import { provideService, type TestFirm, type TestService } from "../harness/service.ts"
import { addAgreement, signAsMain } from "../harness/signed-agreement.ts"

export const canary = "CANARY5B1D"
/** Part of the secret matter's name and of nothing else: searching for it must find nothing. */
export const secret_word = "zebulon"

/** Record ids by route parameter name. */
export type Params = Record<string, string>

export interface LimitedMember {
  service: TestService
  firm: TestFirm
  admin: string
  limited: string
  /** The firm's records, except matters. */
  shared: Params
  mine: Params
  secret: Params
  /** Ids of every record of the secret matter. */
  secret_ids: string[]
}

/** Called at the top of a test file, which closes the service when it is done. */
export function provideLimitedMember(): LimitedMember {
  const service = provideService()
  const member = { service } as LimitedMember
  before(async () => void Object.assign(member, await fill(service)))
  return member
}

async function fill(service: TestService): Promise<LimitedMember> {
  const { ring, db, base_url } = service
  const firm = await service.newFirm("Hartwell & Pryce")
  const endpoint = await firm.run((tx) =>
    createEndpoint(tx, ring, { url: "http://127.0.0.1:9/", event_types: ["intakeform.submitted"] }),
  )
  const said = `_${canary}`
  const hidden = await fillIn(service, await newIntake(firm), said)
  const own = await fillIn(service, await newIntake(firm))
  for (const { matter_id } of [hidden, own]) await giveThumbnails(service, firm, matter_id)
  const people = await firm.run(async (tx) => {
    await tx.run(sql`
      update matters set name = ${`Zebulon${said}`}, search_name = ${`${secret_word}_${canary.toLowerCase()}`},
             context = ${JSON.stringify({ crm: said })}::jsonb
       where id = ${hidden.matter_id}`)
    await tx.run(
      sql`update contacts set last_name = last_name || ${said} where matter_id = ${hidden.matter_id}`,
    )
    const { user_id } = await inviteStaff(tx, {
      email: `mia.${Date.now()}@hartwell.example`,
      name: "Mia Member",
      role: "member",
    })
    await changeMember(tx, user_id, { assigned_matters_only: true })
    await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${own.matter_id}`)
    for (const { matter_id } of [hidden, own]) {
      const subject = { matter_id, kind: "submitted", about: "first" } as const
      await addToInbox(tx, subject, [user_id, firm.admin.user_id])
    }
    const session = (of: string) =>
      createSession(tx, { user_id: of, device: "Browser", lifetime: staffLifetime })
    const invite = (matter_id: string, mark: string) =>
      createInvitation(
        tx,
        { ring, base_url },
        {
          matter_id,
          party: "helper",
          email: `helper${mark.toLowerCase()}@example.com`,
          first_name: `Hal${mark}`,
        },
      )
    await invite(own.matter_id, "")
    const { id: invitation_id } = await invite(hidden.matter_id, said.replace("_", "-"))
    return {
      user_id,
      invitation_id,
      admin: await session(firm.admin.user_id),
      limited: await session(user_id),
    }
  })
  await firm.run((tx) => recordConflictCheck(tx, { name: `Ada${said}`, decision: "none", note: canary }))
  const admin = `foyer_staff=${people.admin.token}`
  // The audit log has what staff did with it, and an email has its name.
  for (const [path, form] of [
    ["name", { matter_name: `Zebulon${said}` }],
    ["assignment", { assignee_id: firm.admin.user_id }],
    [`invitations/${people.invitation_id}/mail`, { message: `Hello ${canary}` }],
  ] as [string, Record<string, string>][]) {
    await service.app.inject({
      method: "POST",
      url: `/console/matters/${hidden.matter_id}/${path}`,
      headers: { cookie: admin, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    })
  }
  const { results } = (await firm.request("GET", "/v1/events")).body as { results: { event_id: string }[] }
  const { firm_id } = firm
  await deliverEvents(
    db,
    results.map(({ event_id }) => ({ firm_id, event_id })),
  )
  // She requested both exports herself, before she was limited.
  const asker = { user_id: people.user_id }
  const agreement_id = await addAgreement(firm)
  await signAsMain(firm, own.matter_id, agreement_id)
  await signAsMain(firm, hidden.matter_id, agreement_id, said)
  await askMore(service, firm, own, asker, "")
  await askMore(service, firm, hidden, asker, said)
  const [mine, secret] = [await paramsOf(firm, own.matter_id), await paramsOf(firm, hidden.matter_id)]
  return {
    service,
    firm,
    admin,
    limited: `foyer_staff=${people.limited.token}`,
    shared: {
      ...(await firmParams(firm, own.matter_id)),
      agreement_id,
      user_id: people.user_id,
      session_id: people.admin.session_id,
      template_id: await addTemplateOf(service, firm, "Letter"),
      import_id: await firm.run(async (tx) => {
        const id = await createImport(tx, "Clients.csv", {
          csv: Buffer.from("First name\nAda\n"),
          sheet: undefined,
          hidden: 0,
          mapping: ["first_name"],
        })
        await planSoon(tx, id)
        return id
      }),
      bulk_action_id: await bulkActionOf(service, firm, asker, hidden.matter_id),
      endpoint_id: endpoint.id,
      firm_id,
    },
    mine,
    secret,
    secret_ids: await idsOf(firm, hidden.matter_id),
  }
}

/** Creates a requested correction and an export. */
async function askMore(
  service: TestService,
  { firm_id }: TestFirm,
  { matter_id, child }: FullIntake,
  asker: { user_id: string },
  said: string,
): Promise<void> {
  await service.db.forFirm(
    firm_id,
    async (tx) => {
      const about = { kind: "contact", record_id: child, about: null } as const
      await collectCorrection(tx, matter_id, { ...about, words: `Clio?${said}` })
      await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
      await addNote(tx, matter_id, { text: `Whose?${said}`, assignee_id: null, due_date: null })
      await openTopic(tx, service, matter_id, { subject: `House${said}`, text: `Whose?${said}` })
      await requestExport(tx, {
        matter_id,
        kind: "tables",
        label: `Tables${said}`,
        filename: `${said}.zip`,
        content_type: "application/zip",
        request: {},
      })
    },
    asker,
  )
}

/** A finished action that left out a matter which its requester could see when it was requested. */
async function bulkActionOf(
  service: TestService,
  { firm_id }: TestFirm,
  asker: { user_id: string },
  matter_id: string,
): Promise<string> {
  return service.db.forFirm(
    firm_id,
    async (tx) => {
      const action = { kind: "close" } as const
      const id = await requestBulkAction(tx, { action, label: "Close 1 matter", matter_ids: [matter_id] })
      const left_out = JSON.stringify([{ why: "already closed", count: 1, ids: [matter_id] }])
      await tx.run(
        sql`update bulk_actions set left_out = ${left_out}, finished_at = ${tx.now} where id = ${id}`,
      )
      return id
    },
    asker,
  )
}

async function paramsOf(firm: TestFirm, matter_id: string): Promise<Params> {
  return firm.run(async (tx) => {
    const first = async (table: string) =>
      (
        await tx.one<{ id: string }>({
          text: `select id from ${table} where matter_id = $1 order by id limit 1`,
          values: [matter_id],
        })
      ).id
    return {
      matter_id,
      contact_id: await first("contacts"),
      document_id: await first("documents"),
      answer_id: await first("answers"),
      question_id: (
        await tx.one<{ id: string }>({
          text: "select question_id as id from answers where matter_id = $1 and jsonb_typeof(value) = 'boolean' limit 1",
          values: [matter_id],
        })
      ).id,
      invitation_id: await first("invitations"),
      correction_id: await first("corrections"),
      topic_id: await first("message_topics"),
      note_id: await first("notes"),
      signature_id: await first("signatures"),
      export_id: await first("exports"),
      number: "1",
    }
  })
}

async function firmParams(firm: TestFirm, matter_id: string): Promise<Params> {
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${matter_id}`)).body
  return firm.run(async (tx) => {
    const first = async (table: string) =>
      (await tx.maybe<{ id: string }>({ text: `select id from ${table} limit 1`, values: [] }))?.id ?? "none"
    return {
      questionnaire_id: questionnaire.id as string,
      number: "1",
      view_id: await first("matter_views"),
      check_id: await first("conflict_checks"),
      name_id: await first("conflict_names"),
      bank_question_id: await first("bank_questions"),
      key_id: await first("api_keys"),
      delivery_id: await first("deliveries"),
      mail_id: await first("mails"),
      client_email: "reminder",
      language: "en",
    }
  })
}

async function idsOf(firm: TestFirm, matter_id: string): Promise<string[]> {
  return firm.run(async (tx) => {
    const tables = await tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
        join pg_attribute m on m.attrelid = c.oid and m.attname = 'matter_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    const ids = await Promise.all(
      tables.map(({ name }) =>
        tx.all<{ id: string }>({
          text: `select id::text as id from ${name} where matter_id = $1`,
          values: [matter_id],
        }),
      ),
    )
    return [matter_id, ...ids.flat().map(({ id }) => id)].filter((id) => id.length > 20)
  })
}
