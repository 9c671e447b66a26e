// The demo's content: every state it promises is there, and its records agree with each other.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Event } from "../server/firm/events/schema.ts"
import { listRecords } from "../server/follow-up/search/people.ts"
import type { Answer } from "../server/intake/answers/schema.ts"
import type { Asset } from "../server/intake/assets/schema.ts"
import { listPeople } from "../server/intake/contacts/contacts.ts"
import { listCorrections } from "../server/intake/corrections/corrections.ts"
import type { Document } from "../server/intake/documents/schema.ts"
import { listMatterOverviews, type MatterOverview } from "../server/intake/matters/list/list.ts"
import type { Role } from "../server/intake/roles/schema.ts"
import { loadMatter } from "../server/intake/submissions/loaded-matter.ts"
import { findMissing } from "../server/intake/submissions/missing/missing.ts"
import { differencesBetween } from "../server/intake/submissions/review/differences.ts"
import { readLive } from "../server/intake/submissions/snapshot.ts"
import { listSubmissions, readSubmission } from "../server/intake/submissions/submissions.ts"
import { listDeliveries } from "../server/outputs/webhooks/deliveries.ts"
import { listEndpoints } from "../server/outputs/webhooks/endpoints.ts"
import { claimDeliveries } from "../server/outputs/webhooks/schedule.ts"
import type { Tx } from "../server/platform/db/database.ts"
import { assertEach } from "../test/harness/assert-each.ts"
import { provideDemo } from "../test/harness/demo-database.ts"

const { service, demo } = provideDemo()
let matters: MatterOverview[]
const whole = { page: 1, limit: 1_000, offset: 0 }
before(async () => {
  matters = (await inFirm((tx) => listMatterOverviews(tx, {}, whole))).rows
})

function inFirm<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return service.db.forFirm(demo.firm_id, work)
}

async function read<Body>(url: string): Promise<Body> {
  const headers = { authorization: `Token ${demo.api_token}` }
  const answer = await service.app.inject({ url, headers })
  assert.equal(answer.statusCode, 200, url)
  return answer.json() as Body
}

test("the couple's matter uses every kind of record", async () => {
  const url = `/v1/matters/${demo.matters.couple}`
  const { assets } = await read<{ assets: Asset[] }>(`${url}/assets`)
  assert.ok(assets.length >= 12)
  assert.ok(new Set(assets.map(({ general_category }) => general_category.id)).size >= 10)
  assert.ok(assets.some(({ additional_fields }) => additional_fields.some(({ answer }) => answer !== "")))
  assert.ok(assets.some(({ debit_value }) => Number(debit_value) > 0))
  assert.ok(assets.some(({ owner_value }) => / and /.test(owner_value)))
  const levels = assets.flatMap(({ beneficiaries }) => (beneficiaries ?? []).map(({ level }) => level))
  assert.deepEqual([...new Set(levels)].toSorted(), ["contingent", "primary"])

  const { roles } = await read<{ roles: Role[] }>(`${url}/roles`)
  const foci = roles.filter(({ split }) => split).map(({ focus_type }) => focus_type)
  assert.deepEqual([...new Set(foci)].toSorted(), ["contact_main", "contact_partner"])
  assert.ok(roles.every(({ split, assignments }) => !split || assignments.length > 0))
  assert.ok(roles.some(({ assignments }) => assignments[0]?.contacts.length === 2))
  assert.ok(roles.some(({ assignments }) => assignments.length >= 3))

  const { answers } = await read<{ answers: Answer[] }>(`${url}/answers`)
  // The demo's key lacks the scope answers:sensitive.
  assert.ok(answers.some(({ value, display_value }) => value === null && /^•+/.test(display_value)))
  assert.ok(answers.length > 30)
})

