import assert from "node:assert/strict"
import { test } from "node:test"
import { fillIn } from "../../../../test/contract/sample-firm.ts"
import { newFirmWithMatters } from "../../../../test/harness/firm-with-matters.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { deleteMatter, restoreMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { changeContact } from "../../contacts/editing.ts"
import { changeQuestionnaire } from "../../questionnaires/questionnaires.ts"
import { closeMatter, markCompleted, reopenClosedMatter } from "../lifecycle.ts"

const service = provideService()

const newFirm = () => newFirmWithMatters(service)

async function find(firm: TestFirm, query: string): Promise<string[]> {
  const { status, body } = await firm.request("GET", `/v1/matters?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.count, body.results.length, query)
  return body.results.map(({ id }: { id: string }) => id).sort()
}

async function refuse(firm: TestFirm, query: string): Promise<string[]> {
  const { status, body } = await firm.request("GET", `/v1/matters?${query}`)
  assert.equal(status, 400, query)
  return body.errors.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`)
}

/** The database's own time, which updates are stamped with. */
const timeNow = async (firm: TestFirm) => {
  const { now } = await firm.one<{ now: Date }>(sql`select clock_timestamp() as now`)
  return new Date(now.getTime() + 1).toISOString()
}

test("ids find those matters alone, whether separated by commas or repeated", async () => {
  const { firm, create } = await newFirm()
  const other = await newFirm()
  const [one, two, three] = [await create("Ash"), await create("Birch"), await create("Cedar")]
  assert.deepEqual(await find(firm, `ids=${one},${three}`), [one, three].sort())
  assert.deepEqual(await find(firm, `ids=${one}&ids=${three},${two}`), [one, two, three].sort())
  assert.deepEqual(await find(firm, `ids=${one},${one}`), [one])
  assert.deepEqual(await find(firm, `ids=${one},${three}&search=cedar`), [three])
  assert.deepEqual(await find(firm, `ids=${one},${three}&sort=-name`), [one, three].sort())
  assert.deepEqual(await find(firm, `ids=${two},${one}&starting_after=${two}`), [one])
  assert.deepEqual(await find(firm, `ids=${one}&follow_up=corrections_open`), [])
  for (const id of [other.intake.matter_id, `matter_${"0".repeat(32)}`, "nothing", "%00x".slice(3)])
    assert.deepEqual(await find(firm, `ids=${id}`), [], id)
  const page = await firm.request("GET", `/v1/matters?ids=${one},${two},${three}&page_size=2`)
  assert.deepEqual([page.body.count, page.body.results.length], [3, 2])
  const next = await firm.request("GET", page.body.next.slice(service.base_url.length))
  assert.equal(next.body.results.length, 1)
  assert.deepEqual(await refuse(firm, "ids="), ["ids too_short"])
  assert.deepEqual(await refuse(firm, `ids=${Array(101).fill(one).join()}`), ["ids too_many"])
  assert.deepEqual(await refuse(firm, "ids=a%00b"), ["ids storable".replace("storable", "unreadable")])
})

test("a matter is found by exactly the pairs of its context, numbers and text alike, and again once restored", async () => {
  const { firm, create } = await newFirm()
  const other = await newFirm()
  const a = await create("Ash", { crm_id: "A-1042", office: 3 })
  const b = await create("Birch", { crm_id: "a-1042", office: "3", "a.b": "x y" })
  await other.create("Elm", { crm_id: "A-1042" })
  assert.deepEqual(await find(firm, "context.crm_id=A-1042"), [a])
  assert.deepEqual(await find(firm, "context.office=3"), [a, b].sort())
  assert.deepEqual(await find(firm, "context.office=3&context.crm_id=a-1042"), [b])
  assert.deepEqual(await find(firm, "context.a.b=x%20y&search=birch&sort=name"), [b])
  for (const query of [
    "context.crm_id=A-104",
    "context.crm_id=",
    "context.Office=3",
    "context.office=03",
    "context.x=1",
  ])
    assert.deepEqual(await find(firm, query), [], query)
  assert.deepEqual(await refuse(firm, "context.a=1&context.a=2"), ["context.a repeated"])
  assert.deepEqual(await refuse(firm, "context.a=%00"), ["context.a unreadable"])
  const six = [1, 2, 3, 4, 5, 6].map((n) => `context.k${n}=1`).join("&")
  assert.deepEqual(await refuse(firm, six), ["context too_many"])
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id: a, reason: "Double" }))
  assert.deepEqual(await find(firm, "context.office=3"), [b])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await find(firm, "context.office=3"), [a, b].sort())
})

