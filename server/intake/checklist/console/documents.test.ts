import assert from "node:assert/strict"
import { test } from "node:test"
import type { Locator } from "playwright-core"
import { literally } from "../../../../test/harness/literally.ts"
import { sampleHeif } from "../../../../test/harness/sample-files.ts"
import { newFirmWithIntake, newIntake, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { giveThumbnails } from "../../../../test/harness/sample-thumbnail.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser, signInStaff } from "../../../../test/harness/staff-browser.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { hasOpenCorrections } from "../../corrections/corrections.ts"
import { listMatterFiles } from "../../documents/matter-files.ts"
import { closeMatter, markStarted } from "../../matters/lifecycle.ts"
import { restrictMatter } from "../../matters/parties/access-list.ts"
import { acceptFile } from "../../submissions/review/file-acceptance.ts"
import { listChecklist } from "../checklist.ts"
import { listDueDays } from "../due-days.ts"

const opened = await openServiceAndBrowser()
const { service } = opened

async function enter() {
  const firm = await service.newFirm()
  const intake = await newIntake(firm, {
    define: (ids) => ({
      sections: sampleDefinition(ids).sections.filter(
        ({ kind }) => kind === "documents" || kind === "questions",
      ),
    }),
  })
  await firm.run(async (tx) => {
    await markStarted(tx, intake.matter_id)
    await saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value: true })
  })
  const home = `/console/matters/${intake.matter_id}/documents`
  const files = async () =>
    (await firm.run((tx) => listMatterFiles(tx, intake.matter_id))).map(
      ({ filename, state }) => `${filename} ${state}`,
    )
  return { firm, intake, home, files, staff: await newStaffBrowser(service, firm) }
}

function drop(at: Locator, names: string[]): Promise<void> {
  return at.evaluate((element, names) => {
    const dataTransfer = new DataTransfer()
    for (const name of names)
      dataTransfer.items.add(new File([`Content of ${name}`], name, { type: "text/plain" }))
    element.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }))
  }, names)
}

/** The fields of the message's Undo. */
function undoIn(html: string): { action: string; fields: Record<string, string> } {
  const [, action = "", form = ""] =
    /<form[^>]*action="([^"]*)"[^>]*>((?:(?!<\/form>)[\s\S])*?Undo)/.exec(html) ?? []
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
  return { action, fields: Object.fromEntries(fields) }
}

test("an iPhone photo downloads byte for byte, and the page says what opens it", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const read = async () => (await staff("GET", `/console/matters/${intake.matter_id}/documents`)).text
  await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "Content of May")
  assert.doesNotMatch(await read(), /HEIF Image Extensions/)

  await upload(service, intake, { request_id: intake.ids.statements }, "IMG_0042.HEIC", sampleHeif())
  assert.match(await read(), /original iPhone photos.*HEIF Image Extensions/)
  const { body } = await firm.request("GET", `/matters/${intake.matter_id}/documents`)
  assert.equal(body.documents.length, 2)
  const { download_url } = body.documents[0]
  const file = await service.app.inject({ method: "GET", url: download_url.replace(service.base_url, "") })
  assert.deepEqual(file.rawPayload, sampleHeif())
  assert.equal(file.headers["content-type"], "image/heic")
})

test("staff accept and return without script, see it on the page, and undo both", async () => {
  const { intake, home, files, staff } = await enter()
  const { document_id } = await upload(
    service,
    intake,
    { request_id: intake.ids.will_copy },
    "Will.txt",
    "Will",
  )
  const decide = async (fields: Record<string, string>) => {
    const { status, location } = await staff("POST", `${home}/${document_id}/decision`, fields)
    assert.deepEqual([status, location], [303, `${home}#${document_id}`])
    return (await staff("GET", home)).text
  }
  for (const [fields, done, before] of [
    [{ decision: "accept", was: "received " }, "Will.txt accepted", "Will.txt received"],
    [
      {
        ...{ decision: "return", was: "received " },
        ...{ stock: "We cannot read this file. Please send it again.", words: "Too dark." },
      },
      "Will.txt returned",
      "Will.txt received",
    ],
  ] as const) {
    const page = await decide(fields)
    assert.deepEqual(await files(), [done])
    if (fields.decision === "return") assert.match(page, literally("Please send it again.\nToo dark."))
    const { action, fields: undo } = undoIn(page)
    assert.equal((await staff("POST", action, undo)).status, 303)
    assert.deepEqual(await files(), [before])
  }
})

