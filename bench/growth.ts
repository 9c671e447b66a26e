// Measures what a list costs as firms grow: the same requests for a firm of 100 matters alone, for that firm next to
// large ones, for a firm with a million (or a given number), and for one whose million were all opened on one day.
// Alternates, so that other load on the machine affects all of them equally.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createApp } from "../server/app.ts"
import { withCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { createKey } from "../server/firm/access/api/keys.ts"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession } from "../server/firm/access/sessions.ts"
import { createFirm } from "../server/firm/firms/firms.ts"
import { createStaff } from "../server/firm/users/users.ts"
import { createQuestionnaire } from "../server/intake/questionnaires/questionnaires.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"
import type { App } from "../server/platform/http/app.ts"
import type { Core } from "../server/service.ts"
import { median } from "./figures.ts"
import { checkLoading, type Load, loadFirms } from "./fill.ts"
import { addManyMatters } from "./matters.ts"
import { environmentOf } from "./servers.ts"

const small = 100
/** More than one stretch of counts. */
const checked = 9_000
const large = Number(process.argv[2] ?? 1_000_000)
/** If given, the folder is kept, and its data are reused. */
const [, , , folder_name] = process.argv
const rounds = 15
const folder = folder_name ?? mkdtempSync(join(tmpdir(), "foyer-bench-"))

interface MeasuredFirm {
  label: string
  app: App
  matters: number
  byKey: Record<string, string>
  byPage: Record<string, string>
}

/** The number of the last matter with a Cora Castillo. */
const lastCora = (matters: number) => Math.floor((matters - 18) / 64) * 64 + 18

const none = { middle: Number.NaN, least: Number.NaN }

const others: readonly PlannedFirm[] = [
  { label: `${small} next to large firms`, matters: small },
  { label: large.toLocaleString("en-US"), matters: large },
  { label: `${large.toLocaleString("en-US")} on a day`, matters: large, days: 1 },
]

/** A list's URL in a firm with this many matters. A page has half the small firm's matters. */
const lists: Record<string, (matters: number, round: number) => string> = {
  "first page": () => "/v1/matters?page_size=50",
  "last page": (matters) => `/v1/matters?page_size=50&page=${matters / 50}`,
  "middle page": (matters) => `/v1/matters?page_size=50&page=${Math.ceil(matters / 100)}`,
  "behind a matter": () => `/v1/matters?page_size=50&starting_after=matter_0192F0C4${"0".repeat(22)}32`,
  "not submitted": () => "/v1/matters?page_size=50&is_submitted=false",
  approach: () => "/v1/matters?page_size=50&quest_approach=planning",
  "from a day": () => "/v1/matters?page_size=50&from=2020-01-01",
  "until a day": () => "/v1/matters?page_size=50&until=2024-01-01",
  "search, one": (matters) => `/v1/matters?page_size=50&search=castillo,%20cora%20${lastCora(matters)}`,
  "search, common": () => "/v1/matters?page_size=50&search=cora",
  // A different list each time, so that no count is cached.
  "search, common, not cached": (_, round) =>
    `/v1/matters?page_size=50&search=cora&from=2019-01-${round + 13}`,
  events: () => "/v1/events?page_size=50",
  "console, first page": () => "/console/matters",
  "console, find one": (matters) => `/console/search.json?q=castillo+cora+${lastCora(matters)}`,
  "console, find a person": () => "/console/search.json?q=siobhan+larkscombe",
  "console, find a common name": () => "/console/search.json?q=smith",
  "console, find with a slip": () => "/console/search.json?q=siobahn+larkscmobe",
  "console, find a common name with a slip": () => "/console/search.json?q=siobahn",
  "console, find a stranger": () => "/console/search.json?q=zebulon+quatermaine",
  "console, conflict check": () => "/console/conflicts?name=siobahn+larkscmobe",
  "console, home": () => "/console",
  "console, reports": () => "/console/reports",
  "console, team": () => "/console/settings/team",
  "console, audit log": () => "/console/settings/audit",
  "console, email": () => "/console/settings/email",
}

try {
  const configOf = (name: string) => readConfig(environmentOf(join(folder, name)))
  await withCore(async (lonely) => {
    await withCore(async (crowd) => {
      await fill(lonely, [{ label: `${small} alone`, matters: small }])
      await fill(crowd, others)
      const alone = await openFirm(lonely, { label: `${small} alone`, matters: small })
      const others_there = await Promise.all(others.map((firm) => openFirm(crowd, firm)))
      await report([alone, ...others_there])
    }, configOf("crowd"))
  }, configOf("alone"))
} finally {
  if (folder_name === undefined) rmSync(folder, { recursive: true, force: true })
}

interface PlannedFirm {
  label: string
  matters: number
  /** On how many days its matters were opened. */
  days?: number
}

