import assert from "node:assert/strict"
import { test } from "node:test"
import {
  allow,
  appUrl,
  challengeOf,
  connect,
  consentUrl,
  exchange,
  newApp,
  post,
  refresh,
  register,
  type StaffBrowser,
  verifier,
} from "../../../../test/harness/connecting-app.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { createEndpoint } from "../../../outputs/webhooks/endpoints.ts"
import { sql } from "../../../platform/db/sql.ts"
import { hashToken } from "../../../platform/secrets/tokens.ts"
import { changeMember } from "../../users/team.ts"
import { createStaff } from "../../users/users.ts"
import { removeUnusedApps } from "./apps.ts"
import { removeOldConnections } from "./connections.ts"

let now = new Date("2026-03-02T09:00:00Z")
const service = provideService({ clock: () => now, own_database: true })
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

async function newFirm() {
  const firm = await service.newFirm("Hartwell & Pryce")
  return { firm, browser: await newStaffBrowser(service, firm) }
}

/** The status of a call of the API with this token. */
async function callWith(token: string, url = "/v1/matters"): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await service.app.inject({ url, headers })).statusCode
}

const auditOf = (firm: TestFirm) =>
  firm.all<{ action: string; label: string }>(sql`select action, label from audit_entries order by id`)

test("the limit of refreshes remembers a hash, and none of what strangers send", async (t) => {
  const client_id = await newApp(service)
  const names: unknown[] = []
  const { set } = Map.prototype
  t.mock.method(Map.prototype, "set", function (this: Map<unknown, unknown>, name: unknown, value: unknown) {
    names.push(name)
    return set.call(this, name, value)
  })
  assert.equal((await refresh(service, client_id, "Stranger.1")).body.error, "invalid_grant")
  t.mock.restoreAll()
  assert.ok(names.includes(hashToken("Stranger").toString("hex")))
  assert.deepEqual(
    names.filter((name) => String(name).includes("Stranger")),
    [],
  )
})

test("a connection has what was allowed, for an hour, and its app renews it as the same key", async () => {
  const { firm, browser } = await newFirm()
  const client_id = await newApp(service, { client_name: "Scribe" })
  const url = consentUrl(client_id, { scope: "matters:read matters:write users:read offline_access" })
  const code = await allow(browser, url, ["matters:read", "users:read"])
  const { status, body, headers } = await exchange(service, client_id, code, { resource: service.base_url })
  assert.deepEqual([status, headers["cache-control"]], [200, "no-store"])
  const { access_token, refresh_token, ...rest } = body
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 3_600, scope: "matters:read users:read" })
  assert.equal(await callWith(access_token), 200)
  assert.equal(await callWith(access_token, "/v1/events"), 403)
  wait(3_601)
  assert.equal(await callWith(access_token), 401)
  const renewed = await refresh(service, client_id, refresh_token)
  assert.equal(await callWith(renewed.body.access_token), 200)
  assert.notEqual(renewed.body.refresh_token, refresh_token)
  assert.equal((await firm.all(sql`select from api_keys where name = 'Scribe'`)).length, 1)
  assert.deepEqual(
    (await auditOf(firm)).filter(({ action }) => action.startsWith("app_")),
    [{ action: "app_allowed", label: "Scribe (assistant.example)" }],
  )
  wait(30 * 24 * 3_600 + 1)
  assert.equal((await refresh(service, client_id, renewed.body.refresh_token)).body.error, "invalid_grant")
})

