// Every console form takes effect once, however often it is pressed: two presses at the same time and a third one later
// lead to the same page, and change what one press changes.
import assert from "node:assert/strict"
import { test } from "node:test"
import { removeOldAcceptedForms } from "../server/firm/access/accepted-forms.ts"
import { sql } from "../server/platform/db/sql.ts"
import { consoleLines } from "./every-route/routes.ts"
import { addressOf, provideTwoFirms, send, type TwoFirms } from "./every-route/two-firms.ts"
import { walk } from "./every-route/walk.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { newIntake } from "./harness/sample-intake.ts"
import { samplePng } from "./harness/sample-pictures.ts"
import { sampleWordFile } from "./harness/sample-word-file.ts"
import { filledForm } from "./harness/sent-form.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

const fixtures = provideTwoFirms(() => now)
let now = new Date("2026-03-02T09:30:00Z")

/** Forms that a press of this test does not carry out, and why. */
const not_pressed: Record<string, string> = {
  "/console/connect": "wants what an app sends: server/firm/access/apps/connections.test.ts",
  "/console/settings/team/signing-in": "asks the sender for a second factor",
  "/console/matters/:matter_id/taking-part": "of a couple alone",
  "/console/matters/:matter_id/assignee": "wants a colleague who may take part",
  "/console/matters/:matter_id/notes/:note_id/mention": "mentions nobody",
  "/console/matters/:matter_id/test-submission": "of test firms alone",
  "/console/matters/:matter_id/test-resubmission": "of test firms alone",
  "/console/matters/:matter_id/documents/:document_id/removal": "of the firm's files alone",
  "/console/matters/:matter_id/export": "reads",
  "/console/matters/:matter_id/document-templates": "reads",
  "/console/matters/:matter_id/open-items": "edits",
  "/console/matters/:matter_id/release": "no matter is on hold",
  "/console/matters/:matter_id/deletion": "wants the matter's name",
  "/console/restricted-matters/:matter_id/admission": "no matter is hidden from the sender",
  "/console/questionnaires/import": "wants a questionnaire's file; what was read twice is a draft",
  "/console/questionnaires/library": "shows what was chosen, or adds it to a draft with a revision",
  "/console/questionnaires/library/:bank_question_id": "edits",
  "/console/questionnaires/:questionnaire_id/outdated": "moves what is left",
  "/console/questionnaires/:questionnaire_id/draft/publication": "edits",
  "/console/settings/webhooks/:endpoint_id/resumption": "edits",
  "/console/settings/webhooks/:endpoint_id/recovery": "the endpoint is paused",
  "/console/settings/team/:user_id/single-sign-on": "edits",
  "/console/settings/team/:user_id/deactivation": "of the firm's only admin",
  "/console/settings/team/:user_id/reactivation": "edits",
  "/console/settings/portal": "edits",
  "/console/settings/email/test": "wants a mail server",
  "/console/settings/client-emails/:client_email/:language/preview": "reads",
  "/console/settings/client-emails/:client_email/:language/test": "wants a mail server",
  "/console/settings/retention": "edits",
  "/console/settings/retention/due": "no matter is due",
  "/console/settings/retention/deleted/:deletion_id/removal": "the matter was restored before",
  "/console/inquiries/:inquiry_id/declining": "the inquiry was accepted before",
  "/console/account/email": "wants the password",
  "/console/account/email/confirmation": "wants an emailed code",
  "/console/account/password": "wants the password",
  "/console/account/second-step": "wants the password",
  "/console/account/second-step/removal": "wants the password",
  "/console/account/recovery-codes": "wants the password",
  "/console/account/passkeys/new": "wants the password",
  "/console/account/passkeys/removal": "wants the password",
}

type Typed = Record<string, string | File>

