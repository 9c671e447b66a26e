// An app that connects by OAuth, step by step, as a library for it does.
import { createHash, randomBytes } from "node:crypto"
import type { TestService } from "./service.ts"
import type { newStaffBrowser } from "./staff-browser.ts"

export type StaffBrowser = Awaited<ReturnType<typeof newStaffBrowser>>

export const verifier = randomBytes(32).toString("base64url")
export const challengeOf = (text: string) => createHash("sha256").update(text).digest("base64url")

export const appUrl = "https://assistant.example/callback"
const read = "matters:read"

export async function post(service: TestService, url: string, form: Record<string, string>) {
  const {
    statusCode: status,
    body: text,
    headers,
  } = await service.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  })
  return { status, headers, body: JSON.parse(text) }
}

let network = 0

/** Registers an app, each from a network of its own. */
export async function register(service: TestService, metadata: object = {}) {
  network += 1
  const { statusCode: status, body: text } = await service.app.inject({
    method: "POST",
    url: "/oauth/register",
    remoteAddress: `203.0.${network >> 8}.${network & 255}`,
    payload: {
      client_name: `Assistant ${randomBytes(4).toString("hex")}`,
      redirect_uris: [appUrl],
      ...metadata,
    },
  })
  return { status, body: JSON.parse(text) }
}

export async function newApp(service: TestService, metadata?: object): Promise<string> {
  return (await register(service, metadata)).body.client_id
}

/** The address of the consent page to which an app sends its person. */
export function consentUrl(client_id: string, changes: Record<string, string | undefined> = {}): string {
  const query = {
    response_type: "code",
    client_id,
    redirect_uri: appUrl,
    scope: read,
    state: "xyz",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...changes,
  }
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/console/connect?${new URLSearchParams(given)}`
}

/** Presses Allow; the code in the address to which the browser is sent back. */
export async function allow(browser: StaffBrowser, url: string, scopes = [read]): Promise<string> {
  const { location } = await browser(
    "POST",
    url,
    scopes.map((scope) => ["scopes", scope]),
  )
  return new URL(location).searchParams.get("code") ?? ""
}

export function exchange(
  service: TestService,
  client_id: string,
  code: string,
  changes: Record<string, string> = {},
) {
  return post(service, "/oauth/token", {
    ...{ grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri: appUrl },
    ...changes,
  })
}

export function refresh(
  service: TestService,
  client_id: string,
  refresh_token: string,
  changes: Record<string, string> = {},
) {
  return post(service, "/oauth/token", { grant_type: "refresh_token", client_id, refresh_token, ...changes })
}

/** A connection of a new app: its id and its tokens. */
export async function connect(service: TestService, browser: StaffBrowser, scopes = [read]) {
  const client_id = await newApp(service)
  const code = await allow(browser, consentUrl(client_id, { scope: scopes.join(" ") }), scopes)
  const { body } = await exchange(service, client_id, code)
  return { client_id, code, access: body.access_token as string, refresh_token: body.refresh_token as string }
}
