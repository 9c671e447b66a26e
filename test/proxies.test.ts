// The proxies of ops/ before servers that say what reaches them.
import assert from "node:assert/strict"
import { once } from "node:events"
import type { IncomingHttpHeaders, RequestListener } from "node:http"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { newFirmToken, newLinkKey } from "../server/platform/secrets/tokens.ts"
import { routes } from "./every-route/routes.ts"
import { firm_of_second, listen, proxies, startProxy } from "./harness/proxies.ts"

/** Says which headers arrived, and how many bytes. */
const echo: RequestListener = async (incoming, outgoing) => {
  const bytes = (await buffer(incoming)).length
  outgoing.end(JSON.stringify({ headers: incoming.headers, bytes }))
}

for (const name of Object.keys(proxies) as (keyof typeof proxies)[]) {
  test(`${name} passes on what Foyer needs to know of a request, and nothing that a client invents`, async (t) => {
    const { port } = await listen(t, echo)
    const proxy = await startProxy(t, name, [port])
    if (!proxy) return
    const sent = {
      "accept-encoding": "br",
      "sec-fetch-site": "same-origin",
      origin: proxy.origin,
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
    }
    const { headers, bytes } = JSON.parse(
      (await proxy.send("/portal", sent, Buffer.alloc(100 * 1024 * 1024))).text,
    )
    assert.equal(bytes, 100 * 1024 * 1024)
    assert.equal(headers["x-forwarded-for"], "127.0.0.1")
    assert.equal(headers["x-forwarded-proto"], "https")
    assert.equal(`https://${headers.host}`, proxy.origin)
    for (const header of ["accept-encoding", "sec-fetch-site", "origin"] as const)
      assert.equal(headers[header], sent[header])
  })
}

for (const name of ["nginx", "caddy"] as const)
  test(`${name} logs no key of an invitation, also while Foyer restarts`, async (t) => {
    const { server, port } = await listen(t, echo)
    // Caddy waits for a minute.
    const proxy = await startProxy(t, name, [port], (text) =>
      text.replace("try_duration 60s", "try_duration 1s"),
    )
    if (!proxy) return
    server.closeAllConnections()
    server.close()
    await once(server, "close")
    const key = newLinkKey("0a1b2c3d4e")
    const headers = { referer: `${proxy.origin}/invite/${key}` }
    const { status } = await proxy.send(`/invite/${key}`, headers)
    assert.ok(status >= 500)
    const said = await proxy.stop()
    assert.ok(!said.includes(key), said)
  })

test("nginx asks the next node for a style sheet that one does not have", async (t) => {
  const nodes = await Promise.all(
    ["old", "new"].map((build) =>
      listen(t, ({ url }, outgoing) => {
        outgoing.statusCode = url === `/assets/${build}.css` || !url?.startsWith("/assets/") ? 200 : 404
        outgoing.end(build)
      }),
    ),
  )
  const proxy = await startProxy(
    t,
    "nginx",
    nodes.map(({ port }) => port),
  )
  if (!proxy) return
  for (const build of ["old", "new", "new", "old", "old"]) {
    const { status, text } = await proxy.send(`/assets/${build}.css`)
    assert.deepEqual([status, text], [200, build])
  }
  assert.equal((await proxy.send("/assets/neither.css")).status, 404)
})

test("a request waits at Caddy while Foyer restarts", async (t) => {
  const { server, port } = await listen(t, echo)
  const proxy = await startProxy(t, "caddy", [port])
  if (!proxy) return
  server.closeAllConnections()
  server.close()
  await once(server, "close")
  const waiting = proxy.send("/portal")
  const first = await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, "waits"))])
  assert.equal(first, "waits")
  await listen(t, echo, port)
  assert.equal((await waiting).status, 200)
})

test("HAProxy sends what names a firm to the installation that has the firm", async (t) => {
  const nodes = await Promise.all(
    ["first", "second"].map((name) => listen(t, (_, outgoing) => outgoing.end(name))),
  )
  const proxy = await startProxy(
    t,
    "haproxy",
    nodes.map(({ port }) => port),
  )
  if (!proxy) return
  const there = async (url: string, headers: IncomingHttpHeaders = {}, body = "") =>
    (await proxy.send(url, headers, Buffer.from(body))).text
  const urls = Object.keys(routes).filter((url) => /:(key|token|place|firm_id)\b/.test(url))
  assert.ok(urls.length > 10)
  const firms = { first: { place: "ffff000011", id: "firm_4567" }, second: firm_of_second }
  for (const [name, { place, id }] of Object.entries(firms)) {
    const [token, link] = [newFirmToken(place), newLinkKey(place)]
    const values: Record<string, string> = { key: link, token: link, place, firm_id: id }
    for (const url of urls) {
      const filled = url
        .replace(":token.ics", `${token}.ics`)
        .replace(/:(\w+)/g, (_, part) => values[part] ?? "x")
      assert.equal(await there(filled), name, url)
    }
    assert.equal(await there(`/invite/%C2%AD${link.toUpperCase()}`), name)
    for (const authorization of [`Token foyer_${token}`, `Bearer test_${token}`])
      assert.equal(await there("/v1/matters", { authorization }), name)
    const other = newFirmToken(name === "first" ? firms.second.place : firms.first.place)
    const staff = `__Host-foyer_client=${other}; __Host-foyer_staff=${token}`
    for (const url of ["/console/matters", "/impersonation/matter_0/portal"])
      assert.equal(await there(url, { cookie: staff }), name, url)
    const client = `__Host-foyer_staff=${other}; __Host-foyer_client=${token}`
    assert.equal(await there("/portal/sections/1", { cookie: client }), name)
    const form = { "content-type": "application/x-www-form-urlencoded" }
    for (const field of [`code=${token}`, `refresh_token=${token}.x`, `token=foyer_${token}`])
      assert.equal(await there("/oauth/token", form, `client_id=x&${field}`), name, field)
    // Who signs in has no session yet: the browser remembers where it was, apart for console and portal.
    const { cookies } = await proxy.send("/console", { cookie: staff })
    assert.match(cookies.join(), new RegExp(`^firm=${place}; Path=/console;`))
    const sent = await proxy.send(`/at/${place}`)
    assert.deepEqual([sent.status, sent.cookies], [302, cookies])
    assert.equal(await there("/console/sign-in", { cookie: `firm=${place}` }), name)
    assert.deepEqual((await proxy.send("/console", { cookie: `firm=${place}; ${staff}` })).cookies, [])
  }
})
