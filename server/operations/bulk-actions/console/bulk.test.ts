import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { cellOf, readWorkbook } from "../../../../test/harness/read-workbook.ts"
import { recordStatements } from "../../../../test/harness/recorded-statements.ts"
import { runBulkActionAt } from "../../../../test/harness/run-bulk-action.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { withoutRandomText } from "../../../../test/harness/without-random-text.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSuspension } from "../../../firm/firms/firms.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { addTag, changeDueDay, getFiling, switchReminders } from "../../../intake/matters/filing/filing.ts"
import { createInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { closeMatter, markSubmitted, reopenClosedMatter } from "../../../intake/matters/lifecycle.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"
import { createMatter } from "../../../intake/matters/matters.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { listMails } from "../../../platform/mail/outbox.ts"
import { endLostBulkActions } from "../bulk-actions.ts"
import { runBulkAction } from "../running.ts"

const service = provideService()

const url = "/console/matters/selection"

async function staffBrowser(firm: TestFirm, user_id?: string) {
  const send = await newStaffBrowser(service, firm, user_id)
  return {
    send,
    /** Posts the form, follows the redirect to the list, and returns the list's banner as plain text. */
    submit: async (path: string, form: [string, string][]) => {
      const { status, location, text } = await send("POST", path, form)
      assert.equal(status, 303, text)
      const list = await send("GET", location)
      assert.equal(list.status, 200)
      return {
        to: location,
        says: plainText(/<div class="banner .*?<\/div><\/div>/s.exec(list.text)?.[0] ?? "").replace(
          / Undo$/,
          "",
        ),
      }
    },
  }
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim()
}

const selected = (ids: readonly string[], ...more: [string, string][]): [string, string][] => [
  ...ids.map((id): [string, string] => ["matter", id]),
  ...more,
]

/** A firm with these matters, each with an invited client who has an address. */
async function firmWith(...names: string[]) {
  const firm = await service.newFirm()
  const ids = await firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx)
    const created: string[] = []
    for (const matter_name of names) {
      const { id } = await createMatter(tx, { questionnaire_id, matter_name })
      const email = `${matter_name.toLowerCase()}@example.com`
      await createInvitation(tx, service, { matter_id: id, party: "main", email })
      created.push(id)
    }
    return created
  })
  return { firm, ids: ids as [string, ...string[]] }
}

const rowsOf = (firm: TestFirm, ids: readonly string[]) =>
  firm.run((tx) => Promise.all(ids.map((id) => getMatterRow(tx, id))))
const auditOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 100, offset: 0 }))).rows.map(
    ({ action, matter_id }) => ({ action, matter_id }),
  )
const recipientsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))).rows
    .map(({ recipient }) => recipient)
    .toSorted()

test("each row of the list has a checkbox inside a plain form", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const { send } = await staffBrowser(firm)
  const { text } = await send("GET", "/console/matters?status=created")
  for (const id of ids) assert.match(text, new RegExp(`type="checkbox" name="matter" value="${id}"`))
  assert.match(text, /<form method="post" action="\/console\/matters\/selection"/)
  assert.match(text, /name="back" value="\/console\/matters\?status=created"/)
})

test("closing closes and audits each open matter at once, names those already closed, and offers Undo", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole")
  const [ames = "", bell = "", cole = ""] = ids
  await firm.run((tx) => closeMatter(tx, bell))
  const { submit } = await staffBrowser(firm)
  const back = "/console/matters?status=created&page=1"
  const { to, says } = await submit(url, selected(ids, ["step", "close"], ["back", back]))
  assert.equal(to, back)
  assert.equal(says, "2 matters are closed. Left out, already closed: Bell.")
  for (const { close_date, client_may_edit } of await rowsOf(firm, ids)) {
    assert.notEqual(close_date, null)
    assert.equal(client_may_edit, false)
  }
  const audited = await auditOf(firm)
  assert.deepEqual(
    audited.toSorted((a, b) => ((a.matter_id ?? "") < (b.matter_id ?? "") ? -1 : 1)),
    [
      { action: "matter_closed", matter_id: ames },
      { action: "matter_closed", matter_id: cole },
    ],
  )
})

