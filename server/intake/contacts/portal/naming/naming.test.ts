import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { changeBeneficiaries } from "../../../assets/beneficiaries.ts"
import { addAsset, changeAsset } from "../../../assets/editing.ts"
import { definitionOf, moveToVersion } from "../../../matters/progress/definition.ts"
import { publishVersion } from "../../../questionnaires/versions.ts"
import { assignRole } from "../../../roles/roles.ts"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { listFindings } from "../../../submissions/review/findings/findings.ts"
import { changeContact } from "../../editing.ts"
import { changeMatterFacts } from "../../facts.ts"

const { service, firm } = provideServiceAndFirm()

const url = (contact_id: string) => `/portal/still-named/${contact_id}`

/** Names a person as executor, as beneficiary of two policies, and in an answer. */
async function name({ matter_id, ids, main, child, other_child }: PortalIntake, contact_id: string) {
  return firm.run(async (tx) => {
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[contact_id], [contact_id === child ? other_child : child]],
    })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.friend, value: contact_id })
    const assets = []
    for (const identifier_value of ["Term life", "Whole life"]) {
      const id = await addAsset(tx, matter_id, { for_fin_category: ids.insurance, identifier_value })
      await changeBeneficiaries(tx, id, [{ contact_id, level: "primary", share: "100" }])
      assets.push(id)
    }
    return assets
  })
}

async function namesOf({ matter_id, ids }: PortalIntake) {
  const [roles, assets, answers] = await Promise.all(
    ["roles", "assets", "answers"].map((part) => firm.request("GET", `/v1/matters/${matter_id}/${part}`)),
  )
  const executor = roles?.body.roles.find(({ id }: { id: string }) => id === ids.executor)
  return {
    executor: executor.assignments.map(({ contacts }: { contacts: string[] }) => contacts.join()),
    beneficiaries: assets?.body.assets.map((asset: { beneficiaries: { contact: string }[] }) =>
      asset.beneficiaries.map(({ contact }) => contact).join(),
    ),
    answers: JSON.stringify(answers?.body),
  }
}

const findingsOf = async ({ matter_id }: PortalIntake) =>
  (await firm.run((tx) => listFindings(tx, loadMatter(tx, service.ring, matter_id)))).map(
    ({ sentence }) => sentence,
  )

async function divorce(intake: PortalIntake): Promise<string> {
  const { ada, matter_id } = intake
  const field = "contact_main_marital_status"
  await firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field, value: "divorced" }]))
  return (await ada.post("/portal/taking-part", { "seen.takes_part": "0", takes_part: "no" })).location
}

test("after a divorce one page asks about every place that names the former spouse, and the lawyer sees what stays", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child, main, ids } = intake
  const [term = "", whole = ""] = await name(intake, spouse)
  assert.equal(await divorce(intake), url(spouse))
  assert.match((await ada.get("/portal")).html, /Ben Smith is still named in 4 places/)
  assert.match((await ada.get("/portal/check")).html, /Ben Smith is still named in 4 places/)
  const { html } = await ada.get(url(spouse))
  assert.match(
    (await ada.get(`${url(spouse)}?lang=es`)).html,
    /Ben Smith todavía figura en 4 lugares.*Conservar a Ben Smith/,
  )
  await ada.get(`${url(spouse)}?lang=en`)
  const choices = {
    [`place.role.${ids.executor}:${main}`]: child,
    [`place.beneficiary.${term}`]: "stays",
    [`place.beneficiary.${whole}`]: other_child,
    [`place.answer.${ids.friend}`]: "no_one",
  }
  const marks = marksOf(html)
  assert.deepEqual(
    Object.keys(marks).toSorted(),
    Object.keys(choices)
      .map((key) => `seen.${key}`)
      .toSorted(),
  )
  const blank = await ada.post(url(spouse), marks)
  assert.equal(blank.status, 422)
  assert.match(blank.html, /Choose who is named here\. Beneficiary of: Term life/)
  const strange = await ada.post(url(spouse), {
    ...marks,
    ...choices,
    [`place.beneficiary.${whole}`]: spouse,
  })
  assert.equal(strange.status, 422)
  assert.equal((await ada.post(url(spouse), { ...marks, ...choices })).location, "/portal#done")
  const named = await namesOf(intake)
  // The successor, chosen as the first, is named once.
  assert.deepEqual([named.executor, named.beneficiaries], [[child], [spouse, other_child]])
  assert.ok(!named.answers.includes(spouse))
  assert.ok(
    (await findingsOf(intake)).includes(
      "Ben Smith, primary beneficiary of “Term life”, is a former spouse. ada@example.com chose to keep this.",
    ),
    (await findingsOf(intake)).join("\n"),
  )
  // Nothing is asked twice, but the decision can be changed.
  assert.doesNotMatch((await ada.get("/portal")).html, /still named/)
  assert.match((await ada.get(url(spouse))).html, /value="stays" selected/)
})

