import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { collide } from "../../../test/harness/collide.ts"
import { newPlanningFirm } from "../../../test/harness/planning-firm.ts"
import { runBulkActionAt } from "../../../test/harness/run-bulk-action.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { createStaff } from "../../firm/users/users.ts"
import { addNote } from "../../follow-up/notes/notes.ts"
import { listContacts } from "../../intake/contacts/contacts.ts"
import { holdMatter, releaseMatter } from "../../intake/matters/holds.ts"
import { renameMatter } from "../../intake/matters/matters.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { sql } from "../../platform/db/sql.ts"
import { getImport, removeOldImports } from "./imports.ts"
import { guessMapping } from "./mapping.ts"

const service = provideService()

async function newFirm() {
  const { firm, questionnaire_id, send } = await newPlanningFirm(service)
  const upload = (text: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set("file", new Blob([text], { type: "text/csv" }), "Clients.csv")
    return send("POST", "/console/imports", form)
  }
  const check = async (address: string, header: readonly string[]) => {
    const mapping = guessMapping(header).map((field, index): [string, string] => [
      `column_${index}`,
      field ?? "",
    ])
    assert.equal((await send("POST", address, mapping)).status, 303)
    return (await send("GET", address)).text
  }
  const create = (address: string) => send("POST", address, { step: "create", questionnaire_id })
  const matters = () =>
    firm.all<{ id: string; name: string; context: object | null }>(
      sql`select id, name, context from matters order by name`,
    )
  return { firm, send, upload, check, create, matters }
}

const header = [
  "Reference",
  "Relationship",
  "First name",
  "Last name",
  "DOB",
  "Email",
  "Phone",
  "Street",
  "City",
  "State",
  "ZIP",
]
const lines = [
  "A-1;;Ada;Ruiz;3/5/1962;ada@example.com;(202) 555-0142;12 Elm Street;Springfield;IL;62701",
  "A-1;wife;Bea;Ruiz;1964-02-29;;;;;;",
  "A-1;Daughter;Cleo;Ruiz;January 2, 1990;;;;;;",
  "A-2;;Dan;O’Neil;;;;;;;",
]
const table = `${header.join(";")}\r\n${lines.join("\r\n")}\r\n`

test("a table becomes matters with their people, all at once, and nothing is sent", async () => {
  const { firm, upload, check, create, matters } = await newFirm()
  const { location } = await upload(table)
  const shown = await check(location, header)
  assert.match(shown, /Create 2 matters/)
  assert.deepEqual(await matters(), [])
  const created = await create(location)
  assert.equal(created.status, 303)
  const [neil, ruiz] = await matters()
  assert.deepEqual([neil?.name, neil?.context], ["O’Neil, Dan", { reference: "A-2" }])
  assert.deepEqual([ruiz?.name, ruiz?.context], ["Ruiz, Ada", { reference: "A-1" }])
  const people = await firm.run((tx) => listContacts(tx, ruiz?.id ?? ""))
  assert.deepEqual(
    people.map(({ full_name, relationship, date_of_birth, is_client }) => [
      full_name,
      relationship.type,
      date_of_birth,
      is_client,
    ]),
    [
      ["Ada Ruiz", "1MAIN", "1962-03-05", true],
      ["Bea Ruiz", "1MARR", "1964-02-29", true],
      ["Cleo Ruiz", "2DATR", "1990-01-02", false],
    ],
  )
  assert.equal(people[0]?.email_addresses[0]?.email, "ada@example.com")
  assert.equal(people[0]?.phone_numbers[0]?.number, "(202) 555-0142")
  assert.match(people[0]?.addresses[0]?.full_address ?? "", /12 Elm Street, Springfield, IL 62701/)
  const { mails } = await firm.one<{ mails: number }>(sql`select count(*) as mails from mails`)
  assert.equal(Number(mails), 0)
  assert.equal((await create(location)).status, 303, "a second press creates nothing")
  assert.equal((await matters()).length, 2)
  const row = await firm.run((tx) => getImport(tx, location.split("/").at(-1) ?? ""))
  assert.equal(row.content.length, 0, "the uploaded file is deleted")
})

