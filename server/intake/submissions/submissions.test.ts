import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { type NewAnswer, saveAnswer } from "../answers/answers.ts"
import { changeBeneficiaries } from "../assets/beneficiaries.ts"
import { addAsset, changeAsset, removeAsset } from "../assets/editing.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { type DocumentChoice, saveDocumentChoice } from "../documents/document-choices.ts"
import { removeDocument } from "../documents/uploads/removal.ts"
import { closeMatter } from "../matters/lifecycle.ts"
import { assignRole } from "../roles/roles.ts"
import { loadMatter } from "./loaded-matter.ts"
import { dropItems } from "./missing/dropped-items.ts"
import { findMissing } from "./missing/missing.ts"
import type { MissingLocation } from "./missing/missing-answer.ts"
import { differencesBetween } from "./review/differences.ts"
import { readLive } from "./snapshot.ts"
import { completeMatter, Incomplete, listSubmissions, readSubmission, submitMatter } from "./submissions.ts"

const { service, firm } = provideServiceAndFirm()

const save = (intake: SampleIntake, answer: NewAnswer) =>
  intake.asClient((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer))
const submit = (intake: SampleIntake) =>
  intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))
const complete = (intake: SampleIntake) =>
  firm.run((tx) => completeMatter(tx, service.ring, intake.matter_id))
const missingOf = (intake: SampleIntake) => firm.run((tx) => findMissing(tx, service.ring, intake.matter_id))

/** Fills in everything the sample questionnaire requires, and something in every part. */
async function fillIn(intake: SampleIntake): Promise<{ asset_id: string; deed: string }> {
  const { ids, main, spouse, child, matter_id } = intake
  await intake.asClient(async (tx) => {
    for (const id of [main, spouse].filter(Boolean)) {
      await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-05-06" }])
      await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: id, levels: [[child]] })
    }
  })
  await save(intake, { question_id: ids.has_will, value: "yes" })
  await save(intake, { question_id: ids.will_date, value: "1999-03-04" })
  await save(intake, { question_id: ids.ssn, about: main, value: "123-45-6789" })
  await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "My will")
  const asset_id = await intake.asClient((tx) =>
    addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "12 Elm Street",
      credit_value: "500000",
    }),
  )
  const { document_id } = await upload(service, intake, { asset_id }, "deed.txt", "My deed")
  return { asset_id, deed: document_id }
}

test("all missing required items are listed at once, in questionnaire order, with their location and a sentence", async () => {
  const intake = await newIntake(firm)
  const { ids, main, spouse, child } = intake
  await intake.asClient((tx) => changeContact(tx, child, [{ field: "date_of_birth", value: null }]))
  await save(intake, { question_id: ids.has_will, value: "yes" })
  const asset_id = await intake.asClient(async (tx) => {
    const id = await addAsset(tx, intake.matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy 12",
    })
    await changeBeneficiaries(tx, id, [
      { contact_id: spouse, level: "primary", share: "33.34" },
      { contact_id: child, level: "primary", share: "66.65" },
      { contact_id: child, level: "contingent", share: "100" },
    ])
    return id
  })
  const expected: [MissingLocation, string, string][] = [
    [
      { contact_id: main, field: "date_of_birth" },
      "date_missing",
      "“Date of birth – Ada Smith” needs a date.",
    ],
    [
      { contact_id: spouse, field: "date_of_birth" },
      "date_missing",
      "“Date of birth – Ben Smith” needs a date.",
    ],
    [
      { contact_id: child, field: "date_of_birth" },
      "date_missing",
      "“Date of birth – Cleo Smith” needs a date.",
    ],
    [{ question_id: ids.will_date }, "date_missing", "“When was it signed?” needs a date."],
    [
      { role_id: ids.executor, focus_contact_id: main },
      "person_missing",
      "Choose a person for “Executor (for Ada Smith)”.",
    ],
    [
      { role_id: ids.executor, focus_contact_id: spouse },
      "person_missing",
      "Choose a person for “Executor (for Ben Smith)”.",
    ],
    [
      { asset_id, level: "primary" },
      "shares_incomplete",
      "The shares of the primary beneficiaries of “Policy 12” come to 99.99%. They must come to 100%.",
    ],
    [
      { request_id: ids.will_copy },
      "document_missing",
      "Upload a file for “Copy of your will”, or say that you will bring it or don’t have it.",
    ],
  ]
  const missing = await missingOf(intake)
  assertEach(missing, ({ where, code, message }) => [where, code, message], expected)
  const failure = await submit(intake).catch((error: unknown) => error)
  assert(failure instanceof Incomplete && failure.kind === "unprocessable" && failure.code === "incomplete")
  assert.deepEqual(failure.missing, missing)
  assert.equal(failure.errors?.length, expected.length)
  assert.deepEqual(await firm.run((tx) => listSubmissions(tx, intake.matter_id)), [])
})

