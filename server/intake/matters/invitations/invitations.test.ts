import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { startDuring } from "../../../../test/harness/collide.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Approach } from "../../../definition/definition.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { listMails } from "../../../platform/mail/outbox.ts"
import { hashToken, placeOf, readFirmPlace } from "../../../platform/secrets/tokens.ts"
import { closeMatter } from "../lifecycle.ts"
import { createMatter } from "../matters.ts"
import type { Party } from "../parties/parties.ts"
import { recordUnfinishedFields } from "../progress/unfinished-fields.ts"
import { correctAddress } from "./invitation-address.ts"
import {
  createInvitation,
  getInvitation,
  getInvitationLink,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "./invitations.ts"
import { readInvited } from "./invited.ts"
import { listInvitationMails } from "./mail-states.ts"
import { sendInvitation } from "./sending.ts"
import { startInvitation } from "./starting.ts"

const { service, firm } = provideServiceAndFirm()

const newMatter = (approach: Approach = "planning") =>
  firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx, { approach })
    return createMatter(tx, { questionnaire_id, matter_name: "Smith" })
  })

const invite = (matter_id: string, party: Party, email = "") =>
  firm.run((tx) => createInvitation(tx, service, { matter_id, party, email, first_name: "Ada" }))

interface Proof {
  firm_id: string
  invitation_id: string
  matter_id: string
  is_revoked: boolean
}

/** What authentication returns for a key, and what `work` then does with the rights the key grants. */
function open<T>(
  key: string,
  work: (tx: Tx) => Promise<T>,
): Promise<{ proof: Proof | undefined; result: T }> {
  let proof: Proof | undefined
  return service.db
    .forBearer<Proof, T>(
      sql`select * from authenticate_invitation(${placeOf(key)}, ${hashToken(key)})`,
      (row) => {
        proof = row
      },
      work,
    )
    .then((result) => ({ proof, result }))
}

const start = (key: string, id: string) =>
  open(key, (tx) => startInvitation(tx, id)).then(({ result }) => result)
const events = async (matter_id: string) =>
  (
    await firm.all<{ event_type: string; user_id: string }>(sql`
        select event_type, user_id from events where matter_id = ${matter_id} order by id`)
  ).slice(1)

test("opening a link any number of times changes nothing; pressing Start creates one user and one event", async () => {
  const { id: matter_id } = await newMatter()
  const { id, invite_key } = await invite(matter_id, "main", "ada@example.com")
  for (let times = 0; times < 20; times++) {
    const { proof } = await open(invite_key, (tx) => getInvitation(tx, id))
    assert.equal(proof?.invitation_id, id)
  }
  assert.deepEqual(await events(matter_id), [])
  const started = await Promise.all(Array.from({ length: 5 }, () => start(invite_key, id)))
  assert.equal(new Set(started.map(({ user_id }) => user_id)).size, 1)
  const [{ user_id = "" } = {}] = started
  assert.deepEqual(await events(matter_id), [{ event_type: "intakeform.started", user_id }])
  const { body } = await firm.request("GET", `/v1/users/${user_id}`)
  assert.deepEqual(body, { id: user_id, email: "ada@example.com" })
})

test("spouses who open their links in the other order keep their identities, and the matter starts once", async () => {
  const { id: matter_id } = await newMatter()
  const [ada, ben] = [await invite(matter_id, "main"), await invite(matter_id, "partner")]
  await start(ben.invite_key, ben.id)
  await start(ada.invite_key, ada.id)
  const invitations = await firm.run((tx) => listInvitations(tx, matter_id))
  assertEach(invitations, ({ party, started_at }) => [party, started_at !== null], [
    ["main", true],
    ["partner", true],
  ])
  assert.notEqual(invitations[0]?.user_id, invitations[1]?.user_id)
  assert.equal((await events(matter_id)).length, 1)
  const matter = (await firm.request("GET", `/v1/matters/${matter_id}`)).body
  assert.equal(matter.contact_spouse.first_name, "Ada")
})

test("a key opens its own matter and no other, even within the same firm", async () => {
  const [mine, other] = [await newMatter(), await newMatter()]
  const { invite_key } = await invite(mine.id, "main")
  const { result } = await open(invite_key, (tx) => tx.all<{ id: string }>(sql`select id from matters`))
  assert.deepEqual(result, [{ id: mine.id }])
  await assert.rejects(
    open(invite_key, (tx) => closeMatter(tx, other.id)),
    { kind: "not_found" },
  )
  const { proof, result: nothing } = await open("nosuchkey", (tx) => tx.all(sql`select id from matters`))
  assert.deepEqual([proof, nothing], [undefined, []])
})

test("a party the matter cannot have is refused with a sentence", async () => {
  const [planning, probate] = [await newMatter(), await newMatter("rep-deceased")]
  await assert.rejects(invite(planning.id, "representative"), {
    kind: "bad_request",
    message: /filled in by the client/,
  })
  for (const party of ["main", "partner"] as const) {
    await assert.rejects(invite(probate.id, party), { kind: "bad_request", message: /by a representative/ })
  }
  for (const { id } of [planning, probate]) await invite(id, "helper")
  await invite(probate.id, "representative")
})

test("each party has one live link; several helpers may have one", async () => {
  const { id } = await newMatter()
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => invite(id, "main")))
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1)
  await assert.rejects(invite(id, "main"), { kind: "conflict", code: "already_invited" })
  await invite(id, "helper")
  await invite(id, "helper")
  const [first] = await firm.run((tx) => listInvitations(tx, id))
  assert.ok(first)
  await firm.run((tx) => revokeInvitation(tx, first.id))
  await invite(id, "main")
  await assert.rejects(firm.call(renewInvitation, service, first.id), { code: "already_invited" })
})

