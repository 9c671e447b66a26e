import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient, newPortalBrowser, type PortalBrowser } from "../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { probate } from "../../../test/harness/templates.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { sql } from "../../platform/db/sql.ts"

const service = provideService()

test("each phone number is its own field: two people can change two numbers without a conflict", async () => {
  const { client, firm, matter_id, names } = await enter()
  const helper = await join(firm, matter_id, "Ben")
  const contact_url = names.replace("/names", "/contact")
  const email = seen("email_home", "maria@example.com")
  await client.post(contact_url, { ...seen("phone_mobile", "512 555 0142"), ...email })
  const other = await helper.post(contact_url, {
    ...seen("phone_mobile", ""),
    ...seen("phone_home", "512 555 0199"),
    ...email,
  })
  assert.equal(other.status, 303)
  const phones = await firm.all<{ type: string; number: string }>(sql`
      select type, number from phone_numbers where matter_id = ${matter_id} order by type`)
  assert.deepEqual(phones, [
    { type: "home", number: "512 555 0199" },
    { type: "mobile", number: "512 555 0142" },
  ])
})

test("the valid fields of a faulty form are saved, and nothing typed is lost", async () => {
  const { client, firm, matter_id, names } = await enter()
  const details = names.replace("/names", "/details")
  const response = await client.post(details, {
    "seen.date_of_birth": "0",
    date_of_birth_month: "Feb",
    date_of_birth_day: "31",
    date_of_birth_year: "1962",
    ...seen("gender_binary", "Female"),
  })
  assert.equal(response.status, 422)
  assert.match(response.html, /<title>Error: /)
  assert.match(response.html, /value="Feb"/)
  assert.match(response.html, /value="31"/)
  const sentence = /has a day that does not exist in February 1962/g
  assert.equal(response.html.match(sentence)?.length, 2)
  assert.equal(await stored(firm, matter_id, "gender_binary"), "Female")
  // The page shown again has the revisions of its own save, so the next one does not conflict.
  const again = await client.post(details, {
    ...fieldsOf(response.html),
    gender_binary: "Male",
    date_of_birth_day: "28",
  })
  assert.equal(again.status, 303)
  assert.equal(await stored(firm, matter_id, "gender_binary"), "Male")
})

test("a required answer can be skipped for now", async () => {
  const { client, names } = await enter()
  const skipped = await client.post(names, {
    ...seen("first_name", "Maria"),
    ...seen("last_name", ""),
    skip: "true",
  })
  assert.match(skipped.location, /\/family$/)
})

test("switching the language keeps the page and what was typed, faulty or not", async () => {
  const { client, firm, matter_id, names } = await enter()
  const details = names.replace("/names", "/details")
  const response = await client.post(details, {
    "seen.date_of_birth": "0",
    date_of_birth_month: "Foo",
    date_of_birth_day: "3",
    date_of_birth_year: "1962",
    ...seen("gender_binary", "Female"),
    lang: "es",
  })
  assert.match(response.html, /<html lang="es">/)
  assert.match(response.html, /value="Foo"/)
  assert.equal(await stored(firm, matter_id, "gender_binary"), "Female")
  assert.match((await client.get("/portal")).html, /Partes de su cuestionario/)
  assert.match((await client.get(`${names}?lang=en`)).html, /First name/)
})

test("confirming each section despite missing answers ends at the page before submitting, not in a loop", async () => {
  const { client, sections } = await enterWithName()
  const walked = new Set<string>()
  let here = `/portal/sections/${sections.clients}`
  while (!walked.has(here) && here.startsWith("/portal/sections/")) {
    walked.add(here)
    here = (await client.post(`${here}/check`)).location
  }
  assert.equal(here, "/portal/check")
  assert.ok(walked.size > 5)
})

