import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations } from "../../../../../test/harness/browser.ts"
import { newFirmWithIntake } from "../../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { changeContact } from "../../../../intake/contacts/editing.ts"
import { assignMatter } from "../../../../intake/matters/assignment.ts"
import { closeMatter } from "../../../../intake/matters/lifecycle.ts"
import { renameMatter } from "../../../../intake/matters/matters.ts"
import { assignRole } from "../../../../intake/roles/roles.ts"
import { deleteMatter } from "../../../../operations/deletions/deletions.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { newId } from "../../../../platform/ids.ts"
import { recordInquiry } from "../../../inquiries/inquiries.ts"
import { findAppearances } from "../../conflicts.ts"

const { service, browser } = await openServiceAndBrowser()

/** Creates a firm with a matter in which Cleo Larkspur is a child and Ada's executor. */
async function newWithCleo() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, main, spouse, child, ids } = intake
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, "Smith, Ada and Ben")
    await changeContact(tx, child, [
      { field: "last_name", value: "Larkspur" },
      { field: "also_known_as", value: "Cleopatra Lark" },
    ])
    for (const focus_contact_id of [main, spouse])
      await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id, levels: [[child]] })
  })
  return intake
}

const appear = (firm: TestFirm, name: string) =>
  firm.run(async (tx) =>
    (await findAppearances(tx, name)).appearances.map(
      ({ full_name, other_name, matter_name, reason, roles }) => ({
        full_name,
        other_name,
        matter_name,
        reason,
        roles,
      }),
    ),
  )

test("a check lists every appearance with its role and reason", async () => {
  const { firm } = await newWithCleo()
  const cleo = {
    full_name: "Cleo Larkspur",
    other_name: null,
    matter_name: "Smith, Ada and Ben",
    roles: ["Executor"],
  }
  assert.deepEqual(await appear(firm, "cleo larkspur"), [{ ...cleo, reason: "same" }])
  assert.deepEqual(await appear(firm, "Larkspur, Cleo"), [{ ...cleo, reason: "reordered" }])
  assert.deepEqual(await appear(firm, "Cleo Larkspurr"), [{ ...cleo, reason: "nearly" }])
  assert.deepEqual(await appear(firm, "Cleopatra Lark"), [
    { ...cleo, other_name: "Cleopatra Lark", reason: "same" },
  ])
  assert.deepEqual(await appear(firm, "Zoe Zebra"), [])
  assert.deepEqual(await appear(await service.newFirm(), "cleo larkspur"), [])
})

test("who certainly has the name is listed before those who probably have it, then similar names, whatever their part", async () => {
  const { firm, main, spouse, child } = await newWithCleo()
  const nameIt = (contact_id: string, last_name: string) =>
    firm.run((tx) =>
      changeContact(tx, contact_id, [
        { field: "first_name", value: "Cleo" },
        { field: "last_name", value: last_name },
        { field: "also_known_as", value: "" },
      ]),
    )
  // Clients weigh more than a child, and are listed first among those equally close.
  await nameIt(main, "Larkspurr")
  await nameIt(child, "Larkspur")
  assert.deepEqual(
    (await appear(firm, "Cleo Larkspur")).map(({ reason }) => reason),
    ["same", "nearly"],
  )
  await nameIt(spouse, "Larkspur")
  assert.deepEqual(
    (await appear(firm, "Cleo Larkspur")).map(({ reason, roles }) => [reason, roles.length]),
    [
      ["same", 0],
      ["same", 1],
      ["nearly", 0],
    ],
  )
})

test("a check finds a name that appears only in the name of a matter", async () => {
  const { firm, matter_id } = await newWithCleo()
  await firm.run((tx) => renameMatter(tx, matter_id, "Acme Holdings LLC"))
  const [found] = await appear(firm, "acme holdings")
  assert.deepEqual([found?.matter_name, found?.reason], ["Acme Holdings LLC", "contained"])
})

for (const javascript of [true, false])
  test(`a recorded decision shows the appearances at the time, ${javascript ? "with" : "without"} script`, async () => {
    const { firm } = await newWithCleo()
    const page = await enterConsole({ browser, service, firm }, { javascript })
    await page.goto("/console/conflicts")
    // The field has the focus: one types at once.
    await page.locator("input:focus").waitFor()
    await page.keyboard.type("Cleo Larkspur")
    await page.keyboard.press("Enter")
    await page.getByText("1 appearance").waitFor()
    await page.getByRole("button", { name: "Record the check" }).click()
    await page.getByRole("link", { name: "Choose what you decided." }).waitFor()
    await page.getByLabel("Possible conflict").check()
    await page.getByLabel("Why (optional)").fill("Her mother is a client.")
    await page.getByRole("button", { name: "Record the check" }).click()
    await page.getByText("The conflict check was recorded.").waitFor()
    await page.getByRole("heading", { level: 1, name: "Conflict check: Cleo Larkspur" }).waitFor()
    await page.getByText("Her mother is a client.").waitFor()
    await page.getByRole("rowheader", { name: "Cleo Larkspur" }).waitFor()
    await page.emulateMedia({ media: "print" })
    assert.equal(await page.getByRole("link", { name: "Check again" }).isVisible(), false)
    assert.equal(await page.getByRole("navigation", { name: "Console" }).first().isVisible(), false)
    const printed = await page.locator(".printed-line").innerText()
    assert.match(printed, /^Conflict check: Cleo Larkspur\s+Test & Partners, [A-Z][a-z]{2} [0-9]+, [0-9]{4}$/)
    await page.context().close()
  })

