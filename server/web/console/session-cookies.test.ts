import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader, keepCookies } from "../../../test/harness/cookies.ts"
import { openTestService } from "../../../test/harness/service.ts"
import { signInStaff } from "../../../test/harness/staff-browser.ts"

test("what is handed over once, such as a new API key, is not shown to a copy of the cookie that carried it", async (t) => {
  const service = await openTestService({}, t)
  const firm = await service.newFirm()
  const cookies = await signInStaff(firm)
  const created = await service.app.inject({
    method: "POST",
    url: "/console/settings/keys",
    headers: {
      cookie: cookieHeader(cookies),
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams({ name: "Sync", scopes: "matters:read" }).toString(),
  })
  assert.equal(created.statusCode, 303)
  keepCookies(cookies, created.headers["set-cookie"])
  const copy = cookieHeader(cookies)
  assert.match(copy, /foyer_flash=/)
  const show = () =>
    service.app.inject({ method: "GET", url: String(created.headers.location), headers: { cookie: copy } })
  const [first, second] = [await show(), await show()]
  assert.match(first.body, /foyer_\w{30,}/)
  assert.equal(second.statusCode, 200)
  assert.doesNotMatch(second.body, /foyer_\w{30,}/)
})
