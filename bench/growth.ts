// What a list costs as firms grow: the same requests of a firm of 100 matters alone, of that firm beside large ones, of a
// firm with a million (or so many as are named), and of one whose million were all opened on one day. In turns, so that
// what else the machine does meets all of them alike.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { staffLifetime } from "../server/access/console.ts"
import { createKey } from "../server/access/keys.ts"
import { createSession } from "../server/access/sessions.ts"
import { createApp } from "../server/app.ts"
import { withCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { createFirm } from "../server/firms/firms.ts"
import type { Tx } from "../server/platform/db/database.ts"
import { sql } from "../server/platform/db/sql.ts"
import type { App } from "../server/platform/http/app.ts"
import { createQuestionnaire } from "../server/questionnaires/questionnaires.ts"
import type { Core } from "../server/service.ts"
import { createStaff } from "../server/users/users.ts"
import { median } from "./figures.ts"
import { addManyMatters } from "./matters.ts"
import { environmentOf } from "./servers.ts"

const small = 100
const large = Number(process.argv[2] ?? 1_000_000)
const rounds = 15
const fill_timeout_ms = 60 * 60_000
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))

interface MeasuredFirm {
  label: string
  app: App
  matters: number
  byKey: Record<string, string>
  byPage: Record<string, string>
}

/** A list's address in a firm of so many matters. The size of a page is that of the small firm's half. */
const lists: Record<string, (matters: number) => string> = {
  "first page": () => "/v1/matters?page_size=50",
  "last page": (matters) => `/v1/matters?page_size=50&page=${matters / 50}`,
  "middle page": (matters) => `/v1/matters?page_size=50&page=${Math.ceil(matters / 100)}`,
  "behind a matter": () => `/v1/matters?page_size=50&starting_after=matter_0192F0C4${"0".repeat(22)}32`,
  "not submitted": () => "/v1/matters?page_size=50&is_submitted=false",
  approach: () => "/v1/matters?page_size=50&quest_approach=planning",
  "from a day": () => "/v1/matters?page_size=50&from=2020-01-01",
  "until a day": () => "/v1/matters?page_size=50&until=2024-01-01",
  "search, one": () => "/v1/matters?page_size=50&search=castillo,%20cora%2010",
  "search, common": () => "/v1/matters?page_size=50&search=cora",
  events: () => "/v1/events?page_size=50",
  "console, first page": () => "/console/matters",
  "console, find": () => "/console/search.json?q=castillo+cora+10",
  "console, audit log": () => "/console/audit",
}

try {
  const configOf = (name: string) => readConfig(environmentOf(join(folder, name)))
  await withCore(async (lonely) => {
    await withCore(async (crowd) => {
      const alone = await openFirm(lonely, `${small} alone`, small)
      const neighbor = await openFirm(crowd, `${small} beside`, small)
      const grown = await openFirm(crowd, large.toLocaleString("en-US"), large)
      const crowded = await openFirm(crowd, `${large.toLocaleString("en-US")} on a day`, large, 1)
      for (const { db } of [lonely, crowd]) await db.withTimeout(fill_timeout_ms).pool.query("vacuum analyze")
      await report([alone, neighbor, grown, crowded])
    }, configOf("crowd"))
  }, configOf("alone"))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function openFirm(core: Core, label: string, matters: number, days?: number): Promise<MeasuredFirm> {
  const { db } = core
  const firm_id = await db.forPlatform((tx) => createFirm(tx, { name: label }))
  const user_id = await db.forFirm(firm_id, (tx) =>
    createStaff(tx, { email: "ada@example.com", name: "Ada", role: "admin" }),
  )
  const { key, session } = await db.withTimeout(fill_timeout_ms).forFirm(
    firm_id,
    async (tx) => {
      const questionnaire_id = await createQuestionnaire(tx, {
        title: "Planning",
        internal_type: "Planning",
        approach: "planning",
        url_short_name: "planning",
        definition: { sections: [] },
      })
      await addManyMatters(tx, questionnaire_id, matters, days)
      await addEvents(tx, matters)
      return {
        key: await createKey(tx, { name: "Bench" }),
        session: await createSession(tx, { user_id, device: "Bench", lifetime: staffLifetime }),
      }
    },
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
        const took_ms = await ask(firm, urlOf(firm.matters), round)
        if (round >= 0) spent[index]?.push(took_ms)
      }
    const [alone = Number.NaN, ...others] = spent.map(median)
    const cells = others.map((ms) => `${ms.toFixed(1)} ms, ${(ms / alone).toFixed(1)} ×`)
    console.log(`| ${[name, `${alone.toFixed(1)} ms`, ...cells].join(" | ")} |`)
  }
  for (const { app } of firms) await app.close()
}

/** Milliseconds of one request, at an address that nobody has asked for, so that nothing is known beforehand. */
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
