// The page of all files: the rows of one client, of a helper, after sending and after completion, by plain requests.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser, openTray } from "../../../../test/harness/portal-browser.ts"
import { marksOf, newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Definition, Section } from "../../../definition/definition.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { addAsset, changeAsset } from "../../assets/editing.ts"
import { returnFile } from "../../checklist/returns.ts"
import { handOver } from "../../handovers/handovers.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { markStarted } from "../../matters/lifecycle.ts"
import { acceptFile } from "../../submissions/review/file-acceptance.ts"
import { submitMatter } from "../../submissions/submissions.ts"

const { service, firm } = provideServiceAndFirm({}, "Hart & Pryce")

const deed = "The deed, and the last tax bill"

/** The sample's assets and documents, with papers for homes, and nothing else that is required. */
function define(ids: SampleParts): Definition {
  const sections = sampleDefinition(ids).sections.flatMap((section): Section[] => {
    if (section.kind === "questions")
      return [{ ...section, questions: section.questions.map((each) => ({ ...each, required: false })) }]
    if (section.kind === "documents") return [section]
    if (section.kind !== "assets") return []
    const categories = section.categories.map((each) =>
      each.id === ids.home ? { ...each, file_prompt: deed } : each,
    )
    return [{ ...section, categories }]
  })
  return { sections }
}

async function newCase() {
  const intake = await newPortalIntake(service, firm, { define })
  const { matter_id, ids, pageOf } = intake
  const homes = await firm.run(async (tx) => {
    await markStarted(tx, matter_id)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" })
    const add = async (name: string) => {
      const id = await addAsset(tx, matter_id, { for_fin_category: ids.home })
      await changeAsset(tx, id, [{ field: "identifier_value", value: name }])
      return id
    }
    return [await add("12 Elm Street"), await add("Cabin")]
  })
  const [elm = "", cabin = ""] = homes
  const tray = pageOf(ids.will_copy, "all")
  const submit = () => firm.run((tx) => submitMatter(tx, service.ring, matter_id), intake.client)
  return { ...intake, elm, cabin, tray, papers: pageOf(ids.home, "papers"), submit }
}

/** Each row's title with the word at its end: its state, or the way to answer it. */
function rowsOf(html: string): [title: string, at_end: string][] {
  return [
    ...html.matchAll(/<(section|details)[^>]* id="upload-[\s\S]*?<h2>([^<]*?)\s*(?:<[\s\S]*?)?<\/\1>/g),
  ].map(([row, , title = ""]) => {
    const end = /class="(?:tag[^"]*|tray-chip)"[^>]*>([^<]*)</.exec(row)?.[1]
    return [title.trim(), end ?? (/type="radio"/.test(row) ? "choices" : "")]
  })
}

test("one page has every requested document and the papers of every asset, and old addresses lead there", async () => {
  const { ada, tray, papers } = await newCase()
  const page = await openTray(ada)
  assert.deepEqual(rowsOf(page.html), [
    ["Copy of your will", "choices"],
    ["Account statements", "choices"],
    ["12 Elm Street", "Add"],
    ["Cabin", "Add"],
  ])
  assert.match(page.html, literally(deed))
  for (const old of ["/portal/documents", papers]) assert.equal((await ada.get(old)).location, tray)
})

/** Sends the page's form as a browser without script does, with these fields and files. */
async function sendTray(
  { ada, tray }: Awaited<ReturnType<typeof newCase>>,
  given: Record<string, string | File>,
) {
  const form = new FormData()
  const fields = { ...marksOf((await ada.get(tray)).html), ...given }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return ada.post(tray.replace("/sections/", "/files/"), form)
}

test("without script, one button sends the files of several rows and the choice in another", async () => {
  const intake = await newCase()
  const { ada, ids, tray, elm, matter_id } = intake
  const sent = await sendTray(intake, {
    [ids.will_copy]: "bring",
    [`files.${ids.statements}`]: new File(["May"], "may.txt"),
    [`files.${elm}/files`]: new File(["Deed"], "deed.txt"),
  })
  assert.equal(sent.status, 303)
  const { html } = await ada.get(tray)
  assert.deepEqual(rowsOf(html), [
    ["Copy of your will", "choices"],
    ["Cabin", "Add"],
    ["Account statements", "Received"],
    ["12 Elm Street", "Received"],
  ])
  assert.match(html, /value="bring"[^>]* checked/)
  const get = async (list: string) =>
    (await firm.request("GET", `/v1/matters/${matter_id}/${list}`)).body.count
  assert.deepEqual([await get("documents"), await get("financial-documents")], [1, 1])
})