/** Each attack is refused: what it returns is compared with what it ends in. */
const attacks: Record<string, (browser: StaffBrowser) => Promise<[got: unknown, wanted: unknown]>> = {
  "a code sent to another address": async (browser) => {
    const url = consentUrl(await newApp(service), { redirect_uri: "https://evil.example/callback" })
    return [await shownAt(browser, url), "not registered"]
  },
  "a code sent to a longer address": async (browser) => {
    const url = consentUrl(await newApp(service), { redirect_uri: `${appUrl}/../../evil` })
    return [await shownAt(browser, url), "not registered"]
  },
  "a code sent to another host that begins alike": async (browser) => {
    const url = consentUrl(await newApp(service), {
      redirect_uri: "https://assistant.example.evil.example/callback",
    })
    return [await shownAt(browser, url), "not registered"]
  },
  "no PKCE": async (browser) => {
    const url = consentUrl(await newApp(service), {
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    return [await shownAt(browser, url), "PKCE"]
  },
  "PKCE in plain text": async (browser) => {
    const url = consentUrl(await newApp(service), {
      code_challenge: verifier,
      code_challenge_method: "plain",
    })
    return [await shownAt(browser, url), "PKCE"]
  },
  "a token in the address": async (browser) => {
    return [await shownAt(browser, consentUrl(await newApp(service), { response_type: "token" })), "a code"]
  },
  "a token for another service": async (browser) => {
    const url = consentUrl(await newApp(service), { resource: "https://other.example/mcp" })
    return [await shownAt(browser, url), "another service"]
  },
  "an error that sends people on by itself": async (browser) => {
    const { status, location } = await browser("GET", consentUrl(await newApp(service), { scope: "none" }))
    return [
      [status, location],
      [200, "undefined"],
    ]
  },
  "a person who agreed before, sent again": async (browser) => {
    const { client_id } = await connect(service, browser)
    const { status, location } = await browser("GET", consentUrl(client_id))
    return [
      [status, location],
      [200, "undefined"],
    ]
  },
  "a consent form on another website": async () => {
    const url = consentUrl(await newApp(service))
    const firm = await service.newFirm()
    const { firm_id } = firm
    const statuses = []
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "sec-fetch-site": site, "content-type": "application/x-www-form-urlencoded" }
      const { statusCode } = await service.app.inject({
        method: "POST",
        url,
        headers,
        payload: "scopes=matters:read",
      })
      statuses.push(statusCode)
    }
    return [
      [statuses, firm_id],
      [[403, 403], firm_id],
    ]
  },
  "a scope that the app did not ask for": async (browser) => {
    const { status } = await browser("POST", consentUrl(await newApp(service)), {
      scopes: "answers:sensitive",
    })
    return [status, 400]
  },
  "a wrong verifier": async (browser) => endedBy(browser, { code_verifier: `${verifier}x` }),
  "the challenge as its verifier": async (browser) =>
    endedBy(browser, { code_verifier: challengeOf(verifier) }),
  "no verifier": async (browser) => endedBy(browser, { code_verifier: "" }),
  "the code of another client": async (browser) => endedBy(browser, { client_id: await newApp(service) }),
  "a code with another redirect address": async (browser) =>
    endedBy(browser, { redirect_uri: "https://evil.example/callback" }),
  "an expired code": async (browser) => {
    const client_id = await newApp(service)
    const code = await allow(browser, consentUrl(client_id))
    wait(61)
    return [(await exchange(service, client_id, code)).body.error, "invalid_grant"]
  },
  "a code used twice, which ends what it gave": async (browser) => {
    const { client_id, code, access, refresh_token } = await connect(service, browser)
    const { body } = await exchange(service, client_id, code)
    const renewed = await refresh(service, client_id, refresh_token)
    return [
      [body.error, await callWith(access), renewed.body.error],
      ["invalid_grant", 401, "invalid_grant"],
    ]
  },
  "a code used twice at once": async (browser) => {
    const client_id = await newApp(service)
    const code = await allow(browser, consentUrl(client_id))
    const both = await Promise.all([1, 2].map(() => exchange(service, client_id, code)))
    const works = await Promise.all(both.map(({ body }) => callWith(body.access_token ?? "")))
    return [
      [both.map(({ status }) => status).toSorted(), works],
      [
        [200, 400],
        [401, 401],
      ],
    ]
  },
  "an old refresh token, which ends the whole family": async (browser) => {
    const { client_id, refresh_token } = await connect(service, browser)
    const { body: latest } = await refresh(service, client_id, refresh_token)
    wait(9 * 24 * 3_600)
    const { body: newest } = await refresh(service, client_id, latest.refresh_token)
    const { body } = await refresh(service, client_id, refresh_token)
    const again = await refresh(service, client_id, newest.refresh_token)
    const works = await callWith(newest.access_token)
    return [
      [body.error, again.body.error, works],
      ["invalid_grant", "invalid_grant", 401],
    ]
  },
  "a refresh token of another client": async (browser) => {
    const { refresh_token, access } = await connect(service, browser)
    const { body } = await refresh(service, await newApp(service), refresh_token)
    return [
      [body.error, await callWith(access)],
      ["invalid_grant", 401],
    ]
  },
  "more scopes by refreshing": async (browser) => {
    const { client_id, refresh_token, access } = await connect(service, browser)
    const { body } = await refresh(service, client_id, refresh_token, {
      scope: "matters:read answers:sensitive",
    })
    return [
      [body.error, await callWith(access)],
      ["invalid_scope", 200],
    ]
  },
  "another resource by refreshing": async (browser) => {
    const { client_id, refresh_token } = await connect(service, browser)
    const { body } = await refresh(service, client_id, refresh_token, { resource: "https://other.example" })
    return [body.error, "invalid_target"]
  },
  "a refresh token or a code as a key of the API": async (browser) => {
    const { code, refresh_token } = await connect(service, browser)
    return [
      [await callWith(code), await callWith(refresh_token)],
      [401, 401],
    ]
  },
  "a grant that is a name of JavaScript": async (browser) => {
    const { client_id } = await connect(service, browser)
    const { body } = await post(service, "/oauth/token", { client_id, grant_type: "constructor" })
    return [body.error, "unsupported_grant_type"]
  },
  "an unknown client": async () => {
    const { status, body } = await exchange(service, `app_${"0".repeat(32)}`, "x")
    return [
      [status, body.error],
      [401, "invalid_client"],
    ]
  },
  "another client's connection revoked": async (browser) => {
    const { access, refresh_token } = await connect(service, browser)
    const client_id = await newApp(service)
    for (const token of [access, refresh_token]) await post(service, "/oauth/revoke", { token, client_id })
    return [await callWith(access), 200]
  },
  "a key of the firm's own software revoked": async () => {
    const { token } = await service.newFirm()
    const { status } = await post(service, "/oauth/revoke", { token, client_id: await newApp(service) })
    return [
      [status, await callWith(token)],
      [200, 200],
    ]
  },
  "a connection ended by another firm": async (browser) => {
    const { access } = await connect(service, browser)
    const { firm, browser: other } = await newFirm()
    const [key] = await service.db.forPlatform((tx) =>
      tx.all<{ key_id: string }>(sql`
        select c.key_id from connections c where c.firm_id <> ${firm.firm_id} order by c.key_id desc limit 1`),
    )
    const { status } = await other("POST", `/console/settings/keys/${key?.key_id}/revocation`)
    return [
      [status, await callWith(access)],
      [404, 200],
    ]
  },
  "a member who may not manage keys": async () => {
    const { firm } = await newFirm()
    const member = await firm.call(createStaff, { email: "mo@example.com", name: "Mo", role: "member" })
    const browser = await newStaffBrowser(service, firm, member)
    const { status } = await browser("POST", consentUrl(await newApp(service)), { scopes: "matters:read" })
    return [status, 403]
  },
  "a token in the query": async (browser) => {
    const { access } = await connect(service, browser)
    const { statusCode } = await service.app.inject({ url: `/v1/matters?access_token=${access}` })
    return [statusCode, 401]
  },
  "HTML in the name of an app": async (browser) => {
    const client_id = await newApp(service, { client_name: "<img src=x onerror=alert(1)>" })
    const { text } = await browser("GET", consentUrl(client_id))
    return [
      [text.includes("<img src=x"), text.includes("&lt;img src=x")],
      [false, true],
    ]
  },
}

