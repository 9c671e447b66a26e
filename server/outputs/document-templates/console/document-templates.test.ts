// Uploads a Word file and creates letters from it, on the pages that staff use.

import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { sampleWordFile } from "../../../../test/harness/sample-word-file.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { unzip } from "../../../../test/harness/unzip.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { readParagraphs } from "../word-work.ts"

const sender = { firm_id: "firm", user_id: "author" }

const { service, browser } = await openServiceAndBrowser()

async function upload(page: Page, name: string, paragraphs: readonly string[]) {
  await page.goto("/console/settings/document-templates")
  await page.getByText("Upload a template", { exact: true }).first().click()
  const buffer = await sampleWordFile(paragraphs)
  await page.getByLabel("Word file").setInputFiles({ name, mimeType: "application/octet-stream", buffer })
  await page.getByRole("button", { name: "Upload" }).click()
}

async function downloadOf(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download")
  await page.getByRole("button", { name: "Create" }).click()
  const download = await waiting
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test("an admin uploads templates, sees their fields and gaps, and creates one or several documents in a matter", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  await newIntake(firm)
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/settings/document-templates")
  await page.getByRole("link", { name: "List of fields" }).click()
  await page.getByText("The children: {{#children}}").first().click()
  await page.getByText("First email address").filter({ visible: true }).first().waitFor()

  await upload(page, "Letter.docx", ["Dear {{client.frist_name}}"])
  await page.getByRole("heading", { name: "There is a problem" }).waitFor()
  assert.equal(await page.getByRole("link", { name: "{{client.frist_name}} is not a field." }).count(), 1)
  await upload(page, "Letter.docx", ["Dear {{client.first_name}}, call {{client.phone}}."])
  await page.getByText("The template was saved.").waitFor()
  await page.getByLabel("Matter", { exact: true }).selectOption({ index: 1 })
  await page.getByRole("button", { name: "Show preview" }).click()
  await page.getByText("Some fields have no value in this matter.").waitFor()
  await page.getByText("Dear Ada, call [client.phone: not given].").waitFor()
  await upload(page, "Cover.docx", ["To {{client.full_name}} and {{spouse.full_name}}"])

  await page.goto("/console/matters")
  await page.getByRole("link", { name: "Smith", exact: true }).first().click()
  await page.locator("#head-export > summary").click()
  await page.getByRole("link", { name: "Fill in a template" }).click()
  await page.getByLabel("Cover").check()
  const cover = await downloadOf(page)
  assert.equal(cover.name, "Smith Cover.docx")
  assert.deepEqual(await readParagraphs(cover.bytes, sender), ["To Ada Smith and Ben Smith"])

  await page.getByLabel("Letter").check()
  await page.getByRole("button", { name: "Create" }).click()
  await page
    .getByText("“Letter” needs answers that are missing or sensitive in this matter: client.phone.")
    .first()
    .waitFor()
  await page.getByLabel("Create them anyway").check()
  const both = await downloadOf(page)
  assert.match(both.name, /^Smith \d{4}-\d\d-\d\d documents\.zip$/)
  const files = unzip(both.bytes)
  assert.deepEqual([...files.keys()].toSorted(), ["Smith/Cover.docx", "Smith/Letter.docx"])
  const filled = files.get("Smith/Letter.docx")
  assert.ok(filled)
  assert.deepEqual(await readParagraphs(filled, sender), ["Dear Ada, call [client.phone: not given]."])

  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 4, offset: 0 }))
  assertEach(rows, ({ action, label }) => [action, label], [
    ["documents_produced", "Cover, Letter"],
    ["documents_produced", "Cover"],
    ["document_template_saved", "Cover"],
    ["document_template_saved", "Letter"],
  ])
  await page.goto("/console/settings/document-templates")
  await page.getByRole("link", { name: "Cover" }).click()
  await page.getByText("Remove this template", { exact: true }).first().click()
  await page.getByRole("button", { name: "Remove" }).click()
  await page.getByText("The template was removed.").waitFor()
  assert.equal(await page.getByRole("link", { name: "Cover" }).count(), 0)
})

test("a member fills templates only for matters they may see, and cannot manage templates", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const member = await firm.call(createStaff, { email: "max@example.com", name: "Max", role: "member" })
  const url = `/console/matters/${matter_id}/document-templates`
  const send = await newStaffBrowser(service, firm, member)
  assert.match((await send("GET", url)).text, /Ask an admin of your firm/)
  assert.equal((await send("GET", "/console/settings/document-templates")).status, 403)
  assert.equal((await send("POST", url, {})).status, 400)
  await firm.run((tx) => changeMember(tx, member, { assigned_matters_only: true }))
  const limited = await newStaffBrowser(service, firm, member)
  assert.equal((await limited("GET", url)).status, 404)
  assert.equal((await limited("POST", url, { template: "template_0" })).status, 404)
})
