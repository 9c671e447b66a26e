// Uploads in a browser with script: progress, interruptions, reloads, refusals; the page continues once all files
// arrived.

import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { assertEach } from "./harness/assert-each.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { sampleDocx, sampleJpeg } from "./harness/sample-files.ts"
import { samplePng } from "./harness/sample-pictures.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { openUploadProxy } from "./harness/upload-proxy.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

/** Tens of megabytes are slow on a busy machine. */
const timeout_ms = 120_000

const megabytes = (count: number) => count * 1024 * 1024
const big = sampleJpeg(megabytes(25))
const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer })
const documentsOf = async ({ matter_id }: PortalIntake): Promise<{ filename: string; size: number }[]> =>
  (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents

/** Opens a page of the client Ada, and the proxy it uses. */
async function open(t: TestContext, intake: PortalIntake, width = 360) {
  const proxy = await openUploadProxy(service.base_url)
  t.after(proxy.close)
  const page = await openPageOf(opened, intake.ada.cookies, { width, height: 740, base_url: proxy.url })
  await page.goto(intake.pageOf(intake.ids.statements))
  return { page, proxy }
}

async function look(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await expectTallControls(page)
  await screenshot(page, `upload-${name}`)
}

test("25 MB interrupted three times finish without starting over, and the page shows progress", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  let begun = 0
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/portal/uploads")) begun += 1
  })
  await Promise.all([
    proxy.forward(megabytes(6)),
    page.getByLabel("Choose files").setInputFiles(file("deed.jpg", big)),
  ])
  await page.locator("form .file-item progress:not([value='0'])").waitFor()
  await look(page, "sending")
  for (const _ of ["first", "second"]) {
    proxy.cut()
    await proxy.forward(megabytes(6))
  }
  proxy.cut()
  proxy.forwardAll()
  await page.getByRole("link", { name: "deed.jpg", exact: true }).waitFor({ timeout: timeout_ms })
  assert.equal(await page.locator("[data-upload] [role=status]").textContent(), "deed.jpg is uploaded")
  assert.equal(begun, 1)
  assertEach(await documentsOf(intake), ({ filename, size }) => [filename, size], [["deed.jpg", big.length]])
  await look(page, "done")
})

test("during a long outage, the page says that it is waiting", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  await Promise.all([
    proxy.forward(megabytes(3)),
    page.getByLabel("Choose files").setInputFiles(file("deed.jpg", big.subarray(0, megabytes(10)))),
  ])
  proxy.setOffline(true)
  await page.getByText("The connection was lost. The upload will continue by itself.").waitFor()
  await look(page, "lost")
  proxy.setOffline(false)
  proxy.forwardAll()
  // The interrupted file gets no final response; what matters is that its last byte was sent.
  await page
    .locator(".error-message", { hasText: "The end of this file is missing" })
    .waitFor({ timeout: timeout_ms })
})

test("after a reload the page names the unfinished upload, and the same file resumes where it stopped", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  page.on("dialog", (dialog) => void dialog.accept())
  // A file on disk, so that it is recognized as the same one.
  const path = join(service.config.data_dir, "deed.jpg")
  await writeFile(path, big)
  await Promise.all([proxy.forward(megabytes(15)), page.getByLabel("Choose files").setInputFiles(path)])
  await page.reload()
  await page.getByText("This upload was not finished").waitFor()
  await look(page, "interrupted")
  // Ben, in the same browser, sees nothing of it.
  const setCookies = (client: PortalIntake["ada"]) =>
    page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: proxy.url })))
  await setCookies(intake.ben)
  await page.reload()
  await page.getByLabel("Choose files").waitFor()
  assert.equal(await page.getByText("This upload was not finished").count(), 0)
  await setCookies(intake.ada)
  await page.reload()
  await page.getByText("This upload was not finished").waitFor()
  const offsets: number[] = []
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]))
  })
  proxy.forwardAll()
  await page.getByLabel("Choose files").setInputFiles(path)
  await page.getByRole("link", { name: "deed.jpg", exact: true }).waitFor({ timeout: timeout_ms })
  assert.ok((offsets[0] ?? 0) > big.length / 3, `went on at ${offsets[0]}`)
  assert.equal((await documentsOf(intake)).length, 1)
})