test("adding a person with a similar name asks whether they are the same", async () => {
  const { client, firm, matter_id, sections } = await enterWithName()
  const add = `/portal/sections/${sections.people}/children/new`
  const ana = { relationship_type: "2DATR", first_name: "Ana", last_name: "Nguyễn" }
  assert.match((await client.post(add, ana)).location, /#done$/)
  const warned = await client.post(add, { ...ana, first_name: "Aña" })
  assert.equal(warned.status, 422)
  assert.match(warned.html, /someone you have added already/)
  const duplicate = await client.post(add, { ...ana, first_name: "Aña", same_person: "none" })
  assert.match(duplicate.location, /#done$/)
  const { count } = await firm.one<{ count: number }>(sql`
      select count(*) from contacts where matter_id = ${matter_id} and relationship_type = '2DATR'`)
  assert.equal(count, 2)
})

test("the list of parts says how many answers are still needed where some are", async () => {
  const { client } = await enterWithName()
  const { html } = await client.get("/portal")
  const counts = [...html.matchAll(/(\d+) answers? still needed/g)].map(([, count]) => Number(count))
  assert.ok(counts.length > 0)
  assert.ok(!counts.includes(0), counts.join())
})

test("a charity needs only one name", async () => {
  const { client, sections } = await enterWithName()
  const added = await client.post(`/portal/sections/${sections.people}/others/new`, {
    relationship_type: "4CHAR",
    first_name: "Helping Hands of Austin",
    last_name: "",
    "seen.last_name": "0",
  })
  assert.equal(added.status, 303)
})

test("removing a person needs confirmation, and is refused while an answer names them", async () => {
  const { client, sections, firm, matter_id } = await enterWithName()
  const people = `/portal/sections/${sections.people}`
  const added = await client.post(`${people}/family/new`, {
    relationship_type: "3BROT",
    first_name: "Otto",
    last_name: "Ruiz",
  })
  const contact_id = /family\/(contact_[0-9A-F]+)/.exec((await client.get(added.location)).html)?.[1] ?? ""
  const emergency = await questionUrl(client, sections.situation, "Who can we call")
  const name = emergency.split("/").at(-1) ?? ""
  assert.equal((await client.post(emergency, seen(name, contact_id))).status, 303)

  const remove = `${people}/family/${contact_id}/remove`
  const named = (await client.get(remove)).html
  assert.match(named, /Who takes Otto Ruiz’s place\?/)
  // The page links to the answer that names them, which leads back here.
  const there = new RegExp(`<a class="no-print" href="(${emergency}\\?return=[^"]+)#${name}">Open this page`)
  const [, link = ""] = there.exec(named) ?? assert.fail(named)
  assert.equal((await client.post(link, seen(name, contact_id, 1))).location, remove)
  assert.match((await client.get(`${remove}?lang=es`)).html, /Respuesta a: ¿A quién/)
  await client.get(`${remove}?lang=en`)
  await client.post(remove)
  assert.match((await client.get(`${people}/everyone`)).html, /Otto Ruiz/)
  await client.post(emergency, seen(name, "", 1))
  assert.match((await client.get(remove)).html, /Remove Otto Ruiz from the list\?/)
  const removed = await client.post(remove)
  assert.equal(removed.location, `${people}/everyone#done`)
  const message = /role="status" id="done" tabindex="-1">.{0,400}Otto Ruiz was removed from the list\./
  assert.match((await client.get(removed.location)).html, message)
  assert.doesNotMatch((await client.get(`${people}/everyone`)).html, /Otto Ruiz|id="done"/)
  assert.equal(await firm.maybe(sql`select id from contacts where id = ${contact_id}`), undefined)
  assert.ok(matter_id)
})

test("a question is its page's heading, although the question before it does not apply", async () => {
  const { client, sections, names } = await enterWithName()
  await client.post(names.replace("main/names", "family"), seen("number_of_children", "1"))
  const added = await client.post(`/portal/sections/${sections.people}/children/new`, {
    ...{ relationship_type: "2DATR", first_name: "Ada", last_name: "Ruiz" },
    ...{ date_of_birth_month: "5", date_of_birth_day: "2", date_of_birth_year: "2020" },
  })
  assert.equal(added.status, 303)
  const { html } = await client.get("/portal")
  const section = /href="\/portal\/sections\/(section_[0-9A-F]+)"[^>]*>Your children/.exec(html)?.[1] ?? ""
  const page = await client.get(await questionUrl(client, section, "At what age should they get"))
  assert.match(page.html, /<h1[^>]*><label[^>]*>At what age should they get/)
})

test("a person added from a question is picked there afterward", async () => {
  const { client, sections } = await enterWithName()
  const emergency = await questionUrl(client, sections.situation, "Who can we call")
  const name = emergency.split("/").at(-1) ?? ""
  const response = await client.post(emergency, { ...seen(name, ""), add_person: name })
  assert.match(response.location, /^\/portal\/people\/new\?/)
  const added = await client.post(response.location, {
    relationship_type: "4FRND",
    first_name: "Inge",
    last_name: "Holm",
  })
  assert.ok(added.location.startsWith(`${emergency}?picked.`))
  const back = await client.get(added.location)
  const contact_id = /contact_[0-9A-F]+/.exec(added.location)?.[0]
  assert.match(back.html, new RegExp(`value="${contact_id}" checked`))
})

test("a sensitive answer never comes back to the browser, not even in a conflict", async () => {
  const { client, sections, firm, matter_id } = await enterWithName()
  const helper = await join(firm, matter_id, "Ben")
  const url = await questionUrl(client, sections.situation, "Social Security number")
  const name = /question_[0-9A-F]+/.exec(url)?.[0] ?? ""
  assert.equal((await client.post(url, seen(name, "512-45-8097"))).status, 303)
  const shown = await client.get(url)
  assert.match(shown.html, /This has been answered/)
  const clash = await helper.post(url, seen(name, "987-65-4321"))
  assert.equal(clash.status, 409)
  const check = await client.get(`/portal/sections/${sections.situation}/check`)
  for (const { html } of [shown, clash, check, await client.get(`${url}?change=${name}`)])
    assert.doesNotMatch(html, /\b(8097|4321)\b/)
  // A blank control does not clear the answer.
  assert.equal((await client.post(url, seen(name, "", 1))).status, 303)
  assert.match((await client.get(url)).html, /This has been answered/)
})

test("a representative reads questions that name the person who died", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, {
    questionnaire: probate,
    party: "representative",
  })
  const client = newPortalBrowser(service)
  assert.match((await client.get(`/invite/${invite_key}`)).html, /You answer for the estate/)
  const start = await client.post(`/invite/${invite_key}/start`)
  const names = `${(await client.get(start.location)).location}/names`
  assert.match((await client.get(names)).html, /What is your full name\?/)
  const main = names.replace("/you/", "/main/")
  assert.match((await client.get(main)).html, /What is the full name of the person who died\?/)
  await client.post(main, { ...seen("first_name", "Walter"), ...seen("last_name", "Kern") })
  assert.match((await client.get(main.replace("names", "details"))).html, /Date of death/)
  assert.match(
    (await client.get(main.replace("names", "address"))).html,
    /What was the last address of Walter\?/,
  )
  assert.match(
    (await client.get(main.replace("main/names", "family"))).html,
    /The family of Walter at the time of death/,
  )
})

