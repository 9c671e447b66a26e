import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { fillIn } from "../../../test/contract/sample-firm.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { collide, startDuring } from "../../../test/harness/collide.ts"
import { literally } from "../../../test/harness/literally.ts"
import { inviteClient, newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { newFirmWithIntake, newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { listAudit } from "../../firm/audit/listing.ts"
import { verifyAudit } from "../../firm/audit/verifying.ts"
import { removeOldEvents } from "../../firm/events/pruning.ts"
import { changeFirm, changeSettings, changeSuspension } from "../../firm/firms/firms.ts"
import { removeEmptiedUsers } from "../../firm/users/pruning.ts"
import { addNote } from "../../follow-up/notes/notes.ts"
import { sweepRemoved } from "../../intake/documents/sweep.ts"
import { removeDocument } from "../../intake/documents/uploads/removal.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../../intake/matters/invitations/sending.ts"
import { startInvitation } from "../../intake/matters/invitations/starting.ts"
import { closeMatter, markStarted } from "../../intake/matters/lifecycle.ts"
import { changeRetention } from "../../intake/matters/retention.ts"
import { sql } from "../../platform/db/sql.ts"
import { withFaults } from "../../platform/files/store/store-faults.ts"
import { sweepUnused } from "../../platform/files/sweeping.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { deleteDueMatters } from "./automatic-deletion.ts"
import { checksumOf, getCertificate } from "./certificate.ts"
import { deleteMatter, getDeletion, listDeletions, restoreMatter } from "./deletions.ts"
import { purgeDueMatters } from "./purging.ts"

const service = provideService({ clock: () => now, own_database: true })
const start = new Date("2026-03-02T09:30:00Z")
let now = start

const day_ms = 24 * 3_600_000
const reason = "The client asked for it."

/** A closed matter with data in every section, a started invitation and an email. */
async function closedMatter(firm: TestFirm) {
  const intake = await fillIn(service, await newIntake(firm))
  const { matter_id } = intake
  const key = await firm.run(async (tx) => {
    const invitation = await createInvitation(tx, service, {
      matter_id,
      party: "main",
      email: "maria@example.com",
      first_name: "Maria",
    })
    await sendInvitation(tx, service, invitation.id)
    await startInvitation(tx, invitation.id)
    return invitation.invite_key
  })
  await firm.run((tx) => closeMatter(tx, matter_id))
  return { ...intake, key }
}

const remove = (firm: TestFirm, matter_id: string) =>
  firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason }))

/** The client user of the matter's invitation. */
const startedClient = (firm: TestFirm, matter_id: string) =>
  firm.one<{ user_id: string }>(sql`select user_id from invitations where matter_id = ${matter_id}`)

/** Every row of the firm in every table, except those that stay on purpose. */
async function rowsOf(firm: TestFirm): Promise<Record<string, unknown[]>> {
  const remaining = [
    "deletions",
    "deleted_documents",
    "deleted_credentials",
    "audit_entries",
    "audit_heads",
    "matter_counts",
    "matter_count_changes",
    "firm_revisions",
  ]
  return firm.run(async (tx) => {
    const tables = await tx.all<{ name: string }>(sql`
      select relname as name from pg_class c
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'firms'
         and has_table_privilege('foyer_firm', c.oid, 'select')
       order by relname`)
    const all: Record<string, unknown[]> = {}
    for (const { name } of tables.filter(({ name }) => !remaining.includes(name))) {
      // A restored matter has a new revision, and counts as updated, so that copies of it are read again.
      const row = name === "matters" ? "to_jsonb(t) - 'revision' - 'updated_at'" : "to_jsonb(t)"
      const rows = await tx.all<{ row: string }>({
        text: `select (${row})::text as row from ${name} t order by 1`,
        values: [],
      })
      if (rows.length > 0) all[name] = rows.map(({ row }) => row)
    }
    return all
  })
}

async function filesOf(firm: TestFirm): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.files.list(`documents/${firm.firm_id}/`)) keys.push(key)
  return keys.sort()
}

