// A helper whom a client asked to fill in what they own sees, adds, and changes assets, and never learns who receives
// them. Each check is repeated as the client or the firm, who must find the data.

import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { before, test } from "node:test"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { listAssets } from "../server/intake/assets/assets.ts"
import { changeBeneficiaries } from "../server/intake/assets/beneficiaries.ts"
import { listCategoriesWithout } from "../server/intake/assets/categories-without-assets.ts"
import { addAsset, changeAsset, removeAsset } from "../server/intake/assets/editing.ts"
import { receiveDocument } from "../server/intake/documents/uploads/uploads.ts"
import { listImpersonatedChanges } from "../server/intake/matters/changes/impersonated-changes.ts"
import { recordUnfinishedFields } from "../server/intake/matters/progress/unfinished-fields.ts"
import { joinSql, rawSql, sql, type Tx } from "../server/platform/db/sql.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { assertEach } from "./harness/assert-each.ts"
import { cookieHeader } from "./harness/cookies.ts"
import { listFirmTables } from "./harness/fill-tables.ts"
import { findIds, listVisibleIds } from "./harness/hidden-ids.ts"
import { newPortalBrowser, type PortalBrowser } from "./harness/portal-browser.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"

const { service, firm } = provideServiceAndFirm({}, "Arbor & Pine")
let intake: PortalIntake
let nora: PortalBrowser
let policy: string
let house: string
before(async () => {
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  intake = await newPortalIntake(service, firm)
  const { matter_id, ids, child, other_child } = intake
  ;[policy, house] = await firm.run(async (tx) => {
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "First policy",
      owner_type: "joint",
      credit_value: "100000",
    })
    await changeBeneficiaries(tx, policy, [
      { contact_id: child, level: "primary", share: "60" },
      { contact_id: other_child, level: "primary", share: "40" },
    ])
    await recordUnfinishedFields(tx, matter_id, policy, [
      { field: "beneficiaries.contingent", typed: { [child]: "some" } },
    ])
    const house = await addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "12 Elm St" })
    await recordUnfinishedFields(tx, matter_id, house, [{ field: ids.purchased, typed: { year: "20" } }])
    return [policy, house]
  })
  await receiveDocument(
    service,
    { firm_id: firm.firm_id, user_id: firm.admin.user_id },
    { matter_id, asset_id: house, filename: "deed.txt", source: Readable.from([Buffer.from("a deed")]) },
  )
  await receiveDocument(
    service,
    { firm_id: firm.firm_id, user_id: firm.admin.user_id },
    {
      ...{ matter_id, request_id: ids.statements, filename: "statement.txt" },
      source: Readable.from([Buffer.from("a statement")]),
    },
  )
  nora = await askNora(owned())
})

/** The URL of a page of "What you own". */
const owned = (path = "") => intake.pageOf(intake.ids.home, path).replace(/\/$/, "")

