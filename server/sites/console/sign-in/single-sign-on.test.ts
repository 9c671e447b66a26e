// Runs against a real provider on loopback, the certified `oidc-provider` package, with its own sign-in pages.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { after, before, beforeEach, test } from "node:test"
import Provider from "oidc-provider"
import { collide } from "../../../../test/harness/collide.ts"
import { type Cookies, cookieHeader, keepCookies } from "../../../../test/harness/cookies.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { readConfig } from "../../../config.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { createEmergencyToken, inviteStaff } from "../../../firm/users/setup-links.ts"
import { signInByIdentity, unlinkIdentity } from "../../../firm/users/sign-in/single-sign-on.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openProvider } from "../../../platform/oidc/provider.ts"

/** The claims the provider returns for each user name. */
const people: Record<string, { email: string; email_verified: unknown }> = {}
let provider: Server
let issuer = ""
let service: TestService
/** A service that allows single sign-on only. */
let strict: TestService
let firm: TestFirm

before(async () => {
  const redirect_uris: string[] = []
  const clients = [{ client_id: "foyer", client_secret: "a secret of the provider", redirect_uris }]
  const port = await new Promise<number>((resolve) => {
    const placeholder = new Provider("http://127.0.0.1").listen(0, "127.0.0.1", () => {
      const { port } = placeholder.address() as AddressInfo
      placeholder.close(() => resolve(port))
    })
  })
  issuer = `http://127.0.0.1:${port}`
  service = await openTestService({
    listen: true,
    settings: {
      FOYER_OIDC_ISSUER: issuer,
      FOYER_OIDC_CLIENT_ID: "foyer",
      FOYER_OIDC_CLIENT_SECRET: "a secret of the provider",
      FOYER_OIDC_NAME: "Hartwell ID",
    },
  })
  strict = await openTestService({
    listen: true,
    settings: {
      FOYER_OIDC_ISSUER: issuer,
      FOYER_OIDC_CLIENT_ID: "foyer",
      FOYER_OIDC_CLIENT_SECRET: "a secret of the provider",
      FOYER_OIDC_NAME: "Hartwell ID",
      FOYER_OIDC_ONLY: "on",
    },
  })
  for (const { base_url } of [service, strict])
    redirect_uris.push(`${base_url}/console/single-sign-on/callback`)
  const oidc = new Provider(issuer, {
    clients,
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["a key of the provider's cookies"] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
  })
  provider = oidc.listen(port, "127.0.0.1")
})
after(async () => {
  await service.close()
  await strict.close()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(async () => {
  firm = await service.newFirm("Hartwell & Pryce")
})

interface Browser {
  cookies: Map<string, Cookies>
  url: string
  status: number
  html: string
}

const newBrowser = (): Browser => ({ cookies: new Map(), url: "", status: 0, html: "" })

/** Follows redirects between both servers and stores each server's cookies separately. */
async function go(browser: Browser, to: string, form?: Record<string, string>): Promise<Browser> {
  let url = new URL(to, browser.url || service.base_url)
  let body = form && new URLSearchParams(form).toString()
  for (let hop = 0; hop < 12; hop += 1) {
    const cookies = browser.cookies.get(url.host) ?? new Map<string, string>()
    browser.cookies.set(url.host, cookies)
    const response: Response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      headers: {
        cookie: cookieHeader(cookies),
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
    })
    keepCookies(cookies, response.headers.getSetCookie())
    const location = response.headers.get("location")
    const html = await response.text()
    if (!location) return Object.assign(browser, { url: url.href, status: response.status, html })
    url = new URL(location, url)
    body = undefined
  }
  throw new Error(`too many redirects, the last to ${url.href}`)
}

/** Signs in at the provider and returns to the console. */
async function signInAs(
  login: string,
  next = "/console/settings/team",
  { base_url } = service,
): Promise<Browser> {
  const browser = newBrowser()
  await go(browser, `${base_url}/console/sign-in?next=${encodeURIComponent(next)}`)
  const [, href = ""] = /href="(\/console\/single-sign-on[^"]*)"/.exec(browser.html) ?? []
  await go(browser, href.replaceAll("&amp;", "&"))
  for (let page = 0; page < 2 && browser.url.startsWith(issuer); page += 1) {
    const [, action = ""] = /<form[^>]*action="([^"]+)"/.exec(browser.html) ?? []
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(browser.html) ?? []
    await go(browser, action, prompt === "login" ? { prompt, login, password: "any" } : { prompt })
  }
  return browser
}

