// Table of contents: every route of the product.
import fastifyStatic from "@fastify/static"
import { apiAuthentication } from "./access/api.ts"
import { consoleAuthentication } from "./access/console.ts"
import { portalUrlOf } from "./access/impersonation.ts"
import { linkUrlOf } from "./access/link-urls.ts"
import { portalAuthentication } from "./access/portal.ts"
import { limitRates } from "./access/rate-limits.ts"
import { refuseCrossSiteRequests } from "./access/same-origin.ts"
import { answerRoutes } from "./answers/routes.ts"
import { assetRoutes } from "./assets/routes.ts"
import { recordSensitiveRead } from "./audit/audit.ts"
import { consoleRoutes } from "./console/routes.ts"
import { contactRoutes } from "./contacts/routes.ts"
import { downloadRoutes } from "./documents/download.ts"
import { documentRoutes } from "./documents/routes.ts"
import { eventRoutes } from "./events/routes.ts"
import { exportRoutes } from "./exports/routes.ts"
import { firmRoutes } from "./firms/routes.ts"
import { matterRoutes } from "./matters/routes.ts"
import { messageRoutes } from "./messages/routes.ts"
import type { Parts } from "./parts.ts"
import type { App } from "./platform/http/app.ts"
import { healthRoutes } from "./platform/http/health.ts"
import { securityTxtRoute } from "./platform/http/security-txt.ts"
import { createHttpServer } from "./platform/http/server.ts"
import { addressPolicyOf } from "./platform/outbound/policy.ts"
import { showUnknownAddress } from "./portal/entry/ways-in.tsx"
import { renderPreview } from "./portal/preview/preview.tsx"
import { portalRoutes } from "./portal/routes.ts"
import { questionnaireRoutes } from "./questionnaires/routes.ts"
import { filtersWith } from "./queues/follow-up.ts"
import { collectReference, referenceRoutes } from "./reference/routes.ts"
import { roleRoutes } from "./roles/routes.ts"
import { submissionRoutes } from "./submissions/routes.ts"
import { registerSnapshotReads } from "./submissions/snapshot-reads.ts"
import { readVersion } from "./system/base.ts"
import { userRoutes } from "./users/routes.ts"
import { webhookRoutes } from "./webhooks/routes.ts"

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
  const limits = limitRates(app, parts.config, parts.db.clock)
  apiAuthentication(app, { db: parts.db, limits, version: await readVersion(), check_responses })
  const audited = { ...parts, onSensitiveRead: recordSensitiveRead }
  registerSnapshotReads(app, audited)
  portalAuthentication(app, parts)
  consoleAuthentication(app, parts)
  refuseCrossSiteRequests(app)
  await collectReference(app)

  healthRoutes(app, parts.db)
  eventRoutes(app)
  questionnaireRoutes(app)
  matterRoutes(app, { ...parts, filtersWith })
  contactRoutes(app)
  messageRoutes(app, parts)
  assetRoutes(app)
  roleRoutes(app)
  answerRoutes(app, audited)
  submissionRoutes(app, parts)
  documentRoutes(app, parts)
  downloadRoutes(app, parts)
  exportRoutes(app, parts)
  userRoutes(app)
  webhookRoutes(app, { ring: parts.ring, allow: addressPolicyOf(parts.config) })
  firmRoutes(app, parts)
  referenceRoutes(app, parts.assets)
  securityTxtRoute(app, { contact: parts.config.security_contact, clock: parts.db.clock })

  await app.register(fastifyStatic, {
    root: parts.assets.directory,
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    decorateReply: false,
  })
  portalRoutes(app, parts)
  consoleRoutes(app, parts, renderPreview)

  return app
}
