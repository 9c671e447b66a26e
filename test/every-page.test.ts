// Every page and form of the portal and the console: no one gets in without a session, no one sees another firm's or
// another matter's records, and no other website can make a browser act.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { newId } from "../server/platform/ids.ts"
import { consoleLines, isClosedToMembers, portalLines } from "./every-route/routes.ts"
import {
  addressOf,
  parametersOf,
  provideTwoFirms,
  type Received,
  type Sent,
  send,
  start,
} from "./every-route/two-firms.ts"
import { listRepeatedIds, type Walked, walk } from "./every-route/walk.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { withoutRandomText } from "./harness/without-random-text.ts"

const fixtures = provideTwoFirms()
let walked: Walked
before(async () => {
  walked = await walk(fixtures, fixtures.ours.client, "/portal")
})

interface SampleRequest {
  method: string
  url: string
  name: string
  json?: object | undefined
  type?: string | undefined
}

function ask(sample: SampleRequest, headers: Record<string, string> = {}): Promise<Received> {
  return send(fixtures, requestOf(sample, headers))
}

function requestOf({ method, url, json, type }: SampleRequest, headers: Record<string, string>): Sent {
  if (method === "GET") return { method, url, headers }
  const form = json ? "application/json" : "application/x-www-form-urlencoded"
  return { method, url, headers: { ...headers, "content-type": type ?? form }, payload: json ?? "" }
}

/** Every page and form of the console, with our records or those of `params`. */
function consolePages(params = fixtures.ours.params, entries = false): SampleRequest[] {
  return Object.entries(consoleLines)
    .filter(([, { entry }]) => (entry === true) === entries)
    .flatMap(([route, { methods }]) =>
      methods.map((method) => ({
        method,
        url: addressOf(route, params).replace("*", "nowhere"),
        name: `${method} ${route}`,
      })),
    )
}

/** Every page and form of the portal that our client can reach. */
function portalPages(): SampleRequest[] {
  return Object.entries(portalLines)
    .filter(([, { entry }]) => !entry)
    .flatMap(([route, { methods, url, ...sent }]) => {
      const pattern = new RegExp(`^${route.replace(/:[^/]+/g, "[^/]+").replace("*", ".+")}$`)
      const found = url
        ? [url]
        : [...new Set([...walked.pages, ...walked.forms])].filter((one) => pattern.test(one))
      const closest = found.filter((one) => routeOf(one) === route || url)
      assert.ok(
        closest.length > 0,
        `no link of the portal leads to ${route}: give its line in every-route/routes.ts a url`,
      )
      return methods.flatMap((method) =>
        closest.map((one) => ({ ...sent, method, url: one, name: `${method} ${route}` })),
      )
    })
}

function routeOf(url: string): string | undefined {
  const fitting = Object.keys(portalLines).filter((route) =>
    new RegExp(`^${route.replace(/:[^/]+/g, "[^/]+").replace("*", ".+")}$`).test(url),
  )
  return fitting.toSorted((a, b) => b.replace("*", "").length - a.replace("*", "").length)[0]
}

const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://elsewhere.example" },
  { origin: "null" },
]

async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await fingerprintOf(fixtures.service, fixtures.ours.firm)
  await work()
  assert.deepEqual(await fingerprintOf(fixtures.service, fixtures.ours.firm), before)
}