const sessionOf = async (user_id: string, matter_id: string) => {
  const hash = hashToken(newId("session"))
  const place = await firm.run(readFirmPlace)
  await firm.write(sql`
      insert into sessions (id, token_hash, user_id, matter_id, created_at, last_seen_at, expires_at)
      values (${newId("session")}, ${hash}, ${user_id}, ${matter_id}, now(), now(), now() + interval '1 day')`)
  return async () => {
    let isLive = false
    await service.db.forBearer(
      sql`select * from authenticate_session(${place}, ${hash}, now())`,
      (row) => {
        isLive = row !== undefined
      },
      async () => undefined,
    )
    return isLive
  }
}

test("revoking a link closes it at once and signs out the browsers it signed in", async () => {
  const { id: matter_id } = await newMatter()
  const { id, invite_key } = await invite(matter_id, "main")
  const { user_id } = await start(invite_key, id)
  const isSignedIn = await sessionOf(user_id, matter_id)
  assert.equal(await isSignedIn(), true)
  assert.equal(await firm.run((tx) => revokeInvitation(tx, id)), true)
  assert.equal(await firm.run((tx) => revokeInvitation(tx, id)), false)
  assert.equal(await isSignedIn(), false)
  assert.equal((await open(invite_key, async () => undefined)).proof?.is_revoked, true)
  await assert.rejects(start(invite_key, id), { code: "invitation_revoked" })
  await assert.rejects(firm.call(getInvitationLink, service, id), { code: "invitation_revoked" })
})

test("a renewed link replaces the old one and belongs to the same person", async () => {
  const { id: matter_id } = await newMatter()
  const { id, invite_key } = await invite(matter_id, "main")
  const { user_id } = await start(invite_key, id)
  const isSignedIn = await sessionOf(user_id, matter_id)
  const renewed = await firm.run((tx) => renewInvitation(tx, service, id))
  assert.notEqual(renewed.invite_key, invite_key)
  assert.equal(await isSignedIn(), false)
  assert.equal((await open(invite_key, async () => undefined)).proof, undefined)
  assert.equal((await start(renewed.invite_key, id)).user_id, user_id)
  const shown = await firm.run((tx) => getInvitationLink(tx, service, id))
  assert.deepEqual(shown, { invite_key: renewed.invite_key, invite_url: renewed.invite_url })
})

test("what one client has typed leaves the other's link open", async () => {
  const { id: matter_id } = await newMatter()
  const [ada, ben] = [await invite(matter_id, "main"), await invite(matter_id, "partner")]
  const { user_id } = await start(ben.invite_key, ben.id)
  await start(ada.invite_key, ada.id)
  const begun = { field: "question", typed: { year: "19" } }
  await firm.run((tx) => recordUnfinishedFields(tx, matter_id, matter_id, [begun]), {
    user_id,
  })
  const hasGiven = async (id: string) => (await firm.run((tx) => readInvited(tx, id))).has_given
  assert.deepEqual([await hasGiven(ada.id), await hasGiven(ben.id)], [false, true])
})

test("an address is not corrected while its recipient starts", async () => {
  const { id: matter_id } = await newMatter()
  const { id } = await invite(matter_id, "main", "wrong@example.com")
  const correction = await firm.run(async (tx) => {
    await startInvitation(tx, id)
    return startDuring(tx, () => firm.run((other) => correctAddress(other, service, id, "right@example.com")))
  })
  await assert.rejects(correction.outcome, { code: "already_started" })
  assert.equal((await firm.run((tx) => getInvitation(tx, id))).email, "wrong@example.com")
})

test("a link can be sent again unchanged, in the firm's language, once there is an address", async () => {
  const { id: matter_id } = await newMatter()
  const { id } = await invite(matter_id, "main")
  await assert.rejects(firm.call(sendInvitation, service, id), { code: "no_address" })
  await firm.write(sql`update invitations set email = 'ada@example.com' where id = ${id}`)
  await firm.write(sql`update firms set locale = 'es' where id = current_firm()`)
  await firm.run((tx) => sendInvitation(tx, service, id))
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assert.deepEqual(
    [rows[0]?.recipient, rows[0]?.subject],
    ["ada@example.com", "Test & Partners le invita a comenzar"],
  )
  assert.notEqual((await firm.run((tx) => getInvitation(tx, id))).sent_at, null)
})

test("a live invitation has a row for each purpose of its emails, and one without a purpose if its link was never sent", async () => {
  const { id: matter_id } = await newMatter()
  const sent = await invite(matter_id, "main", "ada@example.com")
  const purposes = () =>
    firm.run(async (tx) => (await listInvitationMails(tx, [matter_id])).map(({ purpose }) => purpose))
  assert.deepEqual(await purposes(), [null])
  await firm.run((tx) => sendInvitation(tx, service, sent.id))
  assert.deepEqual(await purposes(), ["invitation"])
  const other = await invite(matter_id, "partner")
  assert.deepEqual(await purposes(), ["invitation", null])
  await firm.run((tx) => revokeInvitation(tx, other.id))
  assert.deepEqual(await purposes(), ["invitation"])
})

test("a closed matter cannot be started", async () => {
  const { id: matter_id } = await newMatter()
  const { id, invite_key } = await invite(matter_id, "main")
  await firm.run((tx) => closeMatter(tx, matter_id))
  await assert.rejects(start(invite_key, id), { kind: "conflict", code: "matter_read_only" })
  assertEach(await events(matter_id), ({ event_type }) => event_type, ["matter.closed"])
  assert.equal((await firm.run((tx) => getInvitation(tx, id))).user_id, null)
})
