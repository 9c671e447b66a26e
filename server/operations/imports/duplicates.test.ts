// Lines that may be clients already: what is shown, and what skipping, joining and creating do.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newPlanningFirm } from "../../../test/harness/planning-firm.ts"
import { runBulkActionAt } from "../../../test/harness/run-bulk-action.ts"
import { provideService } from "../../../test/harness/service.ts"
import { recordAudit, recordSensitiveRead } from "../../firm/audit/audit.ts"
import { addNote } from "../../follow-up/notes/notes.ts"
import { listContacts } from "../../intake/contacts/contacts.ts"
import { getFiling } from "../../intake/matters/filing/filing.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { renameMatter } from "../../intake/matters/matters.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

const service = provideService()

async function newFirm() {
  const { firm, questionnaire_id, send } = await newPlanningFirm(service)
  const upload = async (file: string) => {
    const form = new FormData()
    form.set("file", new Blob([file]), "Clients.csv")
    const { location } = await send("POST", "/console/imports", form)
    const { text } = await send("GET", location)
    return {
      location,
      shown: text
        .slice(text.indexOf("<main"))
        .replace(/<[^>]*>|\s/g, " ")
        .replace(/ +/g, " "),
    }
  }
  const create = (location: string, choices: Record<string, string> = {}) =>
    send("POST", location, { step: "create", questionnaire_id, ...choices })
  const imported = async (text: string, choices?: Record<string, string>) => {
    const { location, shown } = await upload(text)
    assert.equal((await create(location, choices)).status, 303, shown)
    return (await send("GET", location)).text.match(/banner-title">([^<]*)/)?.[1]
  }
  const names = async () =>
    (await firm.all<{ name: string }>(sql`select name from matters order by id`)).map(({ name }) => name)
  return { firm, send, upload, create, imported, names }
}

const columns = "First name,Last name,Email,Phone,DOB"

test("a file imported twice creates nothing the second time", async () => {
  const { imported, upload, create, names } = await newFirm()
  const file = `${columns},Spouse First,Spouse Last\nAda,Ruiz,ada@example.com,,1962-03-05,Ben,Ruiz\nCy,Roe,,,,,\nSuharto,,,,,,\n`
  assert.equal(await imported(file), "3 matters created.")
  const { shown } = await upload(`${file}New,Person,,,,,\n`)
  // Many people share the only name of the fourth line.
  assert.match(shown, /1 new, 2 already there, 1 to decide/)
  assert.equal(shown.match(/stored as you choose above/g)?.length, 3)
  const undecided = await create((await upload(file)).location)
  assert.equal(undecided.status, 400)
  assert.match(undecided.text, /Line 4: choose what to do with “Suharto”/)
  assert.equal((await names()).length, 3)
  assert.equal(await imported(file, { choice_4: "skip" }), "0 matters created, 3 lines skipped.")
  assert.equal((await names()).length, 3)
})

test("a name with another agreeing detail is certain; without one, or with only an email, staff decide", async () => {
  const { firm, imported, upload, create, names } = await newFirm()
  await imported(`${columns}\nAda,Ruiz,ada@example.com,202-555-0142,1962-03-05\n`)
  // As clients type it on a phone.
  await firm.write(sql`update email_addresses set email = 'Ada@Example.com'`)
  for (const certain of [
    "ADA,Ruíz,ADA@example.com,,",
    "Ruiz,Ada,,,1962-03-05",
    "Ada,Ruiz,other@example.com,+1 (202) 555-0142,",
    "Ada,Ruiz,,,",
  ])
    assert.match((await upload(`${columns}\n${certain}\n`)).shown, /0 new, 1 already there/, certain)
  for (const possible of [
    "Ada,Ruiz,other@example.com,,",
    "Ada,Ruiz,ada@example.com,,1988-12-25",
    "Bea,Roe,ada@example.com,,",
  ])
    assert.match((await upload(`${columns}\n${possible}\n`)).shown, /0 new, 1 to decide/, possible)
  for (const other of ["Ada,Ruizo,,,", "Bea,Ruiz,,202-555-0142,", "Ada,Roe,,,1962-03-05"])
    assert.doesNotMatch((await upload(`${columns}\n${other}\n`)).shown, /to decide|already there/, other)

  const { location } = await upload(`${columns}\nAda,Ruiz,other@example.com,,\nBea,Roe,ada@example.com,,\n`)
  const refused = await create(location)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Line 2: choose what to do with “Ruiz, Ada”/)
  assert.match(refused.text, /Line 3: choose what to do with “Roe, Bea”/)
  assert.equal((await create(location, { choice_2: "skip", choice_3: "join" })).status, 400, "no one to join")
  assert.deepEqual(await names(), ["Ruiz, Ada"])
  assert.equal((await create(location, { choice_2: "skip", choice_rest: "create" })).status, 303)
  assert.deepEqual(await names(), ["Ruiz, Ada", "Roe, Bea"])
})

