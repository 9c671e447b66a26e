import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../../test/harness/collide.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { deactivateMember } from "../deactivation.ts"
import { getMatterRow } from "../matter-row.ts"
import type { Stage } from "./schema.ts"
import { moveToStage, stageText } from "./stages.ts"

const service = provideService({ clock: () => new Date("2027-03-10T15:00:00Z") })

const stage = (name: string, due_days: number | null = null): Stage => ({
  ...{ id: newId("stage"), name, due_days, waits_for: "" },
})

async function open(stages: readonly Stage[] = [stage("Conflict check", 2), stage("Drafting")]) {
  const firm = await service.newFirm()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stages }))
  const { matter_id } = await newIntake(firm)
  const press = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const position = () => firm.run(async (tx) => stageText(await getMatterRow(tx, matter_id)))
  return { firm, matter_id, press, position, stages }
}

const eventsOf = async (firm: TestFirm, matter_id: string) => {
  const { body } = await firm.request(
    "GET",
    `/v1/events?matter_id=${matter_id}&event_type=matter.stage_changed`,
  )
  return body.count as number
}

test("a stage sets the due day, one without days leaves it, and Undo puts back stage, day, and since when", async () => {
  const { firm, matter_id, press, position, stages } = await open()
  const [check, drafting] = stages.map(({ id }) => id)
  const url = `/console/matters/${matter_id}/filing`
  const before = await position()
  const moved = await press("POST", url, { stage: check ?? "", was: before, back: "/console/matters" })
  const { message, part } = JSON.parse(moved.text)
  assert.match(message, /The stage is “Conflict check”, due Mar 12/)
  assert.match(part, /Conflict check/)
  const staged_at = "2027-03-10T15:00:00.000Z"
  assert.equal(await position(), `${check} 2027-03-12 ${staged_at}`)
  await press("POST", url, { stage: drafting ?? "", was: await position(), back: "/console/matters" })
  assert.equal(await position(), `${drafting} 2027-03-12 ${staged_at}`)
  const undo = /name="stage" value="([^"]*)"[\s\S]*?name="was" value="([^"]*)"/.exec(message) ?? []
  const late = await press("POST", url, {
    stage: undo[1] ?? "",
    was: undo[2] ?? "",
    back: "/console/matters",
  })
  assert.match(late.text, /a colleague was faster/)
  await press("POST", url, { stage: before, was: await position(), back: "/console/matters" })
  assert.equal(await position(), "none none none")
  assert.equal(await eventsOf(firm, matter_id), 3)
  for (const rest of ["2027-02-30 none", "none yesterday", "x", ""]) {
    const sent = await press("POST", url, {
      stage: `${check} ${rest}`,
      was: await position(),
      back: "/console/matters",
    })
    assert.equal(sent.status, 200, rest)
    assert.equal(await position(), `${check} 2027-03-12 ${staged_at}`)
    await press("POST", url, { stage: "none none none", was: await position(), back: "/console/matters" })
  }
  const { text } = await press("GET", `/console/matters/${matter_id}/activity`)
  assert.match(text, /Stage[\s\S]{0,200}Drafting/)
})

test("of two moves at the same time the second is refused, and a move to where the matter is changes nothing", async () => {
  const { firm, matter_id, press, position, stages } = await open()
  const move = (to: number) => () =>
    press("POST", `/console/matters/${matter_id}/filing`, {
      ...{ stage: stages[to]?.id ?? "", was: "none none none", back: "/console/matters" },
    })
  const matter = sql`select from matters where id = ${matter_id}`
  const sent = await collide(service, matter, [move(0), move(1)])
  assert.equal(sent.filter(({ text }) => /a colleague was faster/.test(text)).length, 1)
  const stored = await position()
  await firm.run((tx) => moveToStage(tx, matter_id, { stage_id: stored.split(" ")[0] ?? "" }))
  assert.equal(await position(), stored)
  assert.equal(await eventsOf(firm, matter_id), 1)
})

