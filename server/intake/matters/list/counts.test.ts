// Compares maintained counts and page lookups with a walk through all matters.

import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { startDuring } from "../../../../test/harness/collide.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { countByQuestionnaire } from "./counts.ts"
import { type MatterFilters, whereOf } from "./filters.ts"
import { listMatters } from "./list.ts"
import { countMatters } from "./matches.ts"

const service = provideService()

/**
 * Adds `count` matters, numbered from `first`; `day` is an SQL expression over the number `n`. All are of one client,
 * because adding a client to each would take as long as adding the matters.
 */
async function addMatters(tx: Tx, questionnaires: string[], first: number, count: number, day: Sql) {
  // PostgreSQL planned the key checks while the table was small; without this, each check would scan it.
  await tx.run(sql`set local enable_seqscan = off`)
  const id = (kind: string, n = sql`n`) =>
    sql`${kind} || substr(current_firm(), 6, 24) || lpad(upper(to_hex(${n})), 8, '0')`
  const client = id("contact_", sql`${first}::integer`)
  const many = sql`generate_series(${first}::integer, ${first + count - 1}::integer) n`
  await tx.run(sql`
    insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                         contact_main_id, started_at, is_submitted, assignee_id, last_activity_at, created_at)
    select ${id("matter_")}, 'M' || n, 'm' || n, ${day}, (${questionnaires}::text[])[1 + n % 3], 1, 'self', ${client},
           case when n % 5 > 0 then now() end, n % 5 > 1, case when n % 7 = 0 then current_actor() end, now(), now()
      from ${many}`)
  await tx.run(sql`
    insert into contacts (id, matter_id, position, relationship_type, created_at)
    select ${client}, ${id("matter_")}, 1, '1MAIN', now() from ${many} where n = ${first}::integer`)
}

async function newFirm() {
  const firm = await service.newFirm()
  const questionnaires = await firm.run((tx) =>
    Promise.all(
      (["planning", "planning", "business"] as const).map((approach, index) =>
        addQuestionnaire(tx, {
          title: `Questionnaire ${index}`,
          approach,
          url_short_name: `questionnaire-${index}`,
        }),
      ),
    ),
  )
  return { firm, questionnaires }
}

const addUp = (tx: Tx, { firm_id }: TestFirm) => tx.run(sql`select add_up_matter_counts(${firm_id})`)
const countAgain = (firm: TestFirm) => service.db.forPlatform((tx) => addUp(tx, firm))

/** Ids and questionnaires matching the filters, newest first, found by walking through all matters. */
function walk(firm: Pick<TestFirm, "run">, filters: MatterFilters): Promise<string[]> {
  return firm.run(async (tx) => {
    const rows = await tx.all<{ id: string }>(
      sql`select m.id from matters m ${whereOf(filters)} order by m.open_date desc, m.id desc`,
    )
    return rows.map(({ id }) => id)
  })
}

async function compare(firm: Pick<TestFirm, "run">, lists: readonly MatterFilters[]): Promise<void> {
  for (const filters of lists) {
    const label = JSON.stringify(filters)
    const expected = await walk(firm, filters)
    assert.equal(await firm.run((tx) => countMatters(tx, filters)), expected.length, label)
    for (const offset of [0, 1_001, 2_777, 4_500, expected.length - 3]) {
      if (offset < 0) continue
      const { count, rows } = await firm.run((tx) => listMatters(tx, filters, { page: 1, limit: 7, offset }))
      assert.equal(count, expected.length, label)
      assertEach(rows, ({ id }) => id, expected.slice(offset, offset + 7), `${label} from ${offset}`)
    }
  }
  const counted = await firm.run((tx) => countByQuestionnaire(tx, {}))
  const { by } = await firm.run((tx) =>
    tx.one<{ by: Record<string, number> }>(sql`
      select coalesce(json_object_agg(questionnaire_id, n), '{}') as by
        from (select questionnaire_id, count(*) as n from matters group by 1) c`),
  )
  assert.deepEqual(Object.fromEntries(counted), by)
}

