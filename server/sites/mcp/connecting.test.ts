// The stock client of the Model Context Protocol connects by the address alone, and a person consents in a real browser.
import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { expectNoAxeViolations } from "../../../test/harness/browser.ts"
import { openTestService } from "../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../test/harness/service-and-browser.ts"
import { newStaff, test_password } from "../../../test/harness/staff.ts"
import { sql } from "../../platform/db/sql.ts"

const { service, browser } = await openServiceAndBrowser()

/** Where the person is sent back, and then on to another origin, as apps with an app of their own do. */
const visits: URL[] = []
const receiver = createServer((request, response) => {
  const url = new URL(request.url ?? "", `http://${request.headers.host}`)
  if (url.pathname === "/callback") visits.push(url)
  const { port } = receiver.address() as AddressInfo
  if (url.pathname === "/callback")
    response.writeHead(302, { location: `http://localhost:${port}/done` }).end()
  else response.end("<title>Connected</title>")
}).listen(0, "127.0.0.1")
after(() => receiver.close())

/** Keeps what the client asks to keep. */
function newProvider(sendPersonTo: (url: URL) => void) {
  const stored: Record<string, unknown> = {}
  const { port } = receiver.address() as AddressInfo
  const redirectUrl = `http://127.0.0.1:${port}/callback`
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "Scribe", redirect_uris: [redirectUrl] },
    state: () => "as-sent",
    clientInformation: () => stored.client as never,
    saveClientInformation: (client) => void Object.assign(stored, { client }),
    tokens: () => stored.tokens as never,
    saveTokens: (tokens) => void Object.assign(stored, { tokens }),
    redirectToAuthorization: sendPersonTo,
    saveCodeVerifier: (verifier) => void Object.assign(stored, { verifier }),
    codeVerifier: () => String(stored.verifier),
    invalidateCredentials: () => void Object.assign(stored, { tokens: undefined }),
  }
  return provider
}

test("an assistant connects by the address, works, renews its token, and is ended", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { email } = await newStaff(firm)
  let sentTo: URL | undefined
  const authProvider = newProvider((url) => {
    sentTo = url
  })
  const transport = () =>
    new StreamableHTTPClientTransport(new URL("/mcp", service.base_url), { authProvider })
  const client = () => new Client({ name: "Scribe", version: "1.0.0" })
  const first = transport()
  await assert.rejects(client().connect(first), /Unauthorized/)
  assert.ok(sentTo)

  const page = await browser.newPage({ base_url: service.base_url, javascript: false, width: 360 })
  await page.goto(sentTo.href)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(test_password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("heading", { name: "Connect Scribe?" }).waitFor()
  await page.getByText("in a program on this computer").waitFor()
  await expectNoAxeViolations(page)
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("[name=scopes]")].map(
      ({ value, checked }) => `${value} ${checked}`,
    ),
  )
  assert.deepEqual(
    boxes.filter((box) => box.endsWith("false")),
    ["matters:write false", "webhooks:write false", "answers:sensitive false"],
  )
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  const deny = await page.getByRole("link", { name: "Deny" }).getAttribute("href")
  assert.deepEqual(
    [...new URL(deny ?? "").searchParams],
    [
      ["error", "access_denied"],
      ["state", "as-sent"],
      ["iss", service.base_url],
    ],
  )
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(/^http:\/\/localhost:\d+\/done$/)

  const sentBack = visits[0]?.searchParams ?? new URLSearchParams()
  const mixedUp = new URLSearchParams(sentBack)
  mixedUp.set("iss", "https://other.example")
  await assert.rejects(first.finishAuth(mixedUp), /iss/i)
  await first.finishAuth(sentBack)
  const connected = client()
  await connected.connect(transport())
  const names = (await connected.listTools()).tools.map(({ name }) => name)
  assert.deepEqual([names.includes("listMatters"), names.includes("createMatter")], [true, false])
  const call = async () => (await connected.callTool({ name: "listMatters", arguments: {} })).isError ?? false
  assert.equal(await call(), false)

  const access = async () => ((await authProvider.tokens()) as { access_token: string }).access_token
  const earlier = await access()
  await firm.write(sql`update api_keys set expires_at = now() - interval '1 second' where name = 'Scribe'`)
  assert.equal(await call(), false)
  assert.notEqual(await access(), earlier)

  await page.goto("/console/settings/keys")
  const row = page.getByRole("row").filter({ hasText: "Scribe" })
  assert.match((await row.textContent()) ?? "", /127\.0\.0\.1:\d+.*Live.*5 of 8.*Ruth Pryce/)
  await row.getByRole("link", { name: "Scribe" }).click()
  await page.getByText("End this connection").click()
  await page.getByRole("button", { name: "End the connection" }).click()
  await page.getByText("The app is refused from now on.").waitFor()
  await assert.rejects(call(), /Unauthorized/)
  await connected.close()
})