test("every fault is shown with its cell and column, and nothing is created while there is one", async () => {
  const { upload, check, create, matters } = await newFirm()
  const faulty = [
    "A-1;;;;31/2/1962;ada.example.com;;;;;",
    "A-1;Cousin twice removed;Bea;Ruiz;2/30/1964;;;;;;",
    "A-1;;Cleo;Ruiz;;;;;;;",
    "A-1;Spouse;Ed;Ruiz;;;;;;;",
    "A-1;Husband;Flo;Ruiz;1/1/2999;;;;;;",
  ]
  const { location } = await upload([header.join(";"), ...faulty].join("\n"))
  const shown = await check(location, header)
  const rows = [...shown.matchAll(/<tr role="row"[^>]*id="fault-\d+".*?<\/tr>/gs)].map(([row]) =>
    row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "),
  )
  for (const [cell, column, words] of [
    ["C2", "First name", "A person needs a first or a last name."],
    ["E2", "DOB", ""],
    ["F2", "Email", "“Email” needs an @ sign, as in name@example.com."],
    ["B3", "Relationship", "“Cousin twice removed” is not a relationship"],
    ["E3", "DOB", ""],
    ["B4", "Relationship", "needs a relationship to the client"],
    ["B6", "Relationship", "already has a spouse or partner"],
    ["E6", "DOB", "The day must be in the past"],
  ] as const)
    assert.ok(
      rows.some((row) => row.includes(` ${cell} `) && row.includes(column) && row.includes(words)),
      `${cell} ${column} ${words} in ${rows.join("\n")}`,
    )
  assert.match(shown, /Nothing was created/)
  assert.equal((await create(location)).status, 400)
  assert.deepEqual(await matters(), [])
})

test("undoing an import deletes the matters no one has worked on; the others stay and are named", async () => {
  const { firm, send, upload, check, create, matters } = await newFirm()
  const { location } = await upload(table)
  await check(location, header)
  await create(location)
  const [neil] = await matters()
  await firm.write(sql`update imports set done_at = done_at - interval '1 minute'`)
  await firm.write(sql`update matters set last_activity_at = last_activity_at - interval '2 minutes'`)
  await firm.write(sql`update changes set changed_at = changed_at - interval '2 minutes'`)
  await firm.run((tx) => renameMatter(tx, neil?.id ?? "", "Mended"))
  const page = (await send("GET", location)).text
  assert.match(page, /1 matter will be deleted/)
  assert.match(page, /Mended/)
  const undoing = await send("POST", `${location}/undoing`)
  assert.equal(undoing.status, 303)
  await runBulkActionAt(service, firm, undoing.location)
  assert.match((await send("GET", undoing.location)).text, /1 matter has been deleted/)
  assertEach(await matters(), ({ name }) => name, ["Mended"])
  const deleted = await firm.all<{ matter_name: string }>(sql`select matter_name from deletions`)
  assert.deepEqual(deleted, [{ matter_name: "Ruiz, Ada" }])
  assert.equal((await send("POST", `${location}/undoing`)).status, 409)
})

