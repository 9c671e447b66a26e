// What an app needs to connect by the address of this service alone: it finds the rest here (RFC 9728, RFC 8414), registers
// itself (RFC 7591) or is described at its id, sends its person to the console's consent page, and exchanges the code it gets. Errors are OAuth's.
import type { FastifyReply, FastifyRequest } from "fastify"
import Type from "typebox"
import type { Database } from "../../../platform/db/database.ts"
import { type Failure, tooMany } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { openRateLimit } from "../../../platform/http/requests/rate-limits.ts"
import { crossOrigin } from "../../../platform/http/responses/cross-origin.ts"
import { acceptForms, type Form } from "../../../platform/http/responses/pages.ts"
import { responseTo } from "../../../platform/http/responses/problem.ts"
import { hashToken } from "../../../platform/secrets/tokens.ts"
import type { AttemptParts } from "../../users/sign-in/attempts.ts"
import { scopes } from "../api/keys.ts"
import { consentPath, isOwnResource, resourcePath } from "./addresses.ts"
import { appFaults, appIdOf, findApp, isDocumentUrl, parseApp, registerApp } from "./apps.ts"
import {
  access_token_s,
  endByToken,
  exchangeCode,
  familyOf,
  type GrantError,
  refreshTokens,
  type Tokens,
} from "./connections.ts"

const max_body_bytes = 10_000
const hidden = { schema: { hide: true }, config: crossOrigin }
const secret = {
  ...hidden,
  config: { ...crossOrigin, takes_secret: true },
  bodyLimit: max_body_bytes,
}

/** How often a minute a connection may renew its token, which lasts an hour. */
const max_refreshes = 10

export function appRoutes(root: App, parts: AttemptParts & { base_url: string }): void {
  const { db, base_url } = parts
  for (const path of ["", "/mcp"]) {
    const resource = {
      resource: `${base_url}${path}`,
      resource_name: "Foyer",
      authorization_servers: [base_url],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_documentation: `${base_url}/docs`,
    }
    root.get(`${resourcePath}${path}`, hidden, async () => resource)
  }
  const server = {
    issuer: base_url,
    authorization_endpoint: `${base_url}${consentPath}`,
    token_endpoint: `${base_url}/oauth/token`,
    registration_endpoint: `${base_url}/oauth/register`,
    revocation_endpoint: `${base_url}/oauth/revoke`,
    client_id_metadata_document_supported: true,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${base_url}/docs`,
  }
  root.get("/.well-known/oauth-authorization-server", hidden, async () => server)

  root.register(async (scope) => {
    const app = scope as App
    acceptForms(app)
    app.setErrorHandler((error, request, reply) => {
      const { status, detail, retry_after_s } = responseTo(error)
      if (status >= 500) request.log.error({ err: error }, "request failed")
      if (retry_after_s !== undefined) reply.header("retry-after", String(retry_after_s))
      const code = status === 429 ? "too_many_requests" : status < 500 ? "invalid_request" : "server_error"
      return sendUnstored(reply, status, { error: code, error_description: detail })
    })

    const body = Type.Object({}, { additionalProperties: true })
    const registration = { ...hidden, schema: { hide: true, body }, bodyLimit: max_body_bytes }
    app.post("/oauth/register", registration, async (request, reply) => {
      const sent = parseApp((request.body ?? {}) as Record<string, unknown>)
      if (typeof sent === "string") return refuse(reply, sent)
      return sendUnstored(reply, 201, {
        client_id: await registerApp(parts, request.ip, sent),
        client_id_issued_at: Math.floor(db.clock().getTime() / 1_000),
        client_name: sent.name,
        redirect_uris: sent.redirect_uris,
        grant_types: server.grant_types_supported,
        response_types: server.response_types_supported,
        token_endpoint_auth_method: "none",
      })
    })

    const refreshes = openRateLimit(max_refreshes, () => db.clock().getTime())
    app.post("/oauth/token", secret, async (request, reply) => {
      const field = fieldsOf(request)
      const client_id = appIdOf(field("client_id"))
      // One that describes itself could not register again where its firm moved. Its connection names it in any case.
      const isKnown =
        isDocumentUrl(field("client_id")) || (await db.forPlatform((tx) => findApp(tx, field("client_id"))))
      if (!isKnown) return refuse(reply, "invalid_client")
      if (!isOwnResource(base_url, field("resource"))) return refuse(reply, "invalid_target")
      const grant = Object.entries(grants).find(([type]) => type === field("grant_type"))?.[1]
      if (!grant) return refuse(reply, "unsupported_grant_type")
      if (grant === grants.refresh_token) {
        const { is_over, ends_in_s } = refreshes.take(
          // A hash, so that none of what strangers send stays in memory.
          hashToken(familyOf(field("refresh_token"))).toString("hex"),
        )
        if (is_over) throw tooManyRefreshes(ends_in_s)
      }
      const tokens = await grant(db, client_id, field)
      if (typeof tokens === "string") return refuse(reply, tokens)
      const { access_token, refresh_token, scopes: granted } = tokens
      const scope = granted.join(" ")
      return sendUnstored(reply, 200, {
        ...{ access_token, token_type: "Bearer", expires_in: access_token_s, refresh_token, scope },
      })
    })

    app.post("/oauth/revoke", secret, async (request, reply) => {
      const field = fieldsOf(request)
      const ended = await endByToken(db, { token: field("token"), client_id: appIdOf(field("client_id")) })
      if (ended === "temporarily_unavailable") return refuse(reply, ended)
      request.isWrong = ended !== "ended"
      return sendUnstored(reply, 200, {})
    })
  })
}

function tooManyRefreshes(ends_in_s: number): Failure {
  const detail = `This connection renews its token more than ${max_refreshes} times a minute. An access token lasts an hour: keep it, and go on in ${ends_in_s} s.`
  return tooMany("rate_limited", detail, ends_in_s)
}

type Field = (name: string) => string

const grants: Record<
  string,
  (db: Database, client_id: string, field: Field) => Promise<Tokens | GrantError>
> = {
  authorization_code: (db, client_id, field) => {
    const [code, redirect_uri, verifier] = [field("code"), field("redirect_uri"), field("code_verifier")]
    return exchangeCode(db, { code, client_id, redirect_uri, verifier })
  },
  refresh_token: (db, client_id, field) =>
    refreshTokens(db, { refresh_token: field("refresh_token"), client_id, scope: field("scope") }),
}

function fieldsOf({ body }: FastifyRequest): Field {
  const form = (body ?? {}) as Form
  return (name) => form[name]?.at(-1) ?? ""
}

function sendUnstored(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).header("cache-control", "no-store").send(body)
}

const errors = {
  ...appFaults,
  invalid_client: "There is no such client here, or no longer. Register.",
  invalid_target: "The resource is not this service.",
  unsupported_grant_type: "Send the grant_type authorization_code or refresh_token.",
  invalid_grant:
    "The code or token is wrong, used, expired or ended, or of another client. Ask for consent again.",
  invalid_scope: "The person allowed less. Leave the scope out.",
  temporarily_unavailable: "The firm is suspended. Keep the tokens, and try again later.",
} as const

const statuses: Partial<Record<keyof typeof errors, number>> = {
  invalid_client: 401,
  temporarily_unavailable: 503,
}

/** The error format of RFC 6749 §5.2. */
function refuse(reply: FastifyReply, error: keyof typeof errors): FastifyReply {
  reply.request.isWrong = error === "invalid_client" || error === "invalid_grant"
  return sendUnstored(reply, statuses[error] ?? 400, {
    error,
    error_description: errors[error],
  })
}
