// Uploads in a browser with script: progress, cuts, reloads, refusals; the page goes on when all is there.
import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import type { CDPSession, Page } from "playwright-core"
import { sampleDocx, sampleJpeg } from "../server/documents/formats/sample_files.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "../server/test/browser.ts"
import { newPortalIntake, type PortalIntake } from "../server/test/portal_intake.ts"
import { openPageOf, openStage } from "../server/test/stage.ts"

const stage = await openStage()
const { service } = stage
const firm = await service.newFirm("Hartwell & Pryce")

/** Megabytes take their time on the slow line, and more on a busy machine. */
const patience_ms = 120_000

const big = sampleJpeg(25 * 1024 * 1024)
const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer })
const documentsOf = async ({ matter_id }: PortalIntake): Promise<{ filename: string; size: number }[]> =>
  (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents

/** A page of the client Ada on a slow line, and a hand on its plug. */
async function open(intake: PortalIntake, width = 360) {
  const page = await openPageOf(stage, intake.ada.cookies, { width, height: 740 })
  await page.goto(intake.pageOf(intake.ids.statements))
  const line = await page.context().newCDPSession(page)
  await line.send("Network.enable")
  await plug(line, true)
  return { page, line }
}

async function plug(line: CDPSession, isIn: boolean): Promise<void> {
  await line.send("Network.emulateNetworkConditions", {
    offline: !isIn,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 5 * 1024 * 1024,
  })
}

/** Resolves once so many percent are shown. */
async function reached(page: Page, percent: number): Promise<void> {
  await page.waitForFunction(
    (least) => (document.querySelector<HTMLProgressElement>("form .file-item progress")?.value ?? 0) >= least,
    percent,
    { timeout: patience_ms },
  )
}

async function look(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await expectTallControls(page)
  await screenshot(page, `upload-${name}`)
}

test("25 MB that are cut three times finish without starting again, and the page says how it goes", async () => {
  const intake = await newPortalIntake(service, firm)
  const { page, line } = await open(intake)
  let begun = 0
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/portal/uploads")) begun += 1
  })
  await page.getByLabel("Choose files").setInputFiles(file("deed.jpg", big))
  for (const percent of [15, 40, 65]) {
    await reached(page, percent)
    if (percent === 15) await look(page, "sending")
    await plug(line, false)
    await page.waitForTimeout(300)
    await plug(line, true)
  }
  await page.getByRole("link", { name: "deed.jpg", exact: true }).waitFor({ timeout: patience_ms })
  assert.equal(await page.locator("form [role=status]").textContent(), "deed.jpg is uploaded")
  assert.equal(begun, 1)
  assert.deepEqual(
    (await documentsOf(intake)).map(({ filename, size }) => [filename, size]),
    [["deed.jpg", big.length]],
  )
  await look(page, "done")
})

test("a line that stays away is waited for, in words", async () => {
  const intake = await newPortalIntake(service, firm)
  const { page, line } = await open(intake)
  await page.getByLabel("Choose files").setInputFiles(file("deed.jpg", big.subarray(0, 10 * 1024 * 1024)))
  await reached(page, 10)
  await plug(line, false)
  await page.getByText("The connection was lost. It goes on by itself.").waitFor()
  await look(page, "lost")
  await plug(line, true)
  // The cut file has no end; what matters here is that it was sent to the last byte.
  await page
    .locator(".error-message", { hasText: "The end of this file is missing" })
    .waitFor({ timeout: patience_ms })
})

test("after a reload the page says what was not finished, and the same file goes on where it stopped", async () => {
  const intake = await newPortalIntake(service, firm)
  const { page } = await open(intake)
  page.on("dialog", (dialog) => void dialog.accept())
  // A file of the disk, so that it is known to be the same one again.
  const path = join(service.config.data_dir, "deed.jpg")
  await writeFile(path, big)
  await page.getByLabel("Choose files").setInputFiles(path)
  await reached(page, 50)
  await page.reload()
  await page.getByText("This upload was not finished").waitFor()
  await look(page, "interrupted")
  const offsets: number[] = []
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]))
  })
  await page.getByLabel("Choose files").setInputFiles(path)
  await page.getByRole("link", { name: "deed.jpg", exact: true }).waitFor({ timeout: patience_ms })
  assert.ok((offsets[0] ?? 0) > big.length / 3, `went on at ${offsets[0]}`)
  assert.equal((await documentsOf(intake)).length, 1)
})

test("each file stands on its own, and going on waits for those on their way", async () => {
  const intake = await newPortalIntake(service, firm)
  const { page } = await open(intake, 1280)
  await page
    .getByLabel("Choose files")
    .setInputFiles([
      file("a.docx", sampleDocx()),
      file("run.exe", Buffer.from("MZ")),
      file("b.pdf", sampleJpeg()),
      file("empty.txt", Buffer.alloc(0)),
      file("c.jpg", sampleJpeg(6 * 1024 * 1024)),
    ])
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByRole("link", { name: "c.jpg", exact: true }).waitFor()
  // Something was refused: the page stays, and the first fault has the focus.
  await page.waitForFunction(() => document.activeElement?.classList.contains("error-message") ?? false)
  assert.match(page.url(), new RegExp(`${intake.ids.statements}$`))
  await look(page, "refused")
  assert.deepEqual((await documentsOf(intake)).map(({ filename }) => filename).sort(), ["a.docx", "c.jpg"])
  for (const name of ["run.exe", "b.pdf", "empty.txt"])
    await page.getByRole("button", { name: `Cancel ${name}` }).click()
  await page.getByLabel("Choose files").setInputFiles(file("d.jpg", sampleJpeg(6 * 1024 * 1024)))
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL(/\/check$/)
  assert.equal((await documentsOf(intake)).length, 3)
})

test("a session that ended is said, and the file can be sent once one is signed in again", async () => {
  const intake = await newPortalIntake(service, firm)
  const { page } = await open(intake)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByLabel("Choose files").setInputFiles(file("a.jpg", sampleJpeg()))
  await page.locator(".error-message", { hasText: "You have been signed out" }).waitFor()
  await look(page, "signed-out")
  await page.context().addCookies(cookies)
  await page.getByRole("button", { name: "Try again a.jpg" }).click()
  await page.getByRole("link", { name: "a.jpg", exact: true }).waitFor()
})
