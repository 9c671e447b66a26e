import assert from "node:assert/strict"
import { test } from "node:test"
import { type FullIntake, fillIn } from "../../../test/contract/sample-firm.ts"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newPortalBrowser, type PortalBrowser } from "../../../test/harness/portal-browser.ts"
import { marksOf } from "../../../test/harness/portal-intake.ts"
import { recordStatements } from "../../../test/harness/recorded-statements.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { findSectionOf } from "../../definition/parts.ts"
import { inviteStaff } from "../../firm/users/setup-links.ts"
import { sql } from "../../platform/db/sql.ts"
import { type PriorAnswer, priorAnswersOf } from "../answers/prior-answers.ts"
import { addAsset } from "../assets/editing.ts"
import { getInvitationLink, listInvitations } from "../matters/invitations/invitations.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { renameMatter } from "../matters/matters.ts"
import { restrictMatter } from "../matters/parties/access-list.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { copyEarlierMatter } from "./earlier-matters.ts"

const service = provideService()

interface Started {
  firm: TestFirm
  earlier: FullIntake
  matter_id: string
}

const everything = ["people", "contact_details", "roles", "assets", "answers"]

/** Starts a matter from a complete one, through the console. */
async function startFrom(
  copy: readonly string[] = everything,
  more: Record<string, string> = {},
): Promise<Started> {
  const firm = await service.newFirm("Hartwell & Pryce")
  const earlier = await fillIn(service, await newIntake(firm))
  await firm.write(sql`update matters set open_date = '2024-05-06' where id = ${earlier.matter_id}`)
  return { firm, earlier, matter_id: await create(firm, earlier.matter_id, copy, more) }
}

async function create(firm: TestFirm, from: string, copy: readonly string[], more: Record<string, string>) {
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, from))
  const send = await newStaffBrowser(service, firm)
  const { status, location, text } = await send("POST", `/console/matters/new?from=${from}`, [
    ...Object.entries({
      questionnaire_id,
      way: "link",
      first_name: "Ada",
      last_name: "Smith",
      email: "ada.new@example.com",
      partner_first_name: "Ben",
      partner_last_name: "Smith",
      ...more,
    }),
    ...copy.map((part): [string, string] => ["copy", part]),
  ])
  assert.equal(status, 303, text)
  return /matter_[0-9A-F]{32}/.exec(location)?.[0] ?? ""
}

/** All of a matter's data in the API, without what belongs to that matter alone. */
async function apiData(firm: TestFirm, matter_id: string, part: string, without: readonly string[] = []) {
  const names = await firm.all<{ id: string; full_name: string }>(
    sql`select id, full_name from contacts where matter_id = ${matter_id}`,
  )
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/${part}`)
  const own = ["id", "for_matter", "created_at", ...without]
  const text = JSON.stringify(body[part], (key, value) => (own.includes(key) ? undefined : value))
  return JSON.parse(names.reduce((all, { id, full_name }) => all.replaceAll(id, full_name), text))
}

test("a matter takes over people, roles and assets of an earlier one as its own records", async () => {
  const { firm, earlier, matter_id } = await startFrom()
  for (const part of ["roles", "assets"])
    assert.deepEqual(await apiData(firm, matter_id, part), await apiData(firm, earlier.matter_id, part), part)
  const [people, former] = [
    await apiData(firm, matter_id, "contacts"),
    await apiData(firm, earlier.matter_id, "contacts"),
  ]
  assert.equal(people.length, former.length)
  const named = (list: { full_name: string }[], name: string) =>
    list.find(({ full_name }) => full_name === name)
  for (const { full_name } of former) {
    const { email_addresses, ...person } = named(people, full_name) as unknown as Record<string, unknown>
    const { email_addresses: _, ...before_ } = named(former, full_name) as unknown as Record<string, unknown>
    assert.deepEqual(person, before_)
    assert.ok(full_name !== "Ada Smith" || JSON.stringify(email_addresses).includes("ada.new@example.com"))
  }
  const facts = ({
    number_of_children,
    contact_main_marital_status,
  }: Awaited<ReturnType<typeof getMatterRow>>) => [number_of_children, contact_main_marital_status]
  const [now, then] = await firm.run((tx) =>
    Promise.all([getMatterRow(tx, matter_id), getMatterRow(tx, earlier.matter_id)]),
  )
  assert.deepEqual(facts(now), facts(then))
  assert.notEqual(now.contact_spouse_id, null)
  assert.equal(
    (await apiData(firm, earlier.matter_id, "answers")).length > 0,
    true,
    "the earlier matter keeps its answers",
  )
})

test("only the selected parts are copied, and the audit log says what and from where", async () => {
  const { firm, earlier, matter_id } = await startFrom(["assets"])
  assert.equal((await apiData(firm, matter_id, "contacts")).length, 2)
  const [home, policy] = await apiData(firm, matter_id, "assets")
  assert.equal(home.identifier_value, "12 Elm Street")
  assert.deepEqual(policy.beneficiaries, [], "none of them is in the new matter")
  assert.deepEqual(await firm.all<PriorAnswer>(priorAnswersOf(matter_id)), [])
  const { label, record_id } = await firm.one<{ label: string; record_id: string }>(sql`
      select label, record_id from audit_entries where action = 'matter_copied' and matter_id = ${matter_id}`)
  assert.deepEqual([label, record_id], ["Smith: 2 assets", earlier.matter_id])
})

test("an earlier partner with another name is not copied", async () => {
  const { firm, matter_id } = await startFrom(everything, { partner_first_name: "Carl" })
  const names = (await apiData(firm, matter_id, "contacts")).map(
    ({ full_name }: { full_name: string }) => full_name,
  )
  assert.ok(names.includes("Carl Smith") && !names.includes("Ben Smith"), names.join())
})

/** The new matter's client in a browser, and the page of its questions. */
async function enter({ firm, matter_id }: Started) {
  const { invite_key } = await firm.run(async (tx) => {
    const [invitation] = await listInvitations(tx, matter_id)
    return getInvitationLink(tx, service, invitation?.id ?? "")
  })
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invite_key}/start`)
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const pageOf = (id: string) => `/portal/sections/${findSectionOf(definition, id)?.id}/${id}`
  return { client, pageOf }
}

