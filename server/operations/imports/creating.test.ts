// What creating an import's matters promises: the same as one matter at a time, once, and nothing about matters that the
// person importing may not see.

import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { newPlanningFirm, type PlanningFirm } from "../../../test/harness/planning-firm.ts"
import { sampleDefinition, sampleParts } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { createStaff } from "../../firm/users/users.ts"
import { listContacts } from "../../intake/contacts/contacts.ts"
import { addPartner } from "../../intake/contacts/partner.ts"
import { createMatter } from "../../intake/matters/matters.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { addPartnerTo } from "../../intake/matters/parties/parties.ts"
import { sql } from "../../platform/db/sql.ts"

const service = provideService()

async function upload(send: PlanningFirm["send"], text: string): Promise<string> {
  const form = new FormData()
  form.set("file", new Blob([text]), "Clients.csv")
  return (await send("POST", "/console/imports", form)).location
}

const result = async (send: PlanningFirm["send"], location: string) =>
  (await send("GET", location)).text.match(/banner-title">(\d[^<]*)/)?.[1]

const countMatters = ({ firm }: PlanningFirm) =>
  firm.one(sql`select count(*)::integer as matters from matters`)

test("imported matters and their events are as if each had been created alone, in every approach", async () => {
  const { firm, send } = await newPlanningFirm(service)
  for (const approach of ["planning", "rep-living", "rep-deceased"] as const) {
    const questionnaire_id = await firm.run((tx) =>
      addQuestionnaire(tx, {
        title: approach,
        internal_type: `${approach} type`,
        approach,
        url_short_name: approach,
        definition: sampleDefinition(sampleParts()),
      }),
    )
    const name = `Case ${approach}`
    const file = `Matter name,Reference,First name,Spouse first name\n${name},R-1,Ada,Ben ${approach}\n`
    const location = await upload(send, file)
    const choices = { step: "create", questionnaire_id, choice_rest: "create" }
    assert.equal((await send("POST", location, choices)).status, 303)
    await firm.run(async (tx) => {
      const context = { reference: "R-1" }
      const matter = await createMatter(tx, { questionnaire_id, matter_name: `${name} alone`, context })
      await addPartnerTo(tx, matter)
    })
    const [alone, imported] = await firm.all<object>(sql`
        select m.search_name, m.open_date, m.client_type, m.contact_main_status, m.context, m.separate_parts, m.state,
               m.questionnaire_version, m.contact_spouse_id is not null as has_spouse,
               (select array_agg(concat_ws(' ', c.position, c.relationship_type, c.is_client,
                                           c.id in (m.contact_main_id, m.contact_spouse_id, m.contact_representative_id))
                                 order by c.relationship_type)
                  from contacts c where c.matter_id = m.id) as people,
               (select (e.payload::jsonb - 'event_id') #- '{matter,id}' from events e where e.matter_id = m.id) as event
          from matters m where m.questionnaire_id = ${questionnaire_id} order by m.name desc`)
    const comparable = (row: object | undefined) =>
      JSON.stringify(row)
        .replaceAll(" alone", "")
        .replaceAll(/\d\d:\d\d:\d\dZ/g, "")
    assert.equal(comparable(imported), comparable(alone), approach)
  }
})

test("the events of one import are listed newest first, each once, and delivered", async () => {
  const opened = await newPlanningFirm(service)
  const { firm, send, questionnaire_id } = opened
  const location = await upload(
    send,
    `First name\n${Array.from({ length: 30 }, (_, n) => `Ada ${n}`).join("\n")}`,
  )
  await send("POST", location, { step: "create", questionnaire_id })
  const { results } = (await firm.request("GET", "/v1/events")).body
  const ids = results.map(({ event_id }: { event_id: string }) => event_id)
  assert.deepEqual(ids, [...new Set(ids)].toSorted().toReversed())
  assert.equal(ids.length, 30)
  const [queue] = await service.db.forPlatform((tx) =>
    tx.all<{ waiting: number }>(sql`
      select waiting::integer from queue_figures(${firm.firm_id}, ${tx.now}, '-infinity') where queue = 'deliver-event'`),
  )
  assert.equal(queue?.waiting, 30)
})

test("two people importing the same file at the same moment create its matters once", async () => {
  const opened = await newPlanningFirm(service)
  const { firm, send, questionnaire_id } = opened
  const other = await firm.call(createStaff, { email: "kim@example.com", name: "Kim", role: "admin" })
  const sendOther = await newStaffBrowser(service, firm, other)
  const file = "First name,Last name,Email\nAda,Ruiz,ada@example.com\nCy,Roe,cy@example.com\n"
  const [mine, theirs] = await Promise.all([upload(send, file), upload(sendOther, file)])
  const pressed = await Promise.all([
    send("POST", mine, { step: "create", questionnaire_id }),
    sendOther("POST", theirs, { step: "create", questionnaire_id }),
    send("POST", mine, { step: "create", questionnaire_id }),
  ])
  assertEach(pressed, ({ status }) => status, [303, 303, 303])
  assert.deepEqual(await countMatters(opened), { matters: 2 })
  const results = await Promise.all([result(send, mine), result(sendOther, theirs)])
  assert.deepEqual(results.toSorted(), ["0 matters created, 2 lines skipped.", "2 matters created."])
})

test("a restricted matter is no duplicate for someone who may not see it, and undoing leaves it unnamed", async () => {
  const opened = await newPlanningFirm(service)
  const { firm, send, questionnaire_id } = opened
  const other = await firm.call(createStaff, { email: "kim@example.com", name: "Kim", role: "admin" })
  const sendOther = await newStaffBrowser(service, firm, other)
  const file = "First name,Last name,Email,File number\nAda,Ruiz,ada@example.com,2024-7\n"
  const mine = await upload(send, file)
  await send("POST", mine, { step: "create", questionnaire_id })
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters`)
    await restrictMatter(tx, id, [firm.admin.user_id])
  })
  const theirs = await upload(sendOther, file)
  assert.doesNotMatch((await sendOther("GET", theirs)).text, /already there|to decide/)
  assert.match((await send("GET", await upload(send, file))).text, /1 already there/)
  assert.doesNotMatch((await sendOther("GET", mine)).text, /Ruiz/)
  assert.match((await send("GET", mine)).text, /href="\/console\/matters\/matter_[0-9A-F]+">Ruiz, Ada</)
  const undoing = (await sendOther("GET", mine)).text
  assert.match(undoing, /0 matters will be deleted/)
  assert.doesNotMatch(undoing, /Ruiz/)
  await sendOther("POST", theirs, { step: "create", questionnaire_id, choice_rest: "join" })
  assert.equal(await result(sendOther, theirs), "1 matter created.")
  assert.deepEqual(await countMatters(opened), { matters: 2 })
})

test("joining adds a son beside the father whose name he has", async () => {
  const opened = await newPlanningFirm(service)
  const { firm, send, questionnaire_id } = opened
  const columns = "File number,First name,Last name,Suffix,Relationship,DOB\n"
  await send("POST", await upload(send, `${columns}7,John,Smith,,,1940-01-02\n`), {
    step: "create",
    questionnaire_id,
  })
  const again = await upload(send, `${columns}7,John,Smith,,,\n7,John,Smith,Jr.,Son,1970-03-04\n`)
  await send("POST", again, { step: "create", questionnaire_id, choice_2: "join" })
  assert.equal(await result(send, again), "0 matters created, 1 existing matter added to.")
  const people = await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters`)
    return listContacts(tx, id)
  })
  assertEach(
    people,
    ({ full_name, relationship, date_of_birth }) => [full_name, relationship.type, date_of_birth],
    [
      ["John Smith", "1MAIN", "1940-01-02"],
      ["John Smith Jr.", "2SON", "1970-03-04"],
    ],
  )
})

