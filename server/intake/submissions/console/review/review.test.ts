// Walks the review of a matter in a real browser: without JavaScript, by keyboard, and at phone width.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  screenshot,
} from "../../../../../test/harness/browser.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { samplePng } from "../../../../../test/harness/sample-pictures.ts"
import { upload } from "../../../../../test/harness/sample-uploads.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../../test/harness/staff-browser.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { addAsset } from "../../../assets/editing.ts"
import { changeContact } from "../../../contacts/editing.ts"
import { listCorrections } from "../../../corrections/corrections.ts"
import { assignRole } from "../../../roles/roles.ts"
import { submitMatter } from "../../submissions.ts"

const { service, browser } = await openServiceAndBrowser()

/** A matter that a couple submitted and then changed. */
async function newChangedMatter(firm: TestFirm) {
  const intake = await newIntake(firm)
  const { ids, matter_id, main, spouse, child, asClient } = intake
  const answer = (question_id: string, value: string, about?: string) =>
    asClient((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value, ...(about && { about }) }))
  await asClient(async (tx) => {
    for (const id of [main, spouse]) {
      await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-05-06" }])
      await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: id, levels: [[child]] })
    }
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "12 Elm Street",
      credit_value: "500000",
      fields: { [ids.purchased]: "1999-03-04" },
    })
  })
  await answer(ids.has_will, "no")
  await answer(ids.children_wishes, "Piano lessons")
  await answer(ids.ssn, "123-45-6789", main)
  await upload(
    service,
    intake,
    { request_id: ids.statements },
    "house.png",
    samplePng({ width: 320, height: 200 }),
  )
  await upload(service, intake, { request_id: ids.statements }, "may.txt", "Balance: 12")
  await asClient((tx) => submitMatter(tx, service.ring, matter_id))
  await answer(ids.children_wishes, "Violin lessons")
  return { ...intake, answer }
}

const line = (page: Page, id: string) => page.locator(`[id="${id}"]`)
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("link", { name }).first().click()

test("without JavaScript, a reviewer accepts a line, asks about it next to the earlier answer, and edits it for the client", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, ids } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm })
  await page.goto(`/console/matters/${matter_id}`)
  await follow(page, "See what changed")
  await page.getByRole("heading", { name: "Changed since last seen: 1" }).waitFor()
  const jump = page.getByRole("navigation", { name: "On this page" })
  await jump.getByRole("link", { name: "Assets" }).click()
  assert.equal(new URL(page.url()).hash, "#assets")
  const asset = page.locator("#assets").getByRole("listitem").filter({ hasText: "12 Elm Street" })
  assert.match(await asset.innerText(), /Date of purchase: March 4, 1999/)
  await page.getByRole("heading", { name: /^Worth a look: \d+/ }).waitFor()
  await expectNoAxeViolations(page)

  const wish = line(page, ids.children_wishes)
  await wish.getByRole("link", { name: "Ask Wishes for your children" }).click()
  const form = wish.locator("form")
  assert.match(await form.innerText(), /Earlier: Piano lessons/)
  assert.match(await wish.innerText(), /Violin lessons/)
  await expectNoAxeViolations(page)
  const words = wish.getByLabel("Your words to the client")
  assert.equal(await words.inputValue(), "Please check this again. Is it right?")
  await words.fill("")
  await press(page, "Add to the list")
  await page.getByRole("alert").getByText("Tell the client what to look at, in a sentence.").waitFor()
  await wish.getByLabel("Your words to the client").fill("Which of the two?")
  await screenshot(page, "review-asking")
  await press(page, "Add to the list")
  await wish.getByText("On the list, not asked yet").waitFor()
  const [correction] = await firm.run((tx) => listCorrections(tx, matter_id))
  assert.equal(correction?.words, "Which of the two?")
  await page.getByRole("button", { name: "Ask the client about 1 thing" }).waitFor()

  await wish.getByRole("button", { name: "Accept Wishes for your children" }).click()
  await wish.getByText(/Ruth Pryce, today/).waitFor()
  assert.equal(await page.getByRole("heading", { name: /^Changed since last seen/ }).count(), 0)

  await wish.getByRole("link", { name: "Edit Wishes for your children" }).click()
  await expectNoAxeViolations(page)
  await page.getByLabel("Wishes for your children").fill("Cello lessons")
  await press(page, "Save for the client")
  await wish.getByText("Cello lessons").waitFor()
  await press(page, "Undo")
  await wish.getByText("Violin lessons").waitFor()

  await asset.getByRole("link", { name: "Edit 12 Elm Street" }).click()
  await press(page, "Edit for the client")
  assert.match(page.url(), new RegExp(`/impersonation/${matter_id}/sections/section_`))
  await page.context().close()
})

