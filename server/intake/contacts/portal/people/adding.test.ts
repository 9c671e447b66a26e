import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { copyOfMatter } from "../../../submissions/copy/copy.ts"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { listAgenda } from "../../../submissions/review/agenda.ts"
import { changeMatterFacts } from "../../facts.ts"

const { service, firm } = provideServiceAndFirm()

/** The sample questionnaire, with an optional phone number for every person. */
function define(ids: SampleParts): Definition {
  const definition = sampleDefinition(ids)
  for (const section of definition.sections)
    if (section.kind === "people")
      for (const group of section.groups) Object.assign(group.fields, { phone_numbers: "optional" })
  return definition
}

const child = (first_name: string, year: string) => ({
  relationship_type: "2DATR",
  first_name,
  last_name: "Moreau",
  "seen.date_of_birth": "0",
  date_of_birth_month: "5",
  date_of_birth_day: "17",
  date_of_birth_year: year,
})

async function peopleOf({ matter_id }: PortalIntake) {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  return body.contacts as {
    id: string
    first_name: string
    date_of_birth: string | null
    phone_numbers: { number: string }[]
  }[]
}

test("one form has every field about a new person, with contact details and the other parent's view collapsed", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt } = intake
  const { html } = await ada.get(peopleAt("children/new"))
  assert.match(
    html,
    /<details class="details"><summary>(?:(?!<\/details>).)*name="partner_relationship_type"/s,
  )
  assert.match(
    html,
    /name="first_name"[\s\S]*name="date_of_birth_year"[\s\S]*<details class="details">[\s\S]*only if 18 or older[\s\S]*name="phone_mobile"/,
  )
  const phone = { "seen.phone_mobile": "0", phone_mobile: "512 555 0142" }
  const adult = await ada.post(peopleAt("children/new"), { ...child("Ines", "1990"), ...phone })
  assert.match(adult.location, /\/children#done$/)
  const added = await peopleOf(intake)
  assert.deepEqual(
    added
      .slice(-1)
      .map(({ first_name, date_of_birth, phone_numbers }) => [
        first_name,
        date_of_birth,
        phone_numbers.map(({ number }) => number),
      ]),
    [["Ines", "1990-05-17", ["512 555 0142"]]],
  )
  // A fault inside the collapsed group opens it.
  const faulty = { ...child("Jules", "2019"), ...phone, phone_mobile: "none" }
  assert.match(
    (await ada.post(peopleAt("children/new"), faulty)).html,
    /<details class="details" open[\s\S]*value="none"/,
  )
})

test("“Save and add another” shows a blank form without going through the list", async () => {
  const { ada, peopleAt } = await newPortalIntake(service, firm, { define })
  const first = await ada.post(peopleAt("children/new"), { ...child("Ines", "1990"), another: "true" })
  assert.match(first.location, /\/children\/new#done$/)
})

test("saving a child leads to the form of the next one while fewer are listed than were counted", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt, matter_id } = intake
  // The sample has two children already.
  await firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "number_of_children", value: 4 }]))
  const third = await ada.post(peopleAt("children/new"), child("Jules", "2019"))
  assert.match(third.location, /\/children\/new#done$/)
  const fourth = await ada.post(peopleAt("children/new"), child("Lou", "2021"))
  assert.match(fourth.location, /\/children#done$/)
})

test("one page has a form for each child left: those filled in are added, a fault in one adds none", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt, matter_id } = intake
  await firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "number_of_children", value: 5 }]))
  const { html } = await ada.get(peopleAt("children/new"))
  assert.match(html, /Child 3 of 5[\s\S]*Child 4 of 5[\s\S]*Child 5 of 5/)
  assert.doesNotMatch(html, /name="p4_first_name"/)
  const third = (person: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(person).map(([name, value]) => [name.replace(/^(seen\.)?/, "$1p3_"), value]),
    )
  const ids = Object.fromEntries(
    [...html.matchAll(/name="(\w*new_record)" value="([^"]+)"/g)].map(([, name = "", id = ""]) => [name, id]),
  )
  const both = { ...marksOf(html), ...ids, ...child("Ines", "1990"), ...third(child("Jules", "2019")) }
  const before = (await peopleOf(intake)).length
  const faulty = await ada.post(peopleAt("children/new"), { ...both, p3_date_of_birth_year: "2999" })
  assert.equal(faulty.status, 422)
  assert.match(faulty.html, /href="#p3_date_of_birth[^"]*"/)
  assert.equal((await peopleOf(intake)).length, before)
  for (const press of ["first", "second"]) {
    const sent = await ada.post(peopleAt("children/new"), both)
    assert.equal(sent.status, 303, press)
    const added = (await peopleOf(intake)).slice(before)
    assertEach(added, ({ id, first_name, date_of_birth }) => [id, first_name, date_of_birth], [
      [ids.new_record, "Ines", "1990-05-17"],
      [ids.p3_new_record, "Jules", "2019-05-17"],
    ])
  }
  assert.match((await ada.get(peopleAt("children"))).html, /5 children\. 4 are on the list/)
})

