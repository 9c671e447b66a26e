// What a client sees of documents that staff accepted, returned, or want by a day, by plain requests.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { openTray } from "../../../../test/harness/portal-browser.ts"
import { newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import { sql } from "../../../platform/db/sql.ts"
import { changeDocumentDueDay } from "../../checklist/due-days.ts"
import { returnFile } from "../../checklist/returns.ts"
import { markStarted } from "../../matters/lifecycle.ts"
import { acceptFile } from "../../submissions/review/file-acceptance.ts"
import { submitMatter } from "../../submissions/submissions.ts"
import { listMatterFiles } from "../matter-files.ts"

const { service, firm } = provideServiceAndFirm({}, "Hart & Pryce")

/** A submitted matter with a will; the client's browser and what they can do. */
async function submitted() {
  const intake = await newPortalIntake(service, firm, {
    define: (ids) => ({
      sections: sampleDefinition(ids).sections.flatMap((section) =>
        section.kind === "documents"
          ? [{ ...section, requests: section.requests.map(({ condition: _, ...request }) => request) }]
          : [],
      ),
    }),
  })
  const { matter_id, ids, ada } = intake
  const { document_id } = await upload(service, intake, { request_id: ids.will_copy }, "Will.txt", "Will")
  await firm.run((tx) => markStarted(tx, matter_id))
  await firm.run((tx) => submitMatter(tx, service.ring, matter_id), intake.client)
  const giveBack = (words: string) =>
    firm.run((tx) => returnFile(tx, service, matter_id, document_id, { words }))
  const files = async () =>
    (await firm.run((tx) => listMatterFiles(tx, matter_id))).map(
      ({ filename, state }) => `${filename} ${state}`,
    )
  return { ...intake, ids, ada, document_id, giveBack, files }
}

test("a returned document is on the task list and among the documents with its reason, and the client replaces it after submitting", async () => {
  const { ada, ids, document_id, giveBack, files, pageOf } = await submitted()
  const replace = `${pageOf(ids.will_copy, ids.will_copy)}/${document_id}/replace`
  assert.equal((await ada.get(replace)).status, 404)
  await giveBack("Some pages are missing. Please send the complete document.\nPage 2 is gone.")
  const reason = literally("Some pages are missing. Please send the complete document.\nPage 2 is gone.")
  const home = (await ada.get("/portal")).html
  assert.match(home, /Hart &amp; Pryce asks you to look at one thing again[\s\S]*Will\.txt/)
  assert.match(home, reason)
  const page = (await ada.get(pageOf(ids.will_copy, ids.will_copy))).html
  assert.match(page, />Please send again<[\s\S]*\/replace/)
  assert.doesNotMatch(page, new RegExp(`${document_id}/remove`))
  const all = (await openTray(ada)).html
  assert.match(all, />Please send again</)
  assert.match(all, reason)

  const form = new FormData()
  form.append("files", new Blob(["The complete will"], { type: "text/plain" }), "Complete will.txt")
  assert.match((await ada.get(replace)).html, reason)
  const posted = / formaction="([^"]*)"/.exec((await ada.get(replace)).html)?.[1] ?? ""
  assert.equal((await ada.post(posted, form)).status, 303)
  assert.deepEqual(await files(), ["Will.txt replaced", "Complete will.txt received"])
  assert.doesNotMatch((await ada.get("/portal")).html, /asks you to look at one thing again/)
  assert.match((await openTray(ada)).html, />Received<[\s\S]*Replaced by a newer file/)
})

test("in Spanish, a reason from the firm's list is in Spanish, and its own words stay as written", async () => {
  const { ada, matter_id, giveBack } = await submitted()
  await firm.run(async (tx) => {
    const { user_id } = await tx.one<{ user_id: string }>(sql`
      select user_id from invitations where matter_id = ${matter_id} and party = 'main'`)
    await changePreferences(tx, user_id, { language: "es" })
  })
  await giveBack("We cannot read this file. Please send it again.\nToo dark.")
  const tray = await openTray(ada)
  for (const { html } of [await ada.get("/portal"), tray])
    assert.match(html, literally("No podemos leer este archivo. Envíelo otra vez, por favor.\nToo dark."))
  assert.match(tray.html, />Envíelo otra vez</)
})

test("the client sees what was accepted, and the day a document is due, until it has come", async () => {
  const { ada, ids, matter_id, document_id, pageOf } = await submitted()
  await firm.run(async (tx) => {
    await acceptFile(tx, service.ring, matter_id, document_id)
    await changeDocumentDueDay(tx, matter_id, {
      request_id: ids.will_copy,
      sender: null,
      due_on: "2099-06-01",
    })
    await changeDocumentDueDay(tx, matter_id, {
      request_id: ids.statements,
      sender: null,
      due_on: "2099-06-02",
    })
  })
  const all = (await openTray(ada)).html
  assert.match(all, />Accepted</)
  assert.match(all, /We need it by Tuesday, June 2/)
  assert.doesNotMatch(all, /June 1/)
  assert.match((await ada.get(pageOf(ids.statements, ids.statements))).html, /We need it by Tuesday, June 2/)
})
