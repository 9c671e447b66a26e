import assert from "node:assert/strict"
import { before, test } from "node:test"
import { saveAnswer } from "../../server/intake/answers/answers.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { readPdf } from "../harness/pdf-text.ts"
import { cellOf, readWorkbook } from "../harness/read-workbook.ts"
import { provideSampleFirm } from "./sample-firm.ts"

// A Tuesday evening in Chicago is Wednesday in UTC.
const sample = provideSampleFirm({ clock: () => new Date("2026-03-04T03:00:00Z") })
let own: string
before(async () => {
  const { firm, couple, service } = sample
  const { matter_id, ids, main } = couple
  await firm.run(async (tx) => {
    await tx.run(sql`update firms set time_zone = 'America/Chicago'`)
    await tx.run(sql`update matters set name = 'Smith: Ada & José' where id = ${matter_id}`)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" })
  })
  own = `/v1/matters/${couple.matter_id}`
})

async function ask(url: string, { token = sample.firm.token, method = "GET", tag = "" } = {}) {
  const { statusCode, headers, rawPayload } = await sample.service.app.inject({
    method: method as "GET",
    url,
    headers: { authorization: `Token ${token}`, ...(tag && { "if-none-match": tag }) },
  })
  return { status: statusCode, headers, file: rawPayload }
}

const exported = () =>
  sample.firm.all<{ label: string; matter_id: string; user_id: string }>(sql`
      select label, matter_id, user_id from audit_entries where action = 'matter_exported' order by id`)

test("a matter's file memo is a PDF named after the matter and the firm's day, with sensitive answers masked", async () => {
  const { status, headers, file } = await ask(`${own}/memo`)
  assert.equal(status, 200)
  assert.equal(headers["content-type"], "application/pdf")
  assert.equal(
    headers["content-disposition"],
    "attachment; filename=\"Smith_ Ada & Jos_ 2026-03-03 file memo.pdf\"; filename*=UTF-8''Smith_%20Ada%20%26%20Jos%C3%A9%202026-03-03%20file%20memo.pdf",
  )
  assert.equal(headers["cache-control"], "private, no-store")
  const { text } = readPdf(file)
  assert.match(text, /Smith: Ada & José/)
  assert.match(text, /••••1120/)
  assert.doesNotMatch(text, /078-05-1120/)
})

test("a matter's workbook opens and has its people, with sensitive answers masked", async () => {
  const { status, headers, file } = await ask(`${own}/workbook`)
  assert.equal(status, 200)
  assert.equal(headers["content-type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
  assert.match(String(headers["content-disposition"]), /2026-03-03 workbook\.xlsx"/)
  const { sheets, xml } = readWorkbook(file)
  const people = sheets.get("People") ?? assert.fail("no people")
  const { contacts } = (await sample.get(`${own}/contacts`)).body
  assert.equal(cellOf(people, "Full name", 2)?.value, contacts[0].full_name)
  assert.ok([...(sheets.get("Answers")?.values() ?? [])].some(({ value }) => value === "••••1120"))
  assert.doesNotMatch(xml, /078-05-1120/)
})

test("the audit log records each downloaded file with its matter and the key's owner, but no HEAD request", async () => {
  const { couple, firm } = sample
  const before_ = (await exported()).length
  for (const file of ["memo", "workbook"]) {
    const head = await ask(`${own}/${file}`, { method: "HEAD" })
    assert.deepEqual([head.status, head.file.length], [200, 0])
    const get = await ask(`${own}/${file}`)
    for (const name of ["content-type", "content-disposition", "cache-control"])
      assert.equal(head.headers[name], get.headers[name], `${file} ${name}`)
  }
  const entry = { matter_id: couple.matter_id, user_id: firm.admin.user_id }
  assert.deepEqual((await exported()).slice(before_), [
    { label: "File memo (PDF), over the API", ...entry },
    { label: "Workbook (Excel), over the API", ...entry },
  ])
})

test("a file is generated for every request, so it has no ETag and If-None-Match has no effect", async () => {
  for (const file of ["memo", "workbook"]) {
    const { status, headers } = await ask(`${own}/${file}`, { tag: "*" })
    assert.deepEqual([status, headers.etag], [200, undefined])
  }
})
