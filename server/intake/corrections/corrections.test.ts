import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newPortalIntake } from "../../../test/harness/portal-intake.ts"
import { recordStatements } from "../../../test/harness/recorded-statements.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { saveAnswer } from "../answers/answers.ts"
import { addAsset, changeAsset, removeAsset } from "../assets/editing.ts"
import { changeContact } from "../contacts/editing.ts"
import { removeContact } from "../contacts/removal.ts"
import { saveDocumentChoice } from "../documents/document-choices.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter, markStarted } from "../matters/lifecycle.ts"
import { assignRole } from "../roles/roles.ts"
import { completeMatter } from "../submissions/submissions.ts"
import { requestAll } from "./by-key.ts"
import {
  answeredMatters,
  listCorrections,
  markLookedAt,
  resolveCorrection,
  withdrawCorrection,
} from "./corrections.ts"
import { collectCorrection, listCollected, requestCorrections } from "./requests.ts"
import { listAnsweringChanges, listSubjects, type Subject } from "./subjects.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

async function started(): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  await intake.asClient((tx) => markStarted(tx, intake.matter_id))
  return intake
}

type Named = Pick<Subject, "kind" | "record_id"> & { about?: string | null }
const collect = ({ matter_id }: SampleIntake, { about = null, ...named }: Named, words = "Is this right?") =>
  firm.run((tx) => collectCorrection(tx, matter_id, { ...named, about, words }))
const request = ({ matter_id }: SampleIntake, invitation_ids: string[] = [], let_edit = false) =>
  firm.run((tx) => requestCorrections(tx, service, matter_id, { invitation_ids, let_edit }))
const all = ({ matter_id }: SampleIntake) => firm.run((tx) => listCorrections(tx, matter_id))
const states = async (intake: SampleIntake) => (await all(intake)).map(({ state }) => state)
const code = (expected: string) => (error: unknown) => error instanceof Failure && error.code === expected
const param = (expected: string) => (error: unknown) =>
  error instanceof Failure && error.errors?.map((fault) => fault.param).join() === expected

test("staff can request corrections of everything in a matter, and of nothing else", async () => {
  const intake = await started()
  const { ids, matter_id, main, spouse } = intake
  const asset_id = await intake.asClient((tx) =>
    addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "12 Elm Street" }),
  )
  const { document_id } = await upload(service, intake, { asset_id }, "deed.txt", "My deed")
  const subjects = await firm.run((tx) => listSubjects(tx, matter_id))
  const labels = subjects.map(({ kind, label }) => `${kind}: ${label}`)
  for (const label of [
    "question: Do you have a will today?",
    "question: Social Security number – Ada Smith",
    "question: Social Security number – Ben Smith",
    "contact: Cleo Smith",
    "role: Executor – Ben Smith",
    "asset: 12 Elm Street",
    "request: Account statements",
    "document: deed.txt (12 Elm Street)",
  ])
    assert.ok(labels.includes(label), `${label} is not among ${labels.join(", ")}`)
  assert.ok(!labels.some((label) => label.includes("When was it signed")), "hidden by its condition")
  for (const { kind, record_id, about } of subjects)
    await collect(intake, { kind, record_id, ...(about && { about }) })
  assert.equal((await states(intake)).length, subjects.length)

  const other = await newIntake(firm)
  const [taken] = await firm.run((tx) => listCollected(tx, matter_id))
  const named = { kind: "contact", record_id: other.main, about: null, words: "Is it right?" } as const
  await assert.rejects(firm.call(collectCorrection, other.matter_id, { ...named, id: taken ?? "" }), {
    kind: "not_found",
  })
  await assert.rejects(collect(other, { kind: "asset", record_id: asset_id }), param("subject"))
  await assert.rejects(collect(other, { kind: "document", record_id: document_id }), param("subject"))
  await assert.rejects(
    collect(other, { kind: "contact", record_id: ids.ssn, about: spouse }),
    param("subject"),
  )
  await assert.rejects(collect(other, { kind: "question", record_id: ids.ssn }), param("subject"))
  await assert.rejects(
    firm.run((tx) =>
      collectCorrection(tx, other.matter_id, { kind: "contact", record_id: main, about: null, words: "  " }),
    ),
    param("subject,words"),
  )
  await assert.rejects(
    collect(intake, { kind: "contact", record_id: main }, "x".repeat(1_001)),
    param("words"),
  )
})