test("a verified email address from the identity provider signs in the member and opens the requested page", async () => {
  people.eleanor = { email: "Eleanor@Hartwell.example", email_verified: true }
  await firm.call(createStaff, { email: "eleanor@hartwell.example", name: "Eleanor", role: "admin" })
  const browser = await signInAs("eleanor")
  assert.equal(browser.status, 200)
  assert.equal(new URL(browser.url).pathname, "/console/settings/team")
  assert.match(browser.html, /Eleanor/)
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 10, offset: 0 }))
  assert.deepEqual(
    rows
      .map(({ action }) => action)
      .filter((action) => /identity|signed_in/.test(action))
      .toSorted(),
    ["identity_linked", "signed_in"],
  )
})

test("after the first sign-in, the provider's subject identifies the member, not the address", async () => {
  people.noor = { email: "noor@hartwell.example", email_verified: true }
  const user_id = await firm.run((tx) =>
    createStaff(tx, { email: "noor@hartwell.example", name: "Noor", role: "admin" }),
  )
  await signInAs("noor")
  people.noor = { email: "noor.new@hartwell.example", email_verified: true }
  assert.equal(new URL((await signInAs("noor")).url).pathname, "/console/settings/team")

  // The address now belongs to someone else.
  people.stranger = { email: "noor@hartwell.example", email_verified: true }
  const refused = await signInAs("stranger")
  assert.equal(refused.status, 403)
  assert.match(refused.html, /No one here has this account’s verified email address/)
  assert.ok(await firm.run((tx) => unlinkIdentity(tx, user_id)))
  assert.equal((await signInAs("stranger")).status, 200)
})

test("of two identities with one member's address that sign in at the same time, one is the member's", async () => {
  const verified_email = "ruth.two@hartwell.example"
  const user_id = await firm.call(createStaff, { email: verified_email, name: "Ruth", role: "member" })
  const signIn = (subject: string) => () =>
    signInByIdentity(service.db, { issuer, subject, verified_email }).then(
      () => "signed in",
      ({ code }: { code: string }) => code,
    )
  const row = sql`select from users where id = ${user_id}`
  const outcomes = await collide(service, row, [signIn("one"), signIn("other")])
  assert.deepEqual(outcomes.toSorted(), ["signed in", "unknown_identity"])
})

test("a provider may write its mark of a verified address as a word", async () => {
  for (const [login, email_verified] of [
    ["ana", "true"],
    ["cognito", "True"],
  ] as const) {
    const email = `${login}@hartwell.example`
    people[login] = { email, email_verified }
    await firm.run((tx) => createStaff(tx, { email, name: login, role: "admin" }))
    assert.equal((await signInAs(login)).status, 200, login)
  }
  people.fake = { email: "ana@hartwell.example", email_verified: "false" }
  assert.equal((await signInAs("fake")).status, 403)
})

