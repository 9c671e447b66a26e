import assert from "node:assert/strict"
import { before, test } from "node:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { provideDemo } from "../../../../test/harness/demo-database.ts"
import { newFirmWithPortalIntake } from "../../../../test/harness/portal-intake.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { signInStaff } from "../../../../test/harness/staff-browser.ts"
import { withoutRandomText } from "../../../../test/harness/without-random-text.ts"
import { sql } from "../../db/sql.ts"
import { encodingFor } from "./compression.ts"

const { service, demo } = provideDemo()
let staff: string
before(async () => {
  const run: TestFirm["run"] = (work) => service.db.forFirm(demo.firm_id, work)
  const { id } = await run((tx) =>
    tx.one<{ id: string }>(
      sql`select id from users where is_firm_staff and role = 'admin' order by id limit 1`,
    ),
  )
  staff = cookieHeader(await signInStaff({ run } as TestFirm, id))
})

interface SentRequest {
  method?: "GET" | "HEAD"
  url: string
  headers?: Record<string, string>
}

async function ask({ method = "GET", url, headers = {} }: SentRequest) {
  const {
    statusCode: status,
    headers: got,
    rawPayload: bytes,
  } = await service.app.inject({ method, url, headers })
  return { status, headers: got, bytes }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

/** Without what differs between any two responses: seals, times, and random text. */
const stable = (html: Buffer) =>
  withoutRandomText(html.toString()).replace(/v1\.[\w.-]+|\b\d{13}\.[\w-]+/g, "")

test("Accept-Encoding chooses the encoding, and a request that another site caused gets none", () => {
  const expected: Record<string, string | undefined> = {
    "gzip, deflate, br, zstd": "br",
    "gzip, deflate": "gzip",
    GZIP: "gzip",
    "br;q=0, gzip;q=0.5": "gzip",
    "br;q=0.1, gzip": "gzip",
    "gzip;q=0.9, br;q=0.9": "br",
    "*;q=0.5, gzip;q=0.8": "gzip",
    "*": "br",
    "br;q=0, *;q=0.1": "gzip",
    "gzip;q=0": undefined,
    "identity, *;q=0": undefined,
    deflate: undefined,
    "gzip;q=x": undefined,
    "": undefined,
  }
  for (const [accepted, encoding] of Object.entries(expected)) {
    assert.equal(encodingFor({ "accept-encoding": accepted }), encoding, accepted)
    for (const site of ["same-origin", "none"])
      assert.equal(encodingFor({ "accept-encoding": accepted, "sec-fetch-site": site }), encoding, site)
    for (const site of ["cross-site", "same-site"])
      assert.equal(encodingFor({ "accept-encoding": accepted, "sec-fetch-site": site }), undefined, site)
  }
  assert.equal(encodingFor({}), undefined)
})

test("pages, lists and errors go out compressed, with the same content and matching lengths", async () => {
  const key = { authorization: `Token ${demo.api_token}` }
  const pages: SentRequest[] = [
    { url: "/console/matters", headers: { cookie: staff } },
    { url: `/console/matters/${demo.matters.couple}/review`, headers: { cookie: staff } },
    { url: new URL(demo.invite_url).pathname },
    { url: "/v1/matters", headers: key },
    { url: `/v1/matters/${demo.matters.couple}/contacts`, headers: key },
    { url: `/v1/matters/${demo.matters.couple}/documents`, headers: key },
    { url: "/v1/openapi.json" },
  ]
  for (const { url, headers } of pages) {
    const plain = await ask({ url, headers })
    assert.equal(plain.headers["content-encoding"], undefined, url)
    assert.match(String(plain.headers.vary), /Accept-Encoding/, url)
    if (plain.bytes.length < 1024) continue
    for (const encoding of ["br", "gzip"] as const) {
      const sent = { url, headers: { ...headers, "accept-encoding": encoding } }
      const { headers: got, bytes } = await ask(sent)
      assert.equal(got["content-encoding"], encoding, url)
      assert.match(String(got.vary), /Accept-Encoding/, url)
      assert.equal(Number(got["content-length"]), bytes.length, url)
      assert(bytes.length < plain.bytes.length / 2, url)
      const content = decoders[encoding](bytes)
      if (!url.endsWith("/documents")) assert.equal(stable(content), stable(plain.bytes), url)
      const head = await ask({ ...sent, method: "HEAD" })
      assert.deepEqual([head.bytes.length, head.headers["content-encoding"]], [0, encoding], url)
      // The links of documents, and with them the tag, are new every second.
      if (got.etag === undefined || url.endsWith("/documents")) continue
      assert.equal(got.etag, plain.headers.etag, "the same content has the same tag")
      assert.equal(head.headers["content-length"], got["content-length"], url)
      const unchanged = await ask({ url, headers: { ...sent.headers, "if-none-match": String(got.etag) } })
      assert.deepEqual(
        [unchanged.status, unchanged.bytes.length, unchanged.headers["content-encoding"]],
        [304, 0, undefined],
      )
    }
    const foreign = { ...headers, "accept-encoding": "br", "sec-fetch-site": "cross-site" }
    assert.equal((await ask({ url, headers: foreign })).headers["content-encoding"], undefined, url)
  }
  const empty = await ask({ url: "/console/matters", headers: { "accept-encoding": "br" } })
  assert.deepEqual([empty.status, empty.headers["content-encoding"]], [303, undefined])
})

test("a file and its ranges go out as they are", async () => {
  const { body } = await service.app.inject({
    url: `/v1/matters/${demo.matters.couple}/documents`,
    headers: { authorization: `Token ${demo.api_token}` },
  })
  const { pathname, search } = new URL(JSON.parse(body).documents[0].download_url)
  const whole = await ask({ url: pathname + search, headers: { "accept-encoding": "br" } })
  assert.deepEqual([whole.status, whole.headers["content-encoding"]], [200, undefined])
  const part = await ask({
    url: pathname + search,
    headers: { "accept-encoding": "br", range: "bytes=10-1999" },
  })
  assert.deepEqual([part.status, part.headers["content-encoding"]], [206, undefined])
  assert(part.bytes.equals(whole.bytes.subarray(10, 2000)))
})

test("the demo's list of matters has at most 12 kB, and the review of its couple at most 30 kB", async () => {
  const headers = { cookie: staff, "accept-encoding": "br, gzip" }
  for (const [url, max_bytes] of [
    ["/console/matters", 12_000],
    [`/console/matters/${demo.matters.couple}/review`, 30_000],
  ] as const) {
    const { status, bytes } = await ask({ url, headers })
    assert.equal(status, 200)
    assert(bytes.length > 1000 && bytes.length <= max_bytes, `${url}: ${bytes.length} bytes`)
  }
})

test("a client's pages have one origin for staff who edit for them, compressed or not", async () => {
  const { ada } = await newFirmWithPortalIntake(service)
  const headers = { cookie: cookieHeader(ada.cookies), "accept-encoding": "gzip" }
  const { headers: got, bytes } = await ask({ url: "/portal", headers })
  assert.equal(got["content-encoding"], "gzip")
  assert.match(gunzipSync(bytes).toString(), /href="\/portal\//)
})
