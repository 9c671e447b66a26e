import assert from "node:assert/strict"
import { before, test } from "node:test"
import { cookieHeader } from "../../../test/harness/cookies.ts"
import { provideService } from "../../../test/harness/service.ts"
import { signInStaff } from "../../../test/harness/staff-browser.ts"

const service = provideService()
let cookie: string
before(async () => {
  const firm = await service.newFirm()
  cookie = cookieHeader(await signInStaff(firm))
})

const host = "127.0.0.1:8080"
const cases: [what: string, headers: Record<string, string>, isLetIn: boolean][] = [
  ["one of our own pages", { "sec-fetch-site": "same-origin" }, true],
  ["the person, by address or bookmark", { "sec-fetch-site": "none" }, true],
  ["another site", { "sec-fetch-site": "cross-site" }, false],
  ["another host of the same site", { "sec-fetch-site": "same-site" }, false],
  ["another site that names our origin", { "sec-fetch-site": "cross-site", origin: `http://${host}` }, false],
  ["an old browser on our own page", { origin: `http://${host}` }, true],
  ["an old browser on another site", { origin: "https://evil.example" }, false],
  ["an old browser that hides where it is", { origin: "null" }, false],
  ["our host on another port", { origin: "http://127.0.0.1:9999" }, false],
  ["a host that begins like ours", { origin: `http://${host}.evil.example` }, false],
  ["a program without cookies of anyone's", {}, true],
]

for (const [what, headers, isLetIn] of cases)
  test(`a form from ${what} is ${isLetIn ? "taken" : "refused"} by the portal and the console`, async () => {
    for (const url of ["/console/account", "/portal/sign-out"]) {
      const answer = await service.app.inject({
        method: "POST",
        url,
        headers: { host, cookie, "content-type": "application/x-www-form-urlencoded", ...headers },
        payload: "",
      })
      assert.equal(answer.statusCode === 403, !isLetIn, `${url} ${answer.statusCode}`)
    }
  })

test("pages open from any site: only requests that change something are guarded", async () => {
  const headers = { host, cookie, "sec-fetch-site": "cross-site" }
  assert.equal((await service.app.inject({ url: "/console/account", headers })).statusCode, 200)
})
