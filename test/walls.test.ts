// Isolation between firms and between matters, tested on every table with rows in it. Each check is repeated with its
// policy opened, in a transaction that is rolled back: it must see rows then, or it would not notice an open policy.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { verifyAudit } from "../server/firm/audit/verifying.ts"
import { recordConflictCheck } from "../server/follow-up/search/conflict-checks.ts"
import { getMatterRow } from "../server/intake/matters/matter-row.ts"
import { joinSql, rawSql, type Sql, sql, type Tx } from "../server/platform/db/sql.ts"
import { assertNone } from "./harness/assert-each.ts"
import { provideDemo } from "./harness/demo-database.ts"
import { addRow, type FirmTable, listFirmTables } from "./harness/fill-tables.ts"
import { findIds, listVisibleIds } from "./harness/hidden-ids.ts"

const { service, demo } = provideDemo()
let tables: FirmTable[]
let firm_id: string
let stranger_id: string
/** Two matters of the same firm. */
let mine: string
let other: string
/** The users to whom both matters are restricted. */
let admitted: string
let clients: string[]
before(async () => {
  firm_id = demo.firm_id
  stranger_id = demo.other_firm.firm_id
  mine = demo.matters.couple
  other = demo.matters.single
  tables = await service.db.forPlatform(listFirmTables)
  const { id: user_id } = await service.db.forFirm(firm_id, (tx) =>
    tx.one<{ id: string }>(sql`select id from users where is_firm_staff order by id limit 1`),
  )
  for (const table of tables) await fill(table, user_id)
  admitted = user_id
  clients = await service.db.forFirm(firm_id, async (tx) => {
    await tx.run(sql`insert into matter_access (matter_id, user_id, added_at)
      select id, ${user_id}, now() from matters where id in (${mine}, ${other}) on conflict do nothing`)
    const rows = await tx.all<{ user_id: string }>(sql`
      select user_id from invitations where matter_id in (${mine}, ${other}) and user_id is not null`)
    return rows.map((row) => row.user_id)
  })
  assert.ok(clients.length > 0)
})

/** Inserts a row for either matter, one without a matter where possible, and one of the firm. */
async function fill(table: FirmTable, user_id: string): Promise<void> {
  const wanted = table.matter_column ? [mine, other, ...(table.may_lack_matter ? [null] : [])] : [null]
  for (const matter_id of wanted) {
    const about = table.matter_column
      ? sql`where ${rawSql(table.matter_column)} is not distinct from ${matter_id}`
      : sql``
    await service.db.forFirm(
      firm_id,
      async (tx) => {
        const has = await tx.maybe(sql`select from ${rawSql(table.name)} ${about} limit 1`)
        if (!has && table.name !== "audit_heads") await addRow(tx, table, matter_id)
      },
      { user_id },
    )
  }
}

const firmColumn = ({ name }: FirmTable) => rawSql(name === "firms" ? "id" : "firm_id")
const everyRow = () => sql`true`

/** Which of the tables show a row of this kind to the current transaction. */
async function seen(tx: Tx, kind: (table: FirmTable) => Sql | undefined, of = tables): Promise<string[]> {
  const questions = of.flatMap((table) => {
    const condition = kind(table)
    return condition
      ? [
          sql`select ${table.name}::text as name where exists (select from ${rawSql(table.name)} t where ${condition})`,
        ]
      : []
  })
  return (await tx.all<{ name: string }>(joinSql(questions, " union all "))).map(({ name }) => name)
}