/** Hands a part over to a helper, who signs in. */
async function askNora(section_url: string): Promise<PortalBrowser> {
  const given = await intake.ada.post("/portal/handovers", {
    ...{ parts: section_url.split("/").at(-1) ?? "", who: "helper", helper_days: "14" },
    ...{ helper_name: "Nora", helper_email: "nora@example.com" },
  })
  assert.equal(given.location, "/portal#done", given.html)
  const mail = await firm.one<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where recipient = 'nora@example.com' order by id desc limit 1`)
  const browser = newPortalBrowser(service)
  const [, key] = /\/invite\/(\S+)/.exec(openMailBody(service.ring, mail.id, mail.body_sealed).text) ?? []
  await browser.post(`/invite/${key}/start`)
  return browser
}

/** Runs with the helper session's settings, set by the same database function. */
function asNora<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return firm.run(async (tx) => {
    const { user_id } = await tx.one<{ user_id: string }>(sql`
      select user_id from invitations where is_for_parts and user_id is not null order by id desc limit 1`)
    await tx.one(sql`
      select set_config('foyer.user_id', ${user_id}, true),
             open_client(${firm.firm_id}, ${intake.matter_id}, ${user_id}, ${tx.now}) is null as opened`)
    return work(tx)
  })
}

/** How many rows of the matter each table shows. */
async function countRows(tx: Tx): Promise<Record<string, number>> {
  const tables = await service.db.forPlatform(listFirmTables)
  const counts = tables
    .filter(({ matter_column }) => matter_column)
    .map(
      ({ name, matter_column }) => sql`
        select ${name}::text as name, count(*)::int as rows
          from ${rawSql(name)} where ${rawSql(matter_column ?? "")} = ${intake.matter_id}`,
    )
  const rows = await tx.all<{ name: string; rows: number }>(joinSql(counts, " union all "))
  return Object.fromEntries(rows.flatMap((row) => (row.rows > 0 ? [[row.name, row.rows]] : [])))
}

const assetsNow = async () =>
  (await firm.run((tx) => listAssets(tx, intake.matter_id))).map(
    ({ identifier_value, owner_value, credit_value, beneficiaries }) =>
      [identifier_value, owner_value, credit_value, beneficiaries?.length ?? 0] as const,
  )

test("every table shows the helper the assets, their files, and the clients, and no beneficiary", async () => {
  const all = await firm.run(countRows)
  assert.equal(all.asset_beneficiaries, 2)
  const { sessions, ...seen } = await asNora(countRows)
  assert.deepEqual(seen, {
    ...{ matters: 1, contacts: 2, invitations: 1, handovers: 1 },
    // Neither the history of the beneficiaries, nor a share that is not complete yet.
    ...{ assets: 2, documents: 1, unfinished_fields: 1, changes: 7 },
  })
  assert.equal(sessions, 1)
  const fields = await asNora((tx) => tx.all<{ field: string }>(sql`select distinct field from changes`))
  assert.ok(!fields.some(({ field }) => field.startsWith("beneficiaries")))
})

test("no row that the helper sees names anything hidden from them", async () => {
  const tables = await service.db.forPlatform(listFirmTables)
  const all = await firm.run((tx) => listVisibleIds(tx, tables))
  const found = await asNora(async (tx) => {
    const visible = await listVisibleIds(tx, tables)
    return findIds(tx, tables, new Set([...all].filter((id) => !visible.has(id))))
  })
  // Who asked, and up to which event the firm's software has read.
  assert.deepEqual(found, ["event_heads: evt", "handovers: user", "invitations: user"])
})

test("the helper's pages name the owners and no one who receives an asset", async () => {
  const pages = ["check", intake.ids.home, intake.ids.insurance, policy, house, `${house}/files`]
  for (const page of pages) {
    const { status, html } = await nora.get(owned(page))
    assert.equal(status, 200, page)
    assert.doesNotMatch(html, /Cleo|Dan Smith|beneficiar|Net worth|statement\.txt/i, page)
  }
  const check = (await nora.get(owned("check"))).html
  assert.match(check, /First policy[\s\S]*Ada Smith and Ben Smith[\s\S]*\$100,000\.00/)
  assert.match((await intake.ada.get(owned("check"))).html, /Cleo Smith.60%/)
  const before = await assetsNow()
  const forged = { "seen.beneficiaries": "9", "beneficiaries.primary": intake.child }
  for (const closed of [`${policy}/beneficiaries`, `${policy}/remove`]) {
    assert.equal((await nora.get(owned(closed))).status, 404, closed)
    assert.equal((await nora.post(owned(closed), forged)).status, 404, closed)
  }
  assert.equal((await intake.ada.get(owned(`${policy}/beneficiaries`))).location, owned(policy))
  assert.equal((await intake.ada.get(owned(`${policy}/remove`))).status, 200)
  await nora.post(owned(policy), forged)
  await service.app.inject({
    method: "POST",
    url: "/portal/fields",
    payload: {
      ...{ page: owned(policy), seen: { beneficiaries: 9 } },
      controls: { "beneficiaries.primary": [intake.child] },
    },
    headers: { cookie: cookieHeader(nora.cookies), "sec-fetch-site": "same-origin" },
  })
  assert.deepEqual(await assetsNow(), before)
})

test("the helper adds and changes assets, with their name on each, and removes only what they added", async () => {
  const { ids, matter_id, child } = intake
  const path = owned(`${ids.insurance}/new`)
  const marks = marksOf((await nora.get(path)).html)
  const added = await nora.post(path, {
    ...{ ...marks, identifier_value: "Second policy", owner_type: "partner", credit_value: "250k" },
  })
  assert.equal(added.location, `${owned("papers")}#done`, "the helper isn’t asked for beneficiaries")
  await nora.post(owned(house), {
    ...{ ...marksOf((await nora.get(owned(house))).html), identifier_value: "12 Elm Street" },
    ...{ owner_type: "main", credit_value: "1.2 million" },
  })
  assert.deepEqual(await assetsNow(), [
    ["First policy", "Ada Smith and Ben Smith", "100000.00", 2],
    ["12 Elm Street", "Ada Smith", "1200000.00", 0],
    ["Second policy", "Ben Smith", "250000.00", 0],
  ])
  const changed = await firm.run((tx) => listImpersonatedChanges(tx, matter_id))
  assert.ok(changed.some((each) => each.record_id === house && each.changed_by === "Nora"))

  await assert.rejects(
    asNora((tx) => removeAsset(tx, policy)),
    { kind: "not_found" },
  )
  await assert.rejects(
    asNora((tx) => changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share: "100" }])),
    /Choose a person of this matter/,
  )
  await assert.rejects(
    asNora((tx) =>
      tx.run(sql`
        insert into asset_beneficiaries (matter_id, asset_id, contact_id, level, share, position)
        values (${matter_id}, ${policy}, ${child}, 'contingent', 100, 1)`),
    ),
    /row-level security/,
  )
  const html = (await nora.get(owned(ids.insurance))).html
  const own = [...html.matchAll(/\/(asset_\w+)\/remove"/g)].map(([, id]) => id ?? "")
  assert.equal(own.length, 1)
  assert.equal((await nora.post(owned(`${own[0]}/remove`))).location, `${owned(ids.insurance)}#done`)
  assertEach(await assetsNow(), ([name, , , heirs]) => [name, heirs], [
    ["First policy", 2],
    ["12 Elm Street", 0],
  ])
})

