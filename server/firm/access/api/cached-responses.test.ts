import assert from "node:assert/strict"
import { test } from "node:test"
import { type FullIntake, fillIn } from "../../../../test/contract/sample-firm.ts"
import { assertNone } from "../../../../test/harness/assert-each.ts"
import { createOwnDatabase } from "../../../../test/harness/own-database.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { happen } from "../../../../test/harness/webhook-delivery.ts"
import { createApp } from "../../../app.ts"
import { submitMatter } from "../../../intake/submissions/submissions.ts"
import type { Database } from "../../../platform/db/database.ts"
import { rawSql, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { changeSuspension } from "../../firms/firms.ts"
import { createKey, revokeKey } from "./keys.ts"

// As in production: the test setting would read every cached response again to compare it.
const service = provideService({ settings: { NODE_ENV: "development" } })

interface Filled {
  firm: TestFirm
  intake: FullIntake
  /** Every GET of the API, except files generated on each request, and how far a file has come, which is for who sends it. */
  urls: string[]
}

async function newFilledFirm(): Promise<Filled> {
  const firm = await service.newFirm()
  const intake = await fillIn(service, await newIntake(firm))
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body
  const [event] = (await firm.request("GET", "/v1/events?page_size=1")).body.results
  const hook = { url: "http://127.0.0.1:9/", event_types: ["intakeform.completed"] }
  const subscription = (await firm.request("POST", "/v1/subscriptions", hook)).body
  await happen(service, firm, "intakeform.completed")
  const deliveries = (await firm.request("GET", `/v1/subscriptions/${subscription.id}/deliveries`)).body
  const params: Record<string, string> = {
    subscription_id: subscription.id,
    delivery_id: deliveries.results[0].id,
    matter_id: intake.matter_id,
    document_id: intake.will,
    request_id: intake.ids.will_copy,
    questionnaire_id: questionnaire.id,
    event_id: event.event_id,
    user_id: firm.admin.user_id,
  }
  const urls = service.app.routes
    .filter(({ method, config, url }) => method === "GET" && config.scope && !isFile(url))
    .map(({ url }) => url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? assert.fail(name)))
  return { firm, intake, urls }
}

const isFile = (url: string) => /\/(memo|workbook|uploads\/:upload_id)$/.test(url)
const holdsLinks = (url: string) => /documents|\/record$/.test(url)

test("every GET has an ETag, and a request that sends it gets 304 if nothing has changed", async () => {
  const { firm, urls, intake } = await newFilledFirm()
  assert.ok(urls.length >= 19, `${urls.length} addresses`)
  const submitted = [`/v1/matters/${intake.matter_id}?submission=1`]
  for (const url of [...urls, ...submitted, ...urls.filter((url) => !url.includes("document"))]) {
    const { status, headers, body } = await firm.request("GET", url)
    assert.equal(status, 200, url)
    assert.match(String(headers.etag), /^W\/"[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{11})?"$/, url)
    const secret = holdsLinks(url) || /\/(answers|messages|differences)$/.test(url)
    assert.equal(headers["cache-control"], secret ? "no-store" : "private, no-cache", url)
    assert.equal(headers.vary, "Authorization, Accept-Encoding", url)
    if (holdsLinks(url)) continue
    for (const named of [headers.etag, `"another", ${String(headers.etag).slice(2)}`]) {
      const again = await firm.request("GET", url, undefined, { "if-none-match": String(named) })
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, undefined, headers.etag], url)
      assert.equal(again.headers["cache-control"], headers["cache-control"], url)
      assert.equal(again.headers["content-type"], undefined, url)
      assert.ok(again.headers["request-id"], url)
    }
    const star = await firm.request("GET", url, undefined, { "if-none-match": "*" })
    assert.equal(star.status, 304, url)
    const other = await firm.request("GET", url, undefined, { "if-none-match": 'W/"another"' })
    assert.deepEqual([other.status, other.body], [200, body], url)
    const head = await firm.request("HEAD", url)
    assert.deepEqual([head.status, head.headers.etag], [200, headers.etag], url)
    assert.equal(head.headers["content-length"], String(Buffer.byteLength(JSON.stringify(body))), url)
  }
})

test("a faulty request is refused, whatever tag it sends", async () => {
  const { firm } = await newFilledFirm()
  const { etag } = (await firm.request("GET", "/v1/matters")).headers
  for (const named of ["*", String(etag)])
    for (const url of ["/v1/matters?page=0", "/v1/matters?status=none", "/v1/events?page_size=x"]) {
      const { status, headers } = await firm.request("GET", url, undefined, { "if-none-match": named })
      assert.deepEqual([status, headers.etag, headers["cache-control"]], [400, undefined, "no-store"], url)
    }
})

