import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { fillIn } from "../../../../../test/contract/sample-firm.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { closureOf } from "../../../../web/ui/manifest.ts"
import { addAsset } from "../../../assets/editing.ts"
import { addContact } from "../../../contacts/editing.ts"

const service = provideService()

const max = { page_and_assets: 60_000, page: 30_000, accepted: 3_000, all: 600_000 }

/** A submitted matter whose review has 119 lines or more. */
async function newLongMatter(firm: TestFirm): Promise<string> {
  const intake = await fillIn(service, await newIntake(firm))
  const { matter_id, ids } = intake
  await firm.run(async (tx) => {
    for (let number = 1; number <= 27; number += 1) {
      const first_name = `Cousin ${number}`
      await addContact(tx, matter_id, { relationship_type: "4FRND", first_name, last_name: "Smith" })
      const identifier_value = `${number} Elm Street, Springfield`
      await addAsset(tx, matter_id, {
        for_fin_category: ids.home,
        identifier_value,
        credit_value: `${number}000`,
      })
    }
  })
  return matter_id
}

test("the review of a complete matter loads at most 60 kB of page, styles and scripts", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await fillIn(service, await newIntake(firm))
  const send = await newStaffBrowser(service, firm)
  const { status, text } = await send("GET", `/console/matters/${matter_id}/review`)
  assert.equal(status, 200)
  const { manifest } = service.assets
  const named = Object.keys(manifest).filter((name) => text.includes(manifest[name]?.url ?? name))
  assert.ok(
    named.some((name) => name.includes("review")) && named.some((name) => name.endsWith(".css")),
    `${named}`,
  )
  const loaded = closureOf(manifest, named, true)
  const bytes = loaded.reduce((sum, name) => sum + (manifest[name]?.gzip_bytes ?? 0), gzipSync(text).length)
  assert.ok(bytes <= max.page_and_assets, `${bytes} bytes of ${max.page_and_assets}`)
})

test("reviewing over a hundred lines one by one transfers at most 600 kB, each accepted line at most 3 kB", async () => {
  const firm = await service.newFirm()
  const matter_id = await newLongMatter(firm)
  const send = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const review = `/console/matters/${matter_id}/review`
  const { text } = await send("GET", review)
  const page = gzipSync(text).length
  assert.ok(page <= max.page, `${page} bytes of ${max.page}`)
  const lines = [...text.matchAll(/name="accept" value="(\S+ \S+)"/g)].map(([, value = ""]) => value)
  assert.ok(lines.length >= 119, `${lines.length} lines`)
  let largest = 0
  for (const accept of lines.filter((_, index) => index % 10 === 0)) {
    const response = await send("POST", review, { accept })
    assert.equal(response.status, 200)
    assert.match(response.text, /Ada Admin/)
    largest = Math.max(largest, Buffer.byteLength(response.text))
  }
  assert.ok(largest <= max.accepted, `${largest} bytes of ${max.accepted}`)
  const all = page + largest * lines.length
  assert.ok(all <= max.all, `${all} bytes of ${max.all}`)
})
