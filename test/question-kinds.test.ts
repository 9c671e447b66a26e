// Questions with several controls, with script: they autosave, are usable on a phone, and pass axe.
import assert from "node:assert/strict"
import { test } from "node:test"
import { addAsset } from "../server/intake/assets/editing.ts"
import { newId } from "../server/platform/ids.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { ask } from "./harness/definition-parts.ts"
import { debts, homepage, place, withKinds } from "./harness/kind-questions.ts"
import { newPortalIntake } from "./harness/portal-intake.ts"
import { sampleDefinition } from "./harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

async function answersOf(matter_id: string): Promise<Record<string, string>> {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  return Object.fromEntries(
    body.answers.map(({ question, display_value }: Record<string, string>) => [question, display_value]),
  )
}

test("an address is saved in full once the focus has left it", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 740 })
  await page.goto(pageOf(place))
  await page.getByLabel("Street address").fill("12 Oak St")
  await page.getByLabel("City").fill("Austin")
  assert.equal((await answersOf(matter_id))[place], undefined)
  await page.getByLabel("ZIP or postal code").fill("78701")
  await page.getByRole("button", { name: "Save and continue" }).focus()
  await untilSaved(page)
  assert.equal((await answersOf(matter_id))[place], "12 Oak St, Austin, 78701")
  await expectNoAxeViolations(page, { also_dark: true })
  await expectTallControls(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, "kinds-address-360")
})

test("a website typed as people say it is saved as a link, and one that leads elsewhere is refused at once", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 740 })
  await page.goto(pageOf(homepage))
  const website = page.getByLabel("Your company’s website")
  await website.fill("ftp://ruiz.example")
  await website.blur()
  await page.locator(".error-message").getByText("must begin with https:// or http://").waitFor()
  await website.fill("ruiz.example")
  await website.blur()
  await untilSaved(page)
  assert.equal((await answersOf(matter_id))[homepage], "https://ruiz.example")
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(homepage))
})

test("rows are typed, added, and removed, and a cell's error appears at once", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 740 })
  await page.goto(pageOf(debts))
  const row = (number: number) => page.getByRole("group", { name: `Row ${number}`, exact: true })
  const add = page.getByRole("button", { name: "Save and add a row" })
  await row(1).getByLabel("Lender").fill("Bank")
  await row(1).getByLabel("Amount").fill("lots")
  await add.focus()
  await page.locator(".error-message").getByText("“Debts, row 1, Amount” must be an amount").waitFor()
  await row(1).getByLabel("Amount").fill("about 12k")
  await add.click()
  await row(2).getByLabel("Lender").fill("Aunt Jo")
  await row(2).getByLabel("Month").fill("March")
  await row(2).getByLabel("Day").fill("4")
  await row(2).getByLabel("Year").fill("1999")
  await add.focus()
  await untilSaved(page)
  const both = "Lender: Bank, Amount: $12,000.00; Lender: Aunt Jo, Since: March 4, 1999"
  assert.equal((await answersOf(matter_id))[debts], both)
  await page.reload()
  assert.equal(await row(2).getByLabel("Lender").inputValue(), "Aunt Jo")
  await expectNoAxeViolations(page, { also_dark: true })
  await expectTallControls(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectNoSidewaysScroll(page)
  await screenshot(page, "kinds-table-320")
  await page.setViewportSize({ width: 1280, height: 900 })
  await screenshot(page, "kinds-table-1280")
  await page.getByRole("button", { name: "Remove Row 1" }).click()
  await row(3).waitFor({ state: "detached" })
  assert.equal((await answersOf(matter_id))[debts], "Lender: Aunt Jo, Since: March 4, 1999")
})

test("a follow-up appears as the server would show it: by the limits of an amount, and the assets asked about before", async () => {
  const [share, above, early, born] = [1, 2, 3, 4].map(() => newId("question")) as [
    string,
    string,
    string,
    string,
  ]
  const { ada, ids, pageOf, matter_id } = await newPortalIntake(service, firm, {
    define: (parts) => {
      const { sections } = sampleDefinition(parts)
      const questions = [
        ask(share, "percentage", "Share of the loan", { max: "200" }),
        ask(above, "text", "Why so much?", { condition: { question: share, greater_than: "100" } }),
        ask(born, "number", "Year of birth", { whole: true }),
        ask(early, "text", "Which house?", {
          condition: {
            all: [
              { question: born, is_answered: true },
              { fact: "has_joint_assets", is: true },
            ],
          },
        }),
      ]
      const first = { id: newId("section"), kind: "questions" as const, title: "Before", questions }
      return { sections: [...sections.slice(0, 2), first, ...sections.slice(2)] }
    },
  })
  await firm.run((tx) => addAsset(tx, matter_id, { for_fin_category: ids.home, owner_type: "joint" }))
  const page = await openPageOf(opened, ada.cookies)
  await page.goto(pageOf(share))
  await page.getByLabel("Share of the loan").fill("150")
  await page.getByLabel("Why so much?").fill("Interest")
  await untilSaved(page)
  assert.equal((await answersOf(matter_id))[above], "Interest")
  await page.goto(pageOf(born))
  await page.getByLabel("Year of birth").fill("1960")
  await untilSaved(page)
  assert.equal(await page.getByLabel("Which house?").isVisible(), false)
})
