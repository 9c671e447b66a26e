import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import type { Approach } from "../../definition/definition.ts"
import { sql } from "../../platform/db/sql.ts"
import { isId, newId } from "../../platform/ids.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

const newQuestionnaire = (approach: Approach = "planning") =>
  firm.run((tx) => addQuestionnaire(tx, { approach }))

const create = (body: unknown, headers?: Record<string, string>) =>
  firm.request("POST", "/v1/matters/create", body, headers)
const invite = (body: unknown) => firm.request("POST", "/v1/matters/create-and-invite", body)
const faultsOf = ({ body }: { body: { errors: { param: string; code: string }[] } }) =>
  Object.fromEntries(body.errors.map(({ param, code }) => [param, code]))
const mails = async () =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))).rows

test("a matter is created with a link that opens it, and nothing is sent", async () => {
  const questionnaire_id = await newQuestionnaire()
  const { status, body } = await create({ questionnaire_id, matter_name: "Smith" })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["id", "invite_key", "invite_url"])
  assert.ok(isId("matter", body.id))
  assert.match(body.invite_key, /^[a-z0-9]{25,}$/)
  assert.equal(body.invite_url, `${service.base_url}/invite/${body.invite_key}`)
  assert.equal((await firm.request("GET", `/v1/matters/${body.id}`)).body.name, "Smith")
  const rows = await firm.all(sql`select party from invitations where matter_id = ${body.id}`)
  assert.deepEqual(rows, [{ party: "main" }])
  assert.deepEqual(await mails(), [])
})

test("the database holds no readable invitation key", async () => {
  const questionnaire_id = await newQuestionnaire()
  const { body } = await create(
    { questionnaire_id, matter_name: "Smith" },
    { "idempotency-key": newId("matter") },
  )
  const { found } = await firm.one<{ found: number }>(sql`
      select (select count(*) from invitations i where i::text like ${`%${body.invite_key}%`})
           + (select count(*) from idempotent_answers a where a::text like ${`%${body.invite_key}%`}) as found`)
  assert.equal(found, 0)
})

test("every faulty value of a context is named", async () => {
  const questionnaire_id = await newQuestionnaire()
  const bad = { a: 1.5, b: null, c: { d: 1 }, e: true, f: ["x"] }
  assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: "A", context: bad })), {
    "context.a": "wrong_type",
    "context.b": "wrong_type",
    "context.c": "wrong_type",
    "context.e": "wrong_type",
    "context.f": "wrong_type",
  })
  const many = { a: "1", b: "2", c: "3", d: "4", e: "5", f: "6" }
  assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: "A", context: many })), {
    context: "too_many",
  })
  const long = { ["k".repeat(65)]: "x", a: "v".repeat(501), b: 2 ** 53 + 2, c: -(2 ** 54) }
  assert.deepEqual(
    Object.values(faultsOf(await create({ questionnaire_id, matter_name: "A", context: long }))).sort(),
    ["too_large", "too_long", "too_small", "unfit_key"],
  )
  for (const context of ["x", [], null, 3]) {
    assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: "A", context })), {
      context: "wrong_type",
    })
  }
})

test("all faults of a body are named at once, including those only the database finds", async () => {
  assert.deepEqual(faultsOf(await create({})), { questionnaire_id: "required", matter_name: "required" })
  const answer = await create({
    questionnaire_id: newId("questionnaire"),
    matter_name: "",
    matter_nme: "x",
    context: { a: 1.5 },
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(faultsOf(answer), {
    matter_nme: "unknown_field",
    matter_name: "too_short",
    "context.a": "wrong_type",
    questionnaire_id: "unknown_questionnaire",
  })
  const questionnaire_id = await newQuestionnaire()
  assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: 7 })), {
    matter_name: "wrong_type",
  })
  assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: "𠮷".repeat(201) })), {
    matter_name: "too_long",
  })
  assert.deepEqual(faultsOf(await create({ questionnaire_id, matter_name: "a\0b\ud800" })), {
    matter_name: "unreadable",
  })
  assert.equal((await create({ questionnaire_id, matter_name: "𠮷".repeat(200) })).status, 201)
})

