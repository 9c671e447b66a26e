// Table of contents: every route of the product.
import { apiAuthentication } from "./firm/access/api/api.ts"
import { limitRates } from "./firm/access/api/rate-limits.ts"
import { challengeFor } from "./firm/access/apps/addresses.ts"
import { appRoutes } from "./firm/access/apps/routes.ts"
import { consoleAuthentication } from "./firm/access/console.ts"
import { portalUrlOf } from "./firm/access/impersonation.ts"
import { linkUrlOf } from "./firm/access/link-urls.ts"
import { portalAuthentication } from "./firm/access/portal.ts"
import { refuseCrossSiteRequests } from "./firm/access/same-origin.ts"
import { recordSensitiveRead } from "./firm/audit/audit.ts"
import { eventRoutes } from "./firm/events/routes.ts"
import { firmRoutes } from "./firm/firms/routes.ts"
import { userRoutes } from "./firm/users/routes.ts"
import { calendarRoutes } from "./follow-up/calendar/routes.ts"
import { answerRoutes } from "./intake/answers/routes.ts"
import { assetRoutes } from "./intake/assets/routes.ts"
import { addFileRoute } from "./intake/checklist/add-file-route.ts"
import { addedRequestRoutes } from "./intake/checklist/request-routes.ts"
import { checklistRoutes } from "./intake/checklist/routes.ts"
import { uploadFileRoutes } from "./intake/checklist/upload-routes.ts"
import { contactRoutes } from "./intake/contacts/routes.ts"
import { correctionRoutes } from "./intake/corrections/routes.ts"
import { downloadRoutes } from "./intake/documents/downloads/download.ts"
import { documentRoutes } from "./intake/documents/routes.ts"
import { filingRoutes } from "./intake/matters/filing/routes.ts"
import { invitationRoutes } from "./intake/matters/invitations/routes.ts"
import { matterRoutes } from "./intake/matters/routes.ts"
import { stageRoutes } from "./intake/matters/stages/routes.ts"
import { messageRoutes } from "./intake/messages/routes.ts"
import { prefillRoutes } from "./intake/prefill/routes.ts"
import { questionnaireRoutes } from "./intake/questionnaires/routes.ts"
import { roleRoutes } from "./intake/roles/routes.ts"
import { submissionRoutes } from "./intake/submissions/routes.ts"
import { registerSnapshotReads } from "./intake/submissions/snapshot-reads.ts"
import { statusRoutes } from "./intake/submissions/status/routes.ts"
import { testSubmissionRoutes } from "./operations/test-submissions/routes.ts"
import { exportRoutes } from "./outputs/exports/routes.ts"
import { webhookRoutes } from "./outputs/webhooks/routes.ts"
import type { Parts } from "./parts.ts"
import type { App } from "./platform/http/app.ts"
import { healthRoutes } from "./platform/http/health.ts"
import { securityTxtRoute } from "./platform/http/security-txt.ts"
import { createHttpServer } from "./platform/http/server.ts"
import { browserFileRoutes } from "./platform/installation/browser-files.ts"
import { addressPolicyOf } from "./platform/outbound/policy.ts"
import { readVersion } from "./platform/version.ts"
import { consoleRoutes } from "./sites/console/routes.ts"
import { guideRoutes } from "./sites/guide/routes.ts"
import { mcpRoutes } from "./sites/mcp/routes.ts"
import { showUnknownAddress } from "./sites/portal/entry/ways-in.tsx"
import { renderPreview } from "./sites/portal/preview/preview.tsx"
import { portalRoutes } from "./sites/portal/routes.ts"
import { collectReference, referenceRoutes } from "./sites/reference/routes.ts"
import { sdkRoutes } from "./sites/sdk/routes.ts"

/** Limits one statement, and separately the wait for a connection, so every request gets a response within six seconds whatever the database does. */
const request_timeout_ms = 5_000

/** The HTTP server with every route, not yet listening. */
export async function createApp(core: Parts): Promise<App> {
  const parts = { ...core, db: core.db.withTimeout(request_timeout_ms) }
  const check_responses = parts.config.environment === "test"
  const app = createHttpServer({
    base_url: parts.base_url,
    logger: parts.log,
    trust_proxy: parts.config.trust_proxy,
    check_responses,
    routeUrlOf: (url) => linkUrlOf(portalUrlOf(url)),
    sendUnknownPage: (request, reply) => showUnknownAddress(request, reply, parts),
  })
  const limits = limitRates(app, parts.config, parts)
  const version = await readVersion()
  apiAuthentication(app, { db: parts.db, limits, version, check_responses })
  const audited = { ...parts, onSensitiveRead: recordSensitiveRead }
  registerSnapshotReads(app, audited)
  portalAuthentication(app, parts)
  consoleAuthentication(app, parts)
  refuseCrossSiteRequests(app)
  await collectReference(app)

  healthRoutes(app, parts.db)
  eventRoutes(app)
  questionnaireRoutes(app)
  matterRoutes(app, parts)
  filingRoutes(app, parts)
  stageRoutes(app)
  prefillRoutes(app, parts)
  invitationRoutes(app, parts)
  contactRoutes(app)
  messageRoutes(app, parts)
  assetRoutes(app)
  roleRoutes(app)
  answerRoutes(app, audited)
  submissionRoutes(app, audited)
  statusRoutes(app, parts)
  correctionRoutes(app, parts)
  documentRoutes(app, parts)
  checklistRoutes(app, parts)
  addedRequestRoutes(app, parts)
  addFileRoute(app, parts)
  uploadFileRoutes(app, parts)
  downloadRoutes(app, parts)
  calendarRoutes(app, parts)
  exportRoutes(app, parts)
  userRoutes(app)
  testSubmissionRoutes(app, parts)
  webhookRoutes(app, { ring: parts.ring, allow: addressPolicyOf(parts.config) })
  firmRoutes(app, parts)
  referenceRoutes(app, parts.assets)
  guideRoutes(app, parts.assets)
  sdkRoutes(app, { assets: parts.assets, version })
  mcpRoutes(app, { version, challenge: challengeFor(parts.base_url, "/mcp") })
  appRoutes(app, parts)
  securityTxtRoute(app, { contact: parts.config.security_contact, clock: parts.db.clock })

  await browserFileRoutes(app, parts.db, parts.assets)
  portalRoutes(app, parts)
  consoleRoutes(app, parts, renderPreview)

  return app
}