test("hidden parts are not missing", async () => {
  const intake = await newIntake(firm, { couple: false })
  const codes = async () => (await missingOf(intake)).map(({ where }) => Object.values(where)[0])
  await save(intake, { question_id: intake.ids.has_will, value: "no" })
  assert.deepEqual(await codes(), [intake.main, intake.ids.executor])
  await save(intake, { question_id: intake.ids.has_will, value: "yes" })
  assert.deepEqual(await codes(), [
    intake.main,
    intake.ids.will_date,
    intake.ids.executor,
    intake.ids.will_copy,
  ])
})

test("a representative's intake requires the representative's and the represented person's own fields", async () => {
  const intake = await newIntake(firm, { couple: false, approach: "rep-deceased" })
  const missing = await missingOf(intake)
  assert.deepEqual(
    missing.flatMap(({ where, person }) => ("field" in where ? [[where.field, person]] : [])),
    [
      ["email_addresses", "Ada Smith"],
      ["first_name", "Main client"],
      ["last_name", "Main client"],
      ["date_of_birth", "Main client"],
    ],
  )
})

test("submitting, resubmitting and completing are each numbered, recorded and announced once", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  assert.deepEqual(await submit(intake), { number: 1 })
  const matter = () => firm.request("GET", `/v1/matters/${intake.matter_id}`)
  assert.deepEqual([(await matter()).body.is_submitted, (await matter()).body.client_may_edit], [true, true])
  assert.deepEqual(await submit(intake), { number: 2 })
  assert.deepEqual(await complete(intake), { number: 3 })
  assert.equal((await matter()).body.client_may_edit, false)
  await assert.rejects(submit(intake), { code: "matter_read_only" })
  await assert.rejects(complete(intake), { code: "already_completed" })

  const rows = await firm.run((tx) => listSubmissions(tx, intake.matter_id))
  assertEach(rows, ({ number, reason, submitted_by_name }) => [number, reason, submitted_by_name], [
    [3, "completed", "Ada Admin"],
    [2, "resubmitted", "Ada Smith"],
    [1, "submitted", "Ada Smith"],
  ])
  const events = await firm.all<{ id: string; payload: string }>(
    sql`select id, payload from events where matter_id = ${intake.matter_id} order by id`,
  )
  const bodies = events.map(({ payload }) => JSON.parse(payload))
  assertEach(bodies, ({ event_type, submission }) => [event_type, submission], [
    ["intakeform.created", undefined],
    ["document.added", undefined],
    ["document.added", undefined],
    ["intakeform.submitted", 1],
    ["intakeform.resubmitted", 2],
    ["intakeform.completed", 3],
  ])
  const { submissions } = (await firm.request("GET", `/v1/matters/${intake.matter_id}/submissions`)).body
  assertEach(
    submissions,
    ({ event_id }: { event_id: string }) => event_id,
    events
      .slice(3)
      .map(({ id }) => id)
      .toReversed(),
  )
  // The API's own event has the contract's fields, and no others.
  const { body } = await firm.request("GET", `/v1/events/${events[3]?.id}`)
  const { occurred_at, submission, ...event } = bodies[3]
  assert.deepEqual(body, event)
})