test("a former spouse stays an owner by name, and one page asks who owns it now", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, main, child, matter_id, ids } = intake
  const [house = "", car = "", account = ""] = await firm.run(async (tx) => {
    const assets = []
    for (const owner_type of ["joint", "partner", "main"] as const)
      assets.push(
        await addAsset(tx, matter_id, {
          for_fin_category: ids.home,
          identifier_value: owner_type,
          owner_type,
        }),
      )
    return assets
  })
  const owned = async () => {
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}/assets`)
    return body.assets.map(({ owner_value }: { owner_value: string }) => owner_value)
  }
  assert.deepEqual(await owned(), ["Ada Smith and Ben Smith", "Ben Smith", "Ada Smith"])
  assert.equal(await divorce(intake), url(spouse))
  assert.deepEqual(await owned(), ["Ada Smith and Ben Smith", "Ben Smith", "Ada Smith"])
  const { html } = await ada.get(url(spouse))
  assert.match(html, /Owner of: joint/)
  const choices = { [`place.owner.${house}`]: main, [`place.owner.${car}`]: "stays" }
  assert.deepEqual(
    Object.keys(marksOf(html)).toSorted(),
    Object.keys(choices)
      .map((key) => `seen.${key}`)
      .toSorted(),
  )
  assert.doesNotMatch(html, literally(account))
  assert.equal((await ada.post(url(spouse), { ...marksOf(html), ...choices })).location, "/portal#done")
  assert.deepEqual(await owned(), ["Ada Smith", "Ben Smith", "Ada Smith"])
  const sentence = "Ben Smith, an owner of “partner”, is a former spouse. ada@example.com chose to keep this."
  assert.ok((await findingsOf(intake)).includes(sentence), (await findingsOf(intake)).join("\n"))
  assert.doesNotMatch((await ada.get("/portal")).html, /still named/)
  // One who owned the rest anyway gets both shares.
  await firm.run((tx) =>
    changeAsset(tx, car, [
      { field: "owners", value: [spouse, child] },
      { field: `share.${spouse}`, value: "60" },
      { field: `share.${child}`, value: "40" },
    ]),
  )
  const all = { ...marksOf((await ada.get(url(spouse))).html), in_all: "true", everywhere: child }
  assert.equal((await ada.post(url(spouse), all)).status, 303)
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/record`)
  assert.deepEqual(body.assets[1].owners, [{ contact: child, name: "Cleo Smith", share: "100.00" }])
})

