// A member limited to assigned matters requests every console URL: nothing of any other matter is visible, every
// response is the same as for a matter that doesn't exist, and nothing changes.

import assert from "node:assert/strict"
import { test } from "node:test"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession } from "../server/firm/access/sessions.ts"
import { inviteStaff } from "../server/firm/users/setup-links.ts"
import { changeMember } from "../server/firm/users/team.ts"
import { newId } from "../server/platform/ids.ts"
import { navItems } from "../server/web/console/navigation.ts"
import { canary, type Params, provideLimitedMember, secret_word } from "./every-route/limited-member.ts"
import {
  apiLines,
  consoleLines,
  isClosedToMembers,
  type Line,
  namesOf,
  parametersOfFirm,
  parametersOfMatter,
} from "./every-route/routes.ts"
import { addressOf, parametersOf } from "./every-route/two-firms.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { assertNone } from "./harness/assert-each.ts"

const fixtures = provideLimitedMember()

const routes = Object.entries(consoleLines).filter(([, { entry }]) => !entry)
const isOfMatter = ([route]: [string, Line]) =>
  parametersOf(route).some((name) => parametersOfMatter.includes(name))

interface Answered {
  status: number
  headers: Record<string, unknown>
  text: string
}

async function ask(method: string, url: string, cookie: string, payload = ""): Promise<Answered> {
  const { statusCode, headers, body } = await fixtures.service.app.inject({
    method: method as "GET",
    url,
    headers: { cookie, ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }) },
    payload: method === "POST" ? payload : undefined,
  })
  assert.ok(statusCode < 500, `${method} ${url}: ${statusCode} ${body.slice(0, 300)}`)
  return { status: statusCode, headers, text: body }
}

function tellsOf({ headers, text }: Answered, sent_text: string): string[] {
  const all = `${JSON.stringify(headers)} ${text}`.replaceAll(sent_text, "").toUpperCase()
  const told = [canary, ...fixtures.secret_ids].filter((secret) => all.includes(secret.toUpperCase()))
  return told.filter((secret) => !sent_text.includes(secret))
}

/** Differs from one response to the next: a form's owner is encrypted with a new nonce each time. */
const differing =
  /nonce="[^"]*"|token=[^"&]*|expires=\d+|name="(page_owner|message_id|form_id)" value="[^"]*"/g

function plain({ status, text }: Answered, id: string): string {
  return `${status} ${text.replaceAll(id, "ID").replace(differing, "")}`
}

const unknownLike = (id: string) => id.slice(0, -32) + newId("matter").slice(-32)

/** Every field name under which a form might name its matters. */
const naming = (id: string) =>
  new URLSearchParams(
    ["matter_id", "matter_ids", "matters", "matter", "ids", "id", "selected"].map((n) => [n, id]),
  )

const queries = (id: string) => [
  "",
  `?search=${secret_word}`,
  `?q=${secret_word}`,
  "?assignee=none",
  `?assignee=${fixtures.firm.admin.user_id}`,
  "?status=submitted&page_size=200",
  `?q=&recent=${id}`,
  `?${naming(id)}`,
]

test("every parameter of a member's page is classified as a matter's or the firm's", () => {
  const unknown = routes
    .filter(([, line]) => !isClosedToMembers(line))
    .flatMap(([route]) => parametersOf(route).map((name) => ({ route, name })))
    .filter(({ name }) => ![...parametersOfMatter, ...parametersOfFirm].includes(name))
    .map(
      ({ route, name }) =>
        `say of :${name} in ${route} whether it belongs to a matter: every-route/routes.ts`,
    )
  assert.deepEqual(unknown, [])
})

test("the hidden records exist: an admin sees them on many pages", async () => {
  let shown = 0
  for (const route of routes.filter(isOfMatter)) {
    if (!route[1].methods.includes("GET")) continue
    const url = addressOf(route[0], { ...fixtures.shared, ...fixtures.secret })
    if (tellsOf(await ask("GET", url, fixtures.admin), url).includes(canary)) shown += 1
  }
  assert.ok(shown > 15, `${shown} pages`)
  for (const url of [
    "/console/matters",
    "/console/matters.csv",
    "/console/inbox",
    "/console/settings/email",
    `/console/search?q=${secret_word}`,
  ])
    assert.ok(tellsOf(await ask("GET", url, fixtures.admin), url).includes(canary), url)
})

