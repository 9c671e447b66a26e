// What others change shows on open pages by itself, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { runBulkActionAt } from "../../../test/harness/run-bulk-action.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { createStaff } from "../../firm/users/users.ts"
import { planMessage, takeBack } from "../../follow-up/conversations/planned-messages.ts"
import { collectCorrection } from "../../intake/corrections/requests.ts"
import { listSubjects } from "../../intake/corrections/subjects.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { moveToStage } from "../../intake/matters/stages/stages.ts"
import { openTopic } from "../../intake/messages/writing.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

const { service, browser } = await openServiceAndBrowser()

async function openConsole() {
  const firm = await service.newFirm()
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 1280, height: 800 })
  let loads = -1
  page.on("load", () => loads++)
  return { firm, page, loads: () => loads }
}

test("the list shows a colleague's change and a new matter, and keeps the focus and what is ticked", async () => {
  const { firm, page, loads } = await openConsole()
  const first = await newIntake(firm)
  const other = await newIntake(firm)
  const noor = await firm.run((tx) =>
    createStaff(tx, { name: "Noor Haddad", email: "noor@firm.example", role: "member" }),
  )
  await page.goto("/console/matters")
  const row = (id: string) => page.locator(`tr[id="${id}"]`)
  await row(other.matter_id).locator("input[name=matter]").check({ force: true })
  await row(other.matter_id).locator("a").first().focus()
  await firm.run((tx) => assignMatter(tx, first.matter_id, noor))
  await row(first.matter_id).getByText("Noor Haddad").waitFor()
  const third = await newIntake(firm)
  await row(third.matter_id).waitFor()
  await firm.run((tx) => assignMatter(tx, other.matter_id, noor))
  assert.equal(await row(other.matter_id).getByText("Noor Haddad").count(), 0)
  assert.equal(await page.evaluate(() => document.activeElement?.closest("tr")?.id), other.matter_id)
  await row(other.matter_id).locator("input[name=matter]").uncheck({ force: true })
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await row(other.matter_id).getByText("Noor Haddad").waitFor()
  assert.equal(loads(), 0)
  await page.context().close()
})

test("the board shows a card that a colleague has moved", async () => {
  const { firm, page, loads } = await openConsole()
  const stage = { id: newId("stage"), name: "Drafting", due_days: null, waits_for: "" }
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stages: [stage] }))
  const { matter_id } = await newIntake(firm)
  await page.goto("/console/matters?layout=board")
  await page.locator(`#board-none #${matter_id}-card`).waitFor()
  await firm.run((tx) => moveToStage(tx, matter_id, { stage_id: stage.id }))
  await page.locator(`#board-${stage.id} #${matter_id}-card`).waitFor()
  assert.equal(await page.locator(`#board-none #${matter_id}-card`).count(), 0)
  assert.equal(loads(), 0)
  await page.context().close()
})

test("a client's message appears below what was loaded before, and does not count as read", async () => {
  const { firm, page } = await openConsole()
  const intake = await newIntake(firm)
  const { matter_id } = intake
  const write = (text: string) =>
    intake.asClient((tx) => openTopic(tx, service, matter_id, { subject: "A question", text }))
  await write("Which of us signs?")
  await page.goto(`/console/matters/${matter_id}/conversation`)
  await page.getByText("Which of us signs?").waitFor()
  const reads = () =>
    firm.all(
      sql`select topic_id, last_number from message_reads where user_id <> ${intake.client.user_id} order by 1`,
    )
  const before = await reads()
  await page.evaluate(() => {
    const earlier = document.createElement("li")
    earlier.id = "earlier"
    document.getElementById("entries")?.prepend(earlier)
  })
  await write("And where?")
  await page.getByText("And where?").waitFor()
  assert.deepEqual(await reads(), before)
  assert.equal(await page.evaluate(() => document.querySelector("#entries > li")?.id), "earlier")
  await page.context().close()
})

test("a planned message and a list of corrections go away once a colleague has ended them", async () => {
  const { firm, page, loads } = await openConsole()
  const { matter_id } = await newIntake(firm)
  const message = { id: newId("message"), topic_id: null, subject: "Thursday", text: "Shall we meet?" }
  const send_at = new Date(Date.now() + 86_400_000)
  await firm.run(async (tx) => {
    await createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" })
    await planMessage(tx, service.ring, matter_id, { ...message, send_at })
    await tx.run(sql`update matters set started_at = ${tx.now} where id = ${matter_id}`)
    for (const subject of (await listSubjects(tx, matter_id)).slice(0, 1))
      await collectCorrection(tx, matter_id, { ...subject, words: "Look again" })
  })
  await page.goto(`/console/matters/${matter_id}/conversation`)
  await page.getByText("Will be sent").waitFor()
  await page.getByText("Not asked yet: 1").waitFor()
  await firm.run((tx) => takeBack(tx, matter_id, message.id))
  await page.getByText("Will be sent").waitFor({ state: "detached", timeout: 20_000 })
  await firm.run((tx) => tx.run(sql`delete from corrections`))
  await page.getByText("Not asked yet: 1").waitFor({ state: "detached", timeout: 20_000 })
  assert.equal(loads(), 0)
  await page.context().close()
})

