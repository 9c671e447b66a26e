// Every page of the client portal. Pages work without JavaScript; islands enhance them.
//
// A page is a function from a `PageRequest` to a `View` or a `Redirect`, registered with `page(…)`, and runs in one
// transaction of the client's session. Most pages belong to a section of the questionnaire and need no route of their
// own: section.tsx says how to add them.

import { rewriteImpersonationUrls } from "../../firm/access/portal/urls.ts"
import { agreementRoutes } from "../../intake/agreements/portal/routes.ts"
import {
  saveTakingPart,
  showTakingPart,
  takingPartUrl,
} from "../../intake/contacts/portal/clients/taking-part.tsx"
import { familyCopy } from "../../intake/contacts/portal/family/family-copy.ts"
import { familyUrl, showFamily } from "../../intake/contacts/portal/family/family-page.tsx"
import {
  saveStillNamed,
  showStillNamed,
  stillNamedUrl,
} from "../../intake/contacts/portal/naming/fallen-out.tsx"
import { saveNewPerson, showNewPerson } from "../../intake/contacts/portal/people/new-route.tsx"
import { confirmCorrection, goToCorrection } from "../../intake/corrections/portal/items.ts"
import { documentUrl, openDocument } from "../../intake/documents/portal/open-document.ts"
import { allFilesUrl, trayUrl } from "../../intake/documents/portal/tray.tsx"
import { resumableRoutes } from "../../intake/documents/portal/uploads/resumable-route.ts"
import { uploadRoutes } from "../../intake/documents/portal/uploads/upload-route.ts"
import { handoverRoutes } from "../../intake/handovers/portal/routes.ts"
import { messageRoutes } from "../../intake/messages/portal/routes.ts"
import { autosaveRoute } from "../../intake/portal/autosave/route.ts"
import { type Page, page } from "../../intake/portal/page.ts"
import { pdfPage } from "../../intake/portal/pdf-page.ts"
import { enterSection, savePage, showPage } from "../../intake/portal/sections/section-navigation.tsx"
import { showCheck } from "../../intake/submissions/portal/check.tsx"
import { sendAnswers } from "../../intake/submissions/portal/sending.tsx"
import { showSubmission, submissionCopy } from "../../intake/submissions/portal/submission.tsx"
import type { Parts } from "../../parts.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { acceptForms } from "../../platform/http/responses/pages.ts"
import { accountRoutes } from "./account/routes.ts"
import { entryRoutes } from "./entry/routes.ts"
import { respondToFailures } from "./failures.tsx"
import { showHome } from "./home/home.tsx"
import { startRoutes } from "./inquiries/routes.tsx"
import { testLinkRoutes } from "./preview/test-link.ts"

export function portalRoutes(root: App, parts: Parts): void {
  root.register(async (scope) => {
    const app = scope as App
    acceptForms(app)
    respondToFailures(app, parts)
    rewriteImpersonationUrls(app)
    entryRoutes(app, parts)
    startRoutes(app, parts)
    testLinkRoutes(app, parts)
    autosaveRoute(app, parts)
    uploadRoutes(app, parts)
    resumableRoutes(app, parts)

    const shared = { allows_impersonation: true }
    const parts_too = { ...shared, opens_parts: true }
    page(app, parts, "GET", "/portal", (req) => showHome(req), parts_too)
    const enter: Page = (req, { params }) => enterSection(req, params.section_id ?? "")
    page(app, parts, "GET", "/portal/sections/:section_id", enter, parts_too)
    const show: Page = (req, request) =>
      showPage(req, request.params.section_id ?? "", request.params["*"] ?? "", request)
    page(app, parts, "GET", "/portal/sections/:section_id/*", show, {
      ...parts_too,
      opens_while_paused: "main",
    })
    page(app, parts, "GET", takingPartUrl, showTakingPart, { ...shared, opens_while_paused: "main" })
    page(app, parts, "POST", takingPartUrl, saveTakingPart, shared)
    const save: Page = (req, request) =>
      savePage(req, request.params.section_id ?? "", request.params["*"] ?? "", request)
    page(app, parts, "POST", "/portal/sections/:section_id/*", save, parts_too)
    page(app, parts, "GET", stillNamedUrl(":contact_id"), showStillNamed, shared)
    page(app, parts, "POST", stillNamedUrl(":contact_id"), saveStillNamed, shared)
    page(app, parts, "GET", "/portal/people/new", showNewPerson, shared)
    page(app, parts, "POST", "/portal/people/new", saveNewPerson, shared)
    page(app, parts, "GET", familyUrl, showFamily, shared)
    page(app, parts, "GET", allFilesUrl, async (req) => ({ to: trayUrl(req) ?? "/portal" }), shared)
    page(app, parts, "GET", documentUrl(":document_id"), openDocument, parts_too)
    page(app, parts, "GET", "/portal/check", showCheck, shared)
    page(app, parts, "GET", "/portal/submissions/:number", showSubmission, shared)
    pdfPage(app, parts, `${familyUrl}/copy.pdf`, familyCopy)
    pdfPage(app, parts, "/portal/submissions/:number/copy.pdf", (req, { number = "" }) =>
      submissionCopy(req, number),
    )
    agreementRoutes(app, parts)
    messageRoutes(app, parts)
    handoverRoutes(app, parts)

    // Only the client can submit.
    page(app, parts, "POST", "/portal/submission", sendAnswers)
    page(app, parts, "GET", "/portal/submission", async () => ({ to: "/portal/check" }))
    page(app, parts, "GET", "/portal/corrections/:correction_id", goToCorrection)
    page(app, parts, "POST", "/portal/corrections/:correction_id", confirmCorrection)
    accountRoutes(app, parts)
    app.get("/portal/*", { config: { guard: "portal" }, schema: { hide: true } }, async () => {
      throw notFound()
    })
  })
}