test("without script, a row's Upload without a file or with a refused one says so there, and the other rows are saved", async () => {
  const intake = await newCase()
  const { ada, ids, tray } = intake
  const none = await sendTray(intake, { [ids.will_copy]: "none", stay: ids.statements })
  assert.equal(none.status, 422)
  assert.match(none.html, literally(`href="#files-${ids.statements}"`))
  assert.match(none.html, /Choose a file first/)
  assert.match((await ada.get(tray)).html, /value="none"[^>]* checked/)
  const refused = await sendTray(intake, {
    [`files.${ids.will_copy}`]: new File(["MZ"], "will.exe"),
    [`files.${ids.statements}`]: new File(["May"], "may.txt"),
    stay: ids.will_copy,
  })
  assert.equal(refused.status, 422)
  assert.match(refused.html, /will\.exe/)
  assert.ok(
    rowsOf((await ada.get(tray)).html).some(([title, end]) => end === "Received" && /statements/.test(title)),
  )
})

test("a returned file stays open with its reason; what was received and accepted is folded, also after sending", async () => {
  const intake = await newCase()
  const { ada, ids, elm, cabin, matter_id, submit } = intake
  const will = await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "Will")
  await upload(service, intake, { request_id: ids.statements }, "may.txt", "May")
  const photo = await upload(service, intake, { asset_id: elm }, "elm.txt", "Elm")
  await submit()
  await firm.run(async (tx) => {
    await returnFile(tx, service, matter_id, will.document_id, { words: "Page 2 is gone." })
    await acceptFile(tx, service.ring, matter_id, photo.document_id)
  })
  const { html } = await openTray(ada)
  assert.deepEqual(rowsOf(html), [
    ["Copy of your will", "Please send again"],
    ["Cabin", "Add"],
    ["Account statements", "Received"],
    ["12 Elm Street", "Accepted"],
  ])
  assert.match(
    html,
    /<details class="upload-part tray-row" id="[^"]*" open[\s\S]*Page 2 is gone\.[\s\S]*\/replace"/,
  )
  assert.match(html, new RegExp(`upload-${cabin}`))
})

test("after completion the tray only reads, and a document still awaited leads to its own page", async () => {
  const intake = await newCase()
  const { ada, ids, tray, elm, matter_id, submit, pageOf } = intake
  await upload(service, intake, { asset_id: elm }, "elm.txt", "Elm")
  await ada.post(tray, { ...marksOf((await ada.get(tray)).html), [ids.will_copy]: "bring" })
  await submit()
  assert.equal((await firm.request("POST", `/v1/matters/${matter_id}/completion`)).status, 200)
  const { html } = await openTray(ada)
  // What was never given is no longer asked for.
  assert.deepEqual(rowsOf(html), [
    ["Copy of your will", "Add"],
    ["12 Elm Street", "Received"],
  ])
  const link = literally(`href="${pageOf(ids.will_copy)}"`)
  assert.match(html, link)
  assert.doesNotMatch(html, /type="(file|radio)"/)
  // Its next page, until the firm has accepted it.
  const { document_id } = await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "Page 1")
  assert.match((await openTray(ada)).html, link)
  await firm.run((tx) => acceptFile(tx, service.ring, matter_id, document_id))
  assert.doesNotMatch((await openTray(ada)).html, link)
})

test("a helper sees the rows of the parts they were given, and no others", async () => {
  const rowsOn = async (which: "papers" | "tray") => {
    const { [which]: page, matter_id } = await newCase()
    const helper = newPortalBrowser(service)
    const invite_key = await firm.run(async (tx) => {
      const nora = { matter_id, party: "helper", email: "nora@example.com", is_for_parts: true } as const
      const { id: invitation_id, invite_key } = await createInvitation(tx, service, nora)
      const section_ids = [page.split("/")[3] ?? ""]
      const given = { matter_id, section_ids, invitation_id, label: "Nora", helper: { days: 7, line: "" } }
      await handOver(tx, service, given)
      return invite_key
    })
    await helper.post(`/invite/${invite_key}/start`)
    return rowsOf((await helper.get(page)).html).map(([title]) => title)
  }
  assert.deepEqual(await rowsOn("papers"), ["12 Elm Street", "Cabin"])
  assert.deepEqual(await rowsOn("tray"), ["Copy of your will", "Account statements"])
})

test("what staff request besides is in the same tray, which comes once", async () => {
  const { ada, tray, matter_id, spouse } = await newCase()
  const path = `/v1/matters/${matter_id}/document-requests`
  assert.equal((await firm.request("POST", path, { label: "Decree", contact: spouse })).status, 201)
  const other = /href="(\/portal\/sections\/[^"]*)"[^>]*>(?:<span>)?Also needed/.exec(
    (await ada.get("/portal")).html,
  )?.[1]
  assert.equal((await ada.get(other ?? "")).location, tray)
  assert.equal((await ada.get(`${other}/all`)).location, tray)
  const page = (await ada.get(tray)).html
  assertEach(rowsOf(page), ([title]) => title, [
    "Copy of your will",
    "Account statements",
    "Decree (Ben)",
    "12 Elm Street",
    "Cabin",
  ])
  const choices = Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="bring"/g)].map(([, name = ""]) => [name, "bring"]),
  )
  const { location } = await ada.post(tray, { ...marksOf(page), ...choices })
  assert.notEqual((await ada.get(location)).location, tray)
  assert.doesNotMatch((await ada.get(location)).html, /tray-row/)
})
