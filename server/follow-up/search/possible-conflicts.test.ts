import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { conflictWeightOf, relationships } from "../../definition/people/relationships.ts"
import { changeMember } from "../../firm/users/team.ts"
import {
  listPossibleConflicts,
  listWaitingConflicts,
} from "../../intake/conflict-names/possible-conflicts.ts"
import { addContact, changeContact } from "../../intake/contacts/editing.ts"
import { removeContact } from "../../intake/contacts/removal.ts"
import { closeMatter, reopenClosedMatter } from "../../intake/matters/lifecycle.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { sql } from "../../platform/db/sql.ts"
import { recordConflictCheck } from "./conflict-checks.ts"

const service = provideService({ clock: () => now })
let now = new Date("2027-03-02T15:00:00Z")

/** Two matters, the first of which contains an Otto Quist. */
async function newMatters() {
  const firm = await service.newFirm()
  const [first, second] = [await newIntake(firm), await newIntake(firm)]
  await firm.write(sql`delete from possible_conflicts`)
  await add(firm, first, "Otto", "Quist")
  assert.deepEqual(await namesIn(firm, first), [], "alone with that name")
  return { firm, first, second }
}

const add = (firm: TestFirm, { matter_id }: SampleIntake, first_name: string, last_name: string) =>
  firm.run((tx) => addContact(tx, matter_id, { relationship_type: "2CHLD", first_name, last_name }))
const namesIn = async (firm: TestFirm, { matter_id }: SampleIntake) => [
  ...(await firm.run((tx) => listPossibleConflicts(tx, matter_id))).values(),
]
test("advisors and charities wait only if they are a party or family elsewhere", async () => {
  const { firm, first, second } = await newMatters()
  const put = (
    { matter_id }: SampleIntake,
    relationship_type: string,
    first_name: string,
    last_name: string,
  ) => firm.run((tx) => addContact(tx, matter_id, { relationship_type, first_name, last_name }))
  for (const intake of [first, second]) {
    await put(intake, "5ACCT", "Osei", "Mensah")
    await put(intake, "4CHAR", "Harbor", "Foundation")
  }
  assert.deepEqual(await queueOf(firm), [])
  const staff = await newStaffBrowser(service, firm)
  assert.match(
    (await staff("GET", "/console/conflicts?name=Osei+Mensah")).text,
    /2 appearances as advisor or charity/,
  )
  // The charity's director is a creditor here: that may be a conflict.
  await put(first, "5ATTY", "Ingrid", "Falk")
  await put(second, "4CRED", "Ingrid", "Falk")
  assert.deepEqual(await namesOf(firm), ["Ingrid Falk"])
})

test("possible conflicts of parties come before those of families, which may have waited longer", async () => {
  const { firm, first, second } = await newMatters()
  const third = await newIntake(firm)
  await firm.write(sql`delete from possible_conflicts`)
  await add(firm, second, "Otto", "Quist")
  now = new Date(now.getTime() + 3_600_000)
  const put = ({ matter_id }: SampleIntake, relationship_type: string) =>
    firm.call(addContact, matter_id, { relationship_type, first_name: "Rosalind", last_name: "Thorne" })
  await put(first, "2CHLD")
  const person = await put(third, "1DIVO")
  assert.deepEqual(await namesOf(firm), ["Rosalind Thorne", "Otto Quist"])
  await firm.run((tx) => changeContact(tx, person, [{ field: "relationship_type", value: "3COUS" }]))
  assert.deepEqual(await namesOf(firm), ["Otto Quist", "Rosalind Thorne"])
})

test("the database and the program weigh every relationship alike", async () => {
  const { firm } = await newMatters()
  for (const { type } of relationships)
    assert.equal(
      (await firm.one<{ weight: number }>(sql`select conflict_weight(${type}) as weight`)).weight,
      conflictWeightOf(type),
      type,
    )
})

const check = (firm: TestFirm, name: string) =>
  firm.run((tx) => recordConflictCheck(tx, { name, decision: "none", note: "" }))
const queueOf = (firm: TestFirm) =>
  firm.run(async (tx) => {
    const { count, rows } = await listWaitingConflicts(tx, { limit: 9, max: 9 })
    assert.equal(count, rows.length)
    return rows
  })
const namesOf = async (firm: TestFirm) => (await queueOf(firm)).map(({ name }) => name)

