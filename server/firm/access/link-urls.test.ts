import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { inviteClient, newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { newStartPage } from "../../../test/harness/start-page.ts"
import { linkFormUrl } from "../../intake/matters/invitations/own-links.ts"
import { sql } from "../../platform/db/sql.ts"
import { openMailBody } from "../../platform/mail/outbox.ts"
import { readFirmPlace } from "../../platform/secrets/tokens.ts"
import { inviteStaff } from "../users/setup-links.ts"
import { linkUrlOf, readKey } from "./link-urls.ts"

const { service, firm } = provideServiceAndFirm({ is_mailing: true }, "Hartwell & Pryce")

/** What sticks to the end of a link. */
const tails = [
  ..."., ) > %20 %22 ; %3B … %E2%80%A6 %E2%80%8B %e2%80%8b %C2%A0 %EF%BB%BF ** %2A%2A ] %5D } ' %27 ! : / // /. %2F".split(
    " ",
  ),
  ..."= =%0D%0A %0A %0D%0A %3E. ).%20 %3E%20wrote: .%20Thank%20you ,and%20sign &gt; %2520 % %E2%80 %zz %00 _ - \u3002".split(
    " ",
  ),
]

/** What happens to a link inside. */
const changes: Record<string, (url: string, key: string) => string> = {
  "capitals in the key": (url, key) => url.replace(key, key.toUpperCase()),
  "capitals throughout": (url) => url.toUpperCase(),
  "full-width characters": (url, key) =>
    url.replace(
      key,
      encodeURIComponent(key.replace(/[a-z0-9]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))),
    ),
  "a blank before the key": (url, key) => url.replace(key, `%20${key}`),
  "angle brackets": (url, key) => url.replace(key, `%3C${key}%3E`),
  "a doubled slash before the key": (url, key) => url.replace(key, `/${key}`),
  "doubled slashes throughout": (url) => url.replaceAll("/", "//"),
}
/** What breaks a link in two. */
const breaks = ["%20", "%0A", "%0D%0A", "=%0D%0A", "%0D%0A%3E%20", "%C2%AD", "%E2%80%8B", "%09", "-%0A"]

const damaged = (url: string, key: string, { isBroken }: { isBroken: boolean }) => [
  // A short name may end with a hyphen.
  ...tails.filter((tail) => isBroken || tail !== "-").map((tail) => url + tail),
  ...Object.values(changes).map((change) => change(url, key)),
  ...(isBroken ? breaks.map((middle) => url.replace(key, key.slice(0, 17) + middle + key.slice(17))) : []),
]

const title = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]

test("a damaged link opens the same page, and opening it changes nothing", async () => {
  const invited = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
  const begun = await inviteClient(service, firm, { email: "tom@example.com", first_name: "Tom" })
  await newPortalBrowser(service).post(`/invite/${begun.invite_key}/start`)
  await newPortalBrowser(service).post(`/invite/${begun.invite_key}/code`)
  const mail = await firm.one<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where purpose = 'code' order by id desc limit 1`)
  const [, code_key = ""] =
    /\/portal\/code\/(\w+)/.exec(openMailBody(service.ring, mail.id, mail.body_sealed).text) ?? []
  const { setup_token } = await firm.run((tx) =>
    inviteStaff(tx, { name: "", role: "member", email: "noor@firm.example" }),
  )
  const place = await firm.run(readFirmPlace)
  const start = (await newStartPage(firm)).url
  const links: [url: string, key: string, isBroken: boolean][] = [
    [`/invite/${invited.invite_key}`, invited.invite_key, true],
    [`/portal/code/${code_key}`, code_key, true],
    [`/console/setup/${setup_token}`, setup_token, true],
    [linkFormUrl(place), place, false],
    [start, start.split("/").at(-1) ?? "", false],
  ]
  const rows = () =>
    firm.one(sql`select (select count(*) from events)::int, (select count(*) from sessions)::int,
                        (select count(*) from mails)::int, (select count(*) from users)::int,
                        (select count(*) from setup_links)::int, (select count(*) from invitations where started_at is null)::int`)
  const before = await rows()
  for (const [url, key, isBroken] of links) {
    const right = await newPortalBrowser(service).get(url)
    assert.equal(right.status, 200, url)
    for (const link of damaged(url, key, { isBroken })) {
      const page = await newPortalBrowser(service).get(link)
      assert.deepEqual([page.status, title(page.html)], [200, title(right.html)], link)
    }
  }
  assert.deepEqual(await rows(), before)
  const other = await newPortalBrowser(service).get(`/invite/${invited.invite_key.slice(0, -1)}.`)
  assert.equal(other.status, 404, "only a complete key opens anything")
})

test("pressing Start on a page reached by a damaged link starts the questionnaire", async () => {
  const { invite_key } = await inviteClient(service, firm, { email: "ana@example.com", first_name: "Ana" })
  const client = newPortalBrowser(service)
  const { html } = await client.get(`/INVITE/${invite_key.toUpperCase()}.?x=1`)
  assert.match(
    html,
    literally(`action="/invite/${invite_key}/start"`),
    "the form is sent to the right address",
  )
  assert.equal((await client.post(`/invite/${invite_key}%20/start`)).status, 303)
  assert.equal((await client.get("/portal")).status, 200)
})

test("a key is read among any amount of noise, and other addresses stay as they are", () => {
  const key = "0a1b2c3d4e0123456789abcdefghijklmnop"
  for (const mark of [" ", "%20", "%2520", "/", ".", "=\r\n", "\u0301", "%E2%80%8B"]) {
    const noise = mark.repeat(20_000)
    assert.equal(readKey(noise + key + noise), key, mark)
    assert.equal(linkUrlOf(`/invite/${noise}`).startsWith("/invite/"), true)
  }
  for (const url of [
    "/",
    "/v1/matters/?search=A.",
    "/portal/",
    "/portal/codes/A",
    "/console/SETUP",
    "/invite",
    "/invite/",
  ])
    assert.equal(linkUrlOf(url), url)
})