test("joining takes two people who look like one of the matter for that one and another", async () => {
  const { firm, send, questionnaire_id } = await newPlanningFirm(service)
  const columns = "File number,First name,Last name,Suffix,Relationship,DOB\n"
  const john = "7,John,Smith,,,1940-01-02\n"
  await send("POST", await upload(send, `${columns}${john}7,Sam,Smith,,Son,\n`), {
    step: "create",
    questionnaire_id,
  })
  const sams = "7,Sam,Smith,,Son,1970-03-04\n7,Sam,Smith,Jr.,Son,1999-05-06\n"
  const again = await upload(send, `${columns}${john}${sams}`)
  await send("POST", again, { step: "create", questionnaire_id, choice_2: "join" })
  const people = await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters`)
    return listContacts(tx, id)
  })
  assertEach(people, ({ full_name, date_of_birth }) => [full_name, date_of_birth], [
    ["John Smith", "1940-01-02"],
    ["Sam Smith", "1970-03-04"],
    ["Sam Smith Jr.", "1999-05-06"],
  ])
})

test("joining waits for who is editing a matter, and gives it no second partner", async () => {
  const { firm, send, questionnaire_id } = await newPlanningFirm(service)
  const file = "File number,First name,Last name,Relationship\n7,Ada,Ruiz,\n"
  await send("POST", await upload(send, file), { step: "create", questionnaire_id })
  const again = await upload(send, `${file}7,Ben,Ruiz,Husband\n7,Cleo,Ruiz,Daughter\n`)
  const joining = await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters`)
    await addPartner(tx, id, { first_name: "Bea", last_name: "Ruiz" })
    return startDuring(tx, () => send("POST", again, { step: "create", questionnaire_id, choice_2: "join" }))
  })
  assert.equal((await joining.outcome).status, 303)
  const people = await firm.all(sql`select first_name, position from contacts order by id`)
  assert.deepEqual(people, [
    { first_name: "Ada", position: 1 },
    { first_name: "Bea", position: 2 },
    { first_name: "Cleo", position: 3 },
  ])
})

test("imported matters get the questionnaire's default assignee, as created ones do, unless the file names another", async () => {
  const { firm, send, questionnaire_id } = await newPlanningFirm(service)
  const kim = await firm.call(createStaff, { email: "kim@example.com", name: "Kim", role: "member" })
  const assigned = async (default_assignee_id: string, file: string) => {
    await firm.write(sql`update questionnaires set default_assignee_id = ${default_assignee_id}`)
    await send("POST", await upload(send, file), { step: "create", questionnaire_id })
    return firm.all(sql`
        select m.name, m.assignee_id, (select count(*)::integer from changes c
                                        where c.record_id = m.id and c.field = 'assignee_id') as changes
          from matters m order by m.id desc limit 2`)
  }
  assert.deepEqual(await assigned(kim, "First name,Assignee\nAda,\nCy,ada.admin@example.com\n"), [
    { name: "Cy", assignee_id: firm.admin.user_id, changes: 1 },
    { name: "Ada", assignee_id: kim, changes: 1 },
  ])
  await firm.run((tx) => tx.run(sql`update users set deactivated_at = ${tx.now} where id = ${kim}`))
  const [eve] = await assigned(kim, "First name\nDee\nEve\n")
  assert.deepEqual(eve, { name: "Eve", assignee_id: null, changes: 0 })
})