test("no URL or list shows a deleted matter or its people", async () => {
  const firm = await service.newFirm()
  const { matter_id, will, key, client } = await closedMatter(firm)
  const paths = ["", "/clients", "/contacts", "/assets", "/roles", "/answers", "/documents"].map(
    (part) => `/v1/matters/${matter_id}${part}`,
  )
  for (const path of paths) assert.equal((await firm.request("GET", path)).status, 200, path)
  const { pathname, search } = new URL((await firm.request("GET", `/v1/documents/${will}`)).body.download_url)
  const url = pathname + search
  assert.equal((await service.app.inject({ url })).statusCode, 200)
  assert.equal((await firm.request("GET", "/v1/matters")).body.count, 1)
  const events = (await firm.request("GET", "/v1/events")).body
  await remove(firm, matter_id)
  for (const path of [...paths, `/v1/documents/${will}`, `/v1/matters/${matter_id}?submission=1`]) {
    assert.equal((await firm.request("GET", path)).status, 404, path)
  }
  assert.equal((await service.app.inject({ url })).statusCode, 404)
  const list = await firm.request("GET", "/v1/matters")
  assert.deepEqual([list.body.count, list.body.results], [0, []])
  assert.equal((await firm.request("GET", "/v1/matters?search=smith")).body.count, 0)
  const [deleted, ...earlier] = (await firm.request("GET", "/v1/events")).body.results
  assert.deepEqual(
    [deleted.event_type, deleted.matter.id, earlier],
    ["matter.deleted", matter_id, events.results],
  )
  const { conflict_names, outside_entries, ...tables } = await rowsOf(firm)
  const left = JSON.stringify(tables).toLowerCase()
  for (const word of ["Grace", "Cleo", "12 Elm Street", "maria@example.com"]) {
    assert.doesNotMatch(left, literally(word.toLowerCase()), `${word} is still in a table`)
  }
  // Only the names remain, for conflict checks.
  const remaining = JSON.stringify([conflict_names, outside_entries])
  for (const word of ["Grace", "Cleo"]) assert.match(remaining, literally(word), word)
  for (const word of ["Elm", "maria@example.com"]) assert.doesNotMatch(remaining, literally(word), word)
  const { body: user } = await firm.request("GET", `/v1/users/${client.user_id}`)
  assert.equal(user.id, client.user_id)

  const newcomer = newPortalBrowser(service)
  const answer = await newcomer.get(`/invite/${key}`)
  assert.equal(answer.status, 410)
  assert.match(answer.html, /no longer here/)
  assert.match((await newcomer.get(`/invite/${key}?lang=es`)).html, /ya no está aquí/)
})

test("a client who is signed in when the matter is deleted sees whom to contact", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id, invite_key } = await inviteClient(service, firm, { email: "maria@example.com" })
  await firm.run((tx) => changeFirm(tx, { contact_line: "Call Ruth at 512-555-0142" }))
  const newcomer = newPortalBrowser(service)
  await newcomer.post(`/invite/${invite_key}/start`)
  assert.equal((await newcomer.get("/portal")).status, 200)
  await firm.run((tx) => closeMatter(tx, matter_id))
  await remove(firm, matter_id)
  const away = await newcomer.get("/portal")
  assert.equal(away.status, 303)
  const told = await newcomer.get(away.location)
  assert.equal(told.status, 410)
  assert.match(told.html, /no longer here.*Call Ruth at <a [^>]*>512-555-0142/s)
})