test("the firm's software lists stages, moves matters with a day of its own, finds them, and learns of it", async () => {
  const { firm, matter_id, stages } = await open()
  const [check] = stages
  assert.deepEqual((await firm.request("GET", "/v1/stages")).body, { stages })
  const url = `/v1/matters/${matter_id}/filing`
  const unknown = await firm.request("PATCH", url, { stage_id: newId("stage") })
  assert.deepEqual(
    [
      unknown.status,
      unknown.body.errors.map(({ param, code }: Record<string, string>) => `${param} ${code}`),
    ],
    [400, ["stage_id unknown_value"]],
  )
  const { body } = await firm.request("PATCH", url, {
    stage_id: check?.id,
    due_on: "2027-06-01",
    tags: ["A"],
  })
  assert.deepEqual([body.stage_id, body.due_on, body.tags], [check?.id, "2027-06-01", ["A"]])
  await firm.request("PATCH", url, { stage_id: null })
  const { body: again } = await firm.request("PATCH", url, { stage_id: check?.id, tags: ["B"] })
  assert.deepEqual([again.due_on, again.tags], ["2027-03-12", ["B"]])
  const { matter_id: other } = await newIntake(firm)
  const found = async (query: string) =>
    (await firm.request("GET", `/v1/matters?stage=${query}`)).body.results.map(({ id }: { id: string }) => id)
  assert.deepEqual([await found(check?.id ?? ""), await found("none")], [[matter_id], [other]])
  assert.equal(await eventsOf(firm, matter_id), 3)
})

test("many matters move at once and back by one Undo, each to where and when it was due", async () => {
  const { firm, matter_id, press, position, stages } = await open()
  const { matter_id: other } = await newIntake(firm)
  await firm.run((tx) => moveToStage(tx, other, { stage_id: stages[1]?.id ?? "", due_on: "2027-09-01" }))
  const before = [await position(), await firm.run(async (tx) => stageText(await getMatterRow(tx, other)))]
  const back = "/console/matters"
  const sent = await press("POST", "/console/matters/selection", [
    ["step", "stage"],
    ["stage_id", stages[0]?.id ?? ""],
    ["back", back],
    ["matter", matter_id],
    ["matter", other],
  ])
  const { message } = JSON.parse(sent.text)
  assert.match(message, literally("2 matters are in “Conflict check”."))
  assert.match(await position(), /2027-03-12/)
  const action = /action="([^"]+)"/.exec(message)?.[1] ?? ""
  assert.match(JSON.parse((await press("POST", action, { back })).text).message, /2 matters are as before/)
  const now = [await position(), await firm.run(async (tx) => stageText(await getMatterRow(tx, other)))]
  assert.deepEqual(now, before)
})

/** Sends the form of the stages as it is shown, with these changes. */
async function openSettings(firm: TestFirm) {
  const send = await newStaffBrowser(service, firm)
  const url = "/console/settings/firm/stages"
  const save = async (changes: Record<string, string>) => {
    const { text } = await send("GET", "/console/settings/firm")
    const form = /<form[^>]*action="[^"]*\/stages"[\s\S]*?<\/form>/.exec(text)?.[0] ?? ""
    const fields = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*?(?:value="([^"]*)")?[^>]*>/g)]
    const values = fields.map(([input, name = ""]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? ""])
    return send("POST", url, { ...Object.fromEntries(values), ...changes })
  }
  return { save }
}

test("staff name stages, reorder and rename them without moving a matter, and remove only empty ones", async () => {
  const { firm, matter_id, position, stages } = await open()
  const [check, drafting] = stages.map(({ id }) => id)
  await firm.run((tx) => moveToStage(tx, matter_id, { stage_id: drafting ?? "" }))
  const { save } = await openSettings(firm)
  const stored = async () =>
    (await firm.request("GET", "/v1/stages")).body.stages.map(
      ({ name, due_days }: Stage) => `${name} ${due_days}`,
    )
  await save({
    [`name_${drafting}`]: "Writing",
    [`place_${drafting}`]: "1",
    name_new2: "Signing",
    due_days_new2: "7",
  })
  assert.deepEqual(
    await stored(),
    ["Conflict check 2", "Writing null", "Signing 7"].toSorted(
      (a, b) => Number(b.startsWith("Writing")) - Number(a.startsWith("Writing")),
    ),
  )
  assert.match(await position(), literally(drafting ?? ""))
  const refused = await save({ [`name_${drafting}`]: "" })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Move its 1 matter to another stage before you remove it/)
  const twin = await save({ [`name_${check}`]: " signing " })
  assert.match(twin.text, /Give each stage a name of its own/)
  assert.equal((await save({ [`name_${check}`]: "" })).status, 303)
  assert.deepEqual(await stored(), ["Writing null", "Signing 7"])
})

