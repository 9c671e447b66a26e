// What each role may do: every role tries every console URL, and every page a role can open is checked for links and
// forms that would be refused.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { staffLifetime } from "../server/firm/access/console.ts"
import { createSession } from "../server/firm/access/sessions.ts"
import { inviteStaff } from "../server/firm/users/setup-links.ts"
import { isAtLeast, type StaffRole, staffRoles } from "../server/firm/users/staff-roles.ts"
import { navItemsOf } from "../server/web/console/navigation.ts"
import { consoleLines, type Line, roleOf } from "./every-route/routes.ts"
import { addressOf, provideTwoFirms, type Received, send } from "./every-route/two-firms.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { assertNone } from "./harness/assert-each.ts"

const fixtures = provideTwoFirms()
const cookies = new Map<StaffRole, string>()
before(async () => {
  const { firm, staff } = fixtures.ours
  cookies.set("admin", staff)
  for (const role of staffRoles.filter((one) => one !== "admin")) {
    const { token } = await firm.run(async (tx) => {
      const { user_id } = await inviteStaff(tx, { email: `${role}@roles.example`, name: role, role })
      return createSession(tx, { user_id, device: "Browser", lifetime: staffLifetime })
    })
    cookies.set(role, `foyer_staff=${token}`)
  }
})

const routes = Object.entries(consoleLines).filter(([, { entry }]) => !entry)
const refusals = /<h1[^>]*>You do not have access<\/h1>/

function ask(role: StaffRole, method: string, url: string): Promise<Received> {
  const headers = {
    cookie: cookies.get(role) ?? "",
    ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
  }
  return send(fixtures, { method, url, headers, payload: method === "POST" ? "" : undefined })
}

const addressIn = (route: string) =>
  addressOf(route, { ...fixtures.ours.params, section_id: "none" }).replace("*", "nowhere")

test("every role below the one a URL requires is refused with a sentence, and changes nothing", async () => {
  const { service, ours } = fixtures
  const before_ = await fingerprintOf(service, ours.firm)
  let tries = 0
  for (const [route, line] of routes) {
    for (const method of line.methods) {
      for (const role of staffRoles.filter((one) => !isAtLeast(one, roleOf(line, method)))) {
        const answer = await ask(role, method, addressIn(route))
        assert.equal(answer.status, 403, `${role}: ${method} ${route}`)
        assert.match(answer.text, refusals, `${role}: ${method} ${route}`)
        tries += 1
      }
    }
  }
  assert.ok(tries > 250, `${tries} tries`)
  assert.deepEqual(await fingerprintOf(service, ours.firm), before_)
})

test("every form, and every page that is one, tells read-only users so", async () => {
  for (const [route, line] of routes.filter(([, line]) => roleOf(line, "POST") === "member")) {
    for (const method of line.methods.filter((one) => roleOf(line, one) === "member")) {
      const { text } = await ask("read_only", method, addressIn(route))
      assert.match(text, /Your account can read, but not change anything\./, `${method} ${route}`)
    }
  }
})

test("the lowest role a URL requires is admitted", async () => {
  for (const [route, line] of routes) {
    for (const method of line.methods) {
      const role = roleOf(line, method)
      // Submitting these as an admin would destroy what the other tests need.
      if (method === "POST" && role === "admin") continue
      const answer = await ask(role, method, addressIn(route))
      // For a given matter, only its assignee may choose who sees it.
      if (/Only the assignee and the admins/.test(answer.text)) continue
      assert.notEqual(answer.status, 403, `${role}: ${method} ${route}`)
    }
  }
})

/** The line of a URL on a page; undefined if it is not a console URL. */
function lineAt(path: string): Line | undefined {
  const exact = consoleLines[path]
  if (exact) return exact
  const parts = path.split("/")
  const [found] = Object.entries(consoleLines)
    .filter(([route]) => {
      const names = route.split("/")
      return (
        names.length === parts.length && names.every((one, at) => one.startsWith(":") || one === parts[at])
      )
    })
    .toSorted(([one], [other]) => one.split(":").length - other.split(":").length)
  return found?.[1]
}

/** A page's links and forms, each as the request it would send. */
function waysOn(url: string, text: string): { method: string; path: string }[] {
  const at = (href: string) => new URL(href.replaceAll("&amp;", "&"), `http://console${url}`).pathname
  const links = [...text.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => ({
    method: "GET",
    path: at(href),
  }))
  const forms = [...text.matchAll(/<form\b[^>]*>/g)]
    .filter(([tag]) => /method="post"/.test(tag))
    .map(([tag]) => ({ method: "POST", path: at(/\baction="([^"]*)"/.exec(tag)?.[1] ?? url) }))
  const buttons = [...text.matchAll(/\bformaction="([^"]*)"/g)].map(([, href = ""]) => ({
    method: "POST",
    path: at(href),
  }))
  return [...links, ...forms, ...buttons]
}

test("no page shows a role a link or a form that would be refused", async () => {
  for (const role of staffRoles) {
    let ways = 0
    for (const [route, line] of routes) {
      if (!line.methods.includes("GET") || !isAtLeast(role, roleOf(line, "GET"))) continue
      const url = addressIn(route)
      const { status, text } = await ask(role, "GET", url)
      if (status !== 200) continue
      for (const { method, path } of waysOn(url, text)) {
        const led = lineAt(path)
        if (!led || led.entry) continue
        ways += 1
        assert.ok(isAtLeast(role, roleOf(led, method)), `${role} on ${route}: ${method} ${path}`)
      }
    }
    assert.ok(ways > 300, `${role}: ${ways}`)
  }
})

test("the navigation, the search, and the shortcuts offer exactly the pages a role may open", () => {
  for (const role of staffRoles) {
    const may = Object.entries(consoleLines).filter(([, line]) => isAtLeast(role, roleOf(line, "GET")))
    const shown = navItemsOf({ role }).map(({ href }) => href)
    assertNone(shown, (href) => !may.some(([route]) => route === href), role)
    assert.equal(shown.includes("/console/questionnaires/library"), isAtLeast(role, "author"), role)
    assert.equal(shown.includes("/console/matters/new"), isAtLeast(role, "member"), role)
  }
})