for (const [name, attack] of Object.entries(attacks))
  test(`refused: ${name}`, async () => {
    const { browser } = await newFirm()
    const [got, wanted] = await attack(browser)
    assert.deepEqual(got, wanted)
  })

/** What the consent page says instead of asking. */
async function shownAt(browser: StaffBrowser, url: string): Promise<string> {
  const { status, location, text } = await browser("GET", url)
  const { status: pressed } = await browser("POST", url, { scopes: "matters:read" })
  assert.deepEqual([status, location, pressed], [200, "undefined", 409])
  const sentences = { "not registered": "not of an app that is known", PKCE: "by PKCE with S256" }
  const found = Object.entries(sentences).find(([, words]) => text.includes(words))
  return (
    found?.[0] ??
    /must ask for (a code)|access to (another service)/.exec(text)?.slice(1).find(Boolean) ??
    text
  )
}

/** A code that someone tries with these changes is refused, and then also as it should be sent. */
async function endedBy(browser: StaffBrowser, changes: Record<string, string>): Promise<[unknown, unknown]> {
  const client_id = await newApp(service)
  const code = await allow(browser, consentUrl(client_id))
  const wrong = await exchange(service, client_id, code, changes)
  const right = await exchange(service, client_id, code)
  return [
    [wrong.body.error, right.body.error],
    ["invalid_grant", "invalid_grant"],
  ]
}

