import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../test/harness/portal-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"

let service: TestService
let firm: TestFirm
before(async () => {
  service = await openTestService()
  firm = await service.newFirm()
})
after(() => service.close())

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
  assert.ok(!forMain.includes(`value="${main}"`))
  assert.ok(forMain.includes(`value="${spouse}"`) && forMain.includes(`value="${child}"`))
  assert.match((await ada.get(pageOf(ids.executor, `${ids.executor}/${spouse}`))).html, /For Ben/)
  assert.equal((await ada.get(pageOf(ids.executor))).status, 404)
})

test("a role's page and the check page both say that there is no successor", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, pageOf, ids } = intake
  const url = pageFor(intake)
  await ada.post(url, { ...marksOf((await ada.get(url)).html), level_1: child })
  assert.deepEqual(await levelsOf(intake), [[child]])
  assert.match((await ada.get(url)).html, /There is no successor yet\. If Cleo Smith cannot serve/)
  assert.match((await ada.get(pageOf(ids.executor, "check"))).html, /None named/)
})

test("buttons that add, move and remove levels save what was just chosen", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child } = intake
  const url = pageFor(intake)
  const send = async (form: Record<string, string | string[]>) =>
    ada.post(url, { ...marksOf((await ada.get(url)).html), ...form })
  await send({ level_1: child, level_2: [spouse, other_child] })
  const moved = await send({ level_1: child, level_2: [spouse, other_child], arrange: "up.2" })
  assert.equal(moved.location, `${url}#level_1-field`)
  assert.deepEqual(await levelsOf(intake), [[spouse, other_child], [child]])
  assert.match((await ada.get(url)).html, /Ben Smith and Dan Smith would serve together/)
  const added = await send({ level_1: [spouse], level_2: child, arrange: "add" })
  assert.equal(added.location, `${url}?levels=3#level_3-field`)
  assert.match((await ada.get(`${url}?levels=3`)).html, /id="level_3"/)
  assert.deepEqual(await levelsOf(intake), [[spouse], [child]])
  await send({ level_1: [spouse], level_2: child, arrange: "remove.1" })
  assert.deepEqual(await levelsOf(intake), [[child]])
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
  assert.equal(response.html.match(new RegExp(`value="${child}"[^>]* checked`, "g"))?.length, 2)
  assert.deepEqual(await levelsOf(intake), [])
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

test("the page is completely in Spanish", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = (await intake.ada.get(`${pageFor(intake)}?lang=es`)).html
  for (const words of ["Para Ada", "Primera opción", "Sustituto", "Guardar y continuar"])
    assert.ok(page.includes(words), words)
  for (const words of ["First choice", "Successor", "Someone else", "Save"])
    assert.ok(!page.includes(words), words)
})
