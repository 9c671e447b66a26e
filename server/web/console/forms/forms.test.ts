import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser, seenIn } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { createAgreement, getAgreement } from "../../../intake/agreements/agreements.ts"
import { changeEndpoint, createEndpoint, getEndpoint } from "../../../outputs/webhooks/endpoints.ts"

const service = provideService()

const plain = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")

const rules = {
  questionnaire_ids: [],
  by_both: true,
  only_for_two: false,
  is_required: true,
  before_sending: false,
  is_active: false,
}

async function newAgreement(firm: TestFirm) {
  const text = { title: { en: "Engagement", es: "" }, text: { en: "We agree.", es: "" } }
  const id = await firm.run((tx) => createAgreement(tx, text, rules))
  return { id, url: `/console/settings/agreements/${id}` }
}

test("a refused form shows what was typed, with each fault at its field and in the summary", async () => {
  const firm = await service.newFirm()
  const { id, url } = await newAgreement(firm)
  const req = await newStaffBrowser(service, firm)
  const seen = seenIn((await req("GET", url)).text) ?? ""
  const title_en = "Typed ".repeat(60)
  const refused = await req("POST", url, { seen, title_en, text_en: "Typed text", only_for_two: "true" })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /href="#title_en"/)
  assert.match(refused.text, /id="title_en-error"/)
  assert.match(refused.text, /aria-invalid="true"/)
  assert.match(refused.text, literally(title_en.trim()))
  assert.match(refused.text, />Typed text<\/textarea>/)
  assert.match(refused.text, /id="only_for_two"[^>]* checked/)
  assert.doesNotMatch(refused.text, /id="by_both"[^>]* checked/)
  assert.equal(seenIn(refused.text), seen)
  assert.equal((await firm.run((tx) => getAgreement(tx, id))).title.en, "Engagement")
})

test("a form shows a colleague's change in the words of its fields, and overwrites it only when sent again", async () => {
  const firm = await service.newFirm()
  const { id, url } = await newAgreement(firm)
  const req = await newStaffBrowser(service, firm)
  const open = async () => seenIn((await req("GET", url)).text) ?? ""
  const [first, second] = [await open(), await open()]
  const mine = { title_en: "Engagement", text_en: "We agree.", by_both: "true", is_required: "true" }
  assert.equal(
    (await req("POST", url, { ...mine, seen: first, title_es: "Encargo", text_es: "Acordamos." })).status,
    303,
  )
  const refused = await req("POST", url, { ...mine, seen: second, only_for_two: "true" })
  assert.equal(refused.status, 409)
  assert.match(plain(refused.text), /Title in Spanish Encargo Nothing/)
  assert.match(plain(refused.text), /Only for two clients Nothing Yes/)
  assert.doesNotMatch(plain(refused.text.split("stored-title_es")[1] ?? ""), /Both clients sign Yes/)
  const again = { ...mine, seen: seenIn(refused.text) ?? "", only_for_two: "true", title_es: "", text_es: "" }
  assert.equal((await req("POST", url, again)).status, 303)
  const stored = await firm.run((tx) => getAgreement(tx, id))
  assert.deepEqual([stored.title.es, stored.only_for_two, stored.by_both], ["", true, true])
})

test("a saved form says so once and is in the audit log with its record and its name", async () => {
  const firm = await service.newFirm()
  const { id, url } = await newAgreement(firm)
  const req = await newStaffBrowser(service, firm)
  const seen = seenIn((await req("GET", url)).text) ?? ""
  const saved = await req("POST", url, { seen, title_en: "Engagement 2", text_en: "We agree." })
  assert.deepEqual([saved.status, saved.location], [303, "/console/settings/agreements"])
  assert.match((await req("GET", saved.location)).text, /The agreement was saved/)
  assert.doesNotMatch((await req("GET", saved.location)).text, /The agreement was saved/)
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 9, offset: 0 }))
  const [entry] = rows
  assert.deepEqual(
    [entry?.action, entry?.record_id, entry?.label],
    ["agreement_changed", id, "Engagement 2 (2)"],
  )
})

test("an endpoint keeps its custom headers until they are replaced or removed, and they count as a change", async () => {
  const firm = await service.newFirm()
  const url = "http://127.0.0.1:9/hook"
  const event_types = ["intakeform.submitted"] as const
  const id = await firm.run(
    async (tx) =>
      (await createEndpoint(tx, service.ring, { url, event_types, headers: [{ "X-One": "1" }] })).id,
  )
  const home = `/console/settings/webhooks/${id}`
  const page = `${home}/settings`
  const req = await newStaffBrowser(service, firm)
  const names = () => firm.run(async (tx) => (await getEndpoint(tx, id)).header_names)
  const send = async (form: Record<string, string>) => {
    const seen = seenIn((await req("GET", home)).text, page) ?? ""
    return req("POST", page, { seen, url, description: "", event_types: "intakeform.submitted", ...form })
  }
  assert.equal((await send({ headers: "" })).status, 303)
  assert.deepEqual(await names(), ["X-One"])
  assert.equal((await send({ headers: "X-Two: a:b\r\n\r\nX-Three: c" })).status, 303)
  assert.deepEqual(await names(), ["X-Two", "X-Three"])
  const stale = seenIn((await req("GET", home)).text, page) ?? ""
  await firm.run((tx) => changeEndpoint(tx, service.ring, id, { headers: [{ "X-Four": "4" }] }))
  const refused = await send({ seen: stale, without_headers: "true" })
  assert.equal(refused.status, 409)
  assert.match(plain(refused.text), /Custom headers X-Four/)
  assert.equal((await send({ without_headers: "true" })).status, 303)
  assert.deepEqual(await names(), [])
  const faulty = await send({ url: "", event_types: "", headers: "Content-Length: 1" })
  assert.equal(faulty.status, 400)
  assert.match(faulty.text, /href="#url"[\s\S]*href="#event_types"/)
  assert.match((await send({ headers: "Content-Length: 1" })).text, /href="#headers"/)
})
