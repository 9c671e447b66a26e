import assert from "node:assert/strict"
import { before, test } from "node:test"
import {
  changeQuestionnaire,
  createQuestionnaire,
} from "../../server/intake/questionnaires/questionnaires.ts"
import { listMails } from "../../server/platform/mail/outbox.ts"
import { assertEach } from "../harness/assert-each.ts"
import { provideServiceAndFirm } from "../harness/service.ts"
import { assertConforms, event_page, invited_matter, matter, prepared_matter, problem } from "./api.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")
let questionnaire_id: string
let inactive: string
before(async () => {
  const post = (url_short_name: string) =>
    firm.run((tx) =>
      createQuestionnaire(tx, {
        title: url_short_name,
        internal_type: "Planning",
        approach: "planning",
        url_short_name,
        definition: { sections: [] },
      }),
    )
  questionnaire_id = await post("planning")
  inactive = await post("old")
  await firm.run((tx) => changeQuestionnaire(tx, inactive, { active: false }))
})

const create = (body: unknown, headers?: Record<string, string>) =>
  firm.request("POST", "/v1/matters/create", body, headers)
const invite = (body: unknown, headers?: Record<string, string>) =>
  firm.request("POST", "/v1/matters/create-and-invite", body, headers)
const matters = async (): Promise<number> => (await firm.request("GET", "/v1/matters")).body.count

test("Create Matter: 201 with the id and the invitation, and the matter can be read at once", async () => {
  const { status, body } = await create({ questionnaire_id, matter_name: "Smith" })
  assert.equal(status, 201, JSON.stringify(body))
  assertConforms(prepared_matter, body)
  assert.equal(body.invite_url, `${service.base_url}/invite/${body.invite_key}`)
  const read = await firm.request("GET", `/v1/matters/${body.id}`)
  assertConforms(matter, read.body)
  assert.equal(read.body.name, "Smith")
  assert.equal(read.body.is_submitted, false)
})

test("Create Matter: a trailing slash is accepted", async () => {
  const created = await firm.request("POST", "/v1/matters/create/", { questionnaire_id, matter_name: "S" })
  assert.equal(created.status, 201)
})

test("Create Matter: a context with every allowed value comes back unchanged in the events", async () => {
  // Spread, because a literal's `__proto__` is no key.
  const context = { a: "", b: "ü".repeat(500), ["k".repeat(64)]: 2 ** 53, ...JSON.parse('{"__proto__":"x"}') }
  const { status, body } = await create({ questionnaire_id, matter_name: "Context", context })
  assert.equal(status, 201, JSON.stringify(body))
  const events = (await firm.request("GET", "/v1/events")).body
  assertConforms(event_page, events)
  assert.equal(JSON.stringify(events.results[0].matter.context, sorted), JSON.stringify(context, sorted))
  const found = await firm.request("GET", "/v1/matters?context.__proto__=x")
  assert.deepEqual([found.body.count, found.body.results[0].id], [1, body.id])
})

/** Keys in order, `__proto__` included. */
const sorted = (_: string, value: unknown) =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

test("Create Matter: one response names every fault, and nothing is created", async () => {
  const before = await matters()
  const faults = async (body: unknown) => {
    const answer = await create(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assertConforms(problem, answer.body)
    return answer.body.errors.map(({ param }: { param: string }) => param).toSorted()
  }
  const good = { questionnaire_id, matter_name: "Smith" }
  assert.deepEqual(await faults({}), ["matter_name", "questionnaire_id"])
  assert.deepEqual(await faults({ ...good, matter_name: "" }), ["matter_name"])
  assert.deepEqual(await faults({ ...good, matter_name: "x".repeat(201) }), ["matter_name"])
  assert.deepEqual(await faults({ ...good, matter_name: 7 }), ["matter_name"])
  assert.deepEqual(await faults({ ...good, matter_name: null }), ["matter_name"])
  assert.deepEqual(await faults({ ...good, context: { "a\nb": "x" } }), ["context.a\nb"])
  assert.deepEqual(await faults({ ...good, questionnaire_id: inactive }), ["questionnaire_id"])
  assert.deepEqual(await faults({ ...good, questionnaire_id: "quest_x" }), ["questionnaire_id"])
  assert.deepEqual(await faults({ ...good, questionnaire_id: 12 }), ["questionnaire_id"])
  assert.deepEqual(await faults({ ...good, color: "blue", extra: {} }), ["color", "extra"])
  assert.deepEqual(await faults({ ...good, questionnaire_id: inactive, matter_name: 7, color: 1 }), [
    "color",
    "matter_name",
    "questionnaire_id",
  ])
  for (const value of [1.5, true, null, {}, [], ["a"], "x".repeat(501), 2 ** 53 + 2])
    assert.deepEqual(await faults({ ...good, context: { key: value } }), ["context.key"], String(value))
  for (const context of [[], "text", 3, null, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }])
    assert.deepEqual(await faults({ ...good, context }), ["context"], JSON.stringify(context))
  assert.equal((await faults({ ...good, context: { "": 1 } })).length, 1)
  assert.equal((await faults({ ...good, context: { ["k".repeat(65)]: 1 } })).length, 1)
  assert.equal(await matters(), before)
})