test("a person added with the name of someone in another matter waits until a check of the name is recorded", async () => {
  const { firm, first, second } = await newMatters()
  // The client adds the person; accents, case and marks don't make it another name.
  await firm.run(
    (tx) =>
      addContact(tx, second.matter_id, {
        relationship_type: "2CHLD",
        first_name: "OTTO",
        last_name: "Quíst",
      }),
    second.client,
  )
  await add(firm, second, "Otto", "Quistgaard")
  await add(firm, second, "Otto", "")
  assert.deepEqual(await namesIn(firm, second), ["OTTO Quíst"])
  assert.deepEqual(await namesIn(firm, first), [], "who was there before was not added")
  const staff = await newStaffBrowser(service, firm)
  const home = await staff("GET", "/console?of=firm")
  assert.match(home.text, /Possible conflicts[\s\S]*OTTO Quíst/)
  const link = 'href="/console/conflicts?name=OTTO+Qu%C3%ADst"'
  assert.match(home.text, literally(link))
  const people = await staff("GET", `/console/matters/${second.matter_id}/review`)
  assert.match(people.text, /The name appears in another matter/)
  assert.match(people.text, literally(link))

  await check(firm, "Otto Quistgaard")
  assert.equal((await queueOf(firm)).length, 1)
  await check(firm, "Otto Quist")
  assert.deepEqual([await namesIn(firm, second), await queueOf(firm)], [[], []])
  await add(firm, second, "Otto", "Quist")
  assert.deepEqual(await namesIn(firm, second), [], "checked this day")
  now = new Date(now.getTime() + 2 * 24 * 3_600_000)
  await add(firm, second, "Otto", "Quist")
  assert.deepEqual(await namesIn(firm, second), ["Otto Quist"])
})

test("a person is one entry in however many matters, adverse people first, until a check of the name", async () => {
  const { firm, first, second } = await newMatters()
  const others = [await newIntake(firm), await newIntake(firm)]
  await firm.write(sql`delete from possible_conflicts`)
  const added: Date[] = []
  const put = async ({ matter_id }: SampleIntake, relationship_type: string, first_name: string) => {
    now = new Date(now.getTime() + 3_600_000)
    added.push(now)
    await firm.run((tx) => addContact(tx, matter_id, { relationship_type, first_name, last_name: "Quist" }))
  }
  for (const intake of [second, ...others]) await put(intake, "3COUS", "Otto")
  await put(first, "1WIDW", "Paula")
  await put(second, "5ATTY", "Paula")
  await put(first, "3SIST", "Quentin")
  await put(second, "4CRED", "Quentin")
  const rows = async () => (await queueOf(firm)).map((row) => [row.name, row.weight, row.matters, row.since])
  assert.deepEqual(await rows(), [
    ["Quentin Quist", 1, 1, added[6]],
    ["Paula Quist", 2, 1, added[4]],
    ["Otto Quist", 3, 3, added[0]],
  ])
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", "/console/conflicts")
  assert.match(text, /Possible conflicts: 3[\s\S]*Quentin[\s\S]*Paula[\s\S]*Otto[\s\S]*3 matters/)
  await check(firm, "Paula Quist")
  assert.deepEqual(await namesOf(firm), ["Quentin Quist", "Otto Quist"])
})

test("counting people to check stops at a limit", async () => {
  const { firm, first, second } = await newMatters()
  for (const name of ["Otto", "Paula", "Quentin"]) {
    await add(firm, first, name, "Quist")
    await add(firm, second, name, "Quist")
  }
  const counted = (max: number) =>
    firm.run(async (tx) => (await listWaitingConflicts(tx, { limit: 1, max })).count)
  assert.deepEqual([await counted(2), await counted(3), await counted(4)], [3, 3, 3])
})

test("deleting the only other person with the name ends the wait, and restoring a matter recomputes it", async () => {
  const { firm, first, second } = await newMatters()
  await add(firm, second, "Otto", "Quist")
  const deletion = (matter_id: string) =>
    firm.run(async (tx) => {
      await tx.run(sql`update matters set started_at = null where id = ${matter_id}`)
      return deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
    })
  const waiting = async () =>
    (await firm.all<{ matter_id: string }>(sql`select matter_id from possible_conflicts`)).map(
      ({ matter_id }) => matter_id,
    )
  const restore = (id: string) => firm.run((tx) => restoreMatter(tx, service.ring, id))
  const gone = await deletion(second.matter_id)
  assert.deepEqual(await waiting(), [])
  await restore(gone)
  assert.ok((await waiting()).includes(second.matter_id), "the other Otto is still there")
  const again = await deletion(second.matter_id)
  await check(firm, "Otto Quist")
  await restore(again)
  assert.ok(!(await namesIn(firm, second)).includes("Otto Quist"))

  await add(firm, first, "Olga", "Quist")
  now = new Date(now.getTime() + 2 * 24 * 3_600_000)
  const third = await newIntake(firm)
  await firm.write(sql`delete from possible_conflicts`)
  await add(firm, third, "Olga", "Quist")
  assert.deepEqual(await waiting(), [third.matter_id])
  await deletion(first.matter_id)
  assert.deepEqual(await waiting(), [], "alone with that name")
})