test("a photo shows small in its line, once asked for, to whoever may see the matter", async () => {
  const { firm, intake, home, staff } = await enter()
  const { statements, will_copy } = intake.ids
  const { document_id } = await upload(service, intake, { request_id: statements }, "May.txt", "May")
  const jpeg = await giveThumbnails(service, firm, intake.matter_id)
  const later = await upload(service, intake, { request_id: will_copy }, "Will.txt", "Will")
  const shown = (await staff("GET", home)).text
  assert.deepEqual(shown.match(/<img[^>]*>/g), [
    `<img class="file-picture" src="${home}/${document_id}/thumbnail.jpg" alt loading="lazy"/>`,
  ])
  const thumbnail = (id: string, as = staff) => as("GET", `${home}/${id}/thumbnail.jpg`)
  const { status, bytes, headers } = await thumbnail(document_id)
  assert.deepEqual([status, headers["content-type"], bytes.equals(jpeg)], [200, "image/jpeg", true])
  assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'")
  assert.equal(headers["x-content-type-options"], "nosniff")
  assert.match(String(headers["cache-control"]), /^private/)
  assert.equal((await thumbnail(later.document_id)).status, 404)
  const { user_id } = await newStaff(firm, { role: "member" })
  const colleague = await newStaffBrowser(service, firm, user_id)
  assert.equal((await thumbnail(document_id, colleague)).status, 200)
  await firm.run((tx) => restrictMatter(tx, intake.matter_id, [firm.admin.user_id]))
  assert.equal((await thumbnail(document_id, colleague)).status, 404)
  const other = await newStaffBrowser(service, await service.newFirm())
  assert.equal((await thumbnail(document_id, other)).status, 404)
})

test("a day is set in place, its row comes back alone, undone by its message; what is no day is refused", async () => {
  const { firm, intake, home } = await enter()
  const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const set = (due_on: string) =>
    inPlace("POST", `${home}/due-days`, { request_id: intake.ids.will_copy, due_on })
  const read = () => firm.run((tx) => listDueDays(tx, intake.matter_id))
  const placed = JSON.parse((await set("2027-06-30")).text)
  assert.match(placed.part, new RegExp(`^<li id="${intake.ids.will_copy}"`))
  assert.match(placed.part, /Due[\s\S]*Jun 30, 2027/)
  assert.ok(placed.part.length < 3_000, `${placed.part.length} bytes`)
  for (const wrong of ["2027-02-30", "tomorrow", "20270630", "x".repeat(9_999)])
    assert.equal((await set(wrong)).status, 400, wrong.slice(0, 20))
  assert.deepEqual([...(await read()).values()], ["2027-06-30"])
  const { action, fields } = undoIn(placed.message)
  await inPlace("POST", action, fields)
  assert.equal((await read()).size, 0)
})

