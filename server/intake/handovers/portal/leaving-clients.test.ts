// What a client who no longer takes part had handed to others, and what others had handed to them.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { newFirmWithPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"
import { changeMatterFacts } from "../../contacts/facts.ts"
import { confirmPartner, endPartnerPart } from "../../contacts/taking-part.ts"
import {
  createInvitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "../../matters/invitations/invitations.ts"
import { listHandovers } from "../handovers.ts"

const service = provideService()

/** Ben has asked Nora, a helper, for the part with the home; Ada has asked Ben for her own first part. */
async function newCase() {
  const { firm, ...intake } = await newFirmWithPortalIntake(service)
  const { matter_id, ada, ben, pageOf, ids, names } = intake
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  const part = pageOf(ids.home, "").replace(/\/$/, "").split("/").at(-1) ?? ""
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  assert.equal((await ben.post("/portal/handovers", { parts: part, ...helper })).status, 303)
  const own = names.split("/")[3] ?? ""
  assert.equal((await ada.post("/portal/handovers", { parts: own, who: "partner" })).status, 303)
  const invitations = () => firm.run((tx) => listInvitations(tx, matter_id))
  const helping = (await invitations()).find(({ party }) => party === "helper")
  const { text } = await firm.one<{ text: string }>(
    sql`select key_sealed as text from invitations where id = ${helping?.id}`,
  )
  const nora = newPortalBrowser(service)
  await nora.post(`/invite/${service.ring.open(text, `invitations:${helping?.id}`)}/start`)
  assert.equal((await nora.get("/portal")).status, 200)
  const states = async () => (await firm.run((tx) => listHandovers(tx, matter_id))).map(({ state }) => state)
  const status = (value: string) =>
    firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "contact_main_marital_status", value }]))
  return { firm, ...intake, nora, states, status, invitations, part }
}

test("who no longer takes part leaves no helper behind, and no part with themselves", async () => {
  const { firm, matter_id, ada, nora, states, status, part } = await newCase()
  await status("married")
  await status("divorced")
  const paused = await nora.get("/portal")
  assert.equal(paused.status, 403)
  assert.match(paused.html, /This questionnaire is paused/)
  await firm.run((tx) => confirmPartner(tx, matter_id))
  assert.equal((await nora.get("/portal")).status, 200)
  assert.deepEqual(await states(), ["open", "open"])

  await status("married")
  await status("divorced")
  await firm.run((tx) => endPartnerPart(tx, matter_id))
  assert.deepEqual(await states(), ["expired", "expired"])
  assert.notEqual((await nora.get(`/portal/sections/${part}`)).status, 200)
  assert.notEqual((await nora.get("/portal")).status, 200)
  const home = (await ada.get("/portal")).html
  assert.doesNotMatch(home, /With (Ben|Nora)/)
  assert.match(home, /Ben’s time to fill in “/)
})

test("while sharing is paused, a page opened before hands no part to, and asks no signature of, whose link opens nothing", async () => {
  const { ada, status, states } = await newCase()
  await status("married")
  const [, free = ""] = /name="parts" value="([^"]+)"/.exec((await ada.get("/portal/handovers")).html) ?? []
  await status("divorced")
  const handed = await ada.post("/portal/handovers", { parts: free, who: "partner" })
  assert.deepEqual([handed.status, handed.location], [303, "/portal"])
  assert.deepEqual(await states(), ["open", "open"])
  const signing = await ada.post("/portal/signature-request")
  assert.deepEqual([signing.status, signing.location], [303, "/portal"])
})

