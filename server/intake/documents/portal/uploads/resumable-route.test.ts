import assert from "node:assert/strict"
import { request as httpRequest } from "node:http"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { cookieHeader } from "../../../../../test/harness/cookies.ts"
import type { PortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { sampleJpeg } from "../../../../../test/harness/sample-files.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { waitUntil } from "../../../../../test/harness/wait-until.ts"
import { deleteMatter, restoreMatter } from "../../../../operations/deletions/deletions.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { closeMatter } from "../../../matters/lifecycle.ts"
import { sweepUploads } from "../../uploads/unfinished-uploads.ts"

const { service, firm } = provideServiceAndFirm({
  listen: true,
  clock: () => new Date(Date.now() + ahead_ms),
})
let ahead_ms = 0

interface TusResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Breaks a connection after `sent_bytes`, once the server has stored `arrived_bytes`. */
interface Abort {
  sent_bytes: number
  arrived_bytes: number
}

/** Sends one tus request; breaks the connection if there is an `abort`. */
function tus(
  client: PortalBrowser,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body: Buffer = Buffer.alloc(0),
  abort?: Abort,
): Promise<TusResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${service.base_url}${url}`,
      {
        method,
        headers: {
          "tus-resumable": "1.0.0",
          "sec-fetch-site": "same-origin",
          cookie: cookieHeader(client.cookies),
          ...(method === "PATCH"
            ? { "content-type": "application/offset+octet-stream", "content-length": body.length }
            : {}),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        })
      },
    )
    request.once("error", reject)
    if (abort === undefined) return void request.end(body)
    request.write(body.subarray(0, abort.sent_bytes))
    const hasArrived = async () => (await receivedBytes(url)) >= abort.arrived_bytes
    waitUntil(hasArrived, "too little has arrived").then(() => request.destroy(), reject)
  })
}

const idOf = (url: string) => url.split("/").at(-1) ?? ""

async function receivedBytes(url: string): Promise<number> {
  const { received_bytes } = await firm.one<{ received_bytes: number }>(
    sql`select received_bytes from unfinished_uploads where id = ${idOf(url)}`,
  )
  return received_bytes
}

/** The stored pieces of an unfinished upload. */
async function partsOf(url: string): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for await (const { key } of service.files.list(`parts/${firm.firm_id}/${idOf(url)}/`))
    parts.push(await buffer(await service.files.read(key)))
  return parts
}
const encoded = (text: string) => Buffer.from(text).toString("base64")

function begin(
  intake: PortalIntake,
  filename: string,
  size: number,
  client = intake.ada,
): Promise<TusResponse> {
  const [, section_id = ""] = /sections\/([^/]+)/.exec(intake.pageOf(intake.ids.statements)) ?? []
  const metadata = `filename ${encoded(filename)},section_id ${encoded(section_id)},path ${encoded(intake.ids.statements)}`
  return tus(client, "POST", "/portal/uploads", {
    "upload-length": String(size),
    "upload-metadata": metadata,
  })
}

async function offsetOf(intake: PortalIntake, url: string): Promise<number> {
  const { status, headers } = await tus(intake.ada, "HEAD", url)
  assert.equal(status, 200)
  return Number(headers["upload-offset"])
}

const documentsOf = async ({ matter_id }: PortalIntake) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents
const patch = (intake: PortalIntake, url: string, content: Buffer, offset: number, abort?: Abort) =>
  tus(intake.ada, "PATCH", url, { "upload-offset": String(offset) }, content.subarray(offset), abort)

test("two files that are sent at the same time each keep their own pieces", async () => {
  const intake = await newPortalIntake(service, firm)
  const contents = [sampleJpeg(60_000), sampleJpeg(80_000)]
  const urls: string[] = []
  for (const content of contents)
    urls.push(String((await begin(intake, `${content.length}.jpg`, content.length)).headers.location))
  for (const end of [20_000, 40_000, undefined])
    for (const [index, content] of contents.entries()) {
      const url = urls[index] ?? ""
      const { status } = await patch(intake, url, content.subarray(0, end), await offsetOf(intake, url))
      assert.equal(status, 204)
    }
  const documents: { filename: string; download_url: string }[] = await documentsOf(intake)
  assert.equal(documents.length, 2)
  for (const content of contents) {
    const url = documents.find(({ filename }) => filename === `${content.length}.jpg`)?.download_url ?? ""
    assert.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content))
  }
})

test("a browser that missed the last response sends the last byte again, and still creates one document", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = sampleJpeg()
  const url = String((await begin(intake, "a.jpg", content.length)).headers.location)
  const last = content.length - 1
  assert.equal((await patch(intake, url, content.subarray(0, last), 0)).status, 204)
  // The offset stays one byte short until the document is received.
  const both = await Promise.all([patch(intake, url, content, last), patch(intake, url, content, last)])
  assert.ok(both.some(({ status }) => status === 204))
  assert.equal(await offsetOf(intake, url), content.length)
  assert.equal((await documentsOf(intake)).length, 1)
  // Again, with an empty body.
  assert.equal((await patch(intake, url, content, content.length)).status, 204)
  const canceled = await tus(intake.ada, "DELETE", url)
  assert.deepEqual([canceled.status, JSON.parse(canceled.text).code], [409, "upload_finished"])
  assert.equal((await documentsOf(intake)).length, 1)
})

test("pieces and file names are encrypted at rest, and the pieces are removed once received", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = Buffer.from("The key is under the third stone. ".repeat(100))
  const url = String((await begin(intake, "aunt-mae.txt", content.length)).headers.location)
  assert.equal((await patch(intake, url, content.subarray(0, 2_000), 0)).status, 204)
  const parts = await partsOf(url)
  assert.equal(parts.length, 1)
  assert.ok(!Buffer.concat(parts).toString("latin1").includes("third stone"))
  const rows = await firm.all(
    sql`select u, p from unfinished_uploads u join unfinished_parts p on p.upload_id = u.id`,
  )
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes("aunt-mae"))
  const offset = await offsetOf(intake, url)
  assert.equal(offset, 2_000)
  await patch(intake, url, content, offset)
  assert.deepEqual(await partsOf(url), [])
  const [document] = await documentsOf(intake)
  assert.equal(document.filename, "aunt-mae.txt")
  assert.equal(await (await fetch(document.download_url)).text(), content.toString())
})

test("a refused file gets the page's sentence, whether it is refused before or after it is sent", async () => {
  const intake = await newPortalIntake(service, firm)
  await intake.ada.get("/portal?lang=es")
  const wrong = await begin(intake, "run.exe", 10)
  assert.equal(wrong.status, 422)
  const problem = JSON.parse(wrong.text)
  assert.equal(problem.code, "file_refused")
  assert.match(problem.detail, /^No se acepta este tipo de archivo/)
  assert.match((await begin(intake, "big.pdf", 101 * 1024 * 1024)).text, /más de 100 MB/)
  assert.match((await begin(intake, "none.pdf", 0)).text, /está vacío/)
  const content = Buffer.from("Hola")
  const url = String((await begin(intake, "a.pdf", content.length)).headers.location)
  const disguised = await patch(intake, url, content, 0)
  assert.equal(disguised.status, 422)
  assert.match(disguised.text, /termina en \.pdf, pero /)
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
  assert.deepEqual(await documentsOf(intake), [])
})

test("only the client who began an upload can resume or delete it, and only with a session", async () => {
  const [intake, stranger] = [await newPortalIntake(service, firm), await newPortalIntake(service, firm)]
  const content = sampleJpeg()
  const url = String((await begin(intake, "a.jpg", content.length)).headers.location)
  for (const method of ["HEAD", "PATCH", "DELETE"])
    assert.equal((await tus(stranger.ada, method, url, { "upload-offset": "0" })).status, 404, method)
  const unknown = { ...intake.ada, cookies: new Map<string, string>() }
  assert.equal((await tus(unknown, "PATCH", url, { "upload-offset": "0" }, content)).status, 401)
  assert.equal((await begin(intake, "a.jpg", 10, stranger.ada)).status, 404)
  assert.equal((await tus(intake.ada, "HEAD", "/portal/uploads/..%2fmaster")).status, 404)
  assert.equal((await tus(intake.ada, "DELETE", url)).status, 204)
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
  const { headers } = await tus(intake.ada, "OPTIONS", url)
  assert.equal(headers["tus-extension"], "creation,termination")
})

test("the sweep removes uploads untouched for a day, with their bytes", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = sampleJpeg(10_000)
  const url = String((await begin(intake, "old.jpg", content.length)).headers.location)
  await patch(intake, url, content.subarray(0, 5_000), 0)
  await sweepUploads(service, firm.firm_id)
  assert.equal((await partsOf(url)).length, 1)
  ahead_ms = 25 * 3_600_000
  await sweepUploads(service, firm.firm_id)
  ahead_ms = 0
  assert.deepEqual(await partsOf(url), [])
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
})

test("the limit on unfinished uploads holds when many begin at once", async () => {
  const intake = await newPortalIntake(service, firm)
  const size = 100 * 1024 * 1024
  const responses = await Promise.all(Array.from({ length: 26 }, () => begin(intake, "a.jpg", size)))
  assert.equal(responses.filter(({ status }) => status === 201).length, 20)
  assert.match((await begin(intake, "a.jpg", 1_000)).text, /Too many uploads are waiting/)
  const location = responses.find(({ status }) => status === 201)?.headers.location
  assert.equal((await tus(intake.ada, "DELETE", String(location))).status, 204)
  assert.equal((await begin(intake, "a.jpg", 1_000)).status, 201)
})

test("deleting a matter removes its unfinished uploads, and restoring it does not bring them back", async () => {
  const intake = await newPortalIntake(service, firm)
  const { matter_id } = intake
  const content = sampleJpeg(10_000)
  const url = String((await begin(intake, "deed.jpg", content.length)).headers.location)
  await patch(intake, url, content.subarray(0, 5_000), 0)
  const deletion_id = await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    return deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
  })
  await sweepUploads(service, firm.firm_id)
  assert.deepEqual(await partsOf(url), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion_id))
  const { uploads } = await firm.one<{ uploads: number }>(
    sql`select count(*) as uploads from unfinished_uploads where matter_id = ${matter_id}`,
  )
  assert.equal(uploads, 0)
})