test("one person is put in all places at once, unless a change made meanwhile was not seen", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, matter_id } = intake
  const [term = ""] = await name(intake, spouse)
  await divorce(intake)
  const all = { ...marksOf((await ada.get(url(spouse))).html), in_all: "true", everywhere: child }
  await firm.run((tx) =>
    changeBeneficiaries(tx, term, [
      { contact_id: spouse, level: "primary", share: "60" },
      { contact_id: child, level: "primary", share: "40" },
    ]),
  )
  const stale = await ada.post(url(spouse), all)
  assert.equal(stale.status, 409)
  assert.match(stale.html, /Nothing was saved/)
  assert.equal((await ada.post(url(spouse), { ...all, ...marksOf(stale.html) })).status, 303)
  const named = await namesOf(intake)
  assert.deepEqual([named.executor, named.beneficiaries], [[child], [child, child]])
  assert.ok(named.answers.includes(child))
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/assets`)
  assert.deepEqual(body.assets[0].beneficiaries[0].share, "100.00")
})

test("whoever has died is asked about too, one page each, and is offered nowhere", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child } = intake
  await name(intake, child)
  await firm.run((tx) => changeContact(tx, child, [{ field: "date_of_death", value: "2024-05-01" }]))
  await divorce(intake)
  assert.match((await ada.get("/portal")).html, /Cleo Smith is still named in 4 places/)
  const { html } = await ada.get(url(child))
  assert.doesNotMatch(html, literally(`<option value="${spouse}"`))
  assert.doesNotMatch(html, literally(`<option value="${child}"`))
})

test("removing someone who is named takes one page", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child, peopleAt } = intake
  await name(intake, child)
  const remove = peopleAt(`children/${child}/remove`)
  const { html } = await ada.get(remove)
  assert.match(html, /Who takes Cleo Smith’s place\?/)
  const removed = await ada.post(remove, { ...marksOf(html), in_all: "true", everywhere: other_child })
  assert.equal(removed.status, 303, removed.html)
  const named = await namesOf(intake)
  assert.deepEqual([named.executor, named.beneficiaries], [[other_child], [other_child, other_child]])
  assert.doesNotMatch((await ada.get(peopleAt("list"))).html, /Cleo/)
})

test("with a spouse who is removed goes what was entered about the spouse, which the page lists", async () => {
  const { ada, matter_id, ids, spouse, child, names } = await newPortalIntake(service, firm)
  const remove = names.replace("main/names", "partner/remove")
  await firm.run(async (tx) => {
    await tx.run(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: spouse, levels: [[child]] })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: spouse, value: "123456789" })
  })
  assert.match(
    (await ada.get(remove)).html,
    /This also removes what was entered about this person[\s\S]*Role: Executor \(for Ben Smith\)/,
  )
  await firm.run((tx) =>
    addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "House", owner_type: "joint" }),
  )
  const { html } = await ada.get(remove)
  assert.match(html, /This also removes[\s\S]*Role: Executor \(for Ben Smith\)[\s\S]*Social Security number/)
  const removed = await ada.post(remove, { ...marksOf(html), in_all: "true", everywhere: child })
  assert.equal(removed.status, 303, removed.html)
  assert.deepEqual(await firm.all(sql`select from contacts where id = ${spouse}`), [])
})

test("with a person goes what the questionnaire no longer asks", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child, spouse, ids, matter_id, main, names, peopleAt } = intake
  await firm.run(async (tx) => {
    await tx.run(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
    for (const focus_contact_id of [main, spouse])
      await assignRole(tx, matter_id, {
        role_id: ids.executor,
        focus_contact_id,
        levels: [[child], [other_child]],
      })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.friend, value: child })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: spouse, value: "123456789" })
    const { questionnaire_id, definition } = await definitionOf(tx, matter_id)
    const sections = definition.sections
      .filter(({ kind }) => kind !== "questions")
      .map((section) =>
        section.kind === "roles"
          ? { ...section, roles: section.roles.map((role) => ({ ...role, active: false })) }
          : section,
      )
    await publishVersion(tx, questionnaire_id, { sections })
    await moveToVersion(tx, matter_id, 2)
  })
  for (const page of [peopleAt(`children/${child}/remove`), names.replace("main/names", "partner/remove")]) {
    const { html } = await ada.get(page)
    assert.match(html, /This also removes[\s\S]*Role: Executor \(for /)
    assert.doesNotMatch(html, /Answer to/, "it has no name")
    const removed = await ada.post(page)
    assert.equal(removed.status, 303, removed.html)
    assert.doesNotMatch(removed.location, /remove/)
  }
  assert.deepEqual(await firm.all(sql`select from contacts where id in (${child}, ${spouse})`), [])
  assert.deepEqual(
    await firm.all(sql`select level, contact_id from role_assignments where matter_id = ${matter_id}`),
    [{ level: 1, contact_id: other_child }],
  )
  assert.deepEqual(
    await firm.all(sql`
      select from answers where matter_id = ${matter_id} and (value is not null or value_sealed is not null)`),
    [],
  )
})

test("someone named at assets that the questionnaire no longer asks about can be replaced and removed", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child, ids, matter_id, peopleAt } = intake
  const assets = await name(intake, child)
  await firm.run(async (tx) => {
    const home = await addAsset(tx, matter_id, { for_fin_category: ids.home, owner_type: "other" })
    await changeAsset(tx, home, [{ field: "owners", value: [child] }])
    const { questionnaire_id, definition } = await definitionOf(tx, matter_id)
    const sections = definition.sections.filter(({ kind }) => kind !== "assets")
    await publishVersion(tx, questionnaire_id, { sections })
    await moveToVersion(tx, matter_id, 2)
  })
  const remove = peopleAt(`children/${child}/remove`)
  const all = { in_all: "true", everywhere: other_child }
  const removed = await ada.post(remove, { ...marksOf((await ada.get(remove)).html), ...all })
  assert.equal(removed.status, 303, removed.html)
  const receivers = await firm.all(sql`
    select contact_id from asset_beneficiaries where asset_id = any(${assets})`)
  assert.deepEqual(receivers, [{ contact_id: other_child }, { contact_id: other_child }])
})

test("someone who takes over another share has at most all of it", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, matter_id, ids } = intake
  const [term = ""] = await name(intake, spouse)
  await firm.run(async (tx) => {
    await changeBeneficiaries(tx, term, [
      { contact_id: spouse, level: "primary", share: "60" },
      { contact_id: child, level: "primary", share: "70" },
    ])
    const home = await addAsset(tx, matter_id, { for_fin_category: ids.home, owner_type: "other" })
    await changeAsset(tx, home, [
      { field: "owners", value: [spouse, child] },
      { field: `share.${spouse}`, value: "80" },
      { field: `share.${child}`, value: "40" },
    ])
  })
  await divorce(intake)
  const all = { ...marksOf((await ada.get(url(spouse))).html), in_all: "true", everywhere: child }
  const done = await ada.post(url(spouse), all)
  assert.equal(done.status, 303, done.html)
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/record`)
  const shares = [body.assets[0].beneficiaries, body.assets[2].owners]
  assert.deepEqual(
    shares.map(([{ share }]) => share),
    ["100.00", "100.00"],
  )
})

test("one person for all places is put where they may be, and the page asks about the others", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, main, child, other_child, ids, peopleAt } = intake
  await name(intake, child)
  const remove = peopleAt(`children/${child}/remove`)
  // No one is their own executor.
  const all = { in_all: "true", everywhere: main }
  const rest = await ada.post(remove, { ...marksOf((await ada.get(remove)).html), ...all })
  assert.equal(rest.status, 422)
  assert.match(rest.html, /Changed in 3 places\. Not here:/)
  const key = `place.role.${ids.executor}:${main}`
  assert.deepEqual(Object.keys(marksOf(rest.html)), [`seen.${key}`])
  const done = await ada.post(remove, { ...marksOf(rest.html), [key]: other_child })
  assert.equal(done.status, 303, done.html)
  const named = await namesOf(intake)
  assert.deepEqual([named.executor, named.beneficiaries], [[other_child], [main, main]])
  assert.ok(named.answers.includes(main))
})
