// Every state of a matter and every person at every way in: what they get, by requests without a browser.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { createStaff } from "../server/firm/users/users.ts"
import { collectCorrection, requestCorrections } from "../server/intake/corrections/requests.ts"
import { createInvitation, renewInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { closeMatter, markReopened } from "../server/intake/matters/lifecycle.ts"
import { dropItems } from "../server/intake/submissions/missing/dropped-items.ts"
import { completeMatter } from "../server/intake/submissions/submissions.ts"
import { deleteMatter, restoreMatter } from "../server/operations/deletions/deletions.ts"
import { sql } from "../server/platform/db/sql.ts"
import { newPortalBrowser } from "./harness/portal-browser.ts"
import { marksOf, newPortalIntake } from "./harness/portal-intake.ts"
import { giveRequired } from "./harness/sample-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { addSampleAgreement } from "./harness/signed-agreement.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

const states = [
  "started",
  "submitted",
  "changed",
  "completed",
  "dropped",
  "reopened",
  "closed",
  "deleted",
  "restored",
] as const
type State = (typeof states)[number]

/**
 * What each gets. 200: the page; 303: done, or led on; 400 and 422: allowed, and only what was sent is at fault; 401: signed
 * out; 403: not permitted; 404: hidden; 409: refused, in words; 410: over, in words.
 * A couple waits for a will and for Ben's signature. "dropped" is completed, and the firm needs neither; "closed" comes
 * after the submission, and so does "deleted"; "restored" is closed again.
 */
const expected = `
entry | person                       | started   | submitted | changed   | completed | dropped   | reopened  | closed    | deleted   | restored
read the home page | client          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
change an answer | client            | 303       | 303       | 303       | 409       | 409       | 303       | 409       | 410       | 409
open the promised document | client  | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 303       | 303
bring the promised document | client | 422       | 422       | 422       | 422       | 409       | 422       | 409       | 303       | 409
bring another document | client      | 422       | 422       | 422       | 409       | 409       | 422       | 409       | 303       | 409
look at a correction | client        | 404       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303
open the agreement | client          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
sign | client                        | 303       | 303       | 303       | 303       | 303       | 303       | 409       | 410       | 409
ask the other to sign | client       | 200       | 200       | 200       | 200       | 303       | 200       | 303       | 303       | 303
read the home page | spouse          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
change an answer | spouse            | 303       | 303       | 303       | 409       | 409       | 303       | 409       | 410       | 409
open the promised document | spouse  | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 303       | 303
bring the promised document | spouse | 422       | 422       | 422       | 422       | 409       | 422       | 409       | 303       | 409
bring another document | spouse      | 422       | 422       | 422       | 409       | 409       | 422       | 409       | 303       | 409
look at a correction | spouse        | 404       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303
open the agreement | spouse          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
sign | spouse                        | 422       | 422       | 422       | 422       | 409       | 422       | 409       | 410       | 409
ask the other to sign | spouse       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303
read the home page | helper          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
change an answer | helper            | 303       | 303       | 303       | 409       | 409       | 303       | 409       | 410       | 409
open the promised document | helper  | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 303       | 303
bring the promised document | helper | 422       | 422       | 422       | 422       | 409       | 422       | 409       | 303       | 409
bring another document | helper      | 422       | 422       | 422       | 409       | 409       | 422       | 409       | 303       | 409
look at a correction | helper        | 404       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303
open the agreement | helper          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 303       | 200
sign | helper                        | 404       | 404       | 404       | 404       | 404       | 404       | 409       | 410       | 409
ask the other to sign | helper       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303       | 303
read the matter | admin              | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
keep or drop | admin                 | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
complete | admin                     | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
remind | admin                       | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
invite | admin                       | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
ask to sign | admin                  | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
edit for the client | admin          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
read the matter | member             | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
keep or drop | member                | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
complete | member                    | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
remind | member                      | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
invite | member                      | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
ask to sign | member                 | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
edit for the client | member         | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
read the matter | limited            | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
keep or drop | limited               | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
complete | limited                   | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
remind | limited                     | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
invite | limited                     | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
ask to sign | limited                | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
edit for the client | limited        | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404       | 404
read the matter | read-only          | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
keep or drop | read-only             | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
complete | read-only                 | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
remind | read-only                   | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
invite | read-only                   | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
ask to sign | read-only              | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
edit for the client | read-only      | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403       | 403
read the submissions | key           | 200       | 200       | 200       | 200       | 200       | 200       | 200       | 404       | 200
set a document's day | key           | 200       | 200       | 200       | 200       | 200       | 200       | 409       | 404       | 409
open an unused link | spouse         | 200       | 200       | 200       | 200       | 410       | 200       | 410       | -         | 410
`

const { service, firm } = provideServiceAndFirm()
const staff: [name: string, send: Awaited<ReturnType<typeof newStaffBrowser>>][] = []
before(async () => {
  const roles = {
    admin: { role: "admin" },
    member: { role: "member" },
    limited: { role: "member" },
    "read-only": { role: "read_only" },
  } as const
  for (const [name, given] of Object.entries(roles)) {
    const user_id = await firm.run((tx) => createStaff(tx, { email: `${name}@firm.example`, name, ...given }))
    if (name === "limited")
      await firm.write(sql`update users set assigned_matters_only = true where id = ${user_id}`)
    staff.push([name, await newStaffBrowser(service, firm, user_id)])
  }
})

function fileForm(): FormData {
  const form = new FormData()
  form.append("stay", "")
  return form
}

/** What everyone gets at every way in of a matter in this state, by entry and person. */
async function probe(state: State): Promise<Map<string, string>> {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben, ids, spouse, matter_id, pageOf, names } = intake
  const agreement_id = await addSampleAgreement(firm)
  const agreement = `/portal/agreements/${agreement_id}`
  const all = pageOf(ids.will_copy, "all")
  const helper = newPortalBrowser(service)
  const { invite_key } = await firm.run(async (tx) => {
    await giveRequired(tx, service, intake, { has_will: true })
    const helping = { matter_id, party: "helper", email: "helper@example.com" } as const
    return createInvitation(tx, service, helping)
  })
  await helper.post(`/invite/${invite_key}/start`)
  await ada.post(agreement, { version: "1", name: "Ada Smith", agree: "true" })
  const choices = { [ids.will_copy]: "bring", [ids.statements]: "none" }
  await ada.post(all, { ...marksOf((await ada.get(all)).html), ...choices })
  let correction_id = ""
  if (state !== "started") {
    assert.equal((await ada.post("/portal/submission", { after: "0" })).status, 303)
    correction_id = await firm.run(async (tx) => {
      const about = { kind: "question", record_id: ids.has_will, about: null } as const
      const id = await collectCorrection(tx, matter_id, { ...about, words: "Really?" })
      await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false, ids: [id] })
      return id
    })
  }
  const sameNames = async () => ({
    ...marksOf((await ada.get(names)).html),
    first_name: "Ada",
    last_name: "Smith",
  })
  if (state === "changed") await ada.post(names, { ...(await sameNames()), last_name: "Smyth" })
  await firm.run(async (tx) => {
    if (["completed", "dropped", "reopened"].includes(state))
      await completeMatter(tx, service.ring, matter_id)
    if (state === "reopened") await markReopened(tx, matter_id)
    if (state === "dropped")
      await dropItems(tx, matter_id, [
        { kind: "document", record_id: ids.will_copy, contact_id: null },
        { kind: "signature", record_id: agreement_id, contact_id: spouse },
      ])
    if (["closed", "deleted", "restored"].includes(state)) await closeMatter(tx, matter_id)
    if (state !== "deleted" && state !== "restored") return
    const id = await deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
    if (state === "restored") await restoreMatter(tx, service.ring, id)
  })

  const got = new Map<string, string>()
  const note = async (entry: string, person: string, response: Promise<{ status: number }>) =>
    got.set(`${entry} | ${person}`, String((await response).status))
  const files = (request_id: string) => pageOf(request_id).replace("/sections/", "/files/")
  for (const [person, client] of [
    ["client", ada],
    ["spouse", ben],
    ["helper", helper],
  ] as const) {
    await note("read the home page", person, client.get("/portal"))
    await note("change an answer", person, client.post(names, { first_name: "Ada", last_name: "Smith" }))
    await note("open the promised document", person, client.get(pageOf(ids.will_copy)))
    await note("bring the promised document", person, client.post(files(ids.will_copy), fileForm()))
    await note("bring another document", person, client.post(files(ids.statements), fileForm()))
    await note(
      "look at a correction",
      person,
      client.get(`/portal/corrections/${correction_id || "correction_0"}`),
    )
    await note("open the agreement", person, client.get(agreement))
    await note("sign", person, client.post(agreement, { version: "1", name: "" }))
    await note("ask the other to sign", person, client.get("/portal/signature-request"))
  }
  const page = `/console/matters/${matter_id}`
  for (const [person, send] of staff) {
    await note("read the matter", person, send("GET", page))
    await note("keep or drop", person, send("GET", `${page}/open-items`))
    await note("complete", person, send("GET", `${page}/completion`))
    await note("remind", person, send("GET", `${page}/reminders`))
    await note("invite", person, send("GET", `${page}/invitations/new`))
    await note("ask to sign", person, send("GET", `${page}/agreements/${agreement_id}/request`))
    await note("edit for the client", person, send("GET", `${page}/impersonation`))
  }
  const due = { due_on: null }
  const request = (method: string, path: string, body?: object) =>
    firm.request(method, `/v1/matters/${matter_id}${path}`, body)
  await note("read the submissions", "key", request("GET", "/submissions"))
  await note("set a document's day", "key", request("PATCH", `/document-requests/${ids.will_copy}`, due))
  // Last, because a new link ends the sessions: the spouse as one who has not started.
  const link = await firm.run(async (tx) => {
    const own = await tx.maybe<{ id: string }>(sql`
      select id from invitations where matter_id = ${matter_id} and party = 'partner'`)
    if (!own) return ""
    await tx.run(sql`update invitations set started_at = null, user_id = null where id = ${own.id}`)
    return (await renewInvitation(tx, service, own.id)).invite_key
  })
  if (link) await note("open an unused link", "spouse", newPortalBrowser(service).get(`/invite/${link}`))
  return got
}

test("every person gets the right response at every way in in every state of a matter", async () => {
  const results = new Map<State, Map<string, string>>()
  for (const state of states) results.set(state, await probe(state))
  const rows = [...new Set([...results.values()].flatMap((each) => [...each.keys()]))]
  const width = Math.max(...rows.map(({ length }) => length))
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padEnd(9))].join(" | ").trimEnd()
  const table = [
    line("entry | person", states),
    ...rows.map((row) =>
      line(
        row,
        states.map((state) => results.get(state)?.get(row) ?? "-"),
      ),
    ),
  ].join("\n")
  assert.equal(table, expected.trim(), table)
})
