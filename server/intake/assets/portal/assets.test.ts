import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Category } from "../../../definition/definition.ts"
import { sql } from "../../../platform/db/sql.ts"
import { changeAddresses } from "../../contacts/contact-details.ts"
import { removeContact } from "../../contacts/removal.ts"
import { loadMatter } from "../../submissions/loaded-matter.ts"
import { listFindings } from "../../submissions/review/findings/findings.ts"
import { listCategoriesWithout } from "../categories-without-assets.ts"
import { addAsset, changeAsset } from "../editing.ts"

const { service, firm } = provideServiceAndFirm()

const assetsOf = async ({ matter_id }: PortalIntake) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/record`)).body.assets

/** Adds a policy through its form and returns the URL of its page. */
async function addPolicy(intake: PortalIntake, name = "Policy"): Promise<string> {
  const { ada, ids, pageOf } = intake
  const url = pageOf(ids.insurance, `${ids.insurance}/new`)
  const marks = marksOf((await ada.get(url)).html)
  await ada.post(url, { ...marks, identifier_value: name, credit_value: "100,000" })
  return pageOf(ids.insurance, (await assetsOf(intake)).at(-1).id)
}

/** What a form with nothing but beneficiaries sends. */
const receivers = (html: string, form: Record<string, string | string[]>) => ({
  "seen.beneficiaries": marksOf(html)["seen.beneficiaries"] ?? "",
  ...Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name.replace(/^(primary|contingent)/, "beneficiaries.$1").replace(/^share\./, "beneficiaries."),
      value,
    ]),
  ),
})

test("a new asset is saved only once its form is valid, and a faulty form keeps what was typed", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  const url = pageOf(ids.home, `${ids.home}/new`)
  const marks = marksOf((await ada.get(url)).html)
  const typed = {
    ...marks,
    identifier_value: "12 Elm Street",
    owner_type: "joint",
    credit_value: "a lot",
    debit_value: "$1,200.5",
    [`${ids.purchased}_month`]: "feb",
    [`${ids.purchased}_day`]: "30",
    [`${ids.purchased}_year`]: "2004",
  }
  const faulty = await ada.post(url, typed)
  assert.equal(faulty.status, 422)
  assert.match(faulty.html, /“Value” must be an amount in digits/)
  assert.match(faulty.html, /“Date of purchase” has a day that does not exist in February 2004/)
  for (const is_local of ["12 Elm Street", "a lot", "$1,200.5", "feb"])
    assert.match(faulty.html, literally(`value="${is_local}"`), is_local)
  assert.deepEqual(await assetsOf(intake), [])
  const right = { ...typed, credit_value: "1 250 000.5", [`${ids.purchased}_day`]: "29" }
  assert.equal((await ada.post(url, right)).location, `${pageOf(ids.insurance)}#done`)
  const [asset] = await assetsOf(intake)
  assert.deepEqual(
    [asset.identifier_value, asset.owner_value, asset.credit_value, asset.debit_value, asset.net_value],
    ["12 Elm Street", "Ada Smith and Ben Smith", "1250000.50", "1200.50", "1248800.00"],
  )
  assert.equal(asset.additional_fields[0].answer, "2004-02-29")
  const list = (await ada.get(pageOf(ids.home))).html
  assert.match(list, /\$1,248,800\.00/)
  assert.match(list, /Add another/)
})

