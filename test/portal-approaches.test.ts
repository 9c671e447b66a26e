// An executor's and a taxpayer's complete journeys, from the link to the API: following only the words on the pages, on
// a desktop with script and on a phone without. Each lacks a document and a signature.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "./harness/assert-each.ts"
import type { PageOptions } from "./harness/browser.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import type { TestResponse } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { addSampleAgreement } from "./harness/signed-agreement.ts"
import { probate, tax } from "./harness/templates.ts"
import { type Answers, walk } from "./harness/walk-by-labels.ts"

const { service, browser } = await openServiceAndBrowser()

const executor: Answers = {
  "About you": {
    "First name": "Jonas",
    "Last name": "Brandt",
    "Mobile phone": "512 555 0161",
    "Email address": "jonas@example.com",
    "Street address": "4 Mill Lane",
    City: "Austin",
  },
  "About the person who died": {
    "First name": "Alma",
    "Last name": "Brandt",
    "Date of birth": { Month: "4", Day: "2", Year: "1941" },
    "Date of death": { Month: "9", Day: "14", Year: "2026" },
    "Which address?": "The same as yours",
  },
  "Add a child": {
    Relationship: "Daughter",
    "First name": "Lena",
    "Last name": "Brandt",
    "Which address?": "The same as yours",
  },
  "Homes and land": {
    "Property address": "4 Mill Lane",
    "Name on the deed": "Alma Brandt",
    "Approximate value on the day of death": "about 420k",
    "Who lives there?": "Family",
  },
  "": {
    "Marital status": "Widowed",
    "How many children did Alma have?": "1",
    "How are you related to Alma?": "Son or daughter",
    "In which county and state did Alma live?": "Travis County, Texas",
    "Did they receive Medicaid?": "No",
    "Did Alma leave a will?": "Yes",
    "Where is the original?": "I have it",
    "Personal representative: Named in the will, or willing to serve": "Jonas Brandt",
    "Person looking after the home: Named in the will, or willing to serve": "Jonas Brandt",
    "Death certificate": { file: "certificate.docx" },
    "The will and any codicil": { file: "will.docx" },
    "Your driver’s license or passport": { says: "I’ll bring it" },
    "What date is on it?": { Month: "6", Day: "7", Year: "2001" },
  },
}
const taxpayer: Answers = {
  "About you": {
    "First name": "Rosa",
    "Last name": "Lindqvist",
    "Date of birth": { Month: "8", Day: "21", Year: "1979" },
    "Mobile phone": "512 555 0162",
    "Email address": "rosa@example.com",
    "Street address": "9 Harbor Street",
    City: "Austin",
  },
  "": {
    "Marital status": "Single",
    "How many children do you have?": "0",
    "How do you expect to file?": "Single",
    "Social Security number or ITIN": "123-45-6789",
    Occupation: "Baker",
    "Can someone else claim you as a dependent?": "No",
    "Did you move to another state": "No",
    "What income did you have": "Wages from a job",
    "Did you have accounts or income outside the United States": "No",
    "Did you have health insurance through a Marketplace": "No",
    "How much did you give to charity": "1.234,50",
    "Forms W-2": { file: "w2.docx" },
    "Driver’s license": { says: "I don’t have it" },
  },
}

