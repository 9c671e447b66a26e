// The questionnaire editor with script: every edit is saved and shown at once.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import type { QuestionType } from "../server/definition/question-types.ts"
import { findDraft } from "../server/intake/questionnaires/questionnaires.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"

const { service, browser } = await openServiceAndBrowser()

const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })
const outline = (page: Page) => page.getByRole("navigation", { name: "Outline" })
const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor()
const shown = (page: Page) => page.frameLocator("iframe").getByRole("main")

/** Counts button presses, whatever the button, and page loads; not selections. */
async function openCounted(firm: TestFirm, options: { dark?: boolean } = {}) {
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 1280, ...options })
  const counted = { presses: 0, loads: 0 }
  page.on("load", () => counted.loads++)
  const press = async (name: string | RegExp) => {
    counted.presses++
    await page.getByRole("button", { name, exact: true }).filter({ visible: true }).click()
  }
  return { page, counted, press }
}

async function begin({ page, press }: Awaited<ReturnType<typeof openCounted>>): Promise<string> {
  await page.goto("/console/questionnaires/new")
  await label(page, "Title").fill("Wills")
  await label(page, "Type").fill("Planning")
  await label(page, "Short name").fill("wills")
  await press("Create questionnaire")
  return new URL(page.url()).pathname.split("/").at(-2) ?? ""
}

async function addTo(
  { page, press }: Awaited<ReturnType<typeof openCounted>>,
  noun: string,
  section: string,
  words: string,
  kind?: string,
) {
  const summary = page.locator("summary", { hasText: `to ${section}` })
  const details = page.locator("details").filter({ has: summary })
  if ((await details.getAttribute("open")) === null) await summary.click()
  if (kind) await details.getByLabel("Type of the new questions").selectOption(kind)
  await details.getByRole("textbox").fill(words)
  await press(`Add ${noun} to ${section}`)
  await page.getByRole("region", { name: words.split("\n")[0] }).waitFor()
}

async function addSection(
  { page, press }: Awaited<ReturnType<typeof openCounted>>,
  kind: string,
  title: string,
) {
  const summary = page.locator("summary", { hasText: "Add a section" })
  const details = page.locator("details").filter({ has: summary })
  if ((await details.getAttribute("open")) === null) await summary.click()
  await label(page, "What is it about?").selectOption(kind)
  await label(page, "Section title").fill(title)
  await press("Add section")
  await page.getByRole("region", { name: `Section: ${title}` }).waitFor()
}

/** A question of every kind. */
const questions: Record<QuestionType, string> = {
  text: "What do you do for a living?",
  long_text: "What worries you most?",
  yes_no: "Do you own a home?",
  one_of: "What kind of home?",
  many_of: "Which papers do you have?",
  date: "When did you buy it?",
  number: "How many rooms does it have?",
  money: "What is it worth?",
  percentage: "Which part of it is yours?",
  email: "Where do we write to?",
  phone: "Where do we call?",
  ssn: "What is your Social Security number?",
  ein: "What is your company’s EIN?",
  contact: "Who lives there with you?",
  address: "Where is it?",
  table: "What do you owe on it?",
  file: "The deed",
  computed: "What it is worth in all",
  notice: "Your answers stay with us.",
}

