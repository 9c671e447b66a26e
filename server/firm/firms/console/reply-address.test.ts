import assert from "node:assert/strict"
import { test } from "node:test"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { getFirm } from "../firms.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

test("The settings of email store and show the address for replies, and refuse what is no address", async () => {
  const req = await newStaffBrowser(service, firm)
  const save = (reply_address: string) => req("POST", "/console/settings/email/replies", { reply_address })
  const stored = async () => (await firm.run(getFirm)).settings.reply_address
  assert.match(
    (await req("GET", "/console/settings/email")).text,
    /Replies to an email about a matter go to its assignee/,
  )
  assert.equal((await save(" desk@hartwell.example ")).status, 303)
  assert.equal(await stored(), "desk@hartwell.example")
  assert.match(
    (await req("GET", "/console/settings/email")).text,
    /id="reply_address"[^>]*value="desk@hartwell.example"/,
  )

  for (const typed of ["desk", "desk@hartwell", "desk@hartwell.example, ruth@hartwell.example"]) {
    const refused = await save(typed)
    assert.equal(refused.status, 400, typed)
    assert.match(refused.text, /href="#reply_address"/)
  }
  assert.equal(await stored(), "desk@hartwell.example")
  assert.equal((await save("")).status, 303)
  assert.equal(await stored(), "")
})