test("a background action that ends leaves what was ticked meanwhile", async () => {
  const { firm, page } = await openConsole()
  const intakes = [await newIntake(firm), await newIntake(firm)]
  await page.goto("/console/matters?page_size=1")
  await page.getByLabel("All 2 matters, on every page").check()
  await page.locator("#bulk-tag > summary").click()
  await page.getByLabel("Add a tag").fill("Trust")
  await page.getByLabel("Add a tag").press("Enter")
  const progress = page.locator("[data-progress]")
  await progress.waitFor()
  const box = page.locator("input[name=matter]").first()
  await box.check({ force: true })
  const { id } = await firm.one<{ id: string }>(sql`select id from bulk_actions`)
  await runBulkActionAt(service, firm, id)
  await progress.waitFor({ state: "detached", timeout: 20_000 })
  await page.evaluate(() => fetch("/v1"))
  assert.equal(await box.isChecked(), true)
  assert.equal(intakes.length, 2)
  await page.context().close()
})

test("nothing moves under a pressed pointer, whoever is away asks less often, and a page signed out asks no more", async () => {
  const { firm, page } = await openConsole()
  const { matter_id } = await newIntake(firm)
  const requests: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/stamp.txt")) requests.push(request.url())
  })
  await page.clock.install()
  await page.goto("/console/matters")
  await page.clock.pauseAt(Date.now() + 60_000)
  /** Lets time pass, and what the page then asks for arrive: a response that it waited for is there before a later one. */
  const pass = async (ms: number) => {
    await page.clock.runFor(ms)
    for (let times = 0; times < 3; times++)
      await page.evaluate(() => fetch("/v1").then((response) => response.text()))
  }
  const passUntil = async (isDone: () => boolean | Promise<boolean>, what: string) => {
    for (let times = 0; !(await isDone()); times++) {
      assert.ok(times < 100, what)
      await pass(500)
    }
  }
  const isAssigned = async () =>
    (await page.locator(`tr[id="${matter_id}"]`).getByText("Ada Admin").count()) > 0
  let loads = 0
  page.on("response", (response) => {
    if (response.url().endsWith("/console/matters")) loads += 1
  })
  await page.mouse.move(700, 780)
  await page.mouse.down()
  await firm.run((tx) => assignMatter(tx, matter_id, firm.admin.user_id ?? ""))
  await passUntil(() => loads > 0, "the page loads itself")
  await pass(2_000)
  assert.equal(await isAssigned(), false)
  await page.mouse.up()
  await passUntil(isAssigned, "the row shows it")

  await page.clock.fastForward(300_000)
  await pass(0)
  requests.length = 0
  await pass(29_000)
  assert.deepEqual(requests, [])
  await passUntil(() => requests.length > 0, "whoever is away asks too")
  await page.mouse.move(600, 780)
  await firm.run((tx) => tx.run(sql`delete from sessions`))
  requests.length = 0
  await passUntil(() => requests.length > 0, "it asks once more")
  await pass(0)
  requests.length = 0
  for (let times = 0; times < 20; times++) await pass(2_000)
  assert.deepEqual(requests, [])
  await page.context().close()
})

test("what a page loads by itself is audited like any reading, if it is a file or a page that no one follows", async () => {
  const { firm, page } = await openConsole()
  const { matter_id } = await newIntake(firm)
  const load = (path: string) =>
    page.context().request.get(`${service.base_url}${path}`, { headers: { "foyer-background": "1" } })
  const entries = () =>
    firm.run((tx) =>
      tx.all<{ action: string }>(
        sql`select action from audit_entries where user_id is not null order by position`,
      ),
    )
  const before = (await entries()).length
  for (const path of ["/console/matters.csv", "/console/conflicts?name=Ada", `/console/matters/${matter_id}`])
    assert.equal((await load(path)).status(), 200, path)
  const added = (await entries()).slice(before)
  assert.deepEqual(
    added.map(({ action }) => action),
    ["matters_exported", "conflicts_looked_up"],
  )
  await page.context().close()
})