/** A client who has pressed Start; `names` is the URL of the first page. */
async function enter() {
  const firm = await service.newFirm()
  const invited = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
  const client = newPortalBrowser(service)
  const start = await client.post(`/invite/${invited.invite_key}/start`)
  const { location } = await client.get(start.location)
  return { ...invited, firm, client, names: `${location}/names` }
}

/** A client who has given their name, with the ids of the sections. */
async function enterWithName() {
  const all = await enter()
  await all.client.post(all.names, { ...seen("first_name", "Maria"), ...seen("last_name", "Ruiz") })
  const { html } = await all.client.get("/portal")
  const idOf = (title: string) =>
    new RegExp(`href="/portal/sections/(section_[0-9A-F]+)"(?:(?!</a>).)*>\\s?${title}`).exec(html)?.[1] ?? ""
  const sections = {
    clients: idOf("About you"),
    people: idOf("Your family"),
    situation: idOf("Your situation"),
  }
  return { ...all, sections }
}

async function join(firm: TestFirm, matter_id: string, first_name: string): Promise<PortalBrowser> {
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "helper", first_name, email: "ben@example.com" }),
  )
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invite_key}/start`)
  return client
}

/** The URL of a question's page, found on the section's check page. */
async function questionUrl(client: PortalBrowser, section: string, prompt: string): Promise<string> {
  const { html } = await client.get(`/portal/sections/${section}/check`)
  const row = html.split('class="summary-row').find((part) => part.includes(prompt)) ?? ""
  return (/href="([^"?]+)/.exec(row)?.[1] ?? "").replaceAll("&amp;", "&")
}

function seen(name: string, value: string, revision = 0): Record<string, string> {
  return { [name]: value, [`seen.${name}`]: String(revision) }
}

/** What the page's form would send unchanged. */
function fieldsOf(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('id="page-form"'))
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const isOff = /type="(radio|checkbox)"/.test(tag) && !/ checked/.test(tag)
    const name = attribute("name")
    if (name && !isOff) fields[name] = attribute("value") ?? ""
  }
  return fields
}

async function stored(
  firm: TestFirm,
  matter_id: string,
  column: "first_name" | "gender_binary",
): Promise<string> {
  const row = await firm.one<Record<string, string>>(sql`
      select c.first_name, c.gender_binary from contacts c
        join matters m on m.contact_main_id = c.id where m.id = ${matter_id}`)
  return row[column] ?? ""
}
