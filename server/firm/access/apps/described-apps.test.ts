// Apps whose id is the address of their description. The tests' own certificate is trusted in this process alone.
import assert from "node:assert/strict"
import { once } from "node:events"
import type { IncomingHttpHeaders } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import {
  allow,
  appUrl,
  consentUrl,
  exchange,
  post,
  refresh,
} from "../../../../test/harness/connecting-app.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { certificate, key } from "../../../../test/harness/own-certificate.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { sql } from "../../../platform/db/sql.ts"
import { createStaff } from "../../users/users.ts"
import { appIdOf, isDocumentUrl } from "./apps.ts"
import { readDescription } from "./described-apps.ts"

let now = new Date("2026-03-02T09:00:00Z")
const service = provideService({
  clock: () => now,
  listen: true,
  settings: { FOYER_WEBHOOK_ALLOWED_HOSTS: "10.0.0.0/8" },
})

interface Served {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** What the server of an app serves at each path, and what was asked of it. */
const served = new Map<string, Served>()
const requested: { method: string; path: string; headers: IncomingHttpHeaders }[] = []
const server = createServer(
  { key, cert: certificate },
  ({ method = "", url: path = "", headers }, response) => {
    requested.push({ method, path, headers })
    const { status = 200, headers: own, body = "" } = served.get(path) ?? { status: 404 }
    response.writeHead(status, { "content-type": "application/json", ...own }).end(body)
  },
)
const usual = getCACertificates("default")
before(async () => {
  setDefaultCACertificates([...usual, certificate])
  await once(server.listen(0, "localhost"), "listening")
})
after(() => {
  setDefaultCACertificates(usual)
  server.close()
})

let count = 0
/** The id of a new app; what it serves there. */
function newDescribed(changes: object = {}, serving: Served = {}): string {
  count += 1
  const { port } = server.address() as AddressInfo
  const client_id = `https://localhost:${port}/apps/${count}.json`
  const document = { client_id, client_name: "Scribe", redirect_uris: [appUrl], ...changes }
  served.set(`/apps/${count}.json`, { body: JSON.stringify(document), ...serving })
  return client_id
}

const pathOf = (client_id: string) => new URL(client_id).pathname
const readsOf = (client_id: string) => requested.filter(({ path }) => path === pathOf(client_id)).length

async function newBrowser() {
  const firm = await service.newFirm("Hartwell & Pryce")
  return { firm, browser: await newStaffBrowser(service, firm) }
}

test("an app that describes itself connects and renews without registering, and is named with its address", async () => {
  const { firm, browser } = await newBrowser()
  const client_id = newDescribed({
    client_uri: "https://tracker.example/",
    logo_uri: "https://tracker.example/logo.png",
    token_endpoint_auth_method: "none",
    redirect_uris: ["scribe://callback", appUrl],
  })
  const { status, text } = await browser("GET", consentUrl(client_id))
  assert.equal(status, 200)
  assert.match(text, /<h1[^>]*>Connect Scribe\?/)
  assert.match(text, literally(`, described at <b>${client_id}</b>`))
  assert.match(text, literally("<b>assistant.example</b>"))
  assert.doesNotMatch(text, /tracker\.example/, "nothing is loaded from an address it names")
  const [sent] = requested.slice(-1)
  assert.equal(sent?.method, "GET")
  assert.deepEqual(Object.keys(sent?.headers ?? {}).toSorted(), [
    "accept",
    "accept-encoding",
    "connection",
    "host",
  ])
  const code = await allow(browser, consentUrl(client_id))
  const { body } = await exchange(service, client_id, code)
  const renewed = await refresh(service, client_id, body.refresh_token)
  const headers = { authorization: `Bearer ${renewed.body.access_token}` }
  const call = async () => (await service.app.inject({ url: "/v1/matters", headers })).statusCode
  assert.equal(await call(), 200)
  assert.equal(readsOf(client_id), 1, "the description is read once an hour")
  const [label] = await firm.all(sql`select label from audit_entries where action = 'app_allowed'`)
  assert.deepEqual(label, { label: "Scribe (assistant.example)" })
  await post(service, "/oauth/revoke", { token: renewed.body.access_token, client_id })
  assert.equal(await call(), 401)
})

test("the stock client of the Model Context Protocol connects without registering", async () => {
  const { browser } = await newBrowser()
  const clientMetadataUrl = newDescribed()
  const stored: Record<string, unknown> = {}
  const authProvider: OAuthClientProvider = {
    redirectUrl: appUrl,
    clientMetadataUrl,
    clientMetadata: { client_name: "Scribe", redirect_uris: [appUrl] },
    clientInformation: () => stored.client as never,
    saveClientInformation: (client) => void Object.assign(stored, { client }),
    tokens: () => stored.tokens as never,
    saveTokens: (tokens) => void Object.assign(stored, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(stored, { sent_to: url }),
    saveCodeVerifier: (own) => void Object.assign(stored, { verifier: own }),
    codeVerifier: () => String(stored.verifier),
  }
  const open = () => new StreamableHTTPClientTransport(new URL("/mcp", service.base_url), { authProvider })
  const first = open()
  await assert.rejects(new Client({ name: "Scribe", version: "1.0.0" }).connect(first), /Unauthorized/)
  const { pathname, search, searchParams } = stored.sent_to as URL
  assert.equal(searchParams.get("client_id"), clientMetadataUrl)
  const { location } = await browser("POST", pathname + search, { scopes: "matters:read" })
  await first.finishAuth(new URL(location).searchParams)
  const client = new Client({ name: "Scribe", version: "1.0.0" })
  await client.connect(open())
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === "listMatters"))
  await client.close()
})

