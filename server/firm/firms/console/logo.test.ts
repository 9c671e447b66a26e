import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { inviteClient } from "../../../../test/harness/portal-browser.ts"
import { sampleJpeg, samplePng } from "../../../../test/harness/sample-pictures.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../audit/listing.ts"
import { changeSettings, getFirm } from "../firms.ts"

const service = provideService()

/** Uploads and removes a logo as a member of staff. */
async function staffOf(firm: TestFirm, user_id?: string) {
  const send = await newStaffBrowser(service, firm, user_id)
  const url = "/console/settings/firm/logo"
  return {
    get: (url: string) => send("GET", url),
    remove: () => send("POST", `${url}/removal`),
    /** Sends a form without its closing boundary. */
    breakOff: () =>
      send("POST", url, new Blob(["logo="], { type: "multipart/form-data; boundary=----boundary" })),
    upload: (file: Buffer, filename = "logo.png") => {
      const form = new FormData()
      form.set("logo", new Blob([new Uint8Array(file)], { type: "image/png" }), filename)
      return send("POST", url, form)
    },
  }
}

const logoOf = async (firm: TestFirm) => (await firm.run(getFirm)).logo_file
const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 9, offset: 0 }))).rows.map(
    ({ action }) => action,
  )

test("an uploaded logo appears on console and client pages until it is removed", async () => {
  const firm = await service.newFirm("Arbor & Pine")
  const { invite_key } = await inviteClient(service, firm)
  const admin = await staffOf(firm)
  const sent = await admin.upload(samplePng({ width: 240, height: 60 }))
  assert.deepEqual([sent.status, sent.location], [303, "/console/settings/firm"])

  const url = `/${(await logoOf(firm))?.key}`
  const entry_html = (await service.app.inject({ method: "GET", url: `/invite/${invite_key}` })).body
  assert.match(
    entry_html,
    new RegExp(`<img[^>]* src="${url}" width="240" height="60" alt="Arbor &amp; Pine"`),
  )
  assert.match((await admin.get("/console/matters")).text, literally(`src="${url}"`))
  assert.equal((await service.app.inject({ method: "GET", url })).headers["content-type"], "image/png")

  // A square logo does not stand in for the name, so the name appears next to it.
  await admin.upload(sampleJpeg({ width: 60, height: 60 }), "logo.jpg")
  const square = (await service.app.inject({ method: "GET", url: `/invite/${invite_key}` })).body
  assert.match(square, /<img[^>]* alt\/?><\/span><span class="firm-name">Arbor &amp; Pine</)

  assert.equal((await admin.remove()).status, 303)
  assert.equal(await logoOf(firm), null)
  const plain = (await service.app.inject({ method: "GET", url: `/invite/${invite_key}` })).body
  assert.doesNotMatch(plain, literally("<img"))
  assert.deepEqual(await actionsOf(firm), ["logo_removed", "logo_changed", "logo_changed"])
})

test("an unusable logo is refused with the reason and the remedy", async () => {
  const firm = await service.newFirm()
  const admin = await staffOf(firm)
  await admin.upload(samplePng())
  const before = await logoOf(firm)
  const refused: [Buffer, RegExp][] = [
    [Buffer.from("<!doctype html><script>alert(1)</script>"), /neither a PNG nor a JPEG/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /Export it as PNG/],
    [samplePng({ width: 40_000, height: 40_000, pixels: Buffer.from("x") }), /larger than 2,000 pixels/],
    [samplePng().subarray(0, 60), /cannot be read to its end/],
    [Buffer.alloc(3 * 1024 * 1024), /more than 1 MB/],
    [Buffer.alloc(0), /Choose a picture first/],
  ]
  for (const [file, sentence] of refused) {
    const response = await admin.upload(file)
    assert.equal(response.status, 400)
    assert.match(response.text, sentence)
    assert.match(response.text, /<title>Error: /)
  }
  const broken = await admin.breakOff()
  assert.equal(broken.status, 400)
  assert.match(broken.text, /upload was interrupted/)
  assert.deepEqual(await logoOf(firm), before)
  assert.deepEqual(await actionsOf(firm), ["logo_changed"])
})

test("a firm's second color and typeface of headlines are on its clients' pages, and nothing else reaches them", async () => {
  const firm = await service.newFirm("Arbor & Pine")
  const { invite_key } = await inviteClient(service, firm)
  const send = await newStaffBrowser(service, firm)
  const startPage = async () => (await service.app.inject({ url: `/invite/${invite_key}` })).body
  assert.doesNotMatch(await startPage(), /--second|--headlines/)
  const { name, color, time_zone } = await firm.run(getFirm)
  const about = { name, color, time_zone, contact_line: "" }
  const save = (look: Record<string, string>) => send("POST", "/console/settings/firm", { ...about, ...look })
  assert.equal((await save({ second_color: "plum", headlines: "serif" })).status, 303)
  assert.match(await startPage(), /--headlines:Charter,[^;<]*Georgia,serif;.*--second:#7b3f73/)
  assert.equal((await save({ second_color: "red;}</style>", headlines: "serif" })).status, 400)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { headlines: "</style><script>" }))
  assert.doesNotMatch(await startPage(), /--headlines|<script>/)
})
