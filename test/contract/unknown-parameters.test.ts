import assert from "node:assert/strict"
import { before, test } from "node:test"
import { listOperations } from "../../server/sites/reference/document.ts"
import { assertEach } from "../harness/assert-each.ts"
import { newIntake } from "../harness/sample-intake.ts"
import { provideServiceAndFirm } from "../harness/service.ts"

const { service, firm } = provideServiceAndFirm()
let matter_id: string
before(async () => {
  matter_id = (await newIntake(firm)).matter_id
})

async function ask(
  url: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const authorization = `Token ${firm.token}`
  const payload = method === "POST" ? {} : undefined
  const response = await service.app.inject({ method, url, headers: { authorization, ...headers }, payload })
  const { statusCode: status, headers: fields, body } = response
  return {
    ...{ status, etag: String(fields.etag) },
    ignored: fields["foyer-ignored-parameters"],
    applied: fields["preference-applied"],
    params: () =>
      JSON.parse(body).errors?.map(({ param, code }: Record<string, string>) => `${param} ${code}`),
  }
}

const strict = { prefer: "handling=strict" }
const lists = () => ["/v1/matters", "/v1/events", "/v1/questionnaires", `/matters/${matter_id}/documents`]

test("a response names the parameters it ignores, again from the cache and in a 304", async () => {
  for (const path of [...lists(), `/v1/matters/${matter_id}`, `/v1/matters/${matter_id}/answers`]) {
    const url = `${path}?is_submited=true&page_sise=1&submision=1`
    const named = '"is_submited", "page_sise", "submision"'
    for (let time = 0; time < 2; time++) {
      const { status, ignored, applied } = await ask(url)
      assert.deepEqual([status, ignored, applied], [200, named, undefined], url)
    }
    const { etag } = await ask(url)
    const { status, ignored } = await ask(url, { "if-none-match": etag })
    assert.ok(path.includes("documents") || status === 304, url)
    assert.equal(ignored, named)
  }
  const { ignored } = await ask("/v1/matters?search=smith&page=1&page_size=3")
  assert.equal(ignored, undefined)
})

test("names are shown percent-encoded and cut, whatever they hold", async () => {
  const odd = encodeURIComponent('a"b\\c, é🙂\n')
  assert.equal((await ask(`/v1/matters?${odd}=1`)).ignored, `"${odd}"`)
  assert.equal(
    (await ask(`/v1/matters?${"x".repeat(79)}%F0%9F%99%82=1`)).ignored,
    `"${"x".repeat(79)}%EF%BF%BD"`,
  )
  assert.equal((await ask("/v1/matters?__proto__=1&constructor=2")).ignored, '"__proto__", "constructor"')
})

test("with strict handling, unknown parameters are refused with all other faults of the request", async () => {
  for (const path of lists()) {
    const { status, params, applied, ignored } = await ask(`${path}?page=1&color=red&colors=red`, strict)
    assert.deepEqual([status, applied, ignored], [400, "handling=strict", undefined])
    assert.deepEqual(params(), ["color unknown_parameter", "colors unknown_parameter"])
    assert.deepEqual((await ask(`${path}?page=1`, strict)).status, 200)
  }
  const { status, params } = await ask("/v1/matters?page=0&until=2026-02-30&statuss=open", strict)
  assert.equal(status, 400)
  assert.deepEqual(params(), ["until wrong_format", "statuss unknown_parameter", "page not_a_page"])
  const wrong = await ask("/v1/matters?color=red", { ...strict, authorization: "Token wrong" })
  assert.equal(wrong.status, 401)
  const posted = await ask(
    "/v1/matters/create?color=red",
    { ...strict, "content-type": "application/json" },
    "POST",
  )
  assert.equal(posted.status, 400)
  assert.ok(posted.params().includes("color unknown_parameter"), String(posted.params()))
})

test("a strict request never gets the response that was cached for a lenient one", async () => {
  const url = `/v1/matters/${matter_id}?color=red`
  const { etag } = await ask(url)
  assert.equal((await ask(url, { ...strict, "if-none-match": etag })).status, 400)
  assert.equal((await ask(url, strict, "HEAD")).status, 400)
  const known = await ask(`/v1/matters/${matter_id}`)
  const again = await ask(`/v1/matters/${matter_id}`, { ...strict, "if-none-match": known.etag })
  assert.deepEqual([again.status, again.applied], [304, "handling=strict"])
})

test("the preference is read as RFC 7240 writes it", async () => {
  for (const [prefer, applied] of [
    ["handling=strict", "handling=strict"],
    ['Handling = "STRICT"', "handling=strict"],
    ["respond-async, wait=10, handling=strict; foo", "handling=strict"],
    ["handling=strict, handling=lenient", "handling=strict"],
    ["handling=lenient, handling=strict", "handling=lenient"],
    ["handling=odd", undefined],
    ["strict", undefined],
    ["", undefined],
  ] as const) {
    const response = await ask("/v1/matters?color=red", { prefer })
    assert.deepEqual(
      [response.applied, response.status],
      [applied, applied === "handling=strict" ? 400 : 200],
      prefer,
    )
  }
})

test("a body that an operation does not take is refused by name, an empty one is not, and a wrong key comes first", async () => {
  const { app } = service
  const document = JSON.parse((await app.inject("/v1/openapi.json")).body)
  const bare = listOperations(document).filter(
    ({ method, body, takes_file }) => method !== "get" && !body && !takes_file,
  )
  assert.ok(bare.length > 5)
  for (const { id, method, path } of bare) {
    const send = (payload: object, token = firm.token) =>
      app.inject({
        method: method.toUpperCase() as "POST",
        url: path.replace("{matter_id}", matter_id).replace(/\{\w+\}/g, "x_1"),
        headers: { authorization: `Token ${token}`, "content-type": "application/json" },
        payload: JSON.stringify(payload),
      })
    const refused = await send({ note: "Please", hours: 2 })
    assert.equal(refused.statusCode, 400, id)
    assertEach(
      refused.json().errors,
      ({ param, code }: Record<string, string>) => `${param} ${code}`,
      ["note unknown_field", "hours unknown_field"],
      id,
    )
    assert.equal((await send({ note: "Please" }, "foyer_wrong")).statusCode, 401, id)
    assert.notEqual((await send({})).statusCode, 400, id)
  }
})

test("a body of more than 10,000 bytes that an operation does not take is refused unread", async () => {
  const faultsOf = async (bytes: number) => {
    const { statusCode, body } = await service.app.inject({
      method: "POST",
      url: `/v1/matters/${matter_id}/completion`,
      headers: { authorization: `Token ${firm.token}`, "content-type": "application/json" },
      payload: `{"note":"${"x".repeat(bytes - 11)}"}`,
    })
    assert.equal(statusCode, 400)
    return JSON.parse(body).errors.map(({ param, code }: Record<string, string>) => `${param} ${code}`)
  }
  assert.deepEqual(await faultsOf(10_000), ["note unknown_field"])
  assert.deepEqual(await faultsOf(10_001), ["body unknown_field"])
})