test("the board shows each stage's open matters, thirty at most, and leads to the others; a move changes two columns", async () => {
  const { firm, matter_id, press, stages } = await open()
  const [check, drafting] = stages.map(({ id }) => id)
  const others: string[] = []
  for (let n = 0; n < 31; n += 1) others.push((await newIntake(firm, { couple: false })).matter_id)
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set stage_id = ${drafting ?? ""} where id = any(${others}::text[])`)
    await tx.run(sql`update matters set close_date = ${"2027-03-01"} where id = ${others[0] ?? ""}`)
    await tx.run(sql`update matters set stage_id = ${check ?? ""} where id = ${matter_id}`)
  })
  const board = "/console/matters?layout=board"
  const columns = (text: string) =>
    [...text.matchAll(/<section class="board-column" id="board-(\w+)"[\s\S]*?<\/section>/g)].map(
      ([html, id]) => `${id} ${(html.match(/class="board-card"/g) ?? []).length}`,
    )
  assert.deepEqual(columns((await press("GET", board)).text), ["none 0", `${check} 1`, `${drafting} 30`])
  const one = await press("GET", `${board}&stage=${drafting}`)
  assert.deepEqual(columns(one.text), [`${drafting} 30`])
  assert.match((await press("GET", `${board}&stage=${newId("stage")}`)).text, /<h2>.*A removed stage/)
  const was = await firm.run(async (tx) => stageText(await getMatterRow(tx, matter_id)))
  const url = `/console/matters/${matter_id}/filing`
  const moved = await press("POST", url, { stage: drafting ?? "", was, back: board })
  const { part } = JSON.parse(moved.text)
  assert.deepEqual(columns(part).toSorted(), [`${check} 0`, `${drafting} 30`].toSorted())
  const [, list = ""] = part.match(/href="([^"]*)">All 31 in the list/) ?? []
  const browse = await newStaffBrowser(service, firm)
  const { text } = await browse("GET", list.replaceAll("&amp;", "&"))
  assert.equal(text.match(/<tr [^>]*id="matter_/g)?.length, 31)
  const neighbors = async (id = "") =>
    /Neighbors in the list/.test((await browse("GET", `/console/matters/${id}`)).text)
  await browse("GET", board)
  assert.deepEqual([await neighbors(others[1]), await neighbors(others[0])], [true, false])
})

test("a list filtered by a colleague who left, or by a removed stage, says so in its form", async () => {
  const { firm } = await open()
  const { user_id } = await newStaff(firm, { role: "member" })
  await firm.run((tx) => deactivateMember(tx, user_id, null))
  const staff = await newStaffBrowser(service, firm)
  const chosen = async (filter: string) =>
    (await staff("GET", `/console/matters?${filter}`)).text.match(/<option[^>]* selected[^>]*>([^<]*)/)?.[1]
  assert.match((await chosen(`assignee=${user_id}`)) ?? "", / \(deactivated\)$/)
  assert.equal(await chosen(`stage=${newId("stage")}`), "A removed stage")
})

test("there are at most twenty stages, and names, days and texts that are too long are refused at their fields", async () => {
  const stages = Array.from({ length: 18 }, (_, n) => stage(`Stage ${n}`))
  const { firm } = await open(stages)
  const { save } = await openSettings(firm)
  const long = { name_new1: "x".repeat(41), due_days_new1: "366", waits_for_new1: "x".repeat(201) }
  const refused = await save(long)
  assert.equal(refused.status, 400)
  assert.equal((refused.text.match(/aria-invalid="true"/g) ?? []).length, 3)
  const longest = { name_new1: "x".repeat(40), due_days_new1: "365", waits_for_new1: "x".repeat(200) }
  assert.equal((await save({ ...longest, name_new2: "Last", name_new3: "One too many" })).status, 303)
  const { body } = await firm.request("GET", "/v1/stages")
  assert.equal(body.stages.length, 20)
  assert.equal((await save({ name_new1: "One too many" })).status, 303)
  assert.equal((await firm.request("GET", "/v1/stages")).body.stages.length, 20)
})
