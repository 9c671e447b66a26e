import assert from "node:assert/strict"
import { readdir, readFile, stat, utimes } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sampleJpeg } from "../../documents/formats/sample_files.ts"
import { cookieHeader } from "../../test/cookies.ts"
import { openTestService, type TestFirm, type TestService } from "../../test/harness.ts"
import { newPortalIntake, type PortalIntake } from "../../test/portal_intake.ts"
import type { PortalVisitor } from "../../test/portal_visitor.ts"
import { waitUntil } from "../../test/wait_until.ts"

let service: TestService
let firm: TestFirm
before(async () => {
  service = await openTestService({ listen: true })
  firm = await service.newFirm()
})
after(() => service.close())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** After how many bytes a connection breaks, as soon as the part on disk has `arrived_bytes`. */
interface Cut {
  sent_bytes: number
  arrived_bytes: number
}

/** One tus request, whole unless there is a `cut`. */
function tus(
  visitor: PortalVisitor,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body: Buffer = Buffer.alloc(0),
  cut?: Cut,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${service.base_url}${url}`,
      {
        method,
        headers: {
          "tus-resumable": "1.0.0",
          "sec-fetch-site": "same-origin",
          cookie: cookieHeader(visitor.cookies),
          ...(method === "PATCH"
            ? { "content-type": "application/offset+octet-stream", "content-length": body.length }
            : {}),
          ...headers,
        },
      },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk as Buffer)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        })
      },
    )
    request.once("error", reject)
    if (cut === undefined) return void request.end(body)
    request.write(body.subarray(0, cut.sent_bytes))
    const hasArrived = async () => (await stat(partOf(url))).size >= cut.arrived_bytes
    waitUntil(hasArrived, "too little has arrived").then(() => request.destroy(), reject)
  })
}

const partOf = (url: string) => join(service.config.data_dir, "uploads", `${url.split("/").at(-1)}.part`)
const encoded = (text: string) => Buffer.from(text).toString("base64")

function begin(intake: PortalIntake, filename: string, size: number, visitor = intake.ada): Promise<Answer> {
  const [, section_id = ""] = /sections\/([^/]+)/.exec(intake.pageOf(intake.ids.statements)) ?? []
  const metadata = `filename ${encoded(filename)},section_id ${encoded(section_id)},path ${encoded(intake.ids.statements)}`
  return tus(visitor, "POST", "/portal/uploads", {
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
const patch = (intake: PortalIntake, url: string, content: Buffer, offset: number, cut?: Cut) =>
  tus(intake.ada, "PATCH", url, { "upload-offset": String(offset) }, content.subarray(offset), cut)

test("25 MB that are cut three times arrive whole without starting again", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = sampleJpeg(25 * 1024 * 1024)
  const { status, headers } = await begin(intake, "scan – año.jpg", content.length)
  assert.equal(status, 201)
  const url = String(headers.location)
  assert.match(url, /^\/portal\/uploads\/[0-9a-f]{32}$/)
  let offset = 0
  for (const share of [3, 7, 8]) {
    const until = Math.floor((content.length * share) / 10)
    await assert.rejects(
      patch(intake, url, content, offset, { sent_bytes: until - offset, arrived_bytes: offset + 1 }),
    )
    const arrived = await offsetOf(intake, url)
    assert.ok(arrived > offset && arrived <= until, `${arrived} of ${until}`)
    offset = arrived
  }
  assert.equal((await patch(intake, url, content, offset)).status, 204)
  const [document, ...more] = await documentsOf(intake)
  assert.deepEqual(more, [])
  assert.deepEqual([document.filename, document.size], ["scan – año.jpg", content.length])
  const file = await fetch(document.download_url)
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(content))
})

test("whoever did not hear the end asks again, and there is still one document", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = sampleJpeg()
  const url = String((await begin(intake, "a.jpg", content.length)).headers.location)
  const last = content.length - 1
  await assert.rejects(patch(intake, url, content, 0, { sent_bytes: last, arrived_bytes: last }))
  // Until it is received, the last byte is asked for.
  const both = await Promise.all([patch(intake, url, content, last), patch(intake, url, content, last)])
  assert.ok(both.some(({ status }) => status === 204))
  assert.equal(await offsetOf(intake, url), content.length)
  assert.equal((await documentsOf(intake)).length, 1)
})

test("what waits on disk cannot be read there, and is gone once it is received", async () => {
  const intake = await newPortalIntake(service, firm)
  const content = Buffer.from("The key is under the third stone. ".repeat(100))
  const url = String((await begin(intake, "secret.txt", content.length)).headers.location)
  await assert.rejects(patch(intake, url, content, 0, { sent_bytes: 2_000, arrived_bytes: 2_000 }))
  const folder = join(service.config.data_dir, "uploads")
  const id = url.split("/").at(-1) ?? ""
  const part = await readFile(partOf(url))
  assert.ok(part.length > 0)
  assert.ok(!part.toString("latin1").includes("third stone"))
  const offset = await offsetOf(intake, url)
  await patch(intake, url, content, offset)
  assert.ok(!(await readdir(folder)).includes(`${id}.part`))
  const [document] = await documentsOf(intake)
  assert.equal(await (await fetch(document.download_url)).text(), content.toString())
})

test("a file that is not taken is refused with the sentence of the page, before or after it came", async () => {
  const intake = await newPortalIntake(service, firm)
  await intake.ada.get("/portal?lang=es")
  const wrong = await begin(intake, "run.exe", 10)
  assert.deepEqual([wrong.status, /^Este tipo de archivo/.test(wrong.text)], [422, true])
  assert.match((await begin(intake, "big.pdf", 101 * 1024 * 1024)).text, /más de 100 MB/)
  assert.match((await begin(intake, "none.pdf", 0)).text, /está vacío/)
  const content = sampleJpeg()
  const url = String((await begin(intake, "a.pdf", content.length)).headers.location)
  const disguised = await patch(intake, url, content, 0)
  assert.equal(disguised.status, 422)
  assert.match(disguised.text, /contiene un archivo \.jpg/)
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
  assert.deepEqual(await documentsOf(intake), [])
})

test("an upload belongs to the client who began it, and needs a session", async () => {
  const [intake, stranger] = [await newPortalIntake(service, firm), await newPortalIntake(service, firm)]
  const content = sampleJpeg()
  const url = String((await begin(intake, "a.jpg", content.length)).headers.location)
  for (const method of ["HEAD", "PATCH", "DELETE"])
    assert.equal((await tus(stranger.ada, method, url, { "upload-offset": "0" })).status, 404, method)
  const nobody = { ...intake.ada, cookies: new Map<string, string>() }
  assert.equal((await tus(nobody, "PATCH", url, { "upload-offset": "0" }, content)).status, 401)
  assert.equal((await begin(intake, "a.jpg", 10, stranger.ada)).status, 404)
  assert.equal((await tus(intake.ada, "HEAD", "/portal/uploads/..%2fmaster")).status, 404)
  assert.equal((await tus(intake.ada, "DELETE", url)).status, 204)
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
})

test("what nobody has touched for a day is removed, and nobody can promise more than a disk holds", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = String((await begin(intake, "old.jpg", 1_000)).headers.location)
  const file = join(service.config.data_dir, "uploads", url.split("/").at(-1) ?? "")
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const end of [".json", ".part"]) await utimes(file + end, yesterday, yesterday)
  for (let count = 0; count < 20; count += 1)
    assert.equal((await begin(intake, "a.jpg", 100 * 1024 * 1024)).status, 201)
  assert.equal((await tus(intake.ada, "HEAD", url)).status, 404)
  assert.match((await begin(intake, "a.jpg", 1_000)).text, /Too many uploads are waiting/)
})