test("owners are chosen among all people, with shares, beside a trust that is none of them", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, main, child, matter_id } = intake
  const url = pageOf(ids.home, `${ids.home}/new`)
  const { html } = await ada.get(url)
  const cabin = { ...marksOf(html), identifier_value: "Cabin", owner_type: "other" }
  // Chosen as shared, it is not saved without saying with whom.
  const blank = await ada.post(url, cabin)
  assert.equal(blank.status, 422)
  assert.match(blank.html, /“Who owns it\?”/)
  assert.deepEqual(await assetsOf(intake), [])
  const shares = { [`share.${main}`]: "2/3", [`share.${child}`]: "40" }
  const wrong = await ada.post(url, { ...cabin, owners: [main, child], ...shares })
  assert.equal(wrong.status, 422)
  assert.match(wrong.html, /The shares of the owners must add up to 100%/)
  assert.match(wrong.html, /value="2\/3"/)
  assert.deepEqual(await assetsOf(intake), [])
  const right = { ...shares, [`share.${child}`]: "1/3" }
  assert.equal(
    (await ada.post(url, { ...cabin, owners: [main, child], ...right })).location,
    `${pageOf(ids.insurance)}#done`,
  )
  const [asset] = await assetsOf(intake)
  assert.equal(asset.owner_value, "Ada Smith and Cleo Smith")
  assert.deepEqual(asset.owners, [
    { contact: main, name: "Ada Smith", share: "66.67" },
    { contact: child, name: "Cleo Smith", share: "33.33" },
  ])
  assert.match((await ada.get(pageOf(ids.home))).html, /Ada Smith\u00A066\.67% and Cleo Smith\u00A033\.33%/)

  // A second press changes nothing; a trust takes the place of a person.
  const page = pageOf(ids.home, asset.id)
  const again = (await ada.get(page)).html
  assert.match(again, literally(`value="${child}" checked`))
  assert.equal(
    (await ada.post(page, { ...marksOf(again), ...cabin, owners: [main, child], ...right })).status,
    303,
  )
  const trust = { owners: [main], [`share.${main}`]: "", owner_value: "The Smith Family Trust" }
  const marks = marksOf((await ada.get(page)).html)
  assert.equal((await ada.post(page, { ...cabin, ...marks, ...trust })).status, 303)
  const [changed] = await assetsOf(intake)
  assert.equal(changed.owner_value, "Ada Smith and The Smith Family Trust")
  assert.deepEqual(changed.owners, [
    { contact: main, name: "Ada Smith", share: null },
    { contact: null, name: "The Smith Family Trust", share: null },
  ])
  const { n } = await firm.one<{ n: number }>(
    sql`select count(*)::integer as n from changes where matter_id = ${matter_id} and field = 'owners'`,
  )
  assert.equal(n, 2)
})

test("a person is added while an owner is chosen, and what was typed stays", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, child } = intake
  const url = pageOf(ids.home, `${ids.home}/new`)
  const typed = { ...marksOf((await ada.get(url)).html), identifier_value: "Cabin", owner_type: "other" }
  const { location } = await ada.post(url, { ...typed, add_person: "owners" })
  const [asset] = await assetsOf(intake)
  const page = pageOf(ids.home, asset.id)
  assert.equal(location, `/portal/people/new?${new URLSearchParams({ for: "owners", back: page })}`)
  assert.match((await ada.get(`${page}?picked.owners=${child}`)).html, literally(`value="${child}" checked`))
})

test("an owner cannot be removed", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, child, matter_id } = intake
  await firm.run((tx) =>
    addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy",
      owner_type: "other",
    }).then((id) => changeAsset(tx, id, [{ field: "owners", value: [child] }])),
  )
  const [asset] = await assetsOf(intake)
  const page = pageOf(ids.insurance, asset.id)
  assert.match((await ada.get(page)).html, literally(`name="owners" value="${child}"`))
  const removed = await firm.run((tx) => removeContact(tx, child)).catch((error: unknown) => error)
  assert.match(String(removed), /still named in “Policy”/)
})

test("the clients' address prefills the first home, and is not saved if the form is skipped", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, main } = intake
  const home = {
    type: "home",
    street: "12 Elm Street",
    city: "Austin",
    state: "TX",
    postal_code: "78701",
    country_iso: "US",
  }
  await firm.run((tx) => changeAddresses(tx, main, [home]))
  const url = pageOf(ids.home)
  const { html } = await ada.get(url)
  assert.match(html, /name="identifier_value"[^>]*value="12 Elm Street, Austin"/)
  const form = { ...marksOf(html), identifier_value: "12 Elm Street, Austin" }
  await ada.post(url, { ...form, skip: "true" })
  assert.deepEqual(await assetsOf(intake), [])
  assert.equal((await ada.post(url, form)).status, 303)
  assert.equal((await assetsOf(intake))[0].identifier_value, "12 Elm Street, Austin")
  assert.doesNotMatch((await ada.get(pageOf(ids.insurance))).html, /name="identifier_value"[^>]*value="12/)
})

test("a category is declared empty by two presses at once, in two tabs", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  const press = () => ada.post(pageOf(ids.insurance), { none: "true" })
  const answers = await Promise.all([press(), press(), press(), press()])
  assertEach(answers, ({ status }) => status, [303, 303, 303, 303])
})