test("responses with links differ by their links, and so do their ETags", async (t) => {
  let now = new Date("2026-03-01T12:00:00Z")
  const own = await openTestService({ clock: () => now, settings: { NODE_ENV: "development" } }, t)
  const firm = await own.newFirm()
  const { matter_id } = await fillIn(own, await newIntake(firm))
  const url = `/v1/matters/${matter_id}/documents`
  const first = await firm.request("GET", url)
  now = new Date(now.getTime() + 1_000)
  const later = await firm.request("GET", url, undefined, { "if-none-match": String(first.headers.etag) })
  assert.equal(later.status, 200)
  assert.notEqual(later.headers.etag, first.headers.etag)
  assert.notEqual(later.body.documents[0].download_url, first.body.documents[0].download_url)
})

test("the next GET shows every change of a matter, even to a caller that has the previous ETag", async () => {
  const { firm, intake } = await newFilledFirm()
  const { matter_id, main, spouse, ids } = intake
  const of = (part: string) => `/v1/matters/${matter_id}${part}`
  const one = of("")
  const changes: [url: string, change: Sql][] = [
    [one, sql`update matters set name = 'Smith and Smith' where id = ${matter_id}`],
    ["/v1/matters", sql`update matters set name = 'Smith & Smith' where id = ${matter_id}`],
    ["/v1/matters", sql`update matters set open_date = '2020-02-02' where id = ${matter_id}`],
    ["/v1/matters", sql`update matters set close_date = '2021-02-02' where id = ${matter_id}`],
    ["/v1/matters?search=new", sql`update matters set search_name = 'new' where id = ${matter_id}`],
    ["/v1/matters?is_submitted=true", sql`update matters set is_submitted = not is_submitted`],
    ["/v1/matters", sql`update questionnaires set internal_type = 'Estates'`],
    [one, sql`update questionnaires set internal_type = 'Estate planning'`],
    ["/v1/questionnaires", sql`update questionnaires set active = false`],
    ["/v1/financial-categories", sql`update questionnaires set current_version = null`],
    [one, sql`update matters set contact_main_marital_status = 'divorced' where id = ${matter_id}`],
    [one, sql`update contacts set first_name = 'Ida' where id = ${main}`],
    [of("/clients"), sql`update contacts set date_of_birth = '1970-05-06' where id = ${spouse}`],
    [of("/contacts"), sql`update contacts set date_of_birth = '1970-05-07' where id = ${spouse}`],
    [
      of("/contacts"),
      sql`insert into phone_numbers (id, matter_id, contact_id, position, type, number)
          values (${newId("phone")}, ${matter_id}, ${main}, 9, 'mobile', '+1 202 555 0147')`,
    ],
    [of("/clients"), sql`update phone_numbers set number = '+1 202 555 0148' where contact_id = ${main}`],
    [one, sql`delete from phone_numbers where contact_id = ${main}`],
    [
      of("/contacts"),
      sql`insert into email_addresses (id, matter_id, contact_id, position, type, email)
          values (${newId("email")}, ${matter_id}, ${spouse}, 9, 'home', 'ben@example.com')`,
    ],
    [one, sql`delete from email_addresses where contact_id = ${spouse}`],
    [
      of("/contacts"),
      sql`insert into addresses (id, matter_id, contact_id, position, type, street, city, postal_code, state, country_iso)
          values (${newId("address")}, ${matter_id}, ${main}, 9, 'home', '1 Elm St', 'Dover', '19901', 'DE', 'US')`,
    ],
    [of("/clients"), sql`update addresses set street = '2 Elm St' where contact_id = ${main}`],
    [
      one,
      sql`insert into contacts (id, matter_id, position, is_client, relationship_type, first_name, created_at)
          values (${newId("contact")}, ${matter_id}, 99, false, '2CHLD', 'Eva', now())`,
    ],
    [of("/answers"), sql`update answers set value = 'false' where question_id = ${ids.has_will}`],
    [of("/assets"), sql`update assets set credit_value = credit_value + 1`],
    [of("/assets"), sql`delete from asset_fields where matter_id = ${matter_id}`],
    [of("/assets"), sql`delete from asset_beneficiaries where matter_id = ${matter_id}`],
    [of("/roles"), sql`delete from role_assignments where matter_id = ${matter_id}`],
    [
      of("?submission=1"),
      sql`update submissions set snapshot = jsonb_set(snapshot, '{matter,name}', '"Smyth"')`,
    ],
    ["/v1/events", sql`delete from events where id = (select min(id) from events)`],
  ]
  for (const [url, change] of changes) {
    const last = await firm.request("GET", url)
    // The second GET makes sure that the response is cached before the change.
    assert.deepEqual((await firm.request("GET", url)).body, last.body)
    await firm.write(change)
    for (const tag of [String(last.headers.etag), '"another"']) {
      const headers = { "if-none-match": tag }
      const next = await firm.request("GET", url, undefined, headers)
      assert.equal(next.status, 200, `${url}: ${change.text}`)
      assert.notDeepEqual(next.body, last.body, `${url}: ${change.text}`)
      assert.notEqual(next.headers.etag, last.headers.etag, url)
    }
  }
})

