// Every portal page in every state, in Spanish, whose words are longer, light and dark: no axe violation, controls large
// enough at 360 px, nothing overflows at 320 px, every form that can fail reports errors well, and no English. One page of
// each kind also has its boxes in place at every width, and prints whose it is and whether it was sent.

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { changeSettings } from "../server/firm/firms/firms.ts"
import { addPasskey } from "../server/firm/users/sign-in/passkeys.ts"
import { addAsset } from "../server/intake/assets/editing.ts"
import { collectCorrection, requestCorrections } from "../server/intake/corrections/requests.ts"
import { isForHelpers } from "../server/intake/handovers/portal/helper-parts.ts"
import { getInvitationLink, listInvitations } from "../server/intake/matters/invitations/invitations.ts"
import { definitionOf } from "../server/intake/matters/progress/definition.ts"
import { completeMatter } from "../server/intake/submissions/submissions.ts"
import { sql } from "../server/platform/db/sql.ts"
import { piecesOf, readCatalogs } from "./catalog.ts"
import { type FullIntake, fillIn } from "./contract/sample-firm.ts"
import { assertNone } from "./harness/assert-each.ts"
import { listMisplacedBoxes } from "./harness/boxes.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTallControls } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { readPaper } from "./harness/paper.ts"
import { newPortalBrowser } from "./harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { bilingual, type SampleParts, sampleDefinition } from "./harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { addAgreement, signAsMain } from "./harness/signed-agreement.ts"
import { findPhrases, readVisibleText } from "./harness/visible-text.ts"
import { waitForTitle } from "./harness/wait-for-title.ts"
import { waitUntil } from "./harness/wait-until.ts"
import { watchSaves } from "./harness/watch-saves.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")
let started: PortalIntake
let sent: PortalIntake

before(async () => {
  const define = (ids: SampleParts) => bilingual(sampleDefinition(ids))
  started = await newPortalIntake(service, firm, { define })
  await firm.run(async (tx) => {
    await addAsset(tx, started.matter_id, { for_fin_category: started.ids.insurance })
  })
  // Once the code is sent, the pages that change sign-in settings show their forms.
  await started.ada.post("/portal/account/code", { to: "password" })
  sent = await newPortalIntake(service, firm, { define })
  await addAdasPasskey(sent)
  const agreement_id = await addAgreement(firm)
  await signAsMain(firm, sent.matter_id, agreement_id)
  await requestAllCorrections(sent, await fillIn(service, sent))
})

test("one filled-in and submitted page of each kind, and looking at it saves nothing", async () => {
  const page = await open(sent)
  const saves = watchSaves(page)
  const expectNothingStored = async (path: string) =>
    assert.doesNotMatch(await page.evaluate(() => JSON.stringify(localStorage)), /portal/, path)
  const state = /Enviado el \d+ de \w+ de \d{4}/
  const patterns = await walk(page, { state, before: expectNothingStored, of_each: 1 })
  assert.ok(patterns.length > 20)
  assert.deepEqual(saves.sent, [])
})

test("every empty page, and every form with errors", async () => {
  const page = await open(started)
  const failed: string[] = []
  const harmless: string[] = []
  const fail = async (path: string) => {
    const typed = await page.evaluate(fillWrongly)
    if (!typed) return
    const url = page.url()
    if (await provoke(page, typed)) return failed.push(path)
    harmless.push(path)
    await page.goto(url)
  }
  // A form's page shows with its errors all that it shows without.
  await walk(page, { state: /Aún sin enviar/, before: fail })
  assert.ok(failed.length >= 14, failed.join("\n"))
  // Picking no one, naming no one, a choice between two, and uploading no file are valid answers.
  const { friend, statements } = started.ids
  const canOnlySucceed = new RegExp(`${friend}|${statements}|/(files|family)$`)
  assertNone(harmless, (path) => !canOnlySucceed.test(path))
})

