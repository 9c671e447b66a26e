import assert from "node:assert/strict"
import { test } from "node:test"
import { openTopic, writeMessage } from "../../server/intake/messages/writing.ts"
import { assertEach } from "../harness/assert-each.ts"
import { assertConforms, event, message, message_page } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

const post = (body: object, headers: Record<string, string> = {}, matter_id = sample.couple.matter_id) =>
  sample.firm.request("POST", `/v1/matters/${matter_id}/messages`, body, headers)

test("a message opens a topic, another continues it, and both are listed newest first with their authors", async () => {
  const { firm, service, couple, get } = sample
  const opened = await post({ subject: "The house", text: "Could you send the deed?" })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  assertConforms(message, opened.body)
  assert.deepEqual(
    [opened.body.topic.subject, opened.body.text, opened.body.user.is_firm_staff],
    ["The house", "Could you send the deed?", true],
  )
  const topic = opened.body.topic.id
  const more = await post({ topic, text: "Two lines\nare two lines." })
  assert.equal(more.body.topic.id, topic)
  await firm.run(
    (tx) =>
      writeMessage(tx, service, { matter_id: couple.matter_id, topic_id: topic }, { text: "Here it is." }),
    couple.client,
  )
  const page = await get(`/v1/matters/${couple.matter_id}/messages?page_size=2`)
  assertConforms(message_page, page.body)
  assert.equal(page.body.count, 3)
  assertEach(page.body.results, ({ text, user }: typeof opened.body) => [text, user.is_client_user], [
    ["Here it is.", true],
    ["Two lines\nare two lines.", false],
  ])
  const [told] = (await get("/v1/events")).body.results
  assertConforms(event, told)
  assert.deepEqual([told.event_type, told.matter.id], ["message.created", couple.matter_id])
  assert.doesNotMatch(JSON.stringify(told), /Here it is|The house/, "an event holds nothing that was written")
})

test("every fault in a message is named, and another firm's topic is not found", async () => {
  const neither = await post({ text: "Hello" })
  assert.equal(neither.status, 400)
  assert.deepEqual(neither.body.errors[0].code, "topic_or_subject")
  assert.equal((await post({ text: "Hello", subject: "A", topic: "topic_1" })).status, 400)
  const long = await post({ subject: "x".repeat(201), text: "x".repeat(5_001) })
  assertEach(long.body.errors, ({ param }: { param: string }) => param, ["text", "subject"])
  assert.equal((await post({ subject: "A", text: "  \n " })).status, 400)
  assert.equal((await post({ topic: "topic_0192F0C47B3A7C11A0B1C2D3E4F50607", text: "Hello" })).status, 404)
  const stranger = await sample.service.newFirm()
  const { matter_id } = sample.couple
  const topic = await sample.firm.run((tx) =>
    openTopic(tx, sample.service, matter_id, { subject: "Ours", text: "Hello" }),
  )
  assert.equal((await stranger.request("GET", `/v1/matters/${matter_id}/messages`)).status, 404)
  assert.equal(
    (await stranger.request("POST", `/v1/matters/${matter_id}/messages`, { topic, text: "Hello" })).status,
    404,
  )
})