test("a new matter, a new event and a resubmission appear at once", async () => {
  const { firm, intake } = await newFilledFirm()
  const count = async (url: string) => (await firm.request("GET", url)).body.count
  const [matters, events] = [await count("/v1/matters"), await count("/v1/events")]
  const url = `/v1/matters/${intake.matter_id}?submission=2`
  assert.equal((await firm.request("GET", url)).status, 404)
  await intake.asClient((tx) => submitMatter(tx, service.ring, intake.matter_id))
  assert.equal((await firm.request("GET", url)).status, 200)
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body
  const body = { questionnaire_id: questionnaire.id, matter_name: "Lee" }
  await firm.request("POST", "/v1/matters/create", body)
  assert.deepEqual([await count("/v1/matters"), await count("/v1/events")], [matters + 1, events + 2])
})

test("a cached response is sent to no one who may not read it", async () => {
  const [{ firm, intake, urls }, other] = [await newFilledFirm(), await service.newFirm()]
  const { id, token } = await firm.run((tx) => createKey(tx, { name: "Short-lived" }))
  const narrow = await firm.newKey(["matters:write"])
  const tags: Record<string, string> = {}
  for (const url of urls) tags[url] = String((await firm.request("GET", url)).headers.etag)
  const ask = async (of: TestFirm, url: string, key: string | undefined, tag: string | undefined) => {
    const headers = {
      ...(key ? { authorization: `Token ${key}` } : {}),
      ...(tag ? { "if-none-match": tag } : {}),
    }
    const { status, body } = await of.request("GET", url, undefined, headers)
    return [status, body?.code]
  }
  const matterUrls = urls.filter((url) => url.includes("matter_"))
  for (const url of matterUrls)
    for (const tag of [tags[url], "*", undefined])
      assert.deepEqual(await ask(other, url, undefined, tag), [404, "not_found"], url)
  for (const url of urls)
    for (const tag of [tags[url], undefined])
      assert.deepEqual(await ask(firm, url, narrow, tag), [403, "scope_missing"], url)
  await firm.run((tx) => revokeKey(tx, id))
  for (const url of urls)
    for (const tag of [tags[url], undefined])
      assert.deepEqual(await ask(firm, url, token, tag), [401, "not_authenticated"], url)
  await service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true))
  for (const url of urls)
    for (const tag of [tags[url], undefined])
      assert.deepEqual(await ask(firm, url, undefined, tag), [403, "firm_suspended"], url)
  await service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, false))
  assert.deepEqual(await ask(firm, `/v1/matters/${intake.matter_id}`, undefined, undefined), [200, undefined])
  await firm.write(sql`delete from matters where id = ${intake.matter_id}`)
  for (const url of matterUrls)
    for (const tag of [tags[url], "*", undefined])
      assert.deepEqual(await ask(firm, url, undefined, tag), [404, "not_found"], url)
})

for (const table of ["firm_revisions", "phone_numbers"] as const)
  test(`a change that commits during a GET is not hidden by the cached response (${table})`, async (t) => {
    // Locking a table shared by all firms would block every other test.
    const database = await createOwnDatabase()
    t.after(() => database.drop())
    const service = await openTestService({ database_url: database.url }, t)
    const { firm, matter_id, main } = await newFirmWithIntake(service)
    const url = `/v1/matters/${matter_id}`
    let pending_response: ReturnType<TestFirm["request"]> | undefined
    await service.db.forPlatform(async (tx) => {
      await tx.run(sql`update contacts set first_name = 'Ida' where id = ${main}`)
      // Blocks the GET at the statement that reads this table.
      await tx.run(sql`lock table ${rawSql(table)} in access exclusive mode`)
      pending_response = firm.request("GET", url)
      await waitUntil(() => someoneWaitsFor(tx, table), "no one reads")
    })
    const { headers } = (await pending_response) ?? assert.fail()
    const next = await firm.request("GET", url, undefined, { "if-none-match": String(headers.etag) })
    const last = next.status === 304 ? await pending_response : next
    assert.equal(last?.body.contact_main.first_name, "Ida")
    assert.equal((await firm.request("GET", url)).body.contact_main.first_name, "Ida")
  })

async function someoneWaitsFor(tx: Tx, table: string): Promise<boolean> {
  const [lock] = await tx.all(
    sql`select from pg_locks where not granted and relation = ${table}::regclass::oid`,
  )
  return lock !== undefined
}

