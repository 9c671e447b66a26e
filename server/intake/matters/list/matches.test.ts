// A cached count must never be returned once it is stale.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { addManyMatters } from "../../../../bench/matters.ts"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { rawSql, sql, type Tx } from "../../../platform/db/sql.ts"
import type { MatterFilters } from "./filters.ts"
import { countMatters, searchMatters } from "./matches.ts"

const service = provideService()
/** Shared by all tests but the one that changes matters the others count. */
let shared: TestFirm
before(async () => {
  shared = await newFirm()
})

const matters = 1_300

async function newFirm(count = matters) {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx, { title: "Planning", url_short_name: "planning" })
    await addManyMatters(tx, questionnaire_id, count)
    await tx.run(sql`update matters set search_name = 'castillo, cora ' || right(id, 3)`)
  })
  return firm
}

/**
 * A page of five of the matters named Cora, near enough to the top to be reached by walking once their number is known.
 */
const searchPage = (tx: Tx, filters: MatterFilters = {}, offset = 10) =>
  searchMatters(tx, { search: "Cora", ...filters }, { limit: 5, offset })

test("a common name is counted exactly and its pages match the list's, on the first request and on later ones", async () => {
  const { expected } = await shared.one<{ expected: string[] }>(
    sql`select array(select id::text from matters order by open_date desc, id desc limit 5 offset 10) as expected`,
  )
  for (const time of ["first", "second"])
    assert.deepEqual(await shared.run((tx) => searchPage(tx)), { matches: matters, ids: expected }, time)
  const far = await shared.run((tx) => searchPage(tx, {}, matters - 2))
  assert.deepEqual([far.matches, far.ids.length], [matters, 2])
})

test("a search in another order finds every match, however many there are, to the last page", async () => {
  // More than any part of them that could be sorted instead.
  const count = 5_003
  const firm = await newFirm(3)
  // Of one main contact, because contacts are most of the work.
  await firm.write(sql`
    insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                         contact_main_id, last_activity_at, created_at)
    select left(id, -6) || lpad(n::text, 6, '0'), name, 'castillo, cora ' || n, open_date, questionnaire_id,
           questionnaire_version, client_type, contact_main_id, last_activity_at, created_at
      from (select * from matters limit 1) m, generate_series(4, ${count}::int) n`)
  const { expected } = await firm.one<{ expected: string[] }>(
    sql`select array(select id::text from matters order by search_name, id offset 5000) as expected`,
  )
  const order = { by: "name", descending: false } as const
  const search = { search: "cora" }
  const last = await firm.run((tx) => searchMatters(tx, search, { limit: 200, offset: 5_000 }, order))
  assert.deepEqual(last, { matches: count, ids: expected })
  const { body } = await firm.request("GET", "/v1/matters?search=cora&sort=name&page_size=200&page=26")
  assert.deepEqual([body.next, body.results.map(({ id }: { id: string }) => id)], [null, expected])
})

test("a cached count expires with every change that could alter a filter's result", async () => {
  const firm = await newFirm()
  await firm.write(sql`insert into matter_tags (matter_id, tag) select id, 'Trust' from matters`)
  const count = async (filters: MatterFilters) => (await firm.run((tx) => searchPage(tx, filters))).matches
  const update = (change: string) => `update matters set ${change} where id =`
  const changes: [MatterFilters, string][] = [
    [{}, update("search_name = 'somebody else'")],
    [{ is_submitted: false }, update("is_submitted = true")],
    [{ state: "created" }, update("started_at = now()")],
    [{ assignee_id: null }, update("assignee_id = current_actor()")],
    [{ from: "2020-01-01" }, update("open_date = '2019-12-31'")],
    [{ due_from: "2020-01-01" }, update("due_on = null")],
    [{ tag: "Trust" }, "delete from matter_tags where matter_id ="],
  ]
  await firm.write(sql`update matters set due_on = '2030-01-01'`)
  for (const [index, [filters, change]] of changes.entries()) {
    const before_ = await count(filters)
    assert.equal(await count(filters), before_)
    await firm.write(sql`${rawSql(change)} (select id from matters order by id offset ${index} limit 1)`)
    assert.equal(await count(filters), before_ - 1, change)
  }
  // Counts without a search term, found by an index, are cached too.
  const untold = () => firm.run((tx) => countMatters(tx, { tag: "Trust" }))
  const tagged = await untold()
  assert.equal(await untold(), tagged)
  await firm.write(
    sql`delete from matter_tags where matter_id in (select id from matters order by id desc limit 3)`,
  )
  assert.equal(await untold(), tagged - 3)
})

test("writers, and viewers some matters are hidden from, neither use nor fill the cached counts", async () => {
  const count = async (tx: Tx) => (await searchPage(tx)).matches
  const user_id = await shared.call(createStaff, { email: "max@example.com", name: "Max", role: "member" })
  await shared.run(async (tx) => {
    await tx.run(sql`update matters set is_restricted = true where right(id, 2) = '1F'`)
    await tx.run(sql`
      insert into matter_access (matter_id, user_id, added_at)
      select id, current_actor(), now() from matters where is_restricted`)
  })
  const asMax = () => service.db.forFirm(shared.firm_id, count, { user_id, is_viewer: true })
  const hidden = (await shared.run(count)) - (await asMax())
  assert.ok(hidden > 0)
  assert.equal((await shared.run(count)) - (await asMax()), hidden)
  const undone = shared.run(async (tx) => {
    await tx.run(sql`update matters set search_name = 'somebody else' where right(id, 1) = '0'`)
    throw new Error(`${await count(tx)}`)
  })
  await assert.rejects(undone, ({ message }: Error) => Number(message) < matters)
  assert.equal(await shared.run(count), matters)
})

test("a search term is compared in full, however long it is", async () => {
  const name = "cora 7 and ".repeat(60)
  const found = await shared.run(async (tx) => {
    await tx.run(sql`update matters set search_name = ${name} where id = (select min(id) from matters)`)
    const matchesOf = async (search: string) => (await searchPage(tx, { search }, 0)).matches
    return [await matchesOf(name), await matchesOf(`${name}x`), await matchesOf("cora".repeat(5_000))]
  })
  assert.deepEqual(found, [1, 0, 0])
})