test("a code goes only where the description of today says", async () => {
  const { browser } = await newBrowser()
  const client_id = newDescribed()
  const other = "https://other.example/callback"
  const shown = async (redirect_uri = appUrl) =>
    (await browser("GET", consentUrl(client_id, { redirect_uri }))).text
  assert.match(await shown(other), /not of an app that is known/)
  const moved = { client_id, client_name: "Scribe", redirect_uris: [other] }
  served.set(pathOf(client_id), { body: JSON.stringify(moved), headers: { "cache-control": "max-age=90" } })
  assert.match(await shown(), /Connect Scribe/)
  now = new Date(now.getTime() + 3_601_000)
  assert.match(await shown(), /not of an app that is known/)
  assert.match(await shown(other), /Connect Scribe/)
  now = new Date(now.getTime() + 91_000)
  served.set(pathOf(client_id), { status: 404 })
  const pressed = await browser("POST", consentUrl(client_id, { redirect_uri: other }), {
    scopes: "matters:read",
  })
  assert.deepEqual([pressed.status, pressed.location], [422, "undefined"])
  const { text } = await browser("GET", consentUrl(appIdOf(client_id), { redirect_uri: other }))
  assert.match(text, /not of an app that is known/, "its id here would lead past its description")
  const { body } = await exchange(service, appIdOf(client_id), "x")
  assert.equal(body.error, "invalid_client")
})

test("a connection of an app that describes itself goes on where its firm moved without the app's row", async () => {
  const { browser } = await newBrowser()
  const client_id = newDescribed()
  const code = await allow(browser, consentUrl(client_id))
  const forget = () =>
    service.db.forPlatform((tx) => tx.run(sql`delete from apps where id = ${appIdOf(client_id)}`))
  assert.equal(await forget(), 1)
  const { body } = await exchange(service, client_id, code)
  assert.equal((await refresh(service, client_id, body.refresh_token)).status, 200)
})

test("a program on the person's own machine could be another one, and the page says so", async () => {
  const { browser } = await newBrowser()
  const client_id = newDescribed({ redirect_uris: ["http://127.0.0.1/callback"] })
  const redirect_uri = "http://127.0.0.1:51423/callback"
  const { text } = await browser("GET", consentUrl(client_id, { redirect_uri }))
  for (const words of [
    "<b>127.0.0.1:51423</b>",
    "Any program on this computer could say that it is this app.",
  ])
    assert.match(text, literally(words))
})