test("an app registers only with addresses and a name that people can judge", async () => {
  const faults: [metadata: object, error: string][] = [
    [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["data:text/html,x"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://evil.example/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://localhost.evil.example/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://claude.ai@evil.example/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://assistant.example/#x"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [`https://assistant.example/${"x".repeat(500)}`] }, "invalid_redirect_uri"],
    [
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
      "invalid_redirect_uri",
    ],
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: "https://a.example/" }, "invalid_redirect_uri"],
    [{ client_name: "x".repeat(101) }, "invalid_client_metadata"],
    [{ client_name: "Good\u202Eevil" }, "invalid_client_metadata"],
  ]
  for (const [metadata, error] of faults)
    assert.equal((await register(service, metadata)).body.error, error, JSON.stringify(metadata).slice(0, 60))
  assert.equal((await register(service, { software_statement: "x".repeat(20_000) })).status, 413)
})

test("an app that registers thousands of times is one app, and many different ones have to wait", async () => {
  const metadata = { client_name: "Assistant of many", redirect_uris: [appUrl] }
  const again = await Promise.all(Array.from({ length: 30 }, () => newApp(service, metadata)))
  assert.equal(new Set(again).size, 1)
  const version = () =>
    service.db.forPlatform((tx) => tx.one(sql`select xmin::text from apps where id = ${again[0]}`))
  const first = await version()
  await newApp(service, metadata)
  assert.deepEqual(await version(), first, "nothing is written")
  wait(24 * 3_600)
  await newApp(service, metadata)
  assert.notDeepEqual(await version(), first)
  const statuses = []
  for (let n = 0; n < 25; n++) {
    const { statusCode } = await service.app.inject({
      method: "POST",
      url: "/oauth/register",
      remoteAddress: "198.51.100.7",
      payload: { client_name: `Flood ${n}`, redirect_uris: [appUrl] },
    })
    statuses.push(statusCode)
  }
  assert.deepEqual([statuses.indexOf(429), statuses.at(-1)], [20, 429])
})

test("a program on the person's own machine may use any port, and nothing else of another address", async () => {
  const { browser } = await newFirm()
  const client_id = await newApp(service, { redirect_uris: ["http://127.0.0.1/callback"] })
  const shown = async (redirect_uri: string) =>
    (await browser("GET", consentUrl(client_id, { redirect_uri }))).text
  assert.match(await shown("http://127.0.0.1:51423/callback"), /<h1[^>]*>Connect Assistant/)
  for (const other of [
    "http://127.0.0.1:51423/other",
    "http://localhost:51423/callback",
    "https://127.0.0.1/callback",
    "callback",
  ])
    assert.match(await shown(other), literally("not of an app that is known"), other)
})

test("two firms and two apps of one person are four connections, and each ends alone", async () => {
  const [one, two] = [await newFirm(), await newFirm()]
  const shared = await newApp(service)
  const open = async ({ browser }: { browser: StaffBrowser }) =>
    (await exchange(service, shared, await allow(browser, consentUrl(shared)))).body.access_token as string
  const tokens = [
    await open(one),
    await open(one),
    await open(two),
    (await connect(service, two.browser)).access,
  ]
  await post(service, "/oauth/revoke", { token: tokens[0] ?? "", client_id: shared })
  assert.deepEqual(await Promise.all(tokens.map((token) => callWith(token))), [401, 200, 200, 200])
  const [key] = await two.firm.all<{ id: string }>(sql`
    select id from api_keys join connections on key_id = id where app_id = ${shared}`)
  assert.equal((await two.browser("POST", `/console/settings/keys/${key?.id}/revocation`)).status, 303)
  assert.deepEqual(await Promise.all(tokens.map((token) => callWith(token))), [401, 200, 401, 200])
  assert.ok((await auditOf(one.firm)).some(({ action }) => action === "app_ended"))
  assert.ok((await auditOf(two.firm)).some(({ action }) => action === "app_ended"))
})

