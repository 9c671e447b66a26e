import assert from "node:assert/strict"
import { test } from "node:test"
import { fillIn } from "../../../../test/contract/sample-firm.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { sentForm } from "../../../../test/harness/sent-form.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { newStartPage } from "../../../../test/harness/start-page.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordInquiry } from "../../../follow-up/inquiries/inquiries.ts"
import { markStarted } from "../../../intake/matters/lifecycle.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"
import { createEndpoint } from "../../../outputs/webhooks/endpoints.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

async function enter() {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const plain = await newStaffBrowser(service, firm)
  const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
  return { firm, intake, plain, inPlace, url: `/console/matters/${intake.matter_id}` }
}

async function newInquiry(firm: TestFirm): Promise<string> {
  const { questionnaire_id } = await newStartPage(firm)
  const id = `inquiry_${"0".repeat(32)}`
  const zoe = { first_name: "Zoe", last_name: "Marsh", email: "zoe@example.com", phone: "", message: "" }
  await firm.call(recordInquiry, service.ring, { id, questionnaire_id, ...zoe, language: "en", source: "" })
  return id
}

const countAudited = async (firm: TestFirm) => (await firm.all(sql`select from audit_entries`)).length

test("a form without a part names the page to go to, which shows the message", async () => {
  const { firm, inPlace, url } = await enter()
  const listed = { access: "listed", people: firm.admin.user_id }
  const { status, text, headers } = await inPlace("POST", `${url}/access`, listed)
  assert.deepEqual([status, JSON.parse(text)], [200, { to: url }])
  assert.equal(headers["cache-control"], "no-store")
  assert.match((await inPlace("GET", url)).text, /id="flash"[\s\S]*Who may see the matter was changed/)
})

test("a part comes alone, with its message, and its forms carry the page's owner", async () => {
  const { intake, plain, inPlace, url } = await enter()
  const { matter_id } = await fillIn(service, intake)
  const page = (await plain("GET", `${url}/review`)).text
  const accept = /name="accept" value="([^"]+)"/.exec(page)?.[1] ?? ""
  const { status, text } = await inPlace("POST", `/console/matters/${matter_id}/review`, { accept })
  const { part, message } = JSON.parse(text)
  assert.equal(status, 200)
  assert.match(part, /^<span id="accept-/)
  assert.match(message, /Marked as accepted by you/)
  assert.equal((part.match(/method="post"/g) ?? []).length, (part.match(/name="page_owner"/g) ?? []).length)
  assert.doesNotMatch(text, /<body|class=\\"nav\\"/)
})

test("what was refused comes as a problem document with its faults, and changes nothing", async () => {
  const { firm, intake, inPlace, url } = await enter()
  const refused = await inPlace("POST", `${url}/access`, { access: "listed" })
  const problem = JSON.parse(refused.text)
  assert.equal(refused.status, 400)
  assertEach(problem.errors, ({ param }: { param: string }) => param, ["people"])
  assert.equal((await firm.run((tx) => getMatterRow(tx, intake.matter_id))).is_restricted, false)
  const unknown = await inPlace("POST", `/console/matters/matter_${"0".repeat(32)}/review`, { accept: "a b" })
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).code], [404, "not_found"])
})

test("a session that has ended is a problem, not another page", async () => {
  const { firm, inPlace, url } = await enter()
  await firm.run((tx) => endSessionsOf(tx, firm.admin.user_id))
  for (const path of [`${url}/access`, `${url}/review`]) {
    const { status, text } = await inPlace("POST", path, { access: "everyone" })
    assert.deepEqual([status, JSON.parse(text).code], [401, "no_session"], path)
  }
})

test("of two changes of one value at the same time, the second is refused, and only the first is audited", async () => {
  const { firm, intake, url } = await enter()
  const { matter_id, ids } = intake
  const inquiry_id = await newInquiry(firm)
  const { document_id } = await upload(service, intake, { request_id: ids.statements }, "May.txt", "May")
  const { name } = await firm.run(async (tx) => {
    await markStarted(tx, matter_id)
    return getMatterRow(tx, matter_id)
  })
  const matter = sql`select from matters where id = ${matter_id}`
  const decide = { decision: "return", was: "received " }
  for (const [path, row, forms] of [
    [`${url}/name`, matter, ["Ada", "Bo"].map((matter_name) => ({ matter_name, was: name }))],
    [`${url}/filing`, matter, ["A-1", "B-2"].map((file_number) => ({ file_number, was: "" }))],
    [
      `${url}/documents/due-days`,
      matter,
      ["2027-06-30", "2027-07-31"].map((due_on) => ({ request_id: ids.statements, due_on, was: "" })),
    ],
    [
      `${url}/documents/${document_id}/decision`,
      matter,
      ["Too dark.", "Blurred."].map((words) => ({ ...decide, words })),
    ],
    [
      `/console/inquiries/${inquiry_id}/source`,
      sql`select from inquiry_sources where inquiry_id = ${inquiry_id}`,
      ["Flyer", "Radio"].map((source) => ({ source, was: "" })),
    ],
  ] as const) {
    const audited = await countAudited(firm)
    const messages = await collide(
      service,
      row,
      (forms as readonly Record<string, string>[]).map((form) => async () => {
        const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
        return JSON.parse((await inPlace("POST", path, form)).text).message
      }),
    )
    const late = messages.filter((message) => /role="alert".*a colleague was faster/s.test(message))
    assert.equal(late.length, 1, `${path}: ${messages}`)
    assert.equal(await countAudited(firm), audited + 1, path)
  }
})

