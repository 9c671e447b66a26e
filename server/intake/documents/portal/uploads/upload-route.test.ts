import assert from "node:assert/strict"
import { once } from "node:events"
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../../test/harness/cookies.ts"
import { measureHeldBuffers } from "../../../../../test/harness/held-memory.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { openTray, type PortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { sampleDocx, sampleHeif, sampleJpeg, sampleWebp } from "../../../../../test/harness/sample-files.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { waitUntil } from "../../../../../test/harness/wait-until.ts"
import { ownerField } from "../../../../firm/access/owner-field.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { max_upload_bytes } from "../../content-type.ts"

const { service, firm } = provideServiceAndFirm({ listen: true })

const boundary = "----a-boundary-of-a-browser"

type Sent = { name: string; content: Buffer | string } | { field: string; value?: string }

/** Posts a form with files as a browser does, respecting backpressure between the chunks of `parts`. */
function send(
  client: PortalBrowser,
  url: string,
  parts: readonly Sent[] | AsyncIterable<Buffer>,
): Promise<{ status: number; location: string; html: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${service.base_url}${url.replace("/portal/sections/", "/portal/files/")}`,
      {
        method: "POST",
        headers: {
          "content-type": `multipart/form-data; boundary=${boundary}`,
          cookie: cookieHeader(client.cookies),
          "sec-fetch-site": "same-origin",
        },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const html = Buffer.concat(chunks).toString("utf8")
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "", html })
      },
    )
    request.once("error", reject)
    const write = async () => {
      const body = Symbol.asyncIterator in parts ? parts : bodyOf(parts)
      for await (const chunk of body)
        if (!request.write(chunk)) await new Promise((drained) => request.once("drain", drained))
      request.end()
    }
    write().catch((error: unknown) => {
      request.destroy()
      reject(error)
    })
  })
}

async function* bodyOf(parts: readonly Sent[], isWhole = true): AsyncIterable<Buffer> {
  for (const part of parts) {
    const head =
      "field" in part
        ? `name="${part.field}"\r\n\r\n${part.value ?? "true"}`
        : `name="files"; filename="${part.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}`)
    if ("content" in part) yield Buffer.from(part.content)
    yield Buffer.from("\r\n")
  }
  if (isWhole) yield Buffer.from(`--${boundary}--\r\n`)
}

const documentsOf = async ({
  matter_id,
}: PortalIntake): Promise<{ document_id: string; filename: string; size: number }[]> =>
  (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents.toReversed()

test("a form saves the good files and names each refused one with a remedy", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  const response = await send(intake.ada, url, [
    { name: "photo.heic", content: sampleHeif() },
    { name: "empty.pdf", content: "" },
    { name: "statement.pdf", content: sampleJpeg() },
    { name: "letter.pdf", content: "Dear Ruth" },
    { name: "run.exe", content: "MZ" },
    { name: "Brief – año 2025.docx", content: sampleDocx() },
    { name: "", content: "" },
  ])
  assert.equal(response.status, 422)
  assert.match(response.html, /<title>Error: /)
  // A phone names pictures as it likes: what is accepted is kept under the name that it deserves.
  assert.match(response.html, /Received: photo\.heic, statement\.jpg, Brief – año 2025\.docx/)
  for (const sentence of [
    "empty.pdf: This file is empty.",
    "letter.pdf: This file&#39;s name ends in .pdf, but ",
    "run.exe: This type of file is not accepted.",
  ])
    assert.equal(response.html.split(sentence.replace("&#39;", "'")).length, 3, sentence)
  assertEach(await documentsOf(intake), ({ filename }) => filename, [
    "photo.heic",
    "statement.jpg",
    "Brief – año 2025.docx",
  ])
})

