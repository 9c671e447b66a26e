// An admin kept out of a restricted matter requests every console URL: nothing of the matter is visible, every response
// is the same as for a matter that doesn't exist, and nothing changes.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession } from "../server/firm/access/sessions.ts"
import { inviteStaff } from "../server/firm/users/setup-links.ts"
import { sql } from "../server/platform/db/sql.ts"
import { newId } from "../server/platform/ids.ts"
import { in_place_header } from "../server/web/console/in-place/shapes.ts"
import { canary, provideLimitedMember, secret_word } from "./every-route/limited-member.ts"
import { consoleLines, parametersOfMatter } from "./every-route/routes.ts"
import { addressOf, parametersOf } from "./every-route/two-firms.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { assertEach, assertNone } from "./harness/assert-each.ts"

const fixtures = provideLimitedMember()
let screened: string
let screened_id: string
const secretId = () => fixtures.secret.matter_id ?? ""
before(async () => {
  const { firm } = fixtures
  const session = await firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, {
      email: "kim@kept-out.example",
      name: "Kim Keene",
      role: "admin",
    })
    screened_id = user_id
    return createSession(tx, { user_id, device: "Browser", lifetime: staffLifetime })
  })
  screened = `foyer_staff=${session.token}`
  const form = new URLSearchParams([
    ["access", "listed"],
    ["people", firm.admin.user_id],
    ["seen", await seenIn(`/console/matters/${secretId()}/access`)],
  ])
  const changed = await ask("POST", `/console/matters/${secretId()}/access`, fixtures.admin, `${form}`)
  assert.equal(changed.status, 303, changed.text.slice(0, 2_000))
  // A permitted user reads its emails, which adds an audit entry.
  const mails = await firm.all<{ id: string }>(sql`select id from mails where matter_id = ${secretId()}`)
  assert.ok(mails.length > 0)
  for (const { id } of mails)
    assert.equal((await ask("GET", `/console/settings/email/${id}`, fixtures.admin)).status, 200)
})

async function ask(
  method: string,
  url: string,
  cookie: string,
  payload = "",
  headers_sent: Record<string, string> = {},
) {
  const { statusCode, headers, body } = await fixtures.service.app.inject({
    method: method as "GET",
    url,
    headers: {
      cookie,
      ...headers_sent,
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    },
    payload: method === "POST" ? payload : undefined,
  })
  assert.ok(statusCode < 500, `${method} ${url}: ${statusCode} ${body.slice(0, 300)}`)
  return { status: statusCode, location: String(headers.location), text: body }
}

/** A form's hash of the state it edits. */
async function seenIn(url: string): Promise<string> {
  const { text } = await ask("GET", url, fixtures.admin)
  return /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ""
}

const routes = Object.entries(consoleLines).filter(([, { entry }]) => !entry)
const admission = "/console/restricted-matters/:matter_id/admission"

/** A colleague's note on the name that was checked. */
const saysItself = /^\/console\/conflicts/

test("no page, list, search, count, log, or export reveals a matter to an admin who is kept out", async () => {
  const { shared, mine, secret_ids } = fixtures
  let pages = 0
  for (const [route, { methods }] of routes) {
    if (!methods.includes("GET") || saysItself.test(route)) continue
    const absent = Object.fromEntries(parametersOf(route).map((name) => [name, "none"]))
    const params = { ...absent, ...shared, ...mine }
    const path = addressOf(route, params).replace("*", "nowhere")
    for (const query of ["", `?q=${secret_word}`, `?search=${secret_word}`]) {
      const { status, text } = await ask("GET", path + query, screened)
      if (status === 200) pages += 1
      const told = [canary, ...(route === "/console/restricted-matters" ? [] : secret_ids)]
      assertNone(told, (one) => text.toUpperCase().includes(one.toUpperCase()), path + query)
    }
  }
  assert.ok(pages > 150, `${pages} answers were pages`)
})

test("a delivery about the matter is not found; one about another matter is", async () => {
  const { firm, shared } = fixtures
  const sent = await firm.all<{ id: string; is_secret: boolean }>(
    sql`select id, matter_id = ${secretId()} as is_secret from deliveries`,
  )
  for (const { id, is_secret } of sent)
    for (const [cookie, status] of [
      [fixtures.admin, 200],
      [screened, is_secret ? 404 : 200],
    ] as const)
      assert.equal(
        (await ask("GET", `/console/settings/webhooks/${shared.endpoint_id}/deliveries/${id}`, cookie))
          .status,
        status,
      )
  assert.deepEqual(sent.map(({ is_secret }) => is_secret).sort(), [false, true])
})