const save = async (client: PortalBrowser, page: string, form: Record<string, string>) =>
  client.post(page, { ...marksOf((await client.get(page)).html), ...form })

test("an earlier answer is suggested with its month, and counts only once the client saves the page", async () => {
  const started = await startFrom()
  const { firm, earlier, matter_id } = started
  const { has_will, ssn } = earlier.ids
  const { client, pageOf } = await enter(started)
  const page = pageOf(has_will)
  const answers = async () => (await firm.request("GET", `/v1/matters/${matter_id}/answers`)).body.answers
  const { html } = await client.get(page)
  assert.match(html, /From your matter of May 2024\. Please check that it is still right\./)
  assert.match(html, /type="radio"[^>]*value="yes"[^>]* checked/)
  assert.match((await client.get(`${page}?lang=es`)).html, /De su asunto de mayo de 2024\. Verifique/)
  await client.get(`${page}?lang=en`)
  const isMissing = async () =>
    /Do you have a will today\?/.test((await client.get("/portal/check")).html.split("summary-list")[0] ?? "")
  assert.ok(await isMissing(), "it counts as missing")
  assert.deepEqual(await answers(), [])
  await save(client, page, { [has_will]: "yes", skip: "yes" })
  assert.deepEqual(await answers(), [], "who skips has not found it right")
  assert.equal((await save(client, page, { [has_will]: "yes" })).status, 303)
  assert.ok(!(await isMissing()))
  assertEach(
    await answers(),
    ({ question, value }: { question: string; value: unknown }) => [question, value],
    [[has_will, true]],
  )
  const offered = await firm.all<PriorAnswer>(priorAnswersOf(matter_id))
  assert.ok(!offered.some(({ field }) => field === has_will))
  assert.ok(!offered.some(({ field }) => field.startsWith(ssn)), "sensitive answers are not copied")
})

test("a suggestion the client clears is gone", async () => {
  const started = await startFrom()
  const { client, pageOf } = await enter(started)
  const { friend } = started.earlier.ids
  const page = pageOf(friend)
  assert.match((await client.get(page)).html, /May 2024/)
  assert.match((await client.get(page)).html, /Grace Lee/)
  assert.equal((await save(client, page, { [friend]: "" })).status, 303)
  assert.doesNotMatch((await client.get(page)).html, /May 2024/)
})

