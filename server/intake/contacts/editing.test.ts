import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleParts, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { createClientUser } from "../../firm/users/users.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { found } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { saveAnswer } from "../answers/answers.ts"
import { closeMatter, markCompleted } from "../matters/lifecycle.ts"
import { createMatter } from "../matters/matters.ts"
import { createQuestionnaire } from "../questionnaires/questionnaires.ts"
import { changeAddresses, changeEmails, changePhones } from "./contact-details.ts"
import { listPeople } from "./contacts.ts"
import { addContact, changeContact } from "./editing.ts"
import { addPartner } from "./partner.ts"
import { internationalForm } from "./phones.ts"
import { removeContact } from "./removal.ts"

const { service, firm } = provideServiceAndFirm()

const role_id = newId("role")

const newMatter = () =>
  firm.run(async (tx) => {
    const questionnaire_id = await createQuestionnaire(tx, {
      title: "T",
      internal_type: "Planning",
      approach: "planning",
      url_short_name: newId("questionnaire").slice(-20).toLowerCase(),
      definition: {
        sections: [
          {
            id: newId("section"),
            kind: "roles",
            title: "Roles",
            roles: [
              {
                id: role_id,
                role_description: "Executor",
                split: false,
                levels: 2,
                several: true,
                active: true,
              },
            ],
          },
        ],
      },
    })
    return createMatter(tx, { questionnaire_id, matter_name: "Smith" })
  })

const add = (matter_id: string, first_name = "Cora") =>
  firm.run((tx) => addContact(tx, matter_id, { relationship_type: "2CHLD", first_name }))

const person = (id: string) =>
  firm.run(async (tx) => {
    const { matter_id } = await tx.one<{ matter_id: string }>(
      sql`select matter_id from contacts where id = ${id}`,
    )
    return found((await listPeople(tx, matter_id)).find((each) => each.id === id))
  })

test("every fault of an edit is named, and nothing is stored", async () => {
  const { id } = await newMatter()
  const contact = await add(id)
  await assert.rejects(
    firm.run((tx) =>
      changeContact(tx, contact, [
        { field: "first_name", value: "x".repeat(129) },
        { field: "last_name", value: "\ud800" },
        { field: "date_of_birth", value: "2023-02-31" },
        { field: "gender_binary", value: "Other" },
        { field: "relationship_type", value: "9NONE" },
        { field: "is_client", value: true },
        { field: "suffix", value: "Jr." },
      ]),
    ),
    (error: { kind: string; errors: { param: string }[] }) => {
      assert.equal(error.kind, "bad_request")
      assertEach(error.errors, ({ param }) => param, [
        "first_name",
        "last_name",
        "date_of_birth",
        "gender_binary",
        "relationship_type",
        "is_client",
      ])
      return true
    },
  )
  assert.equal((await person(contact)).suffix, null)
})

test("names of one character and of 128 survive, without the spaces around them", async () => {
  const { id } = await newMatter()
  for (const first_name of ["O", "𠮷".repeat(128), "  two  spaces "]) {
    const contact = await add(id, first_name)
    assert.equal((await person(contact)).first_name, first_name.trim())
  }
})

test("clients keep their relationship, and no one else can get it", async () => {
  const matter = await newMatter()
  const contact = await add(matter.id)
  const partner = await firm.run((tx) => addPartner(tx, matter.id))
  const become = (id: string, value: string) =>
    firm.run((tx) => changeContact(tx, id, [{ field: "relationship_type", value }]))
  await assert.rejects(become(matter.contact_main_id, "4FRND"), { kind: "bad_request" })
  await assert.rejects(become(contact, "1MAIN"), { kind: "bad_request" })
  await assert.rejects(become(partner, "3AUNT"), { kind: "bad_request" })
  await become(partner, "1ENGA")
  await become(contact, "2SON")
  assert.equal((await person(contact)).relationship_type, "2SON")
})

test("ten spellings of a phone number are one number, shown as typed", async () => {
  const spellings = [
    "2025550142",
    "(202) 555-0142",
    "202-555-0142",
    "202.555.0142",
    "202 555 0142",
    "+1 202 555 0142",
    "1-202-555-0142",
    "+1 (202) 555‑0142",
    "\u202a+12025550142\u202c",
    " 202/555/0142 ",
  ]
  assert.deepEqual([...new Set(spellings.map((number) => internationalForm(number)))], ["+12025550142"])
  const matter = await newMatter()
  const rows = spellings.map((number) => ({ type: "mobile", number }))
  await firm.run((tx) =>
    changePhones(tx, matter.contact_main_id, [...rows, { type: "home", number: "202 555 0199 x7" }]),
  )
  const { phone_numbers } = await person(matter.contact_main_id)
  assertEach(phone_numbers, ({ number }) => number, ["2025550142", "202 555 0199 x7"])
  assert.equal(internationalForm("202-555-0142 ext. 7"), "+12025550142;ext=7")
  assert.equal(internationalForm("no number"), null)
})