test("who helps both clients goes on for the one who is not paused", async () => {
  const { ada, nora, status, states } = await newCase()
  await status("married")
  const { html } = await ada.get("/portal/handovers")
  // No helper fills in the first, which is about the clients.
  const free = [...html.matchAll(/name="parts" value="([^"]+)"/g)].at(-1)?.[1] ?? ""
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  assert.equal((await ada.post("/portal/handovers", { parts: free, ...helper })).status, 303)
  assert.deepEqual(await states(), ["open", "open", "open"])
  await status("divorced")
  assert.equal((await nora.get("/portal")).status, 200)
  const { location } = await nora.get(`/portal/sections/${free}`)
  assert.match(location, literally(`/portal/sections/${free}/`))
  assert.equal((await nora.get(location)).status, 200)
})

test("a client's helper stays when the other client leaves", async () => {
  const { firm, matter_id, ada, ben, part, states } = await newCase()
  const end = /action="(\/portal\/handovers\/[^"]+\/end)"/.exec(
    (await ben.get("/portal/handovers")).html,
  )?.[1]
  await ben.post(end ?? "")
  const helper = { who: "helper", helper_name: "Max", helper_email: "max@example.com", helper_days: "14" }
  assert.equal((await ada.post("/portal/handovers", { parts: part, ...helper })).status, 303)
  const [, bens] = await firm.run((tx) => listInvitations(tx, matter_id))
  await firm.run((tx) => revokeInvitation(tx, bens?.id ?? ""))
  assert.deepEqual(await states(), ["taken_back", "expired", "open"])
})

test("a spouse who was asked and has left is still named, not the new one, who sees none of their files", async () => {
  const { firm, matter_id, states, spouse, status, ada } = await newCase()
  await status("married")
  await status("divorced")
  await firm.run((tx) => endPartnerPart(tx, matter_id))
  const former = await firm.one<{ user_id: string }>(
    sql`select user_id from invitations where party = 'partner'`,
  )
  await firm.run((tx) =>
    createInvitation(tx, service, {
      matter_id,
      party: "partner",
      first_name: "Carl",
      email: "carl@example.com",
    }),
  )
  assert.deepEqual(await states(), ["expired", "expired"])
  const [helper, own] = await firm.run((tx) => listHandovers(tx, matter_id))
  assert.deepEqual([helper?.given_by_name, own?.name], ["Ben", "Ben"])
  const { contact } = await firm.one<{ contact: string }>(
    sql`select contact_of_client(${former.user_id}) as contact`,
  )
  assert.equal(contact, spouse)
  assert.match((await ada.get("/portal")).html, literally("Ben’s time"))
})

test("who left gets no new link, which would sign them in as whoever is the party now", async () => {
  const { firm, matter_id, invitations, status } = await newCase()
  await status("married")
  const bens = (await invitations()).find(({ party }) => party === "partner")?.id ?? ""
  const renew = () => firm.run((tx) => renewInvitation(tx, service, bens))
  await firm.run((tx) => revokeInvitation(tx, bens))
  await renew()
  await status("divorced")
  await firm.run((tx) => endPartnerPart(tx, matter_id))
  await assert.rejects(renew(), { kind: "conflict", code: "no_longer_party" })
  const staff = await newStaffBrowser(service, firm)
  const page = `/console/matters/${matter_id}/invitations/${bens}`
  assert.doesNotMatch((await staff("GET", page)).text, /Create a new link/)
  const carl = { matter_id, party: "partner", first_name: "Carl" } as const
  const { id } = await firm.run((tx) => createInvitation(tx, service, carl))
  await firm.run((tx) => revokeInvitation(tx, id))
  await assert.rejects(renew(), { code: "no_longer_party" })
  await firm.run((tx) => renewInvitation(tx, service, id))
})

test("a client sees who can take back a part that the other handed over, and no button", async () => {
  const { ada, ben } = await newCase()
  const hers = (await ada.get("/portal/handovers")).html
  assert.match(hers, /With Nora[\s\S]*Ben asked, and can take it back\./)
  assert.equal(hers.match(/action="\/portal\/handovers\/[^"]+\/end"/g)?.length, 1, "her own only")
  assert.match((await ben.get("/portal/handovers")).html, /action="\/portal\/handovers\/[^"]+\/end"/)
})