test("files as Windows, Notepad, and Android write them are saved, and no browser runs what they contain", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  const files: [sent: string, content: Buffer, saved: string, content_type: string][] = [
    ["picture.jfif", sampleJpeg(), "picture.jfif", "image/jpeg"],
    ["noext", sampleJpeg(), "noext.jpg", "image/jpeg"],
    ["Scan 2024.03.12", sampleWebp(), "Scan 2024.03.12.webp", "image/webp"],
    ["notes.txt", Buffer.from("\ufeffJosé", "utf16le"), "notes.txt", "text/plain"],
    ["README", Buffer.from("Call Ruth"), "README.txt", "text/plain"],
  ]
  const sent = files.map(([name, content]) => ({ name, content }))
  assert.equal((await send(intake.ada, url, sent)).status, 303)
  const documents = await documentsOf(intake)
  assertEach(
    documents,
    ({ filename }) => filename,
    files.map(([, , saved]) => saved),
  )
  for (const [index, { document_id }] of documents.entries()) {
    const { location } = await intake.ada.get(`/portal/documents/${document_id}`)
    const { headers, rawPayload } = await service.app.inject({ url: location })
    const [, content, , content_type] = files[index] ?? assert.fail()
    assert.equal(headers["content-type"], content_type)
    assert.equal(headers["x-content-type-options"], "nosniff")
    assert.match(String(headers["content-security-policy"]), /sandbox/)
    assert.match(String(headers["content-disposition"]), /^attachment;/)
    assert(rawPayload.equals(content))
  }
  const page = await send(intake.ada, url, [
    { name: "page", content: "<!doctype html><script>alert(1)</script>" },
  ])
  assert.match(page.html, /page: This type of file is not accepted/)
})

test("a file without an extension that is sent twice is saved once", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, matter_id } = intake
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  for (const _ of [1, 2])
    assert.equal(
      (await send(ada, pageOf(ids.will_copy), [{ name: "will", content: sampleJpeg() }])).status,
      303,
    )
  assertEach(await documentsOf(intake), ({ filename }) => filename, ["will.jpg"])
})

test("a client can use an uploaded file for a second request, as a separate document", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, matter_id } = intake
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  const will = pageOf(ids.will_copy)
  const content = sampleJpeg()
  await send(ada, pageOf(ids.statements), [{ name: "will.jpg", content }])
  const [{ document_id = "" } = {}] = await documentsOf(intake)
  assert.match((await ada.get(will)).html, new RegExp(`name="again"[^>]*value="${document_id}"`))

  const again = [{ field: "again", value: document_id }, { field: "stay" }]
  assert.equal((await send(ada, will, again)).location, `${will}?received=1#done`)
  const both = await documentsOf(intake)
  assertEach(
    both,
    ({ filename, size }) => [filename, size],
    [both, both].map(() => ["will.jpg", content.length]),
  )
  assert.notEqual(both[0]?.document_id, both[1]?.document_id)
  assert.doesNotMatch((await ada.get(will)).html, /name="again"/)

  const tray = (await openTray(ada)).html
  for (const row of ["Account statements", "Copy of your will"])
    assert.match(tray, new RegExp(`${row}[\\s\\S]{0,200}>Received<[\\s\\S]{0,600}will\\.jpg`), row)

  const stranger = await newPortalIntake(service, firm)
  assert.equal((await send(stranger.ada, stranger.pageOf(stranger.ids.statements), again)).status, 404)
  assert.deepEqual(await documentsOf(stranger), [])
})

test("a full disk returns 507 and keeps the files saved before it", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  const write = service.files.write.bind(service.files)
  let count = 0
  t.mock.method(service.files, "write", (...words: Parameters<typeof write>) => {
    count += 1
    if (count === 1) return write(...words)
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
  })
  const response = await send(intake.ada, url, [
    { name: "photo.heic", content: sampleHeif() },
    { name: "picture.jpg", content: sampleJpeg() },
  ])
  assert.equal(response.status, 507)
  assert.match(response.html, /Received: photo\.heic/)
  assert.match(response.html, /picture\.jpg: We have no space to save it right now\./)
  assertEach(await documentsOf(intake), ({ filename }) => filename, ["photo.heic"])
})