test("joining adds what the matter lacks and changes nothing that it has", async () => {
  const { firm, imported, names } = await newFirm()
  await imported(
    "First name,Last name,Email,Phone,Preferred name,Tags,File number\nAda,Ruiz,ada@example.com,202-555-0142,Addie,VIP,7\n",
  )
  const more =
    "First name,Middle name,Last name,Email,Phone,Preferred name,DOB,Spouse,Street,City,Tags,Due date,File number,Notes\n" +
    "Ada,Marie,Ruiz,new@example.com,(202) 555-0142,Adda,1962-03-05,Ben Ruiz,12 Elm St,Springfield,Trust,2027-01-31,8,Likes tea\n"
  await firm.write(sql`update matters set last_activity_at = '2026-01-01'`)
  assert.equal(await imported(more, { choice_2: "join" }), "0 matters created, 1 existing matter added to.")
  assert.equal(await imported(more, { choice_2: "join" }), "0 matters created, 1 existing matter added to.")
  assert.deepEqual(await names(), ["Ruiz, Ada"])
  const active = await firm.all(sql`select from matters where last_activity_at > '2026-01-01'`)
  assert.equal(active.length, 1)
  const { people, filing, notes } = await firm.run(async (tx) => {
    const { id, notes } = await tx.one<{ id: string; notes: string[] }>(sql`
      select m.id, array(select n.text from notes n where n.matter_id = m.id) as notes from matters m`)
    return { people: await listContacts(tx, id), filing: await getFiling(tx, id), notes }
  })
  const [ada, ben] = people
  assert.deepEqual(
    [
      ada?.full_name,
      ada?.preferred_name,
      ada?.date_of_birth,
      ben?.full_name,
      ben?.relationship.type,
      people.length,
    ],
    ["Ada Marie Ruiz", "Addie", "1962-03-05", "Ben Ruiz", "1MARR", 2],
  )
  assertEach(ada?.email_addresses, ({ email }) => email, ["ada@example.com", "new@example.com"])
  assertEach(ada?.phone_numbers, ({ number }) => number, ["202-555-0142"])
  assert.equal(ada?.addresses[0]?.street, "12 Elm St")
  assert.deepEqual(filing, { file_number: "7", due_on: "2027-01-31", tags: ["Trust", "VIP"] })
  assert.deepEqual(notes, ["Likes tea"])
})