test("restoring brings back every row and file unchanged", async () => {
  const firm = await service.newFirm()
  const { matter_id, will } = await closedMatter(firm)
  // The deletion and the restoration are events themselves.
  const rowsWithoutEvents = async () => {
    const { events, event_heads, event_counts, ...rows } = await rowsOf(firm)
    return rows
  }
  const before = await rowsWithoutEvents()
  const files = await filesOf(firm)
  const id = await remove(firm, matter_id)
  now = new Date(start.getTime() + 29 * day_ms)
  await purgeDueMatters(service)
  await sweepRemoved(service, firm.firm_id)
  // To the store, two days later, its files are old enough to be orphans.
  now = new Date(Date.now() + 2 * day_ms)
  await sweepUnused(service)
  now = new Date(start.getTime() + 29 * day_ms)
  await firm.run((tx) => restoreMatter(tx, service.ring, id))
  assert.deepEqual(await rowsWithoutEvents(), before)
  assert.deepEqual(await filesOf(firm), files)
  assert.equal((await firm.request("GET", `/v1/documents/${will}`)).status, 200)
  assert.equal((await firm.request("GET", "/v1/matters")).body.count, 1)
  await assert.rejects(firm.call(restoreMatter, service.ring, id), { code: "not_restorable" })
  now = start
  await remove(firm, matter_id)
})

test("a list that is read page by page goes on after its last matter was deleted, and after the purge", async () => {
  const firm = await service.newFirm()
  for (let count = 0; count < 3; count += 1) await newIntake(firm)
  const idsAfter = async (path: string) => {
    const { status, body } = await firm.request("GET", path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.results.map(({ id }: { id: string }) => id)
  }
  const [first = "", ...rest] = await idsAfter("/v1/matters")
  const following = `/v1/matters?starting_after=${first}`
  assert.deepEqual(await idsAfter(following), rest)
  await firm.run((tx) => closeMatter(tx, first))
  await remove(firm, first)
  assert.deepEqual(await idsAfter(following), rest)
  now = new Date(start.getTime() + 31 * day_ms)
  await purgeDueMatters(service)
  assert.deepEqual(await idsAfter(following), rest)
  now = start
  const other = await service.newFirm()
  assert.equal((await other.request("GET", following)).status, 400)
})

test("restoring one matter leaves another deleted, to be restored in its turn", async () => {
  const firm = await service.newFirm()
  const matters = [await newIntake(firm), await newIntake(firm)].map(({ matter_id }) => matter_id)
  const ids: string[] = []
  for (const matter_id of matters) {
    await firm.run((tx) => closeMatter(tx, matter_id))
    ids.push(await remove(firm, matter_id))
  }
  const states = () =>
    firm.all<{ is_restored: boolean; is_emptied: boolean }>(sql`
        select restored_at is not null as is_restored, content_sealed is null as is_emptied
          from deletions where id = any(${ids}::text[]) order by id`)
  const [restored, deleted] = [true, false].map((is) => ({ is_restored: is, is_emptied: is }))
  await firm.run((tx) => restoreMatter(tx, service.ring, ids[0] ?? ""))
  assert.deepEqual(await states(), [restored, deleted])
  const { rows } = await firm.run((tx) => listDeletions(tx, { page: 1, limit: 50, offset: 0 }))
  assertEach(rows, ({ id }) => id, ids.slice(1))
  await firm.run((tx) => restoreMatter(tx, service.ring, ids[1] ?? ""))
  assert.deepEqual(await states(), [restored, restored])
})

test("after thirty days rows, files and deliveries are permanently gone, and a certificate remains", async () => {
  now = start
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const { matter_id, will, deed, key } = await closedMatter(firm)
  await closedMatter(other)
  await firm.write(
    sql`update events set payload = replace(payload, '"matter":{', '"matter":{"context":{"crm":"Smith"},')`,
  )
  const untouched = [await rowsOf(other), await filesOf(other)]
  assert.ok((await filesOf(firm)).length >= 2)
  const id = await remove(firm, matter_id)
  now = new Date(start.getTime() + 30 * day_ms)
  await assert.rejects(firm.call(restoreMatter, service.ring, id), { code: "not_restorable" })
  await purgeDueMatters(service)
  await purgeDueMatters(service)
  assert.deepEqual(await filesOf(firm), [])
  const rows = await rowsOf(firm)
  assert.equal(rows.deliveries, undefined)
  assert.ok(rows.events?.every((row) => !String(row).includes("context")))
  assert.deepEqual([await rowsOf(other), await filesOf(other)], untouched)

  const { certificate, checksum } = await firm.run((tx) => getCertificate(tx, id))
  assert.deepEqual(certificate.files.map((file) => file.id).sort(), [will, deed].sort())
  assert.match(certificate.files[0]?.sha256 ?? "", /^[0-9a-f]{64}$/)
  assert.deepEqual(
    [certificate.matter.name, certificate.reason, certificate.deleted_by?.name, certificate.purged_at],
    ["Smith", reason, "Ada Admin", now.toISOString()],
  )
  assert.equal(certificate.counts.submissions, 1)
  assert.ok(!/Grace|Elm|example\.com|\.pdf/.test(JSON.stringify(certificate)))
  const { rows: entries } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))
  const purged = entries.filter(({ action }) => action === "matter_purged")
  assertEach(purged, ({ label, matter_id }) => [label, matter_id], [[`certificate ${checksum}`, matter_id]])
  assert.equal(await firm.run((tx) => verifyAudit(tx)).then((verified) => verified.break), undefined)
  assert.match((await newPortalBrowser(service).get(`/invite/${key}`)).html, /no longer here/)
})