test("six sections with every kind of question take at most 15 presses and 5 pages", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const author = await openCounted(firm)
  const { page, counted, press } = author
  Object.assign(counted, { presses: 0, loads: 0 })
  const id = await begin(author)
  await addSection(author, "people", "Your family")
  await addSection(author, "questions", "Your home")
  await addTo(author, "question", "Your home", Object.values(questions).join("\n"))
  for (const [type, words] of Object.entries(questions)) {
    await outline(page).getByRole("link", { name: words }).click()
    await page.getByRole("region", { name: words }).waitFor()
    if (type !== "text") await label(page, "Answer type").selectOption(type)
    if (type === "one_of" || type === "many_of") {
      await label(page, "Add choices, one per line").fill("House\nApartment\nCabin")
      await page.keyboard.press("Tab")
      await label(page, "Choice 3").waitFor()
    }
    if (type === "one_of") {
      await label(page, "Condition 1").selectOption({ label: "Do you own a home?" })
      await page.getByText("Shown only if “Do you own a home?” is “Yes”.").waitFor()
    }
    if (type === "table") {
      await page.getByLabel(/^Label of column 1/).fill("Lender")
      await page.keyboard.press("Tab")
    }
    if (type === "computed") await page.getByLabel("What is it worth?", { exact: true }).check()
    await saved(page)
  }
  await addSection(author, "roles", "Who should act")
  await addTo(author, "role", "Who should act", "Executor")
  await addSection(author, "assets", "What you own")
  await addTo(author, "asset category", "What you own", "Homes and land")
  await addSection(author, "documents", "Your papers")
  await addTo(author, "document request", "Your papers", "Your latest will")
  await page.getByRole("checkbox", { name: "Required" }).check()
  await saved(page)
  await page.getByRole("link", { name: "Publish", exact: true }).click()
  await press("Publish")
  await page.getByRole("main").getByText("Version 1").first().waitFor()
  assert.ok(counted.presses <= 15, `${counted.presses} presses`)
  assert.ok(counted.loads <= 5, `${counted.loads} page loads`)
  const definition = await firm.run((tx) => findDraft(tx, id))
  assert.deepEqual(
    definition?.sections.map(({ kind }) => kind),
    ["clients", "people", "questions", "roles", "assets", "documents"],
  )
  const [, , home] = definition?.sections ?? []
  assert.ok(home?.kind === "questions")
  assert.deepEqual(
    home.questions.map(({ type, prompt }) => [type, prompt]),
    Object.entries(questions),
  )
})