test("of many matters that stay, the page names the first fifty, and counts the others", async () => {
  const { firm, send, upload, check, create, matters } = await newFirm()
  const many = Array.from({ length: 53 }, (_, index) => `A-${index};;Dan;Ruiz ${index};;;;;;;`)
  const { location } = await upload([header.join(";"), ...many].join("\n"))
  await check(location, header)
  await create(location)
  assert.equal((await matters()).length, 53)
  await firm.write(sql`update matters set started_at = now()`)
  const page = (await send("GET", location)).text.split("These matters stay")[1] ?? ""
  assert.equal([...page.matchAll(/<li><a href="\/console\/matters\/matter_/g)].length, 50)
  assert.match(page, /<li>and 3 more<\/li>/)
})

test("an import is undone once, by whoever is first", async () => {
  const { firm, send, upload, check, create, matters } = await newFirm()
  const { location } = await upload(table)
  await check(location, header)
  await create(location)
  const undo = () => send("POST", `${location}/undoing`)
  const responses = await collide(service, sql`select from imports where firm_id = ${firm.firm_id}`, [
    undo,
    undo,
  ])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [303, 409])
  const first = responses.find(({ status }) => status === 303)
  await runBulkActionAt(service, firm, first?.location ?? "")
  assert.deepEqual(await matters(), [])
})

test("a matter with a staff note, a legal hold or a restriction counts as worked on", async () => {
  const { firm, send, upload, check, create, matters } = await newFirm()
  const { location } = await upload(table)
  await check(location, header)
  await create(location)
  const [noted = { id: "" }, held = { id: "" }] = await matters()
  const page = async () => (await send("GET", location)).text
  assert.match(await page(), /2 matters will be deleted/)
  await firm.run(async (tx) => {
    await addNote(tx, noted.id, { text: "She called.", assignee_id: null, due_date: null })
    await holdMatter(tx, held.id, "Litigation")
  })
  assert.match(await page(), /0 matters will be deleted/)
  await firm.run(async (tx) => {
    await releaseMatter(tx, held.id)
    await restrictMatter(tx, held.id, [firm.admin.user_id])
  })
  await runBulkActionAt(service, firm, (await send("POST", `${location}/undoing`)).location)
  assert.equal((await matters()).length, 2)
})

test("staff choose how a file is read: its letters, its dates, and the country of its addresses", async () => {
  const { firm, send, upload, create } = await newFirm()
  const file = Buffer.from(
    "First name;Last name;DOB;Street;City\nPavel;Dvor\xe1k \xf8;05/03/1962;Dlouh\xe1 1;Praha\n",
    "latin1",
  )
  const { location } = await upload(new Uint8Array(file))
  const columns = ["first_name", "last_name", "date_of_birth", "street", "city"].map(
    (field, at): [string, string] => [`column_${at}`, field],
  )
  const choose = (choices: Record<string, string>) =>
    send("POST", location, [...columns, ...Object.entries(choices)])
  await choose({ encoding: "windows-1252", date_order: "month_first", country_iso: "US" })
  assert.match((await send("GET", location)).text, /Dvorák ø.*Born May 3, 1962.*Dlouhá 1, Praha</s)
  assert.equal((await choose({ encoding: "utf-16le" })).status, 400, "the file is no table in UTF-16")
  await choose({ encoding: "windows-1250", date_order: "day_first", country_iso: "CZ" })
  assert.match((await send("GET", location)).text, /Dvorák ř.*Born March 5, 1962.*Dlouhá 1, Praha, Czechia/s)
  assert.equal((await create(location)).status, 303)
  const { id } = await firm.one<{ id: string }>(sql`select id from matters`)
  const [person] = await firm.run((tx) => listContacts(tx, id))
  assert.deepEqual(
    [person?.last_name, person?.date_of_birth, person?.addresses[0]?.country_iso],
    ["Dvorák ř", "1962-03-05", "CZ"],
  )
})

test("only admins can import, and an upload that was never created is deleted after a day", async () => {
  const { firm, upload } = await newFirm()
  const { location } = await upload(table)
  const member = await firm.call(createStaff, { email: "max@example.com", name: "Max", role: "member" })
  const send = await newStaffBrowser(service, firm, member)
  assert.equal((await send("GET", location)).status, 403)
  assert.equal((await send("POST", location, { step: "create" })).status, 403)
  await firm.write(sql`update imports set created_at = created_at - interval '2 days'`)
  await service.db.forPlatform(removeOldImports)
  await assert.rejects(firm.run((tx) => getImport(tx, location.split("/").at(-1) ?? "")))
})

test("undoing can be stopped and goes on; a matter that someone works on meanwhile stays", async () => {
  const { firm, send, upload, check, create, matters } = await newFirm()
  const { location } = await upload(table)
  await check(location, header)
  await create(location)
  const [noted = { id: "" }] = await matters()
  const undoing = (await send("POST", `${location}/undoing`)).location
  await send("POST", `${undoing}/end`)
  await runBulkActionAt(service, firm, undoing)
  assert.equal((await matters()).length, 2)
  await firm.run((tx) => addNote(tx, noted.id, { text: "She called.", assignee_id: null, due_date: null }))
  await send("POST", `${undoing}/rest`)
  await runBulkActionAt(service, firm, undoing)
  const page = (await send("GET", undoing)).text
  assert.match(page, /Left out, someone has worked on it since: 1 matter/)
  assertEach(await matters(), ({ id }) => id, [noted.id])
})

test("a tab that was open when a file was created leads to what was created", async () => {
  const { upload, check, create, send } = await newFirm()
  const { location } = await upload("First name,Last name\nAda,Ruiz\n")
  await create(location)
  const late = await send("POST", location, [
    ["column_0", "first_name"],
    ["column_1", "last_name"],
  ])
  assert.deepEqual([late.status, late.location], [303, location])
  assert.match(await check(location, ["First name", "Last name"]), /1 matter created/)
})

test("a file uploaded by version 1.0.0 says that it is to be read, and is then created", async () => {
  const { firm, upload, check, send } = await newFirm()
  const { location } = await upload("First name,Last name\nAda,Ruiz\n")
  await firm.write(sql`delete from import_lines`)
  assert.match((await send("GET", location)).text, /This file has not been read yet\./)
  const read = await check(location, ["First name", "Last name"])
  assert.doesNotMatch(read, /has not been read/)
  assert.match(read, /Create 1 matter/)
})