test("no button next to Save drops what is typed: “None of these” asks, the others keep it or say what is wrong", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  const url = pageOf(ids.insurance)
  const typed = { ...marksOf((await ada.get(url)).html), identifier_value: "Term life", credit_value: "500k" }
  const question = await ada.post(url, { ...typed, none: "true" })
  assert.equal(question.status, 422)
  assert.match(question.html, /You have typed something here.*Leave out what I typed/)
  assert.match(question.html, literally('value="Term life"'))
  const unreadable = { ...typed, identifier_value: "", credit_value: "a lot" }
  for (const button of ["none", "skip", "another"]) {
    const { status, html } = await ada.post(url, { ...unreadable, [button]: "true" })
    assert.equal(status, 422, button)
    assert.match(html, literally('value="a lot"'))
  }
  assert.deepEqual(await firm.run((tx) => listCategoriesWithout(tx, intake.matter_id)), [])
  assert.equal((await ada.post(url, { ...typed, none: "anyway" })).status, 303)
  assert.deepEqual(await firm.run((tx) => listCategoriesWithout(tx, intake.matter_id)), [ids.insurance])
  assert.deepEqual(await assetsOf(intake), [])
})

test("declaring that a category is empty lasts until an asset is added", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, matter_id } = intake
  const without = () => firm.run((tx) => listCategoriesWithout(tx, matter_id))
  for (const press of ["first", "second"])
    assert.equal((await ada.post(pageOf(ids.insurance), { none: "true" })).status, 303, press)
  assert.deepEqual(await without(), [ids.insurance])
  assert.match((await ada.get(pageOf(ids.insurance))).html, /You told us that you have none/)
  assert.match((await ada.get(pageOf(ids.insurance, "check"))).html, /None of these/)
  await addPolicy(intake)
  assert.deepEqual(await without(), [])
})

test("blank shares are split equally to the hundredth; shares that do not add up to 100 are saved and reported", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, main, spouse, child, other_child } = intake
  const url = await addPolicy(intake)
  const send = async (form: Record<string, string | string[]>) =>
    ada.post(url, receivers((await ada.get(url)).html, form))
  const sharesOf = async () =>
    (await assetsOf(intake))[0].beneficiaries.map(
      ({ contact, share, level }: Record<string, string>) => `${contact} ${share} ${level}`,
    )

  await send({ primary: [spouse, child, other_child] })
  assert.deepEqual(await sharesOf(), [
    `${spouse} 33.34 primary`,
    `${child} 33.33 primary`,
    `${other_child} 33.33 primary`,
  ])
  const shares = { primary: [child, other_child], [`share.primary.${child}`]: "60" }
  const short = await send({ ...shares, [`share.primary.${other_child}`]: "30,5 %", contingent: main })
  assert.equal(short.status, 422)
  assert.equal(short.html.match(/come to 90\.50%\. They must come to 100%/g)?.length, 2)
  assert.deepEqual(await sharesOf(), [
    `${child} 60.00 primary`,
    `${other_child} 30.50 primary`,
    `${main} 100.00 contingent`,
  ])
  // The record keeps the saved share, and the page what was typed, until it can be read.
  const unreadable = await send({ ...shares, [`share.primary.${other_child}`]: "some" })
  assert.match(unreadable.html, /Dan Smith’s share must be a percentage/)
  assert.match(unreadable.html, literally('value="some"'))
  assert.deepEqual(await sharesOf(), [`${child} 60.00 primary`, `${other_child} 30.50 primary`])
  assert.match((await ada.get(url)).html, literally('value="some"'))
  assert.match((await ada.get("/portal/check")).html, /Complete the shares of the primary beneficiaries/)
  // A single blank share gets the rest; with two, the split is unknown.
  assert.equal((await send(shares)).status, 303)
  assert.deepEqual(await sharesOf(), [`${child} 60.00 primary`, `${other_child} 40.00 primary`])
  const missing = await send({ ...shares, primary: [child, other_child, spouse] })
  assert.match(missing.html, /Enter Dan Smith’s share/)
  // No share is stored that no one typed, and none is dropped because its box was cleared.
  assert.deepEqual(await sharesOf(), [`${child} 60.00 primary`, `${other_child} 40.00 primary`])
  assert.match((await ada.get(url)).html, new RegExp(`value="${spouse}"[^>]*checked`))
  for (const third of ["33 1/3", "1/3", "33.33", "33.333", "33,3%", "a third"]) {
    const typed = [child, other_child, spouse].map((id) => [`share.primary.${id}`, third])
    assert.equal(
      (await send({ primary: [child, other_child, spouse], ...Object.fromEntries(typed) })).status,
      303,
    )
    assertEach(await sharesOf(), (row: string) => row.split(" ")[1], ["33.34", "33.33", "33.33"], third)
  }
  assert.doesNotMatch((await ada.get("/portal/check")).html, /shares of the primary beneficiaries/)
  assert.equal(
    (await send({ primary: ["all_children"], contingent: [main], [`share.primary.${child}`]: "10" })).status,
    303,
  )
  assert.deepEqual(await sharesOf(), [
    `${child} 50.00 primary`,
    `${other_child} 50.00 primary`,
    `${main} 100.00 contingent`,
  ])
})

