// What two people do at the same moment: both wait at the same row, then one of them is first. Without the lock that
// makes the second see what the first has done, each of these happens twice.
import assert from "node:assert/strict"
import { test } from "node:test"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession, endSessionsOf, listSessions } from "../server/firm/access/sessions.ts"
import { isUnchanged, readCredentials } from "../server/firm/users/sign-in/credentials.ts"
import { changePassword, readSignIn } from "../server/firm/users/sign-in/proof.ts"
import { changeMember } from "../server/firm/users/team.ts"
import { acceptInquiry } from "../server/follow-up/inquiries/acceptance.ts"
import { recordInquiry } from "../server/follow-up/inquiries/inquiries.ts"
import { changeAgreement, getAgreement } from "../server/intake/agreements/agreements.ts"
import { askToSign } from "../server/intake/agreements/asking.ts"
import { lockForEditing } from "../server/intake/matters/editing.ts"
import { correctAddress } from "../server/intake/matters/invitations/invitation-address.ts"
import {
  createInvitation,
  getInvitationLink,
  issueLink,
} from "../server/intake/matters/invitations/invitations.ts"
import { startInvitation } from "../server/intake/matters/invitations/starting.ts"
import { closeMatter, markCompleted, markStarted } from "../server/intake/matters/lifecycle.ts"
import { publishVersion } from "../server/intake/questionnaires/versions.ts"
import { requestBulkAction, resumeBulkAction } from "../server/operations/bulk-actions/bulk-actions.ts"
import { runBulkAction } from "../server/operations/bulk-actions/running.ts"
import { deleteMatter, restoreMatter } from "../server/operations/deletions/deletions.ts"
import { createDeliveries } from "../server/outputs/webhooks/deliveries.ts"
import { type Sql, sql, type Tx } from "../server/platform/db/sql.ts"
import { Failure } from "../server/platform/errors.ts"
import { newId } from "../server/platform/ids.ts"
import { hashPassword } from "../server/platform/secrets/passwords.ts"
import { collide, startDuring } from "./harness/collide.ts"
import { recordOne } from "./harness/recorded-event.ts"
import { newFirmWithIntake, newIntake, sampleDefinition, sampleParts } from "./harness/sample-intake.ts"
import { provideService, type TestFirm } from "./harness/service.ts"
import { addAgreementFor } from "./harness/signed-agreement.ts"
import { newStaff } from "./harness/staff.ts"
import { addEndpoint } from "./harness/webhook-delivery.ts"

const service = provideService()

/** What each of them got, or the code of the failure, in alphabetical order. */
async function together(firm: TestFirm, row: Sql, ...works: ((tx: Tx) => Promise<unknown>)[]) {
  const outcomes = await collide(
    service,
    row,
    works.map(
      (work) => () =>
        firm.run(work).catch((error: unknown) => {
          if (error instanceof Failure) return error.code
          throw error
        }),
    ),
  )
  return outcomes.map(String).toSorted()
}

test("a matter is started once and completed once", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const row = sql`select from matters where id = ${matter_id}`
  const start = (tx: Tx) => markStarted(tx, matter_id)
  assert.deepEqual(await together(firm, row, start, start), ["false", "true"])
  const complete = async (tx: Tx) => (await markCompleted(tx, matter_id)).reason
  assert.deepEqual(await together(firm, row, complete, complete), ["already_completed", "completed"])
  const events = await firm.all<{ type: string }>(
    sql`select event_type as type from events where matter_id = ${matter_id} order by id`,
  )
  const types = events.map(({ type }) => type)
  assert.deepEqual(types, ["intakeform.created", "intakeform.started", "intakeform.completed"])
})

test("a link opened on two devices makes one user", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invited = { matter_id, party: "main", email: "ada@example.com" } as const
  const { id } = await firm.run((tx) => createInvitation(tx, service, invited))
  const start = async (tx: Tx) => (await startInvitation(tx, id)).user_id
  const [one, other] = await together(firm, sql`select from invitations where id = ${id}`, start, start)
  assert.equal(one, other)
})

