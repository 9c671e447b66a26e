import assert from "node:assert/strict"
import { before, test } from "node:test"
import { listMisplacedBoxes } from "../../../../test/harness/boxes.ts"
import { expectNoAxeViolations } from "../../../../test/harness/browser.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { untilSaved } from "../../../../test/harness/until-saved.ts"
import type { Approach, Definition, Role } from "../../../definition/definition.ts"
import { newId } from "../../../platform/ids.ts"
import { changeContact } from "../../contacts/editing.ts"
import { assignRole } from "../roles.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
let firm: TestFirm
before(async () => {
  firm = await service.newFirm()
})

const [finances, trustee] = [newId("role"), newId("role")]

/** A couple's intake with an executor and an agent for each, and trustees for both, who serve together. */
const newCouple = (approach: Approach = "planning", settings: Partial<Role> = {}) =>
  newPortalIntake(service, firm, {
    approach,
    define: (ids): Definition => ({
      sections: sampleDefinition(ids).sections.map((section) => {
        if (section.kind !== "roles" || section.id === ids.guardians_section) return section
        const [executor, ...others] = section.roles
        if (!executor) return section
        const own = { ...executor, several: false, adults_only: true, ...settings }
        const agent = { ...own, id: finances, role_description: "Agent for finances" }
        const both = {
          ...own,
          id: trustee,
          role_description: "Trustee",
          split: false,
          several: true,
          required: false,
        }
        return { ...section, roles: [own, agent, { ...both, not_clients: true }, ...others] }
      }),
    }),
  })

const tableOf = ({ pageOf, ids }: PortalIntake) => pageOf(ids.executor, "all")

/** Everyone picked on the table, by role, client and level. */
async function pickedOn(intake: PortalIntake): Promise<Record<string, string[]>> {
  const { html } = await intake.ada.get(tableOf(intake))
  const picked: Record<string, string[]> = {}
  for (const name of Object.keys(marksOf(html)).map((mark) => mark.slice("seen.".length))) {
    const list = new RegExp(`<select[^>]*id="${name}".*?</select>`).exec(html)?.[0]
    const one = list && /value="(contact_[^"]*)" selected/.exec(list)?.[1]
    const boxes = [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)" checked`, "g"))]
    const people = one ? [one] : boxes.map(([, id = ""]) => id)
    const key = name.replace(/\.level_\d$/, "")
    if (people.length > 0) picked[key] = [...(picked[key] ?? []), people.join()]
  }
  return picked
}

async function stored({ matter_id }: PortalIntake): Promise<string[]> {
  const { roles } = (await firm.request("GET", `/v1/matters/${matter_id}/roles`)).body
  return roles.flatMap((role: { assignments: { contacts: string[] }[] }) =>
    role.assignments.length > 0
      ? [role.assignments.map(({ contacts }) => contacts.join()).join(" then ")]
      : [],
  )
}

const nameExecutors = ({ matter_id, ids, main }: PortalIntake, levels: string[][]) =>
  firm.run((tx) => assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels }))

test("the people of the first role are suggested for all others, and stored once the button is pressed", async () => {
  const intake = await newCouple()
  const { ada, ids, main, spouse, child, other_child, pageOf } = intake
  assert.match((await ada.get(pageOf(ids.executor, ""))).location, literally(`${ids.executor}/${main}`))
  assert.deepEqual(await pickedOn(intake), {})
  const first = pageOf(ids.executor, `${ids.executor}/${main}`)
  const saved = await ada.post(first, {
    ...marksOf((await ada.get(first)).html),
    level_1: spouse,
    level_2: child,
  })
  assert.equal(saved.location, tableOf(intake))
  // Each spouse comes first for the other; a role for both is for neither.
  const suggested = {
    [`${ids.executor}.${main}`]: [spouse, child],
    [`${ids.executor}.${spouse}`]: [main, child],
    [`${finances}.${main}`]: [spouse, child],
    [`${finances}.${spouse}`]: [main, child],
    [trustee]: [child],
  }
  assert.deepEqual(await pickedOn(intake), suggested)
  const { html } = await ada.get(tableOf(intake))
  assert.match(html, /The same for the others\?[\s\S]*Nothing is saved until you press/)
  assert.deepEqual(await stored(intake), [`${spouse} then ${child}`])
  const form: Record<string, string> = marksOf(html)
  for (const [key, people] of Object.entries(suggested))
    for (const [index, id] of people.entries()) form[`${key}.level_${index + 1}`] = id
  // Leaving the page confirms nothing but the role that was changed.
  const changed = { ...form, [`${finances}.${spouse}.level_2`]: other_child }
  assert.equal((await ada.post(tableOf(intake), { ...changed, lang: "es" })).status, 303)
  assert.deepEqual(await stored(intake), [`${spouse} then ${child}`, `${main} then ${other_child}`])
  await ada.get(`${tableOf(intake)}?lang=en`)
  const marks = marksOf((await ada.get(tableOf(intake))).html)
  assert.equal(
    (await ada.post(tableOf(intake), { ...changed, ...marks, [`${trustee}.level_1`]: "" })).status,
    303,
  )
  assert.deepEqual(await stored(intake), [
    `${spouse} then ${child}`,
    `${main} then ${child}`,
    `${spouse} then ${child}`,
    `${main} then ${other_child}`,
  ])
  // Who was taken out is not suggested again.
  assert.equal((await pickedOn(intake))[trustee], undefined)
})

