// Checks that query cost doesn't grow, using plans instead of a clock: repeats every statement that a list, filter,
// search, or console page sends, and PostgreSQL reports how many rows and entries of each table and index it visited.
// The firm has thousands of matters and events, its neighbor more; a page must do with hundreds.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import pg from "pg"
import { addManyMatters } from "../bench/matters.ts"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { sendDigests } from "../server/follow-up/digests/digests.ts"
import { notifyOfStalled } from "../server/follow-up/queues/stalled-notices.ts"
import { searchEntries } from "../server/follow-up/search/search.ts"
import { MatterQuery } from "../server/intake/matters/list/list-schema.ts"
import { notifyOfAnswers, notifyOfLaterChanges } from "../server/intake/notifications/later-changes.ts"
import { publishVersion } from "../server/intake/questionnaires/versions.ts"
import { remindBySchedule } from "../server/intake/reminders/schedule.ts"
import { deleteDueMatters } from "../server/operations/deletions/automatic-deletion.ts"
import { type Sql, sql, type Tx } from "../server/platform/db/sql.ts"
import { consoleLines } from "./every-route/routes.ts"
import { addQuestionnaire } from "./harness/added-questionnaire.ts"
import { assertNone } from "./harness/assert-each.ts"
import { openTestService, type TestFirm, type TestService } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

const matters = 4_000
const of_neighbor = 6_000
/** The most rows or entries one statement may visit in a table or index; many counts stop at a thousand. */
const bound = 1_300

let service: TestService
let firm: TestFirm
let client: pg.Client
let sent: Statement[]
let faults_of_sent: string[]
/** The statements that look into an index: without it, no other's plan changes. */
const lookups = new Map<string, Statement[]>()
before(async () => {
  service = await openTestService({ own_database: true })
  client = new pg.Client({ connectionString: service.database_url })
  await client.connect()
  await keepRowsInOrder()
  firm = await service.newFirm()
  await fill(firm, matters)
  const neighbor = await service.newFirm("Neighbor")
  await fill(neighbor, of_neighbor)
  await cutShort()
  await client.query("vacuum analyze")
  for (const one of [firm, neighbor]) {
    await addPossibleConflicts(one)
    await addPeople(one)
  }
  await updateSome(firm)
  await client.query("vacuum analyze")
  sent = await gather()
  // Updates the planner's statistics for these rows, too.
  await client.query("vacuum analyze")
  faults_of_sent = await measure(sent, { onLookup })
})
after(async () => {
  await client.end()
  await service.close()
})

const event = {
  event_id: `evt_${"0".repeat(32)}`,
  event_type: "intakeform.reopened",
  matter: { id: `matter_${"0".repeat(32)}` },
  meta: { questionnaire: { id: `quest_${"0".repeat(32)}`, internal_type: "Planning" } },
  occured_at: "2026-01-01T00:00:00Z",
  user: { id: `user_${"0".repeat(32)}`, is_firm_staff: true, is_client_user: false },
}

/**
 * Each audit entry is updated as its transaction commits. If autovacuum happened to remove the old versions while the
 * neighbor's entries are written, those would come before the firm's, and the planner would assume a table out of
 * order.
 */
async function keepRowsInOrder(): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s set (autovacuum_enabled = off)', oid::regclass) as statement
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  for (const { statement } of rows) await client.query(statement)
}

const old_stage = `stage_${"0".repeat(32)}`

async function fill({ run }: TestFirm, count: number): Promise<void> {
  await run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx, { title: "Planning", url_short_name: "planning" })
    await addManyMatters(tx, questionnaire_id, count)
    await analyze(tx)
    // Some kinds have only a few records, the oldest.
    await tx.run(sql`
      update matters set is_submitted = true, submitted_at = now(), assignee_id = current_actor()
       where open_date < '2020-01-20'`)
    await tx.run(sql`
      update matters set due_on = open_date, stage_id = ${old_stage}, file_number = '2020-' || extract(doy from open_date)
       where open_date < '2020-01-10'`)
    await tx.run(sql`
      insert into matter_tags (matter_id, tag) select id, 'Trust' from matters where open_date < '2020-01-10'
      union all select id, 'Estate' from matters where open_date >= '2020-01-10'`)
    await tx.run(sql`
      insert into events (id, event_type, matter_id, occurred_at, payload)
      select 'evt_' || lpad(upper(to_hex(n)), 32, '0'),
             case when n % 400 = 0 then 'intakeform.completed' else 'intakeform.reopened' end,
             'matter_' || repeat('0', 31) || case when n % 400 = 0 then '1' else '0' end,
             timestamptz '2026-01-01' + n * interval '1 second', ${JSON.stringify(event)}
        from generate_series(1, ${count}::integer) n order by n`)
    await addLogs(tx, count)
    await publishVersion(tx, questionnaire_id, { sections: [] })
    await tx.run(sql`
      insert into matter_contexts (matter_id, key, value) select id, 'crm_id', ascii(right(id, 1)) from matters
      on conflict do nothing`)
    await tx.run(sql`
      insert into matter_contexts (matter_id, key, value) select id, 'office', '7' from matters where open_date < '2020-01-10'`)
  })
}

