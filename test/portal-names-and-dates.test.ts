// Names, dates, and phone numbers as clients type them, from the portal's form to everything that reads them.

import assert from "node:assert/strict"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { tablesArchive } from "../server/outputs/exports/archives.ts"
import { readMatterExport } from "../server/outputs/exports/matter-export.ts"
import { cookieHeader } from "./harness/cookies.ts"
import { literally } from "./harness/literally.ts"
import { readPdf } from "./harness/pdf-text.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { giveRequired } from "./harness/sample-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { unzip } from "./harness/unzip.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

const names = [
  "Ø",
  "Wolfeschlegelsteinhausen".repeat(6).slice(0, 128),
  "O’Neil-Ștefănescu",
  "Nguyễn",
  "王小龍",
]

test("names survive unchanged in the API, the client's copy, and the firm's tables", async () => {
  const intake = await newPortalIntake(service, firm)
  for (const name of names) await addChild(intake, name)
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/contacts`)
  const given = body.contacts.map(({ first_name }: { first_name: string }) => first_name)
  for (const name of names) assert.ok(given.includes(name), `${name} in ${given}`)

  await firm.run((tx) => giveRequired(tx, service, intake))
  const { location } = await intake.ada.post("/portal/submission", { after: "0" })
  assert.equal(location, "/portal/submissions/1")
  const cookie = cookieHeader(intake.ada.cookies)
  const copy = await service.app.inject({ url: `${location}/copy.pdf`, headers: { cookie } })
  // A name longer than its line wraps to the next one.
  const text = readPdf(copy.rawPayload).text.replaceAll("\n", "")
  for (const name of names) assert.match(text, literally(name), `${name} in the PDF`)

  const all = await firm.run((tx) => readMatterExport(tx, service.ring, intake.matter_id, { reveal: false }))
  const tables = unzip(await buffer(tablesArchive(all)))
  const contacts = tables.get("contacts.csv")?.toString("utf8") ?? ""
  for (const name of names) assert.match(contacts, literally(`,${name} Smith,`), `${name} in ${contacts}`)
})

async function addChild({ ada, ids, pageOf, names }: PortalIntake, first_name: string): Promise<void> {
  const sections = [...(await ada.get("/portal")).html.matchAll(/href="(\/portal\/sections\/[^"/]+)"/g)]
  const own = names.split("/").slice(0, 4).join("/")
  const people = sections
    .map(([, url = ""]) => url)
    .find((url) => url !== own && !pageOf(ids.has_will).startsWith(url))
  const child = { relationship_type: "2CHLD", first_name, last_name: "Smith", same_person: "none" }
  const date = { date_of_birth_month: "5", date_of_birth_day: "17", date_of_birth_year: "1994" }
  assert.equal((await ada.post(`${people}/children/new`, { ...child, ...date })).status, 303)
}

test("a client's page takes one name, says so, and asks for a name when both are blank", async () => {
  const { ada, names, matter_id } = await newPortalIntake(service, firm)
  assert.match((await ada.get(names)).html, /Leave this blank if there is only one name\./)
  const blank = await ada.post(names, { first_name: " ", last_name: "\u200b" })
  assert.equal(blank.status, 422)
  for (const label of ["First name", "Last name"])
    assert.match(blank.html, literally(`“${label}” needs an answer.`), label)
  for (const [first_name, last_name] of [
    ["", "Suharto"],
    ["Suharto", ""],
  ] as const) {
    assert.equal((await ada.post(names, { first_name, last_name })).status, 303)
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}`)
    assert.deepEqual([body.contact_main.first_name, body.contact_main.last_name], [first_name, last_name])
    assert.equal(body.contact_main.full_name, "Suharto")
  }
})