test("the script of a page on another origin connects and calls tools, and reads nothing that cookies open", async () => {
  const firm = await service.newFirm()
  const { port } = receiver.address() as AddressInfo
  const page = await browser.newPage({ base_url: `http://127.0.0.1:${port}` })
  await page.goto("/done")
  const seen = await page.evaluate(
    async ([base, token]) => {
      const read = async (path: string, init?: RequestInit) => {
        const response = await fetch(base + path, init).catch(() => undefined)
        return response && { status: response.status, text: await response.text(), response }
      }
      const json = (body: object, headers = {}) => ({
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      })
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
      const accept = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" }
      const form = { method: "POST", body: new URLSearchParams({ client_id: "app_0" }) }
      const [refused, tools, registered, exchanged, stream, ...others] = await Promise.all([
        read("/mcp", json(list, accept)),
        read("/mcp", json(list, { ...accept, authorization: `Bearer ${token}` })),
        read("/oauth/register", json({ redirect_uris: ["https://a.example/"] })),
        read("/oauth/token", form),
        read("/mcp"),
        read("/.well-known/oauth-protected-resource/mcp"),
        read("/.well-known/oauth-authorization-server"),
        read("/console/sign-in"),
        read("/v1/matters", { headers: { authorization: `Bearer ${token}` } }),
      ])
      return {
        challenge: refused?.response.headers.get("www-authenticate") ?? "",
        tools: tools?.text.includes("listMatters"),
        client: registered?.text.includes("client_id"),
        exchanged: JSON.parse(exchanged?.text ?? "{}").error,
        statuses: [refused, tools, registered, exchanged, stream, ...others].map((one) => one?.status),
      }
    },
    [service.base_url, firm.token],
  )
  assert.match(seen.challenge, /^Bearer resource_metadata=/)
  assert.deepEqual([seen.tools, seen.client, seen.exchanged], [true, true, "invalid_client"])
  assert.deepEqual(seen.statuses, [401, 200, 201, 401, 405, 200, 200, undefined, undefined])
})

test("a tool call counts once against the limit, and once in the request log", async () => {
  const limited = await openTestService({ settings: { FOYER_API_RATE_LIMIT: "100" } })
  const firm = await limited.newFirm()
  const left: (string | undefined)[] = []
  for (const id of [1, 2, 3]) {
    const { headers } = await limited.app.inject({
      method: "POST",
      url: "/mcp",
      headers: { authorization: `Token ${firm.token}`, accept: "application/json, text/event-stream" },
      payload: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "listMatters", arguments: {} } },
    })
    left.push(/"key";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  }
  assert.deepEqual(left.slice(1), ["98", "97"])
  await limited.close()
  const logged = await service.db.forPlatform((tx) =>
    tx.all(sql`select route, requests from api_requests where firm_id = ${firm.firm_id}`),
  )
  assert.deepEqual(logged, [{ route: "/v1/matters", requests: 3 }])
})

test("whoever connects without a key learns where to ask for one", async () => {
  const { headers, statusCode } = await service.app.inject({ method: "POST", url: "/mcp", payload: {} })
  const resource = `${service.base_url}/.well-known/oauth-protected-resource/mcp`
  assert.deepEqual([statusCode, headers["www-authenticate"]], [401, `Bearer resource_metadata="${resource}"`])
  const read = async (url: string) => (await service.app.inject({ url })).json()
  const { resource: named, authorization_servers } = await read(new URL(resource).pathname)
  assert.deepEqual([named, authorization_servers], [`${service.base_url}/mcp`, [service.base_url]])
  const server = await read("/.well-known/oauth-authorization-server")
  assert.deepEqual([server.issuer, server.code_challenge_methods_supported], [service.base_url, ["S256"]])
})
