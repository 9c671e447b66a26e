import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { listEvents } from "../../server/firm/events/events.ts"
import type { Event } from "../../server/firm/events/schema.ts"
import { inviteStaff } from "../../server/firm/users/setup-links.ts"
import { receiveDocument } from "../../server/intake/documents/uploads/uploads.ts"
import { closeMatter, reopenClosedMatter } from "../../server/intake/matters/lifecycle.ts"
import { restrictMatter } from "../../server/intake/matters/parties/access-list.ts"
import { changeRetention } from "../../server/intake/matters/retention.ts"
import { requestBulkAction } from "../../server/operations/bulk-actions/bulk-actions.ts"
import { runBulkAction } from "../../server/operations/bulk-actions/running.ts"
import { deleteDueMatters } from "../../server/operations/deletions/automatic-deletion.ts"
import { deleteMatter, restoreMatter } from "../../server/operations/deletions/deletions.ts"
import { sql, type Tx } from "../../server/platform/db/sql.ts"
import { assertEach } from "../harness/assert-each.ts"
import { newFirmWithMatters } from "../harness/firm-with-matters.ts"
import { upload } from "../harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../harness/service.ts"

const service = provideService()

const newFirm = () => newFirmWithMatters(service)

async function list(firm: TestFirm, query: string): Promise<Event[]> {
  const { status, body } = await firm.request("GET", `/v1/events?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results
}

const typesOf = (events: readonly Event[]) => events.map(({ event_type }) => event_type).reverse()

test("closing, reopening, deleting and restoring a matter are events, and a deleted matter's can still be read", async () => {
  const { firm, create } = await newFirm()
  const matter_id = await create("Ash", { crm_id: "A-1042" })
  await firm.run((tx) => closeMatter(tx, matter_id))
  await firm.run((tx) => reopenClosedMatter(tx, matter_id))
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Double" }))
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 404)
  const types = ["intakeform.created", "matter.closed", "matter.reopened", "matter.deleted"]
  const events = await list(firm, `matter_id=${matter_id}`)
  assert.deepEqual(typesOf(events), types)
  for (const { matter, user } of events) {
    assert.deepEqual(matter, { id: matter_id, context: { crm_id: "A-1042" } })
    assert.equal(user.id, firm.admin.user_id)
  }
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(typesOf(await list(firm, `matter_id=${matter_id}`)), [...types, "matter.restored"])
  await assert.rejects(
    firm.run(async (tx) => {
      await closeMatter(tx, matter_id)
      throw new Error("Not after all")
    }),
  )
  assert.equal((await list(firm, "event_type=matter.closed")).length, 1)
})

test("a file added by the client or by staff is an event, and the same file again is none", async () => {
  const { firm, intake } = await newFirm()
  const { matter_id } = intake
  const target = { request_id: intake.ids.statements }
  await upload(service, intake, target, "a.txt", "A file")
  await upload(service, intake, target, "a.txt", "A file")
  const file = { matter_id, ...target, filename: "b.txt", source: Readable.from([Buffer.from("Another")]) }
  await receiveDocument(service, { firm_id: firm.firm_id, user_id: firm.admin.user_id }, file)
  const events = await list(firm, "event_type=document.added")
  assertEach(events, ({ matter, user }) => [matter.id, user.is_client_user], [
    [matter_id, false],
    [matter_id, true],
  ])
  assert.ok(!JSON.stringify(events).includes(".txt"))
})

test("closing many matters, undoing an import, and the retention rule tell of each matter", async () => {
  const { firm, create } = await newFirm()
  const ids = [await create("Ash"), await create("Birch"), await create("Cedar")]
  const runBulk = async (action: Parameters<typeof requestBulkAction>[1]["action"], matter_ids: string[]) => {
    const bulk_action_id = await firm.run((tx) => requestBulkAction(tx, { action, label: "", matter_ids }))
    await runBulkAction(service, { firm_id: firm.firm_id, bulk_action_id })
  }
  const idsOf = async (type: string) =>
    (await list(firm, `event_type=${type}`)).map(({ matter }) => matter.id).sort()
  await runBulk({ kind: "close" }, ids)
  assert.deepEqual(await idsOf("matter.closed"), ids.toSorted())
  const imported = await create("Dogwood")
  await runBulk({ kind: "undo_import" }, [imported])
  assert.deepEqual(await idsOf("matter.deleted"), [imported])
  await firm.run(async (tx) => {
    await tx.run(
      sql`update matters set close_date = '2001-01-01', created_at = '2001-01-01' where id = any(${ids}::text[])`,
    )
    await changeRetention(tx, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  })
  await deleteDueMatters(service)
  const deleted = await list(firm, "event_type=matter.deleted")
  assert.deepEqual(deleted.map(({ matter }) => matter.id).sort(), [imported, ...ids].sort())
  // No person did it: an admin stands for the rule.
  assert.deepEqual(new Set(deleted.map(({ user }) => user.id)), new Set([firm.admin.user_id]))
  assert.equal(new Set(deleted.map(({ event_id }) => event_id)).size, 4)
})

test("a key learns that a restricted matter was deleted; staff who may not see it do not", async () => {
  const { firm, create } = await newFirm()
  const matter_id = await create("Ash")
  const other = await firm.run((tx) =>
    inviteStaff(tx, { email: `other-${matter_id}@example.com`.toLowerCase(), name: "Other", role: "member" }),
  )
  await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id]))
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Double" }))
  const types = ["intakeform.created", "matter.deleted"]
  assert.deepEqual(typesOf(await list(firm, `matter_id=${matter_id}`)), types)
  const page = { page: 1, limit: 10, offset: 0 }
  const seenBy = async (user_id: string) => {
    const see = (tx: Tx) => listEvents(tx, page, { matter_id })
    const actor = { user_id, is_viewer: true }
    return typesOf((await firm.run(see, actor)).rows)
  }
  assert.deepEqual(await seenBy(firm.admin.user_id), types)
  assert.deepEqual(await seenBy(other.user_id), [])
})