test("two concurrent submissions become the first and the second", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  const numbers = await Promise.all([submit(intake), submit(intake)])
  assert.deepEqual(numbers.map(({ number }) => number).sort(), [1, 2])
  const rows = await firm.run((tx) => listSubmissions(tx, intake.matter_id))
  assertEach(rows, ({ reason }) => reason, ["resubmitted", "submitted"])
})

const reads = [
  "/v1/matters/ID",
  "/v1/matters/ID/clients",
  "/v1/matters/ID/contacts",
  "/v1/matters/ID/assets",
  "/v1/matters/ID/roles",
  "/v1/matters/ID/answers",
  "/matters/ID/documents",
  "/v1/matters/ID/documents",
  "/matters/ID/financial-documents",
]

test("a submission returns exactly what was sent, while the records keep changing", async () => {
  const intake = await newIntake(firm)
  const { ids, main, spouse, matter_id } = intake
  const { asset_id } = await fillIn(intake)
  await submit(intake)
  const read = async (query: string) => {
    const bodies: unknown[] = []
    for (const path of reads) {
      const { status, body } = await firm.request("GET", path.replace("ID", matter_id) + query)
      assert.equal(status, 200, JSON.stringify(body))
      bodies.push(withoutLinks(body))
    }
    return bodies
  }
  const sent = await read("")
  assert.deepEqual(await read("?submission=1"), sent)

  await save(intake, { question_id: ids.ssn, about: main, value: "999-99-9999" })
  await intake.asClient(async (tx) => {
    await changeContact(tx, spouse, [{ field: "first_name", value: "Benjamin" }])
    await addContact(tx, matter_id, { relationship_type: "4FRND", first_name: "Eve" })
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[spouse]] })
    await removeAsset(tx, asset_id)
  })
  await upload(service, intake, { request_id: ids.statements }, "late.txt", "late")
  const live = await read("")
  for (const [index, path] of reads.entries()) assert.notDeepEqual(live[index], sent[index], path)
  assert.deepEqual(await read("?submission=1"), sent)
})

test("the record of a submission is the same bytes for ever but for its links, whatever is sent later", async () => {
  const intake = await newIntake(firm)
  const { ids, main, spouse, matter_id } = intake
  await fillIn(intake)
  const choose = (request_id: string, choice: DocumentChoice | null) =>
    intake.asClient((tx) => saveDocumentChoice(tx, matter_id, { request_id, chosen_for: null, choice }))
  const [will] = (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents
  await intake.asClient((tx) => removeDocument(tx, will.document_id))
  await choose(ids.will_copy, "none")
  await choose(ids.statements, "bring")
  await submit(intake)
  const read = async (number: number) => {
    const { statusCode, body } = await service.app.inject({
      url: `/v1/matters/${matter_id}/record?submission=${number}`,
      headers: { authorization: `Token ${firm.token}` },
    })
    assert.equal(statusCode, 200, body)
    return body.replaceAll(/"download_url":"[^"]*"/g, '"download_url":""')
  }
  const standings = (record: string) =>
    JSON.parse(record).submissions.map(({ open_items }: { open_items: { state: string }[] }) =>
      open_items.map(({ state }) => state),
    )
  const first = await read(1)
  assert.deepEqual(standings(first), [["open"]])
  assert.equal(JSON.parse(first).unavailable_documents.length, 1)
  const late = await upload(service, intake, { request_id: ids.statements }, "late.txt", "late")
  await intake.asClient(async (tx) => {
    await changeContact(tx, spouse, [{ field: "first_name", value: "Benjamin" }])
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[spouse]] })
  })
  await choose(ids.will_copy, "bring")
  await submit(intake)
  const second = await read(2)
  assert.deepEqual(standings(second), [["open"], ["received"]])
  // What had come is taken back, and what was promised is not there after all.
  await firm.run((tx) => removeDocument(tx, late.document_id))
  await choose(ids.will_copy, "none")
  await submit(intake)
  const third = await read(3)
  assert.deepEqual(standings(third), [["open"], ["unavailable"], ["open"]])
  await choose(ids.will_copy, "bring")
  await complete(intake)
  const fourth = await read(4)
  assert.deepEqual(standings(fourth), [["open", "open"], ["open"], ["open"], ["open"]])
  await firm.run(async (tx) => {
    const dropped = { kind: "document", record_id: ids.statements, contact_id: null } as const
    await dropItems(tx, matter_id, [dropped])
    await closeMatter(tx, matter_id)
  })
  for (const [number, record] of [first, second, third, fourth].entries())
    assert.equal(await read(number + 1), record)
})

