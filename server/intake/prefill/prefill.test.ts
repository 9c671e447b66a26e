import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm, type TestResponse } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"
import { addAsset, changeAsset } from "../assets/editing.ts"
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { publishVersion } from "../questionnaires/versions.ts"
import { assignRole } from "../roles/roles.ts"

const service = provideService()

interface Known {
  firm: TestFirm
  sample: SampleIntake
  matter_id: string
  prefill: (body: object, headers?: Record<string, string>) => ReturnType<TestFirm["request"]>
  read: (part: string) => Promise<TestResponse["body"]>
  /** The client presses Start. */
  start: () => Promise<ReturnType<typeof newPortalBrowser>>
}

/** A matter that was created by API on the sample's questionnaire. */
async function newKnown(): Promise<Known> {
  const firm = await service.newFirm("Ash & Elm")
  const sample = await newIntake(firm)
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, sample.matter_id))
  const created = await firm.request("POST", "/v1/matters/create", { questionnaire_id, matter_name: "Known" })
  const { id: matter_id, invite_url } = created.body
  return {
    firm,
    sample,
    matter_id,
    prefill: (body, headers) => firm.request("POST", `/v1/matters/${matter_id}/prefill`, body, headers),
    read: async (part) => (await firm.request("GET", `/v1/matters/${matter_id}/${part}`)).body[part],
    start: async () => {
      const browser = newPortalBrowser(service)
      await browser.post(`${new URL(invite_url).pathname}/start`)
      return browser
    },
  }
}

const cleo = { relationship_type: "2DATR", first_name: "Cleo", last_name: "Yu", date_of_birth: "1994-05-06" }

test("people, roles, and assets that the firm knows are the client's to check, and answers are offered", async () => {
  const { firm, sample, matter_id, prefill, read, start } = await newKnown()
  const { ids } = sample
  const phone_numbers = [{ type: "mobile", number: "(202) 555-0142" }]
  const addresses = [{ type: "home", street: "12 Elm Street", city: "Springfield", state: "IL" }]
  const people = await prefill({
    people: [{ party: "main", first_name: "Mei", last_name: "Yu", phone_numbers, addresses }, cleo],
  })
  assert.equal(people.status, 200, JSON.stringify(people.body))
  const [main, child] = people.body.people
  const rest = await prefill({
    answers: [
      { question: ids.has_will, value: true },
      { question: ids.will_date, value: "2011-06-01" },
      { question: ids.friend, value: child },
    ],
    roles: [{ role: ids.executor, about: "main", levels: [[child]] }],
    assets: [
      {
        for_fin_category: ids.home,
        identifier_value: "12 Elm Street",
        owner_type: "main",
        credit_value: "410000.00",
        fields: { [ids.purchased]: "2001-02-03" },
      },
    ],
  })
  assert.deepEqual([rest.status, rest.body.answers, rest.body.roles], [200, 3, 1], JSON.stringify(rest.body))

  const contacts = await read("contacts")
  assertEach(contacts, ({ id, full_name }: Record<string, string>) => [id, full_name], [
    [main, "Mei Yu"],
    [child, "Cleo Yu"],
  ])
  assert.equal(contacts[0].phone_numbers[0].number, "(202) 555-0142")
  const [home] = await read("assets")
  assert.deepEqual([home.id, home.credit_value], [rest.body.assets[0], "410000.00"])
  const [executor] = await read("roles")
  assert.deepEqual(executor.assignments[0].contacts, [child])
  assert.deepEqual(await read("answers"), [], "an answer counts once the client gives it")

  const client = await start()
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const sectionOf = (kind: string) => definition.sections.find((section) => section.kind === kind)?.id
  const url = `/portal/sections/${sectionOf("questions")}/${ids.has_will}`
  const question = await client.get(url)
  assert.match(question.html, literally("From Ash &amp; Elm. Please check that it is right."))
  const page = await client.get(`/portal/sections/${sectionOf("people")}/children`)
  assert.match(page.html, literally("Ash &amp; Elm entered what it knows already."))
  assert.match(page.html, literally("Cleo Yu"))
  await client.post(url, { [ids.has_will]: "no" })
  assertEach(await read("answers"), ({ question, value }: Record<string, unknown>) => [question, value], [
    [ids.has_will, false],
  ])
})

