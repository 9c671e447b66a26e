// One browser with two matters that have the same questions, as a helper of two families has. Its cookie is for the
// matter opened last.
import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import {
  inviteClient,
  newPortalBrowser,
  type PortalBrowser,
} from "../../../../test/harness/portal-browser.ts"
import { sampleJpeg } from "../../../../test/harness/sample-files.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

/** Opens a page of one matter, and then starts another matter in the same browser. */
async function openBoth() {
  const firm = await service.newFirm()
  const first = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${first.matter_id}`)).body
  const second = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: questionnaire.id,
    matter_name: "Neighbor",
  })
  const browser = newPortalBrowser(service)
  const started = await browser.post(`/invite/${first.invite_key}/start`)
  const { location: page } = await browser.get(started.location)
  const { html } = await browser.get(page)
  const page_owner = /name="page_owner" value="([^"]+)"/.exec(html)?.[1] ?? ""
  await browser.post(`/invite/${second.body.invite_key}/start`)
  const stored = async () =>
    (await firm.request("GET", `/v1/matters/${second.body.id}`)).body.contact_main.first_name
  return { firm, browser, page, html, page_owner, stored }
}

test("a form of one matter is never saved in the other, and waits for its own client to sign in", async () => {
  const { browser, page, page_owner, stored } = await openBoth()
  const typed = { first_name: "Wrong", "seen.first_name": "0" }
  const response = await browser.post(page, { ...typed, page_owner })
  assert.equal(response.status, 401)
  assert.match(response.html, /Send a code to m•••@example\.com/)
  assert.equal(await stored(), "")
  const own = /name="page_owner" value="([^"]+)"/.exec((await browser.get(page)).html)?.[1] ?? ""
  assert.equal((await browser.post(page, { ...typed, first_name: "Right", page_owner: own })).status, 303)
  assert.equal(await stored(), "Right")
})

test("autosave never saves a field of one matter in the other", async () => {
  const { browser, page, page_owner, stored } = await openBoth()
  const response = await service.app.inject({
    method: "POST",
    url: "/portal/fields",
    headers: { cookie: cookieHeader(browser.cookies) },
    payload: { page, page_owner, controls: { first_name: ["Wrong"] }, seen: { first_name: 0 } },
  })
  assert.equal(response.statusCode, 401)
  assert.equal(await stored(), "")
})

test("neither kind of upload saves a file of one matter in the other", async () => {
  const { firm, browser, page_owner } = await openBoth()
  const action = await findUploadForm(browser)
  const form = new FormData()
  form.set("page_owner", page_owner)
  form.set("files", new File([Uint8Array.from(sampleJpeg())], "Deed.jpg", { type: "image/jpeg" }))
  assert.match((await browser.post(action, form)).location, /^\/portal\/sign-in\?/)
  const [section_id = "", ...path] = action.split("/").slice(3)
  const metadata = { page_owner, section_id, path: path.join("/"), filename: "Deed.jpg" }
  const response = await service.app.inject({
    method: "POST",
    url: "/portal/uploads",
    headers: {
      cookie: cookieHeader(browser.cookies),
      "tus-resumable": "1.0.0",
      "upload-length": "100",
      "upload-metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    },
  })
  assert.equal(response.statusCode, 401)
  const stored = await firm.all(sql`select id from documents union all select id from unfinished_uploads`)
  assert.deepEqual(stored, [])
})

test("every form of a client's page names the page's owner", async () => {
  const { browser } = await openBoth()
  for (const url of ["/portal", "/portal/check", "/portal/account"]) {
    const forms = (await browser.get(url)).html.match(/<form[^>]*method="post"[\s\S]*?<\/form>/g) ?? []
    assert.ok(forms.length > 0, url)
    for (const form of forms) assert.match(form, /name="page_owner"/, form)
  }
})

test("signing out on a page of an earlier matter ends the browser's current session", async () => {
  const { firm, browser, page_owner } = await openBoth()
  const sessions = () => firm.all(sql`select id from sessions where matter_id is not null`)
  const before_ = (await sessions()).length
  assert.equal((await browser.post("/portal/sign-out", { page_owner })).status, 303)
  assert.equal((await sessions()).length, before_ - 1)
})

/** The action of the first upload form. */
async function findUploadForm(browser: PortalBrowser): Promise<string> {
  const { html } = await browser.get("/portal")
  for (const [, section = ""] of html.matchAll(/href="(\/portal\/sections\/[^"]+)"/g)) {
    const entered = await browser.get(section)
    const page = entered.location ? await browser.get(entered.location) : entered
    const action = / formaction="(\/portal\/files\/[^"?]+)/.exec(page.html)?.[1]
    if (action) return action
  }
  throw new Error("No page takes files.")
}