test("a client's change of the requested item answers it, and shows the value before and after", async () => {
  const intake = await started()
  const { ids, matter_id, main, spouse, child, other_child } = intake
  const asset_id = await intake.asClient((tx) =>
    addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "12 Elm Street",
      credit_value: "5000",
    }),
  )
  const save = (tx: Tx, question_id: string, about: string | null, value: string) =>
    saveAnswer(tx, service.ring, matter_id, { question_id, about, value })
  await intake.asClient((tx) => save(tx, ids.children_wishes, null, "Swiming lessons"))
  const changes: [Named, (tx: Tx) => Promise<unknown>, string][] = [
    [
      { kind: "question", record_id: ids.children_wishes },
      (tx) => save(tx, ids.children_wishes, null, "Swimming lessons"),
      '"Swiming lessons">"Swimming lessons"',
    ],
    [
      { kind: "question", record_id: ids.ssn, about: spouse },
      (tx) => save(tx, ids.ssn, spouse, "123-45-6789"),
      "null>sealed",
    ],
    [
      { kind: "contact", record_id: child },
      (tx) => changeContact(tx, child, [{ field: "first_name", value: "Clio" }]),
      '"Cleo">"Clio"',
    ],
    [
      { kind: "role", record_id: ids.executor, about: main },
      (tx) => assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[child]] }),
      `null>[["${child}"]]`,
    ],
    [
      { kind: "asset", record_id: asset_id },
      (tx) => changeAsset(tx, asset_id, [{ field: "credit_value", value: "500000" }]),
      '"5000.00">"500000.00"',
    ],
  ]
  for (const [subject] of changes) await collect(intake, subject)
  // Neighbors of each: changes outside the requested item answer nothing.
  await collect(intake, { kind: "question", record_id: ids.ssn, about: main })
  await collect(intake, { kind: "contact", record_id: other_child })
  await collect(intake, { kind: "role", record_id: ids.executor, about: spouse })
  assert.equal(await request(intake), 8)
  const requested = await all(intake)
  for (const [index, [, change]] of changes.entries()) {
    assert.equal((await states(intake))[index], "open")
    await intake.asClient(change)
    const row = (await all(intake))[index]
    assert.equal(row?.state, "answered")
    assert.equal(row?.answered_by_name, "Ada Smith")
    assert.equal(row?.is_only_looked_at, false)
  }
  assert.deepEqual((await states(intake)).slice(5), ["open", "open", "open"])
  const touched = await firm.run((tx) => listAnsweringChanges(tx, matter_id))
  const words = (value: unknown) =>
    typeof value === "object" && value !== null && "sealed" in value ? "sealed" : JSON.stringify(value)
  assertEach(
    touched,
    ({ correction_id, before, after }) => [correction_id, `${words(before)}>${words(after)}`],
    changes.map(([, , expected], index) => [requested[index]?.id, expected]),
  )
})

test("a file sent or removed answers the request or asset it belongs to; removing a person or asset answers its own correction", async () => {
  const intake = await started()
  const { ids, matter_id, child } = intake
  const add = () =>
    intake.asClient((tx) =>
      addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "House" }),
    )
  const [asset_id, sold] = [await add(), await add()]
  const { document_id } = await upload(service, intake, { request_id: ids.statements }, "may.txt", "May")
  await collect(intake, { kind: "request", record_id: ids.statements })
  await collect(intake, { kind: "document", record_id: document_id })
  await collect(intake, { kind: "asset", record_id: asset_id })
  await collect(intake, { kind: "contact", record_id: child })
  await collect(intake, { kind: "asset", record_id: sold })
  await request(intake)
  await upload(service, intake, { request_id: ids.statements }, "june.txt", "June")
  assert.deepEqual(await states(intake), ["answered", "answered", "open", "open", "open"])
  await upload(service, intake, { asset_id }, "deed.txt", "Deed")
  assert.deepEqual(await states(intake), ["answered", "answered", "answered", "open", "open"])
  await intake.asClient((tx) => removeContact(tx, child))
  await intake.asClient((tx) => removeAsset(tx, sold))
  assert.deepEqual(
    await states(intake),
    Array.from({ length: 5 }, () => "answered"),
  )
})

