// Every URL of the product: the single table for the tests that try them all. A URL's guard follows from its path, its
// test cases from its methods and its line here.

import { changeLogo, logoUrl, storeLogo } from "../../server/firm/firms/logo/logo.ts"
import type { StaffRole } from "../../server/firm/users/staff-roles.ts"
import { createFeed, feedPath } from "../../server/follow-up/calendar/calendar.ts"
import { downloadUrl } from "../../server/intake/documents/downloads/links.ts"
import { newTestLink } from "../../server/intake/questionnaires/test-links.ts"
import { samplePng } from "../harness/sample-pictures.ts"
import type { TwoFirms } from "./two-firms.ts"

export type Guard = "api" | "console" | "portal" | "open"

export interface Line {
  methods: readonly ("GET" | "POST" | "PATCH" | "DELETE")[]
  /** An entry to the console or the portal, which needs no session. */
  entry?: true
  /** A console route for admins only: a member gets 403. */
  admin?: true
  /** For authors and admins. */
  author?: true
  /** A page closed to read-only users, because it shows something they could act with. */
  member?: true
  /** A form that read-only users may view but not submit. */
  readable?: true
  /** Submitting it changes only personal settings, so read-only users may. */
  own?: true
  /** The response to a GET, if it is not a page. */
  status?: number
  /** The page that shows the form, if its own address has none. */
  host?: string
  /** A sample portal URL, if following links reaches none. */
  url?: string
  /** The portal request's body, if it is not a form … */
  json?: object
  /** … and its content type, if it is neither a form nor JSON. */
  type?: string
  /** For the API: a valid body. */
  body?: (fixtures: TwoFirms) => Record<string, unknown>
  /** For the API: headers of a request whose body is a file. */
  file?: Record<string, string>
  /** For the API: parameters that take a different record than their name says. */
  params?: (fixtures: TwoFirms["ours"], method?: string) => Record<string, string>
  /** Why the route needs no authentication, and a URL that returns 200. */
  open?: { because: string; url: (fixtures: TwoFirms) => string | Promise<string> }
}

/** Parameters that name a record of one matter; every parameter is in this list or the next. */
export const parametersOfMatter = [
  "matter_id",
  "contact_id",
  "document_id",
  "answer_id",
  "invitation_id",
  "correction_id",
  "topic_id",
  "note_id",
  "signature_id",
  "export_id",
  "upload_id",
]

/** All other parameters, which name a firm-wide record. */
export const parametersOfFirm = [
  "check_id",
  "name_id",
  "view_id",
  "bulk_action_id",
  "set_id",
  "questionnaire_id",
  "question_id",
  "bank_question_id",
  "agreement_id",
  "section_id",
  "number",
  "inquiry_id",
]

// The terms of web/console/routing.ts.
const page: Line = { methods: ["GET"] }
const form: Line = { methods: ["GET", "POST"] }
const action: Line = { methods: ["POST"] }
/** A form that stands on another page. */
const part = (host: string): Line => ({ ...action, host })
const read: Line = page
const entry = (line: Line): Line => ({ ...line, entry: true })
const admin = (line: Line): Line => ({ ...line, admin: true })
const author = (line: Line): Line => ({ ...line, author: true })
const readable = (line: Line): Line => ({ ...line, readable: true })
const own = (line: Line): Line => ({ ...line, own: true })
/** Redirects, given the state of the test firms. */
const leadsOn = (line: Line): Line => ({ ...line, status: 303 })
/** Takes no GET. */
const refused = { methods: ["POST"], status: 405 } satisfies Partial<Line>
const piece = "application/offset+octet-stream"
const open = (because: string, url: NonNullable<Line["open"]>["url"]): Line => ({
  ...page,
  open: { because, url },
})

function testLinkOf({ service, ours }: TwoFirms): string {
  const { firm_id } = ours.firm
  const questionnaire_id = ours.params.questionnaire_id ?? ""
  const { user_id } = ours.firm.admin
  return newTestLink(service.ring, { firm_id, questionnaire_id, user_id }, service.db.clock())
}