test("a name in another firm makes no matter wait, and a check there clears none here", async () => {
  const { firm, second } = await newMatters()
  await add(firm, second, "Otto", "Quist")
  const neighbor = await newMatters()
  assert.deepEqual(await queueOf(neighbor.firm), [])
  await add(neighbor.firm, neighbor.second, "Otto", "Quist")
  await check(neighbor.firm, "Otto Quist")
  assert.deepEqual(await queueOf(neighbor.firm), [])
  assert.deepEqual(await namesOf(firm), ["Otto Quist"])
})

test("concurrent writers leave each matter with the people who still wait in it", async () => {
  const { firm, first, second } = await newMatters()
  await add(firm, first, "Paula", "Quist")
  await add(firm, second, "Otto", "Quist")
  await firm
    .run(async (tx) => {
      await tx.run(sql`
      update matters set last_activity_at = last_activity_at where id = ${second.matter_id}`)
      // The other transaction checks the first name while this one has added the second and not committed.
      const checked = check(firm, "Otto Quist")
      await addContact(tx, second.matter_id, {
        relationship_type: "2CHLD",
        first_name: "Paula",
        last_name: "Quist",
      })
      return { checked }
    })
    .then(({ checked }) => checked)
  assert.deepEqual(await namesOf(firm), ["Paula Quist"])
})

test("renaming starts and ends the wait, as does removing the other person", async () => {
  const { firm, first, second } = await newMatters()
  const id = await add(firm, second, "Olga", "Quist")
  assert.deepEqual(await namesIn(firm, second), [])
  const rename = (value: string) => firm.run((tx) => changeContact(tx, id, [{ field: "first_name", value }]))
  await rename("Otto")
  assert.deepEqual(await namesIn(firm, second), ["Otto Quist"])
  await rename("Olga")
  assert.deepEqual(await namesIn(firm, second), [])
  await rename("Otto")
  const { id: other } = await firm.one<{ id: string }>(sql`
      select id from contacts where matter_id = ${first.matter_id} and full_name = 'Otto Quist'`)
  await firm.run((tx) => removeContact(tx, other))
  assert.deepEqual(await namesIn(firm, second), [])
})

test("a closed matter waits for no check until it is reopened, and a restored one continues to wait", async () => {
  const { firm, second } = await newMatters()
  await add(firm, second, "Otto", "Quist")
  await firm.run((tx) => closeMatter(tx, second.matter_id))
  assert.deepEqual([await namesIn(firm, second), await queueOf(firm)], [[], []])
  await firm.run((tx) => reopenClosedMatter(tx, second.matter_id))
  assert.ok(
    (await namesIn(firm, second)).includes("Otto Quist"),
    "it waits again once the matter is reopened",
  )
  await firm.run((tx) => closeMatter(tx, second.matter_id))
  await check(firm, "Otto Quist")
  await firm.run((tx) => reopenClosedMatter(tx, second.matter_id))
  assert.ok(!(await namesIn(firm, second)).includes("Otto Quist"), "checked while it was closed")
  now = new Date(now.getTime() + 2 * 24 * 3_600_000)

  const third = await newIntake(firm)
  await firm.write(sql`delete from possible_conflicts`)
  await add(firm, third, "Otto", "Quist")
  await check(firm, "Otto Quist")
  const deletion_id = await firm.run(async (tx) => {
    await tx.run(sql`update matters set started_at = null where id = ${third.matter_id}`)
    return deleteMatter(tx, service.ring, { matter_id: third.matter_id, reason: "Test" })
  })
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion_id))
  assert.ok(!(await namesIn(firm, third)).includes("Otto Quist"), "a recorded check stays valid")
})

