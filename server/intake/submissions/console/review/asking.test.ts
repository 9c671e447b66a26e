import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { subjectText } from "../../../corrections/subjects.ts"
import { markStarted } from "../../../matters/lifecycle.ts"
import type { MissingCode } from "../../missing/missing-sentences.ts"
import { missingLines } from "./attention-lines.tsx"

const service = provideService()

test("a line says at once that it was asked about or waits in the list, and so does the record's own line", async () => {
  const { firm, matter_id, ids, child, main } = await newFirmWithIntake(service)
  await firm.run((tx) => markStarted(tx, matter_id))
  const staff = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const ask = async (fields: Record<string, string>) => {
    const { text } = await staff("POST", `/console/matters/${matter_id}/review`, fields)
    const { part } = JSON.parse(text) as { part: string }
    const cells = part.matchAll(/<span id="asked-([^"]+)">(?:<[^>]+>)*([^<]*)/g)
    return [...cells].map(([, id, words]) => `${id} ${words}`)
  }
  const subject = (
    kind: "contact" | "question" | "role" | "request",
    record_id: string,
    about: string | null = null,
  ) => subjectText({ kind, record_id, about })
  const words = "Is this right?"
  const list = "On the list, not asked yet"
  const lines: [string, string, string][] = [
    [subject("contact", child), child, child],
    [subject("question", ids.ssn, main), `missing-${ids.ssn}-${main}`, `${ids.ssn}-${main}`],
    [subject("role", ids.executor, main), `${ids.executor}-${main}`, `${ids.executor}-${main}`],
    [subject("request", ids.statements), ids.statements, ids.statements],
  ]
  for (const [about, line, record] of lines)
    assert.deepEqual(
      new Set(await ask({ subject: about, line, words })),
      new Set([`${record} ${list}`, `${line} ${list}`]),
    )
  const question = subject("question", ids.children_wishes)
  assert.deepEqual(await ask({ subject: question, line: ids.children_wishes, words, send: "now" }), [
    `${ids.children_wishes} Asked`,
  ])
  assert.deepEqual(
    (await ask({ send: "all" })).toSorted(),
    lines.map(([, , record]) => `${record} Asked`).toSorted(),
  )
})

test("a missing item says more than its name only if it was not simply left blank", () => {
  const missing = { section_id: "section_x", label: "Phone number", person: "Ada", message: "Needs more." }
  const where = { contact_id: "contact_x", field: "phone_numbers" }
  const valuesOf = (codes: MissingCode[]) =>
    missingLines(codes.map((code) => ({ ...missing, where, code }))).map(({ value }) => Boolean(value))
  assert.deepEqual(valuesOf(["answer_missing", "choice_missing", "date_missing", "person_missing"]), [
    ...[false, false, false, false],
  ])
  assert.deepEqual(valuesOf(["shares_incomplete", "signature_missing", "email_incomplete"]), [
    true,
    true,
    true,
  ])
})

test("a requested document has a line of its own until it is there, and then its file has one", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const { matter_id, ids } = intake
  const lines = async () => {
    const { text } = await staff("GET", `/console/matters/${matter_id}/review`)
    return {
      request: text.includes(`id="asked-${ids.statements}"`),
      files: text.split("may.txt").length > 1,
    }
  }
  assert.deepEqual(await lines(), { request: true, files: false })
  await upload(service, intake, { request_id: ids.statements }, "may.txt", "Balance: 12")
  assert.deepEqual(await lines(), { request: false, files: true })
})
