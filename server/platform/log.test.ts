import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../test/harness/literally.ts"
import { newId } from "./ids.ts"
import { openLog, withoutSecrets } from "./log.ts"
import { newLinkKey, newToken } from "./secrets/tokens.ts"

test("the log never contains the key of a link, however its URL is spelled", () => {
  const [invite, token] = [newLinkKey("0a1b2c3d4e"), newToken()]
  for (const url of [
    `/invite/${invite}`,
    `/%69nvite/${invite}/code?x=1`,
    `/invite%2F${invite}`,
    `/Invite/${invite}`,
    `//invite//${invite}`,
    `/invite/${invite}%zz`,
    `/portal/invite/${invite}`,
    `/portal/code/${invite}`,
    `/PORTAL//code/${invite}`,
    `/console/setup/${token}`,
    `/console/%73etup/${token}`,
    `/console//setup/${token}`,
    `/download/firm/${token}`,
    `/v1/matters/foyer_${token}`,
  ]) {
    assert.ok(!withoutSecrets(url).includes(invite), url)
    assert.ok(!withoutSecrets(url).includes(token), url)
  }
  for (const page of ["/invite", "/portal/code", "/console/setup"])
    assert.ok(
      !withoutSecrets(`${page}/${invite.slice(0, 18)}%0A${invite.slice(18)}`).includes(invite.slice(18)),
    )
})

test("a logged path names the record, and omits the query", () => {
  const id = newId("matter")
  assert.equal(withoutSecrets(`/v1/matters/${id}/assets?search=Ana`), `/v1/matters/${id}/assets`)
  assert.equal(withoutSecrets(`/v1/documents/${newId("document")}`).includes("document_P"), true)
  assert.equal(withoutSecrets("/assets/console-Q3ZK.css"), "/assets/console-Q3ZK.css")
})

test("the log omits the data attached to an error and quoted in its message", () => {
  const lines: string[] = []
  const log = openLog("info", { write: (line: string) => lines.push(line) })
  const said = (code: string, message: string, more: object) =>
    Object.assign(new Error(message), { code, ...more })
  const cause = said("22P02", 'invalid input syntax for type date: "canary \n"1"', {
    ...{
      detail: 'Token "canary" is not such.',
      where: "JSON data, line 1: {canary",
      internalQuery: "canary",
    },
  })
  const unreadable = () => {
    try {
      return JSON.parse("canary")
    } catch (error) {
      return error
    }
  }
  for (const err of [
    said("23505", "duplicate key value violates unique constraint", {
      ...{ detail: "Key (email)=(canary) already exists.", constraint: "users_email_key" },
    }),
    Object.assign(new Error("could not be saved"), { cause }),
    said("EENVELOPE", "all recipients were rejected: 550 <canary@example.com> unknown", {
      ...{ rejected: ["canary@example.com"], response: "550 canary" },
    }),
    new AggregateError([said("ECONNREFUSED", "refused", { body: "canary" })], "failed"),
    unreadable(),
    "canary",
  ])
    log.error({ err }, "failed")
  assert.equal(lines.length, 6)
  for (const line of lines) assert.doesNotMatch(line, literally("canary"), line)
  assert.match(lines[0] ?? "", /"constraint":"users_email_key"/)
  assert.match(lines[1] ?? "", /"code":"22P02"/)
  assert.match(lines[1] ?? "", /"stack":" +at /)
})
