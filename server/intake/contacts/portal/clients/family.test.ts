import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../../test/harness/cookies.ts"
import { inviteClient, newPortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { marksOf, newPortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { addAsset } from "../../../assets/editing.ts"
import { changeMatterFacts } from "../../facts.ts"

const service = provideService()

test("zero children is an answer, a blank count is missing, and the API returns 0 for both", async () => {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email: "maria@example.com" })
  const client = newPortalBrowser(service)
  const { location } = await client.post(`/invite/${invite_key}/start`)
  const names = (await client.get(location)).location
  const family = names.replace(/main$/, "family")
  const give = async (number_of_children: string) => {
    const page = (await client.get(family)).html
    return client.post(family, { ...marksOf(page), number_of_children, skip: "true" })
  }
  const apiSays = async () => (await firm.request("GET", `/v1/matters/${matter_id}`)).body.number_of_children

  assert.doesNotMatch((await client.get(family)).html, /name="number_of_children"[^>]* value="0"/)
  const pressed = await client.post("/portal/submission")
  assert.match(
    pressed.html,
    new RegExp(`href="${family}\\?return=all#number_of_children"[^>]*>“How many children do you have`),
  )
  assert.equal(await apiSays(), 0)

  await give("0")
  assert.match((await client.get(family)).html, /id="number_of_children"[^>]* value="0"/)
  assert.doesNotMatch((await client.post("/portal/submission")).html, /“How many children do you have/)
  assert.equal(await apiSays(), 0)

  await give("")
  assert.match((await client.post("/portal/submission")).html, /“How many children do you have/)
  assert.equal(await apiSays(), 0)
})

/** The family page of a new matter. */
async function openFamily() {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email: "maria@example.com" })
  const client = newPortalBrowser(service)
  const { location } = await client.post(`/invite/${invite_key}/start`)
  const main = (await client.get(location)).location
  const family = main.replace(/main$/, "family")
  const send = async (form: Record<string, string>, at = family) =>
    client.post(at, {
      ...marksOf(withoutTemplates((await client.get(at)).html)),
      number_of_children: "0",
      ...form,
    })
  const spouse = async () => (await firm.request("GET", `/v1/matters/${matter_id}`)).body.contact_spouse
  return { firm, matter_id, client, main, family, send, spouse }
}

/** The page without the questions that only script shows. */
const withoutTemplates = (html: string) => html.replace(/<template.*?<\/template>/gs, "")

const married = { contact_main_marital_status: "married" }

test("a marriage asks once more, on the same page, whether the spouse takes part; no one else is asked", async () => {
  const { client, family, send, spouse } = await openFamily()
  const alone = await send({ contact_main_marital_status: "single" })
  assert.doesNotMatch(alone.location, /family/)
  assert.doesNotMatch(withoutTemplates((await client.get(family)).html), /takes_part/)

  const { location } = await send(married)
  assert.equal(location, `${family}?follow_up=takes_part#takes_part`)
  assert.match((await client.get(location)).html, /Because of your answer, there is one more question/)
  const blank = await send(married)
  assert.equal(blank.status, 422)
  assert.match(
    blank.html,
    /href="#takes_part"[^>]*>Choose an answer to “Will your spouse or partner be a client/,
  )
  assert.doesNotMatch((await send({ ...married, takes_part: "no" })).location, /partner|family/)
  assert.equal(await spouse(), null)
  const { location: theirs } = await send({ ...married, takes_part: "yes" })
  assert.match(theirs, /\/partner$/)
  assert.equal((await spouse()).first_name, "")
  assert.match((await client.get(family)).html, /value="yes" checked/)
  assert.match((await client.get(family.replace(/family$/, "check"))).html, /family\?return=check#takes_part/)
})

test("the address of the page that once asked it leads to the family page, and a form open there still counts", async () => {
  const { client, main, family, send, spouse } = await openFamily()
  await send(married)
  const old = main.replace(/main$/, "takes-part")
  assert.equal((await client.get(old)).location, family)
  const { location } = await client.post(old, { "seen.takes_part": "0", takes_part: "yes" })
  assert.match(location, /\/partner$/)
  assert.notEqual(await spouse(), null)
})

test("switching the language with a spouse chosen adds the spouse and stays on the page", async () => {
  const { client, send, family, spouse } = await openFamily()
  await send(married)
  const switched = await send({ ...married, takes_part: "yes", lang: "es" })
  assert.equal(switched.location, family)
  const { html } = await client.get(family)
  assert.match(html, /<html lang="es"/)
  assert.match(html, /¿Su cónyuge o pareja también será cliente\?/)
  assert.notEqual(await spouse(), null)
})

test("a spouse who no longer takes part is removed after a question who takes over what they own", async () => {
  const { client, family, send, spouse, firm, matter_id } = await openFamily()
  await send(married)
  const { location: theirs } = await send({ ...married, takes_part: "yes" })
  const named = { first_name: "Ben", last_name: "Ruiz", skip: "true" }
  await client.post(theirs, { ...marksOf((await client.get(theirs)).html), ...named })
  const { id: for_fin_category } = (await firm.request("GET", "/v1/financial-categories")).body.results[0]
  await firm.run((tx) =>
    addAsset(tx, matter_id, { for_fin_category, identifier_value: "Cabin", owner_type: "partner" }),
  )
  const { location } = await send({ ...married, takes_part: "no" })
  assert.match(location, /\/partner\/remove$/)
  const { html } = await client.get(location)
  assert.match(html, /Who takes Ben(?: Ruiz)?’s place\?/)
  const [, place = ""] = /name="seen\.(place\.owner[^"]+)"/.exec(html) ?? []
  const done = await client.post(location, { ...marksOf(html), [place]: "no_one" })
  assert.match(done.location, /\/check#done$/, done.html)
  assert.equal(await spouse(), null)
  assert.doesNotMatch((await client.get(family)).html, /value="yes" checked/)
  const [{ identifier_value }] = (await firm.request("GET", `/v1/matters/${matter_id}/assets`)).body.assets
  assert.equal(identifier_value, "Cabin")
})

