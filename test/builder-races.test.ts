// Edits made while the server has not responded yet: nothing typed is lost, and all of it is shown.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import type { Question } from "../server/definition/definition.ts"
import { newSection } from "../server/intake/questionnaires/editing/editing.ts"
import { newPart } from "../server/intake/questionnaires/editing/new-parts.ts"
import { createQuestionnaire, findDraft, saveDraft } from "../server/intake/questionnaires/questionnaires.ts"
import { assertEach } from "./harness/assert-each.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"

const { service, browser } = await openServiceAndBrowser()
const firm = await service.newFirm("Hartwell & Pryce")
const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 1280 })

const label = (text: string) => page.getByLabel(new RegExp(`^${text}( \\(|$)`))
const saved = () => page.getByText("Saved", { exact: true }).waitFor()
const shown = page.frameLocator("iframe").getByRole("main")
const outline = page.getByRole("navigation", { name: "Outline" })

let count = 0
/** Opens the editor at this question. */
async function open(type: Question["type"]) {
  const name = `races-${++count}`
  const section = newSection("questions", "Your debts")
  const part = newPart("questions", type, "What do you owe?")
  assert.ok(section.kind === "questions" && part && "type" in part)
  const other = newPart("questions", "text", "And to whom?")
  assert.ok(other && "type" in other)
  section.questions.push(part, other)
  const clients = newSection("clients", "About you")
  const id = await firm.run(async (tx) => {
    const id = await createQuestionnaire(tx, {
      ...{ title: name, internal_type: "Planning", approach: "planning", url_short_name: name },
    })
    await saveDraft(tx, id, { sections: [clients, section] }, 0)
    return id
  })
  await page.goto(`/console/questionnaires/${id}/draft?part=${part.id}`)
  await shown.getByText("What do you owe?").first().waitFor()
  const questions = async () => {
    const stored = (await firm.run((tx) => findDraft(tx, id)))?.sections.at(-1)
    assert.ok(stored?.kind === "questions")
    return stored.questions
  }
  return { id, other, questions, first: async () => (await questions())[0] }
}

/** Holds the next request of this kind until it is released. */
async function hold(page: Page, method: "GET" | "POST", path = /\/draft$/) {
  const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      if (isHeld || route.request().method() !== method) return route.fallback()
      isHeld = true
      sent.resolve()
      await released.promise
      return route.continue()
    },
  )
  const release = async () => {
    released.resolve()
    await saved()
    await page.unrouteAll({ behavior: "wait" })
  }
  return { sent: sent.promise, release }
}

test("typing in another field during a save is kept, saved, and shown, including the caret", async () => {
  const { first } = await open("text")
  const { sent, release } = await hold(page, "POST")
  await label("Question").fill("What do you owe to others?")
  await sent
  await label("Help text").fill("In all.")
  await label("Help text").press("Home")
  await page.keyboard.type("Roughly. ")
  await release()
  await shown.getByText("Roughly. In all.").waitFor()
  await outline.getByText("What do you owe to others?").waitFor()
  const field = label("Help text")
  assert.equal(await field.inputValue(), "Roughly. In all.")
  assert.equal(await field.evaluate((each) => each === document.activeElement), true)
  assert.equal(await field.evaluate((each) => each instanceof HTMLTextAreaElement && each.selectionStart), 9)
  const { prompt, help } = (await first()) ?? {}
  assert.deepEqual([prompt, help], ["What do you owe to others?", "Roughly. In all."])
})

test("a choice made while a new column is being saved belongs to that column", async () => {
  const { first } = await open("table")
  const { sent, release } = await hold(page, "POST")
  await label("Label of column 1").fill("Amount")
  await sent
  await label("Answer type of column 1").selectOption("money")
  await release()
  await label("Label of column 2").waitFor()
  assert.deepEqual(
    (await first())?.columns?.map(({ prompt, type }) => [prompt, type]),
    [["Amount", "money"]],
  )
})