async function updateSome({ run }: TestFirm): Promise<void> {
  const { now } = await run((tx) => tx.one<{ now: Date }>(sql`select clock_timestamp() as now`))
  updated_since = new Date(now.getTime() + 1).toISOString()
  await run((tx) => tx.run(sql`update matters set due_on = due_on where open_date < '2020-01-10'`))
}

/** Without statistics, foreign key checks of later inserts use an arbitrary index and walk the firm's matters. */
async function analyze(tx: Tx): Promise<void> {
  await tx.run(sql`reset role`)
  await tx.run(sql`analyze matters, contacts`)
  await tx.run(sql`set local role foyer_firm`)
}

/** Every client waits for a conflict check; its trigger needs a planner that knows the number of matters. */
async function addPossibleConflicts({ run }: TestFirm): Promise<void> {
  await run((tx) =>
    tx.run(sql`
      insert into possible_conflicts (matter_id, contact_id, folded, added_at)
      select matter_id, id, full_name, created_at from contacts`),
  )
}

/** Every client has had two matters. */
async function addPeople({ run }: TestFirm): Promise<void> {
  await run((tx) =>
    tx.run(sql`
      insert into people (matter_id, contact_id, person_ids)
      select matter_id, id, array['person ' || row_number() over (order by id) / 2] from contacts`),
  )
}

/** Other tables that grow forever: the audit log, the outbox, deletions, and recorded checks. */
async function addLogs(tx: Tx, count: number): Promise<void> {
  const id = (prefix: string) => sql`${prefix} || '_' || lpad(upper(to_hex(n)), 32, '0')`
  const many = sql`generate_series(1, ${count}::integer) n`
  await tx.run(sql`
    insert into audit_entries (id, action, occurred_at) select ${id("audit")}, 'signed_in', now() from ${many}`)
  await tx.run(sql`
    insert into mails (id, recipient, subject, created_at, sent_at, unsent_at)
    select ${id("mail")}, 'ada@example.com', 'Hello', now(), case when n % 2 = 0 then now() end,
           case when n % 2 = 1 then now() end
      from ${many}`)
  await tx.run(sql`
    insert into deletions (id, matter_id, matter_name, open_date, reason, counts, deleted_at, purge_at, purged_at, certificate)
    select ${id("deletion")}, ${id("matter")}, 'M' || n, '2020-01-01', 'Old', '{}', now(), now(), now(), '{}' from ${many}`)
  await tx.run(sql`
    insert into conflict_checks (id, name, decision, note, appearances, checked_at)
    select ${id("check")}, 'Ada', 'none', repeat('Nobody of this name is known. ', 30), '[]', now() from ${many}`)
  await tx.run(sql`
    insert into conflict_check_matters (matter_id, check_id, position, contact_id)
    select n.id, ${id("check")}, position, contact_main_id from (
      select id, contact_main_id, 1 as position, row_number() over (order by id) as n from matters
      union all select id, contact_main_id, 2, n from matters, ${many} where id = ${old}) n`)
}

/** Makes a few thousand matters and events span as many stretches as a million would. */
async function cutShort(): Promise<void> {
  await client.query(`
    begin;
    set local foyer.all_firms = 'on';
    delete from matter_count_changes;
    delete from matter_counts;
    insert into matter_counts (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select firm_id, list, begin_date, begin_id, state, is_submitted, approach, count(*) from (
      select m.*, first_value(open_date) over stretch as begin_date, first_value(id::text) over stretch as begin_id from (
        select m.*, q.approach, l.list,
               (row_number() over (partition by m.firm_id, l.list order by m.open_date, m.id) - 1) / 200 as stretch
          from matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
         cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)) m
      window stretch as (partition by firm_id, list, stretch order by open_date, id)) m
     group by 1, 2, 3, 4, 5, 6, 7;
    delete from event_counts;
    insert into event_counts (firm_id, occurred_at, id, events)
    select firm_id, min(occurred_at), min(id::text), count(*) from (
      select *, (row_number() over (partition by firm_id order by occurred_at, id) - 1) / 200 as stretch from events) e
     group by firm_id, stretch;
    commit`)
}