test("Continue opens the next page and Upload stays; a file sent twice is saved once; no file is a fault", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  const file = { name: "a.jpg", content: sampleJpeg() }
  const other = { name: "b.jpg", content: sampleJpeg() }
  assert.equal((await send(intake.ada, url, [file, { field: "stay" }])).location, `${url}?received=1#done`)
  // Nothing is missing in this part, so the next one follows.
  assert.match((await send(intake.ada, url, [file])).location, /^\/portal\/sections\/section_[^/]+$/)
  assert.equal((await send(intake.ada, `${url}?return=all`, [other])).location.split("?")[0], "/portal/check")
  const nothing = await send(intake.ada, url, [{ field: "stay" }])
  assert.equal(nothing.status, 422)
  assert.match(nothing.html, /Choose a file first/)
  assert.equal((await send(intake.ada, url, [])).status, 303)
  // Different content under the same name is a different file.
  await send(intake.ada, url, [{ name: "b.jpg", content: sampleJpeg(5_000) }])
  assertEach(await documentsOf(intake), ({ filename }) => filename, ["a.jpg", "b.jpg", "b.jpg"])
})

test("a file above 100 MB is refused while it streams, the next one is saved, and memory stays flat", async () => {
  const intake = await newPortalIntake(service, firm)
  const boundary = "----a-boundary-of-a-browser"
  const head = (name: string) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    )
  const block = Buffer.alloc(1024 * 1024, 0x5a)
  let peak = 0
  async function* body(): AsyncIterable<Buffer> {
    yield head("huge.jpg")
    yield Buffer.from("ffd8", "hex")
    for (let sent = 0; sent <= max_upload_bytes + 4 * block.length; sent += block.length) {
      if (sent % (16 * block.length) === 0) peak = Math.max(peak, measureHeldBuffers())
      yield block
    }
    yield Buffer.from("\r\n")
    yield head("small.jpg")
    yield sampleJpeg()
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const before = measureHeldBuffers()
  const response = await send(intake.ada, intake.pageOf(intake.ids.statements), body())
  assert.equal(response.status, 422)
  assert.match(response.html, /huge\.jpg: This file is larger than 100 MB/)
  assert.match(response.html, /Received: small\.jpg/)
  assertEach(await documentsOf(intake), ({ filename }) => filename, ["small.jpg"])
  assert.ok(peak - before < 30 * 1024 * 1024, `${Math.round((peak - before) / 1024 / 1024)} MB more memory`)
})

test("a request for one file accepts one, which can be replaced until submitted; afterwards a newer one can be added", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ids, pageOf, matter_id } = intake
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  const url = pageOf(ids.will_copy)
  assert.equal((await send(ada, url, [])).status, 303, "the page before submitting says what is missing")

  const two = await send(ada, url, [
    { name: "will.txt", content: "first" },
    { name: "other.txt", content: "second" },
  ])
  assert.match(two.html, /other\.txt: Only one file is asked for here/)
  const [first] = await documentsOf(intake)
  const replace = `${url}/${first?.document_id}/replace`
  assert.match((await ada.get(replace)).html, /Replace will\.txt/)
  assert.equal((await send(ada, replace, [{ name: "will.exe", content: "MZ" }])).status, 422)
  assert.equal((await send(ada, replace, [])).status, 422)
  assert.equal(
    (await send(ada, replace, [{ name: "newer.txt", content: "newer" }])).location,
    `${pageOf(ids.will_copy, "all")}#done`,
  )
  const [newer] = await documentsOf(intake)
  assert.equal(newer?.filename, "newer.txt")

  await firm.run((tx) =>
    tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${matter_id}, 1, 'submitted',
              jsonb_build_object('documents', jsonb_build_array(jsonb_build_object('document_id', ${newer?.document_id}::text)),
                                 'financial_documents', '[]'::jsonb), ${tx.now})`),
  )
  const page = (await ada.get(url)).html
  assert.match(page, /We have this file\./)
  assert.doesNotMatch(page, /\/(replace|remove)"/)
  assert.equal((await ada.get(`${url}/${newer?.document_id}/remove`)).status, 404)
  await send(ada, url, [{ name: "newest.txt", content: "newest" }])
  assertEach(await documentsOf(intake), ({ filename }) => filename, ["newer.txt", "newest.txt"])
})

test("a file's link never expires: it redirects to a new download link", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada } = intake
  const page = intake.pageOf(intake.ids.statements)
  await send(ada, page, [{ name: "statement.jpg", content: sampleJpeg() }])
  const [, href = ""] = /href="([^"]+)"[^>]*>statement\.jpg/.exec((await ada.get(page)).html) ?? []
  const { document_id = "" } = (await documentsOf(intake))[0] ?? {}
  assert.equal(href, `/portal/documents/${document_id}`)
  assert.match(
    (await ada.get(href)).location,
    new RegExp(`^/download/${firm.firm_id}/${document_id}\\?expires=`),
  )
  const { ada: stranger } = await newPortalIntake(service, firm)
  assert.equal((await stranger.get(href)).status, 404)
})

test("removing a file takes a confirmation", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  await send(intake.ada, url, [{ name: "a.txt", content: "text" }])
  const [file] = await documentsOf(intake)
  const remove = `${url}/${file?.document_id}/remove`
  assert.match((await intake.ada.get(remove)).html, /Remove a\.txt\?/)
  assert.equal((await documentsOf(intake)).length, 1)
  assert.equal((await intake.ada.post(remove)).location, `${url}#done`)
  assert.deepEqual(await documentsOf(intake), [])
})

