// Every page of the console, the staff's side. Pages work without JavaScript; islands enhance them.
//
// A page is a function from a PageRequest (page-request.ts) to a PageResponse (view.tsx), registered with `page`, `form`
// or `action` of routing.ts.

import type { Parts } from "../parts.ts"
import { notFound } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import { acceptForms } from "../platform/http/pages.ts"
import { accountRoutes } from "./account/routes.ts"
import { agreementPages } from "./agreements/routes.ts"
import { auditPages } from "./audit/pages.tsx"
import { conflictPages } from "./conflicts/routes.tsx"
import { deletionPages } from "./deletions/routes.ts"
import { documentTemplatePages, documentTemplateUpload } from "./document-templates/routes.ts"
import { firmExportPages } from "./exports/firm-pages.tsx"
import { exportPages } from "./exports/pages.tsx"
import { respondToFailures } from "./failures.tsx"
import { logoPages } from "./firm/logo-pages.tsx"
import { firmPages } from "./firm/pages.tsx"
import { homePages } from "./home/routes.ts"
import { matterImportPages, matterImportUpload } from "./imports/routes.ts"
import { inboxPages } from "./inbox/routes.tsx"
import { inquiryPages } from "./inquiries/routes.ts"
import { keyboardPage } from "./keyboard/help-page.tsx"
import { keyPages } from "./keys/routes.ts"
import { mailPages } from "./mails/pages.tsx"
import { messageForms } from "./matters/messages/routes.ts"
import { matterPages } from "./matters/routes.ts"
import { notificationPages } from "./notifications/pages.tsx"
import { importPages } from "./questionnaires/import-page.tsx"
import type { RenderPreview } from "./questionnaires/preview-page.ts"
import { questionnairePages } from "./questionnaires/routes.ts"
import { reminderPages } from "./reminders/pages.tsx"
import { reportPages } from "./reports/routes.ts"
import { openConsole } from "./routing.ts"
import { searchPages } from "./search/pages.tsx"
import { signInRoutes } from "./sign-in/routes.ts"
import { systemPages } from "./system/pages.tsx"
import { teamPages } from "./team/routes.ts"
import { webhookPages } from "./webhooks/routes.ts"

export function consoleRoutes(root: App, parts: Parts, renderPreview: RenderPreview): void {
  root.register(async (scope) => {
    const app = scope as App
    acceptForms(app)
    respondToFailures(app, parts)
    signInRoutes(app, parts)

    const console = openConsole(app, parts)
    homePages(console)
    inboxPages(console)
    matterPages(console)
    inquiryPages(console)
    questionnairePages(console, renderPreview)
    keyPages(console)
    webhookPages(console)
    teamPages(console)
    mailPages(console)
    auditPages(console)
    deletionPages(console)
    conflictPages(console)
    reportPages(console)
    exportPages(console)
    firmExportPages(console)
    documentTemplatePages(console)
    agreementPages(console)
    matterImportPages(console)
    systemPages(console)
    firmPages(console)
    notificationPages(console)
    reminderPages(console)
    logoPages(app, parts)
    messageForms(app, parts)
    documentTemplateUpload(app, parts)
    matterImportUpload(app, parts)
    importPages(app, parts)
    accountRoutes(console)
    searchPages(console)
    console.page("/console/keyboard", keyboardPage)

    for (const register of [console.page, console.action]) {
      register(
        "/console/*",
        async () => {
          throw notFound()
        },
        { own: true },
      )
    }
  })
}