test("console: an admin can open every page, and none contains anything of another firm", async () => {
  for (const sample of consolePages().filter(({ method }) => method === "GET")) {
    const { status } = consoleLines[sample.name.split(" ")[1] ?? ""] ?? {}
    const answer = await ask(sample, { cookie: fixtures.ours.staff })
    const isExpected = status ? answer.status === status : answer.status === 200 || answer.status === 303
    assert.ok(isExpected, `${sample.name}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
})

test("portal: no page has an id twice", () => assert.deepEqual(walked.repeated_ids, []))

test("console: every form carries its page's owner, so that its input outlives the session, and no page has an id twice", async () => {
  const lacking = new Set<string>()
  let forms = 0
  for (const sample of consolePages().filter(({ method }) => method === "GET")) {
    const { text } = await ask(sample, { cookie: fixtures.ours.staff })
    assert.deepEqual(listRepeatedIds(text), [], sample.name)
    for (const [form] of text.matchAll(/<form\b.*?<\/form>/gs)) {
      // A form with files is not saved.
      if (!form.includes('method="post"') || form.includes("multipart/form-data")) continue
      forms += 1
      if (!/name="page_owner" value="[^"]+"/.test(form)) lacking.add(`${sample.name}: ${form.slice(0, 200)}`)
    }
  }
  assert.deepEqual([...lacking], [])
  assert.ok(forms > 100, `${forms} forms`)
})

test("console: without a staff session, every page and form redirects to sign-in", () =>
  changingNothing(async () => {
    for (const cookie of [
      "",
      "foyer_staff=x",
      fixtures.ours.client,
      fixtures.ours.client.replace("client", "staff"),
    ]) {
      for (const sample of consolePages()) {
        const { status, headers } = await ask(sample, { cookie })
        assert.equal(status, 303, `${sample.name} ${cookie}`)
        assert.match(String(headers.location), /^\/console\/sign-in/)
      }
    }
  }))

test("console: no other website can post anything", () =>
  changingNothing(async () => {
    const posts = [...consolePages(), ...consolePages(fixtures.ours.params, true)].filter(
      ({ method }) => method === "POST",
    )
    for (const headers of foreign) {
      for (const sample of posts) {
        const { status } = await ask(sample, { ...headers, cookie: fixtures.ours.staff })
        assert.equal(status, 403, `${sample.name} ${JSON.stringify(headers)}`)
      }
    }
  }))

test("console: admin routes refuse a member", () =>
  changingNothing(async () => {
    for (const sample of consolePages()) {
      const line = consoleLines[sample.name.split(" ")[1] ?? ""]
      if (!line || !isClosedToMembers(line)) continue
      assert.equal((await ask(sample, { cookie: fixtures.ours.limited })).status, 403, sample.name)
    }
  }))

test("console: another firm's record is not found, like one that doesn't exist", () =>
  changingNothing(async () => {
    const { ours, theirs } = fixtures
    for (const [route, { methods, entry }] of Object.entries(consoleLines)) {
      if (entry) continue
      for (const name of parametersOf(route)) {
        const own = ours.params[name] ?? ""
        const isOfNoFirm = namesOfNoRecord.includes(name)
        const id = name === "number" ? "99" : own.slice(0, -32) + newId("matter").slice(-32)
        for (const method of methods) {
          const at = (value: string) =>
            ask(
              { method, url: addressOf(route, { ...ours.params, [name]: value }), name: route },
              { cookie: ours.staff },
            )
          const unknown = await at(id)
          assert.equal(unknown.status, 404, `${method} ${route} with an unknown ${name}`)
          // This URL names no record of a firm.
          if (isOfNoFirm) continue
          const stranger = theirs.params[name] ?? ""
          const found = await at(stranger)
          assert.equal(found.status, 404, `${method} ${route} with another firm's ${name}`)
          assert.equal(plain(found.text, stranger), plain(unknown.text, id), `${method} ${route}`)
          assert.equal((await at("%00")).status, 404, `${method} ${route} with NUL`)
          assert.equal((await at("x".repeat(3_000))).status, 404)
        }
      }
    }
  }))

/** Parameters that number or name what every firm has. */
const namesOfNoRecord = ["number", "client_email", "language"]

/** A page without the parts that differ from one response to the next. */
function plain(html: string, id: string): string {
  return withoutRandomText(html).replaceAll(id, "ID").replaceAll(encodeURIComponent(id), "ID")
}

test("portal: a client can open every page, and none contains anything of another firm", async () => {
  assert.ok(walked.pages.length > 20, `walking led to ${walked.pages.length} pages only`)
  for (const sample of portalPages().filter(({ method }) => method === "GET")) {
    const { status } = portalLines[sample.name.split(" ")[1] ?? ""] ?? {}
    const answer = await ask(sample, { cookie: fixtures.ours.client })
    const isExpected = status ? answer.status === status : answer.status === 200 || answer.status === 303
    assert.ok(isExpected, `${sample.name} ${sample.url}: ${answer.status}`)
  }
})

test("portal: without a client session, pages redirect to sign-in and forms change nothing", () =>
  changingNothing(async () => {
    for (const cookie of [
      "",
      "foyer_client=x",
      fixtures.ours.staff,
      fixtures.ours.staff.replace("staff", "client"),
    ]) {
      for (const sample of portalPages()) {
        const { status, headers } = await ask(sample, { cookie })
        if (sample.method === "GET" && portalLines[sample.name.split(" ")[1] ?? ""]?.status) continue
        if (status === 303) assert.match(String(headers.location), /^\/portal\/sign-in/)
        else assert.equal(status, 401, `${sample.name} ${cookie}`)
      }
    }
  }))