function withoutLinks(body: { documents?: { download_url: string }[] }) {
  return { ...body, documents: body.documents?.map(({ download_url, ...rest }) => rest) }
}

test("an unknown submission is not found, and a malformed number is a fault", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  await submit(intake)
  const other = await service.newFirm()
  const limited = await firm.newKey(["events:read"])
  for (const path of reads) {
    const url = path.replace("ID", intake.matter_id)
    const statusOf = async (number: string) =>
      (await firm.request("GET", `${url}?submission=${number}`)).status
    for (const unknown of ["0", "2", "-1", "99999999999999"])
      assert.equal(await statusOf(unknown), 404, `${url} ${unknown}`)
    for (const faulty of ["", "one", "1.0", "1e0", "%20", "0x1"])
      assert.equal(await statusOf(faulty), 400, `${url} ${faulty}`)
    assert.equal((await other.request("GET", `${url}?submission=1`)).status, 404)
    const headers = { authorization: `Token ${limited}` }
    assert.equal((await firm.request("GET", `${url}?submission=1`, undefined, headers)).status, 403)
    assert.equal((await service.app.inject({ url: `${url}?submission=1` })).statusCode, 401)
  }
})

test("a submission's files have fresh links that work, with filters and pages", async () => {
  const intake = await newIntake(firm)
  const { deed, asset_id } = await fillIn(intake)
  await submit(intake)
  await intake.asClient((tx) => removeAsset(tx, asset_id))
  const url = `/v1/matters/${intake.matter_id}/financial-documents?submission=1`
  const { body } = await firm.request("GET", url)
  assert.deepEqual([body.matter_id, body.count, body.documents[0].document_id], [intake.matter_id, 1, deed])
  const link = body.documents[0].download_url.replace(service.base_url, "")
  assert.equal((await service.app.inject({ url: link })).body, "My deed")
  assert.equal((await firm.request("GET", `${url}&uploaded_since=2999-01-01`)).body.count, 0)
  assert.equal((await firm.request("GET", `${url}&uploaded_since=never`)).status, 400)
  assert.equal((await firm.request("GET", `${url}&page=2`)).status, 404)
  await assert.rejects(
    intake.asClient((tx) => removeDocument(tx, deed)),
    { code: "document_submitted" },
  )
})