interface Statement {
  url: string
  text: string
  values: readonly unknown[]
}

/** Later than most matters were updated. */
let updated_since = ""

/** A matter far down in the list. */
const old = `matter_0192F0C4${"0".repeat(21)}1F4`

/** API and console lists, first and distant pages, with each filter; and every console page without parameters. */
function listUrls(questionnaire_id: string): string[] {
  const filters = [
    "",
    "is_submitted=true",
    "is_submitted=false",
    "quest_approach=planning",
    "quest_approach=business",
  ]
  const searches = ["search=cora%2017", "search=nobody", "search=ada%20101&is_submitted=true"]
  const dates = ["from=2021-06-01", "until=2021-06-01", "from=2020-03-01&until=2021-02-01&is_submitted=false"]
  const own = [
    "status=submitted",
    "status=created",
    "assignee=me",
    "assignee=none",
    "assignee=none&status=created&until=2022-01-01",
    "sort=name",
    "sort=-name&status=created",
    "sort=activity",
    "sort=due&assignee=none",
    "follow_up=changes_not_seen",
    "follow_up=corrections_open&sort=-activity",
    "due=overdue",
    "due=month&sort=due",
    "tag=Trust",
    "tag=Trust&search=ada",
    `stage=${old_stage}`,
    "search=2020-7",
  ]
  const both = [...filters, ...searches, ...dates]
  const filed = [
    "status=submitted",
    "assignee=none",
    "file_number=2020-7",
    `questionnaire_id=${questionnaire_id}`,
    "due_from=2020-02-01",
    "due_until=2020-02-01",
    "tag=Trust",
    `stage=${old_stage}`,
    "sort=name",
    "sort=-activity&is_open=true&due_until=2020-02-01",
    "follow_up=corrections_answered",
    `ids=${old}`,
    "context.office=7",
    "context.office=7&context.crm_id=48&sort=name",
    `updated_since=${updated_since}`,
    `updated_since=${updated_since}&sort=name&is_submitted=false`,
    `updated_since=${updated_since}&search=ada`,
  ]
  const ofEvents = [
    "event_type=intakeform.completed",
    "event_type=intakeform.completed,message.created&page_size=20",
    `matter_id=matter_${"0".repeat(31)}1`,
    "since=2026-01-01T01:00:00Z&event_type=intakeform.completed",
    `event_type=intakeform.completed&starting_after=evt_${"0".repeat(29)}7D0`,
  ]
  const far = ["", "is_submitted=false", "quest_approach=planning", "until=2025-01-01"].map(
    (filter) => `${filter}&page=55&page_size=50`,
  )
  const following = [`starting_after=${old}`, `is_submitted=false&page_size=50&starting_after=${old}`]
  return [
    ...[...both, ...filed, ...far, ...following].map((query) => `/v1/matters?${query}`),
    ...["", "page=39", "page=55&page_size=50", `starting_after=evt_${"0".repeat(29)}7D0`, ...ofEvents].map(
      (query) => `/v1/events?${query}`,
    ),
    "/v1/questionnaires",
    "/v1/financial-categories",
    ...[...both, ...own, "page=55", "assignee=none&page=55"].map((query) => `/console/matters?${query}`),
    "/console?of=firm",
    "/console?of=own",
    "/console/matters?queue=stalled",
    "/console/settings/email?state=failed",
    "/console/search?q=cora%2017",
    "/console/search.json?q=cora%2017",
    "/console/search.json?q=smith",
    "/console/search.json?q=siobahn",
    "/console/search.json?q=siobahn%20smithosn",
    "/console/search.json?q=zebulon%20quatermaine%20frost",
    "/console/reports?from=2020-01&until=2020-12",
    ...["", "/outdated"].map((page) => `/console/questionnaires/${questionnaire_id}${page}`),
    ...Object.entries(consoleLines)
      .filter(
        ([url, { methods, entry }]) => methods.includes("GET") && !entry && !/[:*]|\.(csv|xlsx)$/.test(url),
      )
      .map(([url]) => url),
  ]
}