test("a file that cannot be removed stops the purges of no other firm, and a suspended firm is purged too", async () => {
  now = start
  const firms = [await service.newFirm(), await service.newFirm(), await service.newFirm()] as const
  const [suspended, locked] = firms
  for (const firm of firms) await remove(firm, (await closedMatter(firm)).matter_id)
  const isLocked = (key: string) => key.includes(locked.firm_id)
  const refused = Object.assign(new Error("AccessDenied"), { $metadata: { httpStatusCode: 403 } })
  const files = Object.create(service.files, {
    remove: {
      value: (key: string) => (isLocked(key) ? Promise.reject(refused) : service.files.remove(key)),
    },
  })
  const suspend = (is: boolean) => service.db.forPlatform((tx) => changeSuspension(tx, suspended.firm_id, is))
  const purged = () =>
    Promise.all(firms.map((firm) => firm.one(sql`select purged_at is not null as is from deletions`)))
  now = new Date(start.getTime() + 30 * day_ms)
  await suspend(true)
  await purgeDueMatters({ ...service, files: withFaults(files, 1_000) })
  assert.deepEqual(await purged(), [{ is: true }, { is: false }, { is: true }])
  assert.deepEqual(await filesOf(suspended), [])
  await suspend(false)
  await purgeDueMatters(service)
  assert.deepEqual(await purged(), [{ is: true }, { is: true }, { is: true }])
})

test("a matter whose restoration ends while its purge begins keeps its files", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id, will } = await closedMatter(firm)
  const files = await filesOf(firm)
  const id = await remove(firm, matter_id)
  const purge = await firm.run(async (tx) => {
    await restoreMatter(tx, service.ring, id)
    now = new Date(start.getTime() + 30 * day_ms)
    return startDuring(tx, () => purgeDueMatters(service))
  })
  await purge.outcome
  assert.deepEqual(await filesOf(firm), files)
  assert.equal((await firm.request("GET", `/v1/documents/${will}`)).status, 200)
  assert.equal((await firm.run((tx) => getDeletion(tx, id))).purged_at, null)
})

test("of two processes that purge a matter at the same time, one writes its certificate", async () => {
  now = new Date(start.getTime() + 100 * day_ms)
  await purgeDueMatters(service)
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  const id = await remove(firm, matter_id)
  now = new Date(now.getTime() + 30 * day_ms)
  const mayRemove = Promise.withResolvers<void>()
  let removing = 0
  const files: typeof service.files = Object.create(service.files, {
    remove: {
      value: async (key: string) => {
        removing += 1
        await mayRemove.promise
        await service.files.remove(key)
      },
    },
  })
  const purges = [1, 2].map(() => purgeDueMatters({ ...service, files }))
  await waitUntil(() => removing === 2, "not both begin")
  const purged = await collide(
    service,
    sql`select from deletions where id = ${id}`,
    purges.map((purge) => () => {
      mayRemove.resolve()
      return purge
    }),
  )
  assert.deepEqual(purged.toSorted(), [0, 1])
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))
  assert.equal(rows.filter(({ action }) => action === "matter_purged").length, 1)
  now = start
})