test("a note is added once, whatever line ends the file and the form have", async () => {
  const { firm, imported } = await newFirm()
  const fileWith = (note: string, line_end: string) =>
    ["Name,Email,Notes", `Ada Ruiz,ada@example.com,"${note}"`, ""].join(line_end)
  const notes = async () =>
    (await firm.all<{ text: string }>(sql`select text from notes order by id`)).map(({ text }) => text)
  await imported(fileWith("Called.\r\n\r\nLikes tea ", "\r\n"))
  const spellings = [
    "Called.\n\nLikes tea",
    "Called.\r\rLikes tea",
    "Called.\u2028\u2028Likes tea",
    "Called.\v\vLikes tea\r\n",
  ]
  for (const spelling of spellings)
    for (const line_end of ["\r\n", "\n"]) await imported(fileWith(spelling, line_end), { choice_2: "join" })
  assert.deepEqual(await notes(), ["Called.\n\nLikes tea"])
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters`)
    await addNote(tx, id, { text: "By staff:\r\n- one", assignee_id: null, due_date: null })
  })
  await imported(fileWith("By staff:\n- one", "\r\n"), { choice_2: "join" })
  assert.deepEqual(await notes(), ["Called.\n\nLikes tea", "By staff:\n- one"])
})

test("a person twice in one file is one matter: the later line is skipped, or adds to what the earlier one created", async () => {
  const { firm, imported, upload } = await newFirm()
  const file = `${columns}\nJo,Marsh,,,\nJo,Marsh,,,\nJo,Marsh,jo@example.com,,\n`
  assert.match((await upload(file)).shown, /Marsh, Jo, line 2 of the file/)
  assert.equal(await imported(file, { choice_4: "join" }), "1 matter created, 1 line skipped.")
  const emails = await firm.all(sql`select email from email_addresses`)
  assert.deepEqual(emails, [{ email: "jo@example.com" }])
})

test("undoing an import deletes what its own lines were added to, and leaves the matters that were there", async () => {
  const { firm, send, upload, create, imported, names } = await newFirm()
  await imported(`${columns}\nAda,Ruiz,,,\n`)
  const { location } = await upload(
    `${columns}\nAda,Ruiz,ada@example.com,,\nJo,Marsh,,,\nJo,Marsh,jo@example.com,,\n`,
  )
  await create(location, { choice_2: "join", choice_4: "join" })
  const page = (await send("GET", location)).text
  assert.match(page, /1 matter will be deleted/)
  assert.match(page, /What was added to 1 existing matter stays/)
  await runBulkActionAt(service, firm, (await send("POST", `${location}/undoing`)).location)
  assert.deepEqual(await names(), ["Ruiz, Ada"])
})

test("a file number that another client has is a question", async () => {
  const { imported, upload } = await newFirm()
  await imported("Name,File number\nAda Ruiz,2024-7\n")
  assert.match((await upload("Name,File number\nBea Roe,2024-7\n")).shown, /1 to decide.*In common: 2024-7/)
  assert.match(
    (await upload("Name,File number,Email\nAda Ruiz,2024-7,a@example.com\n")).shown,
    /1 already there/,
  )
})

test("joining adds the marital status, and closes a matter that no one was invited to, once", async () => {
  const { firm, imported } = await newFirm()
  const [ada, cy] = ["Ada,Ruiz,ada@example.com,,1962-03-05", "Cy,Roe,cy@example.com,,1950-01-02"]
  await imported(`${columns}\n${ada}\n${cy}\n`)
  await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from matters where name = 'Roe, Cy'`)
    await createInvitation(tx, service, { matter_id: id, party: "main" })
  })
  for (const status of ["Divorced", "Single"])
    await imported(
      `${columns},Marital status,Closed\n${ada},${status},2019-05-06\n${cy},${status},2019-05-06\n`,
      { choice_rest: "join" },
    )
  const rows = await firm.all(sql`
      select m.name, m.contact_main_marital_status as status, m.close_date::text, m.open_date <= m.close_date as is_in_order,
             (select count(*) from events e where e.matter_id = m.id and e.event_type = 'matter.closed')::int as events,
             (select count(*) from changes c where c.record_id = m.id and c.field = 'contact_main_marital_status')::int as changes
        from matters m order by m.name`)
  const both = { status: "divorced", changes: 1 }
  assert.deepEqual(rows, [
    { name: "Roe, Cy", close_date: null, is_in_order: null, events: 0, ...both },
    { name: "Ruiz, Ada", close_date: "2019-05-06", is_in_order: true, events: 1, ...both },
  ])
})