test("staff's own changes, and changes before the request or after the end, answer nothing", async () => {
  const intake = await started()
  const { ids, matter_id, child } = intake
  const save = (value: string) => (tx: Tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value })
  await intake.asClient(save("Earlier"))
  const id = await collect(intake, { kind: "question", record_id: ids.children_wishes })
  await collect(intake, { kind: "contact", record_id: child })
  await intake.asClient(save("While it was only collected"))
  await request(intake)
  await firm.run(save("By staff"))
  assert.deepEqual(await states(intake), ["open", "open"])
  await firm.run((tx) => withdrawCorrection(tx, matter_id, id))
  await intake.asClient(save("Later"))
  assert.deepEqual(await states(intake), ["withdrawn", "open"])
  assert.deepEqual(await firm.run((tx) => listAnsweringChanges(tx, matter_id)), [])
})

test("a correction that is withdrawn while a colleague requests it is withdrawn", async () => {
  const intake = await started()
  const { matter_id, child } = intake
  const id = await collect(intake, { kind: "contact", record_id: child })
  const withdrawal = await firm.run(async (tx) => {
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
    return startDuring(tx, () => firm.run((other) => withdrawCorrection(other, matter_id, id)))
  })
  await withdrawal.outcome
  assert.deepEqual(await states(intake), ["withdrawn"])
})

test("a client may confirm an item, staff resolve it once, and a collected one can be withdrawn", async () => {
  const intake = await started()
  const { matter_id, child, other_child, spouse } = intake
  const looked = await collect(intake, { kind: "contact", record_id: child }, "  Is Cleo’s birthday right?  ")
  const open = await collect(intake, { kind: "contact", record_id: other_child })
  await assert.rejects(
    intake.asClient((tx) => markLookedAt(tx, matter_id, looked)),
    code("not_found"),
  )
  await request(intake)
  const late = await collect(intake, { kind: "contact", record_id: spouse })
  await intake.asClient((tx) => markLookedAt(tx, matter_id, looked))
  await intake.asClient((tx) => markLookedAt(tx, matter_id, looked))
  const [first] = await all(intake)
  assert.equal(first?.words, "Is Cleo’s birthday right?")
  assert.equal(first?.is_only_looked_at, true)
  assert.deepEqual(await states(intake), ["answered", "open", "collected"])

  await assert.rejects(firm.call(resolveCorrection, matter_id, late), code("not_asked"))
  await firm.run((tx) => withdrawCorrection(tx, matter_id, late))
  await firm.run((tx) => resolveCorrection(tx, matter_id, looked))
  await firm.run((tx) => resolveCorrection(tx, matter_id, open))
  await assert.rejects(firm.call(resolveCorrection, matter_id, looked), code("correction_over"))
  await assert.rejects(firm.call(withdrawCorrection, matter_id, looked), code("correction_over"))
  assert.deepEqual(await states(intake), ["resolved", "resolved"])

  const other = await started()
  await assert.rejects(firm.call(resolveCorrection, other.matter_id, looked), code("not_found"))
  await assert.rejects(
    other.asClient((tx) => markLookedAt(tx, other.matter_id, looked)),
    code("not_found"),
  )
})