test("real estate is identified by its address and vehicles by year, make, and model, under a label that says so", async () => {
  const year = new Date().getUTCFullYear()
  const named = {
    A017: [/^(\S+ )+\d+|^\d+ .+, .+/, "Property address"],
    A021: [/^\d{4} \S+ \S+/, "Year, make and model"],
  } as const
  const seen: string[] = []
  for (const { id } of matters) {
    const { assets } = await read<{ assets: Asset[] }>(`/v1/matters/${id}/assets`)
    for (const { general_category, identifier_label, identifier_value } of assets) {
      const kind = general_category.id as keyof typeof named
      if (!named[kind]) continue
      assert.match(identifier_value, named[kind][0])
      assert.equal(identifier_label, named[kind][1])
      if (kind === "A021") assert.ok(Number(identifier_value.slice(0, 4)) <= year, identifier_value)
      seen.push(kind)
    }
  }
  assert.ok(seen.filter((kind) => kind === "A017").length > 10)
  assert.equal(seen.filter((kind) => kind === "A021").length, 3)
})

test("the demo's files are real PDFs and pictures", async () => {
  const starts: string[] = []
  for (const list of ["documents", "financial-documents"]) {
    const { documents } = await read<{ documents: Document[] }>(`/matters/${demo.matters.couple}/${list}`)
    assert.ok(documents.length >= 5)
    for (const { download_url, size } of documents) {
      const { rawPayload } = await service.app.inject({ url: download_url.slice(demo.base_url.length) })
      assert.equal(rawPayload.length, size)
      starts.push(rawPayload.toString("latin1", 0, 4))
    }
  }
  assert.deepEqual([...new Set(starts)].toSorted(), ["%PDF", "\x89PNG"])
})

test("the couple's submissions and their changes since can be compared", async () => {
  const id = demo.matters.couple
  const { ring } = service
  const [first, second, live] = await inFirm(async (tx) => [
    (await readSubmission(tx, ring, id, 1)).snapshot,
    (await readSubmission(tx, ring, id, 2)).snapshot,
    await readLive(loadMatter(tx, ring, id)),
  ])
  const changed = new Set(differencesBetween(first, second).map(({ part }) => part))
  assert.deepEqual([...changed].toSorted(), ["answers", "assets", "contacts", "financial_documents", "roles"])
  assert.ok(differencesBetween(second, live).length >= 2)
})

test("the couple has answered one of the corrections requested", async () => {
  const requested = await inFirm((tx) => listCorrections(tx, demo.matters.couple))
  assertEach(requested, ({ label, state }) => [label, state], [
    ["Declan O’Neil", "answered"],
    ["About how much in total?", "open"],
    ["If there were no hope of recovery, would you want life support? – Andrei Mihai Ștefănescu", "open"],
  ])
})

test("the demo's matters are in the states they are named for", async () => {
  const stateOf = (id: string) => matters.find((matter) => matter.id === id)?.state
  const { couple, single, probate, in_progress, pre_created, closed } = demo.matters
  assert.deepEqual([couple, single, probate, in_progress, pre_created, closed].map(stateOf), [
    "submitted",
    "completed",
    "submitted",
    "started",
    "created",
    "closed",
  ])
  const reasons = await inFirm((tx) => listSubmissions(tx, single))
  assertEach(reasons, ({ reason }) => reason, ["completed", "submitted"])
})

test("the matter list has every state, every questionnaire, and several assignees", () => {
  assert.equal(new Set(matters.map(({ state }) => state)).size, 5)
  assert.equal(new Set(matters.map(({ quest_internal_type }) => quest_internal_type)).size, 3)
  assert.ok(new Set(matters.map(({ assignee_name }) => assignee_name)).size >= 5)
})

test("submitted matters are complete, and matters in progress are not", async () => {
  for (const { id, name, state } of matters) {
    const missing = await inFirm((tx) => findMissing(tx, service.ring, id))
    const isSent = !["created", "started"].includes(state)
    assert.equal(missing.length === 0, isSent, `${name}: ${JSON.stringify(missing)}`)
  }
})

test("people are born before they die and after their parents, and never in the future", async () => {
  const today = new Date().toISOString().slice(0, 10)
  for (const { id, name } of matters) {
    const people = await inFirm((tx) => listPeople(tx, id))
    const main = people.find(({ relationship_type }) => relationship_type === "1MAIN")
    for (const { full_name, relationship_type, date_of_birth, date_of_death } of people) {
      const what = `${full_name} in ${name}`
      if (date_of_birth) assert.ok(date_of_birth < (date_of_death ?? today), what)
      if (date_of_death) assert.ok(date_of_death <= today, what)
      if (relationship_type.startsWith("2") && date_of_birth && main?.date_of_birth)
        assert.ok(date_of_birth > main.date_of_birth, what)
    }
  }
})

