// Conflict checks and the palette find people who are in no matter: inquiries, declined ones, and deleted matters.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../../test/harness/literally.ts"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import {
  changeYearsOfNames,
  removeOldConflictNames,
} from "../../../../intake/conflict-names/conflict-names.ts"
import { addContact, changeContact } from "../../../../intake/contacts/editing.ts"
import { closeMatter } from "../../../../intake/matters/lifecycle.ts"
import { restrictMatter } from "../../../../intake/matters/parties/access-list.ts"
import { assignRole } from "../../../../intake/roles/roles.ts"
import { deleteMatter, restoreMatter } from "../../../../operations/deletions/deletions.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { newId } from "../../../../platform/ids.ts"
import type { ResultGroup } from "../../../../web/console/keyboard/result.ts"
import { markDeclined, recordInquiry, removeOldInquiries } from "../../../inquiries/inquiries.ts"

const service = provideService({ clock: () => now, own_database: true })
let now = new Date("2026-03-14T15:00:00Z")

const days = (count: number) => {
  now = new Date(now.getTime() + count * 24 * 3_600_000)
}

async function newOffice() {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  // Signed in anew, because the tests' clock passes the end of every session.
  const check = async (words: string, user_id = firm.admin.user_id) => {
    const by = await newStaffBrowser(service, firm, user_id)
    const { text } = await by("GET", `/console/conflicts?${new URLSearchParams({ name: words })}`)
    return (
      text
        .match(/<main[\s\S]*<\/main>/)?.[0]
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ") ?? ""
    )
  }
  const palette = async (words: string) => {
    const by = await newStaffBrowser(service, firm)
    const { text } = await by("GET", `/console/search.json?${new URLSearchParams({ q: words })}`)
    const { groups } = JSON.parse(text) as { groups: ResultGroup[] }
    return (
      groups
        .find(({ title }) => title === "Inquiries")
        ?.results.map(({ text: name, detail }) => `${name}: ${detail}`) ?? []
    )
  }
  return { firm, ...intake, staff, check, palette }
}

