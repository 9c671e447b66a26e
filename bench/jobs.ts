// Measures the scheduled jobs with 50,000 firms (or a given number) that have everything turned on: with nothing due,
// then with something of each kind due in one firm out of a hundred.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { withCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { sendDigests } from "../server/follow-up/digests/digests.ts"
import { notifyOfStalled } from "../server/follow-up/queues/stalled-notices.ts"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { notifyOfAnswers, notifyOfLaterChanges } from "../server/intake/notifications/later-changes.ts"
import { remindBySchedule } from "../server/intake/reminders/schedule.ts"
import { deleteDueMatters } from "../server/operations/deletions/automatic-deletion.ts"
import { json, type Sql, sql, type Tx } from "../server/platform/db/sql.ts"
import type { Core } from "../server/service.ts"
import { environmentOf } from "./servers.ts"

const firms = Number(process.argv[2] ?? 50_000)
const at_once = 2_000
const due_in = firms / 100
const wanted_s = 60
const fill_timeout_ms = 30 * 60_000
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))

const jobs: Record<string, (core: Core) => Promise<number>> = {
  reminders: (core) => remindBySchedule(core),
  "changes after sending": (core) => notifyOfLaterChanges(core),
  "answered corrections": (core) => notifyOfAnswers(core),
  "stalled matters": (core) => notifyOfStalled(core),
  "daily summaries": (core) => sendDigests(core),
  "retention rule": deleteDueMatters,
}

try {
  const config = readConfig(environmentOf(folder))
  await withCore(async ({ db }) => {
    // Uses several transactions, because each firm's counts are added up under a lock held until the end.
    for (let from = 1; from <= firms; from += at_once)
      await db
        .withTimeout(fill_timeout_ms)
        .forPlatform((tx) => addFirms(tx, from, Math.min(firms, from + at_once - 1)))
  }, config)
  await withCore(async (core) => {
    const { db } = core
    await db.pool.query("analyze")
    await measure("nothing due", core)
    for (let number = 1; number <= due_in; number += 1)
      await db.forFirm(firmId(number), (tx) => createDueWork(tx, core))
    await measure(`due in ${due_in} firms`, core)
    await measure("the next time", core)
  }, config)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(label: string, core: Core): Promise<void> {
  let took_s = 0
  for (const [name, work] of Object.entries(jobs)) {
    const started_ms = performance.now()
    const done = await work(core)
    const seconds = (performance.now() - started_ms) / 1_000
    took_s += seconds
    console.log(`${label}, ${name}: ${done} done in ${seconds.toFixed(1)} s`)
  }
  console.log(`${label}, all: ${took_s.toFixed(1)} s (wanted ≤ ${wanted_s})`)
}

function firmId(number: number): string {
  return `firm_${number.toString(16).toUpperCase().padStart(32, "0")}`
}

/** In each firm: staff, a client, and three matters: waiting for the client, submitted, and recently closed. */
async function addFirms(tx: Tx, from: number, until: number): Promise<void> {
  const hex = (from: Sql) => sql`lpad(upper(to_hex(${from})), 32, '0')`
  const id = (prefix: string, nth = 0) => sql`${`${prefix}_`} || ${hex(sql`n * 4 + ${nth}::integer`)}`
  const firm = sql`'firm_' || ${hex(sql`n`)}`
  const many = sql`generate_series(${from}::integer, ${until}::integer) n`
  const ahead = 10 - tx.now.getUTCHours()
  const settings = { reminders: { by_schedule: true }, retention_years: 7, retention_automatic: true }
  // A time zone where it is ten in the morning: no reminders at night, and summaries before noon.
  await tx.run(sql`
    insert into firms (id, name, time_zone, settings)
    select ${firm}, 'Firm ' || n, ${`Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`}, ${json(settings)} from ${many}`)
  await tx.run(sql`
    insert into users (firm_id, id, email, is_firm_staff, role)
    select ${firm}, ${id("user")}, 'staff' || n || '@example.com', true, 'admin' from ${many}
    union all select ${firm}, ${id("user", 1)}, 'client' || n || '@example.com', false, 'member' from ${many}`)
  await tx.run(sql`
    insert into questionnaires (firm_id, id, title, internal_type, approach, url_short_name, created_at)
    select ${firm}, ${id("quest")}, 'Planning', 'Planning', 'planning', 'planning', now() from ${many}`)
  await tx.run(sql`
    insert into questionnaire_versions (firm_id, questionnaire_id, number, definition, published_at)
    select ${firm}, ${id("quest")}, 1, '{"sections": []}', now() from ${many}`)
  for (const nth of [1, 2, 3]) {
    await tx.run(sql`
      insert into matters (firm_id, id, name, search_name, open_date, close_date, questionnaire_id, questionnaire_version,
                           client_type, contact_main_id, is_submitted, submitted_at, last_activity_at, created_at)
      select ${firm}, ${id("matter", nth)}, 'Matter ' || n, 'matter ' || n, '2020-01-01',
             case when ${nth}::integer = 3 then current_date - 30 end, ${id("quest")}, 1, 'self', ${id("contact", nth)},
             ${nth}::integer = 2, case when ${nth}::integer = 2 then now() - interval '3 days' end,
             now() - interval '3 days', now() from ${many}`)
    await tx.run(sql`
      insert into contacts (firm_id, id, matter_id, position, is_client, relationship_type, first_name, created_at)
      select ${firm}, ${id("contact", nth)}, ${id("matter", nth)}, 1, true, '1MAIN', 'Ada', now() from ${many}`)
  }
  // Created yesterday, so no reminder is due yet.
  await tx.run(sql`
    insert into invitations (firm_id, id, matter_id, party, email, key_hash, key_sealed, user_id, created_at, sent_at, started_at)
    select ${firm}, ${id("invitation", 1)}, ${id("matter", 1)}, 'main', 'client@example.com', sha256(n::text::bytea), '',
           ${id("user", 1)}, now(), now() - interval '1 day', now() - interval '1 day' from ${many}`)
}

async function createDueWork(tx: Tx, core: Core): Promise<void> {
  const long_ago = sql`now() - interval '30 days'`
  const { id: waiting } = await tx.one<{ id: string }>(sql`select id from matters where state = 'created'`)
  await tx.run(sql`delete from invitations`)
  const invited = { matter_id: waiting, party: "main", email: "client@example.com" } as const
  const { id } = await createInvitation(tx, core, invited)
  await tx.run(sql`update invitations set sent_at = ${long_ago} where id = ${id}`)
  await tx.run(sql`
    insert into changes (matter_id, record_id, field, revision, changed_by, changed_at)
    select m.id, m.id, 'name', 1, u.id, now() - interval '2 hours'
      from matters m cross join users u where m.is_submitted and u.is_client_user`)
  await tx.run(sql`update matters set last_activity_at = now() - interval '2 hours' where is_submitted`)
  await tx.run(sql`
    insert into corrections (firm_id, id, matter_id, kind, record_id, label, words, written_at, requested_at, looked_at)
    select firm_id, replace(id, 'matter', 'correction'), id, 'contact', contact_main_id, 'Ada', 'Look again',
           now() - interval '2 days', now() - interval '2 days', now() - interval '3 hours' from matters where is_submitted`)
  await tx.run(sql`update matters set close_date = '2010-01-01' where close_date is not null`)
  await tx.run(sql`update matters set last_activity_at = now() - interval '15 days' where id = ${waiting}`)
  await tx.run(sql`update users set preferences = '{"digest": "daily"}' where is_firm_staff`)
}