/** Runs `work` in a platform transaction that is rolled back. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error("undo")
  const outcome: T[] = []
  await service.db
    .forPlatform(async (tx) => {
      outcome.push(await work(tx))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return outcome[0] as T
}

async function become(
  tx: Tx,
  role: "foyer_firm" | "foyer_platform" | "none",
  firm = "",
  matter = "",
): Promise<void> {
  await tx.run(sql`
    select set_config('role', ${role}, true), set_config('foyer.firm_id', ${firm}, true),
           set_config('foyer.matter_id', ${matter}, true), set_config('foyer.separate_parts', '-', true)`)
}

/** The conditions of a table's policy, in PostgreSQL's notation. */
const walls = {
  firm: /\((firm_)?id = \( SELECT current_firm\(\) AS current_firm\)\)/,
  owner: /sees_all_firms\(\)/,
  matter: /\(\((matter_)?id\)::text = \( SELECT current_matter\(\) AS current_matter\)\)/,
  restriction: /(?<='restricted staff'::text THEN )COALESCE\(.*hidden_matters\)\)\)\), true\)/,
  viewer: /(?<='restricted staff'::text THEN ).*/,
  client: /(?<='client'::text THEN ).*/,
}

/** Opens one condition of a table's policy, as its owner could, so that it is always true. */
async function openWall(tx: Tx, wall: keyof typeof walls, table: string): Promise<void> {
  await become(tx, "none")
  const { condition } = await tx.one<{ condition: string }>(sql`
    select pg_get_expr(polqual, polrelid) as condition from pg_policy where polrelid = ${table}::regclass`)
  const opened = condition.replace(walls[wall], "true")
  assert.notEqual(opened, condition, `${table} has no wall “${wall}”`)
  await tx.run(rawSql(`alter policy of_the_firm on ${table} using (${opened})`))
}

/**
 * The tables for which `look` doesn't notice that this condition is opened; checked one after the other, each by itself,
 * because looking at all of them for each of them takes a hundred times as long.
 */
async function listUnnoticed(
  wall: keyof typeof walls,
  of: readonly FirmTable[],
  look: (tx: Tx, of: FirmTable[]) => Promise<string[]>,
): Promise<string[]> {
  const unnoticed: string[] = []
  for (const table of of) {
    const noticed = await undone(async (tx) => {
      await openWall(tx, wall, table.name)
      return look(tx, [table])
    })
    if (noticed.length === 0) unnoticed.push(table.name)
  }
  return unnoticed
}

test("every table of a firm has a row to find", async () => {
  const filled = await service.db.forPlatform((tx) =>
    seen(tx, (table) => sql`${firmColumn(table)} = ${firm_id}`),
  )
  assertNone(tables, ({ name }) => !filled.includes(name), "test/harness/fill-tables.ts has to fill them")
  const about = (matter_id: string | null) => (tx: Tx) =>
    seen(tx, ({ matter_column, may_lack_matter }) =>
      matter_column && (matter_id || may_lack_matter)
        ? sql`${rawSql(matter_column)} is not distinct from ${matter_id}`
        : undefined,
    )
  const ofMatters = tables.filter(({ matter_column }) => matter_column).map(({ name }) => name)
  assert.deepEqual(await service.db.forPlatform(about(mine)), ofMatters)
  assert.deepEqual(await service.db.forPlatform(about(other)), ofMatters)
  const without = tables.filter(({ may_lack_matter }) => may_lack_matter).map(({ name }) => name)
  assert.deepEqual(await service.db.forPlatform(about(null)), without)
})

const lookWithoutFirm = async (tx: Tx, of = tables) => {
  await become(tx, "foyer_firm")
  return seen(tx, everyRow, of)
}

test("without a firm no row of any table is visible", async () => {
  assert.deepEqual(await undone(lookWithoutFirm), [])
  assert.deepEqual(await listUnnoticed("firm", tables, lookWithoutFirm), [])
})

const lookAsStranger = async (tx: Tx, of = tables) => {
  await become(tx, "foyer_firm", stranger_id)
  return seen(tx, (table) => sql`${firmColumn(table)} <> ${stranger_id}`, of)
}

test("a firm sees no row of another firm, in any table", async () => {
  assert.deepEqual(await undone(lookAsStranger), [])
  assert.deepEqual(await listUnnoticed("firm", tables, lookAsStranger), [])
})

