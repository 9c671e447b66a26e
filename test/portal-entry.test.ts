// Opening an invitation in a real browser: a link may be opened any number of times, and the first answer is two taps
// away.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { fingerprintOf } from "./fingerprint.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser()

for (const javascript of [true, false]) {
  const way = javascript ? "with script" : "without script"

  test(`opening a link twenty times ${way} changes no row; Start is recorded once, when pressed`, async () => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const { invite_key, matter_id } = await inviteClient(service, firm, { first_name: "Maria" })
    const before = await fingerprintOf(service, firm)
    const page = await browser.newPage({ javascript, base_url: service.base_url })
    for (let time = 0; time < 5; time += 1) {
      await page.goto(`/invite/${invite_key}`)
      await page.reload()
      for (const method of ["HEAD", "GET"])
        assert.equal((await page.request.fetch(`/invite/${invite_key}`, { method })).status(), 200)
    }
    assert.deepEqual(await fingerprintOf(service, firm), before)
    assert.deepEqual(await page.context().cookies(), [])
    await page.getByRole("button", { name: "Start" }).click()
    await page.goto("/portal")
    await page.goto(`/invite/${invite_key}`)
    const { body } = await firm.request("GET", `/v1/events?matter=${matter_id}`)
    const types = body.results.map(({ event_type }: { event_type: string }) => event_type)
    assert.deepEqual(types, ["intakeform.started", "intakeform.created"])
  })

  test(`from the link to typing the first answer takes two taps ${way}, and no password`, async () => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const { invite_key } = await inviteClient(service, firm, {
      first_name: "Maria",
      email: "maria@example.com",
    })
    const page = await browser.newPage({
      javascript,
      touch: true,
      width: 360,
      height: 640,
      base_url: service.base_url,
    })
    const loaded = await countBytes(page)
    await page.goto(`/invite/${invite_key}`)
    await page.getByRole("button", { name: "Start" }).tap()
    assert.equal(await page.locator("input[type=password]").count(), 0)
    await page.getByLabel("First name", { exact: true }).tap()
    await page.keyboard.type("Maria")
    assert.equal(await page.getByLabel("First name", { exact: true }).inputValue(), "Maria")
    // Entry and first question together stay within the load budget of a single question page.
    assert.ok(loaded.bytes > 10_000 && loaded.bytes <= 60_000, `${loaded.bytes} bytes`)
  })
}

/** Counts transferred bytes, headers included. */
async function countBytes(page: Page): Promise<{ bytes: number }> {
  const line = await page.context().newCDPSession(page)
  const loaded = { bytes: 0 }
  line.on("Network.loadingFinished", ({ encodedDataLength }) => {
    loaded.bytes += encodedDataLength
  })
  await line.send("Network.enable")
  return loaded
}
