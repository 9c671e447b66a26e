// A firm with a matter of every kind, for the API contract tests.

import { before } from "node:test"
import { saveAnswer } from "../../server/intake/answers/answers.ts"
import { changeBeneficiaries } from "../../server/intake/assets/beneficiaries.ts"
import { addAsset } from "../../server/intake/assets/editing.ts"
import { changeAddresses, changeEmails, changePhones } from "../../server/intake/contacts/contact-details.ts"
import { addContact, changeContact } from "../../server/intake/contacts/editing.ts"
import { changeMatterFacts } from "../../server/intake/contacts/facts.ts"
import { closeMatter, markStarted } from "../../server/intake/matters/lifecycle.ts"
import { assignRole } from "../../server/intake/roles/roles.ts"
import { submitMatter } from "../../server/intake/submissions/submissions.ts"
import type { Tx } from "../../server/platform/db/database.ts"
import { newIntake, type SampleIntake } from "../harness/sample-intake.ts"
import { upload } from "../harness/sample-uploads.ts"
import {
  provideService,
  type TestFirm,
  type TestResponse,
  type TestService,
  type TestServiceOptions,
} from "../harness/service.ts"

export interface SampleFirm {
  service: TestService
  firm: TestFirm
  get(url: string): Promise<TestResponse>
  /** Married, submitted, with something in every part. */
  couple: FullIntake
  /** In progress, with few answers. */
  single: SampleIntake
  /** Filled in by a representative. */
  probate: SampleIntake
  closed: SampleIntake
  /** Created in advance, with context; not opened yet. */
  pre_created: string
  /** Their ids by kind. */
  matters: Record<string, string>
}

export interface FullIntake extends SampleIntake {
  home: string
  policy: string
  will: string
  deed: string
  friend: string
}

/** Called at the top of a test file, which closes the service when it is done. */
export function provideSampleFirm(options?: TestServiceOptions): SampleFirm {
  const service = provideService(options)
  const sample = { service } as SampleFirm
  before(async () => void Object.assign(sample, await openSampleFirm(service)))
  return sample
}

export async function openSampleFirm(service: TestService): Promise<SampleFirm> {
  const firm = await service.newFirm("Hartwell & Pryce")
  const couple = await fillIn(service, await newIntake(firm))
  const single = await newIntake(firm, { couple: false })
  await single.asClient((tx) => markStarted(tx, single.matter_id))
  const probate = await newIntake(firm, { couple: false, approach: "rep-deceased" })
  const closed = await newIntake(firm)
  await firm.run((tx) => closeMatter(tx, closed.matter_id))
  const { questionnaire } = (await firm.request("GET", `/v1/matters/${couple.matter_id}`)).body
  const { body } = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: questionnaire.id,
    matter_name: "Okafor",
    context: { crm_id: "A-1042", office: 3 },
  })
  return {
    service,
    firm,
    get: (url) => firm.request("GET", url),
    couple,
    single,
    probate,
    closed,
    pre_created: body.id,
    matters: {
      couple: couple.matter_id,
      single: single.matter_id,
      probate: probate.matter_id,
      closed: closed.matter_id,
      pre_created: body.id,
    },
  }
}

/** Fills in something in every part of the sample questionnaire, including everything required, and submits. */
export async function fillIn(service: TestService, intake: SampleIntake, said = ""): Promise<FullIntake> {
  const { matter_id, ids, main, spouse, child, other_child } = intake
  const given = await intake.asClient(async (tx) => {
    await markStarted(tx, matter_id)
    await givePeople(tx, intake, said)
    const friend = await addContact(tx, matter_id, {
      relationship_type: "4GODM",
      first_name: `Grace${said}`,
      last_name: "Lee",
    })
    await addContact(tx, matter_id, {
      relationship_type: "5WMAN",
      first_name: "Wim",
      last_name: `Bank${said}`,
    })
    await addContact(tx, matter_id, { relationship_type: "3SSIB", first_name: "Sam", last_name: "Smith" })
    const executor = { role_id: ids.executor }
    await assignRole(tx, matter_id, {
      ...executor,
      focus_contact_id: main,
      levels: [[spouse], [other_child, child]],
    })
    await assignRole(tx, matter_id, { ...executor, focus_contact_id: spouse, levels: [[child]] })
    const home = await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: `12 Elm Street${said}`,
      owner_type: "joint",
      credit_value: "500000.10",
      debit_value: "120000.20",
      fields: { [ids.purchased]: "1999-03-04" },
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: `Policy 12${said}`,
      owner_type: "main",
      credit_value: "0.30",
    })
    await changeBeneficiaries(tx, policy, [
      { contact_id: child, level: "contingent", share: "100" },
      { contact_id: spouse, level: "primary", share: "33.33" },
      { contact_id: other_child, level: "primary", share: "66.67" },
    ])
    return { home, policy, friend }
  })
  for (const answer of [
    { question_id: ids.has_will, value: "yes" },
    { question_id: ids.will_date, value: "1999-03-04" },
    { question_id: ids.ssn, about: spouse, value: `123-45-6789${said}` },
    { question_id: ids.friend, value: given.friend },
  ]) {
    await intake.asClient((tx) => saveAnswer(tx, service.ring, matter_id, answer))
  }
  const will = await upload(
    service,
    intake,
    { request_id: ids.will_copy },
    `will${said}.txt`,
    `My will${said}`,
  )
  const deed = await upload(service, intake, { asset_id: given.home }, `deed${said}.txt`, `My deed${said}`)
  await intake.asClient((tx) => submitMatter(tx, service.ring, matter_id))
  return { ...intake, ...given, will: will.document_id, deed: deed.document_id }
}

async function givePeople(tx: Tx, { matter_id, main, spouse }: SampleIntake, said: string): Promise<void> {
  await changeMatterFacts(tx, matter_id, [
    { field: "contact_main_marital_status", value: "married" },
    { field: "number_of_children", value: 2 },
  ])
  await changeContact(tx, main, [
    { field: "middle_name", value: "Maria" },
    { field: "suffix", value: "Jr." },
    { field: "date_of_birth", value: "1960-05-06" },
    { field: "gender_binary", value: "Female" },
    { field: "preferred_name", value: `Addie${said}` },
  ])
  await changeContact(tx, spouse, [{ field: "date_of_birth", value: "1958-02-03" }])
  await changePhones(tx, main, [
    { type: "mobile", number: "(202) 555-0142" },
    { type: "home", number: "(202) 555-0143" },
  ])
  await changeEmails(tx, main, [
    { type: "home", email: `ada${said.toLowerCase().replaceAll("_", "-")}@example.com` },
  ])
  await changeAddresses(tx, main, [
    {
      type: "home",
      street: `12 Elm Street${said}`,
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      country_iso: "US",
    },
  ])
}