test("a description that is not one is refused with its reason, and nothing is stored", async () => {
  const { browser } = await newBrowser()
  const cases: [client_id: string, reason: string][] = [
    [newDescribed({}, { status: 302, headers: { location: "/apps/1.json" } }), "It answers with 302"],
    [newDescribed({}, { status: 500 }), "It answers with 500"],
    [newDescribed({}, { headers: { "content-type": "text/html" } }), "not sent as application/json"],
    [newDescribed({}, { body: "{" }), "no JSON object"],
    [newDescribed({}, { body: "[]" }), "client_id must be this address"],
    [newDescribed({ client_id: "https://localhost/apps/1.json" }), "client_id must be this address"],
    [newDescribed({ padding: "x".repeat(10_000) }), "longer than 10 kB"],
    [newDescribed({ redirect_uris: [] }), "redirect_uris"],
    [newDescribed({ redirect_uris: ["http://evil.example/"] }), "redirect_uris"],
    [newDescribed({ client_name: "Good\u202Eevil" }), "client_name"],
    [newDescribed({ client_secret: "x" }), "has no secret here"],
    [newDescribed({ token_endpoint_auth_method: "client_secret_post" }), "has no secret here"],
    ["https://localhost:1/app.json", "connection to the receiver failed"],
    ["https://10.0.0.1/app.json", "private or reserved network"],
    ["https://169.254.169.254/latest/meta-data", "private or reserved network"],
  ]
  for (const [client_id, reason] of cases) {
    const { status, text, location } = await browser("GET", consentUrl(client_id))
    assert.deepEqual([status, location], [422, "undefined"], client_id)
    assert.match(text, literally(reason))
    assert.doesNotMatch(text, literally(pathOf(client_id)), "a stranger chose these words")
    const stored = await service.db.forPlatform((tx) =>
      tx.all(sql`select from apps where document_url = ${client_id}`),
    )
    assert.deepEqual(stored, [])
  }
  assert.equal(readsOf(cases[0]?.[0] ?? ""), 1, "a redirect is not followed")
})

test("only one spelling of an address is an id", () => {
  for (const url of ["https://app.example/x", "https://app.example:8443/a/b.json?v=1"])
    assert.ok(isDocumentUrl(url), url)
  for (const url of [
    "http://app.example/x",
    "https://app.example",
    "https://app.example/",
    "https://APP.example/x",
    "https://app.example:443/x",
    "https://app.example/a/../x",
    "https://app.example/a/%2e%2e/x",
    "https://app.example/x#y",
    "https://me:secret@app.example/x",
    "https://app.example/x y",
    `https://app.example/${"x".repeat(500)}`,
    "app_0192F0C47B3A7C11A0B1C2D3E4F50607",
  ])
    assert.ok(!isDocumentUrl(url), url)
})

test("a name that leads into the operator's network is not asked, whoever resolves it", async () => {
  const { firm } = await newBrowser()
  const { db, ring } = service
  const allow = { allow_http: false, allowed_hosts: [] }
  for (const address of ["127.0.0.1", "10.0.0.1", "::1", "fd00::1"]) {
    const parts = { db, ring, allow, resolve: async () => ["93.184.215.14", address] }
    await assert.rejects(readDescription(parts, "https://app.example/x", firm.admin.user_id), {
      code: "app_not_described",
      message: /private or reserved network/,
    })
  }
})

test("no one makes the service read addresses but who may allow apps, and not many", async () => {
  const { firm, browser } = await newBrowser()
  const client_id = newDescribed()
  const email = "member@hartwell.example"
  const user_id = await firm.call(createStaff, { email, name: "Ola", role: "member" })
  const member = await newStaffBrowser(service, firm, user_id)
  const refused = await member("GET", consentUrl(client_id))
  assert.deepEqual([refused.status, readsOf(client_id)], [403, 0])
  const { statusCode } = await service.app.inject({ url: consentUrl(client_id) })
  assert.deepEqual([statusCode, readsOf(client_id)], [303, 0])
  const statuses: number[] = []
  for (let n = 0; n < 22; n++) statuses.push((await browser("GET", consentUrl(newDescribed()))).status)
  assert.deepEqual(statuses.slice(-3), [200, 429, 429])
})