test("every page of a helper's parts", async () => {
  const helped = await service.newFirm("Arbor & Pine")
  await helped.run((tx) => changeSettings(tx, helped.firm_id, { clients_ask_helpers: true }))
  // A part that asks the user to name a person can't be handed to a helper.
  const define = (ids: SampleParts) => {
    const sections = bilingual(sampleDefinition(ids)).sections.map((section) =>
      section.kind === "questions"
        ? { ...section, questions: section.questions.filter(({ type }) => type !== "contact") }
        : section,
    )
    return { sections }
  }
  const { ada, matter_id } = await newPortalIntake(service, helped, { define })
  const { definition } = await helped.run((tx) => definitionOf(tx, matter_id))
  const parts = definition.sections.filter(isForHelpers).map(({ id }) => id)
  assert.ok(parts.length > 1)
  const who = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  const given = await ada.post("/portal/handovers", { parts, ...who })
  assert.equal(given.status, 303, given.html)
  const { invite_key } = await helped.run(async (tx) => {
    const nora = (await listInvitations(tx, matter_id)).find(({ is_for_parts }) => is_for_parts)
    return getInvitationLink(tx, service, nora?.id ?? "")
  })
  const nora = newPortalBrowser(service)
  await nora.post(`/invite/${invite_key}/start`)
  const page = await open({ ada: nora })
  assert.ok((await walk(page, { of_each: 1 })).length > 4)
  const [...ends] = (await nora.get("/portal")).html.matchAll(/\/portal\/handovers\/[^"]+\/end/g)
  assert.equal(ends.length, parts.length)
  for (const [url] of ends) await nora.post(url)
  await page.context().clearCookies()
  const answer = await page.goto(`/invite/${invite_key}?lang=es`)
  assert.equal(answer?.status(), 410)
  await look(page)
})

test("every page once the matter is read-only", async () => {
  await firm.run((tx) => completeMatter(tx, service.ring, sent.matter_id))
  assert.ok((await walk(await open(sent), { of_each: 1 })).length > 20)
})

const measured = new Set<string>()

/** With a `state`, which each page prints, it also looks at where everything is, once for each kind of page. */
async function walk(
  page: Page,
  options: { state?: RegExp; before?: (path: string) => Promise<unknown>; of_each?: number },
): Promise<string[]> {
  const { state, before, of_each } = options
  const seen = new Set<string>()
  const misplaced: string[] = []
  const { patterns, broken } = await crawl(page, {
    start: `${service.base_url}/portal?lang=es`,
    prefix: "/portal",
    of_each,
    read: expectNoEnglish,
    req: async ({ pattern }) => {
      // Sections redirect to one of their pages, and the second client's pages are like the first one's.
      const path = new URL(page.url()).pathname.replace("/partner/", "/main/")
      if (seen.has(path)) return
      seen.add(path)
      await before?.(path)
      await look(page)
      if (!state) return
      assert.match((await readPaper(page, pattern)).head, state, pattern)
      const kind = path.replaceAll(/_[0-9A-F]{32}/g, "")
      if (measured.has(kind)) return
      measured.add(kind)
      misplaced.push(...(await listMisplacedBoxes(page)).map((fault) => `${pattern}, ${fault}`))
    },
  })
  assert.deepEqual(misplaced, [])
  assert.deepEqual(broken, [])
  return patterns
}

async function look(page: Page): Promise<void> {
  // Enter presses a form's first button, also one that stands outside and before it: one that saves, or adds a file.
  const first = await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("#page-form")
    const button = [...(form?.elements ?? [])].find((each) =>
      each.matches("[type=submit], button:not([type])"),
    )
    return button?.matches("[name]:not([name=stay])") ? button.outerHTML.slice(0, 300) : ""
  })
  assert.equal(first, "", `${page.url()} ${first}`)
  await expectTallControls(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 360, height: 640 })
}

/**
 * Runs in the page, like everything below that looks at many elements: a locator for each would cost more than the page.
 * Fills its first form with input that can't be parsed; returns what it typed, or undefined if there is no form.
 */
function fillWrongly(): Record<string, string> | undefined {
  const form = document.querySelector(
    "main form[method=post]:is([action='/portal/submission'], :has(:is(input:not([type=hidden]), textarea, select)))",
  )
  form?.setAttribute("data-provoked", "")
  const faultyFor = ({ id, inputMode }: HTMLElement) => {
    if (/_month$/.test(id)) return "Foo"
    if (/_day$/.test(id)) return "31"
    if (/_year$/.test(id)) return "1962"
    if (/password/.test(id)) return "short"
    return ["email", "tel", "decimal", "numeric"].includes(inputMode) ? "no such" : "x".repeat(25_000)
  }
  const controls = form?.querySelectorAll<HTMLInputElement>(
    "input:not([type=hidden], [type=radio], [type=checkbox], [type=file]), textarea",
  )
  for (const control of controls ?? []) control.value = faultyFor(control)
  return form ? Object.fromEntries([...(controls ?? [])].map(({ id, value }) => [id, value])) : undefined
}

