// Every console form that edits stored data refuses to overwrite what a colleague has stored since.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { changeFirm } from "../server/firm/firms/firms.ts"
import { sql } from "../server/platform/db/sql.ts"
import type { Form } from "../server/platform/http/responses/pages.ts"
import { consoleLines } from "./every-route/routes.ts"
import { addressOf, provideTwoFirms, send } from "./every-route/two-firms.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { type Cookies, cookieHeader, keepCookies } from "./harness/cookies.ts"
import { sentForm, turnedForm } from "./harness/sent-form.ts"

const fixtures = provideTwoFirms()
before(async () => {
  // Until someone has, saving the firm's form as it is chooses the time zone.
  await fixtures.ours.firm.run((tx) => changeFirm(tx, { time_zone: "UTC" }))
})

/** Forms that can't overwrite a colleague's data, and why. */
const others: Record<string, string> = {
  "/console/*": "answers every unknown address",
  "/console/matters/new": "creates",
  "/console/matters/:matter_id/review": "names what each line said when it was read",
  "/console/matters/:matter_id/questions/:question_id": "names the revision of the answer it was opened on",
  "/console/matters/:matter_id/documents/files": "adds files",
  "/console/matters/:matter_id/documents/requests": "adds requests",
  "/console/matters/:matter_id/invitations/new": "creates",
  "/console/matters/:matter_id/invitations/:invitation_id/mail": "sends",
  "/console/matters/:matter_id/invitations/:invitation_id/passkey-removal": "removes all of them",
  "/console/matters/:matter_id/reminders": "sends",
  "/console/matters/:matter_id/conversation": "creates, and sends what was collected",
  "/console/matters/:matter_id/impersonation": "opens",
  "/console/matters/:matter_id/test-submission": "fills in only what is empty",
  "/console/matters/:matter_id/test-resubmission": "changes what it did not show, in test firms alone",
  "/console/matters/:matter_id/document-templates": "reads",
  "/console/matters/:matter_id/agreements/:agreement_id/request": "requests the current version",
  "/console/settings/agreements/new": "creates",
  "/console/imports": "creates",
  "/console/imports/:import_id": "says what the columns of one upload are, or creates once",
  "/console/imports/:import_id/undoing": "undoes once",
  "/console/settings/document-templates": "replaces the file of the same name",
  "/console/settings/document-templates/:template_id/removal": "removes what is stored",
  "/console/matters/:matter_id/completion": "carries the status that it was opened on",
  "/console/matters/:matter_id/hold": "holds once, and reports an earlier hold",
  "/console/matters/:matter_id/deletion": "deletes the matter as it is, and restores it so",
  "/console/settings/retention/deleted/:deletion_id/removal": "removes what no one can change",
  "/console/settings/retention/due": "deletes what it lists, one by one",
  "/console/settings/exports/everything": "reads",
  "/console/inquiries/:inquiry_id/acceptance": "decides once, and reports an earlier decision",
  "/console/inquiries/:inquiry_id/declining": "decides once, and reports an earlier decision",
  "/console/conflicts": "records a check as it was made",
  "/console/people/:contact_id": "merges or parts once, and reports an earlier merge",
  "/console/questionnaires": "creates",
  "/console/questionnaires/import": "creates",
  "/console/questionnaires/library": "adds",
  "/console/questionnaires/:questionnaire_id/outdated": "moves each matter that it lists",
  "/console/settings/client-emails/:client_email/:language/test": "sends what was typed",
  "/console/settings/keys": "creates",
  "/console/connect": "creates",
  "/console/settings/test-firm": "creates",
  "/console/settings/test-firm/deletion": "deletes, and nothing of it is edited here",
  "/console/settings/keys/:key_id/revocation": "ends it, and reports an earlier end",
  "/console/settings/webhooks": "creates",
  "/console/settings/webhooks/:endpoint_id/tests": "sends",
  "/console/settings/webhooks/:endpoint_id/recovery": "sends again what failed",
  "/console/settings/team": "creates",
  "/console/settings/email/test": "sends",
  "/console/settings/firm/logo": "replaces the picture",
  "/console/settings/firm/logo/removal": "removes what is stored",
}
/** The user's own account, which no one else changes. */
const isOwn = (route: string) => route.startsWith("/console/account")

const editing = Object.entries(consoleLines)
  .filter(
    ([route, { methods, host, entry }]) =>
      (methods.length === 2 || host) && !entry && !(route in others) && !isOwn(route),
  )
  .map(([route]) => route)

const headers = () => ({ cookie: fixtures.ours.staff, "sec-fetch-site": "same-origin" })

/** The forms of a route, on its own page or on that of its host; none where the record's state leaves nothing to do. */
async function formsAt(route: string): Promise<string[]> {
  const { params } = fixtures.ours
  const url = addressOf(consoleLines[route]?.host ?? route, params)
  const { status, text } = await send(fixtures, { method: "GET", url, headers: headers() })
  assert.equal(status, 200, route)
  const own = new RegExp(`^(?![^>]* action=)|^[^>]* action="${addressOf(route, params)}"`)
  return text.split(/<form method="post"/).filter((form, index) => index > 0 && own.test(form))
}