test("the review tells apart blank answers, hidden questions and masked answers", async () => {
  const firm = await service.newFirm()
  const { matter_id, ids, main, spouse } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm })
  await page.goto(`/console/matters/${matter_id}/review`)
  assert.match(await line(page, ids.friend).innerText(), /Left blank, optional/)
  assert.match(await line(page, `${ids.ssn}-${spouse}`).innerText(), /Ben Smith\s+Left blank, optional/)
  assert.equal(await line(page, ids.will_date).count(), 0)
  await page.getByText("1 question was not asked, because of other answers").click()
  await page.getByText("When was it signed?").waitFor()
  const number = line(page, `${ids.ssn}-${main}`)
  assert.match(await number.innerText(), /••••6789/)
  assert.ok(!(await page.content()).includes("123-45-6789"))
  await number.getByRole("button", { name: /^Show/ }).click()
  await number.getByText("123-45-6789").waitFor()
  await page.context().close()
})

test("Edit on a finding or a file opens the section where the client would fix it", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm })
  const openEdit = async (part: string, text: string) => {
    await page.goto(`/console/matters/${matter_id}/review`)
    const item = page.locator(part).getByRole("listitem").filter({ hasText: text }).first()
    await item.getByRole("link", { name: /^Edit/ }).click()
    await press(page, "Edit for the client")
    return page.getByRole("heading", { level: 1 }).innerText()
  }
  assert.equal(
    await openEdit("#findings", "No one succeeds Cleo Smith"),
    "Check the answers: Who should act for you",
  )
  assert.equal(await openEdit("main", "house.png"), "Check the answers: Documents")
  await page.context().close()
})