test("Allow pressed twice is one connection, with one code", async () => {
  const { firm, browser } = await newFirm()
  const url = consentUrl(await newApp(service))
  const press = () => browser("POST", url, { scopes: "matters:read", form_id: "alone.1" })
  const [first, second] = await Promise.all([press(), press()])
  assert.ok(first.location.startsWith(`${appUrl}?code=`), first.location)
  assert.equal(second.location, first.location)
  assert.equal((await press()).location, first.location)
  assert.equal((await firm.all(sql`select from connections`)).length, 1)
})

test("a connection ends with its person's account, and when they may no longer manage keys", async () => {
  const { firm } = await newFirm()
  for (const edits of [{ active: false }, { role: "member" as const }]) {
    const [email, name] = [`${Object.keys(edits)[0]}@example.com`, "Noor"]
    const user_id = await firm.call(createStaff, { email, name, role: "admin" })
    const { client_id, access, refresh_token } = await connect(
      service,
      await newStaffBrowser(service, firm, user_id),
    )
    assert.equal(await callWith(access), 200)
    await firm.call(changeMember, user_id, { name: "Noor B." })
    assert.equal(await callWith(access), 200)
    await firm.call(changeMember, user_id, edits)
    assert.equal(await callWith(access), 401)
    assert.equal((await refresh(service, client_id, refresh_token)).body.error, "invalid_grant")
  }
  assert.equal(await callWith(firm.token), 200, "a key of the firm's own software goes on")
})

test("what a person allows in the instant in which they lose their role never works", async () => {
  const { firm } = await newFirm()
  const changes = { member: sql`role = 'member'`, former: sql`deactivated_at = ${now}` }
  for (const [became, change] of Object.entries(changes)) {
    const email = `${became}@example.com`
    const user_id = await firm.call(createStaff, { email, name: "Ola", role: "admin" })
    const browser = await newStaffBrowser(service, firm, user_id)
    const client_id = await newApp(service)
    const code = await firm.run(async (tx) => {
      await tx.run(sql`update users set ${change} where id = ${user_id}`)
      return allow(browser, consentUrl(client_id))
    })
    assert.ok(code)
    assert.equal((await exchange(service, client_id, code)).body.error, "invalid_grant")
  }
})

test("whoever ends a connection that may manage webhooks sees where events go on to", async () => {
  const { firm, browser } = await newFirm()
  const add = (url: string, key_id?: string) =>
    firm.call(createEndpoint, service.ring, { url, event_types: ["intakeform.completed"], key_id })
  const keyOf = async (scopes: string[]) => {
    await connect(service, browser, scopes)
    return (await firm.one<{ id: string }>(sql`select id from api_keys order by id desc limit 1`)).id
  }
  const shown = async (key_id: string) => (await browser("GET", `/console/settings/keys/${key_id}`)).text
  const [own, other] = [await keyOf(["webhooks:write"]), await keyOf(["webhooks:write"])]
  const { id } = await add("https://sink.example/a?token=x", own)
  await add("https://staff.example/b")
  await add("https://other.example/c", other)
  assert.match(await shown(own), /it set up\. Remove .*: sink\.example\/a\./s)
  assert.doesNotMatch(await shown(await keyOf(["matters:read"])), /sink\.example/)
  assert.match((await browser("GET", `/console/settings/webhooks/${id}`)).text, literally(`keys/${own}">`))
  await firm.write(sql`update webhook_endpoints set key_id = null`)
  assert.match(await shown(own), /: sink\.example\/a, other\.example\/c\./, "by a key that was not recorded")
  await firm.write(sql`update webhook_endpoints set disabled_at = ${now}`)
  assert.doesNotMatch(await shown(own), /sink\.example/, "nothing goes there anymore")
})

test("whoever allows changes reads of every kind of thing that may be changed", async () => {
  const { browser } = await newFirm()
  const { text } = await browser("GET", consentUrl(await newApp(service), { scope: "matters:write" }))
  const { paths } = (await service.app.inject("/v1/openapi.json")).json() as {
    paths: Record<string, Record<string, { operationId: string; security: { token: string[] }[] }>>
  }
  const ids = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security?.[0]?.token?.includes("matters:write"))
    .map(({ operationId }) => operationId)
  assert.ok(ids.length > 10)
  for (const id of ids) {
    const noun = /[A-Z][a-z]+?(?=s?$)/.exec(id)?.[0] ?? id
    assert.match(text, new RegExp(noun, "i"), id)
  }
})