test("updated_since finds what was updated since, and nothing else", async () => {
  const { firm, intake, questionnaire_id, create } = await newFirm()
  const { matter_id } = intake
  const other = await create("Other")
  await fillIn(service, intake)
  let deletion = ""
  const paths = service.app.routes
    .filter(({ method, url }) => method === "GET" && url.startsWith("/v1/matters/:matter_id"))
    .filter(({ url }) => !/documents|memo|workbook/.test(url))
    .map(({ url }) => url.replace(":matter_id", matter_id))
  assert.ok(paths.length >= 9, String(paths))
  const readAll = async () => {
    const responses = await Promise.all(paths.map((path) => firm.request("GET", path)))
    return JSON.stringify(responses.map(({ body }) => ({ ...body, request_id: "" })))
  }
  const steps: Record<string, () => Promise<unknown>> = {
    person: () => firm.call(changeContact, intake.main, [{ field: "middle_name", value: "Quincy" }]),
    message: () =>
      firm.request("POST", `/v1/matters/${matter_id}/messages`, { subject: "The deed", text: "Is it here?" }),
    completion: () => firm.run((tx) => markCompleted(tx, matter_id)),
    closing: () => firm.run((tx) => closeMatter(tx, matter_id)),
    reopening: () => firm.run((tx) => reopenClosedMatter(tx, matter_id)),
  }
  for (const [name, change] of Object.entries(steps)) {
    const [before_, since] = [await readAll(), await timeNow(firm)]
    assert.deepEqual(await find(firm, `updated_since=${since}`), [], name)
    await change()
    assert.notEqual(await readAll(), before_, `${name} changes nothing`)
    assert.deepEqual(await find(firm, `updated_since=${since}`), [matter_id], name)
    assert.deepEqual(await find(firm, `updated_since=${since}&ids=${other}`), [], name)
    assert.deepEqual(
      await find(firm, `updated_since=${since}&sort=activity&questionnaire_id=${questionnaire_id}`),
      [matter_id],
      name,
    )
  }
  const since = await timeNow(firm)
  await firm.run((tx) => closeMatter(tx, matter_id))
  deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Double" }))
  assert.deepEqual(await find(firm, `updated_since=${since}`), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await find(firm, `updated_since=${since}`), [matter_id])
  // What a matter shows of its questionnaire counts for all its matters; what it does not show, for none.
  const later = await timeNow(firm)
  await firm.run((tx) => changeQuestionnaire(tx, questionnaire_id, { title: "New title" }))
  assert.deepEqual(await find(firm, `updated_since=${later}`), [])
  await firm.run((tx) => changeQuestionnaire(tx, questionnaire_id, { active: false }))
  assert.deepEqual(await find(firm, `updated_since=${later}`), [matter_id, other].sort())
  assert.deepEqual(await find(firm, `updated_since=${later}&starting_after=${other}`), [matter_id])
})

test("a list of updated matters is never an old one from the cache", async () => {
  const { firm, intake } = await newFirm()
  const url = `/v1/matters?updated_since=${await timeNow(firm)}`
  const first = await firm.request("GET", url)
  // Not a change of anything that the list itself shows.
  await firm.run((tx) => changeContact(tx, intake.main, [{ field: "middle_name", value: "Quincy" }]))
  const second = await firm.request("GET", url)
  assert.deepEqual([first.body.count, second.body.count], [0, 1])
  assert.notEqual(first.headers.etag, second.headers.etag)
})

test("a time is read as RFC 3339 writes it, and anything else is refused", async () => {
  const { firm, create } = await newFirm()
  await create("Ash")
  const all = (await find(firm, "")).length
  for (const time of [
    "1999-12-31T23:59:59Z",
    "1999-12-31t23:59:59z",
    "1999-12-31 23:59:60Z",
    "0000-01-01T00:00:00+23:59",
    "2000-01-01T00:00:00.123456789012-05:00",
    "2000-01-01T00:00:00+05",
    "2000-01-01T00:00:00+0530",
  ])
    assert.equal((await find(firm, `updated_since=${encodeURIComponent(time)}`)).length, all, time)
  for (const time of ["9999-12-31T23:59:59-23:59", "2100-01-01T00:00:00Z"])
    assert.deepEqual(await find(firm, `updated_since=${encodeURIComponent(time)}`), [], time)
  for (const time of [
    "",
    "yesterday",
    "2026-03-02",
    "2026-02-30T00:00:00Z",
    "2026-03-02T10:15:00",
    "2026-03-02T10:15:00+00:00",
  ])
    assert.deepEqual(await refuse(firm, `updated_since=${time}`), ["updated_since wrong_format"], time)
})