test("what is being written while a matter is deleted is restored with it", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  const deletion = await firm.run(async (tx) => {
    await addNote(tx, matter_id, { text: "Call her", assignee_id: null, due_date: null })
    return startDuring(tx, () => remove(firm, matter_id))
  })
  const id = await deletion.outcome
  await firm.run((tx) => restoreMatter(tx, service.ring, id))
  const notes = await firm.all(sql`select text from notes where matter_id = ${matter_id}`)
  assert.deepEqual(notes, [{ text: "Call her" }])
})

test("a purged matter's events stay for two years, and are then deleted with users that only they refer to", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  const client = await startedClient(firm, matter_id)
  await firm.write(sql`update events set user_id = ${client.user_id}`)
  await remove(firm, matter_id)
  now = new Date(start.getTime() + 31 * day_ms)
  await purgeDueMatters(service)
  const clean = async () => {
    await removeOldEvents(service.db)
    await service.db.forPlatform(removeEmptiedUsers)
  }
  now = new Date(start.getTime() + 2 * 365 * day_ms)
  await clean()
  assert.ok((await firm.request("GET", "/v1/events")).body.count > 0)
  assert.equal((await firm.request("GET", `/v1/users/${client.user_id}`)).status, 200)
  now = new Date(start.getTime() + (31 + 2 * 366) * day_ms)
  await clean()
  assert.equal((await firm.request("GET", "/v1/events")).body.count, 0)
  assert.equal((await firm.request("GET", `/v1/users/${client.user_id}`)).status, 404)
  assert.equal((await firm.request("GET", `/v1/users/${firm.admin.user_id}`)).status, 200)
  now = start
})

test("events of an existing matter stay, however old, and so do its clients", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  const client = await startedClient(firm, matter_id)
  const { count } = (await firm.request("GET", "/v1/events")).body
  now = new Date(start.getTime() + 10 * 366 * day_ms)
  await removeOldEvents(service.db)
  await service.db.forPlatform(removeEmptiedUsers)
  assert.ok(count > 0)
  assert.equal((await firm.request("GET", "/v1/events")).body.count, count)
  assert.equal((await firm.request("GET", `/v1/users/${client.user_id}`)).status, 200)
  now = start
})

test("a purge also empties the trash of the matter's files", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id, will } = await closedMatter(firm)
  await firm.run((tx) => removeDocument(tx, will))
  await sweepRemoved(service, firm.firm_id)
  const trashed = async () => {
    const keys: string[] = []
    for await (const { key } of service.files.list(`trash/documents/${firm.firm_id}/`)) keys.push(key)
    return keys
  }
  assert.equal((await trashed()).length, 1)
  await remove(firm, matter_id)
  now = new Date(start.getTime() + 30 * day_ms)
  await purgeDueMatters(service)
  assert.deepEqual([await trashed(), await filesOf(firm)], [[], []])
  assert.equal((await rowsOf(firm)).stored_files, undefined)
})

test("what cannot be opened keeps no matter from deletion, and comes back as it was", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  const lost = "v1.gone.c2VhbGVkIGJ5IGFub3RoZXIga2V5"
  await firm.write(sql`update mails set body_sealed = ${lost} where matter_id = ${matter_id}`)
  const id = await remove(firm, matter_id)
  await firm.run((tx) => restoreMatter(tx, service.ring, id))
  const { body_sealed } = await firm.one<{ body_sealed: string }>(
    sql`select body_sealed from mails where matter_id = ${matter_id} limit 1`,
  )
  assert.equal(body_sealed, lost)
})

