import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { changeEmails } from "../../../../intake/contacts/contact-details.ts"
import { addContact, changeContact } from "../../../../intake/contacts/editing.ts"
import { markStarted } from "../../../../intake/matters/lifecycle.ts"
import { renameMatter } from "../../../../intake/matters/matters.ts"
import { restrictMatter } from "../../../../intake/matters/parties/access-list.ts"
import { openTopic } from "../../../../intake/messages/writing.ts"
import { deleteMatter, restoreMatter } from "../../../../operations/deletions/deletions.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { joinPeople } from "../../people.ts"

const service = provideService()

/** A firm with some matters of an Ada Smith each, named by their position, and its admin's browser. */
async function newMatters(count: number) {
  const firm = await service.newFirm()
  const intakes: SampleIntake[] = []
  for (const name of ["First", "Second", "Third", "Fourth"].slice(0, count)) {
    const intake = await newIntake(firm)
    await firm.run((tx) => renameMatter(tx, intake.matter_id, `${name} plan`))
    intakes.push(intake)
  }
  return {
    firm,
    intakes: intakes as [SampleIntake, SampleIntake, SampleIntake, SampleIntake],
    ...(await newStaffMember(firm)),
  }
}

async function newStaffMember(firm: TestFirm, user_id?: string) {
  const send = await newStaffBrowser(service, firm, user_id)
  const urlOf = (contact_id: string) => `/console/people/${contact_id}`
  const open = async (contact_id: string) => (await send("GET", urlOf(contact_id))).text
  const press = (contact_id: string, fields: Record<string, string>) =>
    send("POST", urlOf(contact_id), fields)
  /** The matters of a person, by the names they are given here. */
  const matters = async (contact_id: string) => {
    const [table = ""] = (await open(contact_id)).match(/<tbody[\s\S]*?<\/tbody>/) ?? []
    return [...table.matchAll(/>(\w+) plan</g)].map(([, name]) => name).sort()
  }
  /** The records a page suggests, with the reason of each. */
  const suggested = async (contact_id: string) => {
    const [, table = ""] =
      (await open(contact_id)).match(/May be the same person: [\s\S]*?<ul([\s\S]*?)<\/ul>/) ?? []
    return Object.fromEntries(
      [...table.matchAll(/href="\/console\/people\/(contact_\w+)"[\s\S]*?>(Same [\w ]+) · /g)].map(
        ([, id, why]) => [id, why],
      ),
    )
  }
  /** Presses Undo of the message on the page that follows. */
  const undo = async (contact_id: string) => {
    const [, action = "", form = ""] =
      (await open(contact_id)).match(/action="(\/console\/people\/\w+)"((?:(?!<\/form>)[\s\S])*)>Undo</) ?? []
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ])
    return send("POST", action, Object.fromEntries(fields))
  }
  return { send, open, press, matters, suggested, undo }
}

test("staff find one person in several matters, with each matter and role, and open her page from every search", async () => {
  const { firm, intakes, send, open, press } = await newMatters(2)
  const [first, second] = intakes
  await firm.run((tx) => changeContact(tx, second.main, [{ field: "last_name", value: "Byron" }]))
  assert.match((await press(first.main, { same: second.main })).location, literally(first.main))
  const page = await open(first.main)
  for (const words of ["In 2 matters", "First plan", "Second plan", "as Ada Smith"])
    assert.match(page, literally(words))
  const { text } = await send("GET", "/console/search.json?q=byron")
  const found = JSON.parse(text).groups.find(({ title }: { title: string }) => title === "People").results
  assertEach(found, ({ text, detail }: { text: string; detail: string }) => [text, detail], [
    ["Ada Byron", "Main client in Second plan, Main client in First plan"],
  ])
  const list = await send("GET", "/console/matters?search=ada")
  assert.match(
    list.text,
    /\/console\/people\/contact_\w+">Ada \w+<\/a> <span class="hint">Main client in Second plan, /,
  )
})

