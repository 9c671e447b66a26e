import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { createKey, revokeKey } from "../../../firm/access/api/keys.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

test("a key is live, expired, or revoked; one that was revoked and has expired since was revoked", async () => {
  const firm = await service.newFirm()
  const states = ["Live", "Expired", "Revoked", "Revoked"]
  for (const [index, name] of ["A", "B", "C", "D"].entries()) {
    const { id } = await firm.run((tx) => createKey(tx, { name, scopes: ["matters:read"] }))
    if (index >= 2) await firm.run((tx) => revokeKey(tx, id))
    if (index % 2) await firm.write(sql`update api_keys set expires_at = created_at where id = ${id}`)
  }
  const browse = await newStaffBrowser(service, firm)
  const { text } = await browse("GET", "/console/settings/keys")
  const rows = text.split("<tr").filter((row) => /keys\/key_/.test(row))
  const shown = rows.flatMap((row) => /> ?(Live|Expired|Revoked) ?</.exec(row)?.[1] ?? [])
  // Newest first; the last is the firm's own.
  assert.deepEqual(shown, [...states.toReversed(), "Live"])
})

test("a key is shown once, works with the curl command shown, and stops working when revoked", async () => {
  const firm = await service.newFirm()
  const browse = await newStaffBrowser(service, firm)
  const refused = await browse("POST", "/console/settings/keys", { name: "", scopes: "matters:read" })
  assert.match(refused.text, /Enter a name/)
  const created = await browse("POST", "/console/settings/keys", { name: "Practice", scopes: "matters:read" })
  const { text } = await browse("GET", created.location)
  const curl = /curl -H &quot;Authorization: Token (\w+)&quot; http:\/\/[^/]+(\/[^"]+)"/.exec(text)
  const [, token = "", path = ""] = curl ?? assert.fail(text)
  const request = () => service.app.inject({ url: path, headers: { authorization: `Token ${token}` } })
  assert.equal((await request()).statusCode, 200)
  assert.ok(!(await browse("GET", created.location)).text.includes(token), "shown once")
  const revoked = await browse("POST", `${created.location}/revocation`)
  assert.match((await browse("GET", revoked.location)).text, /The key no longer works\./)
  assert.equal((await request()).statusCode, 401)
})