test("many selected matters are reminded in the background, and confirming them takes no statements of each", async () => {
  const { firm, ids } = await firmWith(...Array.from({ length: 60 }, (_, index) => `Client${index}`))
  const { send } = await staffBrowser(firm)
  const confirm = async (count: number) => {
    let text = ""
    const statements = await recordStatements(async () => {
      text = (await send("POST", url, selected(ids.slice(0, count), ["step", "remind"]))).text
    })
    assert.match(plainText(text), new RegExp(`Remind the clients of ${count} matters\\?`))
    return statements.length
  }
  await confirm(2)
  assert.equal(await confirm(60), await confirm(30))
  const { location } = await send("POST", `${url}/reminders`, selected(ids))
  const isReminder = sql`select id from mails where purpose = 'reminder'`
  assert.deepEqual(await firm.all(isReminder), [])
  await runBulkActionAt(service, firm, location)
  assert.equal((await firm.all(isReminder)).length, 60)
})

test("reminding asks for confirmation, names the matters left out and why, and reminds the others once", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole", "Dunn")
  const [, bell = "", cole = "", dunn = ""] = ids
  await firm.run(async (tx) => {
    await markSubmitted(tx, bell)
    await closeMatter(tx, cole)
    await switchReminders(tx, dunn, "off")
  })
  const { send, submit } = await staffBrowser(firm)
  const response = await send("POST", url, selected(ids, ["step", "remind"]))
  assert.match(response.text, /Remind the clients of 1 matter\?/)
  assert.match(
    plainText(response.text),
    /Left out, submitted already: Bell\. Left out, closed: Cole\. Left out, reminders are off for it: Dunn\./,
  )
  assert.match(
    plainText(response.text),
    /Ames Nothing required is missing. The email asks the client to submit\./,
  )
  assert.deepEqual(await recipientsOf(firm), [])

  const { says } = await submit(`${url}/reminders`, selected(ids))
  assert.match(says, /^1 reminder is on the way for 1 matter\. /)
  assert.match(
    says,
    /Left out, submitted already: Bell\. Left out, closed: Cole\. Left out, reminders are off for it: Dunn\./,
  )
  assert.deepEqual(await recipientsOf(firm), ["ames@example.com"])
  const again = await submit(`${url}/reminders`, selected(ids))
  assert.match(again.says, /^No matter was changed\. .*just reminded: Ames\./)
  assert.deepEqual(await recipientsOf(firm), ["ames@example.com"])
  assert.deepEqual(await auditOf(firm), [{ action: "clients_reminded", matter_id: ids[0] }])
})

test("matters are assigned to a colleague or to no one, each with an audit entry", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const ruth = await firm.call(createStaff, { email: "ruth@example.com", name: "Ruth", role: "member" })
  const { submit } = await staffBrowser(firm)
  const to = (assignee_id: string) =>
    submit(url, selected(ids, ["step", "assign"], ["assignee_id", assignee_id]))
  assert.equal((await to("")).says, "Choose an assignee first.")
  assert.equal((await to(newId("user"))).says, "Choose an assignee first.")
  assert.equal((await to(ruth)).says, "2 matters are assigned to Ruth.")
  assertEach(await rowsOf(firm, ids), ({ assignee_id }) => assignee_id, [ruth, ruth])
  assert.equal(
    (await to(ruth)).says,
    "No matter was changed. Left out, already assigned to this person: Ames; Bell.",
  )
  assert.equal((await to("nobody")).says, "2 matters are no longer assigned.")
  assertEach(await auditOf(firm), ({ action }) => action, [
    "matter_unassigned",
    "matter_unassigned",
    "matter_assigned",
    "matter_assigned",
  ])
})