const lookAsOwner = async (tx: Tx, of = tables) => {
  await become(tx, "none")
  return seen(tx, everyRow, of)
}

test("a connection that lost its role sees nothing without a firm, and only that firm with one", async () => {
  assert.deepEqual(await undone(lookAsOwner), [])
  const foreign = await undone(async (tx) => {
    await become(tx, "none", stranger_id)
    return seen(tx, (table) => sql`${firmColumn(table)} <> ${stranger_id}`)
  })
  assert.deepEqual(foreign, [])
  assert.deepEqual(await listUnnoticed("owner", tables, lookAsOwner), [])
})

/** Firm-wide tables that a client's pages need. All others are about their matter, or closed to them. */
const open_to_clients = [
  "agreement_versions",
  "agreements",
  "client_email_words",
  "event_heads",
  "firms",
  "questionnaire_versions",
  "questionnaires",
]

/** Tables about a matter that are closed to its clients anyway. */
const for_staff_alone = [
  "accepted_forms",
  "idempotent_answers",
  "matter_access",
  "matter_holds",
  "conflict_check_matters",
  "people",
  "read_submissions",
  "seen_changes",
  "seen_matters",
  "stored_files",
  "exports",
  "reminders",
  "deliveries",
  "conflict_names",
  "outside_entries",
  "possible_conflicts",
  "search_entries",
  "matter_contexts",
  "matter_tags",
  "notes",
  "note_mentions",
  "planned_messages",
  "staff_notifications",
]

/** Tables to which clients' actions add rows that only staff can read. */
const added_by_clients = ["audit_entries", "mails", "notifications"]
const closed_to_clients = [...for_staff_alone, ...added_by_clients]

/** Clients of other matters. A client may see the firm's staff and the clients of their own matter. */
const othersClients = () => sql`not is_firm_staff and id not in (
  select user_id from invitations where matter_id = ${mine} and user_id is not null)`

const lookAsClient = async (tx: Tx, of = tables) => {
  await become(tx, "foyer_firm", firm_id, mine)
  const kind = ({ name, matter_column }: FirmTable) => {
    if (matter_column) return sql`${rawSql(matter_column)} is distinct from ${mine}`
    if (name === "users") return othersClients()
    if (name === "introductions") return sql`user_id not in (select assignee_id from matters)`
    return open_to_clients.includes(name) ? undefined : everyRow()
  }
  return seen(tx, kind, of)
}

test("a client sees no row of another matter, none without a matter, and no firm-wide table", async () => {
  assert.deepEqual(await undone(lookAsClient), [])
  const ofMatters = tables.filter(
    ({ matter_column, name }) => matter_column && !closed_to_clients.includes(name),
  )
  assert.deepEqual(await listUnnoticed("matter", ofMatters, lookAsClient), [])
  const closed = tables.filter(({ name, matter_column }) => !matter_column && !open_to_clients.includes(name))
  assert.ok(closed.length > 5, `only ${closed.length} tables are closed to clients`)
  assert.deepEqual(await listUnnoticed("client", closed, lookAsClient), [])
})