async function addInquiry(firm: TestFirm, person: { first_name: string; last_name: string; phone?: string }) {
  const id = newId("inquiry")
  await firm.run(async (tx) => {
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires limit 1`)
    const email = `${person.last_name.toLowerCase()}@mail.example`
    await recordInquiry(tx, service.ring, {
      id,
      questionnaire_id,
      email,
      phone: "",
      message: "",
      language: "en",
      ...person,
    })
  })
  return id
}

test("a check says when it lists only some of the people in no matter, and not of exactly as many as it lists", async () => {
  const { firm, check } = await newOffice()
  const add = (from: number, to: number) =>
    firm.run((tx) =>
      tx.run(sql`
        insert into conflict_names (id, name, origin, noted_at)
        select 'inquiry_' || lpad(n::text, 32, '0'), 'Josephine Whitlock', 'declined_inquiry', ${tx.now}
          from generate_series(${from}::int, ${to}::int) n`),
    )
  await add(1, 200)
  assert.doesNotMatch(await check("Josephine Whitlock"), /Not all are listed/)
  await add(201, 201)
  assert.match(await check("Josephine Whitlock"), /Not all are listed/)
})

test("a waiting or declined inquiry is found by name, phone and email, in the palette and the conflict check", async () => {
  const { firm, staff, check, palette } = await newOffice()
  const id = await addInquiry(firm, { first_name: "Josephine", last_name: "Whitlock", phone: "202-555-0188" })
  for (const words of [
    "Josephine Whitlock",
    "whitlock",
    "josefine whitlok",
    "202-555-0188",
    "(202) 555 0188",
    "5550188",
    "whitlock@mail.example",
  ]) {
    assert.match((await palette(words)).join(), /^Josephine Whitlock: (.* · )?Inquiry, March 2026$/, words)
    assert.match(await check(words), /Josephine Whitlock .* Inquiry, March 2026/, words)
  }
  assert.match((await staff("GET", "/console/inquiries")).text, /202-555-0188/)
  await firm.run((tx) => markDeclined(tx, id))
  assert.deepEqual(await palette("whitlock"), ["Josephine Whitlock: Declined inquiry, March 2026"])
  assert.match(await check("202-555-0188"), /Same email or phone Declined inquiry, March 2026/)
  for (const words of ["Josephine Wheeler", "202-555-0189", "whitlock@mail.exampl"])
    assert.doesNotMatch(await check(words), /Josephine Whitlock/, words)
})

test("a recorded check counts what the check found, and says in which roles people are", async () => {
  const { firm, main, spouse, ids, matter_id, check } = await newOffice()
  await addInquiry(firm, { first_name: "Ida", last_name: "Sommerfeld" })
  await firm.run(async (tx) => {
    for (const person of [main, spouse])
      await changeContact(tx, person, [{ field: "last_name", value: "Sommerfeld" }])
    const executor = { role_id: ids.executor, focus_contact_id: main }
    await assignRole(tx, matter_id, { ...executor, levels: [[spouse]] })
  })
  const found = await check("sommerfeld")
  assert.match(found, /2 appearances in matters .* 1 appearance in inquiries and deleted matters/)
  const staff = await newStaffBrowser(service, firm)
  const { location } = await staff("POST", "/console/conflicts", { name: "sommerfeld", decision: "none" })
  const { text } = await staff("GET", location)
  assert.match(text, /3 appearances at the time/)
  for (const role of ["Main client", "Spouse, Executor"]) {
    assert.match(found, new RegExp(` ${role} Smith`), role)
    assert.match(text, new RegExp(`<div class="cell">${role}</div>`), role)
  }
  const list = (await staff("GET", "/console/conflicts")).text
  assert.match(list, /data-label="Appearances"><div class="cell">3</)
})

test("of a declined inquiry only the name remains, for conflict checks only, until the firm's years have passed", async () => {
  const { firm, check, palette } = await newOffice()
  const id = await addInquiry(firm, {
    first_name: "Ottoline",
    last_name: "Marchbanks",
    phone: "303-555-0147",
  })
  await firm.run((tx) => markDeclined(tx, id))
  const declined = now.toLocaleDateString("en-US", { month: "long", year: "numeric" })
  days(31)
  await service.db.forPlatform(removeOldInquiries)
  assert.match(
    await check("ottoline marchbanks"),
    new RegExp(`Ottoline Marchbanks Same name Declined inquiry, ${declined}`),
  )
  assert.deepEqual(await palette("ottoline marchbanks"), [])
  assert.doesNotMatch(await check("303-555-0147"), /Marchbanks/)
  const row = await firm.one<object>(sql`select * from conflict_names`)
  assert.deepEqual(Object.keys(row).toSorted(), [
    "firm_id",
    "id",
    "matter_id",
    "name",
    "noted_at",
    "origin",
    "other_name",
    "party",
  ])
  days(7 * 365 - 35)
  await service.db.forPlatform(removeOldConflictNames)
  assert.match(await check("ottoline marchbanks"), /Declined inquiry/)
  days(10)
  await service.db.forPlatform(removeOldConflictNames)
  assert.match(await check("ottoline marchbanks"), /appears in no matter and no inquiry/)
})

test("the people of a deleted matter are found with their party, but not its advisors and charities; restoring ends that", async () => {
  const { firm, matter_id, main, check } = await newOffice()
  await firm.run(async (tx) => {
    await changeContact(tx, main, [
      { field: "first_name", value: "Bertrand" },
      { field: "last_name", value: "Quillfeather" },
      { field: "also_known_as", value: "Bertie Quill" },
    ])
    for (const [relationship_type, first_name] of [
      ["2SON", "Casimir"],
      ["5ACCT", "Dorothea"],
      ["4CHAR", "Elspeth"],
    ] as const)
      await addContact(tx, matter_id, { relationship_type, first_name, last_name: "Quillfeather" })
    const nameless = await addContact(tx, matter_id, { relationship_type: "2SON", first_name: "X" })
    await tx.run(sql`update contacts set first_name = '' where id = ${nameless}`)
    await closeMatter(tx, matter_id)
  })
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Asked for" }))
  const names = await firm.all<{ name: string }>(sql`select name from conflict_names`)
  assert.equal(
    names.some(({ name }) => name === ""),
    false,
  )
  const month = now.toLocaleDateString("en-US", { month: "long", year: "numeric" })
  const text = await check("quillfeather")
  assert.match(text, new RegExp(`Bertrand Quillfeather .* Deleted matter, ${month} Main client`))
  assert.match(text, /Casimir Quillfeather .* Son/)
  assert.doesNotMatch(text, /Dorothea|Elspeth/)
  assert.match(await check("bertie quill"), /Bertrand Quillfeather Same name Deleted matter/)
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.doesNotMatch(await check("quillfeather"), /Deleted matter,/)
  assert.match(await check("quillfeather"), /Dorothea/)
})

test("a matter can be deleted whose client sent the id of someone in a deleted one", async () => {
  const { firm, matter_id, main } = await newOffice()
  const { matter_id: later } = await newIntake(firm)
  const remove = (matter_id: string) =>
    firm.run(async (tx) => {
      await closeMatter(tx, matter_id)
      await deleteMatter(tx, service.ring, { matter_id, reason: "Asked for" })
    })
  await remove(matter_id)
  await firm.run((tx) => addContact(tx, later, { relationship_type: "2SON", first_name: "Otis" }, main))
  await remove(later)
  const saved = await firm.one(sql`select matter_id from conflict_names where id = ${main}`)
  assert.deepEqual(saved, { matter_id }, "the earlier name stays")
})

test("a restricted matter stays restricted when it is deleted: the check says only that the name is in one", async () => {
  const { firm, matter_id, main, check } = await newOffice()
  const other = await newStaff(firm)
  await firm.run(async (tx) => {
    await changeContact(tx, main, [{ field: "last_name", value: "Ravensmoor" }])
    await restrictMatter(tx, matter_id, [other.user_id])
  })
  const inquiry = await addInquiry(firm, { first_name: "Ada", last_name: "Ravensmoor" })
  const { text: page } = await (await newStaffBrowser(service, firm))("GET", `/console/inquiries/${inquiry}`)
  assert.match(page, /Also in a restricted matter that you may not see/)
  const colleague = await newStaffBrowser(service, firm, other.user_id)
  await colleague("POST", `/console/matters/${matter_id}/closing`)
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Asked for" }))
  const text = await check("ravensmoor")
  assert.match(text, /Also in a restricted matter that you may not see/)
  assert.doesNotMatch(text, /Deleted matter,/)
  assert.match(await check("ravensmoor", other.user_id), /Ravensmoor .* Deleted matter,/)
})

test("an admin removes a kept name, and with it the declined inquiry; the audit log says so without the name", async () => {
  const { firm, staff, check } = await newOffice()
  const id = await addInquiry(firm, { first_name: "Leopoldine", last_name: "Strand" })
  await firm.run((tx) => markDeclined(tx, id))
  const path = `/console/conflicts/names/${id}/removal`
  const member = await newStaffBrowser(service, firm, (await newStaff(firm, { role: "member" })).user_id)
  assert.match((await staff("GET", "/console/conflicts?name=leopoldine+strand")).text, literally(path))
  assert.equal((await member("POST", path)).status, 403)
  assert.equal((await staff("POST", path, { back: "/console/conflicts" })).status, 303)
  assert.match(await check("leopoldine strand"), /appears in no matter and no inquiry/)
  assert.deepEqual(await firm.all(sql`select from inquiries union all select from outside_entries`), [])
  const entries = await firm.all(
    sql`select record_id, label from audit_entries where action = 'conflict_name_removed'`,
  )
  assert.deepEqual(entries, [{ record_id: id, label: "" }])
  assert.equal((await staff("POST", path)).status, 404)
})

test("a firm that keeps no names records none, and no firm finds another's", async () => {
  const [one, other] = [await newOffice(), await newOffice()]
  await one.firm.run((tx) => changeYearsOfNames(tx, one.firm.firm_id, 0))
  const ids = [
    await addInquiry(one.firm, { first_name: "Ignatius", last_name: "Pell" }),
    await addInquiry(other.firm, { first_name: "Ignatius", last_name: "Pell" }),
  ]
  await one.firm.run((tx) => markDeclined(tx, ids[0] ?? ""))
  await other.firm.run((tx) => markDeclined(tx, ids[1] ?? ""))
  days(31)
  await service.db.forPlatform(removeOldInquiries)
  assert.match(await one.check("ignatius pell"), /appears in no matter and no inquiry/)
  assert.match(await one.check("ignatius pell"), /Your firm keeps no names/)
  assert.match(await other.check("ignatius pell"), /Declined inquiry/)
})

test("a recorded check keeps ids, and shows the names as long as they are kept", async () => {
  const { firm, staff } = await newOffice()
  const id = await addInquiry(firm, { first_name: "Ambrose", last_name: "Tilling" })
  await firm.run((tx) => markDeclined(tx, id))
  const { location } = await staff("POST", "/console/conflicts", {
    name: "Tilling, Ambrose",
    decision: "possible",
    note: "",
  })
  assert.match((await staff("GET", location)).text, /Ambrose Tilling/)
  await staff("POST", `/console/conflicts/names/${id}/removal`)
  const { text } = await staff("GET", location)
  assert.doesNotMatch(text, /Ambrose Tilling/)
  assert.match(text, /Removed since/)
})

test("the retention page sets for how many years names are kept", async () => {
  const { firm, staff } = await newOffice()
  const settings = () => firm.one<{ settings: object }>(sql`select settings from firms`)
  assert.match(
    (await staff("GET", "/console/settings/retention")).text,
    /name="conflict_name_years"[^>]*value="7"|value="7"[^>]*name="conflict_name_years"/,
  )
  assert.equal(
    (await staff("POST", "/console/settings/retention", { conflict_name_years: "ten or so" })).status,
    400,
  )
  assert.equal(
    (await staff("POST", "/console/settings/retention", { conflict_name_years: "10" })).status,
    303,
  )
  assert.match(JSON.stringify(await settings()), /"conflict_name_years":10/)
})

test("every name that is looked up is in the audit log, once, however its form comes back", async () => {
  const { firm } = await newOffice()
  const staff = await newStaffBrowser(service, firm)
  const lookedUp = async () =>
    (
      await firm.all<{ label: string }>(sql`
          select label from audit_entries where action = 'conflicts_looked_up' order by id`)
    ).map(({ label }) => label)
  await staff("GET", "/console/conflicts")
  assert.deepEqual(await lookedUp(), [])
  await staff("GET", "/console/conflicts?name=Nobody+Known")
  assert.deepEqual(await lookedUp(), ["Nobody Known"])
  assert.equal((await staff("POST", "/console/conflicts", { name: "Nobody Known" })).status, 400)
  assert.deepEqual(await lookedUp(), ["Nobody Known"])
})