/** The statements the requests actually send, each once for every kind of request. */
async function gather(): Promise<Statement[]> {
  const ask = await newStaffBrowser(service, firm)
  const { id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const { contact_id } = await firm.one<{ contact_id: string }>(sql`
    select contact_main_id as contact_id from matters where id = ${old}`)
  return gatherFrom([...listUrls(id), `/console/people/${contact_id}`], async (url) => {
    const status = url.startsWith("/v1/")
      ? (await firm.request("GET", url)).status
      : (await ask("GET", url)).status
    assert.ok([200, 303, 404].includes(status), `${url} answered ${status}`)
  })
}

/** Captures from the driver the statements sent during `work`. */
async function gatherFrom(urls: readonly string[], work: (url: string) => Promise<unknown>) {
  const statements = new Map<string, Statement>()
  const { query } = pg.Client.prototype
  let url = ""
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [{ text = "", values = [] } = {}] = words as [Partial<Statement>?]
    // Leaves out statements that authenticate and open the transaction.
    if (/^\s*(select|with)\b/.test(text) && !/authenticate_|set_config/.test(text))
      statements.set(`${text} ${JSON.stringify(values)}`, { url, text, values })
    return Reflect.apply(query, this, words)
  } as typeof query
  try {
    for (url of urls) await work(url)
  } finally {
    pg.Client.prototype.query = query
  }
  return [...statements.values()]
}

interface Walked {
  relation: string
  entries: number
  scans: number
}

function onLookup(relation: string, statement: Statement): void {
  lookups.set(relation, [...(lookups.get(relation) ?? []), statement])
}

/**
 * Measures what a statement visits, table by table and index by index, inside functions too, after `mutation`, which is
 * rolled back. With `first_only`, stops at the first statement that visits too much.
 */
async function measure(
  statements: readonly Statement[],
  {
    mutation = "select",
    role = "foyer_firm",
    viewer = "",
    first_only = false,
    onLookup = undefined as ((relation: string, statement: Statement) => void) | undefined,
  } = {},
): Promise<string[]> {
  const faults: string[] = []
  const walked = async () => {
    const { rows } = await client.query<Walked>(`
      select c.oid::regclass::text as relation, pg_stat_get_xact_tuples_returned(c.oid)::int as entries,
             pg_stat_get_xact_numscans(c.oid)::int as scans
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`)
    return new Map(rows.map(({ relation, ...counts }) => [relation, counts]))
  }
  await client.query(`begin; ${mutation}`)
  try {
    await client.query(
      `select set_config('role', $1, true), set_config('foyer.firm_id', $2, true), set_config('foyer.user_id', $3, true),
              set_config('foyer.viewer_id', $4, true)`,
      [role, firm.firm_id, firm.admin.user_id, viewer],
    )
    let before_ = await walked()
    for (const statement of statements) {
      const { url, text, values } = statement
      await client.query("savepoint before_it")
      await client.query(text, [...values]).catch((error: pg.DatabaseError) => {
        // A query the System page runs as foyer_platform.
        if (error.code !== "42501") throw error
        return client.query("rollback to before_it")
      })
      const after_ = await walked()
      for (const [relation, { entries, scans }] of after_) {
        const earlier = before_.get(relation)
        if (scans > (earlier?.scans ?? 0)) onLookup?.(relation, statement)
        const more = entries - (earlier?.entries ?? 0)
        if (more > bound)
          faults.push(`${url}: ${more} of ${relation} for ${text.replace(/\s+/g, " ").trim()}`)
      }
      if (first_only && faults.length > 0) break
      before_ = after_
    }
  } finally {
    await client.query("rollback")
  }
  return faults
}

test("each parameter of the API's matter list is among the requests", () => {
  const requested = listUrls("")
    .filter((url) => url.startsWith("/v1/matters?"))
    .flatMap((url) => [...new URL(url, "http://host").searchParams.keys()])
  assertNone(Object.keys(MatterQuery.properties), (name) => !requested.includes(name))
})

test("no list, filter, search, count, or console page visits more rows than a page needs", async () => {
  assert.ok(sent.length > 80, `only ${sent.length} statements were seen`)
  assert.deepEqual(faults_of_sent, [])
  // Short reads and the day's queues keep their first, generic plan; others are planned for their values.
  const planned = /search|starting_after|due_|tag=|stage=|file_number/
  const other_reads = sent.filter(({ url }) => /^\/v1\/|^\/console\?/.test(url) && !planned.test(url))
  const mutation = "set local plan_cache_mode = force_generic_plan"
  assert.deepEqual(await measure(other_reads, { mutation }), [])
})