export const routes: Record<string, Line> = {
  "/": open("shows the ways in for clients and staff", () => "/"),
  "/start": leadsOn(open("leads to the ways in", () => "/start")),
  "/portal/start": leadsOn(entry(page)),
  "/invite": leadsOn(entry(page)),
  "/health/live": open("says only that the process answers", () => "/health/live"),
  "/health/ready": open("says only that the database answers", () => "/health/ready"),
  "/v1/openapi.json": open("describes the interface, not its records", () => "/v1/openapi.json"),
  "/docs": open("shows that description", () => "/docs"),
  "/docs/changes": open("shows what changed in it", () => "/docs/changes"),
  "/docs.md": open("is the same in Markdown", () => "/docs.md"),
  "/docs/:page": open("shows some of its operations", () => "/docs/matters"),
  "/docs/guides/:page": open("shows how to use it", () => "/docs/guides/documents"),
  "/llms.txt": open("lists these pages", () => "/llms.txt"),
  "/docs/guide": open("is the guide for people", () => "/docs/guide"),
  "/docs/guide/:page": open("is a page of that guide", () => "/docs/guide/invite"),
  "/docs/guide/search.json": open("finds parts of that guide", () => "/docs/guide/search.json"),
  "/docs/guide/pictures/:name": open(
    "shows the demo, and no one's records",
    () => "/docs/guide/pictures/home.webp",
  ),
  "/docs/search.json": open("finds parts of that description", () => "/docs/search.json"),
  "/mcp": {
    ...open("takes any live key; its tools are operations, which verify their scopes", () => "/mcp"),
    ...refused,
  },
  "/.well-known/oauth-protected-resource": open(
    "names this service and its scopes",
    () => "/.well-known/oauth-protected-resource",
  ),
  "/.well-known/oauth-protected-resource/mcp": open(
    "names this service and its scopes",
    () => "/.well-known/oauth-protected-resource/mcp",
  ),
  "/.well-known/oauth-authorization-server": open(
    "says where apps register and exchange codes",
    () => "/.well-known/oauth-authorization-server",
  ),
  "/oauth/register": {
    ...open("an app registers, which allows it nothing", () => "/oauth/register"),
    ...refused,
  },
  "/oauth/token": { ...open("takes the code or token of a connection", () => "/oauth/token"), ...refused },
  "/oauth/revoke": { ...open("ends the connection whose token it gets", () => "/oauth/revoke"), ...refused },
  "/sdk/foyer.tgz": open("the client package, the same for everyone", () => "/sdk/foyer.tgz"),
  "/sdk/foyer.py": open("a file for clients in Python, the same for everyone", () => "/sdk/foyer.py"),
  "/assets/*": open("style sheets and scripts, the same for everyone", ({ service }) =>
    service.assets.url("console.css"),
  ),
  "/logos/:firm_id/:name": open(
    "a firm's logo stands on pages that no one signs in for",
    async ({ service, ours: { firm } }) => {
      const logo = await storeLogo(service, firm.firm_id, samplePng())
      await firm.run((tx) => changeLogo(tx, logo))
      return logoUrl(logo)
    },
  ),
  "/download/:firm_id/:document_id": open(
    "the link is signed, for one file, for ten minutes",
    async ({ ours }) =>
      new URL(
        (await ours.firm.request("GET", `/documents/${ours.params.document_id}`)).body.download_url,
      ).href.replace(/^https?:\/\/[^/]+/, ""),
  ),
  "/calendar/:token.ics": open("the secret in the address opens one calendar", async ({ ours: { firm } }) =>
    feedPath(await firm.run((tx) => createFeed(tx, firm.admin.user_id))),
  ),
  "/preview/:firm_id/:document_id": open(
    "the link is signed, for one file, for ten minutes",
    ({ service, ours }) =>
      downloadUrl(
        { ring: service.ring, base_url: "" },
        {
          firm_id: ours.firm.firm_id,
          document_id: ours.params.document_id ?? "",
          now: service.db.clock(),
        },
        "preview",
      ),
  ),
  "/test/:firm_id/:questionnaire_id/:user_id/:proof": open(
    "the link is signed, for one draft, for a day",
    testLinkOf,
  ),
  "/test/:firm_id/:questionnaire_id/:user_id/:proof/:section_id": open(
    "the link is signed, for one draft, for a day",
    (fixtures) => `${testLinkOf(fixtures)}/${fixtures.ours.params.section_id}`,
  ),

  "/v1/matters": read,
  "/v1/matters/:matter_id": read,
  "/v1/stages": read,
  "/v1/matters/:matter_id/filing": {
    methods: ["GET", "PATCH"],
    body: ({ ours }) => ({ file_number: "7", tags: ["Trust"], assignee_id: ours.firm.admin.user_id }),
  },
  "/v1/matters/:matter_id/prefill": {
    ...action,
    params: ({ unstarted }) => ({ matter_id: unstarted }),
    body: () => ({ people: [{ relationship_type: "2DATR", first_name: "Cleo" }] }),
  },
  "/v1/matters/:matter_id/status": read,
  "/v1/matters/:matter_id/completion": action,
  "/v1/matters/:matter_id/client-editing": action,
  "/v1/matters/:matter_id/closing": action,
  "/v1/matters/:matter_id/reopening": action,
  "/v1/matters/:matter_id/invitations": read,
  "/v1/matters/:matter_id/invitations/:invitation_id/resending": action,
  "/v1/matters/:matter_id/invitations/:invitation_id/revocation": action,
  "/v1/matters/:matter_id/invitations/:invitation_id/renewal": action,
  "/v1/matters/:matter_id/corrections": {
    ...form,
    body: ({ ours }) => ({
      corrections: [{ kind: "contact", record_id: ours.intake.child, words: "Is the date right?" }],
    }),
  },
  "/v1/matters/:matter_id/corrections/:correction_id/withdrawal": action,
  "/v1/matters/:matter_id/record": read,
  "/v1/matters/:matter_id/clients": read,
  "/v1/matters/:matter_id/contacts": read,
  "/v1/matters/:matter_id/assets": read,
  "/v1/matters/:matter_id/roles": read,
  "/v1/matters/:matter_id/answers": read,
  "/v1/matters/:matter_id/documents": { methods: ["GET", "POST"], file: {} },
  "/v1/matters/:matter_id/uploads": { methods: ["POST"], body: () => ({ size: 9 }) },
  "/v1/matters/:matter_id/uploads/:upload_id": {
    methods: ["GET", "PATCH", "DELETE"],
    file: { "upload-offset": "0" },
    params: ({ params, unfinished }, method) => ({
      upload_id: method === "DELETE" ? unfinished : (params.upload_id ?? ""),
    }),
  },
  "/v1/matters/:matter_id/answered-alone": read,
  "/v1/matters/:matter_id/submissions": read,
  "/v1/matters/:matter_id/differences": read,
  "/v1/matters/:matter_id/messages": { ...form, body: () => ({ subject: "The house", text: "Hello" }) },
  "/v1/matters/:matter_id/financial-documents": read,
  "/v1/matters/:matter_id/memo": read,
  "/v1/matters/:matter_id/workbook": read,
  "/v1/documents/:document_id": read,
  "/v1/matters/:matter_id/document-requests": { ...form, body: () => ({ label: "Closing statement" }) },
  "/v1/test/matters/:matter_id/submission": { ...action, body: () => ({ until: "fill_in" }) },
  "/v1/test/matters/:matter_id/change": action,
  "/v1/document-sets": { ...form, body: () => ({ name: "Tax return", labels: ["Form W-2"] }) },
  "/v1/document-sets/:set_id": { methods: ["DELETE"] },
  "/v1/matters/:matter_id/document-requests/:request_id": {
    methods: ["GET", "PATCH"],
    body: () => ({ due_on: "2027-06-30" }),
  },
  "/v1/matters/:matter_id/document-requests/:request_id/withdrawal": action,
  "/v1/documents/:document_id/acceptance": action,
  "/v1/documents/:document_id/return": { ...action, body: () => ({ words: "Some pages are missing." }) },
  "/matters/:matter_id/documents": read,
  "/matters/:matter_id/financial-documents": read,
  "/documents/:document_id": { ...read, params: ({ intake }) => ({ document_id: intake.deed }) },
  "/v1/matters/create": {
    ...action,
    body: ({ ours }) => ({ questionnaire_id: ours.params.questionnaire_id, matter_name: "Lee" }),
  },
  "/v1/matters/create-and-invite": {
    ...action,
    body: ({ ours }) => ({
      questionnaire_id: ours.params.questionnaire_id,
      matter_name: "Lee",
      clients: [{ email: "lee@example.com", party: "main" }],
    }),
  },
  "/v1/events": read,
  "/v1/events/:event_id": read,
  "/v1/financial-categories": read,
  "/v1/questionnaires": read,
  "/v1/questionnaires/:questionnaire_id": read,
  "/v1/questionnaires/:questionnaire_id/contents": read,
  "/v1/users/:user_id": read,
  "/v1/subscriptions": {
    ...form,
    body: () => ({ url: "http://127.0.0.1:9/", event_type: "intakeform.started" }),
  },
  "/v1/subscriptions/:subscription_id": {
    methods: ["GET", "PATCH", "DELETE"],
    body: () => ({ event_types: ["intakeform.started"] }),
  },
  "/v1/subscriptions/:subscription_id/deliveries": read,
  "/v1/subscriptions/:subscription_id/deliveries/:delivery_id": read,
  "/v1/subscriptions/:subscription_id/deliveries/:delivery_id/resending": action,
  "/v1/subscriptions/:subscription_id/recovery": {
    ...action,
    body: () => ({ since: "2026-03-02T09:30:00Z" }),
  },
  "/v1/subscriptions/:subscription_id/secret": action,

  "/console/sign-in": entry(form),
  "/console/firm-choice": entry(form),
  "/console/second-step": entry(form),
  "/console/setup/:token": entry(form),
  "/console/forgotten-password": entry(form),
  "/console/sign-out": entry(action),
  "/console/passkey": entry(action),
  "/console/signed-out": entry(page),

  "/console": page,
  "/console/checklist/dismissal": admin(action),
  "/console/*": own({ methods: ["GET", "POST"], status: 404 }),

  "/console/inbox": page,
  "/console/inbox/reading": own(action),
  "/console/matters": page,
  "/console/matters.csv": page,
  "/console/matters.xlsx": page,
  "/console/matters/stamp.txt": page,
  "/console/matters/new": form,
  "/console/matters/columns": own(action),
  "/console/matters/views": action,
  "/console/matters/views/:view_id/removal": action,
  "/console/matters/selection": action,
  "/console/matters/selection/reminders": action,
  "/console/matters/selection/all": action,
  "/console/bulk-actions/:bulk_action_id": page,
  "/console/bulk-actions/:bulk_action_id/undoing": action,
  "/console/bulk-actions/:bulk_action_id/end": action,
  "/console/bulk-actions/:bulk_action_id/rest": action,
  "/console/matters/:matter_id": page,
  "/console/matters/:matter_id/review": readable(form),
  "/console/matters/:matter_id/questions/:question_id": form,
  "/console/matters/:matter_id/taking-part": action,
  "/console/matters/:matter_id/answers/:answer_id/reveal": action,
  "/console/matters/:matter_id/documents": page,
  "/console/matters/:matter_id/stamp.txt": page,
  "/console/matters/:matter_id/documents/:document_id": leadsOn(page),
  "/console/matters/:matter_id/documents/:document_id/preview": leadsOn(page),
  "/console/matters/:matter_id/documents/:document_id/thumbnail.jpg": page,
  "/console/matters/:matter_id/documents/:document_id/decision": action,
  "/console/matters/:matter_id/documents/:document_id/removal": action,
  "/console/matters/:matter_id/documents/due-days": action,
  "/console/matters/:matter_id/documents/requests": part("/console/matters/:matter_id/documents"),
  "/console/matters/:matter_id/documents/withdrawal": action,
  "/console/matters/:matter_id/documents/sets": action,
  "/console/matters/:matter_id/documents/files": part("/console/matters/:matter_id/documents"),
  "/console/matters/:matter_id/activity": page,
  "/console/matters/:matter_id/reading": action,
  "/console/matters/:matter_id/assignee": action,
  "/console/matters/:matter_id/invitations/new": form,
  "/console/matters/:matter_id/invitations/:invitation_id": { ...page, member: true },
  "/console/matters/:matter_id/invitations/:invitation_id/mail": part(
    "/console/matters/:matter_id/invitations/:invitation_id",
  ),
  "/console/matters/:matter_id/invitations/:invitation_id/resending": action,
  "/console/matters/:matter_id/invitations/:invitation_id/address": part(
    "/console/matters/:matter_id/invitations/:invitation_id",
  ),
  "/console/matters/:matter_id/invitations/:invitation_id/renewal": part(
    "/console/matters/:matter_id/invitations/:invitation_id",
  ),
  "/console/matters/:matter_id/invitations/:invitation_id/revocation": part(
    "/console/matters/:matter_id/invitations/:invitation_id",
  ),
  "/console/matters/:matter_id/invitations/:invitation_id/passkey-removal": part(
    "/console/matters/:matter_id/invitations/:invitation_id",
  ),
  "/console/matters/:matter_id/reminders": form,
  "/console/matters/:matter_id/reminder-schedule": action,
  "/console/matters/:matter_id/conversation": readable(form),
  "/console/matters/:matter_id/corrections/:correction_id/settlement": action,
  "/console/matters/:matter_id/corrections/:correction_id/withdrawal": action,
  "/console/matters/:matter_id/messages/:topic_id/no-reply": action,
  "/console/matters/:matter_id/notes/:note_id/completion": action,
  "/console/matters/:matter_id/notes/:note_id/mention": own(action),
  "/console/matters/:matter_id/notes/:note_id/removal": action,
  "/console/matters/:matter_id/completion": form,
  "/console/matters/:matter_id/open-items": form,
  "/console/matters/:matter_id/client-editing": action,
  "/console/matters/:matter_id/test-submission": part("/console/matters/:matter_id"),
  "/console/matters/:matter_id/test-resubmission": part("/console/matters/:matter_id"),
  "/console/matters/:matter_id/closing": action,
  "/console/matters/:matter_id/reopening": action,
  "/console/matters/:matter_id/impersonation": form,
  "/console/matters/:matter_id/impersonation/end": action,
  "/console/matters/:matter_id/assignment": action,
  "/console/matters/:matter_id/name": action,
  "/console/matters/:matter_id/filing": action,
  "/console/matters/:matter_id/menus": page,
  "/console/matters/:matter_id/access": form,
  "/console/matters/:matter_id/export": action,
  "/console/matters/:matter_id/document-templates": form,
  "/console/matters/:matter_id/signatures/:signature_id/copy.pdf": page,
  "/console/matters/:matter_id/agreements/:agreement_id/request": form,
  "/console/matters/:matter_id/memo.pdf": page,

  "/console/questionnaires": readable(author(form)),
  "/console/questionnaires/import": author(form),
  "/console/questionnaires/library": author(form),
  "/console/questionnaires/library/questions.json": author(page),
  "/console/questionnaires/library/:bank_question_id": author(form),
  "/console/questionnaires/library/:bank_question_id/removal": author(action),
  "/console/questionnaires/:questionnaire_id": page,
  "/console/questionnaires/:questionnaire_id/settings": author(form),
  "/console/questionnaires/:questionnaire_id/archive": author(action),
  "/console/questionnaires/:questionnaire_id/outdated": admin(form),
  "/console/questionnaires/:questionnaire_id/draft": readable(author(form)),
  "/console/questionnaires/:questionnaire_id/draft/publication": author(form),
  "/console/questionnaires/:questionnaire_id/draft/preview": page,
  "/console/questionnaires/:questionnaire_id/draft/trial": author(page),
  "/console/questionnaires/:questionnaire_id/draft/preview/:section_id": page,
  "/console/questionnaires/:questionnaire_id/questionnaire.json": page,
  "/console/questionnaires/:questionnaire_id/activation": author(action),
  "/console/questionnaires/:questionnaire_id/start-page": author(action),

  "/console/settings/keys": admin(form),
  "/console/settings/test-firm": admin(part("/console/settings/keys")),
  "/console/settings/test-firm/deletion": admin(part("/console/settings/keys")),
  "/console/settings/keys/requests": admin(page),
  "/console/connect": admin(form),
  "/console/settings/keys/:key_id": admin(page),
  "/console/settings/keys/:key_id/revocation": admin(part("/console/settings/keys/:key_id")),

  "/console/settings/webhooks": admin(form),
  "/console/settings/webhooks/:endpoint_id": admin(page),
  "/console/settings/webhooks/:endpoint_id/settings": admin(part("/console/settings/webhooks/:endpoint_id")),
  "/console/settings/webhooks/:endpoint_id/secret/reveal": admin(action),
  "/console/settings/webhooks/:endpoint_id/secret/rotation": admin(
    part("/console/settings/webhooks/:endpoint_id"),
  ),
  "/console/settings/webhooks/:endpoint_id/tests": admin(part("/console/settings/webhooks/:endpoint_id")),
  "/console/settings/webhooks/:endpoint_id/deliveries/:delivery_id": admin(page),
  "/console/settings/webhooks/:endpoint_id/deliveries/:delivery_id/resending": admin(action),
  "/console/settings/webhooks/:endpoint_id/pause": admin(part("/console/settings/webhooks/:endpoint_id")),
  "/console/settings/webhooks/:endpoint_id/resumption": admin(
    part("/console/settings/webhooks/:endpoint_id"),
  ),
  "/console/settings/webhooks/:endpoint_id/removal": admin(part("/console/settings/webhooks/:endpoint_id")),
  "/console/settings/webhooks/:endpoint_id/recovery": admin(part("/console/settings/webhooks/:endpoint_id")),

  "/console/settings/team": admin(form),
  "/console/settings/team/:user_id": admin(page),
  "/console/settings/team/:user_id/role": admin(part("/console/settings/team/:user_id")),
  "/console/settings/team/:user_id/setup-link": admin(part("/console/settings/team/:user_id")),
  "/console/settings/team/:user_id/single-sign-on": admin(part("/console/settings/team/:user_id")),
  "/console/settings/team/:user_id/deactivation": admin(part("/console/settings/team/:user_id")),
  "/console/settings/team/:user_id/reactivation": admin(part("/console/settings/team/:user_id")),
  "/console/settings": page,
  "/console/settings/firm": admin(form),
  "/console/settings/portal": admin(form),
  "/console/settings/portal/start-pages": admin(part("/console/settings/portal")),
  "/console/settings/team/signing-in": admin(part("/console/settings/team")),
  "/console/settings/reminders/stalled": admin(part("/console/settings/reminders")),
  "/console/settings/email/replies": admin(part("/console/settings/email")),
  "/console/settings/email/test": admin(part("/console/settings/email")),
  "/console/settings/notifications": own(form),
  "/console/settings/notifications/firm": admin(part("/console/settings/notifications")),
  "/console/settings/reminders": admin(form),
  "/console/settings/firm/stages": admin(part("/console/settings/firm")),
  "/console/settings/firm/logo": admin(part("/console/settings/firm")),
  "/console/settings/firm/logo/removal": admin(part("/console/settings/firm")),
  "/console/inquiries": page,
  "/console/inquiries/:inquiry_id": page,
  "/console/inquiries/:inquiry_id/source": action,
  "/console/inquiries/:inquiry_id/acceptance": form,
  "/console/inquiries/:inquiry_id/declining": part("/console/inquiries/:inquiry_id"),
  "/console/settings/client-emails": admin(page),
  "/console/settings/client-emails/:client_email/:language": admin(form),
  "/console/settings/client-emails/:client_email/:language/preview": admin(action),
  "/console/settings/client-emails/:client_email/:language/test": admin(
    part("/console/settings/client-emails/:client_email/:language"),
  ),
  "/console/settings/email": admin(page),
  "/console/settings/email/:mail_id": admin(page),
  "/console/settings/email/:mail_id/sending": admin(action),
  "/console/matters/:matter_id/deletion": admin(form),
  "/console/matters/:matter_id/hold": admin(form),
  "/console/matters/:matter_id/release": admin(action),
  "/console/restricted-matters": admin(page),
  "/console/restricted-matters/:matter_id/admission": admin(action),
  "/console/imports": admin(form),
  "/console/imports/:import_id": admin(form),
  "/console/imports/:import_id/report.csv": admin(page),
  "/console/imports/:import_id/undoing": admin(part("/console/imports/:import_id")),
  "/console/settings/agreements": author(page),
  "/console/settings/agreements/new": author(form),
  "/console/settings/agreements/:agreement_id": author(form),
  "/console/settings/document-templates": author(form),
  "/console/settings/document-templates/fields": author(page),
  "/console/settings/document-templates/:template_id": author(page),
  "/console/settings/document-templates/:template_id/file": author(page),
  "/console/settings/document-templates/:template_id/removal": author(
    part("/console/settings/document-templates/:template_id"),
  ),
  "/console/settings/exports": page,
  "/console/settings/exports/:export_id": page,
  "/console/settings/exports/:export_id/file": { ...page, status: 404 },
  "/console/settings/exports/:export_id/removal": action,
  "/console/settings/exports/everything": admin(part("/console/settings/exports")),
  "/console/settings/system": admin(page),
  "/console/settings/retention": admin(form),
  "/console/settings/retention/due": admin(part("/console/settings/retention")),
  "/console/settings/retention/deleted/:deletion_id": admin(page),
  "/console/settings/retention/deleted/:deletion_id/certificate.pdf": { ...admin(page), status: 404 },
  "/console/settings/retention/deleted/:deletion_id/restoration": admin(action),
  "/console/settings/retention/deleted/:deletion_id/removal": admin(
    part("/console/settings/retention/deleted/:deletion_id"),
  ),
  "/console/settings/audit": admin(page),
  "/console/settings/audit.csv": admin(page),

  "/console/conflicts": readable(form),
  "/console/people/:contact_id": readable(form),
  "/console/reports": page,
  "/console/reports.csv": page,
  "/console/conflicts/:check_id": page,
  "/console/conflicts/names/:name_id/removal": { ...action, admin: true },
  "/console/search": page,
  "/console/search.json": page,
  "/console/keyboard": page,

  "/console/account": page,
  "/console/account/name": own(part("/console/account")),
  "/console/account/introduction": own(part("/console/account")),
  "/console/account/photo": own(part("/console/account")),
  "/console/account/photo/deletion": own(part("/console/account")),
  "/console/account/email": own(form),
  "/console/account/email/confirmation": own(form),
  "/console/account/password": own(form),
  "/console/account/second-step": own(form),
  "/console/account/second-step/removal": own(form),
  "/console/account/recovery-codes": own(form),
  "/console/account/passkeys/new": own(form),
  "/console/account/passkeys/removal": own(part("/console/account")),
  "/console/account/calendar": own(action),
  "/console/account/calendar/removal": own(action),
  "/console/account/preferences": own(part("/console/account")),
  "/console/account/sessions/removal": own(action),

  "/invite/:key": entry(page),
  "/invite/:key/start": entry(action),
  "/invite/:key/code": entry(form),
  "/invite/:key/session": entry(action),
  "/portal/code/:key": entry(form),
  "/portal/code/:key/code": entry(form),
  "/portal/code/:key/session": entry(action),
  "/portal/code/:key/passkey": entry(action),
  "/portal/sign-in": entry(page),
  "/portal/sign-in/code": entry(form),
  "/portal/sign-in/session": entry(action),
  "/invite/:key/passkey": entry(action),
  "/portal/sign-in/passkey": entry(action),
  "/portal/sign-out": entry(action),
  "/portal/signed-out": entry(page),
  "/portal/links": entry(form),
  "/portal/links/:place": entry(form),
  "/portal/start/:place/:short_name": entry(form),
  "/portal/start/:place/:short_name/code": entry(action),

  "/portal": page,
  "/portal/*": { ...page, url: "/portal/nowhere", status: 404 },
  "/portal/account": page,
  "/portal/account/code": { ...action, url: "/portal/account/code" },
  "/portal/account/passkey": { ...action, url: "/portal/account/passkey" },
  "/portal/account/email": form,
  "/portal/account/email/confirmation": { ...form, url: "/portal/account/email/confirmation" },
  "/portal/account/password": form,
  "/portal/account/passkeys/new": form,
  "/portal/account/passkeys/:passkey_id/removal": form,
  "/portal/check": page,
  "/portal/family": page,
  "/portal/documents": { ...leadsOn(page), url: "/portal/documents" },
  "/portal/documents/:document_id": leadsOn(page),
  "/portal/family/copy.pdf": page,
  "/portal/corrections/:correction_id": form,
  "/portal/taking-part": { ...form, url: "/portal/taking-part" },
  // Leads home unless the person has died or is no longer the spouse or partner.
  "/portal/still-named/:contact_id": { ...form, url: "/portal/still-named/nobody", status: 303 },
  "/portal/handovers": { ...form, url: "/portal/handovers" },
  "/portal/handovers/:handover_id/end": action,
  "/portal/messages": page,
  "/portal/messages/new": { ...form, url: "/portal/messages/new" },
  "/portal/messages/:topic_id": form,
  "/portal/agreements/:agreement_id": form,
  "/portal/signatures/:signature_id/copy.pdf": page,
  // Without another client whose signature is missing, it redirects home.
  "/portal/signature-request": { ...form, url: "/portal/signature-request" },
  "/portal/submission": { ...form, url: "/portal/submission" },
  "/portal/submissions/:number": page,
  "/portal/submissions/:number/copy.pdf": page,
  "/portal/account/passkey-offer": { ...action, url: "/portal/account/passkey-offer" },
  "/portal/account/devices": { ...action, url: "/portal/account/devices" },
  "/portal/fields": { ...action, url: "/portal/fields", json: { page: "/portal", controls: {}, seen: {} } },
  // A GET of a form's target redirects to the form's page, which requires the session itself.
  "/portal/files/:section_id/*": { ...form, status: 303 },
  "/portal/people/new": { ...form, url: "/portal/people/new" },
  "/portal/uploads": { ...action, url: "/portal/uploads", type: piece },
  "/portal/uploads/:id": {
    methods: ["PATCH", "DELETE"],
    url: `/portal/uploads/${"0".repeat(32)}`,
    type: piece,
  },
  "/portal/sections/:section_id": page,
  "/portal/sections/:section_id/*": form,
}

