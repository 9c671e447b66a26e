// Comments on a draft: writing and resolving them in a browser, permissions and lifecycle by plain requests.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  screenshot,
} from "../../../../../test/harness/browser.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { questionsOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { listAudit } from "../../../../firm/audit/listing.ts"
import type { StaffRole } from "../../../../firm/users/staff-roles.ts"
import { createStaff } from "../../../../firm/users/users.ts"
import { addComment, listComments, max_comments } from "../../../../follow-up/notes/draft-comments.ts"
import { listInbox } from "../../../../follow-up/notifications/inbox.ts"
import { actAs } from "../../../../platform/db/act-as.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { newId } from "../../../../platform/ids.ts"
import { takeStep } from "../../editing/draft-steps.ts"
import { findDraft, getQuestionnaireRow, saveDraft } from "../../questionnaires.ts"

const both = await openServiceAndBrowser()
const { service } = both

/** A firm with a published questionnaire, one of its questions, and a colleague with this role. */
async function newOffice(role: StaffRole = "member") {
  const firm = await service.newFirm("Hartwell & Pryce")
  await newIntake(firm)
  const { id } = await firm.run((tx) => tx.one<{ id: string }>(sql`select id from questionnaires`))
  const definition = await firm.run((tx) => findDraft(tx, id))
  assert.ok(definition)
  // No condition refers to this question.
  const question = questionsOf(definition).find(({ type }) => type === "contact")
  assert.ok(question)
  const max = await firm.run((tx) => createStaff(tx, { email: "max@example.com", name: "Max Lee", role }))
  const url = `/console/questionnaires/${id}/draft`
  return { firm, id, definition, question, max, url, part: `?part=${question.id}` }
}

const textsOf = async (firm: TestFirm, id: string) =>
  (await firm.run((tx) => listComments(tx, id))).map(({ text }) => text)

test("a member comments on a question, an author resolves it, and the outline counts open comments", async () => {
  const { firm, id, question, max, url, part } = await newOffice()
  const member = await newStaffBrowser(service, firm, max)
  const read = await member("GET", `${url}${part}`)
  assert.equal(read.status, 200)
  assert.match(read.text, /<h2[^>]*>Content/)
  assert.doesNotMatch(read.text, /data-live|builder-add|Arrange this|name="step"/)
  assert.equal((await member("POST", url, { title: "X" })).status, 403)
  const blank = await member("POST", `${url}/comments${part}`, { comment: " " })
  assert.equal(blank.status, 400)
  assert.match(blank.text, /Write a comment\./)
  const sent = await member("POST", `${url}/comments${part}`, { comment: "Too long.\r\n@Ruth, split it?" })
  assert.equal(sent.location, `${url}${part}#comments`)

  const page = await enterConsole({ ...both, firm }, { javascript: true, width: 1280 })
  await page.goto(`${url}${part}`)
  const item = page.getByRole("navigation", { name: "Outline" }).getByRole("link", {
    name: `${textIn(question.prompt, "en")}`,
  })
  await item.getByText("1 open comment").waitFor()
  await page.getByText("Max Lee, ").waitFor()
  await expectNoAxeViolations(page, { also_dark: true })
  await screenshot(page, "builder-comments-1280")
  await page.getByLabel("New comment").fill("Half a thought")
  await page.getByLabel("Help text").fill("As on your passport")
  await page.getByText("Saved", { exact: true }).waitFor()
  assert.equal(await page.getByLabel("New comment").inputValue(), "Half a thought")
  await page.getByLabel("New comment").fill("Done, see the help text.")
  await page.getByRole("button", { name: "Comment", exact: true }).click()
  await item.getByText("2 open comments").waitFor()
  assert.equal(await page.getByLabel("New comment").inputValue(), "")
  // What is typed while a comment is being sent stays, also after the focus has left it.
  const held = Promise.withResolvers<void>()
  await page.route("**/comments?*", async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel("New comment").fill("Sent.")
  await page.getByRole("button", { name: "Comment", exact: true }).click()
  await page.getByLabel("New comment").fill("Not sent yet")
  await page.getByLabel("Help text").focus()
  held.resolve()
  await item.getByText("3 open comments").waitFor()
  assert.equal(await page.getByLabel("New comment").inputValue(), "Not sent yet")
  await page.getByLabel("New comment").fill("")
  await page.getByRole("button", { name: /^Remove Sent/ }).click()
  await item.getByText("2 open comments").waitFor()
  await page.getByRole("button", { name: /^Resolve Too long/ }).click()
  await page.getByText("Resolved (1)").click()
  await page.getByText(/Resolved by Ruth Pryce/).waitFor()
  await item.getByText("1 open comment", { exact: false }).waitFor()
  await screenshot(page, "builder-comments-resolved")
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }
  await screenshot(page, "builder-comments-360")
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole("button", { name: /^Reopen Too long/ }).click()
  await item.getByText("2 open comments").waitFor()
  await page.goto(`${url}/publication`)
  await page.getByText("Comments are still open").waitFor()
  await screenshot(page, "builder-comments-publication")
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 20, offset: 0 }))
  const said = rows.filter(({ record_id }) => record_id === id).map(({ action }) => action)
  assert.deepEqual(said.toReversed().slice(0, 7), [
    "comment_added",
    "draft_saved",
    "comment_added",
    "comment_added",
    "comment_removed",
    "comment_resolved",
    "comment_reopened",
  ])
})

