import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { FastifyReply, FastifyRequest } from "fastify"
import { inviteClient } from "../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { createApp } from "../../app.ts"
import type { App } from "../../platform/http/app.ts"
import { inviteStaff } from "../users/setup-links.ts"
import { openCookie, sealCookie, takeCookie } from "./cookies.ts"

const password = "violet kettle harbor"
const service = provideService()
let firm: TestFirm
/** The same service, reached over https. */
let secure: App
before(async () => {
  secure = await createApp({ ...service, base_url: "https://intake.example.com" })
  firm = await service.newFirm()
})
after(async () => {
  await secure.close()
})

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }

/** Signs a new member of staff in by setup link; returns the session cookie. */
async function enter(app: App): Promise<{ cookie: Cookie; email: string }> {
  const email = `ruth.${Math.random()}@example.com`
  const { setup_token } = await firm.run((tx) => inviteStaff(tx, { email, name: "", role: "member" }))
  const answer = await app.inject({
    method: "POST",
    url: `/console/setup/${setup_token}`,
    headers: form,
    payload: new URLSearchParams({ name: "Ruth Pryce", password }).toString(),
  })
  assert.equal(answer.statusCode, 303, answer.body)
  return { cookie: cookieOf(answer.headers["set-cookie"], "foyer_staff"), email }
}

/** Presses Start as a new client; returns the session cookie. */
async function start(app: App): Promise<Cookie> {
  const { invite_key } = await inviteClient(service, firm)
  const answer = await app.inject({
    method: "POST",
    url: `/invite/${invite_key}/start`,
    headers: form,
    payload: "",
  })
  assert.equal(answer.statusCode, 303, answer.body)
  return cookieOf(answer.headers["set-cookie"], "foyer_client")
}

interface Cookie {
  name: string
  value: string
  /** The attributes, sorted; `Max-Age` without its number. */
  attributes: string[]
}

function cookieOf(header: string | string[] | undefined, wanted: string): Cookie {
  const line = [header ?? []].flat().find((one) => one.includes(wanted)) ?? assert.fail(`no cookie ${wanted}`)
  const [pair = "", ...attributes] = line.split("; ")
  const [name = "", value = ""] = pair.split("=")
  return {
    name,
    value,
    attributes: attributes.map((one) => one.replace(/^(Max-Age)=[1-9]\d*$/, "$1")).sort(),
  }
}

test("over http, cookies of the portal and the console are HttpOnly and SameSite", async () => {
  const attributes = ["HttpOnly", "Max-Age", "Path=/", "SameSite=Lax"]
  const { cookie } = await enter(service.app)
  assert.deepEqual([cookie.name, cookie.attributes], ["foyer_staff", attributes])
  const client = await start(service.app)
  assert.deepEqual([client.name, client.attributes], ["foyer_client", attributes])
})

test("over https, cookies are Secure and have the __Host- prefix", async () => {
  const attributes = ["HttpOnly", "Max-Age", "Path=/", "SameSite=Lax", "Secure"]
  const { cookie } = await enter(secure)
  assert.deepEqual([cookie.name, cookie.attributes], ["__Host-foyer_staff", attributes])
  const client = await start(secure)
  assert.deepEqual([client.name, client.attributes], ["__Host-foyer_client", attributes])
})

test("over https, a cookie without the prefix is ignored, because another host could have set it", async () => {
  const { cookie } = await enter(secure)
  const get = (name: string) =>
    secure.inject({ url: "/console/matters", headers: { cookie: `${name}=${cookie.value}` } })
  assert.equal((await get("__Host-foyer_staff")).statusCode, 200)
  assert.equal((await get("foyer_staff")).statusCode, 303)
})

test("the bare address redirects a client to the portal, staff to the console, and shows anyone else both", async () => {
  const root = async (app: App, { name, value }: Pick<Cookie, "name" | "value">) => {
    const { statusCode, headers } = await app.inject({ url: "/", headers: { cookie: `${name}=${value}` } })
    return [statusCode, headers.location]
  }
  for (const app of [service.app, secure]) {
    assert.deepEqual(await root(app, await start(app)), [303, "/portal"])
    assert.deepEqual(await root(app, (await enter(app)).cookie), [303, "/console"])
    assert.deepEqual(await root(app, { name: "none", value: "" }), [200, undefined])
  }
})

test("signing out removes the cookie and ends its session", async () => {
  const { cookie } = await enter(service.app)
  const headers = { ...form, cookie: `${cookie.name}=${cookie.value}` }
  const out = await service.app.inject({ method: "POST", url: "/console/sign-out", headers, payload: "" })
  const dropped = cookieOf(out.headers["set-cookie"], "foyer_staff")
  assert.deepEqual([dropped.value, dropped.attributes.includes("Max-Age=0")], ["", true])
  const again = await service.app.inject({ url: "/console/matters", headers: { cookie: headers.cookie } })
  assert.equal(again.statusCode, 303)
})

test("a sealed cookie is read until its time is over, for its purpose alone, once if it is taken", () => {
  let now = new Date("2026-03-02T09:00:00Z")
  const sealer = { ring: service.ring, db: { clock: () => now } }
  const set: string[] = []
  const request = { headers: {}, protocol: "http", server: service } as unknown as FastifyRequest
  const reply = { header: (_: string, line: string) => set.push(line) } as unknown as FastifyReply
  const cookie = { name: "foyer_note", purpose: "note:1", lifetime_s: 120 }
  assert.equal(sealCookie(request, reply, sealer, cookie, { text: "x".repeat(3_800) }), false)
  assert.equal(set.length, 0)
  assert.equal(sealCookie(request, reply, sealer, cookie, { text: "Saved" }), true)
  request.headers.cookie = set[0]?.split(";")[0]
  const read = (purpose = cookie.purpose) => openCookie(request, sealer, { ...cookie, purpose })
  assert.equal(read("note:2"), undefined)
  now = new Date(now.getTime() + 119_999)
  assert.deepEqual(read(), { text: "Saved" })
  assert.deepEqual(takeCookie(request, reply, sealer, cookie), { text: "Saved" })
  assert.match(set[1] ?? "", /^foyer_note=; .*Max-Age=0/)
  now = new Date(now.getTime() + 1)
  assert.equal(read(), undefined)
  request.headers.cookie = "foyer_note=forged"
  assert.equal(read(), undefined)
})
