// The list in groups, and the sentence above it, without a browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../../firm/firms/firms.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { newId } from "../../../../platform/ids.ts"
import { assignMatter } from "../../assignment.ts"
import { changeDueDay } from "../../filing/filing.ts"
import { saveView } from "../../list/saved-views.ts"
import { createMatter } from "../../matters.ts"
import { moveToStage } from "../../stages/stages.ts"

const service = provideService()

/** Nine matters: five of the member and in the last stage, every third due on a Sunday, on the Monday after it, or never. */
async function openFirm() {
  const firm = await service.newFirm("Hartwell & Pryce")
  await newIntake(firm)
  const stages = ["Signing", "Drafting"].map((name) => ({
    id: newId("stage"),
    name,
    due_days: null,
    waits_for: "",
  }))
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stages }))
  await firm.run(async (tx) => {
    await tx.run(sql`delete from matters`)
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    const { id: user_id } = await tx.one<{ id: string }>(
      sql`select id from users where is_firm_staff limit 1`,
    )
    for (let number = 1; number <= 9; number++) {
      const { id } = await createMatter(tx, { questionnaire_id, matter_name: `Matter ${number}` })
      if (number <= 5) await assignMatter(tx, id, user_id)
      if (number <= 5) await moveToStage(tx, id, { stage_id: stages[1]?.id ?? null })
      else if (number < 8) await moveToStage(tx, id, { stage_id: stages[0]?.id ?? null })
      if (number % 3 > 0) await changeDueDay(tx, id, number % 3 === 1 ? "2031-01-05" : "2031-01-06")
    }
  })
  const send = await newStaffBrowser(service, firm)
  /** Headings with their counts, and the names below them, as the page shows them. */
  const read = async (query: string, sort = "name") => {
    const { text } = await send("GET", `/console/matters?sort=${sort}&${query}`)
    const lines = text.matchAll(
      /class="row-group"><th[^>]*><strong>([^<]+)<\/strong> <span class="count">(\d+)|class="one-line"[^>]*>(Matter \d)</g,
    )
    return [...lines].map(([, label, count, name]) => name?.slice(-1) ?? `${label} ${count}`)
  }
  return { firm, send, read, stages }
}

test("the list groups by stage, assignee, or week, with the counts of all pages, over pages and with filters", async () => {
  const { read } = await openFirm()
  const weeks = ["Due in the week of Dec 30, 2030 3", "Due in the week of Jan 6, 2031 3", "No due day 3"]
  const [first, second, none] = weeks
  assert.deepEqual(await read("group=due"), [
    ...[first, "1", "4", "7"],
    ...[second, "2", "5", "8"],
    ...[none, "3", "6", "9"],
  ])
  assert.deepEqual(await read("group=due&page_size=4"), [first, "1", "4", "7", second, "2"])
  assert.deepEqual(await read("group=due&page_size=4&page=2"), [second, "5", "8", none, "3", "6"])
  assert.deepEqual(await read("group=due&page_size=4&page=3"), [none, "9"])
  const staged = ["Signing 2", "6", "7", "Drafting 5", "1", "2", "3", "4", "5", "No stage 2", "8", "9"]
  assert.deepEqual(await read("group=stage"), staged)
  const assigned = await read("group=assignee", "-name")
  assert.match(String(assigned[0]), / 5$/)
  assert.deepEqual(assigned.slice(6), ["No assignee 4", "9", "8", "7", "6"])
  assert.deepEqual(await read("group=stage&assignee=me"), ["Drafting 5", "1", "2", "3", "4", "5"])
  assert.deepEqual(await read("group=stage&search=matter+7"), ["Signing 1", "7"])
  assert.deepEqual(await read("group=weather"), [])
})

test("a member who sees only their own matters is not told of another assignee", async () => {
  const { firm } = await openFirm()
  const { user_id } = await newStaff(firm, { role: "member", assigned_matters_only: true })
  const limited = await newStaffBrowser(service, firm, user_id)
  const said = async (query: string) =>
    /<p id="shown">.*?<\/p>/s.exec((await limited("GET", `/console/matters?${query}`)).text)?.[0] ?? ""
  assert.match(await said("assignee=none&tag=Probate"), /tagged Probate/)
  assert.doesNotMatch(await said("assignee=none&tag=Probate"), /without an assignee/)
})

test("the next and the previous matter are those of the grouped list", async () => {
  const { send, read } = await openFirm()
  for (const query of ["group=due", "group=stage", "group=assignee", "group=due&assignee=me"]) {
    const names = (await read(query)).filter((line) => /^\d$/.test(line))
    const { text } = await send("GET", `/console/matters?sort=name&${query}`)
    const ids = [...text.matchAll(/id="(matter_\w+)-name"/g)].map(([, id]) => id)
    assert.equal(ids.length, names.length)
    for (const [at, id] of ids.entries()) {
      const page = await send("GET", `/console/matters/${id}`)
      const linked = (words: string) =>
        new RegExp(`href="/console/matters/(\\w+)">${words} matter`).exec(page.text)?.[1]
      assert.deepEqual(
        [linked("Previous"), linked("Next")],
        [ids[at - 1], ids[at + 1]],
        `${query}: ${names[at]}`,
      )
    }
  }
})

test("a sentence says what the list shows; each part removes its filter, and views say theirs", async () => {
  const { firm, send, stages } = await openFirm()
  await firm.run((tx) => saveView(tx, { name: "Mine", query: "assignee=me&due=overdue", is_shared: true }))
  const query = `assignee=me&stage=${stages[1]?.id}&is_open=true&group=due`
  const { text } = await send("GET", `/console/matters?${query}`)
  const [, shown = ""] = /<p id="shown">([\s\S]*?)<\/p>/.exec(text) ?? []
  const plain = shown
    .replace(/<span class="(?:visually-hidden|no-print)"[\s\S]*?<\/span>/g, "")
    .replace(/<[^>]+>/g, "")
  assert.match(plain, /^Open matters assigned to you, in stage Drafting/)
  const links = [...shown.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"))
  assert.deepEqual(links, [
    `/console/matters?assignee=me&stage=${stages[1]?.id}&group=due`,
    `/console/matters?stage=${stages[1]?.id}&is_open=true&group=due`,
    "/console/matters?assignee=me&is_open=true&group=due",
    "/console/matters?group=due",
  ])
  assert.match(text, /title="Open matters assigned to you, overdue"[^>]*>Mine</)
  assert.doesNotMatch((await send("GET", "/console/matters?group=due&sort=name")).text, /id="shown"/)
})
