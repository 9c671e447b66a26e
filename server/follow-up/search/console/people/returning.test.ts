// A client who comes back, in a real browser without script: what staff press is counted by its label.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "../../../../../test/harness/browser.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { changeAddresses, changeEmails, changePhones } from "../../../../intake/contacts/contact-details.ts"
import { listPeople } from "../../../../intake/contacts/contacts.ts"
import { changeContact } from "../../../../intake/contacts/editing.ts"
import { getInvitationLink, listInvitations } from "../../../../intake/matters/invitations/invitations.ts"
import { closeMatter } from "../../../../intake/matters/lifecycle.ts"
import { getMatterRow } from "../../../../intake/matters/matter-row.ts"
import { definitionOf } from "../../../../intake/matters/progress/definition.ts"
import { openTopic } from "../../../../intake/messages/writing.ts"
import { assignRole } from "../../../../intake/roles/roles.ts"
import { found } from "../../../../platform/errors.ts"
import { listRecords } from "../../people.ts"

const { service, browser } = await openServiceAndBrowser()

/** Ada Smith's closed matter, with all that is known of her, and another family's, whose executor she is. */
async function newReturning() {
  const earlier = await newFirmWithIntake(service, { firm_name: "Hartwell & Pryce" })
  const { firm, matter_id, main } = earlier
  const other = await newIntake(firm)
  await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "date_of_birth", value: "1950-02-03" }])
    await changePhones(tx, main, [{ type: "home", number: "512-555-0142" }])
    await changeEmails(tx, main, [{ type: "home", email: "ada@example.com" }])
    await changeAddresses(tx, main, [{ type: "home", street: "12 Elm Street", city: "Austin", state: "TX" }])
    await openTopic(tx, service, matter_id, { subject: "House", text: "Whose name is on the deed?" })
    await closeMatter(tx, matter_id)
    await changeContact(tx, other.main, [{ field: "last_name", value: "Quist" }])
    await changeContact(tx, other.child, [
      { field: "first_name", value: "Ada" },
      { field: "date_of_birth", value: "1950-02-03" },
    ])
    const executor = { role_id: other.ids.executor, focus_contact_id: other.main, levels: [[other.child]] }
    await assignRole(tx, other.matter_id, executor)
  })
  return { ...earlier, other }
}

/** Creates a matter from the page of a person, with these parts; returns its id. */
async function create(
  firm: TestFirm,
  from: string,
  person: string,
  more: [string, string][],
): Promise<string> {
  const send = await newStaffBrowser(service, firm)
  const { questionnaire_id } = await firm.run((tx) => getMatterRow(tx, from))
  const fields: [string, string][] = [
    ["questionnaire_id", questionnaire_id],
    ["way", "link"],
    ["is_new_client", "yes"],
    ...more,
  ]
  const { status, location, text } = await send(
    "POST",
    `/console/matters/new?from=${from}&person=${person}`,
    fields,
  )
  assert.equal(status, 303, text)
  return /matter_[0-9A-F]{32}/.exec(location)?.[0] ?? ""
}

const personIn = (firm: TestFirm, matter_id: string) =>
  firm.run(async (tx) => {
    const [person, ...others] = await listPeople(tx, matter_id)
    const { full_name, date_of_birth, phone_numbers, addresses } = found(person)
    return [
      full_name,
      date_of_birth,
      phone_numbers.length,
      addresses.length,
      others.map((one) => one.full_name).join(),
    ]
  })

test("a returning client's new matter takes two presses and two loads from her page, by keyboard as well", async () => {
  const { firm, main } = await newReturning()
  const page = await enterConsole({ service, browser, firm }, { width: 360 })
  await page.goto(`/console/people/${main}`)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await expectTallControls(page)
  await page.getByRole("button", { name: "Same person in Smith", exact: true }).press("Enter")
  await page.getByText("Child, Executor").waitFor()
  await expectNoAxeViolations(page)
  await screenshot(page, "person-360")
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectNoSidewaysScroll(page)
  await screenshot(page, "person-1280")
  let [presses, loads] = [0, 0]
  page.on("framenavigated", () => {
    loads += 1
  })
  const press = async (role: "link" | "button", name: string) => {
    presses += 1
    await page.getByRole(role, { name, exact: true }).press("Enter")
  }
  await press("link", "New matter for Ada Smith")
  await page.getByText("Starts from an earlier matter").waitFor()
  await screenshot(page, "person-new-1280")
  await press("button", "Create the matter")
  await page.getByText("The matter was created.").waitFor()
  assert.deepEqual([presses, loads], [2, 2])
  await page.goto(`/console/people/${main}`)
  await page.getByText("In 3 matters").waitFor()
})

test("the client is asked whether what the firm entered is right, and a spouse takes along only their own details", async () => {
  const { firm, matter_id, main, spouse } = await newReturning()
  const parts: [string, string][] = ["people", "contact_details"].map((part) => ["copy", part])
  const ada = await create(firm, matter_id, main, [["first_name", "Ada"], ["last_name", "Smith"], ...parts])
  assert.deepEqual(await personIn(firm, ada), ["Ada Smith", "1950-02-03", 1, 1, "Cleo Smith,Dan Smith"])
  const bare = await create(firm, matter_id, main, [
    ["first_name", "Ada"],
    ["matter_name", "B"],
    ["copy", "people"],
  ])
  assert.deepEqual(await personIn(firm, bare), ["Ada Smith", "1950-02-03", 0, 0, "Cleo Smith,Dan Smith"])
  const { invite_key } = await firm.run(async (tx) =>
    getInvitationLink(tx, service, (await listInvitations(tx, ada))[0]?.id ?? ""),
  )
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invite_key}/start`)
  const { definition } = await firm.run((tx) => definitionOf(tx, ada))
  const section = definition.sections.find(({ kind }) => kind === "people")
  const { html } = await client.get(`/portal/sections/${section?.id}/children`)
  assert.match(
    html,
    literally("Hartwell &amp; Pryce entered what it knows already. Please check that it is right."),
  )
  const ben = await create(firm, matter_id, spouse, [["first_name", "Ben"], ["last_name", "Smith"], ...parts])
  assert.deepEqual(await personIn(firm, ben), ["Ben Smith", null, 0, 0, ""])
  const records = await firm.run((tx) => listRecords(tx, spouse, null))
  assert.deepEqual(new Set(records.map((record) => record.matter_id)), new Set([ben, matter_id]))
})

test("nothing that another family said of a person is copied, and another name typed makes another person", async () => {
  const { firm, other } = await newReturning()
  const parts: [string, string][] = ["people", "assets"].map((part) => ["copy", part])
  const named = await create(firm, other.matter_id, other.child, [
    ["first_name", "Ada"],
    ["last_name", "Smith"],
    ...parts,
  ])
  assert.deepEqual(await personIn(firm, named), ["Ada Smith", null, 0, 0, ""])
  const eve = await create(firm, other.matter_id, other.main, [
    ["first_name", "Eve"],
    ["last_name", "Quist"],
    ...parts,
  ])
  const records = await firm.run((tx) => listRecords(tx, other.main, null))
  assert.deepEqual(
    records.map((record) => record.matter_id),
    [other.matter_id],
    eve,
  )
})