test("a value that is saved as it is stored changes nothing, is not audited, and the message says so", async () => {
  const { firm, intake, inPlace, url } = await enter()
  const { matter_id, ids } = intake
  const { name } = await firm.run((tx) => getMatterRow(tx, matter_id))
  for (const [path, form] of [
    [`${url}/name`, { matter_name: ` ${name} `, was: name }],
    [`${url}/assignment`, { assignee_id: "", was: "" }],
    [`${url}/filing`, { file_number: "", was: "" }],
    [`${url}/documents/due-days`, { request_id: ids.statements, due_on: "", was: "" }],
    [`/console/inquiries/${await newInquiry(firm)}/source`, { source: " ", was: "" }],
  ] as const) {
    const { message } = JSON.parse((await inPlace("POST", path, form)).text)
    assert.match(message, /Nothing was changed: this is what was stored already\./, path)
    assert.doesNotMatch(message, /data-undo/)
  }
  assert.equal(await countAudited(firm), 0)
})

test("Undo puts back what was stored; pressed after a later change, it changes nothing and says so", async () => {
  const { firm, plain, url } = await enter()
  const { id: endpoint_id } = await firm.run((tx) =>
    createEndpoint(tx, service.ring, { url: "http://127.0.0.1:9/", event_types: ["intakeform.submitted"] }),
  )
  const endpoint = `/console/settings/webhooks/${endpoint_id}`
  const views = () => firm.all(sql`select name, query from matter_views`)
  const own = sql`
    select name, coalesce(preferences->>'color_scheme', 'device') as scheme from users where id = ${firm.admin.user_id}`
  const holds = () => firm.all<{ reason: string }>(sql`select reason from matter_holds`)
  const save = { view_name: "Mine", back: "/console/matters?sort=name" }
  await plain("POST", "/console/matters/views", save)

  const cases: Record<
    string,
    {
      read: () => Promise<unknown>
      /** The change, and a colleague's: the address, perhaps as a pattern, the page with its form, and what is typed. */
      change: readonly [url: string, page: string, form: Record<string, string>]
      later: readonly [url: string, page: string, form: Record<string, string>]
      refusal: RegExp
    }
  > = {
    "the firm’s name": {
      read: () => firm.all(sql`select name from firms where id = current_firm()`),
      change: ["/console/settings/firm", "/console/settings/firm", { name: "Ours" }],
      later: ["/console/settings/firm", "/console/settings/firm", { name: "Theirs" }],
      refusal: /Someone changed this after you opened it/,
    },
    "one’s own name": {
      read: () => firm.all(own),
      change: ["/console/account/name", "/console/account", { name: "Ruth" }],
      later: ["/console/account/name", "/console/account", { name: "Ruth Pryce" }],
      refusal: /Someone changed this after you opened it/,
    },
    appearance: {
      read: () => firm.all(own),
      change: ["/console/account/preferences", "/console/account", { color_scheme: "dark" }],
      later: ["/console/account/preferences", "/console/account", { color_scheme: "light" }],
      refusal: /Someone changed this after you opened it/,
    },
    "a pause": {
      read: () => firm.all(sql`select url, paused_at is null as runs from webhook_endpoints`),
      change: [`${endpoint}/pause`, endpoint, {}],
      later: [`${endpoint}/settings`, endpoint, { url: "http://127.0.0.1:9/other" }],
      refusal: /Someone changed this after you opened it/,
    },
    "a legal hold": {
      read: holds,
      change: [`${url}/hold`, `${url}/hold`, { reason: "Litigation" }],
      later: [`${url}/hold`, `${url}/hold`, { reason: "Another suit" }],
      refusal: /a colleague was faster: It is on legal hold for “Another suit”\./,
    },
    "a removed view": {
      read: views,
      change: ["/console/matters/views/\\w+/removal", save.back, {}],
      later: ["/console/matters/views", save.back, { ...save, view_name: "By name" }],
      refusal: /The view “By name” shows the same already\./,
    },
  }
  for (const [what, { read, change, later, refusal }] of Object.entries(cases)) {
    const send = async ([path, page, form]: typeof change) => {
      const html = (await plain("GET", page)).text
      const to = new RegExp(path).exec(html)?.[0] ?? path
      const found = html.split('<form method="post"').find((part) => part.includes(` action="${to}"`)) ?? html
      const fields = Object.entries({ ...sentForm(found.split("</form>")[0] ?? ""), ...form })
      const sent = fields.flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      )
      return plain("POST", to, sent)
    }
    const undoOf = async ({ location }: { location: string }) => {
      const [, action = "", html = ""] =
        /<form method="post" action="([^"]+)" data-in-place[^>]*>(.*?)<button[^>]*data-undo/s.exec(
          (await plain("GET", location)).text,
        ) ?? []
      assert.ok(action, `${what} has no Undo`)
      const form = Object.entries(sentForm(html)).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      )
      return () => plain("POST", action, form)
    }
    const before = await read()
    const undo = await undoOf(await send(change))
    assert.notDeepEqual(await read(), before, what)
    assert.equal((await undo()).status, 303, what)
    assert.deepEqual(await read(), before, what)

    const stale = await undoOf(await send(change))
    if (what === "a legal hold") await plain("POST", `${url}/release`, { release: "yes" })
    await send(later)
    const changed = await read()
    const refused = await stale()
    const text = refused.status === 303 ? (await plain("GET", refused.location)).text : refused.text
    assert.match(text.replaceAll("&quot;", '"'), refusal, what)
    assert.deepEqual(await read(), changed, what)
  }
})
