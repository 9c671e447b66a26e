// Random queries, ids, bodies, and forms for every route: no input may cause a server error, and every refusal has the
// standard format.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertConforms, problem } from "./contract/api.ts"
import { apiLines, consoleLines, portalLines } from "./every-route/routes.ts"
import { addressOf, parametersOf, provideTwoFirms, type Received, send } from "./every-route/two-firms.ts"
import { oneOfEachKind, walk } from "./every-route/walk.ts"
import { anyJson, inAddress, mutated, oddText } from "./random-requests/odd-values.ts"

const fixtures = provideTwoFirms()

/** Different inputs in each test run; `.ci/run` tries more at once. */
const runs = Number(process.env.FOYER_RANDOM_RUNS ?? 4)

const queryOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...names, "page"), inAddress), inAddress), { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"))

function assertAnswered({ status, text, headers }: Received, allowed: readonly number[]): void {
  assert.ok(allowed.includes(status), `${status} ${text.slice(0, 300)}`)
  if (status < 400) return
  assertConforms(problem, JSON.parse(text))
  assert.equal(headers["request-id"], JSON.parse(text).request_id)
}

const known = [
  "page",
  "page_size",
  "search",
  "from",
  "until",
  "is_submitted",
  "quest_approach",
  "uploaded_since",
  "submission",
]

test("every GET route handles any query and any id", async () => {
  const headers = { authorization: `Token ${fixtures.ours.firm.token}` }
  for (const [route, { methods }] of Object.entries(apiLines)) {
    if (!methods.includes("GET")) continue
    const own = addressOf(route, fixtures.ours.params)
    await fc.assert(
      fc.asyncProperty(queryOf(known), async (query) => {
        assertAnswered(
          await send(fixtures, { method: "GET", url: `${own}?${query}`, headers }),
          [200, 400, 404],
        )
      }),
      { numRuns: runs },
    )
    if (parametersOf(route).length === 0) continue
    await fc.assert(
      fc.asyncProperty(inAddress, async (id) => {
        const url = route.replace(/:[a-z_]+/, () => id.replaceAll("/", "%2F") || "x")
        assertAnswered(await send(fixtures, { method: "GET", url, headers }), [200, 400, 404])
      }),
      { numRuns: runs },
    )
  }
})

test("every write route handles any body, however it differs from a valid one", async () => {
  const headers = { authorization: `Token ${fixtures.ours.firm.token}`, "content-type": "application/json" }
  for (const [route, line] of Object.entries(apiLines)) {
    const method = line.methods.find((one) => one !== "GET")
    if (!method) continue
    const url = route.replace(/:[a-z_]+/, "x")
    const good = {
      ...line.body?.(fixtures),
      ...(route.includes("matters") ? { context: { a: 1, b: "c" } } : { headers: [{ "X-A": "b" }] }),
    }
    const text = fc.oneof(
      mutated(good).map((body) => JSON.stringify(body) ?? ""),
      fc.tuple(fc.nat(), oddText).map(([at, piece]) => {
        const whole = JSON.stringify(good)
        const place = at % whole.length
        return whole.slice(0, place) + piece + whole.slice(place + 1)
      }),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.option(oddText), async (payload, key) => {
        const idempotency: Record<string, string> =
          key === null ? {} : { "idempotency-key": encodeURIComponent(key.toWellFormed()) }
        const answer = await send(fixtures, { method, url, payload, headers: { ...headers, ...idempotency } })
        assertAnswered(answer, [201, 400, 404, 409, 422])
      }),
      { numRuns: runs * 8 },
    )
  }
})

interface Surface {
  cookie: string
  urls: { method: string; url: string }[]
}

/** Field names of the sign-in pages, so that input passes the first checks. */
async function fieldsOf({ cookie, urls }: Surface): Promise<string[]> {
  const names = new Set<string>()
  for (const { method, url } of urls.filter((one) => one.method === "GET")) {
    const { text } = await send(fixtures, { method, url, headers: { cookie } })
    for (const [, name = ""] of text.matchAll(/ name="([^"]+)"/g)) names.add(name.replaceAll("&amp;", "&"))
  }
  return [...names]
}