test("the list has a form for each group, with or without anyone, and blank ones are no obstacle", async () => {
  const withFriends = (ids: SampleParts): Definition => {
    const definition = define(ids)
    const friends = { group: "others", included: true, prompt: "Friends?", fields: {} } as const
    for (const section of definition.sections) if (section.kind === "people") section.groups.push(friends)
    return definition
  }
  const intake = await newPortalIntake(service, firm, { define: withFriends })
  const { ada, peopleAt } = intake
  const list = peopleAt("everyone")
  const { html } = await ada.get(list)
  assert.match(
    html,
    /Add a person[\s\S]*name="others_related_as"[^>]*value="4FRND"[\s\S]*name="others_first_name"/,
  )
  assert.match(html, /Add another child[\s\S]*name="children_first_name"/)
  assert.equal((await ada.post(list, marksOf(html))).status, 303)
  // A relationship alone only opens the form.
  assert.equal((await ada.post(list, { ...marksOf(html), others_related_as: "4NEIG" })).status, 303)
  const friend = { others_relationship_type: "4FRND", others_first_name: "Otto" }
  const unnamed = await ada.post(list, { ...friend, others_first_name: "" })
  assert.equal(unnamed.status, 422)
  assert.match(unnamed.html, /class="stack"[^>]*>\s*<fieldset[^>]*id="others_related_as-field"/)
  // Cleo is a child of the sample.
  const namesake = await ada.post(list, { ...friend, others_first_name: "Cleo", others_last_name: "Smith" })
  assert.equal(namesake.status, 422)
  assert.match(namesake.html, /name="others_same_person"/)
  const { others_relationship_type: _, ...named } = friend
  const added = await ada.post(list, { ...named, others_related_as: "4NEIG", another: "true" })
  assert.match(added.location, /\/everyone#done$/)
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/contacts`)
  const { first_name, relationship } = body.contacts.at(-1)
  assert.deepEqual([first_name, relationship.type], ["Otto", "4NEIG"])
  const again = (await ada.get(list)).html
  assert.match(again, /Add another person[\s\S]*name="others_first_name"(?![^>]*value="[^"])/)
  // Two tabs were open: the form of the first adds someone else.
  const other = { others_related_as: "4FRND", others_first_name: "Inge", others_last_name: "Holm" }
  assert.equal((await ada.post(list, other)).status, 303)
  assert.equal((await peopleOf(intake)).at(-1)?.first_name, "Inge")
  // The button of a relationship that is no longer offered is gone: what the list says counts, or its fault is shown.
  const stale = {
    ...marksOf(html),
    others_related_as: "1WIDW",
    others_first_name: "Lars",
    others_last_name: "Berg",
  }
  const refused = await ada.post(list, { ...stale, others_relationship_type: "" })
  assert.equal(refused.status, 422)
  assert.match(refused.html, /href="#others_relationship_type"/)
  assert.equal((await ada.post(list, { ...stale, others_relationship_type: "4NEIG" })).status, 303)
  assert.equal((await peopleOf(intake)).at(-1)?.first_name, "Lars")
})

test("a child's last name is suggested if both parents have it", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt, main, spouse } = intake
  const suggested = async () =>
    /name="last_name"[^>]*value="([^"]*)"/.exec((await ada.get(peopleAt("children/new"))).html)?.[1]
  const name = (id: string, last_name: string) =>
    firm.write(sql`update contacts set last_name = ${last_name} where id = ${id}`)
  await name(main, "Okafor")
  await name(spouse, "Okafor")
  assert.equal(await suggested(), "Okafor")
  await name(spouse, "Lind")
  assert.equal(await suggested(), undefined)
})

test("a child's unknown birth date can be put on the agenda, but not simply left blank", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt } = intake
  const { html } = await ada.get(peopleAt("children/new"))
  const no_date = { date_of_birth_month: "", date_of_birth_day: "" }
  const [, new_record = ""] = /name="new_record" value="([^"]+)"/.exec(html) ?? []
  const blank = { ...child("Jules", ""), ...no_date, ...marksOf(html), new_record }
  assert.equal((await ada.post(peopleAt("children/new"), blank)).status, 422)
  for (const press of ["first", "second"]) {
    const left = await ada.post(peopleAt("children/new"), { ...blank, "later.date_of_birth": "true" })
    assert.equal(left.status, 303, press)
  }
  assert.equal((await peopleOf(intake)).at(-1)?.date_of_birth, null)
  assert.match((await ada.get(peopleAt("check"))).html, /Jules Moreau[\s\S]*To talk about/)
})

test("a birth year is enough when the day is unknown, and it shows wherever the date would", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt, matter_id } = intake
  const { html } = await ada.get(peopleAt("children/new"))
  assert.match(html, /If you don’t know the day, the year is enough\./)
  const year = { ...child("Ines", "1990"), date_of_birth_month: "", date_of_birth_day: "" }
  const added = await ada.post(peopleAt("children/new"), year)
  assert.match(added.location, /\/children#done$/)
  const ines = (await peopleOf(intake)).find(({ first_name }) => first_name === "Ines")
  assert.equal(ines?.date_of_birth, null)

  const check = (await ada.get("/portal/check")).html
  assert.match(check, /1990 \(day not known\)/)
  assert.doesNotMatch(check, /#date_of_birth[^>]*>[^<]*Ines/)
  const topics = await firm.run((tx) => listAgenda(loadMatter(tx, service.ring, matter_id)))
  assertEach(topics, ({ label, person }) => [label, person], [
    ["Date of birth: 1990, day not known", "Ines Moreau"],
  ])
  const reader = { language: "es", firm_name: "Hartwell", time_zone: "America/Chicago" } as const
  const { sections } = await firm.run((tx) =>
    copyOfMatter(tx, loadMatter(tx, service.ring, matter_id), reader),
  )
  const printed = sections.flatMap(({ groups }) => groups).find(({ title }) => title === "Ines Moreau")
  assert.ok(
    printed?.rows.some(({ value }) => value === "1990, no se sabe el día"),
    JSON.stringify(printed),
  )
  const staff = await newStaffBrowser(service, firm)
  assert.match((await staff("GET", `/console/matters/${matter_id}/review`)).text, /1990, day not known/)

  const page = peopleAt(`children/${ines?.id}/details`)
  const seen = marksOf((await ada.get(page)).html)
  const give = (month: string, day: string, typed: string) =>
    ada.post(page, {
      ...seen,
      date_of_birth_month: month,
      date_of_birth_day: day,
      date_of_birth_year: typed,
    })
  assert.equal((await give("", "", "2990")).status, 422, "a year in the future")
  assert.equal((await give("", "17", "1990")).status, 422, "a day without its month")
  assert.equal((await give("marzo", "", "1990")).status, 303)
  assert.match((await ada.get("/portal/check")).html, /March 1990 \(day not known\)/)
  assert.match((await ada.get("/portal/check?lang=es")).html, /marzo de 1990 \(no se sabe el día\)/)
  assert.equal((await give("3", "9", "1990")).status, 303)
  assert.equal(
    (await peopleOf(intake)).find(({ first_name }) => first_name === "Ines")?.date_of_birth,
    "1990-03-09",
  )
  assert.deepEqual(await firm.run((tx) => listAgenda(loadMatter(tx, service.ring, matter_id))), [])
})

test("a client's own birth date must be complete", async () => {
  const { ada, names } = await newPortalIntake(service, firm, { define })
  const page = names.replace(/names$/, "details")
  const seen = marksOf((await ada.get(page)).html)
  const given = { ...seen, date_of_birth_month: "", date_of_birth_day: "", date_of_birth_year: "1960" }
  assert.equal((await ada.post(page, given)).status, 422)
  assert.match((await ada.get("/portal/check")).html, /1960 \(not a full date\)/)
})

test("with two clients, no other person can be added as spouse or partner", async () => {
  const withFamily = (ids: SampleParts): Definition => {
    const definition = define(ids)
    const family = { group: "family", included: true, prompt: "Who else is family?", fields: {} } as const
    for (const section of definition.sections) if (section.kind === "people") section.groups = [family]
    return definition
  }
  const { ada, peopleAt } = await newPortalIntake(service, firm, { define: withFamily })
  const { html } = await ada.get(peopleAt("family/new"))
  assert.match(html, /<option value="1DIVO"/)
  for (const type of ["1MARR", "1LIFP", "1ENGA"])
    assert.doesNotMatch(html, literally(`<option value="${type}"`), type)
})

test("a second spouse is not offered beside the first, whether a client or a relative; former ones are", async () => {
  const offered = async (intake: PortalIntake) => {
    const { html } = await intake.ada.get("/portal/people/new?for=x&back=/portal")
    return ["1MARR", "1LIFP", "1ENGA", "1SEPA", "1WIDW", "1DIVO", "1DECS"].filter((type) =>
      html.includes(`value="${type}"`),
    )
  }
  const couple = await newPortalIntake(service, firm)
  assert.deepEqual(await offered(couple), ["1DIVO", "1DECS"])
  await firm.write(sql`update matters set contact_spouse_id = null where id = ${couple.matter_id}`)
  await firm.write(sql`update contacts set relationship_type = '1EXPA' where id = ${couple.spouse}`)
  assert.deepEqual(await offered(couple), ["1MARR", "1LIFP", "1ENGA", "1SEPA", "1DIVO", "1DECS"])
  await firm.write(sql`update contacts set relationship_type = '1MARR' where id = ${couple.child}`)
  assert.deepEqual(await offered(couple), ["1DIVO", "1DECS"])
})