/** What takes no sample value, and what a form sends that no page of the fixtures shows, by route. */
async function valuesOf({ firm, params }: TwoFirms["ours"]): Promise<Record<string, Typed>> {
  const word_file = await sampleWordFile(["Dear {{client.full_name}}"])
  const { matter_id = "", questionnaire_id = "", question_id = "" } = params
  const { id: same } = await firm.one<{ id: string }>(
    sql`select id from contacts where matter_id <> ${matter_id} limit 1`,
  )
  const file = (name: string, content: string | Buffer) =>
    new File([new Uint8Array(Buffer.from(content))], name)
  return {
    "/console/settings/webhooks": { headers: "" },
    "/console/matters/:matter_id/review": {
      subject: `question:${question_id}`,
      words: "Look at this again.",
    },
    "/console/matters/:matter_id/documents/files": {
      request_id: params.request_id ?? "",
      file: file("a.txt", "Ada"),
    },
    "/console/matters/:matter_id/documents/requests": { labels: "Closing statement", contact: "" },
    "/console/matters/:matter_id/documents/sets": { removed_set: params.set_id ?? "" },
    "/console/imports": { file: file("a.csv", "First name,Last name\nAda,Byron\n") },
    "/console/settings/firm/stages": { name_new1: "Drafting", ...blankStages },
    "/console/settings/firm/logo": { logo: file("a.png", samplePng()) },
    "/console/account/photo": { photo: file("a.png", samplePng()) },
    "/console/settings/document-templates": { file: file("a.docx", word_file) },
    "/console/matters/views": { view_name: "Open ones", back: "/console/matters?status=started" },
    "/console/matters/selection/reminders": { matter: matter_id },
    "/console/matters/selection/all": { step: "tag", add_tag: "Trust", all: "5", back: "/console/matters" },
    "/console/conflicts": { name: "Ada", decision: "none" },
    "/console/people/:contact_id": { same },
    "/console/questionnaires": { from: "" },
    "/console/imports/:import_id": { questionnaire_id, step: "create" },
  }
}

/** Two stages cannot have one name. */
const blankStages = Object.fromEntries(
  ["name_new2", "name_new3", ...[1, 2, 3].flatMap((n) => [`place_new${n}`, `due_days_new${n}`])].map(
    (name) => [name, ""],
  ),
)