test("a sensitive answer stays encrypted inside a submission and is decrypted on reading", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  await submit(intake)
  const { text } = await firm.one<{ text: string }>(
    sql`select snapshot::text as text from submissions where matter_id = ${intake.matter_id}`,
  )
  assert.doesNotMatch(text, literally("123-45-6789"))
  assert.match(text, literally("••••6789"))
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/answers?submission=1`)
  assert.equal(
    body.answers.find((answer: { question: string }) => answer.question === intake.ids.ssn).value,
    "123-45-6789",
  )
})

test("differences list what was added, changed and removed since a submission, with sensitive values masked", async () => {
  const intake = await newIntake(firm)
  const { ids, main, spouse, other_child, matter_id } = intake
  const { asset_id } = await fillIn(intake)
  await submit(intake)
  const differences = async () => {
    const [{ snapshot }, live] = await firm.run((tx) =>
      Promise.all([
        readSubmission(tx, service.ring, matter_id, 1),
        readLive(loadMatter(tx, service.ring, matter_id)),
      ]),
    )
    return differencesBetween(snapshot, live)
  }
  // Submitting changes only the matter's own state, which is not a difference.
  assert.deepEqual(await differences(), [])

  await save(intake, { question_id: ids.ssn, about: main, value: "000-45-6789" })
  await save(intake, { question_id: ids.children_wishes, value: "Stay together" })
  await save(intake, { question_id: ids.has_will, value: "no" })
  await intake.asClient(async (tx) => {
    await changeContact(tx, spouse, [{ field: "first_name", value: "Benjamin" }])
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[spouse], [other_child]],
    })
    await changeAsset(tx, asset_id, [
      { field: "credit_value", value: "600000" },
      { field: ids.insured, value: "yes" },
    ])
  })
  assert.deepEqual(
    (await differences()).map(({ part, change, label, field, before, after }) => [
      part,
      change,
      label,
      field,
      before,
      after,
    ]),
    [
      ["contacts", "changed", "Benjamin Smith", "first_name", "Ben", "Benjamin"],
      [
        ...["roles", "changed", "Executor – Ada Smith", "assignments"],
        ...["1. Cleo Smith", "1. Benjamin Smith; 2. Dan Smith"],
      ],
      ["assets", "changed", "12 Elm Street", "credit_value", "500000.00", "600000.00"],
      ["assets", "changed", "12 Elm Street", "Insured?", null, "Yes"],
      ["documents", "removed", "will.txt", "", "will.txt", null],
      ["answers", "changed", "Do you have a will today?", "value", "Yes", "No"],
      ["answers", "changed", "Social Security number – Ada Smith", "value", "••••6789", "••••6789"],
      ["answers", "added", "Wishes for your children", "value", null, "Stay together"],
      ["answers", "removed", "When was it signed?", "value", "March 4, 1999", null],
    ],
  )
})

test("a client with one name, first or last, can send; one without any cannot", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  const call = (first_name: string, last_name: string) =>
    intake.asClient((tx) =>
      changeContact(tx, intake.main, [
        { field: "first_name", value: first_name },
        { field: "last_name", value: last_name },
      ]),
    )
  const missingNames = async () =>
    (await missingOf(intake)).flatMap(({ where }) =>
      "field" in where && /^(first|last)_name$/.test(where.field) ? [where.field] : [],
    )
  await call("", "")
  assert.deepEqual(await missingNames(), ["first_name", "last_name"])
  await call("", "Suharto")
  assert.deepEqual(await missingNames(), [])
  await call("Suharto", "")
  assert.deepEqual(await missingNames(), [])
  await submit(intake)
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}`)
  const { first_name, last_name, full_name } = body.contact_main
  assert.deepEqual([first_name, last_name, full_name], ["Suharto", "", "Suharto"])
})

test("a submission reads each part of the matter once", async () => {
  const intake = await newIntake(firm)
  await fillIn(intake)
  const texts: string[] = []
  await intake.asClient((tx) => submitMatter(noting(tx, texts), service.ring, intake.matter_id))
  const countOf = (part: string) => texts.filter((text) => text.includes(part)).length
  const parts = [
    "m.separate_parts as alone",
    "c.partner_relationship_type, c.marital_status",
    "from role_assignments",
    "select record_id, field, typed",
    "from agenda_items",
    "from document_choices",
    "value_sealed, answered_at from answers",
  ]
  assert.deepEqual(
    Object.fromEntries(parts.map((part) => [part, countOf(part)])),
    Object.fromEntries(parts.map((part) => [part, 1])),
  )
  assert.ok(texts.length <= 38, `${texts.length} statements:\n${texts.join("\n")}`)
})

/** The same transaction, which also notes the text of each statement. */
function noting(tx: Tx, texts: string[]): Tx {
  return new Proxy(tx, {
    get: (target, name: keyof Tx) => {
      const member = target[name]
      if (typeof member !== "function") return member
      return (statement: Sql) => {
        texts.push(statement.text)
        return Reflect.apply(member, target, [statement])
      }
    },
  })
}