for (const [way, sent] of Object.entries<Record<string, string>>({
  "": {},
  ", in place": { [in_place_header]: "1" },
}))
  test(`each URL of the matter responds as if the matter didn't exist, and does nothing${way}`, async () => {
    const { service, firm, shared, secret } = fixtures
    const before_ = await fingerprintOf(service, firm)
    for (const [route, { methods }] of routes) {
      const name = parametersOf(route).find((one) => parametersOfMatter.includes(one))
      if (!name || route === admission) continue
      for (const method of methods) {
        const at = async (id: string) => {
          const { status, text } = await ask(
            method,
            addressOf(route, { ...shared, ...secret, [name]: id }),
            screened,
            "",
            sent,
          )
          const differing =
            /nonce="[^"]*"|"request_id":"[^"]*"|name="(page_owner|form_id|message_id)" value="[^"]*"/g
          return `${status} ${text.replaceAll(id, "ID").replace(differing, "")}`
        }
        const id = secret[name] ?? ""
        const unknown = await at(id.slice(0, -32) + newId("matter").slice(-32))
        assert.match(unknown, /^404/, `${method} ${route}`)
        assert.ok((await at(id)) === unknown, `${method} ${route}`)
      }
    }
    assert.deepEqual(await fingerprintOf(service, firm), before_)
  })

test("counts of matters include only those the viewer may see", async () => {
  const countOf = async (cookie: string) => {
    const { text } = await ask("GET", "/console/questionnaires", cookie)
    return [...text.matchAll(/data-label="Matters"><div class="cell">(\d+)</g)]
      .map(([, count]) => count)
      .toSorted()
  }
  assert.deepEqual(
    [await countOf(fixtures.admin), await countOf(screened)],
    [
      ["1", "1"],
      ["0", "1"],
    ],
  )
})

test("a conflict check says that the name is in a restricted matter, but neither which matter nor who", async () => {
  const { firm, secret } = fixtures
  const { full_name } = await firm.one<{ full_name: string }>(sql`
      select full_name from contacts where matter_id = ${secret.matter_id ?? ""} and full_name <> '' limit 1`)
  const url = `/console/conflicts?${new URLSearchParams({ name: full_name.replaceAll(`_${canary}`, "") })}`
  const { text } = await ask("GET", url, screened)
  assert.match(text, /Also in a restricted matter that you may not see/)
  assert.ok(!text.toUpperCase().includes(canary))
  assert.doesNotMatch((await ask("GET", url, fixtures.admin)).text, /restricted matter/)
  const stranger = await ask("GET", "/console/conflicts?name=Xylophon+Quartz", screened)
  assert.doesNotMatch(stranger.text, /restricted matter/)
  const looks = await firm.all<{ label: string }>(sql`
      select label from audit_entries where action = 'conflicts_looked_up' and user_id = ${screened_id} order by id`)
  assertEach(
    looks,
    ({ label }) => label.toUpperCase().includes(canary),
    [false, false],
    "each name that was looked for stands in the audit log, found or not, as it was typed",
  )
})

test("API responses stay the same", async () => {
  const { status, body } = await fixtures.firm.request("GET", `/v1/matters/${secretId()}`)
  assert.equal(status, 200)
  assert.ok(String(body.name).includes(canary))
})

test("the access list accepts only the firm's staff: any other user is a form error", async () => {
  const { admin, mine } = fixtures
  const url = `/console/matters/${mine.matter_id}/access`
  const seen = await seenIn(url)
  for (const person of ["", "nobody", newId("user")]) {
    const form = new URLSearchParams([
      ["access", "listed"],
      ["people", person],
      ["seen", seen],
    ])
    const { status, text } = await ask("POST", url, admin, `${form}`)
    assert.equal(status, 400)
    assert.match(text, /Choose who may see this matter/)
  }
})

test("a member who is neither assignee nor admin can't change who sees a matter", async () => {
  const { firm, mine } = fixtures
  const session = await firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, { email: "max@member.example", name: "Max", role: "member" })
    return createSession(tx, { user_id, device: "Browser", lifetime: staffLifetime })
  })
  const url = `/console/matters/${mine.matter_id}/access`
  for (const method of ["GET", "POST"]) {
    const { status, text } = await ask(method, url, `foyer_staff=${session.token}`, "access=everyone")
    assert.equal(status, 403)
    assert.match(text, /Only the assignee and the admins can choose who may see a matter/)
  }
})

test("an admin who is kept out may add themselves: everyone on the list is notified, and the log records it", async () => {
  const { firm } = fixtures
  const list = await ask("GET", "/console/restricted-matters", screened)
  assert.match(list.text, new RegExp(secretId()))
  assert.doesNotMatch(
    (await ask("GET", "/console/restricted-matters", fixtures.admin)).text,
    new RegExp(secretId()),
  )
  const url = addressOf(admission, fixtures.secret)
  assert.match(list.text, /notifies everyone on it, and records it in the audit log/)
  assert.equal((await ask("POST", url, fixtures.admin)).status, 404, "who is in already is not let in")
  const unread = () =>
    firm.all(sql`select from staff_notifications
                  where kind = 'access_changed' and user_id = ${firm.admin.user_id} and read_at is null`)
  const told = (await unread()).length
  assert.equal((await ask("POST", url, screened)).location, `/console/matters/${secretId()}`)
  assert.equal((await ask("GET", `/console/matters/${secretId()}`, screened)).status, 200)
  assert.equal((await unread()).length, told + 1)
  const entries = await firm.all<{ user_id: string }>(
    sql`select user_id from audit_entries where action = 'matter_access_overridden'`,
  )
  assertEach(entries, ({ user_id }) => user_id, [screened_id])
})