test("inviting a couple creates two links, two emails and a partner in the matter", async () => {
  const questionnaire_id = await newQuestionnaire()
  const { status, body } = await invite({
    questionnaire_id,
    matter_name: "Smith, Ada and Ben",
    message: "We look forward to meeting you.\n\nBring <photo> ID.",
    clients: [
      { email: "ben@example.com", first_name: "Ben", last_name: "Smith", party: "partner" },
      { email: "ada@example.com", first_name: "Ada", party: "main" },
    ],
  })
  assert.equal(status, 201, JSON.stringify(body))
  assertEach(
    body.invites,
    ({ invite_key, ...invite }: { invite_key: string }) => invite,
    (["partner", "main"] as const).map((party, index) => ({
      email: ["ben@example.com", "ada@example.com"][index],
      party,
      invite_url: `${service.base_url}/invite/${body.invites[index].invite_key}`,
    })),
  )
  const matter = (await firm.request("GET", `/v1/matters/${body.id}`)).body
  assert.equal(matter.contact_main.first_name, "Ada")
  assert.equal(matter.contact_main.email1.email, "ada@example.com")
  assert.equal(matter.contact_spouse.full_name, "Ben Smith")
  assert.equal(matter.number_of_contacts, 2)
  const [second, first] = await mails()
  assert.ok(first && second)
  assert.deepEqual([first.recipient, second.recipient], ["ben@example.com", "ada@example.com"])
  const mail = await firm.run((tx) => getMail(tx, service.ring, first.id))
  assert.match(mail.subject, /Hartwell & Pryce/)
  assert.match(mail.text, literally(body.invites[0].invite_url))
  assert.match(mail.text, literally("Bring <photo> ID."))
  assert.match(mail.html, literally("Bring &lt;photo&gt; ID."))
  assert.match(mail.html, literally(body.invites[0].invite_key))
  assert.doesNotMatch(mail.text, literally(body.invites[1].invite_key))
})

test("unfit parties are refused in sentences, all at once, and nothing is created or sent", async () => {
  const count = async () => (await firm.request("GET", "/v1/matters")).body.count
  const before = [await count(), (await mails()).length]
  const planning = await invite({
    questionnaire_id: await newQuestionnaire(),
    matter_name: "A",
    clients: [
      { email: "a@example.com", party: "main" },
      { email: "b@example.com", party: "main" },
      { email: "nobody", party: "representative" },
      { email: `${"x".repeat(65)}@example.com`, party: "friend" },
      { age: 3 },
    ],
    message: "x".repeat(2001),
  })
  assert.equal(planning.status, 400)
  assert.deepEqual(faultsOf(planning), {
    "clients.1.party": "party_twice",
    "clients.2.email": "wrong_format",
    "clients.2.party": "unfit_party",
    "clients.3.email": "too_long",
    "clients.3.party": "unknown_value",
    "clients.4.age": "unknown_field",
    "clients.4.email": "required",
    "clients.4.party": "required",
    message: "too_long",
  })
  const probate = await invite({
    questionnaire_id: await newQuestionnaire("rep-deceased"),
    matter_name: "A",
    clients: [
      { email: "a@example.com", party: "representative" },
      { email: "b@example.com", party: "partner" },
    ],
  })
  assert.equal(probate.status, 400)
  assert.deepEqual(faultsOf(probate), { "clients.1.party": "unfit_party" })
  assert.match(probate.body.errors[0].message, /filled in by a representative/)
  for (const clients of [
    [],
    undefined,
    Array.from({ length: 6 }, () => ({ email: "a@example.com", party: "main" })),
  ]) {
    const answer = await invite({ questionnaire_id: await newQuestionnaire(), matter_name: "A", clients })
    assert.equal(answer.status, 400)
  }
  assert.deepEqual([await count(), (await mails()).length], before)
})

test("a representative is invited to a representative's intake", async () => {
  const questionnaire_id = await newQuestionnaire("rep-living")
  const clients = [{ email: "rita@example.com", first_name: "Rita", party: "representative" }]
  const { status, body } = await invite({ questionnaire_id, matter_name: "Hart", clients })
  assert.equal(status, 201, JSON.stringify(body))
  const matter = (await firm.request("GET", `/v1/matters/${body.id}`)).body
  assert.equal(matter.contact_representative.first_name, "Rita")
  assert.equal(matter.contact_main.email1, null)
  const prepared = await create({ questionnaire_id, matter_name: "Hart" })
  const rows = await firm.all(sql`select party from invitations where matter_id = ${prepared.body.id}`)
  assert.deepEqual(rows, [{ party: "representative" }])
})