test("counts and far pages match a full walk after additions, changes and removals, on crowded and quiet days", async () => {
  const { firm, questionnaires } = await newFirm()
  const after = { open_date: "2025-01-02", id: `matter_${firm.firm_id.slice(5, 29)}000007FF` }
  const lists: MatterFilters[] = [
    {},
    { from: "2025-01-03" },
    { until: "2025-01-01" },
    { from: "2025-01-02", until: "2025-01-02" },
    { from: "2024-12-30", until: "2025-01-07" },
    { is_submitted: true },
    { state: "created", until: "2025-01-02" },
    { quest_approach: "business" },
    { quest_approach: "planning", is_submitted: false, from: "2025-01-01" },
    { assignee_id: null },
    { assignee_id: null, state: "submitted", from: "2025-01-02" },
    { assignee_id: firm.admin.user_id, quest_approach: "business" },
    { from: "2025-01-07", until: "2024-12-30" },
    { after },
    { after, from: "2025-01-02", is_submitted: true },
    { after, until: "2025-01-01", quest_approach: "planning" },
    { after, until: "2025-01-05", assignee_id: null },
    { after, from: "2025-01-03" },
  ]
  await compare(firm, lists)
  const crowded = sql`date '2025-01-02'`
  const spread = sql`date '2024-12-28' + n % 12`
  await firm.run((tx) => addMatters(tx, questionnaires, 1, 4_500, crowded))
  await firm.run((tx) => addMatters(tx, questionnaires, 4_501, 2_500, spread))
  await countAgain(firm)
  const { longest } = await firm.one<{ longest: number }>(sql`
      select max(matters) as longest
        from (select sum(matters) as matters from matter_counts group by list, open_date, id) stretches`)
  assert.ok(longest > 1 && longest <= 4_096, `a stretch holds ${longest} matters`)
  await compare(firm, lists)
  // Not added up yet: these changes are still separate from the counts.
  await firm.run((tx) => addMatters(tx, questionnaires, 7_001, 20, crowded))
  await firm.write(sql`update matters set is_submitted = not is_submitted where right(id, 2) = '1F'`)
  await firm.write(sql`update matters set assignee_id = null where right(id, 2) in ('2A', '2B')`)
  await firm.write(sql`update matters set close_date = open_date where right(id, 2) = '3C'`)
  await firm.write(sql`update matters set open_date = '2025-01-08' where right(id, 2) = '4D'`)
  await firm.write(sql`delete from matters where right(id, 2) = '5E'`)
  await compare(firm, lists)
  await countAgain(firm)
  await compare(firm, lists)
  // Restricted matters count for those who see them, whether or not the counts were added up since.
  const [ruth, max] = await firm.run((tx) =>
    Promise.all(
      ["Ruth", "Max"].map((name) =>
        createStaff(tx, { email: `${name}@counts.example`, name, role: "member" }),
      ),
    ),
  )
  await firm.run(async (tx) => {
    await tx.run(
      sql`update matters set is_restricted = true where right(id, 2) = '6A' or right(id, 3) = '16B'`,
    )
    await tx.run(sql`
      insert into matter_access (matter_id, user_id, added_at)
      select id, case right(id, 2) when '6A' then ${ruth} else ${max} end, now() from matters where is_restricted`)
    await tx.run(sql`update matters set is_submitted = not is_submitted where right(id, 2) = '6B'`)
  })
  const named = await firm.all(
    sql`select id from matter_count_changes where id in (select id from matters where is_restricted)`,
  )
  assert.deepEqual(named, [], "everyone who counts sees these rows")
  const asViewer = (user_id = "") => ({
    run: <T>(work: (tx: Tx) => Promise<T>) => firm.run(work, { user_id, is_viewer: true }),
  })
  const some = [0, 3, 5, 8, 10, 16].flatMap((index) => lists[index] ?? [])
  const seen = await Promise.all(
    [firm, asViewer(ruth), asViewer(max)].map(async (one) => (await walk(one, {})).length),
  )
  assert.equal(new Set(seen).size, 3, `${seen} matters are seen`)
  for (const one of [firm, asViewer(ruth), asViewer(max)]) await compare(one, some)
  await countAgain(firm)
  for (const one of [firm, asViewer(ruth), asViewer(max)]) await compare(one, some)
})

test("a list that one statement grows beyond a stretch is counted once", async () => {
  const { firm, questionnaires } = await newFirm()
  await firm.run((tx) => addMatters(tx, questionnaires, 1, 4_300, sql`date '2025-03-03'`))
  const assignee_id = firm.admin.user_id
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set assignee_id = null`)
    await tx.run(sql`
      update matters set assignee_id = ${assignee_id} where id in (select id from matters order by id limit 4090)`)
  })
  await countAgain(firm)
  await firm.write(sql`update matters set assignee_id = ${assignee_id} where assignee_id is null`)
  await compare(firm, [{ assignee_id }, { assignee_id: null }, {}])
})

test("concurrent writers never wait for each other, and every change counts once, even while the counts are added up", async () => {
  const { firm, questionnaires } = await newFirm()
  const day = sql`date '2025-02-02'`
  await firm.run((tx) => addMatters(tx, questionnaires, 1, 10, day))
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const slow = firm.run(async (tx) => {
    await addMatters(tx, questionnaires, 101, 5, day)
    await tx.run(sql`update matters set is_submitted = true where not is_submitted`)
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  // Would exceed its time limit if it had to wait for the other transaction.
  await service.db
    .withTimeout(5_000)
    .forFirm(firm.firm_id, (tx) => addMatters(tx, questionnaires, 201, 7, day), firm.admin)
  await countAgain(firm)
  assert.equal(await firm.run((tx) => countMatters(tx, {})), 17)
  mayEnd.resolve()
  await slow
  await compare(firm, [{}, { is_submitted: true }])
  await countAgain(firm)
  await compare(firm, [{}, { is_submitted: true }])
  assert.equal(await firm.run((tx) => countMatters(tx, {})), 22)
})

test("one who adds up the counts keeps no other waiting but who restricts a matter, of which no change stays noted", async () => {
  const { firm, questionnaires } = await newFirm()
  await firm.run((tx) => addMatters(tx, questionnaires, 1, 10, sql`date '2025-02-02'`))
  const restricting = await service.db.forPlatform(async (tx) => {
    await addUp(tx, firm)
    // Would exceed its time limit if it had to wait.
    await service.db.withTimeout(5_000).forPlatform((other) => addUp(other, firm))
    return startDuring(tx, () => firm.run((other) => other.run(sql`update matters set is_restricted = true`)))
  })
  assert.equal(await restricting.outcome, 10)
  assert.deepEqual(await firm.all(sql`select id from matter_count_changes`), [])
})
