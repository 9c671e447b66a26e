import assert from "node:assert/strict"
import { test } from "node:test"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { openTestService, provideService, type TestFirm } from "../../../../test/harness/service.ts"
import {
  hiddenIn,
  mailsTo,
  newStartPage,
  sendForm,
  sendInquiry,
  zoe,
} from "../../../../test/harness/start-page.ts"
import { turnIntoTestFirm } from "../../../../test/harness/test-firm.ts"
import { getInquiry, listInquiries } from "../../../follow-up/inquiries/inquiries.ts"
import { changeQuestionnaire } from "../../../intake/questionnaires/questionnaires.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService({ clock: () => now, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

test("a start page that is turned off, or whose questionnaire is inactive, looks like an unknown one", async () => {
  const firm = await service.newFirm()
  const { url, questionnaire_id } = await newStartPage(firm, { isOpen: false })
  const open = await newStartPage(firm)
  const never = await newPortalBrowser(service).get(`${url}x`)
  assert.equal(never.status, 404)
  assert.match(never.html, /This page is not open/)
  const plain = (html: string) => html.replace(/nonce="[^"]+"/g, "").replaceAll(`${url}x`, url)
  assert.equal(plain((await newPortalBrowser(service).get(url)).html), plain(never.html))
  assert.equal((await newPortalBrowser(service).post(url, zoe)).status, 404)
  assert.equal((await newPortalBrowser(service).get(open.url)).status, 200)
  await firm.write(sql`update questionnaires set has_start_page = true`)
  await firm.run((tx) => changeQuestionnaire(tx, questionnaire_id, { active: false }))
  assert.equal((await newPortalBrowser(service).get(url)).status, 404)
})

test("a request reaches staff once the person enters the emailed code, and creates no matter", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { url, questionnaire_id } = await newStartPage(firm)
  const browser = newPortalBrowser(service)
  const formSent = await sendForm(browser, url, wait, zoe)
  assert.match(formSent.html, /Enter the code from your email/)
  assert.deepEqual(await waiting(firm), [])
  const { pending, code } = await codeIn(firm, formSent.html)
  const sent = await browser.post(`${url}/code`, { pending, code })
  assert.match((await browser.get(sent.location)).html, /Hartwell &amp; Pryce has received it/)
  const [inquiry] = await waiting(firm)
  const { id = "" } = inquiry ?? {}
  const { first_name, last_name, email, phone, message, language } = await firm.run((tx) =>
    getInquiry(tx, service.ring, id),
  )
  assert.deepEqual({ first_name, last_name, email, phone, message }, zoe)
  assert.deepEqual([language, inquiry?.questionnaire_id], ["en", questionnaire_id])
  assert.deepEqual(await firm.all(sql`select id from matters`), [])
  const [notice] = await mailsTo(service, firm, "ada.admin@example.com")
  assert.match(notice?.text ?? "", new RegExp(`/console/inquiries/${id}`))
  assert.doesNotMatch(notice?.text ?? "", /Zoe|Marsh|zoe@|A will/)
})

test("the emailed code contains nothing typed on the page, so it cannot carry spam", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const words = "WIN http://spam.example"
  await sendForm(newPortalBrowser(service), url, wait, {
    first_name: words,
    last_name: words,
    phone: "512-555-0100",
    message: words,
    email: "victim@example.com",
  })
  const [mail] = await mailsTo(service, firm, "victim@example.com")
  assert.ok(mail)
  assert.doesNotMatch(`${mail.subject} ${mail.text} ${mail.html}`, /\b(WIN|spam|512-555)\b/)
})

test("a form that looks like a bot's is shown again with what was typed, and sends no email", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const browser = newPortalBrowser(service)
  const shown = hiddenIn((await browser.get(url)).html, "shown")
  const quick = await browser.post(url, { ...zoe, shown })
  assert.equal(quick.status, 422)
  assert.match(quick.html, /press the button again/)
  assert.match(quick.html, /value="zoe@example.com"/)
  wait(20)
  const filled = await browser.post(url, { ...zoe, shown, website: "http://spam.example" })
  assert.equal(filled.status, 422)
  assert.equal((await browser.post(url, { ...zoe, shown: `${now.getTime() - 60_000}.forged` })).status, 422)
  assert.deepEqual(await mailsTo(service, firm, zoe.email), [])
  const again = await browser.post(url, { ...zoe, shown: hiddenIn(quick.html, "shown") })
  assert.match(again.html, /Enter the code from your email/)
})

test("a code expires after five wrong attempts or half an hour, and a new one works", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const browser = newPortalBrowser(service)
  const formSent = await sendForm(browser, url, wait, { ...zoe, email: "five@example.com" })
  const first = await codeIn(firm, formSent.html, "five@example.com")
  const wrong = first.code === "000000" ? "000001" : "000000"
  for (let time = 0; time < 5; time++)
    assert.match(
      (await browser.post(`${url}/code`, { ...first, code: wrong })).html,
      /That code doesn’t match/,
    )
  const expired = await browser.post(`${url}/code`, first)
  assert.match(expired.html, /no tries left/)
  const renewed = await browser.post(url, { pending: first.pending })
  const second = await codeIn(firm, renewed.html, "five@example.com")
  wait(31 * 60)
  assert.match((await browser.post(`${url}/code`, second)).html, /The code has expired/)
  assert.deepEqual(await waiting(firm), [])
})

