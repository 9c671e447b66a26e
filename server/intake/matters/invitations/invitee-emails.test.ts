import assert from "node:assert/strict"
import { test } from "node:test"
import { queuedJobs } from "../../../../test/harness/queued-jobs.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeClientEmail, changePreferences } from "../../../firm/users/users.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails } from "../../../platform/mail/outbox.ts"
import { mailRequests, requestDocuments } from "../../checklist/requests.ts"
import { remindClients } from "../../reminders/remind.ts"
import { changeOwnAddress } from "./invitation-address.ts"
import { createInvitation, renewInvitation, revokeInvitation } from "./invitations.ts"
import { startInvitation } from "./starting.ts"

const service = provideService()

/** A client whom the firm invited at `invited`, and who has started and given another address. */
async function newClient(invited: string) {
  const { firm, matter_id, child, ids } = await newFirmWithIntake(service)
  const { id } = await firm.run(async (tx) => {
    const created = await createInvitation(tx, service, { matter_id, party: "main", email: invited })
    const { user_id } = await startInvitation(tx, created.id)
    await changeClientEmail(tx, user_id, "own@example.com")
    await changePreferences(tx, user_id, { language: "es" })
    return created
  })
  const recipients = async () =>
    (
      await firm.all<{ recipient: string }>(
        sql`select recipient from mails where matter_id = ${matter_id} order by id`,
      )
    ).map(({ recipient }) => recipient)
  return { firm, matter_id, id, child, ids, recipients, url: `/v1/matters/${matter_id}` }
}

for (const invited of ["", "invited@example.com"])
  test(`every email reaches a client at the address they gave, if the firm invited them at “${invited}”`, async () => {
    const { firm, matter_id, id, child, ids, recipients, url } = await newClient(invited)
    const words = "Is the date right?"
    const one = { corrections: [{ kind: "contact", record_id: child, words }] }
    const chosen = {
      corrections: [{ kind: "question", record_id: ids.has_will, words }],
      invitation_ids: [id],
    }
    assert.equal((await firm.request("POST", `${url}/corrections`, one)).status, 201)
    assert.equal((await firm.request("POST", `${url}/corrections`, chosen)).status, 201)
    await firm.run(async (tx) => {
      const requests = { labels: ["Deed"], note: "", contact_id: null, due_on: null }
      await requestDocuments(tx, matter_id, requests)
      await mailRequests(tx, service, matter_id)
      await remindClients(tx, service, matter_id)
    })
    assert.equal((await firm.request("POST", `${url}/invitations/${id}/resending`)).status, 200)
    assert.deepEqual(await recipients(), Array(5).fill("own@example.com"))
    const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
    assert.equal(rows[0]?.subject, "Test & Partners le invita a comenzar")
    const [listed] = (await firm.request("GET", `${url}/invitations`)).body.invitations
    assert.equal(listed.email, "own@example.com")

    const staff = await newStaffBrowser(service, firm)
    const page = (await staff("GET", `/console/matters/${matter_id}/invitations/${id}`)).text
    assert.match(page, /Send the link by email[\s\S]*To own@example\.com\./)
  })

test("documents requested while nobody had an address are told once one comes, and only then", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const invite = (party: "main" | "partner", email: string) =>
    firm.call(createInvitation, service, { matter_id, party, email })
  const { id } = await invite("main", "")
  const request = (label: string) =>
    firm.call(requestDocuments, matter_id, { labels: [label], note: "", contact_id: null, due_on: null })
  await request("Found in the questionnaire")
  const { user_id } = await firm.call(startInvitation, id)
  await request("Deed")
  const tell = async () => {
    await firm.call(mailRequests, service, matter_id)
    const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
    return rows.map(({ recipient, subject }) => `${recipient}: ${subject.replace(/.* needs/, "needs")}`)
  }
  const jobs = async () => (await queuedJobs("mail-requests", firm.firm_id)).length
  assert.deepEqual([await tell(), await jobs()], [[], 2])

  await firm.call(changeOwnAddress, { user_id, matter_id }, "own@example.com")
  const told = ["own@example.com: needs a document from you"]
  assert.deepEqual([await tell(), await jobs()], [told, 3])
  assert.deepEqual(await tell(), told)

  await firm.call(revokeInvitation, id)
  await request("Will")
  assert.deepEqual([await tell(), await jobs()], [told, 4])
  await firm.call(renewInvitation, service, id)
  assert.equal(await jobs(), 5)
  await firm.call(revokeInvitation, id)
  await invite("partner", "partner@example.com")
  assert.equal(await jobs(), 6)
  assert.deepEqual(await tell(), ["partner@example.com: needs a document from you", ...told])
})