test("questions with the same wording in two questionnaires are the same, and nothing else is copied", async () => {
  const firm = await service.newFirm()
  const earlier = await fillIn(service, await newIntake(firm))
  const other = await newIntake(firm)
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, other.matter_id))
  const matter_id = await create(firm, earlier.matter_id, everything, {
    questionnaire_id,
    is_new_client: "yes",
  })
  const offered = await firm.all<PriorAnswer>(priorAnswersOf(matter_id))
  assert.deepEqual(
    offered.map(({ field }) => field).sort(),
    [other.ids.has_will, other.ids.will_date, other.ids.friend].sort(),
  )
  const empty_id = await firm.run((tx) =>
    addQuestionnaire(tx, { title: "Other", internal_type: "Other", url_short_name: "other" }),
  )
  const bare = await create(firm, earlier.matter_id, everything, {
    questionnaire_id: empty_id,
    first_name: "Eve",
    is_new_client: "yes",
  })
  assert.deepEqual(await apiData(firm, bare, "assets"), [])
  assert.deepEqual(await firm.all<PriorAnswer>(priorAnswersOf(bare)), [])
})

test("the form of a new matter fills in the people of the earlier one", async () => {
  const firm = await service.newFirm()
  const earlier = await fillIn(service, await newIntake(firm))
  const staff = await newStaffBrowser(service, firm)
  const form = (await staff("GET", `/console/matters/new?from=${earlier.matter_id}`)).text
  assert.match(form, /id="first_name"[^>]*value="Ada"/)
  assert.match(form, /id="partner_first_name"[^>]*value="Ben"/)
  assert.equal(form.match(/name="copy"[^>]* checked/g)?.length, 5)
})

test("a member limited to assigned matters copies only these", async () => {
  const firm = await service.newFirm()
  const earlier = await fillIn(service, await newIntake(firm))
  const { user_id } = await newStaff(firm, {
    email: "lena@example.com",
    name: "Lena",
    role: "member",
    assigned_matters_only: true,
  })
  const staff = await newStaffBrowser(service, firm, user_id)
  assert.equal((await staff("GET", `/console/matters/new?from=${earlier.matter_id}`)).status, 404)
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, earlier.matter_id))
  const form = { questionnaire_id, way: "link", first_name: "Ada", last_name: "Smith", copy: "people" }
  assert.equal((await staff("POST", `/console/matters/new?from=${earlier.matter_id}`, form)).status, 404)
})

test("a copy of a restricted matter is restricted to the same people, and others cannot see it", async () => {
  const firm = await service.newFirm()
  const earlier = await fillIn(service, await newIntake(firm))
  const { user_id } = await firm.call(inviteStaff, { email: "lena@example.com", name: "Lena", role: "admin" })
  await firm.run(async (tx) => {
    await renameMatter(tx, earlier.matter_id, "Zebulon")
    await restrictMatter(tx, earlier.matter_id, [firm.admin.user_id])
  })
  const other = await newStaffBrowser(service, firm, user_id)
  assert.equal((await other("GET", `/console/matters/new?from=${earlier.matter_id}`)).status, 404)
  const matter_id = await create(firm, earlier.matter_id, everything, {})
  assert.equal((await other("GET", `/console/matters/${matter_id}`)).status, 404)
  const own = await newStaffBrowser(service, firm)
  assert.equal((await own("GET", `/console/matters/${matter_id}`)).status, 200)
  const total = /Matters opened[\s\S]*?funnel-count">(\d+)/
  assert.equal(
    total.exec((await own("GET", "/console/reports")).text)?.[1],
    "2",
    "counted for those who see it",
  )
  assert.match((await other("GET", "/console/reports")).text, /No matters opened/)
  await firm.run((tx) => restrictMatter(tx, matter_id, []))
  const log = (await other("GET", "/console/settings/audit")).text
  assert.ok(
    log.includes(matter_id) && !log.includes("Zebulon"),
    "once visible, it still does not name the other",
  )
})

test("many assets of an earlier matter take the statements of one", async () => {
  const firm = await service.newFirm()
  const countFor = async (count: number) => {
    const [earlier, later] = [await newIntake(firm), await newIntake(firm)]
    const home = (at: number) => ({
      ...{ for_fin_category: earlier.ids.home, identifier_value: `House ${at}`, owner_type: "main" as const },
      credit_value: "1000",
    })
    for (let at = 0; at < count; at += 1)
      await earlier.asClient((tx) => addAsset(tx, earlier.matter_id, home(at)))
    const ids = [earlier.matter_id, later.matter_id] as const
    const sent = await recordStatements(() =>
      firm.run((tx) => copyEarlierMatter(tx, service.ring, ids, { parts: ["assets"] })),
    )
    assert.equal((await apiData(firm, later.matter_id, "assets")).length, count)
    return sent.length
  }
  assert.equal(await countFor(5), await countFor(1))
})