test("each URL of another matter responds as if the matter didn't exist, and does nothing", async () => {
  const { service, firm, limited, shared, secret } = fixtures
  const before = await fingerprintOf(service, firm)
  for (const [route, line] of routes.filter(isOfMatter)) {
    const { methods } = line
    // The first parameter of the URL identifies the matter.
    const name = parametersOf(route).find((one) => parametersOfMatter.includes(one)) ?? ""
    const id = secret[name] ?? ""
    for (const method of methods) {
      const at = (sent_text: string) =>
        ask(
          method,
          addressOf(route, { ...shared, ...secret, [name]: sent_text }),
          limited,
          naming(sent_text).toString(),
        )
      const fresh = unknownLike(id)
      const unknown = await at(fresh)
      const hidden = await at(id)
      assert.equal(unknown.status, isClosedToMembers(line) ? 403 : 404, `${method} ${route}`)
      const isSame = plain(hidden, id) === plain(unknown, fresh)
      assert.ok(
        isSame,
        `${method} ${route} answers ${hidden.status}, and ${unknown.status} for a matter of no one`,
      )
      assert.deepEqual(tellsOf(hidden, id), [], `${method} ${route}`)
    }
  }
  assert.deepEqual(await fingerprintOf(service, firm), before)
})

test("under the member's own matter's URL, another matter's records are not found either", async () => {
  const { service, firm, limited, shared, mine, secret } = fixtures
  const before = await fingerprintOf(service, firm)
  for (const [route, line] of routes.filter(([one]) => one.includes(":matter_id"))) {
    const { methods } = line
    for (const name of parametersOf(route).filter(
      (one) => parametersOfMatter.includes(one) && one !== "matter_id",
    )) {
      for (const method of methods) {
        const url = addressOf(route, { ...shared, ...mine, [name]: secret[name] ?? "" })
        const answer = await ask(method, url, limited)
        assert.equal(answer.status, isClosedToMembers(line) ? 403 : 404, `${method} ${url}`)
        assert.deepEqual(tellsOf(answer, secret[name] ?? ""), [], `${method} ${url}`)
      }
    }
  }
  assert.deepEqual(await fingerprintOf(service, firm), before)
})

test("no page, list, search, export, or form reveals another matter, whatever the parameters", async () => {
  const { limited, shared, mine, secret } = fixtures
  let pages = 0
  for (const [route, line] of routes) {
    const { methods } = line
    if (!methods.includes("GET")) continue
    const path = addressOf(route, { ...fixtures.shared, ...mine, ...sectionParams(route) }).replace(
      "*",
      "nowhere",
    )
    for (const query of queries(secret.matter_id ?? "")) {
      const answer = await ask("GET", path + query, limited)
      if (isClosedToMembers(line)) assert.equal(answer.status, 403, route)
      if (answer.status === 200) pages += 1
      assert.deepEqual(tellsOf(answer, secret.matter_id ?? ""), [], path + query)
      if (query.includes(secret_word)) continue
      assert.ok(!answer.text.toLowerCase().includes(secret_word), path + query)
    }
  }
  assert.ok(pages > 100, `${pages} answers were pages`)
  assert.ok(shared.questionnaire_id)
})

