import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient, newPortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { marksOf } from "../../../../../test/harness/portal-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"

const service = provideService()

test("zero children is an answer, a blank count is missing, and the API returns 0 for both", async () => {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email: "maria@example.com" })
  const client = newPortalBrowser(service)
  const { location } = await client.post(`/invite/${invite_key}/start`)
  const names = (await client.get(location)).location
  const family = names.replace(/main$/, "family")
  const give = async (number_of_children: string) => {
    const page = (await client.get(family)).html
    return client.post(family, { ...marksOf(page), number_of_children, skip: "true" })
  }
  const apiSays = async () => (await firm.request("GET", `/v1/matters/${matter_id}`)).body.number_of_children

  assert.doesNotMatch((await client.get(family)).html, /name="number_of_children"[^>]* value="0"/)
  const pressed = await client.post("/portal/submission")
  assert.match(
    pressed.html,
    new RegExp(`href="${family}\\?return=all#number_of_children"[^>]*>“How many children do you have`),
  )
  assert.equal(await apiSays(), 0)

  await give("0")
  assert.match((await client.get(family)).html, /id="number_of_children"[^>]* value="0"/)
  assert.doesNotMatch((await client.post("/portal/submission")).html, /“How many children do you have/)
  assert.equal(await apiSays(), 0)

  await give("")
  assert.match((await client.post("/portal/submission")).html, /“How many children do you have/)
  assert.equal(await apiSays(), 0)
})

test("switching the language with a partner chosen adds the partner and goes to their page", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email: "maria@example.com" })
  const client = newPortalBrowser(service)
  const { location } = await client.post(`/invite/${invite_key}/start`)
  const main = (await client.get(location)).location
  await client.post(main.replace(/main$/, "family"), {
    "seen.contact_main_marital_status": "0",
    contact_main_marital_status: "married",
    skip: "true",
  })
  const page = main.replace(/main$/, "takes-part")
  const { html } = await client.get(page)
  const switched = await client.post(page, { ...marksOf(html), takes_part: "yes", lang: "es" })
  const { status, html: shown } = await client.get(switched.location)
  assert.equal(status, 200, switched.location)
  assert.match(shown, /<html lang="es"/)
})