test("paper shows what is folded: advisors with the name, and the text that an inquiry accepted, with its source", async () => {
  const { firm, child } = await newWithCleo()
  await firm.write(sql`update contacts set relationship_type = '5WMAN' where id = ${child}`)
  const { id: questionnaire_id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const inquiry = { id: newId("inquiry"), questionnaire_id, first_name: "Zoe", last_name: "Marsh", phone: "" }
  const accepted_text = { text: "I agree to be called.", at: "2026-03-02T09:30:00Z" }
  await firm.run((tx) =>
    recordInquiry(tx, service.ring, {
      ...inquiry,
      accepted_text,
      email: "zoe@example.com",
      message: "",
      language: "en",
      source: "A friend",
    }),
  )
  const page = await enterConsole({ browser, service, firm }, { javascript: false })
  await page.emulateMedia({ media: "print" })
  await page.goto("/console/conflicts?name=cleo+larkspur")
  const folded = page.locator("details", { hasText: "1 appearance as advisor or charity" })
  assert.equal(await folded.getByText("Cleo Larkspur").isVisible(), true)
  await page.goto(`/console/inquiries/${inquiry.id}`)
  assert.equal(await page.getByText("I agree to be called.").isVisible(), true)
  assert.equal(await page.locator("#source").isVisible(), true)
  assert.equal(await page.getByRole("button", { name: "Save the source" }).isVisible(), false)
  await page.context().close()
})

test("the check is accessible on a phone, light and dark", async () => {
  const { firm } = await newWithCleo()
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 360, height: 740 })
  for (const path of [
    "/console/conflicts",
    "/console/conflicts?name=cleo+larkspur",
    "/console/conflicts?name=zebra",
  ]) {
    await page.goto(path)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path)
    await expectNoAxeViolations(page, { also_dark: true })
  }
  await page.context().close()
})

test("a recorded check contains no names from a matter deleted since", async () => {
  const { firm, matter_id } = await newWithCleo()
  const staff = await newStaffBrowser(service, firm)
  const { location } = await staff("POST", "/console/conflicts", {
    name: "Lark, Cleopatra",
    decision: "none",
  })
  assert.match((await staff("GET", location)).text, /Cleo Larkspur/)
  await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    await deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
  })
  const { text } = await staff("GET", location)
  assert.match(text, /Deleted since/)
  assert.doesNotMatch(text, /Cleo Larkspur|Smith, Ada/)
})

test("a member limited to assigned matters can neither run nor read checks", async () => {
  const { firm } = await newWithCleo()
  const admin = await newStaffBrowser(service, firm)
  const { location } = await admin("POST", "/console/conflicts", { name: "Cleo Larkspur", decision: "none" })
  const { user_id } = await newStaff(firm, {
    name: "Mia Member",
    role: "member",
    assigned_matters_only: true,
  })
  const mia = await newStaffBrowser(service, firm, user_id)
  const { text } = await mia("GET", "/console/conflicts?name=Cleo+Larkspur")
  assert.match(text, /Ask a colleague who sees all matters/)
  assert.doesNotMatch(text, /Smith, Ada/)
  assert.equal((await mia("GET", location)).status, 404)
  const refused = await mia("POST", "/console/conflicts", { name: "Cleo Larkspur", decision: "none" })
  assert.equal(refused.status, 404)
})

test("a new matter for an existing person is created only after staff confirm that it is another matter", async () => {
  const { firm, matter_id } = await newWithCleo()
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/matters/new")
  await page.getByLabel("Sample").check()
  await page.getByLabel("Name of the matter").fill("Larkspur, Cleo")
  await page.locator("#first_name").fill("cleo")
  await page.locator("#last_name").fill("LARKSPUR")
  await page.getByLabel("I will share the link myself").check()
  const create = page.getByRole("button", { name: "Create the matter" })
  await create.click()
  await page.getByRole("link", { name: "Smith, Ada and Ben" }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel("This is a different matter. Create it.").check()
  await create.click()
  await page.waitForURL(/\/console\/matters\/matter_/)
  assert.ok(!page.url().includes(matter_id))
  await page.context().close()
})

test("a limited member sees duplicates among assigned matters only", async () => {
  const { firm, matter_id } = await newWithCleo()
  const { user_id } = await newStaff(firm, {
    name: "Mia Member",
    role: "member",
    assigned_matters_only: true,
  })
  const mia = await newStaffBrowser(service, firm, user_id)
  const form = (await mia("GET", "/console/matters/new")).text
  const questionnaire_id =
    form.match(/name="questionnaire_id" value="(quest_[0-9A-F]+)"/)?.[1] ??
    form.match(/value="(quest_[0-9A-F]+)"/)?.[1] ??
    ""
  const create = () =>
    mia("POST", "/console/matters/new", {
      questionnaire_id,
      matter_name: "Larkspur",
      first_name: "Cleo",
      last_name: "Larkspur",
      way: "link",
    })
  await firm.run((tx) => assignMatter(tx, matter_id, user_id))
  assert.match((await create()).text, /Existing matters/)
  await firm.run((tx) => assignMatter(tx, matter_id, firm.admin.user_id))
  assert.equal((await create()).status, 303)
})