test("a matter that the retention rule cannot delete keeps no other from deletion, and fails the job", async () => {
  now = new Date(start.getTime() + 400 * day_ms)
  const firm = await service.newFirm()
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth += 1) ids.push((await closedMatter(firm)).matter_id)
  const [stuck = "", ...others] = ids
  await firm.write(sql`
    update matters set close_date = '2020-01-01', created_at = '2020-01-01' where id = any(${ids}::text[])`)
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.matter_id = '${stuck}' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse before insert on deletions for each row execute function refuse()`)
  await assert.rejects(deleteDueMatters(service), /1 matter due by a retention rule could not be deleted/)
  await owner.query("drop trigger refuse on deletions; drop function refuse")
  await owner.end()
  const { rows } = await firm.run((tx) => listDeletions(tx, { page: 1, limit: 9, offset: 0 }))
  assert.deepEqual(rows.map((row) => row.matter_id).toSorted(), others.toSorted())
  const subjects = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
  assert.deepEqual(
    subjects.rows.map(({ subject }) => subject).filter((subject) => /retention rule/.test(subject)),
    ["Matters deleted by your retention rule"],
  )
})

test("admins are told of what the retention rule deleted before it was interrupted", async () => {
  now = new Date(start.getTime() + 400 * day_ms)
  const firm = await service.newFirm()
  const ids = [(await closedMatter(firm)).matter_id, (await closedMatter(firm)).matter_id]
  await firm.write(sql`
    update matters set close_date = '2020-01-01', created_at = '2020-01-01' where id = any(${ids}::text[])`)
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  await owner.query(`
    create function interrupt() returns trigger language plpgsql as $$ begin
      if exists (select from deletions where firm_id = new.firm_id) then
        raise exception 'shut down' using errcode = '57P01';
      end if; return new; end $$;
    create trigger interrupt before insert on deletions for each row execute function interrupt()`)
  await assert.rejects(deleteDueMatters(service))
  await owner.query("drop trigger interrupt on deletions; drop function interrupt")
  await owner.end()
  const { rows } = await firm.run((tx) => listDeletions(tx, { page: 1, limit: 9, offset: 0 }))
  assert.equal(rows.length, 1)
  const mails = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
  const told = mails.rows.filter(({ subject }) => subject === "Matters deleted by your retention rule")
  assert.equal(told.length, 1)
})

test("a firm may exclude names from its certificates", async () => {
  now = start
  const firm = await service.newFirm()
  const { matter_id } = await closedMatter(firm)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { certificates_without_names: true }))
  const id = await remove(firm, matter_id)
  assert.equal((await firm.run((tx) => getDeletion(tx, id))).matter_name, "Smith")
  now = new Date(start.getTime() + 31 * day_ms)
  await purgeDueMatters(service)
  assert.equal((await firm.run((tx) => getDeletion(tx, id))).matter_name, "")
  assert.equal((await firm.run((tx) => getCertificate(tx, id))).certificate.matter.name, null)
  assert.equal(checksumOf("").length, 64)
})

test("an open matter cannot be deleted, but one that no client started can", async () => {
  now = start
  const { firm, ...intake } = await newFirmWithIntake(service)
  const other = await newIntake(firm)
  await firm.run((tx) => markStarted(tx, intake.matter_id), intake.client)
  await assert.rejects(remove(firm, intake.matter_id), { code: "matter_open" })
  await remove(firm, other.matter_id)
  const stranger = await service.newFirm()
  await assert.rejects(remove(stranger, intake.matter_id), { kind: "not_found" })
})

test("every table that belongs to a matter is deleted and restored with it", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select t.name from tables_of_matters() t
     where t.name <> 'matters'
       and (not exists (select from pg_attribute a
                         where a.attrelid = t.name::regclass and a.attname = 'matter_id' and not a.attisdropped)
         or not exists (select from pg_constraint k
                         where k.conrelid = t.name::regclass and k.confrelid = 'matters'::regclass and k.confdeltype = 'c'))`),
  )
  assert.deepEqual(faults, [], "give it matter_id, with a foreign key to matters that cascades")
})
