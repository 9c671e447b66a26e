// The consent page: an app sent a person here, who reads what it asks for and allows some of it, or nothing. Nothing on
// this page leads back to the app by itself: anyone can register one, with any name, and then send people a link.
import { scopes as allScopes, type Scope } from "../../../firm/access/api/keys.ts"
import { isOwnResource } from "../../../firm/access/apps/addresses.ts"
import { findApp, isRegistered, type RegisteredApp } from "../../../firm/access/apps/apps.ts"
import { allowApp } from "../../../firm/access/apps/connections.ts"
import { readDescription } from "../../../firm/access/apps/described-apps.ts"
import { isLoopback } from "../../../platform/http/requests/own-origin.ts"
import { addressPolicyOf } from "../../../platform/outbound/policy.ts"
import { checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { keysCrumb, scopeWords } from "./key-forms.tsx"

interface ConsentRequest {
  app: RegisteredApp
  redirect_uri: string
  scopes: Scope[]
  challenge: string
}

/** What changes data or shows secrets; a person ticks each of these. */
const risks: Partial<Record<Scope, string>> = {
  "matters:write": "Changes data. ",
  "webhooks:write": "Changes data. ",
  "answers:sensitive": "Sensitive. ",
}

/** The address that tells the app what became of its request (RFC 6749 §4.1.2, RFC 9207). */
function answerUrl(
  { query, parts }: PageRequest,
  redirect_uri: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri)
  const { state } = query
  for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: parts.base_url }))
    url.searchParams.set(name, value)
  return url.href
}

/** What the address asks for; or why it can't be answered, with the error for the app, if it is a known one. */
async function readRequest({
  tx,
  query,
  parts,
}: PageRequest): Promise<ConsentRequest | { text: string; told?: [string, string] }> {
  const { client_id = "", redirect_uri = "", scope = "", code_challenge: challenge = "" } = query
  const app = await findApp(tx, client_id)
  if (!app || !isRegistered(app, redirect_uri))
    return {
      text: "This link is not of an app that is known here. Remove the connection in the app, and add it again.",
    }
  const refused = (error: string, text: string) => ({ text, told: [redirect_uri, error] as [string, string] })
  if (query.response_type !== "code")
    return refused("unsupported_response_type", "The app must ask for a code.")
  if (query.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return refused("invalid_request", "The app must protect the code by PKCE with S256.")
  if (!isOwnResource(parts.base_url, query.resource ?? ""))
    return refused("invalid_target", "The app asks for access to another service.")
  const names = scope.split(" ").filter(Boolean)
  const scopes = allScopes.filter((name) => names.length === 0 || names.includes(name))
  if (scopes.length === 0)
    return refused("invalid_scope", "The app asks for nothing that it could be allowed.")
  return { app, redirect_uri, scopes, challenge }
}

const consent = form({
  open: async (req) => {
    const { staff, url } = req
    const requested = await readRequest(req)
    if ("text" in requested) {
      const { text, told } = requested
      const [title, cancel] = ["This app can’t connect", keysCrumb.href]
      const back = told && {
        link: `Back to ${new URL(told[0]).host}`,
        href: answerUrl(req, told[0], { error: told[1] }),
      }
      return { title, cancel, obstacle: { title: text, icon: "key", link: keysCrumb.text, ...back } }
    }
    const { app, redirect_uri, scopes } = requested
    const place = new URL(redirect_uri)
    return {
      title: `Connect ${app.name}?`,
      leads_away: true,
      record: requested,
      text: [
        <>
          An app that calls itself <b>{app.name}</b>
          {app.document_url && (
            <>
              , described at <b>{app.document_url}</b>,
            </>
          )}{" "}
          asks to use the API of <b>{staff.firm.name}</b>. Nobody has checked that name: go on only if you
          just started this {isLoopback(place) ? "in a program on this computer" : "and trust the website"} to
          which you will be sent back: <b>{place.host}</b>.
          {isLoopback(place) && " Any program on this computer could say that it is this app."}
        </>,
        <>
          It acts for you, {staff.email}, for all matters of the firm, until you end it under{" "}
          <a href={keysCrumb.href}>{keysCrumb.text}</a>.{" "}
          <a href={`/console/sign-in?${new URLSearchParams({ next: url })}`}>Use another firm or account</a>
        </>,
      ],
      fields: {
        scopes: checkboxes({
          label: "It may",
          hint: "What changes data or is sensitive, you choose yourself.",
          options: scopes.map((value) => ({
            value,
            label: scopeWords[value].label,
            hint: (
              <>
                {risks[value] && <b>{risks[value]}</b>}
                {scopeWords[value].hint}
              </>
            ),
          })),
          suggested: scopes.filter((scope) => !risks[scope]),
          missing: "Choose at least one permission, or deny.",
        }),
      },
      submit: "Allow",
      cancel: answerUrl(req, redirect_uri, { error: "access_denied" }),
      cancel_text: "Deny",
    }
  },
  save: async (req, { scopes }, { app, redirect_uri, challenge }) => ({
    to: answerUrl(req, redirect_uri, {
      code: await allowApp(req.tx, { app, redirect_uri, scopes, challenge }),
    }),
  }),
})

/** Before anyone agrees to an app that describes itself, what it says today is read. */
async function prepareConsent({ query, parts, staff }: PageRequest) {
  const { client_id = "" } = query
  // What the operator allows is for the receivers that admins enter, not for addresses of strangers.
  const allow = addressPolicyOf({ ...parts.config, webhook_allowed_hosts: [] })
  return () => readDescription({ db: parts.db, ring: parts.ring, allow }, client_id, staff.user_id)
}

export const consentForm = { ...consent, prepare: prepareConsent, prepareShown: prepareConsent }
