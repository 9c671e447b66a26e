// Compares versions in the review, and accepts changes, without JavaScript.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { giveRequired, newIntake, type SampleIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../../firm/audit/listing.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { changeContact } from "../../../contacts/editing.ts"
import { unseenAmong } from "../../review/unseen-matters.ts"
import { submitMatter } from "../../submissions.ts"
import { earlierWords } from "./ask-form.tsx"

const service = provideService()

const signedIn = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

/** A submitted matter in which the client later changed an answer and the name of a child. */
async function newChangedMatter(firm: TestFirm): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  const { ids, matter_id, child, client } = intake
  await firm.run(async (tx) => {
    await giveRequired(tx, service, intake)
    await submitMatter(tx, service.ring, matter_id)
  }, client)
  await firm.run(async (tx) => {
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.friend, value: child })
    await changeContact(tx, child, [{ field: "suffix", value: "Jr." }])
  }, client)
  return intake
}

const isUnseen = async (firm: TestFirm, matter_id: string) =>
  (await firm.all(unseenAmong([matter_id]))).length > 0

/** The values of the buttons that accept one line, those of changes first. */
const acceptsIn = (text: string) =>
  [...text.matchAll(/<button[^>]*name="accept"[^>]*value="(\S+ \S+)"/g)].map(([, value = ""]) => value)
const changesIn = (text: string) => acceptsIn(text).filter((value) => value.startsWith("change-"))
/** The card of the changes. */
const cardOf = (text: string) => /id="changes".*?<\/ul>/s.exec(text)?.[0] ?? ""
const titles = (text: string) =>
  [...text.matchAll(/<h2[^>]*class="card-title"[^>]*>([^<]*)/g)].map(([, title = ""]) => title)

test("overview and review flag unseen changes until staff accept one, then all of them", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newChangedMatter(firm)
  const send = await signedIn(firm)
  const home = `/console/matters/${matter_id}`
  const review = `${home}/review`
  assert.ok(await isUnseen(firm, matter_id))
  assert.match((await send("GET", home)).text, /Not all seen/)
  const page = (await send("GET", review)).text
  const changes = changesIn(page)
  assert.ok(changes.length >= 2)
  const counted = (text: string) => /(\d+) of (\d+) lines accepted/.exec(text)?.slice(1).map(Number)
  const [accepted = 0, lines = 0] = counted(page) ?? []

  const [first = ""] = changes
  const one = await send("POST", review, { accept: first })
  assert.deepEqual([one.status, one.location], [303, `${review}#${first.split(" ")[0]}`])
  const after = (await send("GET", review)).text
  assert.equal(changesIn(after).length, changes.length - 1)
  assert.deepEqual(counted(after), [accepted + 1, lines], "one number, which never runs backward")
  assert.ok(await isUnseen(firm, matter_id))

  const marks = changesIn(after).map((value) => value.split(" ")[1])
  await send("POST", review, { accept: `changes ${marks.join(" ")}` })
  assert.equal(await isUnseen(firm, matter_id), false)
  for (const url of [home, review])
    assert.doesNotMatch((await send("GET", url)).text, /not seen|Not all seen/, url)
  const compared = cardOf((await send("GET", `${review}?since=1`)).text)
  assert.match(compared, new RegExp(`Changed since submission 1: ${changes.length}<`))
  assert.equal(compared.split(/Ada Admin, today/).length - 1, changes.length, "who saw each change")
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))
  assertEach(
    rows.filter(({ action }) => action === "lines_accepted"),
    (entry) => [entry.matter_id, entry.user_id],
    [
      [matter_id, firm.admin.user_id],
      [matter_id, firm.admin.user_id],
    ],
  )
})

