import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import type { WhoMayServe } from "../../../definition/conditions/who-may-serve.ts"
import type { Approach, Definition, Role } from "../../../definition/definition.ts"
import { addContact, changeContact } from "../../contacts/editing.ts"
import { definitionOf, moveToVersion } from "../../matters/progress/definition.ts"
import { publishVersion } from "../../questionnaires/versions.ts"
import { assignRole } from "../roles.ts"

const { service, firm } = provideServiceAndFirm()

const levelsOf = async ({ matter_id }: PortalIntake, index = 0) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/roles`)).body.roles[index].assignments.map(
    (level: { contacts: string[] }) => level.contacts,
  )
const pageFor = ({ pageOf, ids, main }: PortalIntake) => pageOf(ids.executor, `${ids.executor}/${main}`)

test("a split role has a page for each client, which names the client and does not offer them", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, pageOf, ids, main, spouse, child } = intake
  const forMain = (await ada.get(pageOf(ids.executor, `${ids.executor}/${main}`))).html
  assert.match(forMain, /For Ada/)
  assert.doesNotMatch(forMain, literally(`value="${main}"`))
  assert.ok(forMain.includes(`value="${spouse}"`) && forMain.includes(`value="${child}"`))
  assert.match((await ada.get(pageOf(ids.executor, `${ids.executor}/${spouse}`))).html, /For Ben/)
  assert.equal((await ada.get(pageOf(ids.executor))).status, 404)
})

test("a role's page and its check page both say that there is no successor", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, spouse, pageOf, ids } = intake
  const url = pageFor(intake)
  const send = async (form: Record<string, string>) =>
    ada.post(url, { ...marksOf((await ada.get(url)).html), ...form })
  await send({ level_1: child })
  assert.deepEqual(await levelsOf(intake), [[child]])
  assert.match((await ada.get(url)).html, /then<\/span>.*?name="level_2"[^>]*><option value[^>]*>no one yet/)
  const check = async () => (await ada.get(pageOf(ids.executor, "check"))).html
  assert.match(await check(), /Cleo Smith[\s\S]*None named/)
  await send({ level_1: child, level_2: spouse })
  assert.doesNotMatch(await check(), /None named/)
})

const withExecutor = (
  { executor }: SampleParts,
  { sections }: Definition,
  settings: Partial<Role>,
): Definition => ({
  sections: sections.map((section) => {
    if (section.kind !== "roles") return section
    const roles = section.roles.map((role) => (role.id === executor ? { ...role, ...settings } : role))
    return { ...section, roles }
  }),
})

/** An intake whose first role has these settings. */
const newRoleIntake = (settings: Partial<Role>, approach: Approach = "planning") =>
  newPortalIntake(service, firm, {
    approach,
    define: (ids) => withExecutor(ids, sampleDefinition(ids), settings),
  })

test("after a move to a version where a role takes fewer people, it can still be changed", async () => {
  const intake = await newRoleIntake({ levels: 3, several: true })
  const { ada, ids, main, spouse, child, other_child, matter_id } = intake
  const { questionnaire_id } = await firm.run(async (tx) => {
    const levels = [[spouse, child], [other_child]]
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels })
    const matter = await definitionOf(tx, matter_id)
    const narrowed = withExecutor(ids, matter.definition, { levels: 1, several: false })
    await publishVersion(tx, matter.questionnaire_id, narrowed)
    return matter
  })
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", `/console/questionnaires/${questionnaire_id}/outdated`)
  assert.match(text, literally("“Executor” names 2 people more than it would take."))
  await firm.run((tx) => moveToVersion(tx, matter_id, 2))
  assert.deepEqual(await levelsOf(intake), [[spouse, child], [other_child]])
  const url = pageFor(intake)
  const { html } = await ada.get(url)
  assert.match(html, literally(`value="${spouse}" selected`))
  // Whom the page no longer shows is no obstacle to being chosen.
  assert.equal((await ada.post(url, { ...marksOf(html), level_1: other_child })).status, 303)
  assert.deepEqual(await levelsOf(intake), [[other_child]])
})

test("a sentence asks who acts if the client cannot; for a business, each choice says what it is for", async () => {
  const textOf = async (intake: PortalIntake, who: "ada" | "ben") =>
    (await intake[who].get(pageFor(intake))).html.replaceAll(/<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ")
  const alive = await newRoleIntake({ several: false })
  assert.match(
    await textOf(alive, "ada"),
    /If I cannot, First choice Choose one .* should act, then Successor no one yet/,
  )
  assert.match(await textOf(alive, "ben"), /If Ada cannot, First choice/)
  const business = await newRoleIntake({ several: false }, "business")
  const shown = await textOf(business, "ada")
  assert.doesNotMatch(shown, /If I cannot|should act,/)
  for (const words of [
    "We need at least a first choice.",
    "Successor (optional)",
    "Steps in if no one named above",
  ])
    assert.match(shown, literally(words))
})

test("a list names everyone with their relationship, someone new, and a way not to know yet", async () => {
  const intake = await newRoleIntake({ several: false })
  const { ada, ids, main, child } = intake
  const url = pageFor(intake)
  const { html } = await ada.get(url)
  const first = /<select[^>]*id="level_1".*?<\/select>/.exec(html)?.[0] ?? ""
  assertEach([...first.matchAll(/<option[^>]*>([^<]*)/g)], ([, label]) => label, [
    "Choose one",
    "Ben Smith, Spouse",
    "Cleo Smith, Child",
    "Dan Smith, Child",
    "Someone else (added on the next page)",
    "I don’t know yet: let’s talk about it",
  ])
  // Without script, "Someone else" counts once the form is sent, which saves the rest.
  const adding = await ada.post(url, { ...marksOf(html), level_1: child, level_2: "someone_else" })
  assert.match(adding.location, /^\/portal\/people\/new\?for=level_2/)
  assert.deepEqual(await levelsOf(intake), [[child]])
  const added = `${url}?picked.level_2=${intake.other_child}`
  assert.match((await ada.get(added)).html, new RegExp(`value="${intake.other_child}" selected`))
  const later = { ...marksOf((await ada.get(url)).html), level_1: "later", level_2: "" }
  assert.equal((await ada.post(url, later)).status, 303)
  assert.deepEqual(await levelsOf(intake), [])
  assert.match((await ada.get(url)).html, /value="later" selected/)
  assert.match((await ada.get(intake.pageOf(ids.executor, "check"))).html, /To talk about/)
  assert.equal((await ada.post(url, { ...marksOf((await ada.get(url)).html), level_1: main })).status, 422)
})

test("a role has room for one more successor than are named, up to its limit, and gaps close", async () => {
  const intake = await newRoleIntake({ several: false, levels: 5 })
  const { ada, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const rooms = async () => Object.keys(marksOf((await ada.get(url)).html)).length
  const send = async (form: Record<string, string>) =>
    ada.post(url, { ...marksOf((await ada.get(url)).html), ...form })
  assert.equal(await rooms(), 3)
  await send({ level_1: spouse, level_2: child, level_3: other_child })
  assert.equal(await rooms(), 4)
  // The two who swap levels are named once each, as long as both are sent.
  await send({ level_1: child, level_2: spouse, level_3: other_child })
  assert.deepEqual(await levelsOf(intake), [[child], [spouse], [other_child]])
  await send({ level_1: child, level_2: "", level_3: other_child })
  assert.deepEqual(await levelsOf(intake), [[child], [other_child]])
})

/** An intake whose roles and questions about people limit who may be chosen. */
function newLimitedIntake(limits: WhoMayServe): Promise<PortalIntake> {
  return newPortalIntake(service, firm, {
    define: (ids): Definition => ({
      sections: sampleDefinition(ids).sections.map((section) => {
        if (section.kind === "roles")
          return { ...section, roles: section.roles.map((role) => ({ ...role, ...limits })) }
        if (section.kind !== "questions") return section
        const limited = section.questions.map((question) =>
          question.type === "contact" ? { ...question, ...limits } : question,
        )
        return { ...section, questions: limited }
      }),
    }),
  })
}

const turnMinor = (contact_id: string) =>
  firm.run((tx) => changeContact(tx, contact_id, [{ field: "date_of_birth", value: "2015-02-03" }]))

test("a role, and a question about a person, offer only those who may serve", async () => {
  for (const [limits, offered] of [
    [{}, ["spouse", "child", "other_child"]],
    [{ adults_only: true }, ["spouse", "other_child"]],
    [{ not_clients: true }, ["child", "other_child"]],
    [{ adults_only: true, not_clients: true }, ["other_child"]],
  ] as const) {
    const intake = await newLimitedIntake(limits)
    await turnMinor(intake.child)
    const people = (["spouse", "child", "other_child"] as const).filter((who) => who)
    const { html } = await intake.ada.get(pageFor(intake))
    assert.deepEqual(
      people.filter((who) => html.includes(`value="${intake[who]}"`)),
      [...offered],
    )
    assert.equal(
      html.includes("Not on this list: Cleo Smith"),
      !(offered as readonly string[]).includes("child"),
    )
    const friend = (await intake.ada.get(intake.pageOf(intake.ids.friend))).html
    assert.deepEqual(
      people.filter((who) => friend.includes(`value="${intake[who]}"`)),
      [...offered],
    )
    assert.equal(friend.includes(`value="${intake.main}"`), !("not_clients" in limits))
  }
})

test("someone left out cannot be posted either, and nothing is saved", async () => {
  const intake = await newLimitedIntake({ adults_only: true, not_clients: true })
  await turnMinor(intake.child)
  const url = pageFor(intake)
  for (const who of [intake.child, intake.spouse]) {
    const posted = await intake.ada.post(url, { ...marksOf((await intake.ada.get(url)).html), level_1: who })
    assert.equal(posted.status, 422)
  }
  assert.deepEqual(await levelsOf(intake), [])
})

test("someone chosen before stays, and the page asks about them in a plain sentence", async () => {
  const intake = await newLimitedIntake({ adults_only: true, not_clients: true })
  const { matter_id, ids, main, spouse, child } = intake
  await firm.run((tx) =>
    assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels: [[child], [spouse]] }),
  )
  await turnMinor(child)
  const { html } = await intake.ada.get(pageFor(intake))
  assert.match(html, literally("Cleo Smith: under 18."))
  assert.match(html, literally("Ben Smith: this should be someone other than"))
  assert.match(html, literally(`value="${child}"`))
  assert.deepEqual(await levelsOf(intake), [[child], [spouse]])
})

test("a question about a person asks about the one chosen before, and names those it leaves out", async () => {
  const intake = await newLimitedIntake({ adults_only: true, not_clients: true })
  const { ada, child, other_child } = intake
  const url = intake.pageOf(intake.ids.friend)
  const shown = (await ada.get(url)).html
  assert.doesNotMatch(shown, /under 18/)
  await ada.post(url, { ...marksOf(shown), [intake.ids.friend]: child })
  await turnMinor(child)
  await turnMinor(other_child)
  const { html } = await ada.get(url)
  assert.match(html, literally("Cleo Smith: under 18."))
  assert.match(html, /Not on this list: [^<]* under 18/)
  assert.match(html, new RegExp(`value="${child}"[^>]* checked`))
})

test("choosing a person twice is refused by name, and the form keeps what was picked", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child } = intake
  const url = pageFor(intake)
  const marks = marksOf((await ada.get(url)).html)
  const response = await ada.post(url, { ...marks, level_1: child, level_2: child })
  assert.equal(response.status, 422)
  assert.match(response.html, /<title>Error: /)
  assert.equal(response.html.match(/Cleo Smith is chosen more than once/g)?.length, 2)
  assert.equal(response.html.match(new RegExp(`value="${child}"[^>]* selected`, "g"))?.length, 2)
  assert.deepEqual(await levelsOf(intake), [[child]])
})

test("people who serve together have a list each, with one more for another, who may be added in between", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const page = async () => (await ada.get(url)).html
  assert.equal((await page()).match(/name="level_1"/g)?.length, 2)
  const both = { ...marksOf(await page()), level_1: [child, spouse], level_2: [""] }
  assert.equal((await ada.post(url, both)).status, 303)
  assert.deepEqual((await levelsOf(intake))[0].toSorted(), [child, spouse].toSorted())
  assert.equal((await page()).match(/name="level_1"/g)?.length, 3)
  const adding = { ...marksOf(await page()), level_1: [spouse, "someone_else", ""] }
  assert.match((await ada.post(url, adding)).location, /^\/portal\/people\/new\?for=level_1/)
  assert.deepEqual(await levelsOf(intake), [[spouse]])
  const { html } = await ada.get(`${url}?picked.level_1=${other_child}`)
  assert.deepEqual(
    [...html.matchAll(/value="([^"]+)" selected/g)].map(([, id]) => id),
    [spouse, other_child],
  )
})

test("a required role cannot be left blank, but can be skipped for now", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada } = intake
  const url = pageFor(intake)
  const marks = marksOf((await ada.get(url)).html)
  const blank = await ada.post(url, marks)
  assert.equal(blank.status, 422)
  assert.match(blank.html, /href="#level_1"/)
  assert.equal((await ada.post(url, { ...marks, skip: "true" })).status, 303)
})

test("what a page with a fault has saved is not in conflict with what it sends next", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const marks = marksOf((await ada.get(url)).html)
  const blank = await ada.post(url, { ...marks, level_2: child })
  assert.equal(blank.status, 422)
  const next = { ...marksOf(blank.html), level_1: spouse, level_2: other_child }
  assert.equal((await ada.post(url, next)).status, 303)
  assert.deepEqual(await levelsOf(intake), [[spouse], [other_child]])
})

test("a level that the sent page shows is saved, even if others have removed levels meanwhile", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const marks = marksOf((await ada.get(`${url}?levels=3`)).html)
  await ada.post(url, { ...marks, level_1: spouse, level_2: child, level_3: other_child })
  assert.deepEqual(await levelsOf(intake), [[spouse], [child], [other_child]])
})

test("two clients can change different levels; changing the same level shows both choices", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const [atAda, atBen] = [marksOf((await ada.get(url)).html), marksOf((await ben.get(url)).html)]
  await ada.post(url, { ...atAda, level_1: spouse })
  // Ben opened the page before Ada saved, and did not touch the first level.
  await ben.post(url, { ...atBen, level_2: child, skip: "true" })
  assert.deepEqual(await levelsOf(intake), [[spouse], [child]])

  const both = marksOf((await ben.get(url)).html)
  await ada.post(url, { ...both, level_1: spouse, level_2: other_child })
  const late = await ben.post(url, { ...both, level_1: spouse })
  assert.equal(late.status, 409)
  assert.match(late.html, /Dan Smith/)
  assert.deepEqual(await levelsOf(intake), [[spouse], [other_child]])
})

test("each level is compared with what its own page showed, however often the levels changed since", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, matter_id, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const friend = await firm.call(addContact, matter_id, { relationship_type: "4FRND", first_name: "Kim" })
  const seen = (one: number, two: number) => ({ "seen.level_1": `${one}`, "seen.level_2": `${two}` })
  await ada.post(url, { ...seen(0, 0), level_1: spouse, level_2: child })
  await ada.post(url, { ...seen(1, 1), level_1: spouse, level_2: other_child })
  await ada.post(url, { ...seen(2, 2), level_1: friend, level_2: other_child })
  // Ben opened the page before Ada's last change, and takes back the one before.
  assert.equal((await ben.post(url, { ...seen(2, 2), level_1: spouse, level_2: child })).status, 303)
  assert.deepEqual(await levelsOf(intake), [[friend], [child]])
  // Ada's page has saved its first level since, and still shows the second as it was.
  const late = await ada.post(url, { ...seen(4, 3), level_1: spouse, level_2: other_child })
  assert.equal(late.status, 303)
  assert.deepEqual(await levelsOf(intake), [[spouse], [child]])
})

test("switching the language saves what was chosen and shows the same page again", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child } = intake
  const url = pageFor(intake)
  const { html } = await ada.get(url)
  const switched = await ada.post(url, { ...marksOf(html), level_1: child, lang: "es" })
  assert.deepEqual([switched.status, switched.location], [303, url])
  assert.deepEqual(await levelsOf(intake), [[child]])
  assert.match((await ada.get(url)).html, /<html lang="es"/)
})