test("two emails of an expired link have the same new link", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invited = { matter_id, party: "main", email: "ada@example.com" } as const
  const { id } = await firm.run((tx) => createInvitation(tx, service, invited))
  await firm.write(sql`update invitations set expires_at = '2020-01-01' where id = ${id}`)
  const issue = async (tx: Tx) => (await issueLink(tx, service, id)).invite_key
  const [one, other] = await together(firm, sql`select from invitations where id = ${id}`, issue, issue)
  assert.equal(one, other)
  const { invite_key } = await firm.run((tx) => getInvitationLink(tx, service, id))
  assert.equal(one, invite_key)
})

test("a link is started, corrected, and replaced while its matter's clients are emailed, and neither fails", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const works: ((tx: Tx, id: string) => Promise<unknown>)[] = [
    startInvitation,
    (tx, id) => correctAddress(tx, service, id, "right@example.com"),
    async (tx, id) => {
      await tx.run(sql`update invitations set expires_at = '2020-01-01' where id = ${id}`)
      return issueLink(tx, service, id)
    },
  ]
  for (const work of works) {
    const invited = { matter_id, party: "helper", email: "nora@example.com" } as const
    const { id } = await firm.run((tx) => createInvitation(tx, service, invited))
    const { outcome } = await firm.run(async (tx) => {
      await lockForEditing(tx, matter_id)
      const waiting = await startDuring(tx, () => firm.run((other) => work(other, id)))
      await issueLink(tx, service, id)
      return waiting
    })
    await outcome
  }
})

test("a session that is opened while the password changes ends with the change", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm)
  const proof = await firm.run((tx) => readSignIn(tx, user_id))
  const credentials = await firm.run((tx) => readCredentials(tx, user_id))
  const password_hash = await hashPassword("violet kettle harbor")
  const change = await firm.run(async (tx) => {
    assert.ok(await isUnchanged(tx, { user_id, credentials }))
    const changing = await startDuring(tx, () =>
      firm.run(async (other) => {
        await changePassword(other, proof, password_hash)
        await endSessionsOf(other, user_id)
      }),
    )
    await createSession(tx, { user_id, device: "Test", lifetime: staffLifetime })
    return changing
  })
  await change.outcome
  assert.deepEqual(await firm.run((tx) => listSessions(tx, user_id)), [])
})

test("a client is asked to sign once", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invited = { matter_id, party: "partner", email: "ben@example.com" } as const
  const { id } = await firm.run((tx) => createInvitation(tx, service, invited))
  const request = (tx: Tx) =>
    askToSign(tx, service, { matter_id, invitation_id: id, by: "Ada", label: "Ben" })
  const row = sql`select from invitations where id = ${id}`
  assert.deepEqual(await together(firm, row, request, request), ["false", "true"])
})

test("two changes of an agreement's text are two versions, and so are two publications of a questionnaire", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const text = { title: { en: "Terms", es: "" }, text: { en: "We act.", es: "" } }
  const agreement_id = await addAgreementFor(firm, text)
  const reword = (en: string) => async (tx: Tx) =>
    changeAgreement(
      tx,
      agreement_id,
      { ...text, text: { en, es: "" } },
      await getAgreement(tx, agreement_id),
      false,
    )
  const agreement = sql`select from agreements where id = ${agreement_id}`
  assert.deepEqual(await together(firm, agreement, reword("One"), reword("Two")), ["2", "3"])

  const { id } = await firm.one<{ id: string }>(
    sql`select questionnaire_id as id from matters where id = ${matter_id}`,
  )
  const publish = (tx: Tx) => publishVersion(tx, id, sampleDefinition(sampleParts()))
  const questionnaire = sql`select from questionnaires where id = ${id}`
  assert.deepEqual(await together(firm, questionnaire, publish, publish), ["2", "3"])
})

