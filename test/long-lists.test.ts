// A firm with 5,000 of everything that a person can add to: the last one is found by typing, or on the last page.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { createKey } from "../server/firm/access/api/keys.ts"
import { saveView } from "../server/intake/matters/list/saved-views.ts"
import { createMatter } from "../server/intake/matters/matters.ts"
import { createImport } from "../server/operations/imports/imports.ts"
import { requestExport } from "../server/outputs/exports/exports.ts"
import { createEndpoint } from "../server/outputs/webhooks/endpoints.ts"
import { rawSql, sql, type Tx } from "../server/platform/db/sql.ts"
import { literally } from "./harness/literally.ts"
import { newPlanningFirm, type PlanningFirm } from "./harness/planning-firm.ts"
import { addTemplateOf } from "./harness/sample-word-file.ts"
import { provideService } from "./harness/service.ts"
import { addAgreement } from "./harness/signed-agreement.ts"

const many = 5_000
const service = provideService()
let opened: PlanningFirm & { matter_id: string }

/** Copies a row of a table until there are many, with ids and names of their own. */
async function multiply(
  tx: Tx,
  table: string,
  prefix: string,
  values: string,
  where = "true",
): Promise<void> {
  const id = `'${prefix}_' || upper(lpad(to_hex(n), 32, '0'))`
  const { columns } = await tx.one<{ columns: string }>(sql`
    select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  await tx.run(sql`
    insert into ${rawSql(table)} (${rawSql(columns)})
    select ${rawSql(columns)}
      from (select t from ${rawSql(table)} t where ${rawSql(where)} limit 1) as one (r), generate_series(2, ${many}) n,
           jsonb_populate_record(r, jsonb_build_object('id', ${rawSql(`${id}, ${values}`)}))`)
}

const hash = "'\\x' || lpad(to_hex(n), 64, '0')"

before(async () => {
  const firm = await newPlanningFirm(service)
  const { questionnaire_id } = firm
  await addTemplateOf(service, firm.firm, "Letter 1")
  await addAgreement(firm.firm)
  const matter_id = await firm.firm.run(async (tx) => {
    await createKey(tx, { name: "Key 1", scopes: ["matters:read"] })
    await createEndpoint(tx, service.ring, {
      url: "http://127.0.0.1:9/1",
      event_types: ["intakeform.submitted"],
    })
    await saveView(tx, { name: "View 1", query: "search=1", is_shared: false })
    await createImport(tx, "File 1.csv", {
      csv: Buffer.from("A\n"),
      sheet: undefined,
      hidden: 0,
      mapping: ["first_name"],
    })
    const matter = await createMatter(tx, { questionnaire_id, matter_name: "Ruiz, Ada" })
    await requestExport(tx, {
      ...{ matter_id: matter.id, kind: "tables", label: "Tables 1", filename: "a.zip" },
      ...{ content_type: "application/zip", request: {} },
    })
    await multiply(
      tx,
      "users",
      "user",
      `'email', n || '@example.com', 'name', 'Colleague ' || n`,
      "is_firm_staff",
    )
    await multiply(tx, "api_keys", "key", `'name', 'Key ' || n, 'token_hash', ${hash}`)
    await multiply(tx, "webhook_endpoints", "ep", `'url', 'http://127.0.0.1:9/' || n`)
    await multiply(tx, "document_templates", "template", `'name', 'Letter ' || n`)
    await multiply(tx, "questionnaires", "quest", `'title', 'Plan ' || n, 'url_short_name', 'plan-' || n`)
    const ofPlan = `'questionnaire_id', 'quest_' || upper(lpad(to_hex(n), 32, '0'))`
    await multiply(tx, "questionnaire_versions", "version", ofPlan)
    await multiply(tx, "matter_views", "view", `'name', 'View ' || n, 'query', 'search=' || n`)
    await multiply(tx, "imports", "import", `'filename', 'File ' || n || '.csv'`)
    await multiply(tx, "exports", "export", `'label', 'Tables ' || n`)
    await multiply(tx, "agreements", "agreement", "'current_version', 1")
    await tx.run(sql`
      insert into agreement_versions (agreement_id, version, title, text, published_at)
      select a.id, 1, jsonb_build_object('en', 'Letter of ' || row_number() over (order by a.id)), v.text, v.published_at
        from agreements a, (select * from agreement_versions limit 1) v
       where a.id not in (select agreement_id from agreement_versions)`)
    return matter.id
  })
  await service.db.forPlatform(async (tx) => {
    // Without statistics of these new rows, the planner would assume a small firm.
    await tx.run(sql`reset role`)
    await tx.run(
      sql`analyze users, api_keys, webhook_endpoints, document_templates, questionnaires, agreements`,
    )
  })
  opened = { ...firm, matter_id }
})

test("each list of the settings finds its last entry by typing, and shows it on its last page", async () => {
  const { send } = opened
  const lists = {
    "/console/settings/team": "Colleague 5000",
    "/console/settings/keys": "Key 5000",
    "/console/settings/webhooks": "127.0.0.1:9/5000",
    "/console/settings/document-templates": "Letter 5000",
    "/console/settings/agreements": "Letter of 4999",
    "/console/questionnaires": "Plan 5000",
  }
  for (const [url, name] of Object.entries(lists)) {
    const found = await send("GET", `${url}?find=${encodeURIComponent(name)}`)
    assert.equal(found.text.match(/<tr [^>]*id=/g)?.length, 1, `${url} finds one`)
    assert.match(found.text, literally(`${name}</a>`), `${url} finds ${name}`)
    const page = await send("GET", `${url}?page=100`)
    assert.match(page.text, /4,951–5,0\d\d of 5,0\d\d/, url)
    assert.match((await send("GET", `${url}?page=1000`)).text, /There is no such page/)
    assert.match((await send("GET", `${url}?find=nowhere`)).text, /Nothing has the words “nowhere”/)
  }
})

test("imports and exports have as many pages as they need", async () => {
  const { send } = opened
  for (const [url, last] of [
    ["/console/imports", "File 1.csv"],
    ["/console/settings/exports", "Tables 1"],
  ] as const) {
    const first = (await send("GET", url)).text
    assert.match(first, /1–50 of more than 1,000/)
    const shown = [await send("GET", `${url}?page=100`), await send("GET", url)]
    assert.ok(
      shown.some(({ text }) => text.includes(`${last}<`)),
      url,
    )
  }
})

test("a colleague, a questionnaire, a view and a key are typed as filters, and the address names them", async () => {
  const { send } = opened
  const id = (prefix: string) => `${prefix}_${(5_000).toString(16).toUpperCase().padStart(32, "0")}`
  const filters = [
    ["/console/matters", "assignee", "Colleague 5000", id("user")],
    ["/console/matters", "questionnaire_id", "plan 5000", id("quest")],
    ["/console/settings/audit", "who", "colleague 5000", id("user")],
    ["/console/settings/keys/requests", "key", "Key 5000", id("key")],
    ["/console/reports", "questionnaire_id", "Plan 5000", id("quest")],
  ] as const
  for (const [url, name, typed, value] of filters) {
    const to = await send("GET", `${url}?${name}=${encodeURIComponent(typed)}`)
    assert.deepEqual([to.status, to.location], [303, `${url}?${name}=${value}`])
    const page = await send("GET", to.location)
    assert.equal(page.status, 200)
    assert.match(page.text, new RegExp(`value="${typed}"`, "i"), "the field shows the name")
    const unknown = await send("GET", `${url}?${name}=500`)
    assert.equal(unknown.status, 400, url)
    assert.match(unknown.text, /“500” names none, or more than one\./)
  }
  const list = (await send("GET", "/console/matters")).text
  assert.ok(list.length < 400_000, `${list.length}`)
  assert.equal(
    (await send("GET", "/console/matters?view=view%205000")).location,
    "/console/matters?search=5000",
  )
  assert.match(
    (await send("GET", "/console/matters?search=5000")).text,
    /aria-current="page"[^>]*>View 5000</,
  )
})

test("the last colleague is made responsible, and the last template filled in, by their names", async () => {
  const { send, firm, matter_id } = opened
  const assignee = () =>
    firm.one<{ id: string | null }>(sql`select assignee_id as id from matters where id = ${matter_id}`)
  const last = `user_${(5_000).toString(16).toUpperCase().padStart(32, "0")}`
  const home = `/console/matters/${matter_id}`
  assert.equal((await send("POST", `${home}/assignment`, { assignee_id: "colleague 5000" })).status, 303)
  assert.equal((await assignee()).id, last)
  assert.equal((await send("POST", `${home}/assignment`, { assignee_id: "colleague" })).status, 400)
  const selection = { step: "assign", matter: matter_id }
  const refused = await send("POST", "/console/matters/selection", { ...selection, assignee_id: "colleague" })
  assert.match((await send("GET", refused.location)).text, /“colleague” names none, or more than one/)
  const created = await send("POST", "/console/matters/new", {
    ...{ questionnaire_id: "Plan 5000", assignee_id: "colleague 4999", matter_name: "Roe, Bo", way: "link" },
    ...{ first_name: "Bo", last_name: "Roe" },
  })
  assert.equal(created.status, 303, created.text.slice(0, 200))
  const templates = await send("POST", `${home}/document-templates`, {
    template: "letter 5000; letter nowhere",
  })
  assert.equal(templates.status, 400)
  assert.match(templates.text, /“letter nowhere” names none/)
  const filled = await send("POST", `${home}/document-templates`, {
    ...{ template: "letter 4998; Letter 5000", with_gaps: "true" },
  })
  assert.match(
    String(filled.headers["content-disposition"]),
    /\.zip/,
    filled.text.match(/error-summary[\s\S]{0,900}/)?.[0],
  )
})
