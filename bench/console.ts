// Measures the console of a firm with 10,000 matters and 60,000 people: home, the list with each filter, first and
// distant pages, search, reports, the pages of a matter and accepting a line, as pages and through the API, in one
// process. Also prints this process's processor time, which other programs on the machine affect less, and
// the bytes sent. It is long because filling, measuring and printing are only ever read together.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadDemo } from "../demo/load.ts"
import { createApp } from "../server/app.ts"
import { withCore, withNewCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { createKey } from "../server/firm/access/api/keys.ts"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession } from "../server/firm/access/sessions.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"
import type { App } from "../server/platform/http/app.ts"
import type { Core } from "../server/service.ts"
import { in_place_header } from "../server/web/console/in-place/shapes.ts"
import { percentile } from "./figures.ts"
import { addManyMatters, cleanUp } from "./matters.ts"
import { nameOf } from "./names.ts"
import { environmentOf } from "./servers.ts"

const matters = 10_000
const restricted = 1_000
const rounds = 40
const fill_timeout_ms = 10 * 60_000
const wanted_ms = 100
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))
const config = readConfig(environmentOf(folder))

const lists: Record<string, string> = {
  "no filter, first page": "",
  "no filter, far page": "page=180",
  "search, common name": "search=abbott",
  "search, common name, far page": "search=abbott&page=15",
  "search, one matter": "search=grant%2C%20cora%204",
  "search, nothing": "search=nobody",
  "a queue": "queue=stalled",
  "status submitted": "status=submitted",
  "status created, far page": "status=created&page=30",
  "assigned to me": "assignee=me",
  "assigned to nobody": "assignee=none",
  approach: "quest_approach=rep-deceased",
  "submitted yes": "is_submitted=true",
  dates: "from=2022-01-01&until=2022-12-31",
  "dates, far page": "from=2021-01-01&until=2024-12-31&page=100",
  combined: "search=ab&status=started&assignee=me&quest_approach=planning&from=2020-06-01",
}

const pages: Record<string, string> = {
  "home, one's own": "/console?of=own",
  "home, the whole firm": "/console?of=firm",
  "find a name": "/console/search.json?q=siobhan+larkscombe",
  "find a common name": "/console/search.json?q=smith",
  "find a typing error": "/console/search.json?q=siobahn+larkscmobe",
  "find a telephone": "/console/search.json?q=%28512%29+000-4242",
  "reports, the last 12 months": "/console/reports",
  "reports, 24 months": "/console/reports?from=2023-01&until=2024-12",
  "reports, where clients stop, CSV": "/console/reports.csv?from=2023-01&until=2024-12&table=stops",
  "an earlier matter to start from": "/console/matters/new?earlier=siobhan+larkscombe",
  "conflict check": "/console/conflicts?name=Siobhan+Larkscombe",
}