test("“My children, equally” is every child but those who own the asset as the same form says, and names these", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child, ids, pageOf } = intake
  const together = { "beneficiaries.primary": "all_children" }
  const received = async (at: number) =>
    (await assetsOf(intake))[at].beneficiaries.map(
      ({ contact, share }: Record<string, string>) => `${contact} ${share}`,
    )
  const new_url = pageOf(ids.insurance, `${ids.insurance}/new`)
  const marks = marksOf((await ada.get(new_url)).html)
  const childs = { owner_type: "other", owners: child }
  const added = await ada.post(new_url, { ...marks, identifier_value: "Policy", ...childs, ...together })
  assert.equal(added.status, 303, added.html)
  assert.deepEqual(await received(0), [`${other_child} 100.00`])

  const url = pageOf(ids.insurance, (await assetsOf(intake))[0].id)
  const { html } = await ada.get(url)
  assert.match(html, /Dan Smith\. Not Cleo Smith, because this already belongs to them\./)
  const changed = { ...marksOf(html), identifier_value: "Policy", owner_type: "main", ...together }
  assert.equal((await ada.post(url, changed)).status, 303)
  assert.deepEqual(await received(0), [`${child} 50.00`, `${other_child} 50.00`])
  assert.doesNotMatch((await ada.get(url)).html, /already belongs to them/)
})

test("clearing the shares of some beneficiaries keeps everyone in the record until the shares are known", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, spouse, child, other_child } = intake
  const url = await addPolicy(intake)
  const people = [spouse, child, other_child]
  const send = async (shares: readonly string[], level = "primary") =>
    ada.post(
      url,
      receivers((await ada.get(url)).html, {
        [level]: people,
        ...Object.fromEntries(people.map((id, index) => [`share.${level}.${id}`, shares[index] ?? ""])),
      }),
    )
  const sharesOf = async () =>
    (await assetsOf(intake))[0].beneficiaries.map(
      ({ share, level }: Record<string, string>) => `${share} ${level}`,
    )
  const incomplete = /Complete the shares of the (primary|contingent) beneficiaries/
  for (const level of ["primary", "contingent"]) {
    assert.equal((await send(["50", "30", "20"], level)).status, 303)
    for (const cleared of [["50"], ["", "30"], ["", "", "20"]]) {
      assert.equal((await send(cleared, level)).status, 422)
      assert.deepEqual(await sharesOf(), [`50.00 ${level}`, `30.00 ${level}`, `20.00 ${level}`])
      assert.match((await ada.get("/portal/check")).html, incomplete)
      const form = (await ada.get(url)).html
      const shown = people.map((id) => {
        const [input = ""] =
          new RegExp(`<input[^>]*name="beneficiaries.${level}.${id}"[^>]*>`).exec(form) ?? []
        return / value="([^"]*)"/.exec(input)?.[1] ?? ""
      })
      assert.deepEqual(shown, Object.assign(["", "", ""], cleared))
    }
    assert.equal((await send(["25", "25"], level)).status, 303)
    assert.deepEqual(await sharesOf(), [`25.00 ${level}`, `25.00 ${level}`, `50.00 ${level}`])
    assert.doesNotMatch((await ada.get("/portal/check")).html, incomplete)
  }
})