test("an issuer may lack the mark at its end, and every other fault of the setting is named", async (t) => {
  const documents: Record<string, [status: number, body: string]> = {}
  const server = createServer((request, response) => {
    const [status, body] = documents[request.url ?? ""] ?? [404, "{}"]
    response.writeHead(status, { "content-type": "application/json" }).end(body)
  }).listen(0, "127.0.0.1")
  t.after(() => server.close())
  await once(server, "listening")
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const check = (issuer: string) =>
    openProvider({ issuer, client_id: "x", client_secret: "x", redirect_uri: base })
      .check()
      .then(
        () => "fine",
        ({ message }: Error) => message.replaceAll(base, "BASE"),
      )
  const path = "/realm/.well-known/openid-configuration"
  const stating = (issuer: string) => {
    documents[path] = [200, JSON.stringify({ issuer })]
  }
  stating(`${base}/realm/`)
  assert.equal(await check(`${base}/realm`), "fine")
  stating(`${base}/realm`)
  assert.equal(await check(`${base}/realm/`), "fine")
  stating(`${base}/realms/main`)
  assert.match(
    await check(`${base}/realm`),
    /The issuer is BASE\/realms\/main; set FOYER_OIDC_ISSUER to it\./,
  )
  assert.match(
    await check(`${base}/other`),
    /openid-configuration answers with status 404\. Check FOYER_OIDC_ISSUER/,
  )
  documents[path] = [200, "<html>"]
  assert.match(await check(`${base}/realm`), /is not the configuration of an identity provider/)
  assert.match(await check("http://idp.example/realm"), /must begin with https/)
  assert.match(await check("http://127.0.0.1:9/realm"), /not responding/)
})

test("an unverified address or a deactivated account cannot sign in", async () => {
  people.mallory = { email: "marcus@hartwell.example", email_verified: false }
  const user_id = await firm.run((tx) =>
    createStaff(tx, { email: "marcus@hartwell.example", name: "Marcus", role: "member" }),
  )
  assert.equal((await signInAs("mallory")).status, 403)
  people.marcus = { email: "marcus@hartwell.example", email_verified: true }
  await firm.run((tx) => changeMember(tx, user_id, { active: false }))
  assert.equal((await signInAs("marcus")).status, 403)
})

test("an unsolicited or replayed callback is refused", async () => {
  people.iris = { email: "iris@hartwell.example", email_verified: true }
  await firm.run((tx) => createStaff(tx, { email: "iris@hartwell.example", name: "Iris", role: "admin" }))
  const bare = newBrowser()
  await go(bare, "/console/single-sign-on/callback?code=x&state=y")
  assert.equal(new URL(bare.url).pathname, "/console/sign-in")

  const browser = newBrowser()
  await go(browser, "/console/single-sign-on")
  const changed = await go(browser, `${service.base_url}/console/single-sign-on/callback?code=x&state=wrong`)
  assert.equal(changed.status, 403)
  assert.match(changed.html, /was not completed/)
  assert.equal(
    (await go(browser, `${service.base_url}/console/settings/team`)).url.includes("/console/sign-in"),
    true,
  )
})

test("a form typed before the session ended reappears after single sign-on", async () => {
  people.olive = { email: "olive@hartwell.example", email_verified: true }
  const user_id = await firm.run((tx) =>
    createStaff(tx, { email: "olive@hartwell.example", name: "Olive", role: "admin" }),
  )
  const browser = await signInAs("olive", "/console/settings/firm")
  const [, page_owner = ""] = /name="page_owner" value="([^"]+)"/.exec(browser.html) ?? []
  await firm.run((tx) => endSessionsOf(tx, user_id))
  await go(browser, "/console/settings/firm", { page_owner, contact_line: "Ask for Olive at the desk" })
  assert.match(browser.html, /Nothing you typed is lost/)
  const [, href = ""] = /href="(\/console\/single-sign-on[^"]*)"/.exec(browser.html) ?? []
  await go(browser, href.replaceAll("&amp;", "&"))
  assert.match(browser.html, /What you typed is still here/)
  assert.match(browser.html, /value="Ask for Olive at the desk"/)
})

test("if the provider is unavailable, the page says so and passwords still work", async () => {
  const lonely = await openTestService({ settings: { FOYER_OIDC_ISSUER: "http://127.0.0.1:9" } })
  const response = await lonely.app.inject({ url: "/console/single-sign-on" })
  await lonely.close()
  assert.equal(response.statusCode, 503)
  assert.equal(response.headers["retry-after"], "30")
  assert.match(response.body, /is not responding/)
  assert.match(response.body, /name="password"/)
})

test("single sign-on never redirects to another site", async () => {
  people.uma = { email: "uma@hartwell.example", email_verified: true }
  await firm.run((tx) => createStaff(tx, { email: "uma@hartwell.example", name: "Uma", role: "admin" }))
  const browser = await signInAs("uma", "https://elsewhere.example/console/team")
  assert.equal(new URL(browser.url).origin, service.base_url)
})