test("portal: no other website can post anything", () =>
  changingNothing(async () => {
    const entries = Object.entries(portalLines)
      .filter(([, { entry, methods }]) => entry && methods.includes("POST"))
      .map(([route]) => ({ method: "POST", url: addressOf(route, fixtures.ours.params), name: route }))
    for (const headers of foreign) {
      for (const sample of [...entries, ...portalPages().filter(({ method }) => method !== "GET")]) {
        const { status } = await ask(sample, { ...headers, cookie: fixtures.ours.client })
        assert.equal(status, 403, `${sample.name} ${JSON.stringify(headers)}`)
      }
    }
  }))

test("portal: a client of another firm finds none of its pages, and changes nothing", () =>
  changingNothing(async () => {
    for (const sample of portalPages()) {
      const { status, text } = await askAs(fixtures.theirs.client, sample)
      if (/_[0-9A-F]{32}/.test(sample.url)) assert.ok([404, 303].includes(status), `${sample.url}: ${status}`)
      assertTellsNothing(sample, text)
    }
  }))

test("portal: a client of the firm's other matter sees and changes nothing of ours", async () => {
  const { firm, params } = fixtures.ours
  const { body } = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: params.questionnaire_id,
    matter_name: "Neighbor",
  })
  const neighbor = await start(fixtures.service, body.invite_key)
  const before = await reads()
  for (const sample of portalPages())
    assertTellsNothing(sample, (await askAs(neighbor, sample)).text, "Cleo", "Grace")
  assert.deepEqual(await reads(), before)
})

test("portal: staff acting for another matter's or firm's client find and change nothing of ours", async () => {
  const { firm, params } = fixtures.ours
  const { body } = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: params.questionnaire_id,
    matter_name: "Another neighbor",
  })
  const before = await reads()
  // The other firm's people have the same names.
  const behalves: [string, string, string[]][] = [
    [fixtures.ours.staff, body.id, ["Cleo", "Grace"]],
    [fixtures.theirs.staff, fixtures.theirs.params.matter_id ?? "", []],
  ]
  for (const [cookie, matter_id, names] of behalves) {
    const begun = await askAs(cookie, {
      method: "POST",
      url: `/console/matters/${matter_id}/impersonation`,
      name: "begin",
    })
    assert.equal(begun.status, 303)
    for (const sample of portalPages()) {
      // Our records are not found under their matter's URL, and ours is closed to them.
      const own = await askAs(cookie, {
        ...sample,
        url: sample.url.replace("/portal", `/impersonation/${matter_id}`),
      })
      assertTellsNothing(sample, own.text, ...names)
      const url = sample.url.replace("/portal", `/impersonation/${params.matter_id}`)
      const { status, text } = await askAs(cookie, { ...sample, url })
      assert.ok([303, 401, 404].includes(status), `${sample.name} ${url}: ${status}`)
      assertTellsNothing({ ...sample, url }, text.replaceAll(params.matter_id ?? "", ""), "Cleo", "Grace")
    }
  }
  assert.deepEqual(await reads(), before)
})

/** As the client of another matter, who may see canaries, since they are his own. */
async function askAs(cookie: string, sample: SampleRequest): Promise<{ status: number; text: string }> {
  const { method, ...request } = requestOf(sample, { cookie })
  const answer = await fixtures.service.app.inject({ ...request, method: method as "GET" })
  assert.ok(answer.statusCode < 500, `${sample.name} ${sample.url}: ${answer.statusCode}`)
  return { status: answer.statusCode, text: answer.body }
}

function assertTellsNothing({ name, url }: SampleRequest, text: string, ...names: string[]): void {
  const { intake } = fixtures.ours
  const said = text.replaceAll(url, "")
  const { matter_id, child, friend, home, will } = intake
  for (const secret of [matter_id, child, friend, home, will, ...names])
    assert.ok(!said.includes(secret) || url.includes(secret), `${name} ${url} tells ${secret}`)
}

/** Everything the API returns about our matter. */
async function reads(): Promise<unknown> {
  const { firm, params } = fixtures.ours
  const paths = ["", "/contacts", "/assets", "/roles", "/answers", "/documents", "/financial-documents"]
  const answers = await Promise.all(
    paths.map((path) => firm.request("GET", `/v1/matters/${params.matter_id}${path}`)),
  )
  return JSON.parse(
    JSON.stringify(
      answers.map(({ body }) => body),
      (key, value) => (key === "download_url" ? "" : value),
    ),
  )
}
