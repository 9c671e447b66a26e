import assert from "node:assert/strict"
import { test } from "node:test"
import { newId } from "./ids.ts"
import { withoutSecrets } from "./log.ts"
import { newInviteKey, newToken } from "./secrets/tokens.ts"

test("no key of a link is logged, however its address is spelled", () => {
  const [invite, token] = [newInviteKey("0a1b2c3d4e"), newToken()]
  for (const url of [
    `/invite/${invite}`,
    `/%69nvite/${invite}/code?x=1`,
    `/invite%2F${invite}`,
    `/Invite/${invite}`,
    `//invite//${invite}`,
    `/invite/${invite}%zz`,
    `/portal/invite/${invite}`,
    `/console/setup/${token}`,
    `/console/%73etup/${token}`,
    `/console//setup/${token}`,
    `/download/firm/${token}`,
    `/v1/matters/foyer_${token}`,
  ]) {
    assert.ok(!withoutSecrets(url).includes(invite), url)
    assert.ok(!withoutSecrets(url).includes(token), url)
  }
})

test("what is logged of an address still names the record, and never the query", () => {
  const id = newId("matter")
  assert.equal(withoutSecrets(`/v1/matters/${id}/assets?search=Ana`), `/v1/matters/${id}/assets`)
  assert.equal(withoutSecrets(`/v1/documents/${newId("document")}`).includes("document_P"), true)
  assert.equal(withoutSecrets("/assets/console-Q3ZK.css"), "/assets/console-Q3ZK.css")
})