test("an executor completes the questionnaire on a desk, and the API returns it", async (t) => {
  const { read, counts } = await send({ questionnaire: probate, party: "representative" }, executor, {
    width: 1280,
  })
  t.diagnostic(`${counts.loads} pages loaded, ${counts.taps} taps`)
  const matter = await read("")
  assert.equal(matter.client_type, "representative")
  assert.equal(matter.contact_main_marital_status, "widowed")
  const people = [matter.contact_representative, matter.contact_main].map(
    ({ full_name, date_of_birth, date_of_death }) => [full_name, date_of_birth, date_of_death],
  )
  assert.deepEqual(people, [
    ["Jonas Brandt", null, null],
    ["Alma Brandt", "1941-04-02", "2026-09-14"],
  ])
  assert.deepEqual(namesOf((await read("/contacts")).contacts), [
    "Alma Brandt",
    "Jonas Brandt",
    "Lena Brandt",
  ])
  const { roles } = await read("/roles")
  const named = roles.flatMap(({ assignments }: { assignments: unknown[] }) => assignments)
  assert.equal(named.length, 2)
  const { assets } = await read("/assets")
  assertEach(assets, (asset: Record<string, string>) => [asset.identifier_value, asset.credit_value], [
    ["4 Mill Lane", "420000.00"],
  ])
  assert.deepEqual(await answersOf(read), [
    ["How are you related to Alma?", "Son or daughter"],
    ["In which county and state did Alma live?", "Travis County, Texas"],
    ["Did they receive Medicaid?", "No"],
    ["Did Alma leave a will?", "Yes"],
    ["Where is the original?", "I have it"],
    ["What date is on it?", "June 7, 2001"],
  ])
  assert.deepEqual(await filesOf(read), ["certificate.docx", "will.docx"])
  assert.deepEqual(await openItemsOf(read), [
    ["document", "Your driver’s license or passport"],
    ["signature", "Engagement letter"],
  ])
})

test("a taxpayer completes the questionnaire without script on a phone, and the API returns it", async (t) => {
  const { read, counts } = await send({ questionnaire: tax, party: "main" }, taxpayer, {
    width: 360,
    javascript: false,
  })
  t.diagnostic(`${counts.loads} pages loaded, ${counts.taps} taps`)
  assert.deepEqual(namesOf((await read("/contacts")).contacts), ["Rosa Lindqvist"])
  assert.deepEqual(await answersOf(read), [
    ["How do you expect to file?", "Single"],
    ["Social Security number or ITIN", "••••"],
    ["Occupation", "Baker"],
    ["Can someone else claim you as a dependent?", "No"],
    ["Did you move to another state during last year?", "No"],
    ["What income did you have in last year?", "Wages from a job"],
    ["Did you have accounts or income outside the United States in last year?", "No"],
    ["How much did you give to charity in last year?", "$1,234.50"],
    ["Did you have health insurance through a Marketplace in last year?", "No"],
  ])
  assert.deepEqual(await filesOf(read), ["w2.docx"])
  // Not having a document is an answer, and nothing to wait for.
  assert.deepEqual(await openItemsOf(read), [["signature", "Engagement letter"]])
})

/** Completes a new matter; returns the counts, and the matter as the API returns it. */
async function send(invited: Parameters<typeof inviteClient>[2], answers: Answers, options: PageOptions) {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key, matter_id } = await inviteClient(service, firm, {
    ...invited,
    email: "client@example.com",
  })
  await addSampleAgreement(firm)
  const page = await browser.newPage({ base_url: service.base_url, ...options })
  const counts = await walk(page, `/invite/${invite_key}`, answers)
  const read = async (path: string) => (await firm.request("GET", `/v1/matters/${matter_id}${path}`)).body
  return { counts, read }
}

/** What the submission was accepted without. */
async function openItemsOf(read: Read): Promise<string[][]> {
  const { submissions } = await read("/submissions")
  return submissions[0].open_items.map(({ kind, label }: Record<string, string>) => [kind, label])
}

type Read = (path: string) => Promise<TestResponse["body"]>

const namesOf = (people: { full_name: string }[]) => people.map(({ full_name }) => full_name).sort()

async function answersOf(read: Read): Promise<[string, string][]> {
  const { answers } = await read("/answers")
  return answers.map((each: Record<string, string>) => [
    each.prompt?.replace(/\d{4}/, "last year"),
    each.display_value,
  ])
}

async function filesOf(read: Read): Promise<string[]> {
  const { documents } = await read("/documents")
  return documents.map((each: Record<string, string>) => each.filename).sort()
}