test("a list of choices is kept when its author moves on before it is saved", async () => {
  const { first } = await open("one_of")
  const { sent, release } = await hold(page, "POST")
  await label("Add choices, one per line").fill("Bank\nFamily")
  await label("Question").focus()
  await sent
  await label("Question").fill("Whom do you owe?")
  await release()
  await label("Choice 2").waitFor()
  const { prompt, options } = (await first()) ?? {}
  assert.deepEqual([prompt, options?.map(({ value }) => value)], ["Whom do you owe?", ["bank", "family"]])
  assert.equal(await label("Add choices, one per line").inputValue(), "")
})

test("typing while a choice is being removed stays in its own row", async () => {
  const { first } = await open("one_of")
  await label("Add choices, one per line").fill("Bank\nFamily\nFriends")
  await label("Question").focus()
  await label("Choice 3").waitFor()
  await saved()
  const { sent, release } = await hold(page, "POST")
  await page.getByRole("button", { name: "Remove choice 1" }).click()
  await sent
  await label("Choice 3").fill("Good friends")
  await release()
  await label("Choice 3").waitFor({ state: "detached" })
  assert.deepEqual(
    (await first())?.options?.map(({ value, label }) => [value, label]),
    [
      ["family", "Family"],
      ["friends", "Good friends"],
    ],
  )
})

test("undo during a save reverts that save, and keeps what is typed meanwhile", async () => {
  const { first } = await open("text")
  const save = await hold(page, "POST")
  await label("Why you ask").fill("Because.")
  await save.sent
  await label("Question").fill("Whom?")
  await save.release()
  await shown.getByText("Whom?").first().waitFor()
  const last = await hold(page, "POST")
  await label("Why you ask").fill("It matters.")
  await last.sent
  await page.getByRole("button", { name: /^Undo/ }).click()
  await last.release()
  await page.getByRole("button", { name: /^Redo “/ }).waitFor()
  assert.equal((await first())?.why, "Because.")
  const redo = await hold(page, "POST")
  await page.getByRole("button", { name: /^Redo “/ }).click()
  await redo.sent
  await label("Help text").fill("In all.")
  await redo.release()
  await shown.getByText("In all.").waitFor()
  assert.equal(await label("Why you ask").inputValue(), "It matters.")
  const { why, help } = (await first()) ?? {}
  assert.deepEqual([why, help], ["It matters.", "In all."])
})

test("typing while another part is being opened is saved in its own part first", async () => {
  const { first, other } = await open("text")
  const { sent, release } = await hold(page, "GET")
  await outline.getByRole("link", { name: /^And to whom/ }).click()
  await sent
  await label("Help text").fill("In all.")
  await release()
  await page.getByRole("region", { name: "And to whom?" }).waitFor()
  assert.equal((await first())?.help, "In all.")
  assert.equal(new URL(page.url()).searchParams.get("part"), other.id)
})

test("typing while the outline moves is saved, and a step pressed twice is taken once", async () => {
  const { questions } = await open("text")
  const { sent, release } = await hold(page, "POST")
  const duplicate = page.getByRole("button", { name: "Duplicate" })
  await duplicate.click()
  await sent
  await duplicate.click()
  await label("Help text").fill("In all.")
  await release()
  await outline.getByText("What do you owe?").nth(1).waitFor()
  assertEach(await questions(), ({ help }) => help, ["In all.", undefined, undefined])
})

test("a save while the preview is opening another part doesn't take it back", async () => {
  const { other } = await open("text")
  const { sent, release } = await hold(page, "GET", /\/preview\//)
  await outline.getByRole("link", { name: /^And to whom/ }).click()
  await sent
  await page.getByRole("region", { name: "And to whom?" }).waitFor()
  await label("Help text").fill("Names will do.")
  await saved()
  await release()
  await shown.getByText("Names will do.").waitFor()
  const frame = page.frames().find((each) => each.url().includes("/preview/"))
  assert.equal(new URL(frame?.url() ?? "").searchParams.get("part"), other.id)
})