test("an uncommitted change appears nowhere, and a rollback leaves the revision unchanged", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const url = `/v1/matters/${matter_id}`
  const last = await firm.request("GET", url)
  const headers = { "if-none-match": String(last.headers.etag) }
  const undo = new Error("undo")
  const changing = firm.run(async (tx) => {
    await tx.run(sql`update matters set name = 'Smythe' where id = ${matter_id}`)
    assert.equal((await firm.request("GET", url, undefined, headers)).status, 304)
    assert.deepEqual((await firm.request("GET", url)).body, last.body)
    throw undo
  })
  await assert.rejects(changing, undo)
  assert.equal((await firm.request("GET", url, undefined, headers)).status, 304)
})

test("a second server process sends the same ETags, and sees the first one's changes", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const second = await createApp(service)
  try {
    const authorization = `Token ${firm.token}`
    const url = `/v1/matters/${matter_id}`
    const ask = (headers: Record<string, string> = {}) =>
      second.inject({ url, headers: { authorization, ...headers } })
    const { etag } = (await firm.request("GET", url)).headers
    assert.equal((await ask({ "if-none-match": String(etag) })).statusCode, 304)
    assert.equal((await ask()).headers.etag, etag)
    await firm.write(sql`update matters set name = 'Smythe' where id = ${matter_id}`)
    assert.equal((await ask({ "if-none-match": String(etag) })).json().name, "Smythe")
    assert.equal((await ask()).json().name, "Smythe")
  } finally {
    await second.close()
  }
})

/** Tables that need no trigger: they never change, count rows that have one, or hold no content (key verification, the audit log of reads). */
const unmoving = [
  "api_keys",
  "audit_entries",
  "audit_heads",
  "event_counts",
  "firm_revisions",
  "matter_count_changes",
  "matter_counts",
  "questionnaire_versions",
]

/** Other responses are read each time. */
function dependsOnRevision(url: string): boolean {
  const route = service.app.routes.find(
    ({ method, url: pattern }) =>
      method === "GET" && new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(url.split("?")[0] ?? ""),
  )
  return route?.config.revision !== undefined
}

test("every table that a GET reads changes the revision its response depends on", async () => {
  const { firm, urls } = await newFilledFirm()
  const looked = new Map<string, string[]>()
  let tables: string[] = []
  const app = await createApp({
    ...service,
    db: watched(service.db, (names) => {
      tables = names
    }),
  })
  try {
    for (const url of urls) {
      const answer = await app.inject({ url, headers: { authorization: `Token ${firm.token}` } })
      assert.equal(answer.statusCode, 200, url)
      looked.set(url, tables)
    }
  } finally {
    await app.close()
  }
  const moving = await service.db.forPlatform((tx) =>
    tx.all<{ name: string; trigger: string }>(
      sql`select tgrelid::regclass::text as name, tgname as trigger from pg_trigger where tgname like 'moves_revision%'`,
    ),
  )
  const movers = (...triggers: string[]) =>
    moving.flatMap(({ name, trigger }) => (triggers.includes(trigger) ? [name] : [])).concat(unmoving)
  const ofLists = movers("moves_revision_of_list")
  const ofMatters = [...movers("moves_revision", "moves_revision_by_update"), "questionnaires"]
  for (const [url, names] of looked) {
    assert.ok(names.length > 0, url)
    // What reads of a matter show updates it, even if they depend on no revision.
    if (url.includes("matter_")) {
      const allowed = [...ofMatters, ...explaining, ...(listsSubmissions.test(url) ? ["events"] : [])]
      const still = names.filter((name) => !allowed.includes(name))
      assert.deepEqual(still, [], `${url} does not update its matter`)
    }
    if (!dependsOnRevision(url)) continue
    const expected = url.includes("matter_") ? [...ofMatters] : [...ofLists]
    // The rules of a questionnaire come with the firm's day, which no response shows.
    if (url.includes("matter_")) expected.push("firms")
    assertNone(names, (name) => !expected.includes(name), url)
  }
})

/**
 * Names of people and of the firm, what only explains a change that updates the matter itself, and what comes with the
 * roles in one statement and is shown by no GET.
 */
const explaining = ["firms", "users", "invitations", "mails", "agenda_items"]

/** They name the event that made each submission: it is recorded with it, and never changes. */
const listsSubmissions = /\/(record|submissions|differences)$/

/** The same database; calls `note` with the tables that each request's work scanned. */
function watched(db: Database, note: (tables: string[]) => void): Database {
  const own: Database = {
    ...db,
    withTimeout: () => own,
    forBearer: (proof, check, work) =>
      db.forBearer(proof, check, async (tx) => {
        const before = await countScans(tx)
        const result = await work(tx)
        const after = await countScans(tx)
        note([...after].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : [])))
        return result
      }),
  }
  return own
}

async function countScans(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.all<{ name: string; scans: number }>(sql`
    select relname::text as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
     where schemaname = 'public'`)
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}