test("shares that do not add up to 100 block submission, with a link to their page", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, pageOf, ids } = intake
  const url = await addPolicy(intake)
  const { html } = await ada.get(url)
  await ada.post(url, receivers(html, { primary: child, [`share.primary.${child}`]: "10", skip: "true" }))
  assert.match((await ada.get("/portal/check")).html, literally(`href="${url}?return=all#beneficiaries"`))
  assert.match((await ada.get(pageOf(ids.insurance, "check"))).html, /summary-fault/)
})

test("an asset with an unfinished date and shares that do not add up leads to its date first", async () => {
  const define = (ids: SampleParts) => {
    const { sections } = sampleDefinition(ids)
    const dated = { additional_fields: [{ id: ids.purchased, prompt: "Since", type: "date" as const }] }
    return {
      sections: sections.map((section) =>
        section.kind === "assets"
          ? { ...section, categories: [{ ...section.categories[1], ...dated } as Category] }
          : section,
      ),
    }
  }
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, child, pageOf, ids } = intake
  const url = await addPolicy(intake)
  const shares = { primary: child, [`share.primary.${child}`]: "10", skip: "true" }
  await ada.post(url, receivers((await ada.get(url)).html, shares))
  const page = url
  const typed = { identifier_value: "Policy", [`${ids.purchased}_year`]: "2004", skip: "true" }
  await ada.post(page, { ...marksOf((await ada.get(page)).html), ...typed })
  const check = (await ada.get(pageOf(ids.insurance, "check"))).html
  assert.match(check, literally(`href="${page}?return=check#${ids.purchased}`))
})

test("two clients who name different beneficiaries see both lists and choose one", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, child, other_child } = intake
  const url = await addPolicy(intake)
  const { html } = await ada.get(url)
  await ada.post(url, receivers(html, { primary: child }))
  const late = await ben.post(url, receivers(html, { primary: other_child }))
  assert.equal(late.status, 409)
  assert.match(late.html, /Dan Smith 100%/)
  assert.match(late.html, /Cleo Smith 100%/)
  const [, carried = ""] = /name="beneficiaries.primary" value="([^"]+)"/.exec(late.html) ?? []
  const send = (chosen: string) =>
    ben.post(url, { ...marksOf(late.html), "beneficiaries.primary": carried, "keep.beneficiaries": chosen })
  await send("theirs")
  assertEach((await assetsOf(intake))[0].beneficiaries, ({ contact }: { contact: string }) => contact, [
    child,
  ])
  await send("yours")
  assertEach((await assetsOf(intake))[0].beneficiaries, ({ contact }: { contact: string }) => contact, [
    other_child,
  ])
})

test("removing an asset needs confirmation and also removes its files and beneficiaries", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  await addPolicy(intake)
  const [asset] = await assetsOf(intake)
  const url = pageOf(ids.insurance, `${asset.id}/remove`)
  assert.match((await ada.get(url)).html, /Remove Policy\?/)
  assert.equal((await assetsOf(intake)).length, 1)
  assert.equal((await ada.post(url)).location, `${pageOf(ids.insurance)}#done`)
  assert.deepEqual(await assetsOf(intake), [])
  assert.equal((await ada.get(url)).status, 404)
})

/** The page of a policy with this owner. */
async function policyOf(intake: PortalIntake, owner_type: string): Promise<string> {
  const url = await addPolicy(intake)
  await firm.write(sql`update assets set owner_type = ${owner_type} where matter_id = ${intake.matter_id}`)
  return url
}

test("a former owner receives what the same form gives to someone else", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, main } = intake
  const url = await policyOf(intake, "main")
  const send = async (owner_type: string) => {
    const { html } = await ada.get(url)
    assert.match(html, literally(`name="beneficiaries.primary" value="${main}"`))
    const policy = { identifier_value: "Policy", credit_value: "100", owner_type }
    return ada.post(url, { ...marksOf(html), ...policy, "beneficiaries.primary": main })
  }
  const own = await send("main")
  assert.match(own.html, literally("This already belongs to Ada Smith"))
  assert.equal((await send("partner")).status, 303)
  const [{ owner_value, beneficiaries }] = await assetsOf(intake)
  assert.deepEqual([owner_value, beneficiaries[0].contact], ["Ben Smith", main])
})