test("only those who may serve are suggested, and none where the client does not know yet", async () => {
  const intake = await newCouple()
  const { ada, ids, main, spouse, child, other_child, pageOf } = intake
  await nameExecutors(intake, [[child], [other_child]])
  await firm.run((tx) => changeContact(tx, child, [{ field: "date_of_birth", value: "2015-02-03" }]))
  const own = pageOf(ids.executor, `${finances}/${main}`)
  await ada.post(own, { ...marksOf((await ada.get(own)).html), level_1: "later" })
  const picked = await pickedOn(intake)
  assert.deepEqual(picked[`${finances}.${main}`], undefined)
  assert.deepEqual(picked[`${finances}.${spouse}`], [other_child])
  assert.deepEqual(picked[trustee], [other_child])
  const { html } = await ada.get(tableOf(intake))
  assert.match(html, /Not on this list: Ada Smith and Ben Smith, because someone else is needed here/)
  assert.match(html, /Not on this list: Cleo Smith, because they are under 18/)
})

test("a business and a will suggest no one, and ask about all roles on one page", async () => {
  const intake = await newCouple("business")
  const { ada, ids, child, pageOf } = intake
  assert.equal((await ada.get(pageOf(ids.executor, ""))).location, tableOf(intake))
  await nameExecutors(intake, [[child]])
  assert.deepEqual(Object.values(await pickedOn(intake)), [[child]])
})

test("the table leads to a new person for one cell, and back with that person there", async () => {
  const intake = await newCouple()
  const { ada, ids, spouse, child, main } = intake
  await nameExecutors(intake, [[child]])
  const [named, cell] = [`${ids.executor}.${main}.level_1`, `${finances}.${spouse}.level_1`]
  const { html } = await ada.get(tableOf(intake))
  const { location } = await ada.post(tableOf(intake), {
    ...marksOf(html),
    [named]: child,
    [cell]: "someone_else",
  })
  const adding = await ada.post(location, {
    ...(await newPersonIn(ada, location)),
    first_name: "Kim",
    last_name: "Lee",
  })
  const { html: back } = await ada.get(adding.location)
  assert.match(back, new RegExp(`id="${cell}".*?selected[^>]*>Kim Lee`))
  assert.deepEqual(await stored(intake), [child])
})

test("two who are chosen twice in one cell are named there, and the other cells are saved", async () => {
  const intake = await newCouple()
  const { ada, ids, main, spouse, child, other_child } = intake
  const { html } = await ada.get(tableOf(intake))
  const duplicates = { [`${finances}.${main}.level_1`]: child, [`${finances}.${main}.level_2`]: child }
  const fine = { [`${ids.executor}.${spouse}.level_1`]: other_child }
  const shown = await ada.post(tableOf(intake), { ...marksOf(html), ...duplicates, ...fine, skip: "true" })
  assert.equal(shown.status, 422)
  assert.match(shown.html, literally(`href="#${finances}.${main}.level_2"`))
  assert.deepEqual(await stored(intake), [other_child, child])
})

test("with script, a change of one suggestion is stored with what is shown next to it, and nothing else", async () => {
  const intake = await newCouple()
  const { ada, spouse, child, other_child } = intake
  await nameExecutors(intake, [[child], [spouse]])
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 740 })
  await page.goto(tableOf(intake))
  await expectNoAxeViolations(page)
  assert.deepEqual(await listMisplacedBoxes(page), [])
  await page.locator(`[id="${finances}.${spouse}.level_2"]`).selectOption(other_child)
  await page.getByRole("heading", { level: 1 }).click()
  await untilSaved(page)
  assert.deepEqual(await stored(intake), [`${child} then ${spouse}`, `${child} then ${other_child}`])
  // Whoever would serve together with the first is folded.
  const second = page.locator(`[id="${trustee}.level_1-2"]`)
  await page.locator("details", { has: second }).locator("summary").click()
  await second.selectOption(other_child)
  await page.getByRole("heading", { level: 1 }).click()
  await untilSaved(page)
  assert.deepEqual((await stored(intake)).at(-1), `${child},${other_child}`)
})

async function newPersonIn(ada: PortalIntake["ada"], url: string): Promise<Record<string, string>> {
  const { html } = await ada.get(url)
  const id = /name="new_record" value="([^"]*)"/.exec(html)?.[1] ?? ""
  return { new_record: id, relationship_type: "4FRND" }
}
