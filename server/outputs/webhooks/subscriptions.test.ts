import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { sql } from "../../platform/db/sql.ts"
import { listEndpoints } from "./endpoints.ts"

const service = provideService()

const url = "http://127.0.0.1:9/hooks"
const event_type = "intakeform.submitted"

test("the secret and header values are not stored in plain text", async () => {
  const firm = await service.newFirm()
  const { body } = await firm.request("POST", "/v1/subscriptions", {
    url,
    event_type,
    headers: [{ "X-Token": "canary-7f3a" }],
  })
  const { row } = await service.db.forPlatform((tx) =>
    tx.one<{ row: string }>({
      text: "select w::text as row from webhook_endpoints w where id = $1",
      values: [body.id],
    }),
  )
  assert.match(row, literally("X-Token"))
  assert.doesNotMatch(row, literally("canary-7f3a"))
  assert.doesNotMatch(row, literally(body.secret.slice("whsec_".length)))
})

test("the response lists every fault of a subscription at once", async () => {
  const firm = await service.newFirm()
  const faults = async (body: unknown) => {
    const answer = await firm.request("POST", "/v1/subscriptions", body)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    return answer.body.errors.map((fault: { param: string; code: string }) => `${fault.param} ${fault.code}`)
  }
  assert.deepEqual(
    await faults({
      url: "http://10.0.0.1/hooks",
      event_type: "intakeform.vanished",
      headers: [
        { Host: "elsewhere" },
        { "X-One": "1", "X-Two": "2" },
        { "X-Fine": "yes" },
        { "Content-Type": "text/plain" },
        { cookie: "a=b" },
        { "Webhook-Id": "mine" },
        { "X-Break": "a\r\nX-Evil: 1" },
        { "x-fine": "again" },
        { "bad name": "1" },
      ],
      color: "red",
    }),
    [
      "color unknown_field",
      "event_type unknown_value",
      "headers.1 too_many",
      "url private_address",
      "headers.0 header_not_allowed",
      "headers.3 header_not_allowed",
      "headers.4 header_not_allowed",
      "headers.5 header_not_allowed",
      "headers.6 header_value_malformed",
      "headers.7 header_repeated",
      "headers.8 header_name_malformed",
    ],
  )
  assert.deepEqual(await faults({}), ["url required", "event_type required"])
  assert.deepEqual(await faults({ url: 5, event_type, headers: "X: 1" }), [
    "url wrong_type",
    "headers wrong_type",
  ])
  assert.deepEqual(await faults({ url, event_type, headers: [{ "X-N": 5 }, 5, {}] }), [
    "headers.0.X-N wrong_type",
    "headers.1 wrong_type",
    "headers.2 too_few",
  ])
  assert.deepEqual(await faults({ url, event_type, headers: [{ X: "é".repeat(501) }] }), [
    "headers.0.X too_long",
  ])
  const eleven = Array.from({ length: 11 }, (_, index) => ({ [`X-${index}`]: "1" }))
  assert.deepEqual(await faults({ url, event_type, headers: eleven }), ["headers too_many"])
  const tab = await faults({
    url,
    event_type,
    headers: [{ "X-A": "a\tb" }, { "X-B": "a\nb" }, { "X-C": "a\u0085b" }],
  })
  assert.deepEqual(
    tab,
    [0, 1, 2].map((index) => `headers.${index} header_value_malformed`),
  )
})

test("each kind of forbidden address has its own error code", async () => {
  const firm = await service.newFirm()
  const codeFor = async (address: string) => {
    const answer = await firm.request("POST", "/v1/subscriptions", { url: address, event_type })
    assert.equal(answer.status, 400, address)
    assert.equal(answer.body.errors.length, 1, address)
    return answer.body.errors[0].code
  }
  assert.equal(await codeFor("ftp://example.com/"), "scheme_not_allowed")
  assert.equal(await codeFor("https://me:secret@127.0.0.1/"), "credentials_in_url")
  assert.equal(await codeFor("https://169.254.169.254/latest"), "private_address")
  assert.equal(await codeFor("http://93.184.216.34/"), "http_not_allowed")
  assert.equal(await codeFor("nonsense"), "url_malformed")
  assert.equal(await codeFor(`https://127.0.0.1/${"a".repeat(2_000)}`), "too_long")
})

test("callers without a key or without the scope learn nothing about the address", async () => {
  const firm = await service.newFirm()
  const reader = await firm.newKey(["events:read"])
  const sender = await firm.newKey(["webhooks:write"])
  const body = { url: "http://10.0.0.1/", event_type: "none" }
  const create = (authorization: string) => firm.request("POST", "/v1/subscriptions", body, { authorization })
  assert.equal((await create("Token nothing")).status, 401)
  assert.equal((await create(`Token ${reader}`)).status, 403)
  const refused = await create(`Token ${sender}`)
  assert.deepEqual([refused.status, refused.body.code], [403, "scope_missing"])
  assert.match(refused.body.detail, /events:read/, "who receives events reads them")
})

test("a key without events:read removes what keys created and reads no secret of it; no key removes staff's", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, url)
  assert.equal((await firm.request("DELETE", `/v1/subscriptions/${id}`)).status, 404)
  assert.equal((await firm.run(listEndpoints)).length, 1)
  const created = await firm.request("POST", "/v1/subscriptions", { url, event_type })
  const narrow = { authorization: `Token ${await firm.newKey(["webhooks:write"])}` }
  // Who holds the secret can sign events towards the receiver.
  const roll = await firm.request("POST", `/v1/subscriptions/${created.body.id}/secret`, undefined, narrow)
  assert.deepEqual([roll.status, roll.body.code, roll.body.secret], [403, "scope_missing", undefined])
  const removed = await firm.request("DELETE", `/v1/subscriptions/${created.body.id}`, undefined, narrow)
  assert.equal(removed.status, 200)
})

test("a firm has at most 100 subscriptions, also if they are created at once, and a removal makes room", async () => {
  const firm = await service.newFirm()
  const create = () => firm.request("POST", "/v1/subscriptions", { url, event_type })
  const { id } = (await create()).body
  await firm.write(sql`
    insert into webhook_endpoints (id, url, event_types, description, header_names, headers_sealed, secret_sealed,
                                   is_by_key, created_at)
    select left(id, -3) || lpad(n::text, 3, '0'), url, event_types, description, header_names, headers_sealed,
           secret_sealed, is_by_key, created_at
      from webhook_endpoints, generate_series(1, 98) n`)
  const answers = await Promise.all([create(), create(), create()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, "too_many_subscriptions")
  await firm.request("DELETE", `/v1/subscriptions/${id}`)
  assert.equal((await create()).status, 201)
})

test("a subscription receives only its event type, and nothing from before its creation or after its removal", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const other = await service.newFirm()
  await happen(service, firm)
  const created = await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })
  await happen(service, firm, "intakeform.started")
  await happen(service, other)
  const received = await happen(service, firm)
  assert.equal(await attemptDue(service, firm), 1)
  await firm.request("DELETE", `/v1/subscriptions/${created.body.id}`)
  await happen(service, firm)
  assert.equal(await attemptDue(service, firm), 0)
  assertEach(receiver.requests, ({ headers }) => headers["webhook-id"], [received])
})
