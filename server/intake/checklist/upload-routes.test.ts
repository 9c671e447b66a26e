// Files that the firm's software adds, in one request or in pieces.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { request as httpRequest } from "node:http"
import { test } from "node:test"
import { fillIn } from "../../../test/contract/sample-firm.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { cookieHeader } from "../../../test/harness/cookies.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newPortalIntake } from "../../../test/harness/portal-intake.ts"
import { sampleJpeg } from "../../../test/harness/sample-files.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { createApp } from "../../app.ts"
import { deleteMatter } from "../../operations/deletions/deletions.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { saveAnswer } from "../answers/answers.ts"
import { addAsset } from "../assets/editing.ts"
import { removeDocument } from "../documents/uploads/removal.ts"
import { beginUpload, findReceived, markReceived } from "../documents/uploads/unfinished-uploads.ts"
import { holdMatter } from "../matters/holds.ts"
import { closeMatter } from "../matters/lifecycle.ts"
import { restrictMatter } from "../matters/parties/access-list.ts"
import { readProgress } from "../submissions/missing/progress.ts"
import { acceptFile } from "../submissions/review/file-acceptance.ts"
import { completeMatter } from "../submissions/submissions.ts"
import { requestDocuments } from "./requests.ts"

const { service, firm } = provideServiceAndFirm({
  listen: true,
  clock: () => new Date(Date.now() + ahead_ms),
})
let ahead_ms = 0
const hashOf = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex")

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the fields of arbitrary responses
  body: any
}

