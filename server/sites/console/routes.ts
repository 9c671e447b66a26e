// Every page of the console, the staff's side. Pages work without JavaScript; islands enhance them.
//
// A page is a function from a PageRequest (page-request.ts) to a PageResponse (view.tsx), registered with `page`, `form`
// or `action` of routing.ts.

import { auditPages } from "../../firm/audit/console/pages.tsx"
import { clientEmailPages } from "../../firm/client-emails/console/pages.tsx"
import { requestLogPages } from "../../firm/request-log/console/pages.tsx"
import { calendarPages } from "../../follow-up/calendar/console/feed.tsx"
import { inboxPages } from "../../follow-up/conversations/console/inbox/page.tsx"
import { conversationPages } from "../../follow-up/conversations/console/page.tsx"
import { inquiryPages } from "../../follow-up/inquiries/console/inquiry-page.tsx"
import { homePages } from "../../follow-up/queues/console/home-page.tsx"
import { reportPages } from "../../follow-up/reports/console/page.tsx"
import { conflictPages } from "../../follow-up/search/console/conflicts/check-page.tsx"
import { personPages } from "../../follow-up/search/console/people/page.tsx"
import { agreementPages } from "../../intake/agreements/console/form.tsx"
import { documentUpload } from "../../intake/checklist/console/page.tsx"
import { notificationPages } from "../../intake/notifications/console/pages.tsx"
import type { RenderPreview } from "../../intake/questionnaires/console/builder/preview.tsx"
import { importPages } from "../../intake/questionnaires/console/import-page.tsx"
import { questionnairePages } from "../../intake/questionnaires/console/routes.ts"
import { reminderPages } from "../../intake/reminders/console/pages.tsx"
import { deletionPages } from "../../operations/deletions/console/pages.tsx"
import { matterImportPages, matterImportUpload } from "../../operations/imports/console/forms.tsx"
import { mailPages } from "../../operations/system/console/mails/pages.tsx"
import { systemPages } from "../../operations/system/console/pages.tsx"
import { testSubmissionPages } from "../../operations/test-submissions/console/submission-forms.ts"
import {
  documentTemplatePages,
  documentTemplateUpload,
} from "../../outputs/document-templates/console/pages.tsx"
import { exportPages } from "../../outputs/exports/console/pages.tsx"
import { webhookPages } from "../../outputs/webhooks/console/pages.tsx"
import type { Parts } from "../../parts.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { acceptForms } from "../../platform/http/responses/pages.ts"
import { respondToFailures } from "../../web/console/forms/failures.tsx"
import { keyboardPage } from "../../web/console/keyboard/help-page.tsx"
import { settingsUrl } from "../../web/console/navigation.ts"
import { openConsole } from "../../web/console/routing.ts"
import { settingsPage } from "../../web/console/settings/page.tsx"
import { accountRoutes, photoPages } from "./account/pages.tsx"
import { firmPages, logoPages } from "./firm/pages.tsx"
import { keyPages } from "./keys/pages.tsx"
import { matterPages } from "./matters/routes.ts"
import { searchPages } from "./search/pages.tsx"
import { signInRoutes } from "./sign-in/routes.ts"
import { stampRoutes } from "./stamps.ts"
import { teamPages } from "./team/pages.tsx"

export function consoleRoutes(root: App, parts: Parts, renderPreview: RenderPreview): void {
  root.register(async (scope) => {
    const app = scope as App
    acceptForms(app)
    respondToFailures(app, parts)
    signInRoutes(app, parts)

    const console = openConsole(app, parts)
    homePages(console)
    calendarPages(console)
    inboxPages(console)
    matterPages(console)
    inquiryPages(console)
    questionnairePages(console, renderPreview)
    keyPages(console)
    requestLogPages(console)
    webhookPages(console)
    teamPages(console)
    mailPages(console)
    auditPages(console)
    deletionPages(console)
    conflictPages(console)
    personPages(console)
    reportPages(console)
    exportPages(console)
    documentTemplatePages(console)
    agreementPages(console)
    matterImportPages(console)
    testSubmissionPages(console)
    systemPages(console)
    firmPages(console)
    notificationPages(console)
    clientEmailPages(console)
    reminderPages(console)
    logoPages(app, parts)
    photoPages(app, parts)
    stampRoutes(app)
    conversationPages(app, parts)
    documentUpload(app, parts)
    documentTemplateUpload(app, parts)
    matterImportUpload(app, parts)
    importPages(app, parts)
    accountRoutes(console)
    searchPages(console)
    console.page("/console/keyboard", keyboardPage)
    console.page(settingsUrl, settingsPage)

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
