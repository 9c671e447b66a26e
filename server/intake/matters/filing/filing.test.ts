// File numbers, due dates, tags and list orders, compared with plain queries.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { searchEntries } from "../../../follow-up/search/search.ts"
import { sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { type MatterFilters, whereOf } from "../list/filters.ts"
import { listMatterOverviews } from "../list/list.ts"
import { countMatters } from "../list/matches.ts"
import { findNeighbors, type Order, orderBy, sortKeys } from "../list/order.ts"
import { createMatter } from "../matters.ts"
import { changeFiling, completeFilings, getFiling, listTags } from "./filing.ts"

const { service, firm } = provideServiceAndFirm()
let questionnaire_id: string
const ids: string[] = []
before(async () => {
  ids.push((await newIntake(firm)).matter_id)
  await firm.run(async (tx) => {
    questionnaire_id = (await tx.one<{ id: string }>(sql`select id from questionnaires`)).id
    for (let n = 0; n < 24; n += 1) {
      const matter_name = `${["Abbott", "Zöe", "barton", "Castillo"][n % 4]} ${n % 5}`
      const { id } = await createMatter(tx, { questionnaire_id, matter_name })
      ids.push(id)
      await changeFiling(tx, id, {
        file_number: n % 3 === 0 ? `2026-${n}` : "",
        due_on: n % 2 === 0 ? `2026-02-0${1 + (n % 4)}` : null,
        tags: [n % 2 === 0 ? "Trust" : "Urgent", ...(n % 6 === 0 ? ["Court"] : [])],
      })
      await tx.run(sql`
        update matters set assignee_id = ${n % 3 === 0 ? firm.admin.user_id : null},
               open_date = date '2026-01-01' + ${n % 7}::int
         where id = ${id}`)
    }
  })
})

const orders: Order[] = sortKeys.flatMap((by) => [true, false].map((descending) => ({ by, descending })))
const lists = (): MatterFilters[] => [
  {},
  { tag: "Trust" },
  { tag: "Court", state: "created" },
  { file_number: "2026-3" },
  { due_from: "2026-02-02" },
  { due_until: "2026-02-02", is_open: true },
  { questionnaire_id },
  { questionnaire_id, assignee_id: null },
  { assignee_id: firm.admin.user_id, tag: "Trust" },
]

test("every filter and order matches a plain query, with its count, page by page", async () => {
  for (const filters of lists())
    for (const order of orders) {
      const label = JSON.stringify({ filters, order })
      const expected = (
        await firm.all<{ id: string }>(sql`select m.id from matters m ${whereOf(filters)} ${orderBy(order)}`)
      ).map(({ id }) => id)
      const pages = [1, 2, 3].map((page) => ({ page, limit: 10, offset: (page - 1) * 10 }))
      const found: string[] = []
      for (const page of pages) {
        const { count, rows } = await firm.run((tx) => listMatterOverviews(tx, filters, page, order))
        assert.equal(count, expected.length, label)
        found.push(...rows.map(({ id }) => id))
      }
      assert.deepEqual(found, expected, label)
      assert.equal(await firm.run((tx) => countMatters(tx, filters)), expected.length, label)
    }
})

test("a search respects the other filters and the order", async () => {
  const page = { page: 1, limit: 50, offset: 0 }
  const { count, rows } = await firm.run((tx) =>
    listMatterOverviews(tx, { search: "ZÖE", tag: "Urgent" }, page, { by: "name", descending: true }),
  )
  assert.equal(count, rows.length)
  assert.ok(rows.length > 3)
  assert.ok(rows.every(({ name, tags }) => name.startsWith("Zöe") && tags.includes("Urgent")))
  const names = rows.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted().toReversed())
})

test("previous and next walk a list from end to end, in any order", async () => {
  for (const order of orders)
    for (const filters of [{}, { tag: "Trust" }]) {
      const { rows } = await firm.run((tx) =>
        listMatterOverviews(tx, filters, { page: 1, limit: 100, offset: 0 }, order),
      )
      const listed = rows.map(({ id }) => id)
      for (const [index, id] of listed.entries())
        assert.deepEqual(
          await firm.run((tx) => findNeighbors(tx, filters, order, id)),
          { previous: listed[index - 1] ?? null, next: listed[index + 1] ?? null },
          JSON.stringify({ order, filters, index }),
        )
    }
  const outside = ids[0] ?? ""
  const byName: Order = { by: "name", descending: false }
  assert.equal(await firm.run((tx) => findNeighbors(tx, { tag: "Trust" }, byName, outside)), undefined)
})