/** Submits the form that was filled in wrongly; returns whether it could fail at all. */
async function provoke(page: Page, typed: Record<string, string>): Promise<boolean> {
  // Turns off the browser's validation, so that the server refuses the fields.
  const loaded = page.waitForEvent("load")
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.request().isNavigationRequest(),
  )
  await page.evaluate(() => document.querySelector<HTMLFormElement>("[data-provoked]")?.submit())
  const answer = await answered
  await loaded
  if (answer.status() === 303) return false
  assert.equal(answer.status(), 422, page.url())
  await expectErrorSummary(page)
  const lost = await page.evaluate(
    (typed) =>
      Object.entries(typed)
        // Sensitive input never comes back to the browser.
        .filter(([id]) => id !== "" && !document.querySelector(`[name="seen.${id}"][data-secret]`))
        .filter(([id, value]) => (document.getElementById(id) as HTMLInputElement | null)?.value !== value)
        .map(([id]) => id),
    typed,
  )
  assertNone(lost, (id) => !/password/.test(id), `${page.url()} lost what was typed`)
  expectNoEnglish(await page.content(), page.url())
  return true
}

/** Checks that the title mentions the errors, the summary has the focus, its links lead to fields, and both agree. */
async function expectErrorSummary(page: Page): Promise<void> {
  await waitForTitle(page, /^Error: /)
  // Browsers set the focus at the first paint, which may come after the load event.
  const isFocused = () => page.evaluate(() => document.activeElement?.id === "error-summary")
  await waitUntil(isFocused, () => `the error summary of ${page.url()} has no focus`)
  const links = await page.evaluate(followLinks)
  assert.ok(links.length > 0, page.url())
  for (const { href, ...facts } of links)
    assert.deepEqual(facts, { is_at_field: true, gets_there: true }, `${page.url()}: ${href}`)
}

/** Runs in the page: clicks each link of the error summary that leads to a field. */
function followLinks() {
  const messages = [...document.querySelectorAll<HTMLElement>(".error-message")].map((one) => one.innerText)
  return [...document.querySelectorAll<HTMLAnchorElement>("#error-summary a")].flatMap((link) => {
    const href = link.getAttribute("href") ?? ""
    if (!href.startsWith("#")) return [{ href, is_at_field: true, gets_there: true }]
    const sentence = link.innerText.trim()
    const [target, ...others] = document.querySelectorAll(`[id="${href.slice(1)}"]`)
    link.click()
    const { activeElement } = document
    return [
      {
        href,
        is_at_field: messages.some((text) => text.includes(sentence)),
        gets_there:
          others.length === 0 &&
          target !== undefined &&
          (target === activeElement || target.contains(activeElement) || target.matches(":target")),
      },
    ]
  })
}

const catalogs = Object.values(readCatalogs())
const spanish = new Set(catalogs.flatMap(({ es }) => piecesOf(es)))
const findEnglish = findPhrases(
  catalogs.flatMap(({ en }) => piecesOf(en)).filter((piece) => !spanish.has(piece)),
)

/** Searches everything a page shows or announces for sentences of the English catalog. */
function expectNoEnglish(html: string, url: string): void {
  assert.deepEqual(findEnglish(readVisibleText(html)), [], `${url} speaks English`)
}

/** Ada has a passkey. */
async function addAdasPasskey({ matter_id }: PortalIntake): Promise<void> {
  await firm.run(async (tx) => {
    const { user_id } = await tx.one<{ user_id: string }>(sql`
      select user_id from invitations where matter_id = ${matter_id} and party = 'main'`)
    const passkey = { public_key: randomBytes(32), counter: 0, transports: [], is_backed_up: false }
    await addPasskey(tx, { user_id, matter_id }, "2090", { credential_id: randomBytes(16), ...passkey })
  })
}

/** Requests a correction of every kind, in words of no language. */
async function requestAllCorrections(
  { matter_id, ids, main, child }: PortalIntake,
  { home, will }: FullIntake,
) {
  const things = [
    { kind: "question", record_id: ids.has_will, about: null },
    { kind: "question", record_id: ids.ssn, about: main },
    { kind: "contact", record_id: main, about: null },
    { kind: "contact", record_id: child, about: null },
    { kind: "role", record_id: ids.executor, about: main },
    { kind: "asset", record_id: home, about: null },
    { kind: "request", record_id: ids.statements, about: null },
    { kind: "document", record_id: will, about: null },
  ] as const
  await firm.run(async (tx) => {
    for (const thing of things) await collectCorrection(tx, matter_id, { ...thing, words: "1990 – 2090?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
}

async function open({ ada }: Pick<PortalIntake, "ada">): Promise<Page> {
  return openPageOf(opened, ada.cookies, { width: 360, height: 640 })
}