test("the helper says that there is nothing of a kind, and sends files for what there is", async () => {
  const { ids, matter_id } = intake
  const form = new FormData()
  form.append("files", new File(["a bill"], "bill.txt", { type: "text/plain" }))
  assert.equal((await nora.post(owned(`${house}/files`).replace("/sections/", "/files/"), form)).status, 303)
  assert.match(
    (await nora.get(owned(`${house}/files`))).html,
    /deed\.txt[\s\S]*bill\.txt|bill\.txt[\s\S]*deed/,
  )
  const without = () => firm.run((tx) => listCategoriesWithout(tx, matter_id))
  await firm.run((tx) => removeAsset(tx, policy))
  await nora.post(owned(ids.insurance), { none: "true" })
  assert.deepEqual(await without(), [ids.insurance])
  await asNora((tx) =>
    addAsset(tx, matter_id, { for_fin_category: ids.insurance, identifier_value: "Third" }),
  )
  assert.deepEqual(await without(), [])
})

test("assets are closed to a helper who was asked for another part, and again once this one ends", async () => {
  const end = /action="(\/portal\/handovers\/[^"]+\/end)"/.exec((await nora.get("/portal")).html)?.[1] ?? ""
  assert.match((await nora.post(end)).html, /Thank you/)
  assert.notEqual((await nora.get(owned("check"))).status, 200)
  const papers = intake.pageOf(intake.ids.statements, "").replace(/\/$/, "")
  nora = await askNora(papers)
  const { assets, asset_fields, categories_without_assets, documents } = await asNora(countRows)
  assert.deepEqual(
    [assets, asset_fields, categories_without_assets, documents],
    [undefined, undefined, undefined, 1],
  )
  assert.equal((await nora.get(owned("check"))).status, 404)
  await assert.rejects(
    asNora((tx) => addAsset(tx, intake.matter_id, { for_fin_category: intake.ids.home })),
    /row-level security/,
  )
  await assert.rejects(
    asNora((tx) => changeAsset(tx, house, [{ field: "identifier_value", value: "Mine" }])),
    { kind: "not_found" },
  )
})
