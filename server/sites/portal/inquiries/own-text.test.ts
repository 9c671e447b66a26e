// The firm's own text on its start pages: shown before sending, and saved as it was accepted.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { hiddenIn, mailsTo, newStartPage, zoe } from "../../../../test/harness/start-page.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { listInquiries } from "../../../follow-up/inquiries/inquiries.ts"

const service = provideService({ clock: () => now, is_mailing: true })
let now = new Date("2026-03-02T15:30:00Z")

const english = "We keep what you write.\n\nIt goes after thirty days if we decline."
const spanish = "Conservamos lo que usted escribe."
const write = (firm: TestFirm, start_page_text: { en: string; es: string }) =>
  firm.run((tx) => changeSettings(tx, firm.firm_id, { start_page_text }))

async function open(url: string) {
  const browser = newPortalBrowser(service)
  const { html } = await browser.get(url)
  now = new Date(now.getTime() + 20_000)
  const [shown, own_text] = [hiddenIn(html, "shown"), hiddenIn(html, "own_text")]
  return { browser, html, send: (form = {}) => browser.post(url, { ...zoe, shown, own_text, ...form }) }
}

async function confirm(
  firm: TestFirm,
  browser: ReturnType<typeof newPortalBrowser>,
  url: string,
  html: string,
) {
  const code = (await mailsTo(service, firm, zoe.email)).at(-1)?.subject.slice(0, 6) ?? ""
  await browser.post(`${url.split("?")[0]}/code`, { pending: hiddenIn(html, "pending"), code })
  const { rows } = await firm.run((tx) => listInquiries(tx, { page: 1, limit: 9, offset: 0 }))
  return rows.at(-1)
}

test("an admin writes the text in both languages, and the page shows it above the submit button", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", "/console/settings/portal")
  assert.match(text, /Start pages/)
  const long = await staff("POST", "/console/settings/portal/start-pages", {
    start_page_text_en: "a".repeat(2_001),
  })
  assert.equal(long.status, 400)
  assert.match(long.text, /has room for 2,000 characters/)
  const saved = { start_page_text_en: english.replaceAll("\n", "\r\n"), start_page_text_es: spanish }
  assert.equal((await staff("POST", "/console/settings/portal/start-pages", saved)).status, 303)
  const { html } = await open(url)
  const offsets = [
    html.indexOf(english),
    html.indexOf("By pressing “Continue”, you accept"),
    html.indexOf("Continue</"),
  ]
  assert.deepEqual(
    offsets.toSorted((a, b) => a - b),
    offsets,
  )
  assert.ok(offsets.every((offset) => offset > 0))
  assert.match(
    (await open(`${url}?lang=es`)).html,
    /Conservamos[\s\S]*Al presionar «Continuar», usted acepta/,
  )
  await write(firm, { en: english, es: "" })
  assert.match((await open(`${url}?lang=es`)).html, /lang="en">We keep what you write/)
})

test("the inquiry and its matter record the accepted text and when it was accepted", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  await write(firm, { en: english, es: spanish })
  const { browser, send } = await open(url)
  const accepted_at = now
  const { html } = await send()
  now = new Date(now.getTime() + 600_000)
  await write(firm, { en: "Another text.", es: "" })
  const inquiry = await confirm(firm, browser, url, html)
  assert.equal(inquiry?.accepted_text, english)
  assert.deepEqual(inquiry?.accepted_text_at, accepted_at)
  const staff = await newStaffBrowser(service, firm)
  assert.match(
    (await staff("GET", `/console/inquiries/${inquiry?.id}`)).text,
    /Accepted your text[\s\S]*We keep what/,
  )
  const { location } = await staff("POST", `/console/inquiries/${inquiry?.id}/acceptance`, {
    matter_name: "Marsh",
  })
  const { text } = await staff("GET", `${location}/conversation`)
  assert.match(text, /Accepted on the start page on March 2, 2026 at 10:3[\s\S]*We keep what you write/)
})

test("a text changed while the page was open is shown before sending, and nothing typed is lost", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const { send, browser } = await open(url)
  await write(firm, { en: english, es: spanish })
  const again = await send()
  assert.equal(again.status, 422)
  assert.match(again.html, /We have changed our statement[\s\S]*value="Marsh"[\s\S]*We keep what you write/)
  assert.deepEqual(await mailsTo(service, firm, zoe.email), [])
  const sent = await send({ own_text: hiddenIn(again.html, "own_text") })
  assert.equal((await confirm(firm, browser, url, sent.html))?.accepted_text, english)
})

test("without a text, the page asks for no acceptance and the inquiry records none", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const { browser, html, send } = await open(url)
  assert.doesNotMatch(html, /you accept/)
  const inquiry = await confirm(firm, browser, url, (await send()).html)
  assert.deepEqual([inquiry?.accepted_text, inquiry?.accepted_text_at], [null, null])
})