test("“Skip for now” leaves an asset whose shares are known only in part, new or saved before", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, child, other_child, spouse } = intake
  await addPolicy(intake, "First")
  const form = {
    ...{ identifier_value: "Second", credit_value: "100", owner_type: "main" },
    ...{ "beneficiaries.primary": [child, other_child, spouse], [`beneficiaries.primary.${child}`]: "50" },
  }
  const send = async (at: string, more = {}) => {
    const { html } = await ada.get(at)
    assert.match(html, /name="skip" value="true"/)
    return ada.post(at, { ...marksOf(html), ...form, ...more })
  }
  const create = pageOf(ids.insurance, `${ids.insurance}/new`)
  assert.equal((await send(create)).status, 422)
  assert.equal((await send(create, { skip: "true" })).status, 303)
  const second = (await assetsOf(intake)).at(-1)
  assert.deepEqual([second.identifier_value, second.beneficiaries.length], ["Second", 1])
  const changed = { credit_value: "200" }
  assert.equal((await send(pageOf(ids.insurance, second.id), { ...changed, skip: "true" })).status, 303)
  assert.equal((await assetsOf(intake)).at(-1).credit_value, "200.00")
})

test("an owner, or someone both primary and contingent, is refused by name before anything is saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child, main, matter_id } = intake
  const url = await policyOf(intake, "")
  const send = async (form: Record<string, string | string[]>) =>
    ada.post(url, receivers((await ada.get(url)).html, form))
  const duplicates = await send({ primary: child, contingent: [child, other_child] })
  assert.equal(duplicates.status, 422)
  assert.match(duplicates.html, literally("Cleo Smith is already a primary beneficiary."))
  assert.deepEqual((await assetsOf(intake))[0].beneficiaries, [])

  // Chosen first, and the owner entered afterward.
  await send({ primary: main })
  await firm.write(sql`update assets set owner_type = 'main' where matter_id = ${matter_id}`)
  const owner = await send({ primary: main })
  assert.equal(owner.status, 422)
  assert.match(owner.html, literally("This already belongs to Ada Smith"))
  const findings = await firm.run((tx) => listFindings(tx, loadMatter(tx, service.ring, matter_id)))
  assert.ok(findings.some(({ code }) => code === "beneficiary_owner"))
  await send({ primary: child, contingent: other_child })
  assert.deepEqual(
    (await assetsOf(intake))[0].beneficiaries.map(({ contact, level }: Record<string, string>) => [
      contact,
      level,
    ]),
    [
      [child, "primary"],
      [other_child, "contingent"],
    ],
  )
})

test("a new asset is saved with who receives it, once all of its form is right, and its faults come together", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, main, child, other_child } = intake
  const url = pageOf(ids.insurance, `${ids.insurance}/new`)
  const marks = marksOf((await ada.get(url)).html)
  const typed = {
    ...{
      ...marks,
      identifier_value: "",
      credit_value: "a lot",
      "beneficiaries.primary": [child, other_child],
    },
    ...{ [`beneficiaries.primary.${child}`]: "60", [`beneficiaries.primary.${other_child}`]: "30" },
  }
  const faulty = await ada.post(url, typed)
  assert.equal(faulty.status, 422)
  const [summary = ""] = /id="error-summary".*?<\/ul>/s.exec(faulty.html) ?? []
  for (const href of ["identifier_value", "credit_value", `beneficiaries.primary.${child}`])
    assert.match(summary, literally(`href="#${href}"`))
  for (const value of ["a lot", "60", "30"]) assert.match(faulty.html, literally(`value="${value}"`))
  assert.match(faulty.html, literally(`value="${child}" checked`))
  assert.match(
    faulty.html,
    literally("The shares of the primary beneficiaries of “Life insurance” come to 90.00%"),
  )
  const named = { ...typed, identifier_value: "Term life", credit_value: "100" }
  const own = await ada.post(url, { ...named, owner_type: "main", "beneficiaries.primary": [main] })
  assert.match(own.html, literally("This already belongs to Ada Smith"))
  assert.deepEqual(await assetsOf(intake), [])
  const right = { ...named, owner_type: "main", [`beneficiaries.primary.${other_child}`]: "40" }
  const { location } = await ada.post(url, { ...right, another: "true" })
  assert.equal(location, `${url}#done`)
  const [asset] = await assetsOf(intake)
  assert.deepEqual(
    [asset.owner_value, asset.beneficiaries.map(({ share }: { share: string }) => share)],
    ["Ada Smith", ["60.00", "40.00"]],
  )
})