test("an export contains exactly the selected matters", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole")
  const { send } = await staffBrowser(firm)
  const answer = await send("POST", url, selected([ids[0], ids[2] ?? ""], ["step", "csv"]))
  assert.equal(answer.headers["content-type"], "text/csv; charset=utf-8")
  const lines = answer.text.trim().split("\r\n")
  assert.match(lines[0] ?? "", /name,file_number,status/)
  assert.deepEqual(
    lines
      .slice(1)
      .map((line) => line.split(",")[0])
      .toSorted(),
    ["Ames", "Cole"],
  )
  assertEach(await auditOf(firm), ({ action }) => action, ["matters_exported"])
  const workbook = await send("POST", url, selected([ids[0], ids[2] ?? ""], ["step", "workbook"]))
  const { sheets } = readWorkbook(workbook.bytes)
  const cells = sheets.get("Matters") ?? assert.fail("no sheet")
  const names = [2, 3, 4].map((row) => cellOf(cells, "Name", row)?.value)
  assert.deepEqual(names.toSorted(), ["Ames", "Cole", undefined])
})

test("a member limited to assigned matters changes no others and does not see their names", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const max = await firm.run(async (tx) => {
    const id = await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" })
    await changeMember(tx, id, { assigned_matters_only: true })
    return id
  })
  const admin = await staffBrowser(firm)
  await admin.submit(url, selected([ids[0]], ["step", "assign"], ["assignee_id", max]))
  const { send, submit } = await staffBrowser(firm, max)
  const { says } = await submit(url, selected(ids, ["step", "close"]))
  assert.equal(says, "1 matter is closed. 1 matter left out: no longer available to you.")
  assertEach(await rowsOf(firm, ids), ({ close_date }) => close_date !== null, [true, false])
  const table = await send("POST", url, selected(ids, ["step", "csv"]))
  assert.doesNotMatch(table.text, /Bell/)

  const inPlace = await newStaffBrowser(service, firm, max, { in_place: true })
  const given = selected([ids[0]], ["step", "assign"], ["assignee_id", "nobody"])
  const { part, message } = JSON.parse((await inPlace("POST", url, given)).text)
  assert.match(message, /1 matter is no longer assigned\./)
  assert.doesNotMatch(message + part, /Undo|Ames/, "it is no longer theirs")
})

test("bulk actions ignore another firm's matters, and redirect only to the list", async () => {
  const [ours, theirs] = [await firmWith("Ames"), await firmWith("Bell")]
  const { submit } = await staffBrowser(ours.firm)
  const { to, says } = await submit(
    url,
    selected([...theirs.ids, "nonsense"], ["step", "close"], ["back", "https://elsewhere.example/"]),
  )
  assert.equal(to, "/console/matters")
  assert.equal(says, "No matter was changed. 2 matters left out: no longer available to you.")
  assert.equal((await rowsOf(theirs.firm, theirs.ids))[0]?.close_date, null)
})

test("without a selection, or with several things to do, the list says what to do", async () => {
  const { firm, ids } = await firmWith("Ames")
  const { submit } = await staffBrowser(firm)
  const several = selected(ids, ["add_tag", "Trust"], ["due_on", "2031-05-06"])
  assert.equal((await submit(url, several)).says, "Choose what to do with the selected matters.")
  assert.equal((await submit(url, [["step", "close"]])).says, "Select one or more matters first.")
  const browse = await newStaffBrowser(service, firm)
  const { status, location } = await browse("GET", `${url}?late=1`)
  assert.deepEqual([status, location], [303, "/console/matters"], "also after signing in again")
})

