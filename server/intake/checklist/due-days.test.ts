import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"
import { saveAnswer } from "../answers/answers.ts"
import { saveDocumentChoice } from "../documents/document-choices.ts"
import { closeMatter, markStarted } from "../matters/lifecycle.ts"
import { dropItems, restoreItems } from "../submissions/missing/dropped-items.ts"
import { withdrawUnrequested } from "../submissions/missing/withdrawn-items.ts"
import { acceptFile } from "../submissions/review/file-acceptance.ts"
import { isPending, listChecklist } from "./checklist.ts"
import { awaitedDocuments, changeDocumentDueDay, listDueDays } from "./due-days.ts"
import { returnFile, takeReturnBack } from "./returns.ts"

const { service, firm } = provideServiceAndFirm()

/** A started matter that requests the will and the statements. */
async function newMatter() {
  const intake = await newIntake(firm)
  await firm.run((tx) => markStarted(tx, intake.matter_id))
  await answer(intake, "yes")
  return intake
}
/** The client says whether there is a will, on which the request of its copy depends. */
const answer = (intake: SampleIntake, value: "yes" | "no") =>
  firm.run(async (tx) => {
    await tx.one(
      sql`select open_client(${firm.firm_id}, ${intake.matter_id}, ${intake.client.user_id}) is null as opened`,
    )
    await saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value })
    await withdrawUnrequested(tx, intake.matter_id)
  }, intake.client)
const urlOf = ({ matter_id, ids }: SampleIntake, request = ids.will_copy) =>
  `/v1/matters/${matter_id}/document-requests/${request}`
const set = (intake: SampleIntake, body: object, headers: Record<string, string> = {}) =>
  firm.request("PATCH", urlOf(intake), body, headers)
const awaited = ({ matter_id }: SampleIntake) =>
  firm.run(async (tx) => {
    const rows = await tx.all<{ label: string }>(
      sql`select d.label from ${awaitedDocuments} and d.matter_id = ${matter_id} order by 1`,
    )
    return rows.map(({ label }) => label)
  })

test("a key sets, changes and removes the day of a document, as the list then says; only changes are audited", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  const listed = async () => {
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}/document-requests`)
    return body.document_requests.find(({ id }: { id: string }) => id === ids.will_copy)
  }
  for (const due_on of ["2027-06-30", "2027-06-30", "2027-07-31", null, null]) {
    const { status, body } = await set(intake, { due_on })
    assert.deepEqual([status, body.due_on, body.id, body.contact], [200, due_on, ids.will_copy, null])
    assert.deepEqual(await listed(), body)
  }
  const audited = await firm.all<{ label: string }>(sql`
      select label from audit_entries where matter_id = ${matter_id} and action = 'document_due_changed'`)
  assertEach(audited, ({ label }) => label, Array(3).fill("Copy of your will (by API key)"))
})

test("a day that is none, a document that is none, and a change of another state are refused and change nothing", async () => {
  const intake = await newMatter()
  const { matter_id, ids, main } = intake
  const { headers } = await set(intake, { due_on: "2027-06-30" })
  const refused: [body: object, param: string][] = [
    [{ due_on: "2027-02-30" }, "due_on"],
    [{ due_on: "" }, "due_on"],
    [{ due_on: "soon" }, "due_on"],
    [{}, "due_on"],
    [{ due_on: null, contact: main }, "contact"],
  ]
  for (const [body, param] of refused) {
    const response = await set(intake, body)
    assert.deepEqual([response.status, response.body.errors?.[0]?.param], [400, param], JSON.stringify(body))
  }
  await set(intake, { due_on: "2027-07-31" })
  const late = await set(intake, { due_on: null }, { "if-match": String(headers.etag) })
  assert.equal(late.status, 412)
  for (const id of [ids.has_will, ids.home, "docreq_1"])
    assert.equal((await firm.request("PATCH", urlOf(intake, id), { due_on: null })).status, 404, id)
  const other = await service.newFirm()
  assert.equal((await other.request("PATCH", urlOf(intake), { due_on: null })).status, 404)
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal((await set(intake, { due_on: null })).body.code, "matter_closed")
  assert.deepEqual([...(await firm.run((tx) => listDueDays(tx, matter_id))).values()], ["2027-07-31"])
})

test("a document is awaited exactly while the checklist says that the client has something to do", async () => {
  const intake = await newMatter()
  const { matter_id, ids } = intake
  for (const request_id of [ids.will_copy, ids.statements])
    await firm.call(changeDocumentDueDay, matter_id, { request_id, sender: null, due_on: "2099-01-01" })
  const agree = async () => {
    const items = await firm.run((tx) => listChecklist(tx, matter_id))
    const pending = items.filter(({ state }) => isPending(state)).map(({ label }) => label as string)
    assert.deepEqual(await awaited(intake), pending.toSorted())
    return items[0]?.state
  }
  const choose = (choice: "bring" | "none" | null) =>
    intake.asClient((tx) =>
      saveDocumentChoice(tx, matter_id, { request_id: ids.will_copy, chosen_for: null, choice }),
    )
  const send = (name: string) => upload(service, intake, { request_id: ids.will_copy }, name, name)
  assert.equal(await agree(), "requested")
  for (const choice of ["bring", "none"] as const) {
    await choose(choice)
    assert.equal(await agree(), choice)
  }
  await choose("bring")
  const item = { kind: "document", record_id: ids.will_copy, contact_id: null } as const
  await firm.call(dropItems, matter_id, [item])
  assert.equal(await agree(), "dropped")
  await firm.call(restoreItems, matter_id, [item])
  assert.equal(await agree(), "bring")
  const { document_id: id } = await send("Will.txt")
  assert.equal(await agree(), "received")
  await firm.run((tx) => returnFile(tx, service, matter_id, id, { words: "Blurred." }))
  assert.equal(await agree(), "returned")
  await firm.run((tx) => takeReturnBack(tx, matter_id, id))
  await firm.run((tx) => acceptFile(tx, service.ring, matter_id, id))
  assert.equal(await agree(), "accepted")
})

test("the day of a request that an answer hides waits for nothing and comes back with it", async () => {
  const intake = await newMatter()
  await set(intake, { due_on: "2099-01-01" })
  assert.deepEqual(await awaited(intake), ["Copy of your will"])
  await answer(intake, "no")
  assert.deepEqual(await awaited(intake), [])
  assert.equal((await set(intake, { due_on: "2099-02-01" })).status, 404)
  assert.equal((await firm.run((tx) => listDueDays(tx, intake.matter_id))).size, 0)
  await answer(intake, "yes")
  assert.deepEqual(await awaited(intake), ["Copy of your will"])
})