test("lines that join one matter add to it in turn, with the history of each value", async () => {
  const { firm, imported } = await newFirm()
  await imported(`${columns}\nAda,Ruiz,ada@example.com,,\nCy,Roe,cy@example.com,,\n`)
  const file =
    "First name,Last name,Email,DOB,Tags,Notes,Spouse first name,Spouse last name\n" +
    "Ada,Ruiz,a1@example.com,,VIP,Likes tea,Ben,Ruiz\n" +
    "Cy,Roe,c1@example.com,1970-01-02,,,,\n" +
    "Ada,Ruiz,a2@example.com,1962-03-05,Trust,Likes tea,Ben,Ruiz\n"
  const join = { choice_2: "join", choice_3: "join", choice_4: "join" }
  assert.equal(await imported(file, join), "0 matters created, 2 existing matters added to.")
  const [ada, cy] = await firm.all<Record<string, unknown>>(sql`
      select (select count(*)::integer from contacts c where c.matter_id = m.id) as people,
             array(select n.text from notes n where n.matter_id = m.id) as notes,
             array(select t.tag::text from matter_tags t where t.matter_id = m.id order by 1) as tags,
             (select string_agg(e.email, ' ' order by e.position) from email_addresses e
               where e.contact_id = m.contact_main_id) as emails,
             (select string_agg(h.field || h.revision, ' ' order by h.field, h.revision) from changes h
               where h.record_id = m.contact_main_id) as history,
             (select jsonb_path_query_array(h.previous, '$[*].email') from changes h
               where h.record_id = m.contact_main_id and h.field = 'email_addresses' and h.revision = 1) as before
        from matters m order by m.id`)
  assert.deepEqual(ada, {
    people: 2,
    notes: ["Likes tea"],
    tags: ["Trust", "VIP"],
    emails: "ada@example.com a1@example.com a2@example.com",
    history: "date_of_birth1 email_addresses1 email_addresses2",
    before: ["ada@example.com"],
  })
  assert.deepEqual([cy?.emails, cy?.people], ["cy@example.com c1@example.com", 1])
})

test("undoing an import leaves what staff worked on before a later file had the same clients, and what it added to", async () => {
  const { firm, send, upload, create, names } = await newFirm()
  const file = `${columns},Tags\nAda,Ruiz,ada@example.com,,,\nBo,Lind,bo@example.com,,,\nCy,Roe,cy@example.com,,,\nDi,Vo,di@example.com,,,\n`
  const { location } = await upload(file)
  await create(location)
  const idOf = async (name: string) =>
    (await firm.one<{ id: string }>(sql`select id from matters where name = ${name}`)).id
  const bo = await idOf("Lind, Bo")
  const ada = await idOf("Ruiz, Ada")
  await firm.run((tx) => renameMatter(tx, ada, "Mended"))
  assert.equal(
    (await send("POST", `/console/matters/${bo}/filing`, { was: "", file_number: "7" })).status,
    303,
  )
  const di = await idOf("Vo, Di")
  await firm.run(async (tx) => {
    await recordSensitiveRead(tx, di, [newId("answer")])
    await recordAudit(tx, "matter_exported", { matter_id: di })
  })
  const later = await upload(file.replace("cy@example.com,,,", "cy@example.com,,,VIP"))
  await create(later.location, { choice_2: "skip", choice_3: "skip", choice_4: "join", choice_5: "skip" })
  const page = (await send("GET", location)).text
  assert.match(page, /1 matter will be deleted/)
  await runBulkActionAt(service, firm, (await send("POST", `${location}/undoing`)).location)
  assert.deepEqual((await names()).toSorted(), ["Lind, Bo", "Mended", "Roe, Cy"])
})