async function send(
  method: string,
  path: string,
  body: Buffer | string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${service.base_url}${path}`, {
    method,
    headers: { authorization: `Token ${firm.token}`, "content-type": "application/octet-stream", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

const add = (
  { matter_id }: { matter_id: string },
  query: Record<string, string>,
  body: Buffer | string = "The will",
  headers: Record<string, string> = {},
) => send("POST", `/v1/matters/${matter_id}/documents?${new URLSearchParams(query)}`, body, headers)

/** Its questionnaire requests a copy of the will, one file. */
async function newIntakeWithWill(): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  const has_will = { question_id: intake.ids.has_will, value: true }
  await firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, has_will))
  return intake
}

const listed = async ({ matter_id }: SampleIntake) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents

test("a file added by API is what its content is, listed, audited, announced, and in the client's tray from staff", async () => {
  const intake = await newPortalIntake(service, firm)
  const { matter_id, ids } = intake
  const jpeg = sampleJpeg(3_000)
  const { status, body } = await add(intake, { filename: "scan.pdf", request_id: ids.statements }, jpeg)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.filename, body.size], ["scan.jpg", jpeg.length])
  const bytes = Buffer.from(await (await fetch(body.download_url)).arrayBuffer())
  assert.ok(bytes.equals(jpeg))
  const own = await add(intake, { label: "Will of 2019", filename: "Will.txt" })
  assert.deepEqual(own.body.document_request, { label: "Will of 2019" })
  const asset_id = await firm.run((tx) => addAsset(tx, matter_id, { for_fin_category: ids.home }))
  const deed = await add(intake, { asset_id, filename: "Deed.txt" })
  assert.equal(deed.body.fin_item.id, asset_id)
  const without = ({ download_url: _, matter_id: __, ...document }: Record<string, unknown>) => document
  assert.deepEqual((await listed(intake)).map(without), [own.body, body].map(without))

  const { results } = (await firm.request("GET", "/v1/events?page_size=3")).body
  for (const { event_type, user, matter } of results)
    assert.deepEqual([event_type, user.is_firm_staff, matter.id], ["document.added", true, matter_id])
  const audited = await firm.all<{ label: string }>(sql`
    select label from audit_entries where action = 'documents_added' and matter_id = ${matter_id} order by id`)
  assert.deepEqual(
    audited.map(({ label }) => label),
    ["scan.jpg", "Will.txt", "Deed.txt"].map((name) => `${name} (by API key)`),
  )
  const tray = intake.pageOf(ids.statements, "all")
  const { html } = await intake.ada.get(tray)
  const { name } = await firm.one<{ name: string }>(sql`
    select name from users where id = ${firm.admin.user_id}`)
  for (const text of ["scan.jpg", "Will of 2019", "Will.txt", "Deed.txt", name])
    assert.match(html, literally(text))
})

test("what the firm adds on its own is asked of no one, and its clients can neither remove nor replace it", async () => {
  const intake = await newPortalIntake(service, firm)
  const { matter_id, ids, ada, client } = intake
  await fillIn(service, intake)
  const progress = async () =>
    (await firm.run((tx) => readProgress(tx, [matter_id]))).get(matter_id)?.sections
  const before = await progress()
  const boxesOf = ({ html }: { html: string }) => html.match(/data-upload=/g)?.length
  const boxes = boxesOf(await ada.get(intake.pageOf(ids.statements, "all")))
  const { body: will } = await add(intake, { label: "Will of 2019", filename: "Will.txt" })
  const { body: scan } = await add(
    intake,
    { request_id: ids.statements, filename: "Scan.txt" },
    "A statement",
  )
  assert.deepEqual(
    await progress(),
    before && { checked: before.checked + 1, of: before.of + 1 },
    "no one has to confirm what the firm added",
  )
  const home = await ada.get("/portal")
  assert.match(home.html, /From the firm/)
  assert.doesNotMatch(home.html, /Also needed/)
  assert.match(home.html, /3 files received/, "the firm’s own is not counted")
  const url = intake.pageOf(ids.statements, "all")
  const { html: spanish } = await ada.get(`${url}?lang=es`)
  const [own_row = ""] = /<h2>De .*?<\/section>/s.exec(spanish.slice(spanish.indexOf("<main"))) ?? []
  assert.match(own_row, literally("<h2>De Test &amp; Partners</h2>"))
  assert.match(own_row, /Will of 2019[\s\S]*Will\.txt/)
  assert.doesNotMatch(own_row, /<details|Received|Recibido/)
  const tray = await ada.get(`${url}?lang=en`)
  assert.equal(boxesOf(tray), boxes, "nothing is added to the firm's own document")
  for (const { document_id } of [will, scan]) {
    const { html } = tray
    assert.doesNotMatch(html, literally(`${document_id}/remove`))
    assert.doesNotMatch(html, literally(`${document_id}/replace`))
    await assert.rejects(
      firm.run((tx) => removeDocument(tx, document_id), client),
      { code: "document_submitted" },
    )
  }
  const checklist = (await firm.request("GET", `/v1/matters/${matter_id}/document-requests`)).body
  const own = checklist.document_requests.find(({ label }: { label: string }) => label === "Will of 2019")
  assert.deepEqual([own.required, own.state], [false, "received"])

  await ada.post("/portal/submission")
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  assert.equal((await add(intake, { label: "Will of 2020", filename: "Later.txt" })).status, 201)
  assert.deepEqual(await firm.all(sql`select label from open_items where matter_id = ${matter_id}`), [])
  assert.deepEqual(await firm.all(sql`select from document_requests where announced_at is not null`), [])
})

test("a matter takes 500 documents of the firm's own, which leave all requests of clients", async () => {
  const intake = await newIntake(firm)
  await firm.run((tx) =>
    tx.run(sql`
      insert into document_requests (id, matter_id, label, requested_at, is_from_firm)
      select 'docreq_' || upper(md5(${intake.matter_id} || number)), ${intake.matter_id}, 'Paper ' || number, ${tx.now}, true
        from generate_series(1, 499) as paper (number)`),
  )
  assert.equal((await add(intake, { label: "The last" })).status, 201)
  assert.equal((await add(intake, { label: "One more" })).body.code, "too_many_requests")
  assert.equal((await add(intake, { label: "The last" }, "Its second page")).status, 201)
  const requested = { labels: ["Deed"], note: "", contact_id: null, due_on: null }
  assert.equal((await firm.call(requestDocuments, intake.matter_id, requested)).length, 1)
})

test("names lose folders, keep quotes and emoji, and get the extension of their content", async () => {
  const intake = await newIntake(firm)
  const names: [sent: string, stored: string][] = [
    ["../x.txt", "x.txt"],
    ['C:\\files\\a "b".txt', 'a "b".txt'],
    ["Wíll 👩‍⚖️.txt", "Wíll 👩‍⚖️.txt"],
    [`${"👵".repeat(150)}.txt`, `${"👵".repeat(150)}.txt`],
    [`${"w".repeat(300)}.txt`, `${"w".repeat(196)}.txt`],
    ["", "document.txt"],
  ]
  for (const [sent, stored] of names) {
    const { body } = await add(intake, { filename: sent }, `Text of ${stored}`)
    assert.equal(body.filename, stored)
    assert.equal(body.document_request.label, stored.slice(0, -4))
    const download = await fetch(body.download_url)
    assert.equal(await download.text(), `Text of ${stored}`)
  }
})

test("what is wrong with a file or its purpose is said, and nothing is added", async () => {
  const intake = await newIntake(firm)
  const other = await newIntake(firm)
  const [own, others] = await firm.run(async (tx) => [
    await addAsset(tx, intake.matter_id, { for_fin_category: intake.ids.home }),
    await addAsset(tx, other.matter_id, { for_fin_category: other.ids.home }),
  ])
  const large = Buffer.alloc(100 * 1024 * 1024 + 1, "a")
  const form = { "content-type": "multipart/form-data; boundary=x" }
  const cases: [Promise<Answer>, status: number, code: string, fault?: string][] = [
    [add(intake, { filename: "page.html" }, "<html>"), 400, "file_refused", "wrong_type"],
    [add(intake, { filename: "deed.pdf" }, "<html>"), 400, "file_refused", "content_mismatch"],
    [add(intake, {}, ""), 400, "file_refused", "empty"],
    [add(intake, {}, large), 413, "file_too_large", "too_large"],
    [add(intake, {}, "--x", form), 415, "unsupported_media_type"],
    [add(intake, { sha256: hashOf("Another will") }), 422, "checksum_mismatch"],
    [add(intake, { sha256: "abc" }), 400, "bad_request", "not_accepted"],
    [add(intake, { label: "x".repeat(201) }), 400, "bad_request", "too_long"],
    [add(intake, { request_id: other.ids.statements }), 400, "bad_request", "unknown_value"],
    // Nothing shows this request until the client says that there is a will.
    [add(intake, { request_id: intake.ids.will_copy }), 400, "bad_request", "unknown_value"],
    [add(intake, { asset_id: others }), 400, "bad_request", "unknown_value"],
    [add(intake, { request_id: intake.ids.statements, asset_id: own }), 400, "bad_request", "not_accepted"],
  ]
  for (const [answering, status, code, fault] of cases) {
    const { status: got, body } = await answering
    assert.deepEqual([got, body.code ?? "", body.errors?.[0].code], [status, code, fault], body.detail)
  }
  const { statusCode } = await service.app.inject({
    method: "POST",
    url: `/v1/matters/${intake.matter_id}/documents`,
    headers: { authorization: `Token ${firm.token}`, "transfer-encoding": "chunked" },
    payload: large,
  })
  assert.equal(statusCode, 413)
  assert.deepEqual(await listed(intake), [])
})

test("a completed, held, or restricted matter takes a file; a closed one is a 409, a deleted one a 404", async () => {
  const states: [string, (matter_id: string) => Promise<unknown>, number][] = [
    ["completed", (id) => firm.run((tx) => completeMatter(tx, service.ring, id)), 201],
    ["held", (id) => firm.run((tx) => holdMatter(tx, id, "A dispute")), 201],
    ["restricted", (id) => firm.run((tx) => restrictMatter(tx, id, [firm.admin.user_id])), 201],
    ["closed", (id) => firm.run((tx) => closeMatter(tx, id)), 409],
    ["deleted", (id) => firm.call(deleteMatter, service.ring, { matter_id: id, reason: "Asked" }), 404],
  ]
  for (const [state, bring, expected] of states) {
    const { matter_id, ids } = await newIntake(firm)
    await bring(matter_id)
    const query = { filename: "Will.txt", request_id: ids.statements }
    assert.equal((await add({ matter_id }, query)).status, expected, state)
    const upload = { size: 8, filename: "Will.txt", request_id: ids.statements }
    const created = await firm.request("POST", `/v1/matters/${matter_id}/uploads`, upload)
    assert.equal(created.status, expected, state)
  }
})

test("a request for one file takes one, accepted or not; the same file again is the same document", async () => {
  const intake = await newIntakeWithWill()
  const query = { filename: "Will.txt", request_id: intake.ids.will_copy }
  const [first, second] = await Promise.all([add(intake, query), add(intake, query)])
  assert.deepEqual([first.status, second.status], [201, 201], JSON.stringify(second.body))
  assert.equal(second.body.document_id, first.body.document_id)
  const another = () => add(intake, query, "A newer will").then(({ body }) => body.code)
  assert.equal(await another(), "one_file_only")
  await firm.run((tx) => acceptFile(tx, service.ring, intake.matter_id, first.body.document_id))
  assert.equal(await another(), "one_file_only")
  const newer = { size: 9, filename: "Newer.txt", request_id: intake.ids.will_copy }
  const { body } = await firm.request("POST", `/v1/matters/${intake.matter_id}/uploads`, newer)
  assert.equal(body.code, "one_file_only", "before its bytes are sent")
  assert.equal((await listed(intake)).length, 1)
})

test("an idempotency key adds a file once for a day, and refuses another file", async (t) => {
  const intake = await newIntakeWithWill()
  const once = { "idempotency-key": "will-of-ada" }
  const query = { filename: "Will.txt", request_id: intake.ids.will_copy }
  const first = await add(intake, query, "The will", once)
  ahead_ms = 3_600_000
  t.after(() => {
    ahead_ms = 0
  })
  const again = await add(intake, query, "The will", once)
  assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"])
  assert.equal(again.body.document_id, first.body.document_id)
  assert.equal((await fetch(again.body.download_url)).status, 200)
  const other = await add(intake, query, "Another will", once)
  assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"])
  assert.equal((await listed(intake)).length, 1)
})

/** Sends a body whose connection breaks after its first part, once `hasArrived`. */
function breakOff(
  method: string,
  url: string,
  part: Buffer,
  hasArrived: () => Promise<boolean>,
  headers = {},
) {
  return new Promise<void>((resolve, reject) => {
    const request = httpRequest(`${service.base_url}${url}`, {
      method,
      headers: { authorization: `Token ${firm.token}`, "content-length": part.length * 2, ...headers },
    })
    request.once("error", () => resolve())
    request.write(part)
    waitUntil(hasArrived, "too little has arrived").then(() => request.destroy(), reject)
  })
}

test("a sender that dies halfway leaves nothing of a single request", async () => {
  const intake = await newIntake(firm)
  const url = `/v1/matters/${intake.matter_id}/documents?filename=Will.jpg`
  const announced = () =>
    firm.all(sql`select from stored_files where matter_id = ${intake.matter_id} and purpose = 'document'`)
  await breakOff("POST", url, Buffer.alloc(300_000), async () => (await announced()).length === 1)
  await waitUntil(async () => (await announced()).length === 0, "the bytes stay")
  assert.deepEqual(await listed(intake), [])
})

test("a file sent in pieces survives a broken connection and another server, and becomes one document", async (t) => {
  const intake = await newIntake(firm)
  const jpeg = sampleJpeg(6 * 1024 * 1024)
  const at = `/v1/matters/${intake.matter_id}/uploads`
  const announced = { size: jpeg.length, filename: "Will.jpg", label: "Will", sha256: hashOf(jpeg) }
  const { status, headers, body } = await firm.request("POST", at, announced, { "idempotency-key": "1" })
  assert.deepEqual([status, body.received_bytes, body.document_id], [201, 0, null])
  assert.equal(headers.location, body.upload_url)
  const url = `${at}/${body.id}`
  const read = async () => (await firm.request("GET", url)).body
  const wrong = await send("PATCH", url, jpeg, { "upload-offset": "1" })
  assert.deepEqual([wrong.status, wrong.body.code], [409, "upload_moved"])
  const none = await send("PATCH", url, "x")
  assert.deepEqual([none.status, none.body.errors[0].param], [400, "Upload-Offset"])
  const long = await send("PATCH", url, Buffer.concat([jpeg, jpeg]), { "upload-offset": "0" })
  assert.deepEqual([long.status, long.body.code], [413, "upload_too_long"])
  await breakOff("PATCH", url, jpeg.subarray(0, 2_500_000), async () => (await read()).received_bytes > 0, {
    "upload-offset": "0",
  })

  const node = await createApp(service)
  t.after(() => node.close())
  const rest = { authorization: `Token ${firm.token}`, "tus-resumable": "1.0.0" }
  const inject = (offset: number) =>
    node.inject({
      method: "PATCH",
      url,
      headers: {
        ...rest,
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      },
      payload: jpeg.subarray(offset),
    })
  // What had arrived before the connection broke counts too, and may still be stored.
  let statuses: number[] = []
  await waitUntil(async () => {
    const { received_bytes: from } = await read()
    statuses = (await Promise.all([inject(from), inject(from)])).map(({ statusCode }) => statusCode)
    return statuses.includes(204)
  }, "no piece fits")
  assert.deepEqual(statuses.toSorted(), [204, 409])
  const { document_id, received_bytes } = await read()
  assert.equal(received_bytes, jpeg.length)
  const head = await node.inject({ method: "HEAD", url, headers: rest })
  const { "upload-offset": offset, "upload-length": length, "tus-resumable": version } = head.headers
  assert.deepEqual([offset, length, version], [String(jpeg.length), String(jpeg.length), "1.0.0"])
  // The response to the last byte was lost.
  assert.equal((await inject(jpeg.length)).statusCode, 204)
  const [document, ...others] = await listed(intake)
  assert.deepEqual([document.document_id, others], [document_id, []])
  const stored = Buffer.from(await (await fetch(document.download_url)).arrayBuffer())
  assert.ok(stored.equals(jpeg))
})

test("a file in pieces is refused at its end if it is not what was promised, and the upload is gone", async () => {
  const intake = await newIntake(firm)
  const at = `/v1/matters/${intake.matter_id}/uploads`
  const cases: [object, content: string, status: number, code: string][] = [
    [{ sha256: hashOf("Other") }, "The will", 422, "checksum_mismatch"],
    [{ filename: "deed.pdf" }, "<html>", 400, "file_refused"],
  ]
  for (const [more, content, status, code] of cases) {
    const { body } = await firm.request("POST", at, { size: content.length, ...more })
    const sent = await send("PATCH", `${at}/${body.id}`, content, { "upload-offset": "0" })
    assert.deepEqual([sent.status, sent.body.code], [status, code])
    assert.equal((await firm.request("GET", `${at}/${body.id}`)).status, 404)
  }
  const refused = async (announced: object) => {
    const { status, body } = await firm.request("POST", at, announced)
    return [status, body.code]
  }
  assert.deepEqual(await refused({ size: 0 }), [400, "file_refused"])
  assert.deepEqual(await refused({ size: 100 * 1024 * 1024 + 1 }), [413, "file_too_large"])
  assert.deepEqual(await refused({ size: 5, filename: "page.html" }), [400, "file_refused"])
  assert.deepEqual(await listed(intake), [])
})

test("an unfinished upload is canceled with all of its bytes, and a finished one stays a document", async () => {
  const intake = await newIntake(firm)
  const at = `/v1/matters/${intake.matter_id}/uploads`
  const create = async (size: number) => (await firm.request("POST", at, { size })).body.id as string
  const keys = (id: string) =>
    firm.all<{ key: string }>(sql`select key from stored_files where key like ${`parts/%/${id}/%`}`)
  const id = await create(3_000_000)
  const piece = Buffer.alloc(2_500_000, "a")
  assert.equal((await send("PATCH", `${at}/${id}`, piece, { "upload-offset": "0" })).status, 204)
  assert.ok((await keys(id)).length > 0)
  const cancel = (one: string) => firm.request("DELETE", `${at}/${one}`)
  const { status, headers } = await cancel(id)
  assert.deepEqual([status, headers["tus-resumable"]], [204, "1.0.0"])
  assert.deepEqual(await keys(id), [])
  for (const method of ["DELETE", "GET"])
    assert.equal((await firm.request(method, `${at}/${id}`)).status, 404, method)
  assert.equal((await send("PATCH", `${at}/${id}`, "x", { "upload-offset": "0" })).status, 404)

  const done = await create(8)
  assert.equal((await send("PATCH", `${at}/${done}`, "The will", { "upload-offset": "0" })).status, 204)
  const refused = await cancel(done)
  assert.deepEqual([refused.status, refused.body.code], [409, "upload_finished"])
  assert.equal((await listed(intake)).length, 1)

  const { status: said, headers: options } = await send("OPTIONS", at, undefined, { authorization: "" })
  const of = (name: string) => options.get(name)
  assert.deepEqual(
    [said, of("tus-version"), of("tus-extension"), of("tus-max-size"), of("allow")],
    [204, "1.0.0", "termination", String(100 * 1024 * 1024), "POST"],
  )
})

test("an upload that is becoming a document is not canceled meanwhile", async () => {
  const intake = await newIntake(firm)
  const { body } = await firm.request("POST", `/v1/matters/${intake.matter_id}/uploads`, { size: 8 })
  const cancel = () => firm.request("DELETE", `/v1/matters/${intake.matter_id}/uploads/${body.id}`)
  const { outcome } = await firm.run(async (tx) => {
    assert.equal(await findReceived(tx, body.id), null)
    const canceling = await startDuring(tx, cancel)
    await markReceived(tx, body.id, newId("document"))
    return canceling
  })
  const { status, body: refused } = await outcome
  assert.deepEqual([status, refused.code], [409, "upload_finished"])
})

test("the uploads of pages and of the firm's software are closed to each other", async () => {
  const intake = await newPortalIntake(service, firm)
  const at = `/v1/matters/${intake.matter_id}/uploads`
  const { body } = await firm.request("POST", at, { size: 8 })
  const { matter_id, ids, ada } = intake
  const [, section_id = ""] = /sections\/([^/]+)/.exec(intake.pageOf(ids.statements)) ?? []
  const of_page = { matter_id, section_id, path: ids.statements, filename: "Will.txt", size: 8 }
  const promised = { ...of_page, section_id: "", path: "", target: {}, size: 100 * 1024 * 1024 }
  await firm.run(async (tx) => {
    for (let number = 0; number < 19; number += 1) await beginUpload(tx, service, promised)
  })
  assert.equal((await firm.request("POST", at, { size: promised.size })).body.code, "too_many_uploads")
  const page_upload = await firm.run((tx) => beginUpload(tx, service, of_page), intake.client)
  assert.equal((await firm.request("GET", `${at}/${page_upload}`)).status, 404)
  const statusOf = async (id: string) => {
    const headers = { cookie: cookieHeader(ada.cookies), "tus-resumable": "1.0.0" }
    const { statusCode } = await service.app.inject({ method: "HEAD", url: `/portal/uploads/${id}`, headers })
    return statusCode
  }
  assert.deepEqual([await statusOf(page_upload), await statusOf(body.id)], [200, 404])
})