for (const dark of [false, true]) {
  test(`typing is saved and shown as it happens, ${dark ? "dark" : "light"}`, async () => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const author = await openCounted(firm, { dark })
    const { page, press } = author
    const id = await begin(author)
    await addSection(author, "questions", "Your home")
    await addTo(author, "question", "Your home", "Do you rent?", "yes_no")
    await label(page, "Question").fill("Do you own a home?")
    await shown(page).getByText("Do you own a home?").first().waitFor()
    await outline(page).getByText("Do you own a home?").waitFor()
    assert.equal(await label(page, "Question").evaluate((field) => field === document.activeElement), true)
    await label(page, "Answer type").selectOption("one_of")
    await label(page, "Add choices, one per line").fill("House\nApartment")
    await label(page, "Question").focus()
    await label(page, "Choice 2").waitFor()
    await shown(page).getByText("Apartment").waitFor()
    await addTo(author, "question", "Your home", "Since when?", "date")
    await label(page, "Condition 1").selectOption({ label: "Do you own a home?" })
    await page.getByText("Shown only if “Do you own a home?” is “House”.").waitFor()
    await label(page, "Answer of condition 1").selectOption("Apartment")
    await page.getByText("is “Apartment”.").waitFor()
    await label(page, "First condition of another group").selectOption({ label: "Marital status" })
    await label(page, "Condition 1 of group 2").waitFor()
    await page.getByText(/is “Apartment” and .*marital status is .*single/).waitFor()
    await saved(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `builder-live-${dark ? "dark-" : ""}${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await press(/^Undo/)
    await label(page, "Condition 1 of group 2").waitFor({ state: "hidden" })
    const definition = await firm.run((tx) => findDraft(tx, id))
    assert.ok(definition)
  })
}

test("table columns, and a value computed from one of them, are written and shown on the page", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const author = await openCounted(firm)
  const { page } = author
  const id = await begin(author)
  await addSection(author, "questions", "Your debts")
  await addTo(author, "question", "Your debts", "What do you owe?", "table")
  await page.getByLabel(/^Label of column 1/).fill("Lender")
  await page.keyboard.press("Tab")
  await page.getByLabel(/^Label of column 2/).fill("Amount")
  await page.getByLabel("Answer type of column 2").selectOption("money")
  await shown(page).getByLabel("Amount").first().waitFor()
  await addTo(author, "question", "Your debts", "Debts in all", "computed")
  await page.getByLabel("What do you owe?: Amount").check()
  await saved(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await page.setViewportSize({ width: 360, height: 900 })
  await expectNoSidewaysScroll(page)
  await screenshot(page, "builder-formula-360")
  const definition = await firm.run((tx) => findDraft(tx, id))
  const section = definition?.sections.at(-1)
  assert.ok(section?.kind === "questions")
  const [table, computed] = section.questions
  assert.deepEqual(
    table?.columns?.map(({ prompt, type }) => [prompt, type]),
    [
      ["Lender", "text"],
      ["Amount", "money"],
    ],
  )
  const of = [{ question: table?.id, column: table?.columns?.[1]?.id }]
  assert.deepEqual(computed?.formula, { kind: "sum", of, money: true })
})

test("picking a part with the keyboard moves the focus to its form, and on a phone there is a link back", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const author = await openCounted(firm)
  const { page } = author
  await begin(author)
  await addSection(author, "questions", "One")
  await addTo(author, "question", "One", "First?\nSecond?\nThird?")
  await outline(page)
    .getByRole("link", { name: /^Second/ })
    .focus()
  await page.keyboard.press("Enter")
  await page.getByRole("region", { name: "Second?" }).waitFor()
  await page.waitForFunction(() => document.activeElement?.id === "editor")
  await page.keyboard.press("Tab")
  assert.equal(await label(page, "Answer type").evaluate((field) => field === document.activeElement), true)
  const jumps = page.locator("#editor").getByRole("link", { name: "Outline", exact: true })
  assert.equal(await jumps.isVisible(), false, "it stands beside")
  await page.setViewportSize({ width: 360, height: 740 })
  await jumps.click()
  await page.waitForFunction(
    () => Math.abs(document.querySelector("#outline")?.getBoundingClientRect().top ?? 0) < 200,
  )
  await expectNoAxeViolations(page)
})

test("items move with keys and by dragging, and stay where they were put", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const author = await openCounted(firm)
  const { page } = author
  const id = await begin(author)
  await addSection(author, "questions", "One")
  await addTo(author, "question", "One", "First?\nSecond?\nThird?")
  await addSection(author, "questions", "Two")
  await addTo(author, "question", "Two", "Fourth?")
  const order = async () => {
    const definition = await firm.run((tx) => findDraft(tx, id))
    return definition?.sections.flatMap((section) =>
      section.kind === "questions" ? [section.title, ...section.questions.map(({ prompt }) => prompt)] : [],
    )
  }
  await outline(page)
    .getByRole("link", { name: /^Third/ })
    .focus()
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByRole("region", { name: "Third?" }).waitFor()
  assert.deepEqual(await order(), ["One", "First?", "Third?", "Second?", "Two", "Fourth?"])
  const [from, to] = [/^First/, /^Fourth/].map((name) => outline(page).getByRole("link", { name }))
  assert.ok(from && to)
  await from.dragTo(to, { targetPosition: { x: 20, y: 2 } })
  await page.getByRole("region", { name: "First?" }).waitFor()
  assert.deepEqual(await order(), ["One", "Third?", "Second?", "Two", "First?", "Fourth?"])
})

test("the report of the last form leaves with the next edit, and nothing violates the page's policy", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const author = await openCounted(firm)
  const { page } = author
  const violations: string[] = []
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text())
  })
  await begin(author)
  const created = page.getByText("The questionnaire was created.")
  await created.waitFor()
  await addSection(author, "questions", "Your home")
  assert.equal(await created.count(), 0)
  await addTo(author, "question", "Your home", "Do you rent?")
  await label(page, "Question").fill("Do you rent it?")
  await saved(page)
  assert.deepEqual(violations, [])
})