test("each notified client gets one email with their own link and without the content of the request", async () => {
  const intake = await started()
  const { matter_id, child, spouse } = intake
  const invite = (party: "main" | "partner", email: string) =>
    firm.call(createInvitation, service, { matter_id, party, email, first_name: email.slice(0, 3) })
  const ada = await invite("main", "ada@example.com")
  const ben = await invite("partner", "ben@example.com")
  await collect(intake, { kind: "contact", record_id: child }, "Her birthday reads 1990.")
  await collect(intake, { kind: "contact", record_id: spouse }, "Do you have a middle name?")
  await assert.rejects(request(intake, [ada.id, "invite_unknown"]), param("invitation_ids"))
  assert.equal(await request(intake, [ada.id, ben.id]), 2)
  await assert.rejects(request(intake), code("nothing_collected"))
  const mails = await firm.run(async (tx) => {
    const { rows } = await listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 })
    return Promise.all(rows.map(({ id }) => getMail(tx, service.ring, id)))
  })
  const sent = mails.filter(({ subject }) => subject.includes("look at something again"))
  assert.deepEqual(sent.map(({ recipient }) => recipient).toSorted(), ["ada@example.com", "ben@example.com"])
  for (const { recipient, text, html } of sent) {
    const [own, others] = recipient.startsWith("ada") ? [ada, ben] : [ben, ada]
    for (const body of [text, html]) {
      assert.match(body, literally(own.invite_url))
      assert.doesNotMatch(body, literally(others.invite_key))
      assert.match(body, /2 things/)
      assert.doesNotMatch(body, /\b(1990|Cleo|middle name)\b/)
    }
  }
  await collect(intake, { kind: "contact", record_id: child }, "Is it the 3rd?")
  assert.equal(await request(intake, [ada.id]), 1)
  const latest = await firm.run(async (tx) => {
    const { rows } = await listMails(tx, service.ring, { page: 1, limit: 1, offset: 0 })
    return getMail(tx, service.ring, rows[0]?.id ?? "")
  })
  assert.match(latest.text, /look at one thing again/)
})

test("a closed or unstarted matter is refused; a completed one is reopened in the same step if requested", async () => {
  const intake = await started()
  const { matter_id, child } = intake
  await collect(intake, { kind: "contact", record_id: child })
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  await assert.rejects(request(intake), param("let_edit"))
  assert.equal(await request(intake, [], true), 1)
  const { results } = (await firm.request("GET", "/v1/events")).body
  const reopened = results.filter(
    (event: { event_type: string }) => event.event_type === "intakeform.reopened",
  )
  assert.equal(reopened.length, 1)

  await collect(intake, { kind: "contact", record_id: child })
  await firm.run((tx) => closeMatter(tx, matter_id))
  await assert.rejects(request(intake, [], true), code("matter_closed"))
  await assert.rejects(collect(intake, { kind: "contact", record_id: child }), code("matter_closed"))

  const fresh = await newIntake(firm)
  await collect(fresh, { kind: "contact", record_id: fresh.child })
  await assert.rejects(request(fresh), code("not_started"))
})

test("what a client has looked at keeps when that was, however often they say so", async () => {
  const intake = await started()
  await collect(intake, { kind: "question", record_id: intake.ids.has_will })
  await request(intake)
  const [correction] = await all(intake)
  const look = () => intake.asClient((tx) => markLookedAt(tx, intake.matter_id, correction?.id ?? ""))
  const lookedAt = () =>
    firm.one<{ looked_at: Date }>(
      sql`select looked_at, looked_by from corrections where id = ${correction?.id}`,
    )
  await look()
  const first = await lookedAt()
  await look()
  assert.deepEqual(await lookedAt(), first)
  const answer = { question_id: intake.ids.has_will, value: true }
  await intake.asClient((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer))
  const [answered] = await all(intake)
  assert.deepEqual([answered?.answered_at, answered?.is_only_looked_at], [first.looked_at, false])
  const { since } = await firm.one<{ since: Date }>(
    sql`select since from (${answeredMatters}) answered where matter_id = ${intake.matter_id}`,
  )
  assert.deepEqual(since, first.looked_at)
})