/** The lowest staff role that may send this method to a line's URL. */
export function roleOf({ admin, author, member, readable, own, methods }: Line, method: string): StaffRole {
  if (admin) return "admin"
  if (author) return readable && method === "GET" ? "read_only" : "author"
  if (member) return "member"
  const isPage = method === "GET" && (!methods.includes("POST") || readable)
  return isPage || own ? "read_only" : "member"
}

/** Whether a line's URL refuses members, whatever the method. */
export const isClosedToMembers = ({ admin, author, readable }: Line): boolean =>
  Boolean(admin || (author && !readable))

/** The guard of a URL. */
export function guardOf(url: string): Guard {
  if (/^\/console(\/|$)/.test(url)) return "console"
  if (/^\/(portal|invite)(\/|$)/.test(url)) return "portal"
  return routes[url]?.open ? "open" : "api"
}

/** The lines of one guard, by URL. */
export function linesOf(guard: Guard): Record<string, Line> {
  return Object.fromEntries(Object.entries(routes).filter(([url]) => guardOf(url) === guard))
}

/** Every line with each of its methods, such as `GET /v1/matters`. */
export function namesOf(lines: Record<string, Line>): string[] {
  return Object.entries(lines).flatMap(([url, { methods }]) => methods.map((method) => `${method} ${url}`))
}

export const consoleLines = linesOf("console")
export const portalLines = linesOf("portal")
export const apiLines = linesOf("api")