test("the same holds for an admin kept out of a restricted matter", async () => {
  const mutation = `
    set local foyer.all_firms = 'on';
    update matters set is_restricted = true where firm_id = '${firm.firm_id}' and right(id, 3) = '01F';
    insert into matter_access (firm_id, matter_id, user_id, added_at)
    select firm_id, id, '${firm.admin.user_id}', now() from matters where is_restricted;
    set local foyer.all_firms = 'off'`
  assert.deepEqual(await measure(sent, { mutation, viewer: `user_${"0".repeat(32)}` }), [])
})

test("no statement checks restrictions matter by matter", async () => {
  const listAsking = async (mutation: string) => {
    const asking: string[] = []
    await client.query(`begin; ${mutation}; set local role foyer_firm; savepoint before_it`)
    try {
      for (const { url, text, values } of sent) {
        const plan = await client
          .query({ text: `explain ${text}`, values: [...values] })
          .catch(() => undefined)
        if (!plan) await client.query("rollback to before_it")
        if (JSON.stringify(plan?.rows ?? []).includes("is_readable_by_viewer")) asking.push(url)
      }
    } finally {
      await client.query("rollback")
    }
    return asking
  }
  assert.deepEqual(await listAsking("select"), [])
  const row_by_row = "alter policy of_the_firm on matters using (is_in_view(id))"
  assert.ok((await listAsking(row_by_row)).includes("/console"))
})

test("dropping any index that bounds a list makes the check fail", async () => {
  const needed = [
    "conflict_checks_of_person",
    "matters_newest_first",
    "matters_by_state",
    "matters_by_submitted",
    "matters_by_assignee",
    "matters_by_name",
    "matters_in_order_of_name",
    "matters_in_order_of_activity",
    "matters_in_order_of_due_date",
    "matters_by_update",
    "events_by_type",
    "events_of_matter",
    "events_newest_first_by_time",
    "mails_failed",
    "matters_without_assignee",
    "people_together",
    "possible_conflicts_waiting",
    "search_entries_by_beginning",
    "search_entries_by_last_word",
    "search_entries_by_word",
  ]
  for (const index of needed)
    assert.notDeepEqual(
      await measure(lookups.get(index) ?? [], { mutation: `drop index ${index}`, first_only: true }),
      [],
      `nothing misses ${index}`,
    )
})

test("a search looks words up even if they are misspelled or unknown; only a conflict check compares names by their letters", async () => {
  const countScans = async (tx: Tx) => {
    const { scans } = await tx.one<{ scans: number }>(
      sql`select pg_stat_get_xact_numscans('search_entries_by_text'::regclass)::int as scans`,
    )
    return scans
  }
  const isComparing = (words: string, is_wide: boolean) =>
    firm.run(async (tx) => {
      const before_ = await countScans(tx)
      await searchEntries(tx, words, { assignee_id: null, limit: 50, is_wide })
      return (await countScans(tx)) > before_
    })
  for (const words of ["siobahn", "siobahn smithosn", "zebulon", "zebulon quatermaine frost", "siob"])
    assert.deepEqual([await isComparing(words, false), await isComparing(words, true)], [false, true], words)
})

test("scheduled jobs visit only what may be due, not idle firms and matters", async () => {
  const small = await service.newFirm("Small")
  await small.call(changeSettings, small.firm_id, { retention_automatic: true, retention_years: 7 })
  const jobs: Record<string, () => Promise<number>> = {
    changes: () => notifyOfLaterChanges(service),
    answers: () => notifyOfAnswers(service),
    retention: () => deleteDueMatters(service),
    reminders: () => remindBySchedule(service),
    stalls: () => notifyOfStalled(service),
    summaries: () => sendDigests(service),
  }
  const statements = await gatherFrom(Object.keys(jobs), async (name) => jobs[name]?.())
  assert.equal(statements.length, 8, statements.map(({ url, text }) => `${url}: ${text}`).join("\n"))
  const role = "foyer_platform"
  assert.deepEqual(await measure(statements, { role }), [])
  const mutation = "drop index matters_by_close_date"
  assert.notDeepEqual(await measure(statements, { mutation, role, first_only: true }), [])
})

test("a statement that walks a table is detected, even inside a function", async () => {
  const walks = (statement: Sql): Statement => ({ url: "made up", ...statement })
  const faults = await measure([
    walks(sql`select count(*) from matters`),
    walks(sql`select name from matters where name like ${"%7"} limit 1000`),
    walks(
      sql`select matches from search_matters('', null, 10, 0, null, null, null, null, null, null, null, null, null, null)`,
    ),
    walks(sql`select payload from events order by id limit 10 offset 3000`),
  ])
  assert.equal(new Set(faults.map((fault) => fault.split(" for ")[1])).size, 4, faults.join("\n"))
})