test("a suspended firm's connections do nothing and renew nothing", async () => {
  const { firm, browser } = await newFirm()
  const { client_id, access, refresh_token } = await connect(service, browser)
  const suspend = (at: Date | null) =>
    service.db.forPlatform((tx) =>
      tx.run(sql`update firms set suspended_at = ${at} where id = ${firm.firm_id}`),
    )
  await suspend(now)
  assert.equal(await callWith(access), 403)
  // An app throws tokens away that are said to be invalid.
  const { status, body } = await refresh(service, client_id, refresh_token)
  assert.deepEqual([status, body.error], [503, "temporarily_unavailable"])
  assert.equal((await post(service, "/oauth/revoke", { token: access, client_id })).status, 503)
  await suspend(null)
  assert.equal((await refresh(service, client_id, refresh_token)).status, 200)
})

test("a connection that renews without pause is told to wait, alone, and goes on with the same token", async () => {
  const { browser } = await newFirm()
  const { client_id, ...opened } = await connect(service, browser)
  const other = await connect(service, browser)
  let { refresh_token } = opened
  for (let n = 0; n < 10; n++)
    refresh_token = (await refresh(service, client_id, refresh_token)).body.refresh_token
  const { status, headers, body } = await refresh(service, client_id, refresh_token)
  assert.deepEqual([status, headers["retry-after"], body.error], [429, "60", "too_many_requests"])
  assert.match(body.error_description, /more than 10 times a minute.* go on in 60 s/)
  assert.equal((await refresh(service, other.client_id, other.refresh_token)).status, 200)
  wait(60)
  assert.equal((await refresh(service, client_id, refresh_token)).status, 200)
})

test("what can't be read as a request gets an error of OAuth too", async () => {
  const headers = { "content-type": "application/json" }
  const sent: [string, object][] = [
    ["/oauth/register", { headers, payload: "{" }],
    ["/oauth/register", { headers: {}, payload: undefined }],
    ["/oauth/register", { headers, payload: JSON.stringify({ padding: "x".repeat(10_000) }) }],
    ["/oauth/token", { headers, payload: "{}" }],
    ["/oauth/token", { headers: { "content-type": "text/plain" }, payload: "x" }],
    ["/oauth/revoke", { headers, payload: "{}" }],
  ]
  for (const [url, request] of sent) {
    const { statusCode, body } = await service.app.inject({ method: "POST", url, ...request })
    const { error, error_description } = JSON.parse(body)
    assert.ok([400, 413, 415].includes(statusCode), `${url}: ${statusCode} ${body}`)
    assert.deepEqual([typeof error, typeof error_description], ["string", "string"], body)
  }
})

test("what was never used, and what ended long ago, is removed", async () => {
  const { firm, browser } = await newFirm()
  const unused = await newApp(service)
  await allow(browser, consentUrl(unused))
  const live = await connect(service, browser)
  const ended = await connect(service, browser)
  await post(service, "/oauth/revoke", { token: ended.access, client_id: ended.client_id })
  const prune = () =>
    service.db.forPlatform(async (tx) => {
      await removeOldConnections(tx)
      await removeUnusedApps(tx)
    })
  const left = async () => {
    const apps = await service.db.forPlatform((tx) => tx.all<{ id: string }>(sql`select id from apps`))
    const connections = await firm.all<{ app_id: string }>(sql`select app_id from connections`)
    const names = { unused, live: live.client_id, ended: ended.client_id }
    return Object.entries(names).flatMap(([name, id]) => [
      ...(connections.some(({ app_id }) => app_id === id) ? [`${name} connection`] : []),
      ...(apps.some((app) => app.id === id) ? [`${name} app`] : []),
    ])
  }
  await prune()
  assert.equal((await left()).length, 6)
  wait(2 * 24 * 3_600)
  await prune()
  assert.deepEqual(await left(), [
    "unused app",
    "live connection",
    "live app",
    "ended connection",
    "ended app",
  ])
  let { refresh_token } = live
  for (let month = 0; month < 6; month++) {
    wait(20 * 24 * 3_600)
    refresh_token = (await refresh(service, live.client_id, refresh_token)).body.refresh_token
    if (month !== 1) continue
    await prune()
    assert.ok(!(await left()).includes("ended connection"), "thirty days after its end, not its last token's")
  }
  await prune()
  assert.deepEqual(await left(), ["live connection", "live app"])
})