test("a reader sees comments but cannot write any, and no one can remove another's comment", async () => {
  const { firm, id, max, url, part } = await newOffice("read_only")
  await (await newStaffBrowser(service, firm))("POST", `${url}/comments${part}`, { comment: "Why this?" })
  const [comment] = await firm.run((tx) => listComments(tx, id))
  const reader = await newStaffBrowser(service, firm, max)
  const { text } = await reader("GET", `${url}${part}`)
  assert.match(text, /Why this\?/)
  assert.doesNotMatch(text, /New comment|Resolve</)
  for (const path of [`comments${part}`, `comments/${comment?.id}/resolution`])
    assert.equal((await reader("POST", `${url}/${path}`, { comment: "I" })).status, 403)
  const other = await firm.run((tx) =>
    createStaff(tx, { email: "noor@example.com", name: "Noor", role: "author" }),
  )
  const author = await newStaffBrowser(service, firm, other)
  assert.doesNotMatch((await author("GET", `${url}${part}`)).text, /comments\/[^"]*\/removal/)
  assert.equal((await author("POST", `${url}/comments/${comment?.id}/removal`)).status, 404)
  assert.deepEqual(await textsOf(firm, id), ["Why this?"])
})

test("a mention notifies the member until they view that part, and never notifies the writer", async () => {
  const { firm, id, max, url, part, question } = await newOffice()
  const author = await newStaffBrowser(service, firm)
  await author("POST", `${url}/comments${part}`, { comment: "@Max and @Ada: is this clear?" })
  const inbox = (user_id: string) =>
    firm.run(async (tx) => {
      await actAs(tx, user_id)
      const { unread } = await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)
      const { rows } = await listInbox(tx, { limit: 9, offset: 0 })
      return {
        unread,
        rows: rows.map(({ kind, questionnaire_id, part_id }) => [kind, questionnaire_id, part_id]),
      }
    })
  assert.deepEqual(await inbox(max), { unread: 1, rows: [["mentioned_in_draft", id, question.id]] })
  assert.deepEqual(await inbox(firm.admin.user_id), { unread: 0, rows: [] })
  const member = await newStaffBrowser(service, firm, max)
  const told = (await member("GET", "/console/inbox")).text
  assert.match(told, literally(`href="${url}${part}#comments"`))
  await member("GET", url)
  assert.equal((await inbox(max)).unread, 1, "another part is no look at this one")
  await member("GET", `${url}${part}`)
  assert.equal((await inbox(max)).unread, 0)
  await author("POST", `${url}/comments${part}`, { comment: "@Max, and this?" })
  await member("POST", "/console/inbox/reading", { until: new Date(Date.now() + 60_000).toISOString() })
  assert.equal((await inbox(max)).unread, 0)
})

test("a comment is hidden with its removed question, returns on undo, and is deleted on publication", async () => {
  const { firm, id, definition, question, url, part } = await newOffice()
  const author = await newStaffBrowser(service, firm)
  const section = definition.sections.find(({ kind }) => kind === "people")
  await author("POST", `${url}/comments${part}`, { comment: "On the question" })
  await author("POST", `${url}/comments?part=${section?.id}.children`, { comment: "On the children" })
  const shown = async () => /On the question/.test((await author("GET", `${url}${part}`)).text)
  const revision = async () => (await firm.run((tx) => getQuestionnaireRow(tx, id))).draft_revision
  const remove = { step: "remove", item: question.id, revision: String(await revision()) }
  assert.equal((await author("POST", `${url}${part}`, remove)).status, 303)
  assert.equal(await shown(), false)
  const seen = await revision()
  await firm.run((tx) => takeStep(tx, id, "undo", seen))
  assert.equal(await shown(), true)
  const publish = async (sections: typeof definition.sections) => {
    const draft = { ...definition, sections }
    const seen = await revision()
    await firm.run((tx) => saveDraft(tx, id, draft, seen))
    const sent = await author("POST", `${url}/publication`, { revision: String(await revision()) })
    assert.equal(sent.status, 303)
  }
  const renamed = definition.sections.map((each) => ({ ...each, title: "Another title" }))
  await publish(renamed)
  assert.deepEqual(await textsOf(firm, id), ["On the question", "On the children"])
  const isLeft = (each: { id: string }) => each.id !== question.id
  await publish(
    renamed.map((each) =>
      each.kind === "questions" ? { ...each, questions: each.questions.filter(isLeft) } : each,
    ),
  )
  assert.deepEqual(await textsOf(firm, id), ["On the children"])
})

test("a comment that is sent twice is written once, and another record's id takes no comment", async () => {
  const { firm, id, question } = await newOffice()
  const [first, second] = [newId("draft_comment"), newId("draft_comment")]
  const write = (comment_id: string, text: string) =>
    firm.run((tx) => addComment(tx, id, question.id, text, comment_id))
  await write(first, "On the children")
  await Promise.all([write(second, "On the house"), write(second, "On the house")])
  assert.deepEqual((await textsOf(firm, id)).toSorted(), ["On the children", "On the house"])
  const colleague = await newStaff(firm, { role: "author" })
  const others = service.db.forFirm(
    firm.firm_id,
    (tx) => addComment(tx, id, question.id, "Mine", first),
    colleague,
  )
  await assert.rejects(others, { kind: "not_found" })
  assert.equal((await textsOf(firm, id)).length, 2)
})

test("at the limit, new comments replace the oldest resolved ones and never open ones", async () => {
  const { firm, id, question } = await newOffice()
  await firm.run((tx) =>
    tx.run(sql`
      insert into draft_comments (id, questionnaire_id, part_id, text, written_at, resolved_at, resolved_by)
      select 'comment_' || lpad(upper(to_hex(n)), 32, '0'), ${id}, ${question.id}, 'Old ' || n, ${tx.now},
             case when n = 2 then ${tx.now}::timestamptz end, case when n = 2 then current_actor() end
        from generate_series(1, ${max_comments}::integer) n`),
  )
  await firm.run((tx) => addComment(tx, id, question.id, "New"))
  const texts = await textsOf(firm, id)
  assert.equal(texts.length, max_comments)
  assert.ok(!texts.includes("Old 2") && texts.includes("Old 1") && texts.includes("New"))
  await assert.rejects(
    firm.run((tx) => addComment(tx, id, question.id, "More")),
    /bad_request|open comments/,
  )
  assert.deepEqual(await textsOf(firm, id), texts)
})