test("a deleted matter is restored once", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const id = await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    return deleteMatter(tx, service.ring, { matter_id, reason: "Asked" })
  })
  const restore = (tx: Tx) => restoreMatter(tx, service.ring, id)
  const row = sql`select from deletions where id = ${id}`
  assert.deepEqual(await together(firm, row, restore, restore), [matter_id, "not_restorable"].toSorted())
})

test("an inquiry becomes one matter", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const id = newId("inquiry")
  await firm.run(async (tx) => {
    const { questionnaire_id } = await tx.one<{ questionnaire_id: string }>(sql`
      select questionnaire_id from matters where id = ${matter_id}`)
    const person = { first_name: "Zoe", last_name: "Marsh", email: "zoe@example.com", phone: "" }
    const inquiry = { id, questionnaire_id, ...person, message: "A will", language: "en" } as const
    await recordInquiry(tx, service.ring, inquiry)
  })
  const accept = async (tx: Tx) => {
    await acceptInquiry(tx, service, id, { matter_name: "Marsh", assignee_id: null })
    return "accepted"
  }
  const row = sql`select from inquiries where id = ${id}`
  assert.deepEqual(await together(firm, row, accept, accept), ["accepted", "inquiry_decided"])
})

test("one proof of a sign-in changes one password, and two admins cannot demote each other", async () => {
  const firm = await service.newFirm()
  const [one, other] = [await newStaff(firm), await newStaff(firm)]
  const proof = await firm.run((tx) => readSignIn(tx, one.user_id))
  const hashes = [await hashPassword("violet kettle one"), await hashPassword("violet kettle two")]
  const row = sql`select from users where id = ${one.user_id}`
  const changes = hashes.map((hash) => (tx: Tx) => changePassword(tx, proof, hash))
  assert.deepEqual(await together(firm, row, ...changes), ["sign_in_changed", "undefined"])
  await firm.run((tx) => changeMember(tx, firm.admin.user_id, { active: false }))
  const demotions = [one, other].map(
    ({ user_id }) =>
      (tx: Tx) =>
        changeMember(tx, user_id, { role: "member" }),
  )
  const admins = sql`select from users where id in (${one.user_id}, ${other.user_id})`
  assert.deepEqual(await together(firm, admins, ...demotions), ["last_admin", "undefined"])
})

test("an event is delivered to an endpoint once", async () => {
  const firm = await service.newFirm()
  const endpoint = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  const { event_id } = await firm.run((tx) =>
    recordOne(tx, "intakeform.submitted", {
      id: newId("matter"),
      questionnaire: { id: newId("questionnaire"), internal_type: "Planning" },
    }),
  )
  const deliver = (tx: Tx) => createDeliveries(tx, [event_id])
  const row = sql`select from webhook_endpoints where id = ${endpoint.id}`
  assert.deepEqual(await together(firm, row, deliver, deliver), ["0", "1"])
})

test("a bulk action that two presses resume skips one matter, and two workers do each part of it once", async () => {
  const firm = await service.newFirm()
  const matters = [await newIntake(firm), await newIntake(firm)]
  const id = await firm.run((tx) =>
    requestBulkAction(tx, {
      ...{
        action: { kind: "tag", tag: "urgent" },
        label: "",
        matter_ids: matters.map((one) => one.matter_id),
      },
    }),
  )
  const rowOf = () => firm.one(sql`select processed, changed from bulk_actions where id = ${id}`)
  await firm.write(sql`update bulk_actions set is_failed = true, finished_at = now() where id = ${id}`)
  const row = sql`select from bulk_actions where id = ${id}`
  const resume = (tx: Tx) => resumeBulkAction(tx, id, { is_skipping: true, is_admin: false })
  await together(firm, row, resume, resume)
  assert.deepEqual(await rowOf(), { processed: 1, changed: 0 })
  const run = () => runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id: id })
  await collide(service, row, [run, run])
  assert.deepEqual(await rowOf(), { processed: 2, changed: 1 })
})