/** Creates the missing firms; if one is large, first checks that loading gives the right result. */
async function fill(core: Core, firms: readonly PlannedFirm[]): Promise<void> {
  if (await findFirm(core, firms[0]?.label ?? "")) return
  const started_ms = performance.now()
  if (firms.some(({ matters }) => matters > checked)) {
    const loaded = await newLoad(core, { label: "Loaded", matters: checked })
    await checkLoading(core, loaded, await newLoad(core, { label: "Written", matters: 0 }))
  }
  const loads: Load[] = []
  for (const firm of firms) loads.push(await newLoad(core, firm))
  await loadFirms(core, loads)
  console.error(`Filled in ${((performance.now() - started_ms) / 60_000).toFixed(1)} min.`)
}

async function newLoad({ db }: Core, { label, matters, days }: PlannedFirm): Promise<Load> {
  const firm_id = await db.forPlatform((tx) => createFirm(tx, { name: label }))
  const user_id = await db.forFirm(firm_id, async (tx) => {
    await createQuestionnaire(tx, {
      title: "Planning",
      internal_type: "Planning",
      approach: "planning",
      url_short_name: "planning",
      definition: { sections: [] },
    })
    return createStaff(tx, { email: "ada@example.com", name: "Ada", role: "admin" })
  })
  const write = async (tx: Tx) => {
    const { id } = await tx.one<{ id: string }>(
      sql`select id from questionnaires where firm_id = current_firm()`,
    )
    await addManyMatters(tx, id, matters, days)
    await addEvents(tx, matters)
  }
  return { firm_id, user_id, write }
}

function findFirm({ db }: Core, label: string): Promise<{ id: string } | undefined> {
  return db.forPlatform((tx) => tx.maybe(sql`select id from firms where name = ${label}`))
}

async function openFirm(core: Core, { label, matters }: PlannedFirm): Promise<MeasuredFirm> {
  const { id } = (await findFirm(core, label)) ?? { id: "" }
  const { user_id } = await core.db.forFirm(id, (tx) =>
    tx.one<{ user_id: string }>(sql`select id as user_id from users where is_firm_staff`),
  )
  const { key, session } = await core.db.forFirm(
    id,
    async (tx) => ({
      key: await createKey(tx, { name: "Bench" }),
      session: await createSession(tx, { user_id, device: "Bench", lifetime: staffLifetime }),
    }),
    { user_id },
  )
  return {
    label,
    app: await createApp({ ...core, base_url: "http://localhost" }),
    matters,
    byKey: { authorization: `Token ${key.token}` },
    byPage: { cookie: `foyer_staff=${session.token}` },
  }
}

function addEvents(tx: Tx, count: number): Promise<number> {
  const payload = { event_id: `evt_${"0".repeat(32)}`, event_type: "intakeform.reopened", meta: {} }
  return tx.run(sql`
    insert into events (id, event_type, matter_id, occurred_at, payload)
    select 'evt_' || lpad(upper(to_hex(n)), 32, '0'), 'intakeform.reopened', 'matter_' || repeat('0', 32),
           timestamptz '2026-01-01' + n * interval '1 second', ${JSON.stringify(payload)}
      from generate_series(1, ${count}::int) n order by n`)
}

async function report(firms: readonly MeasuredFirm[]): Promise<void> {
  console.log(`| | ${firms.map(({ label }) => label).join(" | ")} |`)
  console.log(`|---|${"---|".repeat(firms.length)}`)
  for (const [name, urlOf] of Object.entries(lists)) {
    const spent = firms.map((): number[] => [])
    for (let round = -3; round < rounds; round += 1)
      for (const [index, firm] of firms.entries()) {
        const took_ms = await ask(firm, urlOf(firm.matters, round), round)
        if (round >= 0) spent[index]?.push(took_ms)
      }
    // The minimum is the time least affected by other load.
    const [alone = none, ...rest] = spent.map((ms) => ({ middle: median(ms), least: Math.min(...ms) }))
    const cells = rest.map(
      ({ middle, least }) =>
        `${middle.toFixed(1)} ms, ${(middle / alone.middle).toFixed(1)} × (${(least / alone.least).toFixed(1)})`,
    )
    console.log(`| ${[name, `${alone.middle.toFixed(1)} ms`, ...cells].join(" | ")} |`)
  }
  for (const { app } of firms) await app.close()
}

/** Milliseconds of one request at a new URL, so that nothing is cached. */
async function ask({ app, byKey, byPage }: MeasuredFirm, url: string, round: number): Promise<number> {
  const address = `${url}${url.includes("?") ? "&" : "?"}unread=${round}`
  const started_ms = performance.now()
  const { statusCode, body } = await app.inject({
    url: address,
    headers: url.startsWith("/v1/") ? byKey : byPage,
  })
  if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}: ${body}`)
  return performance.now() - started_ms
}