test("“No” saves itself, is stored once, and stands until the marital status changes", async () => {
  const { firm, matter_id, client, family, send } = await openFamily()
  await send(married)
  const byItself = (controls: Record<string, string[]>) =>
    service.app.inject({
      method: "POST",
      url: "/portal/fields",
      payload: { page: family, controls, seen: { [Object.keys(controls)[0] ?? ""]: 0 } },
      headers: { cookie: cookieHeader(client.cookies), "sec-fetch-site": "same-origin" },
    })
  const isNo = async () => /name="takes_part" value="no" checked/.test((await client.get(family)).html)
  const check = async () => {
    const { html } = await client.get(family.replace(/family$/, "check"))
    return /Spouse or partner takes part[\s\S]*?<dd[^>]*>([\s\S]*?)<\/dd>/
      .exec(html)?.[1]
      ?.replace(/<[^>]*>/g, "")
      .trim()
  }
  assert.deepEqual([await isNo(), await check()], [false, "Not answered yet"])
  for (const _ of [1, 2]) assert.equal((await byItself({ takes_part: ["no"] })).statusCode, 200)
  assert.deepEqual([await isNo(), await check()], [true, "No"])
  const said = await firm.all(sql`
    select value from changes where record_id = ${matter_id} and field = 'sharing'`)
  assert.deepEqual(said, [{ value: "declined" }])

  await send({ contact_main_marital_status: "single" })
  await send(married)
  assert.equal(await isNo(), false)
  await byItself({ takes_part: ["no"] })
  assert.equal(await isNo(), true)
})

test("the choice that saves itself and the button add one spouse, whichever comes first", async () => {
  const { client, family, send, spouse } = await openFamily()
  await send(married)
  const marks = marksOf(withoutTemplates((await client.get(family)).html))
  const form = { ...marks, ...married, takes_part: "yes", number_of_children: "0" }
  const byItself = () =>
    service.app.inject({
      method: "POST",
      url: "/portal/fields",
      payload: { page: family, controls: { takes_part: ["yes"] }, seen: { takes_part: 0 } },
      headers: { cookie: cookieHeader(client.cookies), "sec-fetch-site": "same-origin" },
    })
  const sent = await Promise.all([
    byItself(),
    client.post(family, form),
    byItself(),
    client.post(family, form),
  ])
  assertEach(sent, (each) => ("statusCode" in each ? each.statusCode : each.status), [200, 303, 200, 303])
  assert.notEqual(await spouse(), null)
})

test("the spouse is not asked about taking part", async () => {
  const { ada, ben, names } = await newPortalIntake(service, await service.newFirm(), { define: withFamily })
  const page = names.replace(/main\/.*|main$/, "family")
  assert.match((await ada.get(page)).html, /takes_part/)
  const { status, html } = await ben.get(page)
  assert.equal(status, 200)
  assert.doesNotMatch(html, /takes_part/)
})

test("a partner is taken off whatever the status, also where the firm does not ask for it", async () => {
  const firm = await service.newFirm()
  const unasked = await newPortalIntake(service, firm)
  const divorced = await newPortalIntake(service, firm, { define: withFamily })
  await firm.run((tx) =>
    changeMatterFacts(tx, divorced.matter_id, [{ field: "contact_main_marital_status", value: "divorced" }]),
  )
  await divorced.ada.post("/portal/taking-part", { "seen.takes_part": "0", takes_part: "yes" })
  for (const intake of [unasked, divorced]) {
    const at = intake.names.replace(/main\/.*|main$/, "family")
    assert.match(
      (await intake.ada.get(at.replace(/family$/, "check"))).html,
      /family\?return=check#takes_part/,
    )
    const { html } = await intake.ada.get(at)
    assert.match(withoutTemplates(html), /name="takes_part" value="yes" checked/)
    const sent = { ...marksOf(html), takes_part: "no", number_of_children: "0" }
    const status = intake === divorced && { contact_main_marital_status: "divorced" }
    const { location } = await intake.ada.post(at, { ...sent, ...status })
    assert.match(location, /\/partner\/remove$/)
  }
})

test("“No” is the answer of a couple that confirmed it, not of a single client who marries afterward", async () => {
  const { client, family, send } = await openFamily()
  const confirm = async () => client.post(family.replace(/family$/, "check"), {})
  const isNo = async () => /name="takes_part" value="no" checked/.test((await client.get(family)).html)
  await send({ contact_main_marital_status: "single" })
  await confirm()
  const { location } = await send(married)
  assert.equal(location, `${family}?follow_up=takes_part#takes_part`)
  assert.equal(await isNo(), false)
  assert.equal((await send(married)).status, 422)
  await send({ ...married, takes_part: "no" })
  await confirm()
  assert.equal(await isNo(), true)
})

/** The sample questionnaire, which asks about marital status. */
function withFamily(ids: SampleParts) {
  const { sections } = sampleDefinition(ids)
  return {
    sections: sections.map((section) =>
      section.kind === "clients"
        ? { ...section, fields: { ...section.fields, marital_status: "required" as const } }
        : section,
    ),
  }
}