test("a merge is undone, one record leaves, and a second press of any of them changes nothing", async () => {
  const { intakes, firm, press, matters, undo } = await newMatters(4)
  const [a, b, c, d] = intakes.map(({ main }) => main) as [string, string, string, string]
  await press(b, { same: a })
  await press(c, { same: b })
  await undo(c)
  assert.deepEqual([await matters(a), await matters(c)], [["First", "Second"], ["Third"]])
  // Undo takes one merge back, also after others.
  await press(b, { same: d })
  await press(c, { same: b })
  const ids = await firm.all<{ person_ids: string[] }>(
    sql`select person_ids from people where contact_id = ${a}`,
  )
  const own = ids[0]?.person_ids.at(-1) ?? ""
  await press(a, { merge: own })
  assert.deepEqual([await matters(a), await matters(d)], [["First"], ["Fourth", "Second", "Third"]])
  await press(a, { merge: own })
  await press(c, { same: d })
  await press(c, { apart: d })
  assert.deepEqual([await matters(d), await matters(c)], [["Fourth"], ["Second", "Third"]])
  await press(c, { same: d })
  await press(c, { apart: d })
  await undo(c)
  assert.deepEqual(await matters(d), ["Fourth", "Second", "Third"])
  const { entries } = await firm.one<{ entries: number }>(sql`
    select count(*)::int as entries from audit_entries where action in ('people_merged', 'people_parted')`)
  assert.equal(entries, 10)
})

test("two who merge the same records at once make one person, and people of one matter stay two", async () => {
  const { firm, intakes, open, press, matters } = await newMatters(2)
  const [first, second] = intakes
  const other = await newStaffMember(firm, (await newStaff(firm)).user_id)
  await Promise.all([
    press(first.main, { same: second.main }),
    other.press(second.main, { same: first.main }),
  ])
  assert.deepEqual(await matters(first.main), ["First", "Second"])
  const refused = await press(first.main, { same: second.spouse })
  assert.match(refused.text, /One matter has both of them/)
  assert.match(await open(second.spouse), /In 1 matter</)
  // Nor does who may not see that matter make them one, or learn why not.
  const third = await newIntake(firm)
  await press(first.spouse, { same: second.spouse })
  await press(third.main, { same: first.spouse })
  const fourth = await newIntake(firm)
  await press(fourth.main, { same: first.main })
  for (const { matter_id } of [first, second])
    await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id]))
  const { location } = await other.press(third.main, { same: fourth.main })
  assert.equal(location, `/console/people/${third.main}`)
  const page = await other.open(third.main)
  assert.match(page, /Nothing was changed\./)
  assert.match(page, /In 1 matter</)
})

test("an email or a birth date suggests a person, a name alone does so folded, and another birth date or the spouse's address not", async () => {
  const { firm, intakes, suggested, press } = await newMatters(2)
  const [first, second] = intakes
  await firm.run(async (tx) => {
    const email = [{ type: "home", email: "smiths@example.com" }]
    for (const { main, spouse } of intakes) for (const id of [main, spouse]) await changeEmails(tx, id, email)
    await changeContact(tx, second.other_child, [{ field: "date_of_birth", value: "1991-01-02" }])
    await addContact(tx, second.matter_id, {
      relationship_type: "5ATTY",
      first_name: "Ada",
      last_name: "Smith",
    })
  })
  assert.deepEqual(Object.entries(await suggested(first.main)).slice(0, 1), [[second.main, "Same email"]])
  assert.equal(Object.values(await suggested(first.main))[1], "Same name")
  assert.deepEqual(await suggested(first.spouse), { [second.spouse]: "Same email" })
  assert.deepEqual(await suggested(first.child), { [second.child]: "Same name and birth date" })
  assert.deepEqual(await suggested(first.other_child), {})
  await press(first.main, { same: second.main })
  assert.deepEqual(await suggested(first.main), {}, "the namesake is known to be someone else")
})

test("a person with several records is suggested once, by the surest", async () => {
  const { firm, intakes, suggested } = await newMatters(3)
  const [first, second, third] = intakes
  const email = [{ type: "home", email: "smiths@example.com" }]
  await firm.run(async (tx) => {
    for (const id of [first.main, second.main]) await changeEmails(tx, id, email)
    await joinPeople(tx, second.main, third.main)
  })
  assert.deepEqual(await suggested(first.main), { [second.main]: "Same email" })
})

test("what any of a person's records has in common with others suggests them", async () => {
  const { firm, intakes, suggested } = await newMatters(4)
  const [first, second, third, fourth] = intakes
  const email = [{ type: "home", email: "ada@example.com" }]
  await firm.run(async (tx) => {
    await joinPeople(tx, first.main, second.main)
    for (const { main } of [first, third])
      await changeContact(tx, main, [{ field: "date_of_birth", value: "1962-03-14" }])
    for (const { main } of [first, fourth]) await changeEmails(tx, main, email)
  })
  assert.deepEqual(await suggested(second.main), {
    [third.main]: "Same name and birth date",
    [fourth.main]: "Same email",
  })
})

