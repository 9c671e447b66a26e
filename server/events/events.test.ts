import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestService, type TestService } from "../test/harness.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("a firm without events has an empty first page", async () => {
  const firm = await service.newFirm()
  const { status, body } = await firm.request("GET", "/v1/events")
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body, { count: 0, next: null, previous: null, results: [] })
})

test("an unknown event is not found, in the words of any other unknown record", async () => {
  const firm = await service.newFirm()
  const { status, body } = await firm.request("GET", "/v1/events/evt_0192F0C4000070008000000000000001/")
  assert.equal(status, 404)
  assert.equal(body.detail, "There is no such record.")
})

test("a stranger is told about the key before anything else", async () => {
  const firm = await service.newFirm()
  const answer = await firm.request("GET", "/v1/events?page=abc", undefined, {
    authorization: "Token nothing",
  })
  assert.equal(answer.status, 401)
  assert.equal(answer.headers["www-authenticate"], "Token")
  const faulty = await firm.request("GET", "/v1/events?page=abc&page_size=-1")
  assert.equal(faulty.status, 400)
  assert.deepEqual(
    faulty.body.errors.map((fault: { param: string }) => fault.param),
    ["page", "page_size"],
  )
})

test("a method that a known path does not have is refused with those it has", async () => {
  const firm = await service.newFirm()
  const { status, headers } = await firm.request("DELETE", "/v1/events")
  assert.equal(status, 405)
  assert.equal(headers.allow, "GET, HEAD")
})