test("a person is added while beneficiaries are chosen, and the page they once had leads to the asset's", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child } = intake
  const url = await addPolicy(intake)
  const { html } = await ada.get(url)
  const add = { contingent: [child], add_person: "beneficiaries.contingent" }
  const { location } = await ada.post(url, receivers(html, add))
  assert.equal(
    location,
    `/portal/people/new?${new URLSearchParams({ for: "beneficiaries.contingent", back: url })}`,
  )
  const back = await ada.get(`${url}?picked.beneficiaries.contingent=${other_child}`)
  for (const id of [child, other_child])
    assert.match(back.html, literally(`name="beneficiaries.contingent" value="${id}" checked`))
  assert.equal((await ada.get(`${url}/beneficiaries`)).location, url)
  // A form that was open on that page changes nothing, and shows the asset's.
  const old = await ada.post(`${url}/beneficiaries`, { "seen.beneficiaries": "1", primary: other_child })
  assert.equal(old.location, url)
  assert.equal((await assetsOf(intake))[0].beneficiaries.length, 1)
})

test("a beneficiary without a name, who is not offered, stays when the form is saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child } = intake
  const url = await addPolicy(intake)
  await ada.post(url, receivers((await ada.get(url)).html, { primary: [child, other_child] }))
  await firm.write(sql`update contacts set first_name = '', last_name = '' where id = ${other_child}`)
  const { html } = await ada.get(url)
  assert.doesNotMatch(html, literally(`name="beneficiaries.primary" value="${other_child}"`))
  const shares = { primary: [child], [`share.primary.${child}`]: "50" }
  assert.equal((await ada.post(url, receivers(html, shares))).status, 303)
  assert.equal((await assetsOf(intake))[0].beneficiaries.length, 2)
})

test("the owner of the asset entered before is suggested, and is no answer until the form is saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf } = intake
  const [first, next] = [pageOf(ids.home), pageOf(ids.insurance)]
  const house = { identifier_value: "House", owner_type: "joint" }
  await ada.post(first, { ...marksOf((await ada.get(first)).html), ...house })
  const { html } = await ada.get(next)
  assert.match(html, /name="owner_type" value="joint" checked/)
  assert.match(html, literally("As for “House”. Change it if that is not right."))
  const untouched = { ...marksOf(html), owner_type: "joint" }
  await ada.post(next, { ...untouched, skip: "true" })
  await ada.post(next, { ...untouched, lang: "es" })
  assert.equal((await ada.post(next, { ...untouched, none: "true" })).status, 303)
  assert.equal((await assetsOf(intake)).length, 1)
})

test("beneficiaries are saved by themselves, as far as their shares are known", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, other_child } = intake
  const url = await addPolicy(intake)
  const save = async (controls: Record<string, string[]>, seen: number) => {
    const { statusCode, body } = await service.app.inject({
      method: "POST",
      url: "/portal/fields",
      payload: { page: url, controls, seen: { beneficiaries: seen } },
      headers: { cookie: cookieHeader(ada.cookies), "sec-fetch-site": "same-origin" },
    })
    assert.equal(statusCode, 200, body)
    return JSON.parse(body)
  }
  const name = (id: string) => `beneficiaries.primary.${id}`
  const both = { "beneficiaries.primary": [child, other_child] }
  const saved = await save({ ...both, [name(child)]: ["60"], [name(other_child)]: ["some"] }, 0)
  assert.deepEqual(saved, { saved: { beneficiaries: 1 }, faults: {}, conflicts: {}, shown: {} })
  assert.equal((await assetsOf(intake))[0].beneficiaries[0].share, "60.00")
  assert.match((await ada.get(url)).html, literally('value="some"'))
  const late = await save({ "beneficiaries.primary": [other_child], [name(other_child)]: [""] }, 0)
  assert.equal(late.conflicts.beneficiaries.theirs, "Cleo Smith 60%")
  const duplicates = { ...both, "beneficiaries.contingent": [child] }
  assert.match(
    (await save(duplicates, 1)).faults.beneficiaries,
    /Cleo Smith is already a primary beneficiary/,
  )
})
