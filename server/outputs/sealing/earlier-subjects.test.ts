import assert from "node:assert/strict"
import { test } from "node:test"
import { newPlanningFirm } from "../../../test/harness/planning-firm.ts"
import { provideService } from "../../../test/harness/service.ts"
import { openSubject, storedSubject } from "../../intake/documents/attachments.ts"
import { createMatter } from "../../intake/matters/matters.ts"
import { openTopic } from "../../intake/messages/writing.ts"
import { sql } from "../../platform/db/sql.ts"
import { listMails, queueMail } from "../../platform/mail/outbox.ts"
import { sealEarlierSubjects } from "./earlier-subjects.ts"

const service = provideService({ own_database: true })

test("subjects that an earlier release wrote are sealed once they are a day old, and still listed without codes", async () => {
  const { firm, questionnaire_id } = await newPlanningFirm(service)
  const { ring } = service
  const topic = await firm.run(async (tx) => {
    const { id } = await createMatter(tx, { questionnaire_id, matter_name: "Ruiz, Ada" })
    return openTopic(tx, service, id, { subject: "Now", text: "Hello" })
  })
  const mail = { recipient: "ada@example.com", paragraphs: ["Hello"], footer: "" }
  const queue = (purpose: "code" | undefined, subject: string) =>
    firm.run((tx) => queueMail(tx, ring, { ...mail, subject, ...(purpose && { purpose }) }))
  const [code, mail_id, fresh] = [
    await queue("code", "382268 is your code"),
    await queue(undefined, "Your house in Provo"),
    await queue(undefined, "Of today"),
  ]
  const write = (id: string, subject: string, hours: number) => sql`
    update mails set subject = ${subject}, subject_sealed = null, created_at = now() - ${`${hours} hours`}::interval
     where id = ${id}`
  await firm.run(async (tx) => {
    await tx.run(write(code, "382268 is your code", 25))
    await tx.run(write(mail_id, "Your house in Provo", 25))
    await tx.run(write(fresh, "Of today", 23))
    await tx.run(sql`
      update message_topics set subject = 'The deed', subject_sealed = null, opened_at = now() - interval '25 hours'`)
  })
  assert.equal(await sealEarlierSubjects(service), 3)
  const plain = await firm.all(
    sql`select subject from mails union all select subject from message_topics order by 1`,
  )
  assert.deepEqual(
    plain,
    ["Email", "Email", "Message", "Of today"].map((subject) => ({ subject })),
  )
  const { rows } = await firm.run((tx) => listMails(tx, ring, { page: 1, limit: 10, offset: 0 }))
  assert.deepEqual(
    new Set(rows.map(({ subject }) => subject)),
    new Set(["•••••• is your code", "Your house in Provo", "Of today"]),
  )
  const { subject } = await firm.one<{ subject: Parameters<typeof openSubject>[1] }>(
    sql`select ${storedSubject} as subject from message_topics t where id = ${topic}`,
  )
  assert.equal(openSubject(ring, subject), "The deed")
  assert.equal(await sealEarlierSubjects(service), 0)
})