test("the console's search finds file numbers; tags are trimmed, deduplicated, and refused when too long", async () => {
  const [matter_id = ""] = ids
  const file = (filing: Partial<Parameters<typeof changeFiling>[2]>) =>
    firm.run((tx) => changeFiling(tx, matter_id, { file_number: "", due_on: null, tags: [], ...filing }))
  await file({ file_number: "LN/2026-0815", tags: [" Trust ", "Trust", "", "Two  words"] })
  const found = await firm.run((tx) => searchEntries(tx, "ln 2026-0815", { assignee_id: null, limit: 5 }))
  assertEach(found.slice(0, 1), ({ kind, matter_id: id, text }) => [kind, id, text], [
    ["file_number", matter_id, "LN/2026-0815"],
  ])
  assert.deepEqual((await firm.run((tx) => getFiling(tx, matter_id))).tags, ["Trust", "Two words"])
  assert.deepEqual(await firm.run((tx) => listTags(tx)), ["Court", "Trust", "Two words", "Urgent"])
  assert.deepEqual(await firm.run((tx) => listTags(tx, firm.admin.user_id)), ["Court", "Trust", "Urgent"])
  await assert.rejects(
    file({ file_number: "x".repeat(61), tags: ["y".repeat(41)] }),
    (error) =>
      error instanceof Failure && error.errors?.map(({ param }) => param).join() === "file_number,tags",
  )
})

test("the API takes the same filters, and its cached responses expire when the filtered data changes", async () => {
  const names = async (query: string) => {
    const { status, body } = await firm.request("GET", `/v1/matters?page_size=100&${query}`)
    assert.equal(status, 200, query)
    return (body.results as { id: string }[]).map(({ id }) => id)
  }
  const [, one = "", other = ""] = ids
  const file = (id: string, tags: string[]) =>
    firm.run((tx) => changeFiling(tx, id, { file_number: "A-1", due_on: "2026-05-05", tags }))
  await file(one, ["Appeal"])
  const queries = [
    "tag=Appeal",
    "file_number=A-1",
    "due_from=2026-05-05",
    "due_from=2026-05-01&due_until=2026-05-31",
  ]
  for (const query of queries) assert.deepEqual(await names(query), [one], query)
  await file(other, ["Appeal"])
  for (const query of queries) assert.equal((await names(query)).length, 2, query)
  assert.equal(
    (await names("assignee=none")).length + (await names(`assignee=${firm.admin.user_id}`)).length,
    ids.length,
  )
  assert.equal((await names("status=created")).length, ids.length)
  assert.equal((await firm.request("GET", "/v1/matters?status=gone")).status, 400)
})

test("the API supports every order of the console, and filters by open and follow-up state", async () => {
  const listed = async (query: string) => {
    const { status, body } = await firm.request("GET", `/v1/matters?page_size=100&${query}`)
    assert.equal(status, 200, query)
    return (body.results as { id: string }[]).map(({ id }) => id)
  }
  for (const order of orders) {
    const { rows } = await firm.call(listMatterOverviews, {}, { page: 1, limit: 100, offset: 0 }, order)
    assert.deepEqual(
      await listed(`sort=${order.descending ? "-" : ""}${order.by}`),
      rows.map(({ id }) => id),
      JSON.stringify(order),
    )
  }
  const [, one = "", other = ""] = ids
  const first = async () => (await listed("sort=-activity"))[0]
  for (const id of [one, other]) {
    await firm.write(sql`update matters set last_activity_at = clock_timestamp() where id = ${id}`)
    assert.equal(await first(), id, "an order without a revision is never cached")
  }
  await firm.write(sql`update matters set completed_at = now() where id = ${one}`)
  assert.deepEqual(await listed("is_open=false"), [one])
  assert.deepEqual((await listed("is_open=true")).includes(one), false)
  assert.equal((await listed("is_open=1")).length, ids.length - 1)
  const { status, body } = await firm.request("GET", `/v1/matters?sort=name&starting_after=${one}`)
  assert.deepEqual(
    [status, body.errors[0].param, body.errors[0].code],
    [400, "starting_after", "sorted_otherwise"],
  )
})

test("a filing is completed with what it lacks, and with tags until there are twenty", async () => {
  const own = await service.newFirm()
  const { matter_id } = await newIntake(own)
  const { id: other } = await own.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    return createMatter(tx, { questionnaire_id: id, matter_name: "Other" })
  })
  const tag = (n: number) => `Tag ${String(n).padStart(2, "0")}`
  const tagsUpTo = (max: number) => Array.from({ length: max }, (_, index) => tag(index + 1))
  await own.run(async (tx) => {
    await changeFiling(tx, matter_id, { file_number: "", due_on: "2026-05-01", tags: tagsUpTo(18) })
    const given = { file_number: " 2026-7 ", due_on: "2027-01-01" }
    await completeFilings(tx, [
      { ...given, matter_id, tags: [tag(1), tag(19), tag(19), tag(20), tag(21)] },
      { ...given, matter_id: other, tags: [tag(1), tag(2)] },
    ])
  })
  const read = (id: string) => own.run((tx) => getFiling(tx, id))
  assert.deepEqual(await read(matter_id), { file_number: "2026-7", due_on: "2026-05-01", tags: tagsUpTo(20) })
  assert.deepEqual(await read(other), { file_number: "2026-7", due_on: "2027-01-01", tags: tagsUpTo(2) })
})