const headers = () => ({ cookie: fixtures.ours.staff, "sec-fetch-site": "same-origin" })
const entries = Object.entries(consoleLines).filter(
  ([route, { methods, entry }]) => methods.includes("POST") && !entry && route !== "/console/*",
)
const patterns = entries.map(([route]) => ({
  route,
  pattern: new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`),
}))

/** The pages that show a form of each route. */
async function findPages(): Promise<Map<string, string>> {
  const { pages } = await walk(fixtures, fixtures.ours.staff, "/console")
  const found = new Map<string, string>()
  for (const page of pages)
    for (const { route } of await formsAt(page)) if (!found.has(route)) found.set(route, page)
  return found
}

async function formsAt(page: string) {
  const { text } = await send(fixtures, { method: "GET", url: page, headers: headers() })
  return text
    .split(/<form (?=[^>]*method="post")/)
    .slice(1)
    .flatMap((html) => {
      const action = (/^[^>]* action="([^"]*)"/.exec(html)?.[1] ?? page).replaceAll("&amp;", "&")
      const path = action.split(/[?#]/)[0] ?? ""
      const route = patterns.find(({ pattern }) => pattern.test(path))?.route
      return route ? [{ route, action, html: html.split("</form>")[0] ?? "" }] : []
    })
}

/** What a press of the route's form sends. */
async function readForm(route: string, page: string | undefined, typed: Typed = {}) {
  const forms = page ? await formsAt(page) : []
  const action = addressOf(route, fixtures.ours.params)
  const form = forms.find((one) => one.route === route) ?? { action, html: "" }
  const fields = Object.entries({ form_id: ["alone.1"], ...filledForm(form.html) })
  const hasFile = Object.values(typed).some((value) => value instanceof File)
  const body = hasFile ? new FormData() : new URLSearchParams()
  for (const [name, values] of fields)
    if (!(name in typed)) for (const value of values) body.append(name, value)
  for (const [name, value] of Object.entries(typed)) body.append(name, value as string)
  const encoded = new Response(body)
  const content_type = encoded.headers.get("content-type") ?? ""
  return { url: form.action, content_type, payload: Buffer.from(await encoded.arrayBuffer()) }
}

const countAudited = async () => (await fixtures.ours.firm.all(sql`select from audit_entries`)).length

/** Without the bytes of an upload that is not used, which are swept. */
async function readStored() {
  const { files: _, stored_files: __, ...stored } = await fingerprintOf(fixtures.service, fixtures.ours.firm)
  return stored
}

/** These leave less for the forms after them. */
const ends =
  /(removal|archive|activation|deletion|closing|completion|revocation|access|declining|retention|role|all|withdrawal)$/

const visibleText = (html: string) => html.replace(/<style.*?<\/style>|<[^>]*>/gs, " ").slice(0, 2_000)

test("two presses at once and one later of every form make one", async () => {
  const pages = await findPages()
  const values = await valuesOf(fixtures.ours)
  const refused: string[] = []
  const routes = entries.map(([route]) => route).filter((route) => !(route in not_pressed))
  assert.ok(routes.length > 70, `${routes.length} forms`)
  for (const route of [
    ...routes.filter((one) => !ends.test(one)),
    ...routes.filter((one) => ends.test(one)),
  ]) {
    const { content_type, ...form } = await readForm(route, pages.get(route), values[route])
    const press = () =>
      send(fixtures, { method: "POST", ...form, headers: { ...headers(), "content-type": content_type } })
    const earlier = await countAudited()
    const [first, second] = await Promise.all([press(), press()])
    if (first.status !== 303) {
      refused.push(`${route}: ${visibleText(first.text)}`)
      continue
    }
    const answer = `${route}: ${second.status} ${visibleText(second.text)}`
    assert.equal(second.headers.location, first.headers.location, answer)
    assert.ok((await countAudited()) - earlier <= 1, `${route} was carried out twice`)
    const stored = await readStored()
    const third = await press()
    assert.equal(third.headers.location, first.headers.location, route)
    assert.deepEqual(await readStored(), stored, route)
  }
  assert.deepEqual(refused, [])
})

test("of a couple, two presses make one matter, two invitations and two emails, and both lead to it", async () => {
  const firm = await fixtures.service.newFirm()
  await newIntake(firm)
  const { id: questionnaire_id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const browsers = [
    await newStaffBrowser(fixtures.service, firm),
    await newStaffBrowser(fixtures.service, firm),
  ]
  const couple = {
    ...{ form_id: "page.1", questionnaire_id, way: "mail", matter_name: "Wójcik, Łukasz and Ana" },
    ...{ first_name: "Łukasz", last_name: "Wójcik", email: "lukasz@example.com" },
    ...{ partner_first_name: "Ana", partner_last_name: "Wójcik", partner_email: "ana@example.com" },
  }
  const counts = () =>
    firm.one(sql`select (select count(*)::int from matters where name like 'Wójcik%') as matters,
                        (select count(*)::int from mails where purpose = 'invitation') as mails`)
  const created = await Promise.all(browsers.map((press) => press("POST", "/console/matters/new", couple)))
  const [first, second] = created
  assert.deepEqual([first?.status, second?.location], [303, first?.location])
  assert.deepEqual(await counts(), { matters: 1, mails: 2 })
  // Two colleagues, each with a page of their own: the second one is asked.
  const other = {
    ...couple,
    matter_name: "Ito, Ken",
    first_name: "Ken",
    last_name: "Ito",
    email: "ken@example.com",
  }
  const pages = ["page.2", "page.3"].map((form_id, index) =>
    browsers[index]?.("POST", "/console/matters/new", {
      ...other,
      form_id,
      partner_email: "",
      partner_first_name: "",
      partner_last_name: "",
    }),
  )
  const statuses = (await Promise.all(pages)).map((response) => response?.status)
  assert.deepEqual(statuses.toSorted(), [303, 400])
})

test("the same page sends something else, or again what was refused, and after a day nothing is kept", async () => {
  const firm = await fixtures.service.newFirm()
  const send = await newStaffBrowser(fixtures.service, firm)
  const invite = (email: string) =>
    send("POST", "/console/settings/team", { form_id: "page.1", email, role: "member", name: "Noor" })
  const countSaved = () => firm.run(async (tx) => (await tx.all(sql`select from accepted_forms`)).length)
  assert.equal((await invite("not an address")).status, 400)
  assert.equal(await countSaved(), 0)
  assert.equal((await invite("noor@example.com")).status, 303)
  assert.equal((await invite("tomas@example.com")).status, 303)
  assert.equal(await countSaved(), 2)
  assert.equal(
    (await firm.all(sql`select from users where email like '%@example.com' and role = 'member'`)).length,
    2,
  )
  now = new Date(now.getTime() + 24 * 3_600_000)
  await fixtures.service.db.forPlatform(removeOldAcceptedForms)
  assert.equal(await countSaved(), 0)
})
