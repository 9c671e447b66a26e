// Moves cards of the board in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../../../../../test/harness/browser.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../../firm/firms/firms.ts"
import { newId } from "../../../../platform/ids.ts"
import { getMatterRow } from "../../matter-row.ts"

const { service, browser } = await openServiceAndBrowser()

async function openBoard(width: number) {
  const firm = await service.newFirm()
  const stages = ["Drafting", "Signing"].map((name) => ({
    ...{ id: newId("stage"), name, due_days: null, waits_for: "the signing appointment" },
  }))
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stages }))
  const { matter_id } = await newIntake(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width, height: 800 })
  await page.goto("/console/matters?layout=board")
  const stage = async () => (await firm.run((tx) => getMatterRow(tx, matter_id))).stage_id
  const column = (id: string | undefined) => page.locator(`#board-${id} .board-card`)
  return { page, stage, column, stages: stages.map(({ id }) => id) }
}

test("a card is dragged to a stage, moves on by keyboard, and Undo takes it back, without loading the page", async () => {
  const { page, stage, column, stages } = await openBoard(1280)
  const [drafting, signing] = stages
  let loads = 0
  page.on("load", () => loads++)
  await column("none").dragTo(page.locator(`#board-${drafting}`))
  await column(drafting).waitFor()
  assert.equal(await stage(), drafting)
  await column(drafting).locator("a").first().focus()
  await page.keyboard.press("s")
  await page.waitForFunction(() => document.activeElement?.matches(".board-card .dropdown-panel button"))
  await expectNoAxeViolations(page, { also_dark: true })
  await page.keyboard.press("s")
  await page.keyboard.press("Enter")
  await column(signing).waitFor()
  assert.equal(await stage(), signing)
  await page.keyboard.press("z")
  await column(drafting).waitFor()
  assert.equal(await stage(), drafting)
  assert.equal(loads, 0)
  await page.context().close()
})

test("on a phone the columns stand below each other, and a card moves by its menu", async () => {
  const { page, stage, column, stages } = await openBoard(360)
  await expectNoSidewaysScroll(page)
  await column("none").locator("summary").click()
  await column("none")
    .getByRole("button", { name: /^Signing/ })
    .click()
  await column(stages[1]).waitFor()
  assert.equal(await stage(), stages[1])
  await expectNoAxeViolations(page)
  await page.context().close()
})