test("no client is asked whether children are minors if birth dates tell, and the follow-up questions appear", async () => {
  const adult = `${new Date().getUTCFullYear() - 17}-01-01`
  let followed = 0
  for (const { id, name } of matters.filter(
    ({ quest_internal_type }) => quest_internal_type === "Planning",
  )) {
    const { answers } = await read<{ answers: Answer[] }>(`/v1/matters/${id}/answers`)
    const prompts = answers.map(({ prompt }) => prompt)
    assert.ok(!prompts.includes("Are any of your children under 18?"), name)
    if (!prompts.includes("At what age should they get full control of their inheritance?")) continue
    const people = await inFirm((tx) => listPeople(tx, id))
    const isMinor = ({ relationship_type, date_of_birth }: (typeof people)[number]) =>
      relationship_type.startsWith("2") && date_of_birth !== null && date_of_birth > adult
    assert.ok(people.some(isMinor), name)
    followed += 1
  }
  assert.ok(followed >= 2)
})

test("newer events are listed first, and none is in the future", async () => {
  const { results } = await read<{ results: Event[] }>("/v1/events?page_size=200")
  const times = results.map(({ occured_at }) => occured_at)
  assert.ok(times.length > 50)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.ok((times[0] ?? "") < new Date().toISOString())
  const order = ["created", "started", "submitted", "resubmitted", "completed", "reopened"]
  for (const { id } of matters) {
    const own = results
      .filter(({ matter, event_type }) => matter.id === id && event_type.startsWith("intakeform."))
      .map(({ event_type }) => event_type.split(".")[1])
    assert.deepEqual(
      own,
      own.toSorted((a = "", b = "") => order.indexOf(b) - order.indexOf(a)),
    )
  }
})

test("the webhook has a delivery log, and nothing is ever sent to its made-up address", async () => {
  const [endpoint, ...others] = await inFirm(listEndpoints)
  assert.ok(endpoint?.paused_at && others.length === 0)
  const { rows } = await inFirm((tx) => listDeliveries(tx, endpoint.id, {}, whole))
  const states = rows.map(({ state }) => state)
  assert.ok(states.filter((state) => state === "delivered").length > 10)
  assert.ok(states.includes("waiting"))
  assert.deepEqual([...new Set(states)].toSorted(), ["delivered", "waiting"])
  assert.ok(rows.some(({ attempts }) => attempts === 2))
  const space = { capacity: 50, failing_capacity: 50, key_ids: service.ring.key_ids }
  assert.deepEqual(await service.db.forPlatform((tx) => claimDeliveries(tx, space)), [])
})

test("a client who returned is one person in both of her matters", async () => {
  const records = await inFirm(async (tx) => {
    const [person] = await listPeople(tx, demo.matters.closed)
    return listRecords(tx, person?.id ?? "", null)
  })
  assertEach(records, ({ matter_name, full_name }) => [matter_name, full_name], [
    ["Whitfield, Dorothy: taxes", "Dorothy Whitfield"],
    ["Whitfield, Dorothy", "Dorothy Jean Whitfield"],
  ])
})

test("a new probate matter is Marcus's, and a new tax organizer no one's", async () => {
  const assigneeOf = async (kind: "probate" | "tax") => {
    const created = await service.app.inject({
      method: "POST",
      url: "/v1/matters/create",
      headers: { authorization: `Token ${demo.api_token}` },
      payload: { questionnaire_id: demo.questionnaires[kind], matter_name: `New ${kind}` },
    })
    const { id } = created.json() as { id: string }
    const { rows } = await inFirm((tx) => listMatterOverviews(tx, { ids: [id] }, whole))
    return rows[0]?.assignee_name
  }
  assert.match((await assigneeOf("probate")) ?? "", /^Marcus /)
  assert.equal(await assigneeOf("tax"), null)
})
