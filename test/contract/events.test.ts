import assert from "node:assert/strict"
import { test } from "node:test"
import { closeMatter, markReopened, reopenClosedMatter } from "../../server/intake/matters/lifecycle.ts"
import { completeMatter, submitMatter } from "../../server/intake/submissions/submissions.ts"
import { assertConforms, event, event_page } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

interface Event {
  event_id: string
  event_type: string
  matter: { id: string; context?: unknown }
  user: { id: string; is_firm_staff: boolean; is_client_user: boolean }
  meta: { questionnaire: { id: string } }
}

const sample = provideSampleFirm()

const eventsOf = async (matter_id: string): Promise<Event[]> => {
  const { body } = await sample.get("/v1/events?page_size=200")
  return body.results.filter(({ matter }: Event) => matter.id === matter_id).toReversed()
}

test("Get Events: events are newest first, and each is the same when read alone", async () => {
  const { status, body } = await sample.get("/v1/events")
  assert.equal(status, 200)
  assertConforms(event_page, body)
  const ids = body.results.map(({ event_id }: Event) => event_id)
  assert.deepEqual(ids, ids.toSorted().toReversed())
  for (const item of body.results) {
    const single = await sample.get(`/v1/events/${item.event_id}`)
    assert.equal(single.status, 200)
    assertConforms(event, single.body)
    assert.deepEqual(single.body, item)
  }
})

test("the context given when a matter is created comes back in its events", async () => {
  const [created, ...others] = await eventsOf(sample.pre_created)
  assert.deepEqual(others, [])
  assert.deepEqual(created?.matter, {
    id: sample.pre_created,
    context: { crm_id: "A-1042", office: 3 },
  })
  const [, started] = await eventsOf(sample.single.matter_id)
  assert.deepEqual(started?.matter, { id: sample.single.matter_id })
})

test("a matter's lifecycle produces its events in order, each with the user who caused it", async () => {
  const { couple, firm, service, get } = sample
  const { matter_id } = couple
  const submit = () => couple.asClient((tx) => submitMatter(tx, service.ring, matter_id))
  const complete = () => firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  await submit()
  await complete()
  assert.equal((await get(`/v1/matters/${matter_id}`)).body.client_may_edit, false)
  await firm.run((tx) => markReopened(tx, matter_id))
  assert.equal((await get(`/v1/matters/${matter_id}`)).body.client_may_edit, true)
  await submit()
  await complete()
  await firm.run((tx) => closeMatter(tx, matter_id))
  await firm.run((tx) => reopenClosedMatter(tx, matter_id))
  const staff = { id: firm.admin.user_id, is_firm_staff: true, is_client_user: false }
  const client = { id: couple.client.user_id, is_firm_staff: false, is_client_user: true }
  assert.deepEqual(
    (await eventsOf(matter_id))
      .filter(({ event_type }) => event_type !== "document.added")
      .map(({ event_type, user }) => [event_type, user]),
    [
      ["intakeform.created", staff],
      ["intakeform.started", client],
      ["intakeform.submitted", client],
      ["intakeform.resubmitted", client],
      ["intakeform.completed", staff],
      ["intakeform.reopened", staff],
      ["intakeform.resubmitted", client],
      ["intakeform.completed", staff],
      ["matter.closed", staff],
      ["matter.reopened", staff],
    ],
  )
  const { questionnaire } = (await get(`/v1/matters/${matter_id}`)).body
  for (const { meta } of await eventsOf(matter_id)) {
    assert.deepEqual(meta.questionnaire, { id: questionnaire.id, internal_type: questionnaire.internal_type })
  }
})