test("a person's page shows the newest message of a matter and the ten newest files, newest first", async () => {
  const { firm, intakes, open } = await newMatters(1)
  const [{ matter_id, main }] = intakes
  for (const text of ["Hello", "Goodbye"])
    await firm.run((tx) => openTopic(tx, service, matter_id, { subject: text, text: `${text}, Ada.` }))
  const page = await open(main)
  assert.match(page, literally("Goodbye, Ada."))
  assert.doesNotMatch(page, literally("Hello, Ada."))
  await firm.run((tx) => markStarted(tx, matter_id))
  for (let at = 1; at <= 11; at += 1)
    await upload(
      service,
      intakes[0],
      { request_id: intakes[0].ids.statements },
      `File-${at}.txt`,
      `Text ${at}`,
    )
  const files = [...(await open(main)).matchAll(/>File-(\d+)\.txt</g)].map(([, at]) => Number(at))
  assert.deepEqual(files, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})

test("who may not see a matter sees no trace of it, and a merge there follows what they do", async () => {
  const { firm, intakes, ...admin } = await newMatters(3)
  const [hidden, first, second] = intakes
  await firm.run(async (tx) => {
    const message = { type: "home", email: "secret@example.com" }
    await changeEmails(tx, hidden.main, [message])
    await joinPeople(tx, hidden.main, first.main)
    await restrictMatter(tx, hidden.matter_id, [firm.admin.user_id])
  })
  const kim = await newStaffMember(firm, (await newStaff(firm)).user_id)
  assert.deepEqual(await admin.matters(first.main), ["First", "Second"])
  assert.deepEqual(await kim.matters(first.main), ["Second"])
  for (const id of [first.main, second.main])
    assert.doesNotMatch(
      await kim.open(id),
      new RegExp(`First plan|secret|${hidden.main}|${hidden.matter_id}`),
    )
  assert.doesNotMatch((await kim.send("GET", "/console/search.json?q=ada")).text, /First plan/)
  assert.equal((await kim.send("GET", `/console/people/${hidden.main}`)).status, 404)
  assert.equal((await kim.press(second.main, { same: hidden.main })).status, 404)
  await kim.press(second.main, { same: first.main })
  assert.deepEqual(await admin.matters(hidden.main), ["First", "Second", "Third"])
  await kim.undo(second.main)
  assert.deepEqual(await admin.matters(hidden.main), ["First", "Second"])
})

test("a deleted matter leaves nothing of the person behind, and restored it is hers again", async () => {
  const { firm, intakes, press, matters } = await newMatters(3)
  const [first, second, third] = intakes
  await press(first.main, { same: second.main })
  await press(second.main, { same: third.main })
  const deletion = await firm.run(async (tx) => {
    await tx.run(sql`update matters set started_at = null where id = ${second.matter_id}`)
    return deleteMatter(tx, service.ring, { matter_id: second.matter_id, reason: "Test" })
  })
  assert.deepEqual(await matters(first.main), ["First", "Third"])
  const left = await firm.all(sql`select contact_id from people where matter_id = ${second.matter_id}`)
  assert.deepEqual(left, [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await matters(second.main), ["First", "Second", "Third"])
})

test("a restored matter's person follows merges made meanwhile, unless two of the matter would become one", async () => {
  const { firm, intakes, press, matters } = await newMatters(4)
  const [first, second, third, fourth] = intakes
  await firm.run((tx) => tx.run(sql`update matters set started_at = null where id = ${second.matter_id}`))
  const whileDeleted = async (work: () => Promise<unknown>) => {
    const deletion = await firm.run((tx) =>
      deleteMatter(tx, service.ring, { matter_id: second.matter_id, reason: "Test" }),
    )
    await work()
    await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  }
  await press(first.main, { same: second.main })
  await whileDeleted(async () => {
    await press(third.main, { same: first.main })
    await press(fourth.main, { same: third.main })
  })
  assert.deepEqual(await matters(second.main), ["First", "Fourth", "Second", "Third"])
  const { merged = "" } = await firm.one<{ merged?: string }>(sql`
    select person_ids[2] as merged from people where contact_id = ${second.main}`)
  await press(second.main, { merge: merged })
  assert.deepEqual(await matters(second.main), ["First", "Second", "Third"])
  await press(second.spouse, { same: fourth.main })
  const fifth = await newIntake(firm)
  await whileDeleted(async () => {
    await press(fifth.main, { same: fourth.main })
    await press(fifth.main, { same: first.main })
  })
  assert.deepEqual(await matters(first.main), ["First", "Fourth", "Third"])
  assert.deepEqual([await matters(second.main), await matters(second.spouse)], [["Second"], ["Second"]])
})

test("a restored matter's person leaves those whom an undone merge has parted meanwhile", async () => {
  const { firm, intakes, press, matters, undo } = await newMatters(4)
  const [deleted, same, other, fourth] = intakes
  await press(same.main, { same: deleted.main })
  await press(other.main, { same: same.main })
  const deletion = await firm.run(async (tx) => {
    await tx.run(sql`update matters set started_at = null where id = ${deleted.matter_id}`)
    return deleteMatter(tx, service.ring, { matter_id: deleted.matter_id, reason: "Test" })
  })
  await undo(other.main)
  await press(fourth.main, { same: other.main })
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await matters(deleted.main), ["First", "Second"])
  assert.deepEqual(await matters(other.main), ["Fourth", "Third"])
})

test("of many conflict checks, a page lists the newest and counts the rest", async () => {
  const { firm, intakes, open } = await newMatters(1)
  const [{ matter_id, main }] = intakes
  const addChecks = (first: number, last: number) =>
    firm.run(async (tx) => {
      const id = sql`'check_' || lpad(n::text, 32, '0')`
      await tx.run(sql`
        insert into conflict_checks (id, name, decision, appearances, checked_at)
        select ${id}, 'Check ' || n, 'none', '[]', now() from generate_series(${first}::int, ${last}::int) n`)
      await tx.run(sql`
        insert into conflict_check_matters (matter_id, check_id, position, contact_id)
        select ${matter_id}, ${id}, place, ${main} from generate_series(${first}::int, ${last}::int) n, generate_series(1, 2) place`)
    })
  await addChecks(1, 11)
  const page = await open(main)
  const listed = [...page.matchAll(/>Check (\d+)</g)].map(([, number]) => Number(number))
  assert.deepEqual(listed, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  assert.match(page, /And 1 earlier one\./)
  await addChecks(12, 150)
  assert.match(await open(main), /Check 141<[\s\S]*And at least 90 earlier ones\./)
})

test("of an advisor in a hundred matters the newest are listed, and of many namesakes twenty, none known to be the advisor", async () => {
  const { firm, intakes, open } = await newMatters(1)
  const [{ matter_id, main }] = intakes
  const numbered = (kind: string) => sql`${kind} || lpad(n::text, 32, '0')`
  await firm.run(async (tx) => {
    await tx.run(sql`update matters set open_date = '2026-01-01' where id = ${matter_id}`)
    await tx.run(sql`
    insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                         contact_main_id, last_activity_at, created_at)
    select ${numbered("matter_")}, 'Matter ' || n, 'matter ' || n, date '2026-01-01' + n, questionnaire_id,
           questionnaire_version, client_type, ${numbered("contact_")}, last_activity_at, created_at
      from matters, generate_series(1, 123) n where id = ${matter_id}`)
    await tx.run(sql`
    insert into contacts (id, matter_id, position, relationship_type, first_name, last_name, created_at)
    select ${numbered("contact_")}, ${numbered("matter_")}, 1, '1MAIN', 'Ada', 'Smith', now() from generate_series(1, 123) n`)
    await tx.run(sql`
    insert into people (matter_id, contact_id, person_ids)
    select matter_id, id, '{person}' from contacts
     where id = ${main} or first_name = 'Ada' and matter_id <= 'matter_' || lpad('101', 32, '0')`)
  })
  const page = await open(main)
  assert.match(page, /In 102 matters; the newest 100 are listed/)
  const [table = ""] = page.match(/<tbody[\s\S]*?<\/tbody>/) ?? []
  const listed = [...table.matchAll(/>Matter (\d+)</g)].map(([, number]) => Number(number))
  assert.deepEqual([listed.length, listed[0], listed.at(-1)], [100, 101, 2])
  assert.match(page, /May be the same person: 22</)
  assert.equal(page.match(/>Same person</g)?.length, 20)
  assert.match(page, /And 2 more, who are less likely\./)
})

test("eight of a person's email addresses and names are looked up, addresses first", async () => {
  const { firm, intakes, suggested } = await newMatters(2)
  const [first, second] = intakes
  const emails = Array.from({ length: 8 }, (_, at) => ({ type: "home", email: `ada${at}@example.com` }))
  await firm.run((tx) => changeEmails(tx, first.main, emails))
  assert.deepEqual(await suggested(first.main), {})
  await firm.run((tx) => changeEmails(tx, first.main, emails.slice(1)))
  assert.deepEqual(await suggested(first.main), { [second.main]: "Same name" })
})