test("Create Matter: a repeated idempotency key gets the same response, and nothing is created twice", async () => {
  const before = await matters()
  const headers = { "idempotency-key": crypto.randomUUID() }
  const body = { questionnaire_id, matter_name: "Once" }
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(body, headers)))
  const created = answers.filter(({ status }) => status === 201)
  for (const { status } of answers) assert.ok(status === 201 || status === 409, String(status))
  assert.equal(new Set(created.map((answer) => answer.body.id)).size, 1)
  const again = await create(body, headers)
  assert.deepEqual([again.status, again.body], [201, created[0]?.body])
  assert.equal(await matters(), before + 1)
  const other = await create({ ...body, matter_name: "Other" }, headers)
  assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"])
  assertConforms(problem, other.body)
  const elsewhere = await service.newFirm()
  const theirs = await elsewhere.request("POST", "/v1/matters/create", body, headers)
  assert.equal(theirs.status, 400, "another firm's key of the same name is another key")
})

test("Create Matter and Invite Clients: each client gets a link and an email, and the matter has their names", async () => {
  const clients = [
    { email: "ben@example.com", party: "partner" },
    { email: "ada@example.com", party: "main", first_name: "Ada", last_name: "Smith" },
  ]
  const { status, body } = await invite({ questionnaire_id, matter_name: "Both", clients, message: "Hello" })
  assert.equal(status, 201, JSON.stringify(body))
  assertConforms(invited_matter, body)
  assertEach(
    body.invites,
    ({ email, party }: Record<string, string>) => ({ email, party }),
    clients.map(({ email, party }) => ({ email, party })),
  )
  for (const { invite_key, invite_url } of body.invites)
    assert.equal(invite_url, `${service.base_url}/invite/${invite_key}`)
  const mails = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assert.equal(mails.count, 2)
  const { contact_main } = (await firm.request("GET", `/v1/matters/${body.id}`)).body
  assert.equal(contact_main.full_name, "Ada Smith")
})

test("Create Matter and Invite Clients: every fault is named, nothing is created, and no email is sent", async () => {
  const before = await matters()
  const good = { questionnaire_id, matter_name: "Smith" }
  const client = { email: "ada@example.com", party: "main" }
  const faults = async (body: unknown) => {
    const answer = await invite(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assertConforms(problem, answer.body)
    return answer.body.errors.map(({ param }: { param: string }) => param).toSorted()
  }
  assert.deepEqual(await faults(good), ["clients"])
  assert.deepEqual(await faults({ ...good, clients: [] }), ["clients"])
  assert.deepEqual(await faults({ ...good, clients: Array(6).fill(client) }), [
    "clients",
    ...[1, 2, 3, 4, 5].map((n) => `clients.${n}.party`),
  ])
  assert.deepEqual(await faults({ ...good, clients: [{ ...client, email: "ada" }] }), ["clients.0.email"])
  assert.deepEqual(await faults({ ...good, clients: [{ ...client, party: "boss" }] }), ["clients.0.party"])
  assert.deepEqual(await faults({ ...good, clients: [{ ...client, party: "representative" }] }), [
    "clients.0.party",
  ])
  assert.deepEqual(await faults({ ...good, clients: [{}] }), ["clients.0.email", "clients.0.party"])
  assert.deepEqual(await faults({ ...good, clients: [{ ...client, age: 3 }] }), ["clients.0.age"])
  assert.deepEqual(await faults({ ...good, clients: [client], message: "x".repeat(2001) }), ["message"])
  assert.equal(await matters(), before)
  const mails = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assert.equal(mails.count, 2)
})