test("neither a form nor its Undo overwrites what a colleague has decided or set meanwhile", async () => {
  const { firm, intake, home, files } = await enter()
  const { will_copy } = intake.ids
  const { document_id } = await upload(service, intake, { request_id: will_copy }, "Will.txt", "Will")
  const staff = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const send = async (path: string, fields: Record<string, string>) =>
    JSON.parse((await staff("POST", `${home}/${path}`, fields)).text)
  const decide = (fields: Record<string, string>) => send(`${document_id}/decision`, fields)
  const shown = (html: string) =>
    /name="was" value="((?:received|accepted|returned) [^"]*)"/.exec(html)?.[1] ?? ""
  const undo = async ({ message }: { message: string }) => {
    const { action, fields } = undoIn(message)
    return JSON.parse((await staff("POST", action, fields)).text)
  }
  const was = shown((await staff("GET", home)).text)

  const first = await decide({ decision: "return", words: "Too dark.", was })
  const late = await decide({ decision: "accept", was })
  assert.match(late.message, /role="alert"[\s\S]*a colleague was faster: The file is returned now\./)
  assert.match(late.part, /Too dark\./)
  const back = await decide({ decision: "take_return_back", was: shown(first.part) })
  await decide({ decision: "return", words: "A page is missing.", was: shown(back.part) })
  assert.match((await undo(first)).message, /a colleague was faster/)
  assert.deepEqual(await files(), ["Will.txt returned"])

  const early = await send("due-days", { request_id: will_copy, due_on: "2027-06-30", was: "" })
  await send("due-days", { request_id: will_copy, due_on: "2027-07-31", was: "2027-06-30" })
  const stale = await send("due-days", { request_id: will_copy, due_on: "2027-08-31", was: "2027-06-30" })
  for (const { message } of [stale, await undo(early)])
    assert.match(message, /a colleague was faster: Due Jul 31, 2027\./)
  const days = await firm.run((tx) => listDueDays(tx, intake.matter_id))
  assert.deepEqual([...days.values()], ["2027-07-31"])
})

test("staff add a file without script; a wrong one, none, or a closed matter is refused in words", async () => {
  const { firm, intake, home, files, staff } = await enter()
  const add = (name: string, content: string | undefined, request_id: string = intake.ids.will_copy) => {
    const form = new FormData()
    form.append("request_id", request_id)
    form.append("file", new Blob(content === undefined ? [] : [content], { type: "text/plain" }), name)
    return staff("POST", `${home}/files`, form)
  }
  const added = await add("Scan.txt", "A will")
  assert.equal(added.status, 303)
  assert.match((await staff("GET", home)).text, /Scan\.txt[\s\S]*, by /)
  assert.deepEqual(await files(), ["Scan.txt received"])
  const program = await add("Scan.exe", "MZ", intake.ids.statements)
  assert.equal(program.status, 400)
  assert.match(program.text, /id="add-file"/)
  assert.match((await add("More.txt", "More", "")).text, /Choose which document it is/)
  assert.equal((await add("More.txt", "More", `docreq_${"0".repeat(32)}`)).status, 400)
  await firm.run((tx) => closeMatter(tx, intake.matter_id))
  assert.equal((await add("Late.txt", "Late")).status, 409)
  const page = (await staff("GET", home)).text
  assert.doesNotMatch(page, /add-file|value="accept"|name="due_on"/)
  assert.deepEqual(await files(), ["Scan.txt received"])
})

test("a file that staff add in place of a returned one ends the client's task", async () => {
  const { firm, intake, home, files, staff } = await enter()
  const { document_id } = await upload(
    service,
    intake,
    { request_id: intake.ids.statements },
    "May.txt",
    "May",
  )
  await staff("POST", `${home}/${document_id}/decision`, {
    ...{ decision: "return", was: "received ", words: "Blurred." },
  })
  const form = new FormData()
  form.append("request_id", intake.ids.statements)
  form.append("file", new Blob(["Better"], { type: "text/plain" }), "Better.txt")
  await staff("POST", `${home}/files`, form)
  assert.deepEqual(await files(), ["Better.txt received"])
  assert.equal(await firm.run((tx) => hasOpenCorrections(tx, intake.matter_id)), false)
})