test("with single sign-on only, passwords, passkeys and emailed links do not open the console", async () => {
  const firm = await strict.newFirm("Hartwell & Pryce")
  people.ruth = { email: "ruth@hartwell.example", email_verified: true }
  const person = { email: "ruth@hartwell.example", name: "Ruth", role: "admin" } as const
  const { user_id, setup_token } = await firm.run((tx) => inviteStaff(tx, person))
  const staffBrowser = newBrowser()
  const at = (path: string, form?: Record<string, string>) =>
    go(staffBrowser, `${strict.base_url}${path}`, form)
  await at("/console/sign-in")
  assert.doesNotMatch(staffBrowser.html, /password|Sign in with a passkey/i)
  const name_and_password = { name: "Ruth", password: "violet kettle harbor" }
  await at(`/console/setup/${setup_token}`)
  assert.match(
    staffBrowser.html,
    /You don’t need a password here. Sign in with the account of ruth@hartwell.example/,
  )
  assert.equal((await at(`/console/setup/${setup_token}`, name_and_password)).status, 403)
  assert.equal(new URL((await at("/console/forgotten-password")).url).pathname, "/console/sign-in")
  assert.equal((await at("/console/forgotten-password", { email: person.email })).status, 403)

  const token = await firm.run((tx) => createEmergencyToken(tx, user_id))
  await at(`/console/setup/${token}`, name_and_password)
  assert.equal(new URL(staffBrowser.url).pathname, "/console", "the emergency link failed")
  const { email } = person
  const { password } = name_and_password
  assert.equal((await at("/console/sign-in", { email, password })).status, 403)
  assert.match(staffBrowser.html, /Only Hartwell ID signs staff in here/)
  assert.equal((await at("/console/passkey", { credential: "{}" })).status, 403)

  await firm.run((tx) => changeSettings(tx, firm.firm_id, { require_second_factor: true }))
  const browser = await signInAs("ruth", "/console/account", strict)
  assert.equal(new URL(browser.url).pathname, "/console/account", "the provider was not trusted")
  assert.match(browser.html, /Not used: you sign in with Hartwell ID/)
})

test("with single sign-on only, the team page does not offer a link to set a password", async () => {
  const firm = await strict.newFirm()
  const req = await newStaffBrowser(strict, firm)
  await req("POST", "/console/settings/team", {
    email: "noor@hartwell.example",
    name: "Noor",
    role: "member",
  })
  const team = (await req("GET", "/console/settings/team")).text
  assert.match(
    team,
    /There is no password to set: this person signs in with Hartwell ID, using the account of noor@/,
  )
  const [, location = ""] = team.match(/href="(\/console\/settings\/team\/user_\w+)">Noor</) ?? []
  const { text } = await req("GET", location)
  assert.match(text, /Not used: everyone signs in with Hartwell ID/)
  for (const page of [team, text]) {
    assert.match(page, />Not signed in yet</)
    assert.doesNotMatch(page, /Not invited/)
  }
  assert.doesNotMatch(text, /setup|Link for a new password|New link|works once/i)
  // The form is not on the page, but others of the same revision are.
  const revisions = [...text.matchAll(/name="seen" value="([^"]*)"/g)].map(([, seen = ""]) => seen)
  const refused = await Promise.all(revisions.map((seen) => req("POST", `${location}/setup-link`, { seen })))
  assert.ok(refused.every(({ status }) => status === 409))
  assert.ok(refused.some((response) => /Staff here sign in without a password/.test(response.text)))
})

test("requiring single sign-on without naming a provider is refused", () => {
  assert.throws(() => readConfig({ FOYER_OIDC_ONLY: "on" }), /FOYER_OIDC_ONLY needs FOYER_OIDC_ISSUER/)
  assert.throws(() => readConfig({ FOYER_OIDC_ONLY: "yes" }), /FOYER_OIDC_ONLY must be one of: on, off/)
})