try {
  const firm = await fill()
  // Opens new connections, because those that filled the tables have cached plans for small ones.
  await withCore((core) => measure(core, firm), config)
  await withCore((core) => restrict(core, firm), config)
  console.log(
    `With ${restricted.toLocaleString("en-US")} restricted matters, a third of them open to who looks:`,
  )
  await withCore((core) => measure(core, firm), config)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Filled {
  firm_id: string
  user_id: string
  /** A matter with every answer. */
  couple: string
}

/** The demo's firm with many more matters, in every state, assigned to several people or unassigned. */
async function fill(): Promise<Filled> {
  const { firm_id, questionnaires, matters: demo } = await withNewCore(loadDemo, config)
  const user_id = await withCore(
    ({ db }) =>
      db.withTimeout(fill_timeout_ms).forFirm(firm_id, async (tx) => {
        await addManyMatters(tx, questionnaires.planning, matters)
        await tx.run(sql`
        with numbered as (select id, row_number() over (order by id) as n from matters),
             people as (select array_agg(id order by id) as ids from users where is_firm_staff)
        update matters m
           set questionnaire_id = case when n % 3 = 0 then ${questionnaires.probate} else m.questionnaire_id end,
               assignee_id = case when n % 4 = 0 then null else ids[1 + n % array_length(ids, 1)] end,
               started_at = case when n % 5 > 0 then m.created_at end,
               is_submitted = n % 5 > 1, submitted_at = case when n % 5 > 1 then m.created_at end,
               completed_at = case when n % 5 > 2 then m.created_at end,
               close_date = case when n % 5 > 3 then m.open_date + 90 end,
               last_activity_at = m.created_at - interval '30 days'
          from numbered, people where numbered.id = m.id`)
        await tx.run(sql`
          insert into invitations (id, matter_id, party, key_hash, key_sealed, created_at)
          select 'invitation_' || right(m.id, 32), m.id, 'main', sha256(m.id::bytea), '', m.created_at
            from matters m where not exists (select from invitations i where i.matter_id = m.id)`)
        await addPeople(tx)
        const admin = await tx.one<{ id: string }>(
          sql`select id from users where is_firm_staff and role = 'admin' order by id limit 1`,
        )
        return admin.id
      }),
    config,
  )
  await withCore(({ db }) => cleanUp(db), config)
  return { firm_id, user_id, couple: demo.couple }
}

/** Five more people in each matter, with distinct names and a phone number each. */
async function addPeople(tx: Tx): Promise<void> {
  // Sequential, because each statement has the timeout of a request.
  for (let k = 1; k <= 5; k += 1) {
    const id = (prefix: string) =>
      sql`${prefix} || '0192F0C5' || lpad(upper(to_hex(n * 8 + ${k}::int)), 24, '0')`
    const { first_name, last_name } = nameOf(sql`n`, sql`${k}::int`)
    const many = sql`(select id, row_number() over (order by id) as n from matters) m`
    await tx.run(sql`
      insert into contacts (id, matter_id, position, relationship_type, first_name, last_name, created_at)
      select ${id("contact_")}, id, ${k}::int + 20, '2CHIL', ${first_name},
             ${last_name}, now()
        from ${many}`)
    await tx.run(sql`
      insert into phone_numbers (id, matter_id, contact_id, position, type, number, e164)
      select ${id("phone_")}, id, ${id("contact_")}, 1, 'mobile', '+1512' || lpad((n * 8 + ${k}::int)::text, 7, '0'),
             '+1512' || lpad((n * 8 + ${k}::int)::text, 7, '0')
        from ${many}`)
  }
}

/** Every third restricted matter is open to the viewer; the others, only to other staff. */
async function restrict({ db }: Core, { firm_id, user_id, couple }: Filled): Promise<void> {
  await db.withTimeout(fill_timeout_ms).forFirm(
    firm_id,
    async (tx) => {
      await tx.run(sql`
        update matters set is_restricted = true where id in (
          select id from matters where id <> ${couple} and not is_restricted order by right(id, 1), id limit ${restricted})`)
      await tx.run(sql`
        insert into matter_access (matter_id, user_id, added_at)
        select m.id, u.id, now()
          from (select id, row_number() over (order by id) as n from matters where is_restricted) m
          join (select id, id = ${user_id} as looks from users where is_firm_staff) u on u.looks = (m.n % 3 = 0)
        on conflict do nothing`)
    },
    { user_id },
  )
}

async function measure(core: Core, { firm_id, user_id, couple }: Filled): Promise<void> {
  const app = await createApp({ ...core, base_url: "http://localhost" })
  const { session, key } = await core.db.forFirm(
    firm_id,
    async (tx) => ({
      session: await createSession(tx, { user_id, device: "Bench", lifetime: staffLifetime }),
      key: await createKey(tx, { name: "Bench" }),
    }),
    { user_id },
  )
  const byPage = { cookie: `foyer_staff=${session.token}` }
  const byKey = { authorization: `Token ${key.token}` }
  const slow: string[] = []
  for (const [name, query] of Object.entries(lists)) {
    const page = await times(app, `/console/matters?${query}`, byPage)
    report(name, page, slow)
  }
  for (const [name, path] of Object.entries(pages)) report(name, await times(app, path, byPage), slow)
  for (const tab of ["", "/review", "/documents", "/conversation", "/activity"])
    report(`a matter${tab}`, await times(app, `/console/matters/${couple}${tab}`, byPage), slow)
  report("accept a line", await accept(app, `/console/matters/${couple}/review`, byPage), slow)
  report("search over everything", await times(app, "/console/search.json?q=abbott", byPage), slow)
  report("the interface, no filter", await times(app, "/v1/matters?page_size=50", byKey), slow)
  report("the interface, search", await times(app, "/v1/matters?page_size=50&search=abbott", byKey), slow)
  await app.close()
  console.log(
    slow.length === 0 ? `All within ${wanted_ms} ms.` : `Slower than ${wanted_ms} ms: ${slow.join(", ")}`,
  )
}

/** Times of `rounds` sequential requests in ms, after five to warm up. Fails unless each succeeds. */
async function times(app: App, url: string, headers: Record<string, string>): Promise<Spent> {
  const spent: Spent = { waited_ms: [], worked_ms: [], bytes: 0 }
  for (let round = -5; round < rounds; round += 1) await time(app, { url, headers }, spent, round < 0)
  return spent
}

/** The same of accepting one line after another in place. */
async function accept(app: App, url: string, headers: Record<string, string>): Promise<Spent> {
  const { payload } = await app.inject({ url, headers })
  const spent: Spent = { waited_ms: [], worked_ms: [], bytes: 0 }
  const lines = [...payload.matchAll(/name="accept" value="(\S+ \S+)"/g)].slice(0, rounds)
  const form = {
    ...headers,
    "sec-fetch-site": "same-origin",
    [in_place_header]: "1",
    "content-type": "application/x-www-form-urlencoded",
  }
  for (const [round, [, line = ""]] of lines.entries()) {
    const body = new URLSearchParams({ accept: line }).toString()
    await time(app, { url, headers: form, body }, spent, round < 5)
  }
  return spent
}

interface Sent {
  url: string
  headers: Record<string, string>
  body?: string
}

async function time(app: App, { body, ...sent }: Sent, spent: Spent, is_warming_up: boolean): Promise<void> {
  const started_ms = performance.now()
  const before = process.cpuUsage()
  const headers = { "accept-encoding": "br", ...sent.headers }
  const { statusCode, rawPayload } = await app.inject({
    url: sent.url,
    headers,
    ...(body !== undefined && { method: "POST", payload: body }),
  })
  if (statusCode !== 200) throw new Error(`${sent.url} answered ${statusCode}.`)
  if (is_warming_up) return
  const { user, system } = process.cpuUsage(before)
  spent.waited_ms.push(performance.now() - started_ms)
  spent.worked_ms.push((user + system) / 1000)
  spent.bytes = rawPayload.length
}

interface Spent {
  /** From the request to the last byte. */
  waited_ms: number[]
  /** The part spent on this process's processor, without PostgreSQL. */
  worked_ms: number[]
  /** The last response, compressed. */
  bytes: number
}

function report(name: string, { waited_ms, worked_ms, bytes }: Spent, slow: string[]): void {
  const text = (values: number[], percent: number) => percentile(values, percent).toFixed(0).padStart(4)
  if (percentile(waited_ms, 95) > wanted_ms) slow.push(name)
  console.log(
    `${name.padEnd(34)} p50 ${text(waited_ms, 50)} ms   p95 ${text(waited_ms, 95)} ms   processor p50 ${text(worked_ms, 50)} ms   ${bytes} B`,
  )
}