test("files dropped on a document's row are added to it, and one dropped elsewhere waits for its document", async () => {
  const { firm, intake, home, files } = await enter()
  const page = await openPageOf(opened, await signInStaff(firm), { width: 1280, height: 800 })
  await page.goto(home)
  await drop(page.locator(`[data-drop=${intake.ids.statements}]`), ["May.txt", "June.txt"])
  await page.locator(`[data-drop=${intake.ids.statements}] .file-item`).nth(1).waitFor()
  assert.deepEqual(await files(), ["May.txt received", "June.txt received"])
  assert.equal(page.url(), `${service.base_url}${home}`)

  await drop(page.locator("h1"), ["Will.txt"])
  assert.equal(await page.evaluate(() => document.activeElement?.id), "request_id")
  await page.selectOption("#request_id", intake.ids.will_copy)
  await page.locator("#add-file button").click()
  await page.locator(`[data-drop=${intake.ids.will_copy}] .file-item`).waitFor()
  assert.equal((await files()).length, 3)
})

test("what is typed and chosen stays when a set is removed, a request is withdrawn, and a document is asked for", async () => {
  const { firm, home, files, staff } = await enter()
  const rest = { contact: "", due_on: "", note: "" }
  await staff("POST", `${home}/requests`, { labels: "Lease", set_name: "House", ...rest })
  const page = await openPageOf(opened, await signInStaff(firm), { width: 1280, height: 800 })
  await page.goto(home)
  const typed = () => page.locator("#labels").inputValue()
  await page.locator("#request-form summary").first().click()
  await page.locator("#labels").fill("Deed")
  await page.getByText("What is in the set").click()
  await page.getByRole("button", { name: "Remove House" }).click()
  await page.locator("#set").waitFor({ state: "detached" })
  assert.equal(await typed(), "Deed")
  await page.getByRole("button", { name: "Withdraw Lease" }).click()
  await page.getByRole("heading", { name: "Lease" }).waitFor({ state: "detached" })
  assert.equal(await typed(), "Deed")

  await page.getByText("Add a file").click()
  const file = { name: "Scan.txt", mimeType: "text/plain", buffer: Buffer.from("Scan") }
  await page.locator("#file").setInputFiles(file)
  await page.getByRole("button", { name: "Ask the client" }).click()
  await page.getByRole("heading", { name: "Deed" }).waitFor()
  await page.selectOption("#request_id", { label: "Deed" })
  await page.locator("#add-file button").click()
  await page.locator(".document-row", { hasText: "Deed" }).locator(".file-item").waitFor()
  assert.deepEqual(await files(), ["Scan.txt received"])
  await staff("POST", `${home}/requests`, { labels: "Tax bill", set_name: "", ...rest })
  const later = page.locator(".document-row", { hasText: "Tax bill" })
  await later.waitFor()
  await drop(later, ["Bill.txt"])
  await later.locator(".file-item").waitFor()
  assert.deepEqual(await files(), ["Scan.txt received", "Bill.txt received"])
})