test("an upload without a session redirects to sign-in, and one to another client's page returns 404", async () => {
  const [intake, stranger] = [await newPortalIntake(service, firm), await newPortalIntake(service, firm)]
  const url = intake.pageOf(intake.ids.statements)
  const file = { name: "a.txt", content: "text" }
  const unknown = { ...intake.ada, cookies: new Map<string, string>() }
  assert.equal(
    (await send(unknown, url, [file])).location,
    `/portal/sign-in?${new URLSearchParams({ back: url })}`,
  )
  assert.equal((await send(stranger.ada, url, [file])).status, 404)
  assert.equal((await send(intake.ada, intake.pageOf(intake.ids.statements, "nothing"), [file])).status, 404)
  assert.equal((await intake.ada.get(url.replace("/sections/", "/files/"))).location, url)
  assert.deepEqual(await documentsOf(intake), [])
})

test("a form whose session has ended is read to its end, so that the browser gets to see the sign-in page", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.statements)
  const owner = { field: ownerField, value: "none" }
  const begun = await buffer(bodyOf([{ name: "a.txt", content: "text" }, owner], false))
  const rest = await buffer(bodyOf([owner, { name: "b.txt", content: Buffer.alloc(30_000_000, "x") }]))
  const socket = connect(Number(new URL(service.base_url).port), "127.0.0.1")
  const head = [
    `POST ${url.replace("/portal/sections/", "/portal/files/")} HTTP/1.1`,
    `Host: ${new URL(service.base_url).host}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${begun.length + rest.length}`,
    `Cookie: ${cookieHeader(intake.ada.cookies)}`,
    "Sec-Fetch-Site: same-origin",
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n`)
  socket.write(begun)
  await waitUntil(async () => (await documentsOf(intake)).length === 1, "the first file has not arrived")
  await firm.write(sql`delete from sessions`)
  // As browsers do, reads nothing before everything is sent.
  let isSent = false
  socket.write(rest, () => {
    isSent = true
  })
  await waitUntil(() => isSent, "the form is not read to its end")
  const [received] = await once(socket, "data")
  assert.match(String(received), literally(`location: /portal/sign-in?${new URLSearchParams({ back: url })}`))
  socket.destroy()
})

test("the reasons for refusing a file are in Spanish for a Spanish client", async () => {
  const intake = await newPortalIntake(service, firm)
  await intake.ada.get("/portal?lang=es")
  const response = await send(intake.ada, intake.pageOf(intake.ids.statements), [
    { name: "run.exe", content: "MZ" },
    { name: "a.pdf", content: "Hola" },
  ])
  assert.match(response.html, /run\.exe: No se acepta este tipo de archivo/)
  assert.match(response.html, /a\.pdf: El nombre de este archivo termina en \.pdf, pero /)
})