test("any two versions can be compared, in either order, and each submission is shown as it was", async () => {
  const firm = await service.newFirm()
  const { matter_id, ids, asClient } = await newChangedMatter(firm)
  const wish = (value: string) =>
    asClient((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value }))
  await wish("Piano")
  await asClient((tx) => submitMatter(tx, service.ring, matter_id))
  await wish("Violin")
  await asClient((tx) => submitMatter(tx, service.ring, matter_id))
  await wish("Cello")
  const send = await signedIn(firm)
  const show = async (query: string) =>
    (await send("GET", `/console/matters/${matter_id}/review${query}`)).text
  const twoToThree = await show("?version=3&since=2")
  assert.ok(titles(twoToThree).includes("Changed from submission 2 to 3: 1"))
  assert.match(cardOf(twoToThree), /<del>Piano<\/del> → <ins>Violin<\/ins>/)
  assert.equal(cardOf(await show("?version=2&since=3")), cardOf(twoToThree), "whichever is later comes last")
  assert.match(cardOf(await show("?since=2")), /<del>Piano<\/del> → <ins>Cello<\/ins>/)
  assert.match(await show("?version=3&since=3"), /This is submission 3, as it was sent\./)

  const second = await show("?version=2")
  assert.match(second, /It was submitted again by .*Everything below is shown as it was then\./s)
  assert.match(second, />Piano</)
  assert.doesNotMatch(second, /Violin|Cello|name="accept"|data-key="q"|data-key="e"/)
  assert.doesNotMatch(await show("?version=1"), /Piano|Jr\./)
  for (const query of ["?version=4", "?since=9", "?version=x", "?version=2&since=0"]) {
    const { status } = await send("GET", `/console/matters/${matter_id}/review${query}`)
    assert.equal(status, 404, query)
  }
})

test("accepting leaves out values that changed after the page was opened", async () => {
  const firm = await service.newFirm()
  const { matter_id, child, client } = await newChangedMatter(firm)
  const send = await signedIn(firm)
  const review = `/console/matters/${matter_id}/review`
  const shown = changesIn((await send("GET", review)).text)
  const suffix = (value: string) =>
    firm.run((tx) => changeContact(tx, child, [{ field: "suffix", value }]), client)
  await suffix("III")
  await send("POST", review, { accept: `changes ${shown.map((value) => value.split(" ")[1]).join(" ")}` })
  const left = changesIn((await send("GET", review)).text)
  assert.equal(left.length, 1)
  assert.ok(await isUnseen(firm, matter_id))
  await suffix("IV")
  const late = await send("POST", review, { accept: left[0] ?? "" })
  assert.equal(late.status, 400)
  assert.match(late.text, /Check the current version\./)
})

test("a change that the client undid is acknowledged by its own button", async () => {
  const firm = await service.newFirm()
  const { matter_id, child, client } = await newChangedMatter(firm)
  const send = await signedIn(firm)
  const review = `/console/matters/${matter_id}/review`
  const marks = changesIn((await send("GET", review)).text).map((value) => value.split(" ")[1])
  await send("POST", review, { accept: `changes ${marks.join(" ")}` })
  for (const value of ["Sr.", "Jr."])
    await firm.run((tx) => changeContact(tx, child, [{ field: "suffix", value }]), client)
  assert.match((await send("GET", review)).text, /changed something and changed it back/)
  assert.equal((await send("POST", review, { accept: "changes" })).status, 303)
  assert.doesNotMatch((await send("GET", review)).text, /changed it back/)
  assert.equal(await isUnseen(firm, matter_id), false)
})

test("whoever asks about a line sees what the client was asked about it before, not what is only planned", () => {
  const line = {
    id: "1",
    title: "Wishes",
    subject: { kind: "question", record_id: "question_1", about: null },
  }
  const corrections = [
    { ...line.subject, words: "Which dog?", requested_at: new Date() },
    { ...line.subject, words: "Planned", requested_at: null },
    { ...line.subject, about: "contact_1", words: "Another client's", requested_at: new Date() },
    { ...line.subject, record_id: "question_2", words: "Another question's", requested_at: new Date() },
  ]
  const earlier = (subject: object | undefined) =>
    earlierWords({ ...line, subject } as never, [], corrections as never)
  assert.equal(earlier(line.subject), "Asked before: Which dog?")
  assert.equal(earlier({ ...line.subject, record_id: "question_3" }), "")
  assert.equal(earlier(undefined), "")
})
