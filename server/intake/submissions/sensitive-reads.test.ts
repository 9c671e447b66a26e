import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { defaultScopes, type Scope } from "../../firm/access/api/keys.ts"
import { sql } from "../../platform/db/sql.ts"
import { type NewAnswer, saveAnswer } from "../answers/answers.ts"
import { completeMatter } from "./submissions.ts"

const { service, firm } = provideServiceAndFirm()

test("a key without answers:sensitive gets sensitive answers masked, live and as submitted, and leaves no record of reading them", async () => {
  const intake = await newIntake(firm)
  const { ids, main, matter_id } = intake
  const save = (answer: NewAnswer) => firm.run((tx) => saveAnswer(tx, service.ring, matter_id, answer))
  await save({ question_id: ids.has_will, value: "yes" })
  await save({ question_id: ids.ssn, about: main, value: "123-45-6789" })
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const masked = await firm.newKey(defaultScopes)
  const reads = () =>
    firm.all(sql`select id from audit_entries where matter_id = ${matter_id} and action = 'answers_read'`)
  const urls = ["answers", "record"].flatMap((part) => [part, `${part}?submission=1`])
  for (const url of urls.map((path) => `/v1/matters/${matter_id}/${path}`)) {
    const read = (headers: Record<string, string> = {}) => firm.request("GET", url, undefined, headers)
    const clear = await read()
    const before = (await reads()).length
    assert.ok(before > 0)
    const hidden = await read({ authorization: `Token ${masked}` })
    assert.equal((await reads()).length, before)
    assert.equal(hidden.headers["cache-control"], "no-store")
    const shown = ({ body }: typeof clear) =>
      body.answers.map((answer: Record<string, unknown>) => [
        answer.question,
        answer.value,
        answer.display_value,
      ])
    assert.deepEqual(shown(clear), [
      [ids.has_will, true, "Yes"],
      [ids.ssn, "123-45-6789", "••••6789"],
    ])
    assert.deepEqual(shown(hidden), [
      [ids.has_will, true, "Yes"],
      [ids.ssn, null, "••••6789"],
    ])
    const tag = String(hidden.headers.etag)
    assert.equal(
      (await read({ "if-none-match": tag })).status,
      200,
      "what a key without the scope has seen is not enough",
    )
  }
})

test("the record of a matter needs both scopes of its parts, and the number of a submission", async () => {
  const { matter_id } = await newIntake(firm)
  const url = `/v1/matters/${matter_id}/record`
  const read = async (path: string, scopes: readonly Scope[] = ["matters:read", "documents:read"]) => {
    const authorization = `Token ${await firm.newKey(scopes)}`
    const { status, body } = await firm.request("GET", path, undefined, { authorization })
    return [status, body.code ?? body.submission]
  }
  assert.deepEqual(await read(url), [200, null])
  assert.deepEqual(await read(url, ["matters:read"]), [403, "scope_missing"])
  assert.deepEqual(await read(url, ["documents:read"]), [403, "scope_missing"])
  assert.deepEqual(await read(`${url}?submission=1`), [404, "not_found"])
  assert.deepEqual(await read(`${url}?submission=0`), [404, "not_found"])
  assert.deepEqual(await read(`${url}?submission=last`), [400, "bad_request"])
  assert.deepEqual(await read(`${url}?submission=`), [400, "bad_request"])
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  assert.deepEqual(await read(`${url}?submission=1`), [200, 1])
})