test("a correction that a client answers is one event, in the transaction that answers it; staff answer none", async () => {
  const intake = await started()
  const { ids, matter_id, child, main } = intake
  const events = async () =>
    (await firm.request("GET", `/v1/events?event_type=correction.answered&matter_id=${matter_id}`)).body
      .results
  const renameAs = (first_name: string) => (tx: Tx) =>
    changeContact(tx, child, [{ field: "first_name", value: first_name }])
  await collect(intake, { kind: "contact", record_id: child })
  await collect(intake, { kind: "contact", record_id: main })
  await collect(intake, { kind: "question", record_id: ids.has_will })
  await collect(intake, { kind: "request", record_id: ids.statements })
  await intake.asClient(renameAs("Clio"))
  await request(intake)
  assert.deepEqual(await events(), [], "what was changed before is no answer")
  await firm.run(renameAs("Cleo"))
  assert.deepEqual(await events(), [], "what staff change is no answer")

  await assert.rejects(
    intake.asClient(async (tx) => {
      await renameAs("Claire")(tx)
      throw new Error("rolled back")
    }),
  )
  assert.deepEqual(await events(), [])
  await intake.asClient(renameAs("Clara"))
  const [event] = await events()
  assert.deepEqual(
    [event.matter.id, event.user.id, event.user.is_client_user],
    [...[matter_id, intake.client.user_id, true]],
  )
  await intake.asClient(renameAs("Clarissa"))
  assert.equal((await events()).length, 1, "answered already")

  const answer = { question_id: ids.has_will, value: "yes" }
  await intake.asClient((tx) => saveAnswer(tx, service.ring, matter_id, answer))
  assert.equal((await events()).length, 2)
  await upload(service, intake, { request_id: ids.statements }, "statement.txt", "Statement")
  assert.equal((await events()).length, 3)
  const [, ofMain] = await all(intake)
  const look = (tx: Tx) => markLookedAt(tx, matter_id, ofMain?.id ?? "")
  await firm.run(look)
  assert.equal((await events()).length, 3, "staff confirm nothing")
  await intake.asClient(look)
  await intake.asClient(look)
  assert.equal((await events()).length, 4)
  assert.deepEqual(await states(intake), ["answered", "answered", "answered", "answered"])
})

test("one change that answers two corrections is two events", async () => {
  const intake = await started()
  const { matter_id, child } = intake
  for (const words of ["Is the name right?", "Is the date right?"])
    await collect(intake, { kind: "contact", record_id: child }, words)
  await request(intake)
  const edits = [
    { field: "first_name", value: "Clio" },
    { field: "date_of_birth", value: "2001-02-03" },
  ] as const
  await intake.asClient((tx) => changeContact(tx, child, [...edits]))
  const { body } = await firm.request(
    "GET",
    `/v1/events?event_type=correction.answered&matter_id=${matter_id}`,
  )
  assert.equal(body.count, 2)
})

test("a document request is answered by the file, or the answer without one, of the client it is about", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, matter_id, spouse } = intake
  const request_id = ids.statements
  await firm.write(sql`update matters set separate_parts = array[${request_id}] where id = ${matter_id}`)
  const [ada, ben] = await firm.all<{ user_id: string }>(sql`
    select user_id from invitations where matter_id = ${matter_id} order by id`)
  const clientOf = (user_id = "") => ({ ...intake, client: { firm_id: firm.firm_id, user_id } })
  await collect(intake, { kind: "request", record_id: request_id, about: spouse })
  await request(intake)
  await upload(service, clientOf(ada?.user_id), { request_id }, "hers.txt", "Hers")
  assert.deepEqual(await states(intake), ["open"])
  await upload(service, clientOf(ben?.user_id), { request_id }, "his.txt", "His")
  assert.deepEqual(await states(intake), ["answered"])

  const other = await started()
  const { statements } = other.ids
  await collect(other, { kind: "request", record_id: statements })
  await request(other)
  await other.asClient((tx) =>
    saveDocumentChoice(tx, other.matter_id, { request_id: statements, chosen_for: null, choice: "none" }),
  )
  assert.deepEqual(await states(other), ["answered"])
})

test("many corrections take the statements of one", async () => {
  const countFor = async (count: number) => {
    const { matter_id, main } = await started()
    const one = { kind: "contact", record_id: main, words: "Is this right?" } as const
    const corrections = Array.from({ length: count }, () => one)
    const sent = await recordStatements(() =>
      firm.run((tx) => requestAll(tx, service, matter_id, { corrections, let_edit: false })),
    )
    return sent.length
  }
  assert.equal(await countFor(20), await countFor(1))
})