test("staff request documents line by line and by set, take them back, and request them again", async () => {
  const { firm, intake, home, staff } = await enter()
  const added = async () =>
    (await firm.run((tx) => listChecklist(tx, intake.matter_id)))
      .filter(({ is_added }) => is_added)
      .map(({ label, due_on }) => [label, due_on].filter(Boolean).join(" by "))
  const request = (fields: Record<string, string>) =>
    staff("POST", `${home}/requests`, {
      labels: "",
      contact: "",
      due_on: "",
      note: "",
      set_name: "",
      ...fields,
    })
  const first = { labels: "Deed\r\n\r\n Tax bill \r\n", due_on: "2027-06-30", set_name: "House" }
  assert.equal((await request(first)).status, 303)
  assert.deepEqual(await added(), ["Deed by 2027-06-30", "Tax bill by 2027-06-30"])
  const page = (await staff("GET", home)).text
  const { action, fields } = undoIn(page)
  // The test's browser sends one value of a name: the last.
  assert.equal((await staff("POST", action, fields)).status, 303)
  assert.deepEqual(await added(), ["Deed by 2027-06-30"])
  const undone = undoIn((await staff("GET", home)).text)
  await staff("POST", undone.action, undone.fields)
  assert.deepEqual(await added(), ["Deed by 2027-06-30", "Tax bill by 2027-06-30"])

  const [, set = ""] = /<option value="(docset_\w+)">House \(2\)/.exec(page) ?? []
  await request({ set, labels: "Deed\nLease", contact: intake.spouse })
  assert.deepEqual((await added()).slice(2), ["Deed (Ben)", "Lease (Ben)", "Tax bill (Ben)"])
  const typed = { labels: "Tax return\nAppraisal", note: "For the trust", due_on: "2027-08-01", contact: "" }
  const removed = await staff("POST", `${home}/sets`, { removed_set: set, ...typed })
  assert.equal(removed.status, 200)
  for (const text of [
    "The set is removed.",
    "Tax return\nAppraisal</textarea>",
    "For the trust</textarea>",
    'value="2027-08-01"',
  ])
    assert.match(removed.text, literally(text))
  assert.doesNotMatch(removed.text, /docset_/)
  assert.doesNotMatch((await staff("GET", home)).text, /docset_|Appraisal|The set is removed/)
  const refused = await request({ labels: " " })
  assert.equal(refused.status, 400)
  assert.match(refused.text, literally("Say which document you need."))
})

test("what staff review comes first, then what the client still sends; what is done is folded, and printed", async () => {
  const { firm, intake, home, staff } = await enter()
  const { will_copy, statements } = intake.ids
  const order = async () => {
    const { text } = await staff("GET", home)
    const at = (id: string) => text.indexOf(`<li id="${id}"`)
    return [at(will_copy) < at(statements), at(will_copy) > text.indexOf("Done: 1") && /Done: 1/.test(text)]
  }
  assert.deepEqual(await order(), [true, false])
  const send = (id: string, name: string) => upload(service, intake, { request_id: id }, name, name)
  const { document_id } = await send(will_copy, "Will.txt")
  await send(statements, "May.txt")
  await firm.run((tx) => acceptFile(tx, service.ring, intake.matter_id, document_id))
  assert.deepEqual(await order(), [false, true])
  const page = await openPageOf(opened, await signInStaff(firm))
  await page.goto(home)
  await page.emulateMedia({ media: "print" })
  await page.getByText("Will.txt", { exact: true }).first().waitFor()
})

test("by keyboard, staff accept one file after the other with one key each, and return one, without loading the page", async () => {
  const { firm, intake, home, files } = await enter()
  for (const name of ["April.txt", "May.txt", "June.txt"])
    await upload(service, intake, { request_id: intake.ids.statements }, name, `Content of ${name}`)
  await upload(service, intake, { request_id: intake.ids.will_copy }, "Will.txt", "Last will")
  const page = await openPageOf(opened, await signInStaff(firm), { width: 1280, height: 800 })
  await page.goto(home)
  let loads = 0
  page.on("load", () => loads++)
  const focused = (name: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent?.trim() === text, name)
  const names = await page.locator(".document-row .file-name").allInnerTexts()
  const [first = "", second = "", third = "", last = ""] = names
  await page.keyboard.press("j")
  await focused(first)
  await page.keyboard.press("a")
  await focused(second)
  await page.keyboard.press("j")
  await page.keyboard.press("a")
  await focused(third)
  await page.keyboard.press("r")
  await page.waitForFunction(() => document.activeElement?.matches("[id^=return-] select"))
  await page.keyboard.press("Escape")
  await page.locator(`.file-item:has-text("${third}") .file-name`).focus()
  await page.keyboard.press("a")
  await focused(last)
  await page.keyboard.press("a")
  await page.locator("#requests .file-item [data-key=a]").first().waitFor({ state: "detached" })
  assert.deepEqual(
    (await files()).toSorted(),
    ["April.txt", "June.txt", "May.txt", "Will.txt"].map((name) => `${name} accepted`),
  )
  assert.equal(loads, 0)
})