test("what is entered together is stored, and recorded in the history, as what is entered one by one", async () => {
  const [together, alone] = [await newKnown(), await newKnown()]
  const phone_numbers = [
    { type: "mobile", number: "(202) 555-0142" },
    { type: "mobile", number: "+1 202 555 0142" },
    { type: "home", number: "202-555-0143" },
  ] as const
  const email_addresses = [{ type: "home", email: "cleo@example.com" }] as const
  const addresses = [{ type: "home", street: "12 Elm Street", city: "Springfield" }] as const
  const facts = { ...cleo, middle_name: "  Mei   Li ", preferred_name: "", gender_binary: "Female" }
  const later = { party: "main", date_of_birth: "1960-02-03", last_name: "" } as const
  const asset = (ids: SampleIntake["ids"]) => ({
    ...{ for_fin_category: ids.home, identifier_value: "12 Elm Street", owner_type: "main" as const },
    ...{ credit_value: "410000", fields: { [ids.purchased]: "2001-02-03" } },
  })
  for (const of of [together, alone]) await of.prefill({ people: [{ party: "main", last_name: "Yu" }] })
  const { ids } = together.sample
  const sent = await together.prefill({
    people: [{ ...facts, phone_numbers, email_addresses, addresses }, later],
    assets: [asset(ids), { ...asset(ids), credit_value: "" }],
    roles: [{ role: ids.executor, about: "main", levels: [[], []] }],
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const [, main] = sent.body.people
  const again = { ...asset(ids), asset: sent.body.assets[0], credit_value: "3.50", fields: {} }
  const roles = [{ role: ids.executor, about: "main", levels: [[main]] }]
  const changed = await together.prefill({
    people: [{ contact: sent.body.people[0], phone_numbers: phone_numbers.slice(2), first_name: "Clio" }],
    assets: [again, { ...again, credit_value: "4.50" }],
    roles,
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))

  const { firm, matter_id } = alone
  const own = alone.sample.ids
  await firm.run(async (tx) => {
    const row = await getMatterRow(tx, matter_id)
    const id = await addContact(tx, matter_id, facts)
    await changePhones(tx, id, phone_numbers)
    await changeEmails(tx, id, email_addresses)
    await changeAddresses(tx, id, addresses)
    await changeContact(tx, row.contact_main_id, [
      { field: "date_of_birth", value: later.date_of_birth },
      { field: "last_name", value: "" },
    ])
    const asset_id = await addAsset(tx, matter_id, asset(own))
    await addAsset(tx, matter_id, { ...asset(own), credit_value: "" })
    await changeContact(tx, id, [{ field: "first_name", value: "Clio" }])
    await changePhones(tx, id, phone_numbers.slice(2))
    await changeAsset(tx, asset_id, [{ field: "credit_value", value: "4.50" }])
    const focus_contact_id = row.contact_main_id
    const levels = [[row.contact_main_id]]
    await assignRole(tx, matter_id, { role_id: own.executor, focus_contact_id, levels })
  })
  const storedIn = async ({ firm, matter_id, read }: Known) => {
    const history = await firm.all(sql`
      select split_part(record_id, '_', 1) as record, split_part(field, '_0', 1) as field, revision, value, previous
        from changes where matter_id = ${matter_id}
       order by 1, 2, 3, value`)
    return [history, await read("contacts"), await read("assets"), await read("roles")]
  }
  const withoutIds = (stored: unknown) =>
    JSON.stringify(stored, null, 1)
      .replace(/_[0-9A-F]{32}/g, "")
      .replace(/"created_at": "[^"]*"/g, "")
  assert.equal(withoutIds(await storedIn(together)), withoutIds(await storedIn(alone)))
})

test("once the client has started, nothing is entered over what they type", async () => {
  const { prefill, read, start } = await newKnown()
  await prefill({ people: [cleo] })
  await start()
  const before = await read("contacts")
  const late = await prefill({ people: [{ party: "main", first_name: "Other" }, cleo] })
  assert.deepEqual([late.status, late.body.code], [409, "client_started"])
  assert.deepEqual(await read("contacts"), before)
})

test("every fault is named by its place, and then nothing is entered", async () => {
  const { firm, sample, prefill, read } = await newKnown()
  const { ids } = sample
  const other = await newIntake(firm)
  const before = await read("contacts")
  const { status, body } = await prefill({
    people: [
      cleo,
      { first_name: "No one's" },
      { party: "partner", first_name: "Ben" },
      { contact: other.child, first_name: "Stolen" },
      { ...cleo, date_of_birth: "1994-02-30", gender_binary: "F" },
      { ...cleo, email_addresses: [{ type: "home", email: "cleo" }] },
      { party: "main", contact: before[0].id, first_name: "Mei" },
    ],
    answers: [
      { question: ids.ssn, about: "main", value: "123456789" },
      { question: ids.has_will, value: "perhaps" },
      { question: "question_0", value: true },
      { question: ids.friend, value: other.child },
      { question: ids.children_wishes, value: "One" },
      { question: ids.children_wishes, value: "Two" },
    ],
    roles: [
      { role: ids.executor, about: "partner", levels: [] },
      { role: ids.retired_role, levels: [] },
      { role: ids.executor, about: "main", levels: [[other.child]] },
    ],
    assets: [
      { for_fin_category: "fincat_0" },
      { for_fin_category: ids.home, credit_value: "a lot" },
      { for_fin_category: ids.home, fields: { [ids.purchased]: "soon" } },
      { for_fin_category: ids.home, asset: "asset_0" },
      { for_fin_category: ids.home, owner_type: "partner" },
      { for_fin_category: ids.home, owner_type: "joint" },
      { for_fin_category: ids.home, owner_value: "The Yu Trust" },
      { for_fin_category: ids.home, owner_type: "main", owner_value: "The Yu Trust" },
    ],
  })
  assert.equal(status, 400)
  assert.deepEqual(
    body.errors.map(({ param }: { param: string }) => param).toSorted(),
    [
      "answers.0.question",
      "answers.1.value",
      "answers.2.question",
      "answers.3.value",
      "answers.5.question",
      "assets.0.for_fin_category",
      "assets.1.credit_value",
      `assets.2.fields.${ids.purchased}`,
      "assets.3.asset",
      "assets.4.owner_type",
      "assets.5.owner_type",
      "assets.6.owner_value",
      "assets.7.owner_value",
      "people.1.relationship_type",
      "people.2.party",
      "people.3.contact",
      "people.4.date_of_birth",
      "people.4.gender_binary",
      "people.5.email_addresses.0.email",
      "people.6.contact",
      "roles.0.about",
      "roles.1.role",
      "roles.2.levels",
    ].toSorted(),
  )
  assert.deepEqual(await read("contacts"), before)
  for (const unfit of [
    {},
    { people: Array(501).fill(cleo) },
    { answers: Array(501).fill({ question: ids.has_will, value: true }) },
    { roles: Array(101).fill({ role: ids.executor, about: "main", levels: [] }) },
    { assets: Array(201).fill({ for_fin_category: ids.home }) },
    { pets: [] },
  ]) {
    const { status: refused, body: problem } = await prefill(unfit)
    assert.equal(refused, 400, JSON.stringify(unfit).slice(0, 80))
    assert.equal(problem.errors.length, 1, JSON.stringify(problem))
  }
})

test("sent again with its idempotency key, it adds no one; with ids, it changes who is there", async () => {
  const { sample, prefill, read } = await newKnown()
  const body = { people: [cleo], assets: [{ for_fin_category: sample.ids.home, credit_value: "1.00" }] }
  const headers = { "idempotency-key": "known" }
  const [first, again] = [await prefill(body, headers), await prefill(body, headers)]
  assert.deepEqual(again.body, first.body)
  assert.equal((await read("contacts")).length, 2)
  const [contact] = first.body.people
  const [asset] = first.body.assets
  const changed = await prefill({
    people: [{ contact, last_name: "Yu-Marsh" }],
    assets: [{ asset, for_fin_category: sample.ids.home, credit_value: "2.00" }],
  })
  assert.deepEqual([changed.body.people, changed.body.assets], [[contact], [asset]])
  assertEach(await read("contacts"), ({ full_name }: Record<string, string>) => full_name, [
    "",
    "Cleo Yu-Marsh",
  ])
  assertEach(await read("assets"), ({ credit_value }: Record<string, string>) => credit_value, ["2.00"])
})

test("a list that gets longer or shorter leaves the entries that stay with their ids", async () => {
  const { prefill, read } = await newKnown()
  const numbers = ["(202) 555-0142", "(202) 555-0143", "(202) 555-0144"]
  const listOf = (some: readonly string[]) => some.map((number) => ({ type: "mobile", number }))
  const { body } = await prefill({ people: [{ ...cleo, phone_numbers: listOf(numbers.slice(0, 2)) }] })
  const [contact] = body.people
  const stored = async (some: readonly string[]) => {
    await prefill({ people: [{ contact, phone_numbers: listOf(some) }] })
    const phones = (await read("contacts")).at(-1).phone_numbers as { id: string; number: string }[]
    assert.deepEqual(
      phones.map(({ number }) => number),
      some,
    )
    return phones.map(({ id }) => id)
  }
  const [first, second, ...none] = await stored(numbers.slice(0, 2))
  assert.deepEqual(none, [])
  assert.deepEqual((await stored(numbers)).slice(0, 2), [first, second])
  assert.deepEqual(await stored(numbers.slice(0, 1)), [first])
  assert.deepEqual(await stored([]), [])
})

test("two requests at once both take effect, and a later offer replaces an earlier one", async () => {
  const { sample, prefill, read, start, firm, matter_id } = await newKnown()
  await Promise.all([prefill({ people: [cleo] }), prefill({ people: [{ ...cleo, first_name: "Dan" }] })])
  assert.equal((await read("contacts")).length, 3)
  const { ids } = sample
  for (const value of ["Piano", "Violin"])
    assert.equal((await prefill({ answers: [{ question: ids.children_wishes, value }] })).status, 200)
  const client = await start()
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const section = definition.sections.find(({ kind }) => kind === "questions")?.id
  const { html } = await client.get(`/portal/sections/${section}/${ids.children_wishes}`)
  assert.match(html, /Violin/)
  assert.doesNotMatch(html, /Piano/)
})

test("a closed matter is refused", async () => {
  const { firm, matter_id, prefill } = await newKnown()
  await firm.request("POST", `/v1/matters/${matter_id}/closing`)
  const closed = await prefill({ people: [cleo] })
  assert.deepEqual([closed.status, closed.body.code], [409, "matter_closed"])
})

test("a matter on an earlier version is prefilled with the ids of that version", async () => {
  const { firm, sample, matter_id, prefill } = await newKnown()
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, matter_id))
  const url = `/v1/questionnaires/${questionnaire_id}/contents`
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const sections = definition.sections.filter(({ kind }) => kind !== "questions")
  await firm.run((tx) => publishVersion(tx, questionnaire_id, { sections }))
  const current = (await firm.request("GET", url)).body
  assert.deepEqual([current.version, current.questions], [2, []])
  const { questionnaire_version } = (await firm.request("GET", `/v1/matters/${matter_id}/status`)).body
  const own = (await firm.request("GET", `${url}?version=${questionnaire_version}`)).body
  assert.equal(own.version, 1)
  const question = own.questions.find(({ id }: { id: string }) => id === sample.ids.has_will)
  assert.equal((await prefill({ answers: [{ question: question.id, value: true }] })).status, 200)
  for (const [version, status] of [
    ["3", 404],
    ["0", 404],
    ["99999999999", 404],
    ["latest", 400],
  ])
    assert.equal((await firm.request("GET", `${url}?version=${version}`)).status, status)
})

test("the contents of a questionnaire name every id and value that a prefill takes", async () => {
  const { firm, sample, matter_id } = await newKnown()
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, matter_id))
  const { body } = await firm.request("GET", `/v1/questionnaires/${questionnaire_id}/contents`)
  const { ids } = sample
  assert.equal(body.version, 1)
  const question = (id: string) => body.questions.find((one: { id: string }) => one.id === id)
  assert.deepEqual(question(ids.will_date), {
    id: ids.will_date,
    section: "Your wishes",
    prompt: "When was it signed?",
    type: "date",
    required: true,
    each_client: false,
    sensitive: false,
    options: [],
    columns: [],
    condition: "Shown only if “Do you have a will today?” is “Yes”.",
  })
  assert.equal(question(ids.ssn).sensitive, true)
  assertEach(body.roles, ({ id, condition }: Record<string, string>) => [id, condition], [
    [ids.executor, null],
    [ids.guardian, "Shown only if “Wishes for your children” is answered."],
  ])
  const home = body.financial_categories.find(({ id }: { id: string }) => id === ids.home)
  assertEach(home.fields, ({ id, type }: Record<string, string>) => [id, type], [
    [ids.purchased, "date"],
    [ids.insured, "yes_no"],
  ])
})