test("sending the code twice, or after staff accepted the inquiry, creates no second one", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const sent = await sendInquiry(service, firm, { url, wait, person: { ...zoe, email: "twice@example.com" } })
  const again = await newPortalBrowser(service).post(`${url}/code`, sent)
  assert.equal(again.status, 303)
  const [inquiry] = await waiting(firm)
  assert.equal((await waiting(firm)).length, 1)
  await firm.run((tx) => tx.run(sql`update inquiries set accepted_at = ${tx.now} where id = ${inquiry?.id}`))
  await newPortalBrowser(service).post(`${url}/code`, sent)
  assert.deepEqual(await waiting(firm), [])
})

test("emails are limited by recipient across firms, and requests by IP address", async () => {
  const firms = [await service.newFirm(), await service.newFirm()]
  const urls = await Promise.all(firms.map((firm) => newStartPage(firm)))
  const statuses: number[] = []
  const machine = (count: number) => ({ remoteAddress: `198.51.100.${count}` })
  for (let count = 0; count < 6; count++) {
    const url = urls[count % 2]?.url ?? ""
    statuses.push(await sendFrom(machine(count), url, "flooded@example.com"))
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429])
  const one: number[] = []
  for (let count = 0; count < 7; count++)
    one.push(await sendFrom({ remoteAddress: "203.0.113.9" }, urls[0]?.url ?? "", `p${count}@example.com`))
  assert.deepEqual(one.slice(0, 5), [200, 200, 200, 200, 200])
  assert.equal(one[6], 429)
})

test("another firm's page rejects a sealed inquiry", async () => {
  const [ours, theirs] = [await service.newFirm(), await service.newFirm()]
  const [here, there] = [await newStartPage(ours), await newStartPage(theirs)]
  const browser = newPortalBrowser(service)
  const formSent = await sendForm(browser, here.url, wait, { ...zoe, email: "here@example.com" })
  const sealed = await codeIn(ours, formSent.html, "here@example.com")
  assert.equal((await browser.post(`${there.url}/code`, sealed)).status, 422)
  assert.deepEqual(await waiting(theirs), [])
})

test("the form names every fault at its field, in Spanish too, and keeps what was typed", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const browser = newPortalBrowser(service)
  const page = await sendForm(browser, `${url}?lang=es`, wait, {
    first_name: "",
    last_name: "",
    email: "zoe@",
    message: "Zoé",
  })
  assert.equal(page.status, 422)
  for (const words of [/Escriba su nombre\./, /value="Zoé"/, /href="#email"/, /¿En qué podemos ayudarle\?/])
    assert.match(page.html, words)
})

test("without a mail server, the page says who to contact and accepts nothing", async () => {
  const silent = await openTestService({ clock: () => now })
  const firm = await silent.newFirm()
  const { url } = await newStartPage(firm)
  const page = await newPortalBrowser(silent).post(url, zoe)
  assert.match(page.html, /We cannot send email right now/)
  assert.deepEqual(await firm.all(sql`select id from mails`), [])
  await silent.close()
})

test("without a mail server, a test firm's page is open: it says where the code is, in both languages", async () => {
  const silent = await openTestService({ clock: () => now })
  const firm = await silent.newFirm()
  await turnIntoTestFirm(firm)
  const { url } = await newStartPage(firm)
  const browser = newPortalBrowser(silent)
  const sent = await sendForm(browser, url, wait, zoe)
  assert.match(sent.html, /Its admins find the code under Settings, Email\./)
  const pending = hiddenIn(sent.html, "pending")
  const code = (await mailsTo(silent, firm, zoe.email)).at(-1)?.subject.slice(0, 6) ?? ""
  assert.match((await browser.post(`${url}/code`, { pending, code })).location, /sent=yes/)
  const other = await sendForm(newPortalBrowser(silent), `${url}?lang=es`, wait, zoe)
  assert.match(other.html, /Este es un despacho de prueba/)
  await silent.close()
})

async function sendFrom(from: { remoteAddress: string }, url: string, email: string): Promise<number> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
  const { body } = await service.app.inject({ method: "GET", url, ...from })
  wait(4)
  const payload = new URLSearchParams({ ...zoe, email, shown: hiddenIn(body, "shown") }).toString()
  return (await service.app.inject({ method: "POST", url, headers, payload, ...from })).statusCode
}

async function codeIn(firm: TestFirm, html: string, email = zoe.email) {
  const code = (await mailsTo(service, firm, email)).at(-1)?.subject.slice(0, 6) ?? ""
  return { pending: hiddenIn(html, "pending"), code }
}

async function waiting(firm: TestFirm) {
  return (await firm.run((tx) => listInquiries(tx, { page: 1, limit: 10, offset: 0 }))).rows
}
