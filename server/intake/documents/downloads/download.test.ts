import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { rangeOf } from "../../../platform/http/downloads/byte-range.ts"
import { attachment } from "../../../platform/http/downloads/content-disposition.ts"
import { removeDocument } from "../uploads/removal.ts"
import { downloadUrl } from "./links.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => new Date(start.getTime() + elapsed_s * 1000) })
const start = new Date("2026-03-02T09:30:00Z")
let elapsed_s = 0

async function newDocument(filename = "notes.txt", content = "0123456789") {
  const intake = await newIntake(firm)
  elapsed_s = 0
  const { document_id } = await upload(
    service,
    intake,
    { request_id: intake.ids.statements },
    filename,
    content,
  )
  const url = downloadUrl(service, { firm_id: firm.firm_id, document_id, now: start }).slice(
    service.base_url.length,
  )
  return { document_id, url }
}
const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  service.app.inject({ method, url, headers })

test("a link works without a key, saves the file under its name, and never runs it", async () => {
  const { url } = await newDocument("Año “final”; x.txt")
  const { statusCode, headers, body } = await get(url)
  assert.equal(statusCode, 200)
  assert.equal(body, "0123456789")
  assert.equal(headers["content-type"], "text/plain")
  assert.equal(headers["content-length"], "10")
  assert.equal(
    headers["content-disposition"],
    `attachment; filename="A_o _final_; x.txt"; filename*=UTF-8''A%C3%B1o%20%E2%80%9Cfinal%E2%80%9D%3B%20x.txt`,
  )
  assert.equal(headers["x-content-type-options"], "nosniff")
  assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'")
  assert.equal(headers["cache-control"], "private, no-store")
})

test("a link works after 599 seconds and not after 601", async () => {
  const { url } = await newDocument()
  elapsed_s = 599
  assert.equal((await get(url)).statusCode, 200)
  elapsed_s = 601
  const late = await get(url)
  assert.equal(late.statusCode, 403)
  assert.equal(late.json().code, "link_expired")
  elapsed_s = 0
})

test("no altered link is accepted", async () => {
  const { url } = await newDocument()
  const characters = "0123456789ABCDEFabcdef_-./?&=%xyzXYZ".split("")
  await fc.assert(
    fc.asyncProperty(
      fc.nat(url.length - 1),
      fc.constantFrom(...characters),
      fc.constantFrom("replace", "insert", "delete"),
      async (at, character, how) => {
        const tail = url.slice(how === "insert" ? at : at + 1)
        const changed = url.slice(0, at) + (how === "delete" ? "" : character) + tail
        // "/?…" is the root, which redirects to a page.
        fc.pre(changed !== url && changed.startsWith("/") && !changed.startsWith("/?"))
        const { statusCode } = await get(changed)
        assert([400, 403, 404].includes(statusCode), `${changed}: ${statusCode}`)
      },
    ),
    { numRuns: 1500 },
  )
  const [path, query = ""] = url.split("?")
  const [expires, signature] = query.split("&")
  for (const changed of [
    `${path}?${signature}&${expires}`,
    `${url}&x=1`,
    url.replace("expires=", "expires=0"),
    url.replace("document_", "%64ocument_"),
    `${path}/?${query}`,
    url.toUpperCase(),
  ]) {
    assert([403, 404].includes((await get(changed)).statusCode), changed)
  }
  assert.equal((await get(url)).statusCode, 200)
})

test("a link opens only its own firm's own file", async () => {
  const { document_id } = await newDocument()
  const other = await service.newFirm()
  const crossed = downloadUrl(service, { firm_id: other.firm_id, document_id, now: start })
  assert.equal((await get(crossed.slice(service.base_url.length))).statusCode, 404)
})

test("a link stops working when its document is removed, and pauses while the firm is suspended", async () => {
  const { document_id, url } = await newDocument()
  const suspend = (at: Date | null) =>
    service.db.forPlatform((tx) =>
      tx.run(sql`update firms set suspended_at = ${at} where id = ${firm.firm_id}`),
    )
  await suspend(start)
  assert.equal((await get(url)).statusCode, 403)
  await suspend(null)
  assert.equal((await get(url)).statusCode, 200)
  await firm.run((tx) => removeDocument(tx, document_id))
  assert.equal((await get(url)).statusCode, 404)
})

test("HEAD describes the file without sending it", async () => {
  const { url } = await newDocument()
  const { statusCode, headers, body } = await get(url, {}, "HEAD")
  assert.deepEqual([statusCode, headers["content-length"], body], [200, "10", ""])
})

test("a byte range can be requested", async () => {
  const { url } = await newDocument()
  const part = await get(url, { range: "bytes=2-4" })
  assert.deepEqual([part.statusCode, part.body, part.headers["content-range"]], [206, "234", "bytes 2-4/10"])
  assert.equal((await get(url, { range: "bytes=-3" })).body, "789")
  const beyond = await get(url, { range: "bytes=10-" })
  assert.deepEqual([beyond.statusCode, beyond.headers["content-range"]], [416, "bytes */10"])
})

test("malformed ranges are ignored, as RFC 9110 allows", () => {
  for (const header of [undefined, "", "bytes=", "bytes=-", "bytes=4-2", "bytes=0-1,3-4", "items=0-1"]) {
    assert.equal(rangeOf(header, 10), undefined, header)
  }
  assert.deepEqual(rangeOf("bytes=5-99", 10), { start: 5, end: 9 })
  assert.equal(rangeOf("bytes=-0", 10), "unsatisfiable")
})

test("no filename breaks out of its header", () => {
  assert.equal(
    attachment(`a"b\\c%41'(*).pdf`),
    `attachment; filename="a_b_c_41'(*).pdf"; filename*=UTF-8''a%22b%5Cc%2541%27%28%2A%29.pdf`,
  )
})