test("a cached plan shows nothing to another role", async () => {
  const counted = (tx: Tx) => tx.one<{ count: number }>(sql`execute of_everybody`)
  await undone(async (tx) => {
    await tx.run(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.run(sql`prepare of_everybody as select count(*) from matters`)
    assert.ok((await counted(tx)).count > 1)
    await become(tx, "foyer_firm")
    assert.equal((await counted(tx)).count, 0)
    await become(tx, "foyer_platform")
    assert.ok((await counted(tx)).count > 1)
    await become(tx, "none")
    assert.equal((await counted(tx)).count, 0)
    await tx.run(sql`deallocate of_everybody`)
  })
})

test("a statement cached in a function shows nothing to another role", async () => {
  const [all, firm, owner, again] = await undone(async (tx) => {
    await become(tx, "none")
    await tx.run(sql`
      create function pg_temp.count_matters() returns integer language plpgsql as
        $$ begin return (select count(*) from matters); end $$`)
    const counted = async (role: Parameters<typeof become>[1]) => {
      await become(tx, role)
      // Often enough for PostgreSQL to keep a generic plan.
      for (let call = 0; call < 7; call++) await tx.one(sql`select pg_temp.count_matters() as count`)
      return (await tx.one<{ count: number }>(sql`select pg_temp.count_matters() as count`)).count
    }
    return [
      await counted("foyer_platform"),
      await counted("foyer_firm"),
      await counted("none"),
      await counted("foyer_platform"),
    ]
  })
  assert.ok(all && all > 1)
  assert.deepEqual([firm, owner, again], [0, 0, all])
})

test("a client sees the rows of their own matter", async () => {
  const own = await undone(async (tx) => {
    await become(tx, "foyer_firm", firm_id, mine)
    return seen(tx, ({ matter_column }) =>
      matter_column ? sql`${rawSql(matter_column)} = ${mine}` : undefined,
    )
  })
  assert.deepEqual(
    own,
    tables
      .filter(({ matter_column, name }) => matter_column && !closed_to_clients.includes(name))
      .map(({ name }) => name),
  )
})

test("a client's action may add a row of the firm, which the client can't see", async () => {
  for (const name of added_by_clients) {
    const table = tables.find((one) => one.name === name) ?? assert.fail(name)
    for (const matter_id of table.may_lack_matter ? [null, mine] : [mine]) {
      const rows = sql`from ${rawSql(name)} where matter_id is not distinct from ${matter_id}`
      const counted = (tx: Tx) => tx.one<{ count: number }>(sql`select count(*) ${rows}`)
      const [before_, visible, all] = await undone(async (tx) => {
        const before_ = await counted(tx)
        await become(tx, "foyer_firm", firm_id, mine)
        await addRow(tx, table, matter_id)
        const visible = await counted(tx)
        await become(tx, "foyer_platform")
        return [before_, visible, await counted(tx)] as const
      })
      assert.deepEqual([visible.count, all.count], [0, before_.count + 1], `${name} ${matter_id}`)
    }
  }
})

test("an audit entry added by a client's transaction is part of the chain", async () => {
  const table = tables.find(({ name }) => name === "audit_entries") ?? assert.fail()
  const verified = () => service.db.forFirm(firm_id, (tx) => verifyAudit(tx))
  const before_ = await verified()
  await service.db.forFirm(firm_id, async (tx) => {
    await tx.run(sql`select set_config('foyer.matter_id', ${mine}, true)`)
    await addRow(tx, table, null)
  })
  const { head, ...after_ } = await verified()
  assert.deepEqual(after_, { break: undefined })
  assert.equal(head.position, before_.head.position + 1)
})

/** As a member of staff on neither list, in a firm where both matters are restricted to others. */
const lookAsScreened = async (tx: Tx, of = tables) => {
  await become(tx, "foyer_firm", firm_id)
  await tx.run(sql`select set_config('foyer.viewer_id', 'user_of_no_list', true)`)
  const kind = ({ name, matter_column }: FirmTable) => {
    if (matter_column) return sql`${rawSql(matter_column)} in (${mine}, ${other})`
    return name === "users" ? clientsOfBoth() : undefined
  }
  return seen(tx, kind, of)
}

const clientsOfBoth = () => sql`not is_firm_staff and id = any(${clients}::text[])`

test("staff kept out by a restriction see no row of the matter, in any table, nor its clients", async () => {
  assert.deepEqual(await undone(lookAsScreened), [])
  const ofMatters = tables.filter(({ matter_column }) => matter_column)
  assert.deepEqual(await listUnnoticed("restriction", ofMatters, lookAsScreened), [])
  const users = tables.filter(({ name }) => name === "users")
  assert.deepEqual(await listUnnoticed("viewer", users, lookAsScreened), [])
})

test("no row names anything of a matter that a restriction hides from its reader", async () => {
  await service.db.forFirm(firm_id, async (tx) => {
    const { full_name } = await tx.one<{ full_name: string }>(sql`
      select full_name from contacts c join matters m on m.contact_main_id = c.id where m.id = ${mine}`)
    await recordConflictCheck(tx, { name: full_name, decision: "possible", note: "" })
    await tx.run(sql`update matters set is_restricted = true where id in (${mine}, ${other})`)
  })
  const lookAs = (viewer: string) => async (tx: Tx) => {
    await become(tx, "foyer_firm", firm_id)
    await tx.run(sql`select set_config('foyer.viewer_id', ${viewer}, true)`)
    return listVisibleIds(tx, tables)
  }
  const all = await undone(lookAs(admitted))
  const found = await undone(async (tx) => {
    const visible = await lookAs("user_of_no_list")(tx)
    assert.ok(!visible.has(mine) && all.has(mine))
    return findIds(tx, tables, new Set([...all].filter((id) => !visible.has(id))))
  })
  // The demo lists its matters for its own start page.
  assert.deepEqual(found, ["firms: matter"])
})

test("staff on a restricted matter's list, and the firm's software, see it in every table", async () => {
  const ofMatters = tables.filter(({ matter_column }) => matter_column).map(({ name }) => name)
  for (const viewer of [admitted, ""]) {
    const visible = await undone(async (tx) => {
      await become(tx, "foyer_firm", firm_id)
      await tx.run(sql`select set_config('foyer.viewer_id', ${viewer}, true)`)
      return seen(tx, ({ matter_column }) =>
        matter_column ? sql`${rawSql(matter_column)} = ${mine}` : undefined,
      )
    })
    assert.deepEqual(visible, ofMatters, viewer)
  }
})

test("an access list changed within a transaction takes effect at once, whatever was cached before", async () => {
  const [before_, after_] = await undone(async (tx) => {
    await become(tx, "foyer_firm", firm_id)
    await tx.run(sql`
      select set_config('foyer.viewer_id', 'user_of_no_list', true),
             set_config('foyer.hidden_matters', ${`${firm_id} user_of_no_list `}, true)`)
    const seen_matters = () => tx.all(sql`select id from matters where id = ${mine}`)
    const open = await seen_matters()
    await tx.run(sql`update matter_access set added_at = now() where matter_id = ${mine}`)
    return [open, await seen_matters()]
  })
  assert.deepEqual([before_?.length, after_?.length], [1, 0])
})

test("a matter found open by one viewer stays closed to the next, and to a viewer removed from its list", async () => {
  const [admitted_, next_viewer, left] = await undone(async (tx) => {
    await become(tx, "foyer_firm", firm_id)
    const lookAs = (viewer: string) => tx.run(sql`select set_config('foyer.viewer_id', ${viewer}, true)`)
    const seen_matters = () => tx.all(sql`select id from matters where id = ${mine}`)
    await lookAs(admitted)
    await getMatterRow(tx, mine)
    const own = await seen_matters()
    await lookAs("user_of_no_list")
    const others = await seen_matters()
    await lookAs(admitted)
    await getMatterRow(tx, mine)
    await become(tx, "foyer_platform")
    await tx.run(sql`
      update matter_access a
         set user_id = (select u.id from users u where u.firm_id = a.firm_id and is_firm_staff and u.id <> ${admitted} limit 1)
       where matter_id = ${mine}`)
    await become(tx, "foyer_firm", firm_id)
    return [own, others, await seen_matters()]
  })
  assert.deepEqual([admitted_?.length, next_viewer?.length, left?.length], [1, 0, 0])
})

test("staff kept out by a restriction can't write anything about the matter", async () => {
  for (const table of tables.filter(({ may_lack_matter }) => may_lack_matter)) {
    const writing = undone(async (tx) => {
      await become(tx, "foyer_firm", firm_id)
      await tx.run(sql`select set_config('foyer.viewer_id', 'user_of_no_list', true)`)
      await addRow(tx, table, mine)
    })
    await assert.rejects(
      writing,
      ({ code }: { code?: string }) => code === "42501" || code === "23502",
      table.name,
    )
  }
})

test("a client can't write about another matter", async () => {
  const written = tables.filter(
    ({ matter_column, name }) => matter_column && name !== "matters" && !closed_to_clients.includes(name),
  )
  for (const table of written) {
    const writing = undone(async (tx) => {
      await become(tx, "foyer_firm", firm_id, other)
      await tx.run(sql`update ${rawSql(table.name)} set matter_id = ${mine} where matter_id = ${other}`)
    })
    await assert.rejects(writing, { code: "42501" }, table.name)
  }
  for (const name of closed_to_clients) {
    const writing = undone(async (tx) => {
      await become(tx, "foyer_firm", firm_id, added_by_clients.includes(name) ? other : mine)
      await addRow(tx, tables.find((table) => table.name === name) ?? assert.fail(name), mine)
    })
    await assert.rejects(writing, { code: "42501" }, name)
  }
})

/** The rows that the transaction opened sees but, by the policy, may not write: where they are, and which could be changed. */
async function tryUnwritable(open: (tx: Tx) => Promise<unknown>, change: (table: FirmTable) => Sql) {
  const only_seen: string[] = []
  const changed: string[] = []
  for (const table of tables) {
    const rows = await undone(async (tx) => {
      const { written } = await tx.one<{ written: string }>(sql`
        select pg_get_expr(polwithcheck, polrelid) as written from pg_policy where polrelid = ${table.name}::regclass`)
      await open(tx)
      return tx.all<{ place: string }>(sql`
        select ctid::text as place from ${rawSql(table.name)} where (${rawSql(written)}) is not true limit 20`)
    })
    if (rows.length > 0) only_seen.push(table.name)
    for (const { place } of rows) {
      const trying = undone(async (tx) => {
        await open(tx)
        await tx.run(sql`${change(table)} where ctid = ${place}::tid`)
      })
      const code = await trying.then(
        () => "changed",
        (error: { code?: string }) => error.code,
      )
      if (code !== "42501") changed.push(`${table.name}: ${code}`)
    }
  }
  return { only_seen: only_seen.toSorted(), changed }
}

test("what a client or helper sees but may not write, they can neither delete nor make their own", async () => {
  await service.db.forFirm(firm_id, (tx) =>
    tx.run(sql`
      insert into seen_changes (matter_id, place, mark, seen_until, seen_at)
      select matter_id, 'documents ' || id, 'mark', now(), now() from documents
       where matter_id = ${mine} and request_id is not null limit 1`),
  )
  const client = (tx: Tx) => become(tx, "foyer_firm", firm_id, mine)
  const helper = async (tx: Tx) => {
    await become(tx, "foyer_firm", firm_id, "-")
    await tx.run(sql`select set_config('foyer.helped_matter', ${mine}, true)`)
  }
  const of_the_firm = [
    "agreement_versions",
    "agreements",
    "client_email_words",
    "firms",
    "introductions",
    "questionnaire_versions",
    "questionnaires",
    "users",
  ]
  const remove = ({ name }: FirmTable) => sql`delete from ${rawSql(name)}`
  const change = (table: FirmTable) =>
    table.name === "users"
      ? sql`update users set is_firm_staff = false`
      : sql`update ${rawSql(table.name)} set ${firmColumn(table)} = ${firm_id}`
  for (const attempt of [remove, change]) {
    assert.deepEqual(await tryUnwritable(client, attempt), {
      only_seen: [
        ...of_the_firm,
        ...["document_due_days", "document_requests", "dropped_items", "seen_changes"],
      ].toSorted(),
      changed: [],
    })
    assert.deepEqual(await tryUnwritable(helper, attempt), {
      only_seen: [...of_the_firm, "contacts"].toSorted(),
      changed: [],
    })
  }
})
