import assert from "node:assert/strict"
import { test } from "node:test"
import { fillIn } from "../../../../../test/contract/sample-firm.ts"
import { newFirmWithPortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { markRead } from "../../../submissions/review/read-marks.ts"
import { completeMatter } from "../../../submissions/submissions.ts"
import { createInvitation, listInvitations, revokeInvitation } from "../../invitations/invitations.ts"
import { startInvitation } from "../../invitations/starting.ts"
import { closeMatter, markStarted } from "../../lifecycle.ts"

const service = provideService()

test("a matter says that the partner has no link, where each answers parts alone and the partner's link was revoked", async () => {
  const { firm, matter_id, names } = await newFirmWithPortalIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const saysSo = async () =>
    (await staff("GET", `/console/matters/${matter_id}`)).text.includes("partner has no link")
  const answerAlone = async (...section_ids: string[]) =>
    firm.write(sql`update matters set separate_parts = ${section_ids} where id = ${matter_id}`)
  const section_id = names.split("/")[3] ?? ""
  await answerAlone(section_id)
  assert.equal(await saysSo(), false)
  await firm.run(async (tx) => {
    for (const { id, party } of await listInvitations(tx, matter_id))
      if (party === "partner") await revokeInvitation(tx, id)
  })
  assert.equal(await saysSo(), true)
  await answerAlone()
  assert.equal(await saysSo(), false)
})

test("each number of the overview leads to its lines in the review", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const [begun, full] = [await newIntake(firm), await fillIn(service, await newIntake(firm))]
  const expected: [string, string[]][] = [
    [begun.matter_id, ["people", "missing"]],
    [full.matter_id, ["assets", "people"]],
  ]
  for (const [matter_id, parts] of expected) {
    await firm.run((tx) => markStarted(tx, matter_id))
    const { text } = await staff("GET", `/console/matters/${matter_id}`)
    const review = (await staff("GET", `/console/matters/${matter_id}/review`)).text
    const [facts = ""] = /aria-label="At a glance"[\s\S]*?<\/dl>/.exec(text) ?? []
    const links = [...facts.matchAll(/\/review#(\w+)">[^<]*\d/g)].map(([, id = ""]) => id)
    assert.deepEqual(links, parts)
    for (const id of links) assert.match(review, new RegExp(`id="${id}"`))
  }
})

test("the overview says whose turn it is, and offers what to do next, in every state of a matter", async () => {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, asClient } = intake
  const staff = await newStaffBrowser(service, firm)
  const step = async () => {
    const { text } = await staff("GET", `/console/matters/${matter_id}`)
    const [, body = "", offers = ""] =
      /id="next-steps".*?<div class="banner-body">(.*?)<\/div>(?:<div class="banner-actions">(.*?)<\/div>)?/s.exec(
        text,
      ) ?? []
    const plain = (html: string) =>
      html
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim()
    return `${plain(body)} [${plain(offers)}]`
  }
  assert.equal(
    await step(),
    "No one has been invited yet. The client needs a link to start. [Invite the client]",
  )
  const { id } = await firm.call(createInvitation, service, { matter_id, party: "main", email: "" })
  assert.equal(
    await step(),
    "Waiting for the client to start. The link was created but not sent by email. [Copy the link]",
  )
  await firm.run((tx) =>
    tx.run(sql`update invitations set email = 'ada@example.com', expires_at = ${tx.now} where id = ${id}`),
  )
  assert.equal(
    await step(),
    "The link for ada@example.com has expired. No one used it in time. Send a new one. [Send a new link]",
  )
  await firm.write(sql`update invitations set email = '' where id = ${id}`)
  assert.equal(
    await step(),
    "The link for the client has expired. No one used it in time. Send a new one. [Create a new link]",
  )
  await asClient((tx) => markStarted(tx, matter_id))
  assert.equal(
    await step(),
    "The client is filling in the questionnaire. 5 required things are still missing. [See what is missing]",
  )
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  assert.equal(
    await step(),
    "This matter is completed. The client can read it but not change it. To request changes, reopen it for the client. []",
  )
  await firm.run((tx) =>
    tx.run(sql`
      update matters set completed_at = null, client_may_edit = true, is_submitted = true, submitted_at = ${tx.now}
       where id = ${matter_id}`),
  )
  assert.equal(
    await step(),
    "Your turn: the client has submitted everything. Review it, then complete the matter, or ask the client for more. [Review Mark as read]",
  )
  await firm.run((tx) => markRead(tx, matter_id))
  assert.equal(
    await step(),
    "Your turn: the client has submitted everything. Review it, then complete the matter, or ask the client for more. [Review]",
  )
  await asClient((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "A dog" }),
  )
  assert.equal(
    await step(),
    "Something has changed since it was submitted. Some of it no one has seen yet. Look at what changed before you continue. [See what changed]",
  )
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(await step(), "This matter is closed. You can still read everything. []")
})

test("the address of an invitation can be corrected until it is used or revoked", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const invite = () =>
    firm.run((tx) => createInvitation(tx, service, { matter_id, party: "main", email: "" }))
  const isOffered = async (id: string) => {
    const { text, status } = await staff("GET", `/console/matters/${matter_id}/invitations/${id}`)
    assert.equal(status, 200)
    return text.includes(`${id}/address"`)
  }
  const { id } = await invite()
  assert.equal(await isOffered(id), true)
  await firm.run((tx) => revokeInvitation(tx, id))
  assert.equal(await isOffered(id), false)
  const { id: other } = await invite()
  await firm.run((tx) => startInvitation(tx, other))
  assert.equal(await isOffered(other), false)
})

test("someone invited by email gets their link there, and someone invited by a copied link gets no email", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const invite = async (way: string, first_name: string, party: string) => {
    const person = { first_name, last_name: "Kern", email: `${first_name.toLowerCase()}@example.com` }
    const url = `/console/matters/${matter_id}/invitations/new`
    const { status } = await staff("POST", url, { party, way, message: "", ...person })
    assert.equal(status, 303)
  }
  await invite("mail", "Ada", "main")
  await invite("link", "Ben", "partner")
  const { invitations, mails } = await firm.run(async (tx) => ({
    invitations: await listInvitations(tx, matter_id),
    mails: await tx.all<{ invitation_id: string }>(sql`select invitation_id from mails`),
  }))
  const [ada] = invitations.filter(({ email }) => email === "ada@example.com")
  assert.deepEqual([invitations.length, mails.map(({ invitation_id }) => invitation_id)], [2, [ada?.id]])
})

test("more people are invited from the overview until the matter is closed", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const offer = new RegExp(`href="/console/matters/${matter_id}/invitations/new"`)
  assert.match((await staff("GET", `/console/matters/${matter_id}`)).text, offer)
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.doesNotMatch((await staff("GET", `/console/matters/${matter_id}`)).text, offer)
})