test("the keys j, k and a walk and accept lines without leaving the page, q opens the form that asks, and e the one that edits", async () => {
  const firm = await service.newFirm()
  const { matter_id, ids } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/review`)
  const focused = () => page.evaluate(() => document.activeElement?.id ?? "")
  const lines = await page.locator(".line").evaluateAll((all) => all.map(({ id }) => id))
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  assert.equal(await focused(), lines[1])
  await page.keyboard.press("k")
  assert.equal(await focused(), lines[0])
  const progress = async () =>
    ((await page.locator("#review-progress").innerText()).match(/\d+ of \d+|All \d+/)?.[0] ?? "").split(
      " of ",
    )
  let [before = "", total = ""] = await progress()
  for (const id of lines) {
    if (id === ids.friend) break
    const isOpen = await line(page, id).locator("[data-key=a]").count()
    if (isOpen) {
      await line(page, id).focus()
      await page.keyboard.press("a")
      await page.waitForFunction((own) => document.activeElement?.id !== own, id)
      assert.equal(await focused(), lines[lines.indexOf(id) + 1])
      // The progress never runs backwards, although accepted changes leave the page.
      const [accepted = "", of = total] = await progress()
      if (!accepted.startsWith("All"))
        assert.ok(Number(accepted) >= Number(before) && of === total, `${accepted} of ${of}`)
      before = accepted
    }
  }
  // A key that can do nothing says why, and stops saying so at the next key.
  const notice = page.locator(".key-notice")
  await page.waitForFunction(
    () => ![...document.querySelectorAll(".line-done")].some((cell) => cell.textContent === "Accepted"),
  )
  await page.locator(".line:has(.line-done)").first().focus()
  await page.keyboard.press("a")
  assert.equal(await notice.innerText(), "Ruth Pryce accepted this line already.")
  const done = await page.locator(".line:has(.line-done)").first().getAttribute("id")
  const next = lines[lines.indexOf(done ?? "") + 1]
  assert.equal(await focused(), next, "it goes on")
  await page.keyboard.press("j")
  assert.equal(await focused(), next, "a and j in turn leave out no line")
  assert.equal(await notice.count(), 0)
  assert.match(await page.locator("#review-progress").innerText(), /^All \d+ lines are accepted\./)
  assert.equal(new URL(page.url()).pathname, `/console/matters/${matter_id}/review`)
  await line(page, ids.friend).focus()
  await page.keyboard.press("q")
  // The text field opens in the line and has the focus, ready to type.
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "words")
  await page.keyboard.type("Which friend?")
  await page.keyboard.press("Enter")
  await line(page, ids.friend).getByText("On the list, not asked yet").waitFor()
  assert.equal(await focused(), ids.friend)
  await press(page, "Ask the client about 1 thing")
  await page.getByText("The client has been asked for corrections.").waitFor()
  assert.equal(new URL(page.url()).search, "")
  assertEach(await firm.run((tx) => listCorrections(tx, matter_id)), ({ words, state }) => [words, state], [
    ["Which friend?", "open"],
  ])

  const wish = line(page, ids.children_wishes)
  await wish.focus()
  await page.keyboard.press("e")
  await wish.getByLabel("Wishes for your children").waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press("Escape")
  assert.equal(await wish.locator("form").count(), 0)
  assert.equal(await focused(), ids.children_wishes)
  await page.keyboard.press("e")
  await wish.getByLabel("Wishes for your children").fill("Cello lessons")
  await press(page, "Save for the client")
  await wish.getByText("Cello lessons").waitFor()
  assert.equal(await wish.locator("form").count(), 0)
  await press(page, "Undo")
  await wish.getByText("Violin lessons").waitFor()
  assert.equal(new URL(page.url()).pathname, `/console/matters/${matter_id}/review`)
  await page.context().close()
})

test("an accepted line is taken back if the server cannot be reached, and by Undo", async () => {
  const firm = await service.newFirm()
  const { matter_id, ids } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/review`)
  const will = line(page, ids.has_will)
  const count = () => page.locator("#review-progress").innerText()
  const before = await count()
  await page.route("**/review", (route) => route.abort())
  await will.getByRole("button", { name: /^Accept/ }).click()
  await page.getByText("Not saved: the server could not be reached.").waitFor()
  await will.getByRole("button", { name: /^Accept/ }).waitFor()
  assert.equal(await count(), before)

  await page.unroute("**/review")
  await will.getByRole("button", { name: /^Accept/ }).click()
  await will.getByText(/Ruth Pryce, today/).waitFor()
  assert.notEqual(await count(), before)
  await press(page, "Undo")
  await will.getByRole("button", { name: /^Accept/ }).waitFor()
  await page.waitForFunction(
    (words) => document.getElementById("review-progress")?.textContent === words,
    before,
  )
  await page.reload()
  await will.getByRole("button", { name: /^Accept/ }).waitFor()

  await press(page, /^Accept all \d+ under People/)
  await page
    .locator("#people")
    .getByText(/Ruth Pryce, today/)
    .nth(3)
    .waitFor()
  assert.equal(await page.locator("#people [name=accept]:visible").count(), 0)
  await page.context().close()
})

test("the browser previews pictures and text in place, and the audit log records each view", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/review`)
  await page.getByText("Preview house.png").click()
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>("img.preview")?.naturalWidth ?? 0) === 320,
  )
  await page.getByText("Preview may.txt").click()
  await page.frameLocator("iframe[title='Preview of may.txt']").getByText("Balance: 12").waitFor()
  await expectNoAxeViolations(page)
  await page.goto("/console/settings/audit")
  assert.equal(await page.getByRole("row", { name: /house\.png|may\.txt/ }).count(), 2)
  await page.context().close()
})

test("the review fits a phone in light and dark mode", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, ids } = await newChangedMatter(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 360, height: 800 })
  await page.goto(`/console/matters/${matter_id}/review`)
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await screenshot(page, "review-360")
  await page.goto(`/console/matters/${matter_id}/review?ask=${ids.children_wishes}#${ids.children_wishes}`)
  await expectNoSidewaysScroll(page)
  await screenshot(page, "review-asking-360")
  await page.context().close()
})