test("the outcome for many matters with long names fits in its cookie", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Long-${"x".repeat(150)}-${index}`)
  const { firm, ids } = await firmWith(...names)
  await firm.run(async (tx) => {
    for (const id of ids) await closeMatter(tx, id)
  })
  const { submit } = await staffBrowser(firm)
  const { says } = await submit(url, selected(ids, ["step", "close"]))
  assert.match(says, /^No matter was changed\. Left out, already closed: .* and 7 more\.$/)
})

const all = `${url}/all`
const hiddenOf = (html: string): [string, string][] =>
  [
    ...html.matchAll(
      /<input type="hidden" name="(step|assignee_id|add_tag|due_on|back|all)" value="([^"]*)"/g,
    ),
  ].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")])

/** Begins an action on the whole list, confirmed if it sends emails, runs it, and returns the text of its page. */
async function actOnList(firm: TestFirm, form: [string, string][], user_id?: string) {
  const { send } = await staffBrowser(firm, user_id)
  const confirmation = await send("POST", url, form)
  const isConfirmed = form.some(([, value]) => value === "remind")
  assert.equal(confirmation.status, isConfirmed ? 200 : 303, confirmation.text)
  const { status, location, text } = isConfirmed
    ? await send("POST", all, hiddenOf(confirmation.text))
    : confirmation
  assert.equal(status, 303, text)
  const bulk_action_id = location.split("/").at(-1) ?? ""
  const before = plainText((await send("GET", location)).text)
  const list = plainText((await send("GET", "/console/matters")).text)
  await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id })
  const page = plainText((await send("GET", location)).text)
  return { confirmation: plainText(confirmation.text), before, list, page, location, bulk_action_id, send }
}

test("an action on all matters of a filter reaches those of every page, and no others", async () => {
  const names = Array.from({ length: 63 }, (_, index) => `Ames ${index}`)
  const { firm, ids } = await firmWith(...names, "Bell")
  const ruth = await firm.call(createStaff, { email: "ruth@example.com", name: "Ruth", role: "member" })
  const { send } = await staffBrowser(firm)
  const { text } = await send("GET", "/console/matters?search=ames")
  assert.match(text, /name="all" value="63"/)
  assert.match(plainText(text), /All 63 matters, on every page/)
  assert.doesNotMatch((await send("GET", "/console/matters?search=bell")).text, /name="all"/)
  const back = "/console/matters?search=ames&page=2"
  const { before, list, page, bulk_action_id } = await actOnList(firm, [
    ["all", "63"],
    ["back", back],
    ["step", "assign"],
    ["assignee_id", ruth],
  ])
  assert.match(before, /0 of 63/)
  assert.match(list, /Assign 63 matters to Ruth .*0 of 63/)
  assert.match(page, /Finished\. .*63 matters have changed/)
  const assigned = (await rowsOf(firm, ids)).map(({ assignee_id }) => assignee_id)
  assert.deepEqual(
    assigned,
    ids.map((_, index) => (index < 63 ? ruth : null)),
  )
  const audited = await auditOf(firm)
  assert.equal(audited.filter(({ action }) => action === "matter_assigned").length, 63)
  assert.equal(audited.filter(({ action }) => action === "bulk_action_requested").length, 1)
  // A job that is delivered twice changes nothing more.
  await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id })
  assert.equal((await auditOf(firm)).length, audited.length)
})

test("an action on all matters is refused when the list has another number of matters; emails are asked about again", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const { send, submit } = await staffBrowser(firm)
  const form = (step: string): [string, string][] => [
    ["all", "3"],
    ["step", step],
    ["back", "/console/matters"],
  ]
  for (const address of [url, all])
    assert.match(
      (await submit(address, form("close"))).says,
      /^Nothing was changed: the list had 3 matters .* has 2 /,
    )
  const again = await send("POST", all, form("remind"))
  assert.equal(again.status, 200)
  assert.match(plainText(again.text), /It had 3 matters when you saw it, and now has 2 matters\./)
  assert.deepEqual(await auditOf(firm), [])
  assert.equal((await send("POST", all, hiddenOf(again.text))).status, 303)
  assert.equal((await rowsOf(firm, ids))[0]?.close_date, null)
})

test("an action on all matters leaves out those that do not allow it, with reasons, and can be stopped", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole")
  const [ames = "", bell = "", cole = ""] = ids
  await firm.run((tx) => closeMatter(tx, bell))
  const remind: [string, string][] = [
    ["all", "3"],
    ["step", "remind"],
  ]
  const { page } = await actOnList(firm, remind)
  assert.match(page, /Finished\. .*2 matters have changed.* Left out, closed: 1 matter Bell/)
  assert.deepEqual(await recipientsOf(firm), ["ames@example.com", "cole@example.com"])

  const { send } = await staffBrowser(firm)
  const { location } = await send("POST", url, [
    ["all", "3"],
    ["step", "tag"],
    ["add_tag", " Trust  2026 "],
  ])
  assert.equal((await send("POST", `${location}/end`, [])).status, 303)
  await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id: location.split("/").at(-1) ?? "" })
  assert.match(plainText((await send("GET", location)).text), /Stopped after 0 of 3 matters/)
  const tagsOf = (id: string) => firm.run(async (tx) => (await getFiling(tx, id)).tags)
  assert.deepEqual(await tagsOf(ames), [])

  await actOnList(firm, [
    ["all", "3"],
    ["step", "tag"],
    ["add_tag", " Trust  2026 "],
  ])
  assert.deepEqual([await tagsOf(ames), await tagsOf(cole)], [["Trust 2026"], ["Trust 2026"]])
  await actOnList(firm, [
    ["all", "3"],
    ["step", "due"],
    ["due_on", "2027-02-28"],
  ])
  assertEach(await rowsOf(firm, ids), ({ due_on }) => due_on, ["2027-02-28", "2027-02-28", "2027-02-28"])
})

test("an action on all matters reaches only matters that its requester may see when their turn comes", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole")
  const [ames = "", bell = "", cole = ""] = ids
  const max = await firm.run(async (tx) => {
    const id = await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" })
    await changeMember(tx, id, { assigned_matters_only: true })
    for (const matter_id of [ames, bell]) await assignMatter(tx, matter_id, id)
    return id
  })
  const { send } = await staffBrowser(firm, max)
  const { location } = await send("POST", url, [
    ["all", "2"],
    ["step", "close"],
    ["back", "/console/matters?assignee=none"],
  ])
  await firm.run((tx) => assignMatter(tx, bell, null))
  await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id: location.split("/").at(-1) ?? "" })
  const page = await send("GET", location)
  assert.match(
    plainText(page.text),
    /1 matter has changed.* Left out, no longer available to you: 1 matter 1 matter/,
  )
  assert.doesNotMatch(withoutRandomText(page.text), /Bell|Cole/)
  assertEach(await rowsOf(firm, [ames, bell, cole]), ({ close_date }) => close_date !== null, [
    true,
    false,
    false,
  ])
  const given = await send("POST", url, [
    ["all", "1"],
    ["step", "assign"],
    ["assignee_id", firm.admin.user_id],
  ])
  await runBulkAction(service, {
    firm_id: firm.firm_id,
    bulk_action_id: given.location.split("/").at(-1) ?? "",
  })
  const result = (await send("GET", given.location)).text
  assert.match(plainText(result), /1 matter has changed/)
  assert.doesNotMatch(result, /undoing/, "it is no longer theirs")
  await firm.run((tx) => assignMatter(tx, ames, max))
  const admin = await staffBrowser(firm)
  assert.equal((await admin.send("GET", location)).status, 404, "it is the requester's own")
  assert.equal((await admin.send("POST", `${location}/end`, [])).status, 404)

  const last = await send("POST", all, [
    ["all", "1"],
    ["step", "close"],
  ])
  await firm.run((tx) => changeMember(tx, max, { active: false }))
  await runBulkAction(service, {
    firm_id: firm.firm_id,
    bulk_action_id: last.location.split("/").at(-1) ?? "",
  })
  assert.deepEqual(
    await firm.one(sql`select processed, is_stopped from bulk_actions order by id desc limit 1`),
    { processed: 0, is_stopped: true },
  )
})

test("a tag and a due day are given to the selected matters", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const { submit } = await staffBrowser(firm)
  const tag = (add_tag: string) => submit(url, selected(ids, ["step", "tag"], ["add_tag", add_tag]))
  assert.equal((await tag("")).says, "Enter a tag first.")
  assert.equal((await tag("x".repeat(41))).says, "Use at most 40 characters for a tag, and no comma.")
  assert.equal((await tag("Urgent")).says, "2 matters are tagged “Urgent”.")
  assert.equal(
    (await tag("Urgent")).says,
    "No matter was changed. Left out, already has this tag: Ames; Bell.",
  )
  const due = (due_on: string) => submit(url, selected(ids, ["step", "due"], ["due_on", due_on]))
  assert.equal((await due("2027-02-30")).says, "Choose a due day first.")
  assert.match((await due("2027-02-28")).says, /^2 matters are due on /)
  assertEach(await rowsOf(firm, ids), ({ due_on }) => due_on, ["2027-02-28", "2027-02-28"])
})

test("a restricted matter is left out when it is closed to the new assignee, and the others are assigned", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const ruth = await firm.call(createStaff, { email: "ruth@example.com", name: "Ruth", role: "member" })
  await firm.run((tx) => restrictMatter(tx, ids[0], [firm.admin.user_id]))
  const { submit } = await staffBrowser(firm)
  const form = selected(ids, ["step", "assign"], ["assignee_id", ruth])
  assert.equal(
    (await submit(url, form)).says,
    "1 matter is assigned to Ruth. Left out, closed to this person: Ames.",
  )
  assertEach(await rowsOf(firm, ids), ({ assignee_id }) => assignee_id, [null, ruth])
})

test("an action that an error ends says what was done, and goes on from there with or without that matter", async () => {
  const { firm, ids } = await firmWith(...Array.from({ length: 30 }, (_, index) => `Ames${index}`))
  // Turns come in the order of creation.
  const damaged = ids[27] ?? ""
  await firm.write(sql`update invitations set key_sealed = 'damaged' where matter_id = ${damaged}`)
  const { send, location, bulk_action_id, page } = await actOnList(firm, [
    ["all", "30"],
    ["step", "remind"],
  ])
  assert.match(page, /25 of 30/, "the first batch is done, the others are tried again later")
  const runAll = async () => {
    for (let attempt = 0; attempt < 8; attempt++)
      await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id })
    return plainText((await send("GET", location)).text)
  }
  assert.match(
    await runAll(),
    /An error ended this after 27 of 30 matters\. .*27 matters have changed\. 3 matters have not, beginning with Ames27/,
  )
  assert.doesNotMatch(plainText((await send("GET", "/console/matters")).text), /Remind .* 27 of 30/)
  assert.equal((await recipientsOf(firm)).length, 27)

  assert.equal((await send("POST", `${location}/rest`, [])).status, 303)
  assert.match(await runAll(), /An error ended this after 27 of 30 matters/)
  assert.equal((await send("POST", `${location}/rest`, [["skip", "true"]])).status, 303)
  assert.equal((await send("POST", `${location}/rest`, [["skip", "true"]])).status, 303, "pressed twice")
  assert.match(
    await runAll(),
    /Finished\. .*29 matters have changed.* Left out, because of an error: 1 matter Ames27/,
  )
  assert.equal((await recipientsOf(firm)).length, 29)
})

test("an action that is under way is not undone", async () => {
  const { firm, ids } = await firmWith("Ames")
  const { send, submit } = await staffBrowser(firm)
  await submit(url, selected(ids, ["step", "due"], ["due_on", "2027-02-28"]))
  await firm.write(sql`update bulk_actions set finished_at = null`)
  const { id } = await firm.one<{ id: string }>(sql`select id from bulk_actions`)
  assert.equal((await send("POST", `/console/bulk-actions/${id}/undoing`, [])).status, 303)
  assertEach(await rowsOf(firm, ids), ({ due_on }) => due_on, ["2027-02-28"])
})

test("an action whose job is lost ends, and says so; one that was done or whose firm is suspended does not", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const { send, submit } = await staffBrowser(firm)
  await submit(url, selected(ids, ["step", "due"], ["due_on", "2027-02-28"]))
  const { location } = await send("POST", url, [
    ["all", "2"],
    ["step", "close"],
  ])
  const endLost = (hours: number) =>
    service.db.forFirm(firm.firm_id, (tx) =>
      endLostBulkActions({ ...tx, now: new Date(tx.now.getTime() + hours * 3_600_000) }),
    )
  await endLost(2)
  const suspend = (is_suspended: boolean) =>
    service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, is_suspended))
  await suspend(true)
  const bulk_action_id = location.split("/").at(-1) ?? ""
  await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id })
  await endLost(4)
  await suspend(false)
  assert.match(plainText((await send("GET", location)).text), /0 of 2/)
  await endLost(4)
  const page = plainText((await send("GET", location)).text)
  assert.match(
    page,
    /An error ended this after 0 of 2 matters\. .*0 matters have changed\. 2 matters have not/,
  )
  const failed = await firm.all<{ is_failed: boolean }>(sql`select is_failed from bulk_actions order by id`)
  assert.deepEqual(failed, [{ is_failed: false }, { is_failed: true }])
})

/** Presses the first Undo of a page; returns where it leads. */
async function pressUndo({ send }: Awaited<ReturnType<typeof staffBrowser>>, page: string) {
  const { text } = await send("GET", page)
  const [, action = "", back = "/console/matters"] =
    /action="(\/console\/bulk-actions\/[^"]*\/undoing)"[^>]*>.*?(?:name="back" value="([^"]*)"|<\/form>)/s.exec(
      text,
    ) ?? []
  assert.notEqual(action, "", plainText(text))
  return { action, ...(await send("POST", action, [["back", back]])) }
}

test("Undo restores what each matter had, leaves out what a colleague has changed since, and is undone itself", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell", "Cole", "Dunn")
  const [ames = "", bell = "", cole = ""] = ids
  const ruth = await firm.run(async (tx) => {
    const id = await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" })
    await assignMatter(tx, ames, id)
    await changeDueDay(tx, bell, "2027-01-31")
    await addTag(tx, cole, "Trust")
    return id
  })
  const browser = await staffBrowser(firm)
  const stored = async () =>
    Promise.all(
      (await rowsOf(firm, ids)).map(async ({ id, assignee_id, due_on, close_date }) => {
        const { tags } = await firm.run((tx) => getFiling(tx, id))
        return [assignee_id, due_on, tags.join(), close_date !== null]
      }),
    )
  const before = await stored()
  const steps: [string, string][][] = [
    [
      ["step", "assign"],
      ["assignee_id", firm.admin.user_id],
    ],
    [
      ["step", "due"],
      ["due_on", "2027-02-28"],
    ],
    // As Enter in the field sends it.
    [
      ["step", ""],
      ["add_tag", "Trust"],
    ],
    [["step", "close"]],
  ]
  for (const step of steps) {
    await browser.send("POST", url, selected(ids, ...step))
    const after = await stored()
    assert.notDeepEqual(after, before)
    const undone = await pressUndo(browser, "/console/matters")
    assert.deepEqual(await stored(), before, JSON.stringify(step))
    const again = await browser.submit(undone.action, [["back", "/console/matters"]])
    assert.equal(again.says, "This was undone already.")
    assert.deepEqual(await stored(), before)
  }
  await browser.send("POST", url, selected(ids, ["step", "assign"], ["assignee_id", ruth]))
  const assigned = await stored()
  await firm.run((tx) => assignMatter(tx, bell, null))
  const undo = await pressUndo(browser, "/console/matters")
  const { text } = await browser.send("GET", undo.location)
  assert.match(plainText(text), /2 matters are as before\. Left out, changed since: Bell\./)
  assertEach(await rowsOf(firm, ids), ({ assignee_id }) => assignee_id, [ruth, null, null, null])
  // Undoing the undoing; another browser has its own message.
  await browser.send("POST", url, selected([ames], ["step", "due"], ["due_on", "2027-03-01"]))
  const page = await browser.send("GET", undo.location)
  assert.match(plainText(page.text), /1 matter is due on/)
  assert.equal((await stored())[0]?.[1], "2027-03-01")
  assert.notDeepEqual(await stored(), assigned)
})

test("Undo leaves out what a colleague has set again since, even to the same", async () => {
  const { firm, ids } = await firmWith("Ames", "Bell")
  const [ames = ""] = ids
  const browser = await staffBrowser(firm)
  const { user_id } = firm.admin
  for (const [step, by] of [
    [
      [
        ["step", "assign"],
        ["assignee_id", user_id],
      ],
      [null, user_id].map((id) => (tx: Tx) => assignMatter(tx, ames, id)),
    ],
    [[["step", "close"]], [reopenClosedMatter, closeMatter].map((work) => (tx: Tx) => work(tx, ames))],
  ] as [[string, string][], ((tx: Tx) => Promise<void>)[]][]) {
    await browser.send("POST", url, selected(ids, ...step))
    for (const work of by) await firm.run(work)
    const undo = await pressUndo(browser, "/console/matters")
    const { text } = await browser.send("GET", undo.location)
    assert.match(plainText(text), /1 matter .*Left out, changed since: Ames\./)
  }
  const rows = await rowsOf(firm, ids)
  assertEach(rows, ({ assignee_id, close_date }) => [assignee_id, close_date !== null], [
    [user_id, true],
    [null, false],
  ])
})

test("an action on 300 matters of the list is undone in the background, but for those changed since", async () => {
  const { firm, ids } = await firmWith("Ames")
  await firm.write(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, last_activity_at, created_at)
      select 'matter_' || lpad(upper(to_hex(n)), 32, '0'), 'Bulk ' || n, 'bulk ' || n, m.open_date, m.questionnaire_id,
             m.questionnaire_version, m.client_type, m.contact_main_id, m.last_activity_at, m.created_at
        from matters m cross join generate_series(1, 299) n where m.id = ${ids[0]}`)
  const counts = () =>
    firm.one(sql`select count(*) filter (where due_on = '2027-02-28')::int as due,
                        count(*) filter (where due_on = '2027-03-31')::int as other from matters`)
  const { location } = await actOnList(firm, [
    ["all", "300"],
    ["step", "due"],
    ["due_on", "2027-02-28"],
  ])
  assert.deepEqual(await counts(), { due: 300, other: 0 })
  await firm.write(sql`update matters set due_on = '2027-03-31' where name like 'Bulk 1_'`)
  const browser = await staffBrowser(firm)
  const undo = await pressUndo(browser, location)
  assert.equal((await browser.submit(undo.action, [])).says, "This was undone already.")
  await runBulkAction(service, {
    firm_id: firm.firm_id,
    bulk_action_id: undo.location.split("/").at(-1) ?? "",
  })
  assert.deepEqual(await counts(), { due: 0, other: 10 })
  const { text } = await browser.send("GET", undo.location)
  assert.match(plainText(text), /290 matters have changed.* Left out, changed since: 10 matters/)
})

test("the list shows the newest five of one's actions under way", async () => {
  const { firm } = await firmWith("Ames")
  const { send } = await staffBrowser(firm, firm.admin.user_id)
  const ids = Array.from({ length: 7 }, () => newId("bulk_action")).toSorted()
  await firm.write(sql`
    insert into bulk_actions (id, action, label, matter_ids, progressed_at, requested_at)
    select id, '{"kind":"tag","tag":"A"}', 'Tag', '{}', ${new Date()}, ${new Date()}
      from unnest(${ids}::text[]) as one (id)`)
  const { text } = await send("GET", "/console/matters")
  const shown = [...text.matchAll(/\b(bulk_[0-9A-F]{32})\b/g)].map(([, id = ""]) => id)
  assert.deepEqual([...new Set(shown)], ids.toReversed().slice(0, 5))
})
