import assert from "node:assert/strict"
import { test } from "node:test"
import { newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import {
  hiddenIn,
  mailsTo,
  newStartPage,
  sendForm,
  sendInquiry,
  zoe,
} from "../../../test/harness/start-page.ts"
import { sql } from "../../platform/db/sql.ts"
import { recordInquiry, removeOldInquiries } from "./inquiries.ts"
import { countSources, listSources, sourceIn } from "./sources.ts"

const service = provideService({ clock: () => now, own_database: true, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

test("a link's source is a short visible line, and anything else is none", () => {
  for (const [typed, source] of [
    ["Website", "Website"],
    ["  St. Brigid’s parish ", "St. Brigid’s parish"],
    ["x".repeat(40), "x".repeat(40)],
    ["x".repeat(41), ""],
    ["x".repeat(1_000_000), ""],
    ["\u200b", ""],
    ["", ""],
    [["Website", "Flyer"], ""],
    [undefined, ""],
    ["\ud800", ""],
  ] as const)
    assert.equal(sourceIn(typed), source)
})

/** The sources that staff see on the list of waiting inquiries. */
async function listed(firm: TestFirm): Promise<string[]> {
  const { text } = await (await newStaffBrowser(service, firm))("GET", "/console/inquiries")
  return [...text.matchAll(/data-label="Source"[^>]*>(?:<[^>]*>)*([^<]*)/g)].map(([, source = ""]) => source)
}

test("a link's source travels with the inquiry, whatever is typed wrong on the way", async () => {
  const firm = await service.newFirm()
  const { url } = await newStartPage(firm)
  const link = `${url}?source=Radio+%26+TV`
  await sendInquiry(service, firm, { url: link, wait })
  const browser = newPortalBrowser(service)
  const { html } = await browser.get(link)
  const hidden = { source: "Radio &amp; TV" }
  assert.equal(hiddenIn(html, "source"), hidden.source)
  wait(20)
  const shown = hiddenIn(html, "shown")
  const wrong = await browser.post(url, { ...zoe, email: "no address", shown, source: "Radio & TV" })
  assert.equal(hiddenIn(wrong.html, "source"), hidden.source)
  wait(20)
  const again = {
    ...zoe,
    email: "two@example.com",
    shown: hiddenIn(wrong.html, "shown"),
    source: "Radio & TV",
  }
  const code = await browser.post(url, again)
  assert.match(code.html, /href="[^"]*\?source=Radio\+%26\+TV"/)
  const typed = (await mailsTo(service, firm, "two@example.com")).at(-1)?.subject.slice(0, 6) ?? ""
  await browser.post(`${url}/code`, { pending: hiddenIn(code.html, "pending"), code: typed })
  await sendInquiry(service, firm, {
    url: `${url}?source=${"x".repeat(41)}`,
    wait,
    person: { ...zoe, email: "three@example.com" },
  })
  const { rows } = await firm.run(async (tx) => ({
    rows: await tx.all(sql`select source, count(*)::integer as n from inquiry_sources group by 1 order by 1`),
  }))
  assert.deepEqual(rows, [
    { source: "", n: 1 },
    { source: "Radio & TV", n: 2 },
  ])
  assert.match((await sendForm(newPortalBrowser(service), link, wait, zoe)).html, /Enter the code/)
})

/** Records an inquiry received now, and returns its id. */
async function receive(
  firm: TestFirm,
  questionnaire_id: string,
  source: string,
  id: string,
): Promise<string> {
  const inquiry_id = `inquiry_${id.padStart(32, "0")}`
  const person = { first_name: "Zoe", last_name: id, email: `${id}@example.com`, phone: "", message: "" }
  await firm.run((tx) =>
    recordInquiry(tx, service.ring, { id: inquiry_id, questionnaire_id, ...person, language: "en", source }),
  )
  return inquiry_id
}

test("staff set the source, and the report counts by it after the inquiries are gone", async () => {
  const firm = await service.newFirm()
  const { questionnaire_id } = await newStartPage(firm)
  // Half past nine in the evening of January 31 in New York.
  now = new Date("2027-02-01T02:30:00Z")
  await receive(firm, questionnaire_id, "Flyer", "1")
  now = new Date("2027-02-01T12:00:00Z")
  const accepted = await receive(firm, questionnaire_id, "Website", "2")
  const unknown = await receive(firm, questionnaire_id, "", "3")
  await receive(firm, questionnaire_id, "Website", "4")
  const url = `/console/inquiries/${unknown}`
  const staff = await newStaffBrowser(service, firm)
  assert.equal((await staff("POST", `${url}/source`, { source: "x".repeat(41) })).status, 400)
  assert.equal((await staff("POST", `${url}/source`, { source: " Golf club " })).location, url)
  const late = await staff("POST", `${url}/source`, { source: "Late", was: "" })
  assert.equal(late.location, url)
  assert.match(
    (await staff("GET", url)).text,
    /a colleague was faster: The source is “Golf club”\.[\s\S]*value="Golf club"[\s\S]*<option value="Flyer"/,
  )
  assert.deepEqual(await firm.run((tx) => listSources(tx)), ["Flyer", "Golf club", "Website"])
  assert.deepEqual(await listed(firm), ["Flyer", "Website", "Golf club", "Website"])

  await staff("POST", `/console/inquiries/${accepted}/acceptance`, { matter_name: "Marsh, Zoe" })
  now = new Date("2027-02-05T12:00:00Z")
  assert.ok((await service.db.forPlatform((tx) => removeOldInquiries(tx))) > 0)
  const counted = (from: string, until: string) => firm.run((tx) => countSources(tx, { from, until }))
  assert.deepEqual(await counted("2027-02", "2027-02"), [
    { source: "Website", inquiries: 2, matters: 1 },
    { source: "Golf club", inquiries: 1, matters: 0 },
  ])
  assert.deepEqual(await counted("2027-01", "2027-01"), [{ source: "Flyer", inquiries: 1, matters: 0 }])
  const csv = (await staff("GET", "/console/reports.csv?from=2027-01&until=2027-02&table=sources")).text
  assert.deepEqual(csv.trim().split(/\r\n/), [
    "source,inquiries,became_matters",
    "Website,2,1",
    "Flyer,1,0",
    "Golf club,1,0",
  ])
  const { text } = await staff("GET", "/console/reports?from=2027-02&until=2027-02")
  assert.match(text, /Inquiries received in Feb 2027[\s\S]*Website[\s\S]*50%/)
  const { user_id } = await newStaff(firm, { role: "member" })
  await firm.write(sql`update users set assigned_matters_only = true where id = ${user_id}`)
  const limited = await newStaffBrowser(service, firm, user_id)
  assert.doesNotMatch((await limited("GET", "/console/reports?from=2027-02&until=2027-02")).text, /Website/)
  assert.equal((await limited("POST", `${url}/source`, { source: "Mine" })).status, 404)
})