test("files are independent of each other, and continuing waits for uploads in progress", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake, 1280)
  const complaints: string[] = []
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  const chosen = [
    file("a.docx", sampleDocx()),
    file("run.exe", Buffer.from("MZ")),
    file("b.pdf", Buffer.from("Dear Ruth")),
    file("empty.txt", Buffer.alloc(0)),
    file("c.jpg", sampleJpeg(megabytes(6))),
  ]
  await Promise.all([proxy.forward(megabytes(3)), page.getByLabel("Choose files").setInputFiles(chosen)])
  await page.getByRole("button", { name: "Save and continue" }).click()
  proxy.forwardAll()
  await page.getByRole("link", { name: "c.jpg", exact: true }).waitFor()
  // A file was refused: the page stays, and the first error has the focus.
  await page.waitForFunction(() => document.activeElement?.classList.contains("error-message") ?? false)
  assert.match(page.url(), new RegExp(`${intake.ids.statements}$`))
  await look(page, "refused")
  assert.deepEqual((await documentsOf(intake)).map(({ filename }) => filename).sort(), ["a.docx", "c.jpg"])
  assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0)
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Choose another file run.exe" }).click()
  await chooser
  for (const name of ["b.pdf", "empty.txt"]) await page.getByRole("button", { name: `Close ${name}` }).click()
  assert.ok(await page.getByLabel("Choose files").evaluate((input) => input === document.activeElement))
  // Files refused for good can't be resumed.
  await page.reload()
  await page.getByRole("link", { name: "c.jpg", exact: true }).waitFor()
  const known = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tus::")))
  assert.deepEqual(known, [])
  assert.equal(await page.getByText("This upload was not finished").count(), 0)
  assert.deepEqual(complaints, [])
  const last = file("d.jpg", sampleJpeg(megabytes(6)))
  await Promise.all([proxy.forward(megabytes(3)), page.getByLabel("Choose files").setInputFiles(last)])
  await page.getByRole("button", { name: "Save and continue" }).click()
  proxy.forwardAll()
  await page.waitForURL(/\/main$/)
  assert.equal((await documentsOf(intake)).length, 3)
})

test("the page reports an ended session, and the file can be uploaded after signing in again", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page } = await open(t, intake)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByLabel("Choose files").setInputFiles(file("a.jpg", sampleJpeg()))
  await page.locator(".error-message", { hasText: "You have been signed out" }).waitFor()
  await look(page, "signed-out")
  await page.context().addCookies(cookies)
  await page.getByRole("button", { name: "Try again a.jpg" }).click()
  await page.getByRole("link", { name: "a.jpg", exact: true }).waitFor()
})

test("photos become the pages of one PDF in the chosen order, with the first page as thumbnail", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  proxy.forwardAll()
  const take = async (name: string, width: number) => {
    const chooser = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: /^(Take a photo|Add a page)$/ }).click()
    await (await chooser).setFiles(file(name, samplePng({ width, height: 40 })))
  }
  await take("one.png", 30)
  await page.locator(".photo-list > li:nth-child(1)").waitFor()
  await take("two.png", 60)
  await take("three.png", 90)
  await page.locator(".photo-list > li:nth-child(3)").waitFor()
  await take("none.png", 0)
  await page.getByText("none.png cannot be shown here").waitFor()
  await look(page, "photos")
  await page.getByRole("button", { name: "Move earlier Page 3" }).click()
  await page.getByRole("button", { name: "Move earlier Page 2" }).click()
  await page.getByRole("button", { name: "Remove Page 2" }).click()
  await page.getByRole("button", { name: "Send as one PDF" }).click()
  const link = page.getByRole("link", { name: "Account statements.pdf", exact: true })
  await link.waitFor()
  await look(page, "photos-sent")
  const response = await page.request.get((await link.getAttribute("href")) ?? "")
  const { getDocumentProxy } = await import("unpdf")
  const pdf = await getDocumentProxy(new Uint8Array(await response.body()))
  const shapes = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const [, , width = 0, height = 0] = (await pdf.getPage(number)).view
    shapes.push(Math.round((width / height) * 40))
  }
  assert.deepEqual(shapes, [90, 60])
  const picture = page.locator("main .file-list img.file-picture")
  const { width, height } = await picture.evaluate((image: HTMLImageElement) => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  }))
  assert.deepEqual([width, height], [90, 40])
})

test("continuing also uploads photos that are waiting", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  proxy.forwardAll()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Take a photo" }).click()
  await (await chooser).setFiles(file("one.png", samplePng({ width: 30, height: 40 })))
  await page.locator(".photo-list > li").waitFor()
  const here = page.url()
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL((url) => url.href !== here)
  await page.goto(here)
  await page.getByRole("link", { name: "Account statements.pdf", exact: true }).waitFor()
})

test("a file whose list can't be loaded is shown as uploaded, and neither hides the field nor holds the page", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const { page, proxy } = await open(t, intake)
  proxy.forwardAll()
  const here = page.url()
  const failures = [
    () => ({ status: 503, contentType: "text/html", body: "<html><body><h1>Unavailable</h1></body></html>" }),
    () => undefined,
  ]
  await page.route(
    (url) => url.href === here,
    (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const reply = failures.shift()?.()
      return reply ? route.fulfill(reply) : route.abort()
    },
  )
  for (const name of ["a.jpg", "b.jpg"]) {
    await page.getByLabel("Choose files").setInputFiles(file(name, sampleJpeg()))
    await page.locator(".file-detail", { hasText: `${name} is uploaded` }).waitFor()
  }
  assert.equal(await page.getByLabel("Choose files").isVisible(), true)
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL(/\/main$/)
  assert.equal((await documentsOf(intake)).length, 2)
})
