import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { gzipSync } from "node:zlib"
import { fillIn } from "../../../../../test/contract/sample-firm.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { closureOf } from "../../../../web/ui/manifest.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

const max_gzip_bytes = 60_000

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
  assert.ok(bytes <= max_gzip_bytes, `${bytes} bytes of ${max_gzip_bytes}`)
})