async function bombard(surface: Surface): Promise<void> {
  const names = await fieldsOf(surface)
  assert.ok(names.length > 10, `only ${names.length} fields`)
  const field = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.constantFrom(...names), oddText), oddText)
  const form = fc
    .array(field, { maxLength: 8 })
    .map((pairs) =>
      new URLSearchParams(pairs.map(([a, b]) => [a.toWellFormed(), b.toWellFormed()])).toString(),
    )
  const sendings: fc.Arbitrary<[type: string, payload: string]>[] = [
    form.map((text) => ["application/x-www-form-urlencoded", text]),
    inAddress.map((text) => ["application/x-www-form-urlencoded", text]),
    anyJson.map((value) => ["application/json", JSON.stringify(value) ?? ""]),
    fc
      .dictionary(fc.constantFrom(...names), anyJson)
      .map((value) => ["application/json", JSON.stringify(value)]),
    form.map((text) => ["multipart/form-data; boundary=x", text]),
    form.map((text) => ["text/plain", text]),
  ]
  for (const { method, url } of surface.urls) {
    if (method === "GET") {
      await fc.assert(
        fc.asyncProperty(
          queryOf([...names.slice(0, 50), "return", "lang", "back", "page"]),
          async (query) => {
            const answer = await send(fixtures, {
              method,
              url: `${url}?${query}`,
              headers: { cookie: surface.cookie },
            })
            assert.ok(answer.status < 500)
          },
        ),
        {
          numRuns: 1 + Math.ceil(runs / 5),
          examples: [[names.map((name, at) => `${name}=${["%00", ...own_names][at % 4]}`).join("&")]],
        },
      )
      continue
    }
    await fc.assert(
      fc.asyncProperty(fc.oneof(...sendings), async ([type, payload]) => {
        const headers = { cookie: surface.cookie, "content-type": type }
        const answer = await send(fixtures, { method, url, payload, headers })
        assert.ok(answer.status < 500)
        // Forms get pages; only requests from script get JSON.
        if (answer.status !== 303 && type.includes("form"))
          assert.match(String(answer.headers["content-type"]), /^text\/html/, `${url} ${answer.status}`)
      }),
      { numRuns: 2 + Math.ceil(runs / 2), examples: formsOfOwnNames(names) },
    )
  }
}

/** What every JavaScript object has under a name: a table that is asked for it must not have it. */
const own_names = ["constructor", "__proto__", "toString"]

function formsOfOwnNames(names: readonly string[]): [[type: string, payload: string]][] {
  const with_values = names.map((name, at) => `${name}=${own_names[at % 3]}`)
  const with_names = own_names.flatMap((own) => names.map((name) => `${own}=${name}`))
  return [with_values, with_names].map((fields) => [["application/x-www-form-urlencoded", fields.join("&")]])
}

test("every page and form of the portal handles anything a browser or program sends", async () => {
  const { pages, forms } = await walk(fixtures, fixtures.ours.client, "/portal")
  const entries = Object.entries(portalLines).filter(([, { entry }]) => entry)
  await bombard({
    cookie: fixtures.ours.client,
    urls: [
      ...oneOfEachKind(pages).map((url) => ({ method: "GET", url })),
      ...oneOfEachKind(forms).map((url) => ({ method: "POST", url })),
      { method: "POST", url: "/portal/fields" },
      ...entries.flatMap(([route, { methods }]) =>
        methods.map((method) => ({ method, url: addressOf(route, fixtures.ours.params) })),
      ),
    ].filter(({ url }) => !url.includes("sign-out")),
  })
})

test("every page and form of the console handles anything a browser or program sends", async () => {
  await bombard({
    cookie: fixtures.ours.staff,
    urls: Object.entries(consoleLines)
      .filter(([route]) => !route.includes("sign-out"))
      .flatMap(([route, { methods }]) =>
        methods.map((method) => ({ method, url: addressOf(route, fixtures.ours.params).replace("*", "x") })),
      ),
  })
})
