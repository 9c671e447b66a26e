import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { collide } from "../../../test/harness/collide.ts"
import { newFirmWithIntake, newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { readQueues } from "../../follow-up/queues/queues.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { readMatterExport } from "../../outputs/exports/matter-export.ts"
import { actAs } from "../../platform/db/act-as.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { correctAddress } from "../matters/invitations/invitation-address.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter } from "../matters/lifecycle.ts"
import { notifyOfEvents } from "../notifications/notify.ts"
import { getTopic, listTopics, markMessagesRead, markTopicRead, readTopic } from "./messages.ts"
import { markReplyNotNeeded, openTopic, writeMessage } from "./writing.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const advance = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

interface Talk {
  firm: TestFirm
  intake: SampleIntake
  matter_id: string
}

/** A matter whose client was invited by email and has started. */
async function newTalk(): Promise<Talk> {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id } = intake
  await firm.run(async (tx) => {
    const { id } = await createInvitation(tx, service, {
      matter_id,
      party: "helper",
      email: "hal@example.com",
    })
    await tx.run(sql`update invitations set user_id = ${intake.client.user_id} where id = ${id}`)
  })
  return { firm, intake, matter_id }
}

/** Runs in a client's session, limited to this matter. */
const within = <Result>({ client, matter_id }: SampleIntake, work: (tx: Tx) => Promise<Result>) =>
  service.db.forFirm(
    client.firm_id,
    async (tx) => {
      await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true) as matter_id`)
      return work(tx)
    },
    client,
  )
const asClient = <Result>({ intake }: Talk, work: (tx: Tx) => Promise<Result>) => within(intake, work)
const open = (tx: Tx, { matter_id }: Talk, text = "Hello") =>
  openTopic(tx, service, matter_id, { subject: "The house", text })
const reply = (tx: Tx, { matter_id }: Talk, topic_id: string, text = "Hello") =>
  writeMessage(tx, service, { matter_id, topic_id }, { text })
const markRead = async (tx: Tx, { matter_id }: Talk, topic_id: string) => {
  const { n } = await tx.one<{ n: number }>(
    sql`select max(number) as n from messages where topic_id = ${topic_id}`,
  )
  await markTopicRead(tx, { matter_id, topic_id, number: n })
}
const mailsOf = async ({ firm }: Talk) =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))).rows
/** Notifies staff of all events, as the job does. */
async function notifyStaff({ firm }: Talk): Promise<number> {
  const before = await firm.all(sql`select from mails`)
  const events = await firm.all<{ firm_id: string; event_id: string }>(
    sql`select firm_id, id as event_id from events order by id`,
  )
  await Promise.all([1, 2].map(() => notifyOfEvents(service, events.slice(-1))))
  return (await firm.all(sql`select from mails`)).length - before.length
}

test("a client is notified of a message, without its text, once until they read it and at most once a day", async () => {
  const talk = await newTalk()
  const topic = await talk.firm.run((tx) => open(tx, talk, "The secret deed"))
  for (let count = 0; count < 9; count++) await talk.firm.run((tx) => reply(tx, talk, topic))
  const [mail, ...others] = await mailsOf(talk)
  assert.deepEqual([mail?.recipient, others.length], ["ada@example.com", 0])
  const { text, html, subject } = await talk.firm.run((tx) => getMail(tx, service.ring, mail?.id ?? ""))
  assert.match(text, /has sent you a message about your matter/)
  assert.doesNotMatch(`${subject}${text}${html}`, /secret deed|The house/)
  advance(1)
  await asClient(talk, (tx) => markRead(tx, talk, topic))
  advance(1)
  await talk.firm.run((tx) => reply(tx, talk, topic))
  assert.equal((await mailsOf(talk)).length, 2, "the client had read the first")
  advance(24 * 60)
  await talk.firm.run((tx) => reply(tx, talk, topic))
  assert.equal((await mailsOf(talk)).length, 3, "a day has passed")
})

test("an email that was not delivered, or that went to an earlier address, holds no other back", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invited = { matter_id, party: "main", email: "bee@example.com" } as const
  const { id } = await firm.run((tx) => createInvitation(tx, service, invited))
  const write = async () => {
    await firm.run((tx) => openTopic(tx, service, matter_id, { subject: "The house", text: "Hello" }))
    advance(1)
    return (await firm.all<{ recipient: string }>(sql`select recipient from mails order by id`)).map(
      ({ recipient }) => recipient,
    )
  }
  await write()
  assert.deepEqual(await write(), ["bee@example.com"])
  await firm.run((tx) => correctAddress(tx, service, id, "ada@example.com"))
  assert.deepEqual(await write(), ["bee@example.com", "ada@example.com"])
  await firm.run((tx) => tx.run(sql`update mails set gave_up_at = ${tx.now}`))
  assert.equal((await write()).length, 3)
})

test("staff are notified of a client's message once until one of them reads it, and never of their own", async () => {
  const talk = await newTalk()
  const topic = await asClient(talk, (tx) => open(tx, talk, "The secret deed"))
  assert.equal(await notifyStaff(talk), 1)
  assert.match((await mailsOf(talk))[0]?.subject ?? "", /^New message: Smith/)
  advance(1)
  await asClient(talk, (tx) => reply(tx, talk, topic))
  assert.equal(await notifyStaff(talk), 0, "the first is still unread")
  await talk.firm.run((tx) => markRead(tx, talk, topic))
  advance(1)
  await asClient(talk, (tx) => reply(tx, talk, topic))
  assert.equal(await notifyStaff(talk), 1)
  advance(24 * 60)
  await asClient(talk, (tx) => reply(tx, talk, topic))
  assert.equal(await notifyStaff(talk), 1)
  await talk.firm.run((tx) => reply(tx, talk, topic))
  const before = (await mailsOf(talk)).filter(({ recipient }) => recipient.startsWith("ada.admin")).length
  await notifyStaff(talk)
  const after = (await mailsOf(talk)).filter(({ recipient }) => recipient.startsWith("ada.admin")).length
  assert.equal(after, before, "staff are not notified of their own message")
})

test("a matter is in the queue from a client's message until a reply, or until none is needed", async () => {
  const talk = await newTalk()
  const waiting = () =>
    talk.firm.run(async (tx) => {
      const scope = { user_id: talk.firm.admin.user_id, is_whole_firm: true }
      const [queue] = await readQueues(tx, ["messages"], { settings: {}, limit: 5, ...scope })
      return queue?.items.map(({ matter_id, since }) => [matter_id, since]) ?? []
    })
  const written_at = now
  const topic = await asClient(talk, (tx) => open(tx, talk))
  advance(5)
  await asClient(talk, (tx) => reply(tx, talk, topic))
  assert.deepEqual(await waiting(), [[talk.matter_id, written_at]])
  await talk.firm.run((tx) => reply(tx, talk, topic))
  assert.deepEqual(await waiting(), [])
  await asClient(talk, (tx) => reply(tx, talk, topic, "Thank you"))
  assert.equal((await waiting()).length, 1)
  await talk.firm.run((tx) => markReplyNotNeeded(tx, talk.matter_id, topic))
  assert.deepEqual(await waiting(), [])
})

test("each person has read what they have opened, and their own messages are never unread to them", async () => {
  const talk = await newTalk()
  const { client } = talk.intake
  const admin = talk.firm.admin.user_id
  const topic = await asClient(talk, (tx) => open(tx, talk))
  const unread = (user_id: string) =>
    talk.firm.run(
      async (tx) =>
        (await getTopic(tx, service.ring, { matter_id: talk.matter_id, topic_id: topic }, user_id)).unread,
    )
  assert.deepEqual([await unread(client.user_id), await unread(admin)], [0, 1])
  await talk.firm.run((tx) => reply(tx, talk, topic))
  assert.deepEqual([await unread(client.user_id), await unread(admin)], [1, 0])
  await asClient(talk, (tx) => markRead(tx, talk, topic))
  assert.deepEqual([await unread(client.user_id), await unread(admin)], [0, 0])
})

test("a view opened before newer messages, and recorded after them, leaves them as they are", async () => {
  const talk = await newTalk()
  const { matter_id, intake, firm } = talk
  const topic_id = await firm.run((tx) => open(tx, talk))
  for (let count = 0; count < 2; count++) await firm.run((tx) => reply(tx, talk, topic_id))
  const unread = () =>
    firm.run(
      async (tx) =>
        (
          await getTopic(
            tx,
            service.ring,
            { matter_id: matter_id, topic_id: topic_id },
            intake.client.user_id,
          )
        ).unread,
    )
  const see = (number: number) => asClient(talk, (tx) => markTopicRead(tx, { matter_id, topic_id, number }))
  // As in the console, which shows messages of all topics.
  const seeMessage = (number: number) =>
    asClient(talk, async (tx) => {
      const { id } = await tx.one<{ id: string }>(
        sql`select id from messages where topic_id = ${topic_id} and number = ${number}`,
      )
      await markMessagesRead(tx, matter_id, [id])
    })
  await see(1)
  assert.equal(await unread(), 2)
  await seeMessage(2)
  assert.equal(await unread(), 1)
  await see(3)
  await see(1)
  await seeMessage(1)
  assert.equal(await unread(), 0)
})

test("a client sees only the topics of their own matter", async () => {
  const [talk, other] = [await newTalk(), await newTalk()]
  const topic = await talk.firm.run((tx) => open(tx, talk))
  const neighbor = await newIntake(talk.firm)
  const asNeighbor = (work: (tx: Tx) => Promise<unknown>) => within(neighbor, work)
  for (const work of [
    (tx: Tx) =>
      getTopic(tx, service.ring, { matter_id: talk.matter_id, topic_id: topic }, neighbor.client.user_id),
    (tx: Tx) => reply(tx, talk, topic),
    (tx: Tx) =>
      writeMessage(tx, service, { matter_id: neighbor.matter_id, topic_id: topic }, { text: "Hello" }),
  ])
    await assert.rejects(asNeighbor(work), { code: "not_found" })
  assert.deepEqual(
    await asNeighbor((tx) => listTopics(tx, service.ring, talk.matter_id, neighbor.client.user_id)),
    [],
  )
  assert.deepEqual(await asNeighbor((tx) => readTopic(tx, service.ring, topic)), [])
  await assert.rejects(other.firm.call(reply, talk, topic), { code: "not_found" })
})

test("a message sent twice is written once, even by concurrent requests", async () => {
  const talk = await newTalk()
  const id = "message_0192F0C47B3A7C11A0B1C2D3E4F50607"
  const again = () =>
    asClient(talk, (tx) => openTopic(tx, service, talk.matter_id, { id, subject: "Once", text: "Hello" }))
  const matter = sql`select from matters where id = ${talk.matter_id}`
  const [first, second] = await collide(service, matter, [again, again])
  assert.equal(second, first)
  const topics = await talk.firm.run((tx) => listTopics(tx, service.ring, talk.matter_id, ""))
  assertEach(topics, ({ messages }) => messages, [1])
})

test("a message id used in another topic or matter is refused, and reveals nothing of it", async () => {
  const talk = await newTalk()
  const neighbor = await newIntake(talk.firm)
  const id = "message_0192F0C47B3A7C11A0B1C2D3E4F50608"
  const sent = { id, subject: "Ours", text: "Hello" }
  const topic = await asClient(talk, (tx) => openTopic(tx, service, talk.matter_id, sent))
  const elsewhere = await asClient(talk, (tx) => open(tx, talk, "Elsewhere"))
  const { matter_id } = neighbor
  for (const work of [
    (tx: Tx) => openTopic(tx, service, matter_id, sent),
    (tx: Tx) => writeMessage(tx, service, { matter_id: talk.matter_id, topic_id: elsewhere }, sent),
  ])
    await assert.rejects(talk.firm.run(work), { code: "id_taken" })
  assert.deepEqual(await talk.firm.run((tx) => listTopics(tx, service.ring, matter_id, "")), [])
  assert.equal((await talk.firm.run((tx) => readTopic(tx, service.ring, topic))).length, 1)
})

test("the database stores no message in plain text, and messages return with a restored matter", async () => {
  const talk = await newTalk()
  const topic = await asClient(talk, (tx) => open(tx, talk, "The secret deed"))
  const stored = await talk.firm.all(sql`select * from messages`)
  assert.doesNotMatch(JSON.stringify(stored), /secret/)
  const texts = async () =>
    (await talk.firm.run((tx) => readTopic(tx, service.ring, topic))).map(({ text }) => text)
  const deletion = await talk.firm.run(async (tx) => {
    await closeMatter(tx, talk.matter_id)
    return deleteMatter(tx, service.ring, { matter_id: talk.matter_id, reason: "Asked for" })
  })
  assert.deepEqual(await texts(), [])
  await talk.firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await texts(), ["The secret deed"])
})

test("a closed matter takes no messages", async () => {
  const talk = await newTalk()
  const topic = await asClient(talk, (tx) => open(tx, talk))
  await talk.firm.run((tx) => closeMatter(tx, talk.matter_id))
  for (const work of [(tx: Tx) => open(tx, talk), (tx: Tx) => reply(tx, talk, topic)]) {
    await assert.rejects(asClient(talk, work), { code: "matter_closed" })
    await assert.rejects(talk.firm.run(work), { code: "matter_closed" })
  }
})

test("an export has every message with its topic and author, oldest first", async () => {
  const talk = await newTalk()
  const topic = await asClient(talk, (tx) => open(tx, talk, "Where is the deed?"))
  advance(1)
  await talk.firm.run(async (tx) => {
    await actAs(tx, talk.firm.admin.user_id)
    await reply(tx, talk, topic, "In our safe.")
  })
  const { messages } = await talk.firm.call(readMatterExport, service.ring, talk.matter_id, { reveal: false })
  assertEach(messages, ({ text, topic, user }) => [topic.subject, text, user.is_client_user], [
    ["The house", "Where is the deed?", true],
    ["The house", "In our safe.", false],
  ])
})