test("a list keeps the ids of remaining rows, in the order given, and takes no row of another person", async () => {
  const { id: matter_id, contact_main_id } = await newMatter()
  const other = await add(matter_id)
  const save = (id: string, ...rows: { id?: string; type: string; email: string }[]) =>
    firm.run((tx) => changeEmails(tx, id, rows))
  await save(
    contact_main_id,
    { type: "home", email: "a@example.com" },
    { type: "work", email: "b@example.com" },
  )
  const [a, b] = (await person(contact_main_id)).email_addresses
  assert.ok(a && b)
  await save(
    contact_main_id,
    { id: b.id, type: "work", email: "b2@example.com" },
    { type: "other", email: "c@example.com" },
    a,
  )
  const after = (await person(contact_main_id)).email_addresses
  assertEach(after, ({ email }) => email, ["b2@example.com", "c@example.com", "a@example.com"])
  assert.deepEqual([after[0]?.id, after[2]?.id], [b.id, a.id])
  await save(other, a)
  assert.notEqual((await person(other)).email_addresses[0]?.id, a.id)
  assert.equal((await person(contact_main_id)).email_addresses.length, 3)
})

test("two people who change one list see both versions, and an outdated list overwrites nothing", async () => {
  const { contact_main_id: id } = await newMatter()
  const home = { type: "home", street: "1 Oak Road", city: "", state: "", postal_code: "", country_iso: "US" }
  const first = await firm.run((tx) => changeAddresses(tx, id, [home, { type: "mailing", street: " " }], 0))
  assert.deepEqual(first.saved, { addresses: 1 })
  const second = await firm.run((tx) => changeAddresses(tx, id, [{ ...home, street: "2 Elm Road" }], 0))
  assert.deepEqual(second.conflicts[0]?.theirs, [home])
  assert.equal((await person(id)).addresses[0]?.full_address, "1 Oak Road, United States")
})

test("every fault of a list is named", async () => {
  const { contact_main_id: id } = await newMatter()
  await assert.rejects(
    firm.run((tx) =>
      changeAddresses(tx, id, [
        { type: "castle", street: "x".repeat(201), country_iso: "ZZ" },
        { type: "home", city: "Y", country_iso: "us" },
        { type: "home", city: "Y", country_iso: "001" },
        { type: "home", city: "Y", country_iso: "XX" },
      ]),
    ),
    (error: { errors: { param: string }[] }) => {
      assertEach(error.errors, ({ param }) => param, [
        "addresses.0.type",
        "addresses.0.street",
        ...[0, 1, 2, 3].map((at) => `addresses.${at}.country_iso`),
      ])
      return true
    },
  )
})

test("a person who serves somewhere cannot be removed, and the refusal says where", async () => {
  const { id } = await newMatter()
  const contact = await add(id)
  const serve = (tx: Tx) =>
    tx.run(
      sql`insert into role_assignments (matter_id, role_id, level, contact_id, place) values (${id}, ${role_id}, 1, ${contact}, 1)`,
    )
  await firm.run(serve)
  await assert.rejects(firm.call(removeContact, contact), {
    kind: "conflict",
    code: "contact_serves",
    message: /“Executor”/,
  })
  await firm.write(sql`delete from role_assignments where contact_id = ${contact}`)
  await firm.run((tx) => removeContact(tx, contact))
  await assert.rejects(person(contact), { kind: "not_found" })
  const changes = await firm.all(sql`select field from changes where record_id = ${contact}`)
  assert.ok(changes.some((change) => (change as { field: string }).field === "removed"))
})

test("a person with answers of their own cannot be removed until those are gone, sealed or not", async () => {
  const nickname = newId("question")
  const define = (ids: SampleParts) => {
    const definition = sampleDefinition(ids)
    for (const section of definition.sections)
      if (section.kind === "questions")
        section.questions.push({
          id: nickname,
          prompt: "Nickname",
          type: "text",
          required: false,
          each_client: true,
          sensitive: false,
        })
    return definition
  }
  const { matter_id, ids, spouse } = await newIntake(firm, { define })
  const answer = (question_id: string, value: string | null) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, about: spouse, value }))
  for (const [question_id, value, prompt] of [
    [nickname, "Benny", /“Nickname”/],
    [ids.ssn, "078-05-1120", /“Social Security number”/],
  ] as const) {
    await answer(question_id, value)
    await assert.rejects(firm.call(removeContact, spouse), { code: "contact_serves", message: prompt })
    await answer(question_id, null)
  }
  await firm.run((tx) => removeContact(tx, spouse))
})

test("a partner can be removed, the main client cannot", async () => {
  const { id, contact_main_id } = await newMatter()
  const partner = await firm.run((tx) => addPartner(tx, id))
  await firm.run((tx) => removeContact(tx, partner))
  assert.equal((await firm.request("GET", `/v1/matters/${id}`)).body.contact_spouse, null)
  await assert.rejects(firm.call(removeContact, contact_main_id), { code: "contact_is_client" })
})

test("a client can edit while the matter is open and only read once it is completed or closed; staff can still edit", async () => {
  const client = { user_id: await firm.run((tx) => createClientUser(tx, { email: "", name: "C" })) }
  for (const end of [markCompleted, closeMatter] as const) {
    const { id, contact_main_id } = await newMatter()
    const rename = (value: string) => [{ field: "first_name", value }]
    const asClient = (value: string) =>
      firm.run((tx) => changeContact(tx, contact_main_id, rename(value)), client)
    await asClient("Before")
    await firm.run<unknown>((tx) => end(tx, id))
    await assert.rejects(asClient("After"), { kind: "conflict", code: "matter_read_only" })
    await firm.run((tx) => changeContact(tx, contact_main_id, rename("Staff")))
    assert.equal((await person(contact_main_id)).first_name, "Staff")
  }
})