test("every form that edits carries a hash of the state it edits", async () => {
  assert.ok(editing.length > 20, editing.join())
  for (const route of editing) {
    for (const form of await formsAt(route)) assert.match(form, /name="(seen|revision)" value="[^"]+"/, route)
  }
})

test("every form that edits is refused if the state has changed, shows what is stored, and changes nothing", async () => {
  const before = await fingerprintOf(fixtures.service, fixtures.ours.firm)
  for (const route of editing) {
    const form = {
      seen: "x",
      revision: "99",
      url: "http://127.0.0.1:9/",
      event_types: "intakeform.submitted",
    }
    const { status, text } = await send(fixtures, {
      method: "POST",
      url: addressOf(route, fixtures.ours.params),
      headers: { ...headers(), "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    })
    assert.equal(status, 409, `${route}: ${text.replace(/<[^>]*>/g, " ").slice(0, 2_000)}`)
    if ((await formsAt(route)).length > 0) assert.match(text, /stored now/, route)
  }
  assert.deepEqual(await fingerprintOf(fixtures.service, fixtures.ours.firm), before)
})

/** Forms with fields that are not shown again as this test sends them, and why. */
const not_shown_again: Record<string, string> = {
  "/console/matters/:matter_id/access": "turned, it hides the matter from the member who sent it",
  "/console/matters/:matter_id/invitations/:invitation_id/address": "wants an address, and none is stored",
  "/console/settings/team/signing-in": "turned, it asks the member for a second factor",
  "/console/settings/notifications": "stores details only of one's own choice",
  "/console/settings/webhooks/:endpoint_id/settings":
    "never shows its headers, so it asks whether to drop them",
  "/console/settings/agreements/:agreement_id": "asks whether clients sign again",
  "/console/settings/retention": "turned, it wants a number of years",
}
const has_fields = /<(?:input(?![^>]*type="hidden")|select|textarea)[^>]* name=/

test("a form with fields shows what is stored: sent as it was shown, it is not audited; each choice that is turned, Undo takes back", async () => {
  const unknown = Object.keys(not_shown_again).filter((route) => !editing.includes(route))
  assert.deepEqual(unknown, [])
  let forms = 0
  for (const route of editing.filter((each) => !(each in not_shown_again))) {
    const url = addressOf(route, fixtures.ours.params)
    const show = async () => (await formsAt(route))[0]?.split("</form>")[0] ?? ""
    const post = async (form: Form, action = url) => {
      const sent = Object.entries(form).flatMap(([name, values]) => values.map((value) => [name, value]))
      const answer = await send(fixtures, {
        method: "POST",
        url: action,
        headers: { ...headers(), "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(sent).toString(),
      })
      const { status, text } = answer
      assert.equal(status, 303, `${route}: ${text.replace(/<[^>]*>/g, " ").slice(0, 2_000)}`)
      assert.deepEqual(fieldsOf(await show()), ownFields(form), route)
      const cookies: Cookies = new Map()
      keepCookies(cookies, [answer.headers["set-cookie"] ?? []].flat().map(String))
      const cookie = [headers().cookie, cookieHeader(cookies)].join("; ")
      const url_after = String(answer.headers.location)
      const next = await send(fixtures, { method: "GET", url: url_after, headers: { ...headers(), cookie } })
      assert.equal(next.status, 200, `${route} leads to ${url_after}`)
      return /<form method="post" action="([^"]+)" data-in-place[^>]*>(.*?)<button[^>]*data-undo/s.exec(
        next.text,
      )
    }
    const before = await show()
    if (!has_fields.test(before)) continue
    forms += 1
    const audited = await countAudited()
    assert.equal(await post(sentForm(before)), null, `${route}: nothing to undo`)
    assert.equal(await countAudited(), audited, route)
    const [, action, html = ""] = (await post(turnedForm(before))) ?? []
    assert.equal(action !== undefined, turns(before), `${route}: what was turned can be undone`)
    if (!action) continue
    const redo = await post(sentForm(html), action)
    assert.deepEqual(fieldsOf(await show()), fieldsOf(before), route)
    assert.ok(redo, `${route}: so can the undoing`)
  }
  assert.ok(forms > 8, `${forms} forms`)
})

const countAudited = async () => (await fixtures.ours.firm.all(sql`select from audit_entries`)).length

/** Without what every form carries, and without empty fields: a cleared checkbox is not sent. */
function ownFields({ seen: _, revision: __, page_owner: ___, form_id: ____, ...own }: Form): Form {
  return Object.fromEntries(Object.entries(own).filter(([, values]) => values.some(Boolean)))
}

const fieldsOf = (html: string) => ownFields(sentForm(html))

/** Whether the form has a choice to turn. */
const turns = (html: string) => JSON.stringify(ownFields(turnedForm(html))) !== JSON.stringify(fieldsOf(html))