test("no author page reveals the questionnaire's other matters to a limited author", async () => {
  const { firm, shared, secret } = fixtures
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${secret.matter_id}`)).body
  const { token } = await firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, { email: "ann@limited.example", name: "Ann", role: "author" })
    await changeMember(tx, user_id, { assigned_matters_only: true })
    return createSession(tx, { user_id, device: "Browser", lifetime: staffLifetime })
  })
  let pages = 0
  for (const [route, { author, methods }] of routes) {
    if (!author || !methods.includes("GET")) continue
    const params = { ...shared, ...sectionParams(route), questionnaire_id: questionnaire.id }
    for (const query of ["", `?${naming(secret.matter_id ?? "")}`]) {
      const url = addressOf(route, params) + query
      const answer = await ask("GET", url, `foyer_staff=${token}`)
      if (answer.status === 200) pages += 1
      assert.deepEqual(tellsOf(answer, secret.matter_id ?? ""), [], url)
    }
  }
  assert.ok(pages > 20, `${pages} answers were pages`)
})

/** Drafts are for admins; a member gets no further. */
function sectionParams(route: string): Params {
  return Object.fromEntries(
    parametersOf(route)
      .filter((name) => !(name in fixtures.shared) && !(name in fixtures.mine))
      .map((name) => [name, "none"]),
  )
}

/** The list's actions for selected matters. */
const steps = ["remind", "csv", "workbook", "close", "assign", "tag", "due"].map((step) => `step=${step}`)

test("no form accepts the id of a matter not assigned to the member", async () => {
  const { service, firm, limited, mine, secret } = fixtures
  const told = async () => {
    const { admin } = fixtures
    const urls = routes.filter(isOfMatter).filter(([, { methods }]) => methods.includes("GET"))
    const texts: string[] = []
    // Sequential, because concurrent requests would exhaust the connection timeout on a busy machine.
    for (const [route] of urls) {
      const url = addressOf(route, { ...fixtures.shared, ...secret })
      const { text } = await ask("GET", url, admin)
      texts.push(text.replace(differing, "").match(/<main[\s\S]*<\/main>/)?.[0] ?? "")
    }
    return texts
  }
  const before = await told()
  const changes = (await firm.request("GET", `/v1/matters/${secret.matter_id}`)).body
  for (const [route, { methods }] of routes) {
    if (!methods.includes("POST") || isOfMatter([route, { methods }])) continue
    const url = addressOf(route, { ...fixtures.shared, ...mine, ...sectionParams(route) }).replace(
      "*",
      "nowhere",
    )
    for (const more of ["", ...steps]) {
      const sent_text = `${naming(secret.matter_id ?? "")}&assignee_id=${fixtures.shared.user_id}&${more}`
      const answer = await ask("POST", url, limited, sent_text)
      assert.deepEqual(tellsOf(answer, secret.matter_id ?? ""), [], `${route} ${more}`)
      const { location } = answer.headers
      if (typeof location !== "string") continue
      assert.deepEqual(tellsOf(await ask("GET", location, limited), secret.matter_id ?? ""), [], location)
    }
  }
  assert.deepEqual(await told(), before)
  assert.deepEqual((await firm.request("GET", `/v1/matters/${secret.matter_id}`)).body, changes)
  assert.ok(service)
})

test("every step of the list's selection is tested", async () => {
  const { text } = await ask("GET", "/console/matters", fixtures.limited)
  const offered = [...text.matchAll(/name="step" value="(\w+)"/g)].map(([, step]) => `step=${step}`)
  assert.deepEqual(offered.toSorted(), steps.toSorted(), "say the steps in every-route-limits.test.ts")
})

test("counts of matters include only those the member may see", async () => {
  const { limited, admin } = fixtures
  const counts = async (cookie: string) => {
    const { text } = await ask("GET", "/console/questionnaires", cookie)
    return [...text.matchAll(/data-label="Matters"><div class="cell">(\d+)</g)]
      .map(([, count]) => count)
      .toSorted()
  }
  assert.deepEqual(
    [await counts(admin), await counts(limited)],
    [
      ["1", "1"],
      ["0", "1"],
    ],
  )
})

test("a member's session opens nothing of the API", async () => {
  for (const name of namesOf(apiLines)) {
    const [method = "", route = ""] = name.split(" ")
    const known = { ...fixtures.shared, ...fixtures.secret }
    const url = route.replace(
      /:([a-z_]+)/g,
      (_, param: string) => known[param as keyof typeof known] ?? "none",
    )
    assert.equal((await ask(method, url, fixtures.limited)).status, 401, name)
  }
})

test("every console page that belongs to no record is in the navigation table", () => {
  const pages = routes
    .filter(([route, { methods }]) => methods.includes("GET") && !/[:*]|\.(csv|json|txt|xlsx)$/.test(route))
    .map(([route]) => route)
    .filter((route) => !["/console", ...partsOfPages].includes(route))
  assertNone(
    pages,
    (route) => !navItems.some(({ href }) => href === route),
    "add these to places in server/web/console/navigation.ts",
  )
  for (const { href } of navItems) assert.ok(consoleLines[href], `${href} is gone`)
  const keys = navItems.flatMap(({ key }) => key ?? [])
  assert.equal(new Set(keys).size, keys.length, "two pages share a key")
})

/** Steps that make sense only after another page. */
const partsOfPages = [
  "/console/account/email/confirmation",
  "/console/account/second-step/removal",
  "/console/account/recovery-codes",
  "/console/connect",
  "/console/matters/selection",
]
