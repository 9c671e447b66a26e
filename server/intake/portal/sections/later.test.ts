import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { addContact } from "../../contacts/editing.ts"
import { loadMatter } from "../../submissions/loaded-matter.ts"
import { listAgenda } from "../../submissions/review/agenda.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

const agendaOf = ({ matter_id }: PortalIntake) =>
  firm.run(async (tx) =>
    (await listAgenda(loadMatter(tx, service.ring, matter_id))).map(({ label, person }) =>
      person ? `${label}, ${person}` : label,
    ),
  )

/** What a browser sends for a blank date. */
const noDate = (field: string) => ({ [`${field}_month`]: "", [`${field}_day`]: "", [`${field}_year`]: "" })

test("a field the client wants to discuss no longer blocks submitting, and goes on the lawyer's agenda", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, main, spouse, names, pageOf } = intake
  const details = (party: string) => names.replace("main/names", `${party}/details`)
  const leave = async (url: string, field: string) => {
    const { html } = await ada.get(url)
    assert.match(html, /I don’t know yet: let’s talk about it/)
    const { status } = await ada.post(url, { ...marksOf(html), ...noDate(field), [`later.${field}`]: "true" })
    assert.equal(status, 303, url)
  }
  assert.match((await ada.get("/portal/check")).html, /5 answers are still needed/)
  await leave(pageOf(ids.has_will), ids.has_will)
  const own = (await ada.get(details("main"))).html
  assert.doesNotMatch(own, /later\./, "she knows her own birth date")
  const born = { date_of_birth_month: "3", date_of_birth_day: "14", date_of_birth_year: "1962" }
  assert.equal((await ada.post(details("main"), { ...marksOf(own), ...born })).status, 303)
  await leave(details("partner"), "date_of_birth")
  for (const client of [main, spouse])
    await leave(pageOf(ids.executor, `${ids.executor}/${client}`), "level_1")
  assert.deepEqual(await agendaOf(intake), [
    "Date of birth, Ben Smith",
    "Do you have a will today?",
    "Executor, Ada Smith",
    "Executor, Ben Smith",
  ])
  const check = (await ada.get("/portal/check")).html
  assert.doesNotMatch(check, /still needed/)
  assert.equal(check.match(/<dd class="summary-value">To talk about</g)?.length, 4)
  assert.equal((await ada.post("/portal/submission", { after: "0" })).location, "/portal/submissions/1")

  const staff = await newStaffBrowser(service, firm)
  const overview = (await staff("GET", `/console/matters/${intake.matter_id}/review`)).text
  assert.match(
    overview,
    /To talk about: 4[\s\S]*Do you have a will today\?[\s\S]*Executor[\s\S]*\(Ben Smith\)/,
  )
  assert.doesNotMatch(overview, /Still missing: /)
})

test("answering a question, by form or by autosave, takes it off the agenda", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  const page = pageOf(ids.children_wishes)
  const save = (later: boolean) =>
    service.app.inject({
      method: "POST",
      url: "/portal/fields",
      headers: { cookie: cookieHeader(ada.cookies), "sec-fetch-site": "same-origin" },
      payload: {
        page,
        controls: {
          [ids.children_wishes]: [""],
          ...(later && { [`later.${ids.children_wishes}`]: ["true"] }),
        },
        seen: { [ids.children_wishes]: 0 },
      },
    })
  assert.equal((await save(true)).statusCode, 200)
  assert.deepEqual(await agendaOf(intake), ["Wishes for your children"])
  await save(false)
  assert.deepEqual(await agendaOf(intake), [])
  await save(true)
  assert.deepEqual(await agendaOf(intake), ["Wishes for your children"])
  const { html } = await ada.get(page)
  assert.match(html, /id="later\.question_[^"]+"[^>]* checked/)
  // The form sends the box unticked.
  await ada.post(page, { ...marksOf(html), [ids.children_wishes]: "Piano" })
  assert.deepEqual(await agendaOf(intake), [])
  assert.doesNotMatch((await ada.get(page)).html, /later\.question_[^"]+"[^>]* checked/)
})

test("without the box a required question still needs an answer, and a name never offers the box", async () => {
  const { ada, ids, pageOf, names } = await newPortalIntake(service, firm)
  const url = pageOf(ids.has_will)
  assert.equal((await ada.post(url, marksOf((await ada.get(url)).html))).status, 422)
  const { html } = await ada.get(names)
  assert.doesNotMatch(html, /later\./)
  const blank = { ...marksOf(html), first_name: "", last_name: "", "later.first_name": "true" }
  assert.equal((await ada.post(names, blank)).status, 422)
})

test("a hidden question leaves the agenda, and fields of people who are not clients can be on it", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, peopleAt, matter_id } = intake
  const will = pageOf(ids.has_will)
  const marks = marksOf((await ada.get(will)).html)
  await ada.post(will, { ...marks, [ids.has_will]: "yes" })
  const open = marksOf((await ada.get(will)).html)
  await ada.post(will, {
    ...open,
    ...noDate(ids.will_date),
    [ids.has_will]: "yes",
    [`later.${ids.will_date}`]: "true",
  })
  assert.deepEqual(await agendaOf(intake), ["When was it signed?"])
  await ada.post(will, { ...marksOf((await ada.get(will)).html), [ids.has_will]: "no" })
  assert.deepEqual(await agendaOf(intake), [])

  const kim = await firm.run((tx) =>
    addContact(tx, matter_id, { relationship_type: "2DATR", first_name: "Kim", last_name: "Smith" }),
  )
  const details = peopleAt(`children/${kim}/details`)
  const page = (await ada.get(details)).html
  await ada.post(details, {
    ...marksOf(page),
    ...noDate("date_of_birth"),
    "later.date_of_birth": "true",
  })
  assert.deepEqual(await agendaOf(intake), ["Date of birth, Kim Smith"])
})