test("neither clients nor staff limited to assigned matters see possible conflicts", async () => {
  const { firm, second } = await newMatters()
  await add(firm, second, "Otto", "Quist")
  const seen = await firm.run(async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${second.matter_id}, true) as matter_id`)
    return tx.all(sql`select from possible_conflicts`)
  }, second.client)
  assert.equal(seen.length, 0)
  const { user_id } = await newStaff(firm, { email: "one@hartwell.example", name: "", role: "member" })
  await firm.run(async (tx) => {
    await changeMember(tx, user_id, { role: "member", assigned_matters_only: true })
    await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${second.matter_id}`)
  })
  const limited = await newStaffBrowser(service, firm, user_id)
  for (const url of ["/console", `/console/matters/${second.matter_id}/review`]) {
    const { status, text } = await limited("GET", url)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /[Pp]ossible conflict|another matter/)
  }
})

test("staff excluded by a restriction neither see, count, nor print the matter's possible conflicts", async () => {
  const { firm, second } = await newMatters()
  await firm.write(sql`update matters set name = 'Walled' where id = ${second.matter_id}`)
  const contact_id = await add(firm, second, "Otto", "Quist")
  const outsider = await newStaff(firm, { email: "out@hartwell.example", name: "Ola Outside", role: "admin" })
  await firm.run((tx) => restrictMatter(tx, second.matter_id, [firm.admin.user_id]))
  const [inside, outside] = [
    await newStaffBrowser(service, firm),
    await newStaffBrowser(service, firm, outsider.user_id),
  ]
  const countFor = (user_id: string) =>
    firm.run(async (tx) => (await listWaitingConflicts(tx, { limit: 1, max: 9 })).count, {
      user_id,
      is_viewer: true,
    })
  assert.deepEqual([await countFor(firm.admin.user_id), await countFor(outsider.user_id)], [1, 0])
  assert.match((await inside("GET", "/console?of=firm")).text, /Possible conflicts[\s\S]*Otto Quist/)
  assert.match(
    (await inside("GET", `/console/matters/${second.matter_id}/review`)).text,
    /The name appears in another matter/,
  )
  const leaks = /Possible conflicts|Walled|Otto/
  for (const url of ["/console?of=firm", "/console?of=own", "/console/conflicts"])
    assert.doesNotMatch((await outside("GET", url)).text, leaks, url)
  assert.equal((await outside("GET", `/console/matters/${second.matter_id}/review`)).status, 404)

  // On screen and on paper, the check reveals only that some restricted matter contains the name.
  const secrets = new RegExp(`Walled|${second.matter_id}|${contact_id}`)
  const found = await outside("GET", "/console/conflicts?name=Otto+Quist")
  assert.match(found.text, /Also in a restricted matter that you may not see/)
  assert.doesNotMatch(found.text, secrets)
  const form = { name: "Otto Quist", decision: "possible", note: "" }
  const { location } = await outside("POST", "/console/conflicts", form)
  const own = await outside("GET", location)
  assert.match(own.text, /Restricted to others/)
  assert.doesNotMatch(own.text, secrets)
  assert.equal(await countFor(firm.admin.user_id), 1, "those who see the matter still decide for it")
  const theirs = await inside("POST", "/console/conflicts", form)
  assert.match((await inside("GET", theirs.location)).text, /Walled/)
  const read = await outside("GET", theirs.location)
  assert.equal(read.status, 200)
  assert.doesNotMatch(read.text, secrets)
  assert.equal(await countFor(firm.admin.user_id), 0)
})

test("a name in a restricted matter is reported however many open matters contain it too", async () => {
  const { firm, first, second } = await newMatters()
  await firm.run((tx) =>
    tx.run(sql`
      insert into contacts (id, matter_id, position, relationship_type, first_name, last_name, created_at)
      select 'contact_' || lpad(upper(to_hex(n)), 32, '0'), ${second.matter_id}, n, '4FRND', 'Otto', 'Quist', ${tx.now}
        from generate_series(100, 320) n`),
  )
  const { user_id } = await newStaff(firm, {
    email: "ola@hartwell.example",
    name: "Ola Outside",
    role: "admin",
  })
  await firm.run((tx) => restrictMatter(tx, first.matter_id, [firm.admin.user_id]))
  const outside = await newStaffBrowser(service, firm, user_id)
  const { text } = await outside("GET", "/console/conflicts?name=Otto+Quist")
  assert.match(text, /similar to more than 200 entries/)
  assert.match(text, /Also in a restricted matter that you may not see/)
})
