import assert from "node:assert/strict"
import { test } from "node:test"
import { deflateSync } from "node:zlib"
import { sampleJpeg, samplePng } from "../../../../test/harness/sample-pictures.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import type { Database } from "../../../platform/db/database.ts"
import { Failure } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import { inspectPicture } from "./inspect.ts"
import { changeLogo, findLogo, logoUrl, storeLogo } from "./logo.ts"

const service = provideService()

const fault = (file: Buffer): string => {
  try {
    return inspectPicture(file).content_type
  } catch (error) {
    assert.ok(error instanceof Failure)
    const [{ code, message } = { code: "", message: "" }] = error.errors ?? []
    assert.match(message, /^[A-Z].*\.$/)
    return code
  }
}

test("every pixel format of PNG is accepted, with its size", () => {
  const kinds = [
    [0, 1, 2, 4, 8, 16],
    [2, 8, 16],
    [3, 1, 2, 4, 8],
    [4, 8, 16],
    [6, 8, 16],
  ]
  for (const [color = 0, ...depths] of kinds)
    for (const depth of depths)
      for (const interlaced of [false, true]) {
        const { width, height } = inspectPicture(
          samplePng({ color, depth, interlaced, width: 33, height: 7 }),
        )
        assert.deepEqual([width, height], [33, 7])
      }
})

test("only the picture is saved: no comments, no location, nothing after its end", () => {
  const script = "<html><script>alert(1)</script></html>"
  const hidden = Buffer.from(script)
  const png = Buffer.concat([samplePng({ extra: { tEXt: hidden, eXIf: hidden, abCd: hidden } }), hidden])
  assert.deepEqual(inspectPicture(png).bytes, samplePng())
  const jpeg = Buffer.concat([sampleJpeg({ remark: script }), hidden])
  const { bytes, width, height } = inspectPicture(jpeg)
  assert.ok(!bytes.includes("script"))
  assert.deepEqual([width, height, bytes.subarray(-2).toString("hex")], [24, 8, "ffd9"])
})

test("files that are not pictures are refused by their contents, whatever their name", () => {
  assert.equal(fault(Buffer.from("<!doctype html><script>alert(1)</script>")), "wrong_type")
  assert.equal(fault(Buffer.from('<?xml version="1.0"?><svg xmlns="x" onload="alert(1)"/>')), "svg")
  assert.equal(fault(Buffer.from("GIF89a\x01\0\x01\0")), "wrong_type")
  assert.equal(fault(Buffer.alloc(0)), "empty")
  assert.equal(fault(Buffer.alloc(1024 * 1024 + 1, 1)), "too_many_bytes")
  // An HTML page that starts with the first bytes of a picture.
  const start = samplePng().subarray(0, 8)
  assert.equal(fault(Buffer.concat([start, Buffer.from("<html><script>alert(1)</script>")])), "broken")
})

test("a truncated or altered picture, or one that does not match its header, is refused", () => {
  for (const file of [samplePng(), sampleJpeg()]) {
    for (let length = 9; length < file.length; length += 3)
      assert.equal(fault(file.subarray(0, length)), "broken")
  }
  const altered = samplePng()
  altered[20] = 9
  assert.equal(fault(altered), "broken")
  assert.equal(fault(samplePng({ pixels: deflateSync(Buffer.alloc(10)) })), "broken")
  assert.equal(fault(samplePng({ pixels: Buffer.from("not packed") })), "broken")
  assert.equal(fault(samplePng({ depth: 3 })), "broken")
  assert.equal(fault(samplePng({ width: 0 })), "broken")
})

test("a small file that decompresses to something huge takes no memory", () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000))
  assert.equal(fault(samplePng({ width: 100, height: 100, pixels: bomb })), "broken")
  assert.equal(fault(samplePng({ width: 60_000, height: 60_000, pixels: bomb })), "too_large")
  assert.equal(fault(samplePng({ width: 4_294_967_295, height: 1, pixels: bomb })), "too_large")
  assert.equal(fault(samplePng({ width: 1_500, height: 1_500, pixels: bomb })), "too_large")
  assert.equal(fault(sampleJpeg({ width: 65_000, height: 65_000 })), "too_large")
})

const put = async (firm: TestFirm, file: Buffer) => {
  const logo = await storeLogo(service, firm.firm_id, file)
  await firm.run((tx) => changeLogo(tx, logo))
  return logo
}
const get = (url: string) => service.app.inject({ method: "GET", url })

test("anyone can load the logo at its own URL, as a picture that runs no script", async () => {
  const firm = await service.newFirm()
  const logo = await put(firm, samplePng())
  const answer = await get(logoUrl(logo))
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(answer.rawPayload, samplePng())
  assert.equal(answer.headers["content-type"], "image/png")
  assert.equal(answer.headers["x-content-type-options"], "nosniff")
  assert.match(String(answer.headers["content-security-policy"]), /sandbox; default-src 'none'/)
  assert.match(String(answer.headers["cache-control"]), /public, max-age=31536000, immutable/)
})

test("the URL gives access to nothing else in the store, or to a logo under another firm's name", async () => {
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const { key } = await put(firm, samplePng())
  const name = key.split("/").at(-1)
  const strangers = [
    `/logos/${other.firm_id}/${name}`,
    `/logos/${firm.firm_id}/${"0".repeat(32)}`,
    `/logos/${firm.firm_id}/${name?.toUpperCase()}x`,
    `/logos/${firm.firm_id}/..%2f..%2fdocuments`,
    `/logos/${firm.firm_id}/%00`,
    `/logos/x/${name}`,
    `/logos/%00/${name}`,
    `/logos/${firm.firm_id}`,
  ]
  for (const url of strangers) assert.equal((await get(url)).statusCode, 404, url)
})

test("an address that can't be a logo's is not looked up", async () => {
  const unasked = { forFirm: () => assert.fail("looked up") } as unknown as Database
  const [firm_id, name] = [newId("firm"), "0".repeat(32)]
  for (const [firm, file] of [
    ["x", name],
    [`${firm_id}0`, name],
    [firm_id.toLowerCase(), name],
    [firm_id, `${name}0`],
    [firm_id, "A".repeat(32)],
  ] as const)
    assert.equal(await findLogo(unasked, firm, file), undefined)
})

test("a replaced or removed logo is gone at once", async () => {
  const firm = await service.newFirm()
  const first = await put(firm, samplePng())
  const second = await put(firm, sampleJpeg())
  assert.equal((await get(logoUrl(first))).statusCode, 404)
  assert.equal((await get(logoUrl(second))).statusCode, 200)
  await firm.run((tx) => changeLogo(tx, null))
  assert.equal((await get(logoUrl(second))).statusCode, 404)
})
