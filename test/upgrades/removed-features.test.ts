// What release 1.0.0 had and this one does not: clients with an authenticator app sign in after the upgrade as if they had
// never had one, and comments on drafts leave no notification behind; nor is anyone told late of what was no change then.
import assert from "node:assert/strict"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { loadDemo } from "../../demo/load.ts"
import { actionWords } from "../../server/firm/audit/console/words.ts"
import { getInvitationLink } from "../../server/intake/matters/invitations/invitations.ts"
import { listInbox } from "../../server/intake/notifications/inbox.ts"
import type { Actor, Tx } from "../../server/platform/db/database.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { openMailBody } from "../../server/platform/mail/outbox.ts"
import { hashPassword } from "../../server/platform/secrets/passwords.ts"
import { migrations, newFolder, newTarget, restore } from "../harness/backup-targets.ts"
import { newPortalBrowser } from "../harness/portal-browser.ts"
import { openTestService, type TestService } from "../harness/service.ts"
import { unpackDemo } from "./saved-demo.ts"

const password = "violet kettle harbor"

/** Runs `statements` on the tables of the release; returns the rows of the last. */
async function onRelease(url: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("begin; set local foyer.all_firms = 'on'")
  let rows: Record<string, string>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.query("commit")
  await client.end()
  return rows
}

/**
 * Restores the demo to the tables of release 1.0.0, gives everyone an app and a mention in a draft, deletes a matter, and
 * upgrades.
 */
async function upgradeFromRelease(t: TestContext) {
  const folder = await newFolder(t)
  const released = join(folder, "migrations")
  for (const [name = ""] of readFileSync(new URL("released.txt", migrations), "utf8").matchAll(
    /\d{4}-.+\.sql/g,
  ))
    cpSync(new URL(name, migrations), join(released, name))
  unpackDemo(join(import.meta.dirname, "1.0.0.tar.br"), join(folder, "backup"))
  const { url, data_dir, files } = await newTarget(t)
  await restore(join(folder, "backup"), { url, data_dir, files }, undefined, {
    migrations: pathToFileURL(`${released}/`),
  })
  const [deleted = {}] = await onRelease(
    url,
    `update users set second_factor_sealed = 'sealed', second_factor_step = 1, recovery_code_hashes = '{"\\\\x01"}'`,
    `update users set password_hash = '${await hashPassword(password)}' where is_client_user`,
    `insert into draft_comments (firm_id, id, questionnaire_id, part_id, text, written_by, written_at)
     select firm_id, 'comment_' || right(id, 32), id, 'section', 'Why?', id, now() from questionnaires`,
    `insert into draft_mentions (firm_id, comment_id, user_id, mentioned_at)
     select c.firm_id, c.id, u.id, now() from draft_comments c join users u using (firm_id) where u.is_firm_staff`,
    `insert into unfinished_fields (firm_id, matter_id, record_id, field, typed, typed_at)
     select firm_id, id, contact_main_id, 'date_of_death', '{"year": "1950"}', now() from matters`,
    `insert into agenda_items (firm_id, matter_id, record_id, field, added_at)
     select firm_id, id, contact_main_id, 'date_of_death', now() from matters`,
    `select set_config('foyer.firm_id', (select min(firm_id) from invitations where started_at is not null), true)`,
    `select i.firm_id, take_out_matter(i.matter_id) as content from invitations i
      where started_at is not null and firm_id = current_firm() order by i.id limit 1`,
  )
  const service = await openTestService({ database_url: url, data_dir }, t)
  return { service, deleted }
}

async function lastCode(service: TestService, firm_id: string): Promise<string> {
  const { id, body_sealed } = await service.db.forFirm(firm_id, (tx) =>
    tx.one<{ id: string; body_sealed: string }>(
      sql`select id, body_sealed from mails where purpose = 'code' order by id desc limit 1`,
    ),
  )
  return openMailBody(service.ring, id, body_sealed).subject?.slice(0, 6) ?? ""
}

test("an upgrade from release 1.0.0 leaves no one without a way in, and no notification that leads nowhere", async (t) => {
  const { service, deleted } = await upgradeFromRelease(t)
  const { firm_id, matters } = await loadDemo(service)
  const run = <T>(work: (tx: Tx) => Promise<T>, actor?: Actor) => service.db.forFirm(firm_id, work, actor)
  const countApps = () =>
    service.db.forPlatform((tx) =>
      tx.one<{ clients: number; staff: number; without: number }>(sql`
        select count(*) filter (where is_client_user and (second_factor_sealed is not null
                 or second_factor_step is not null or recovery_code_hashes <> '{}')) as clients,
               count(*) filter (where is_firm_staff and second_factor_sealed is not null
                 and recovery_code_hashes <> '{}') as staff,
               count(*) filter (where is_firm_staff and second_factor_sealed is null) as without
          from users`),
    )

  await t.test(
    "a year or a question to discuss from before the upgrade is no change to tell staff of",
    async () => {
      const { content = "", firm_id: owner = "" } = deleted
      assert.match(content, /"agenda_items"/)
      await service.db.forFirm(owner, (tx) => tx.run(sql`select put_back_matter(${content}::jsonb)`))
      const rows = await service.db.forPlatform((tx) =>
        tx.all<{ is_change: boolean }>(sql`
        select is_change from unfinished_fields union select is_change from agenda_items`),
      )
      assert.deepEqual(rows, [{ is_change: false }], "also of a matter deleted before it")
    },
  )

  await t.test("staff keep their apps, and clients have none, also after a matter is restored", async () => {
    const { clients, staff, without } = await countApps()
    assert.deepEqual({ clients, without }, { clients: 0, without: 0 })
    assert.ok(staff > 1)
    assert.match(deleted.content ?? "", /"second_factor_sealed": "sealed"/, "it was restored above")
  })

  await t.test("a client who had an app signs in with a code or a password alone", async () => {
    const { id } = await run((tx) =>
      tx.one<{ id: string }>(
        sql`select id from invitations where matter_id = ${matters.in_progress} and started_at is not null limit 1`,
      ),
    )
    const { invite_url } = await run((tx) => getInvitationLink(tx, service, id))
    const link = new URL(invite_url).pathname
    const byCode = newPortalBrowser(service)
    await byCode.post(`${link}/code`)
    const code = await lastCode(service, firm_id)
    assert.equal((await byCode.post(`${link}/session`, { code })).location, "/portal")
    assert.equal((await byCode.get("/portal")).status, 200)

    // Who was asked for the app's code just before the upgrade gets a page that leads on.
    const form = { method: "POST", headers: { accept: "text/html" }, payload: "app_code=123456" } as const
    const sent = await service.app.inject({ ...form, url: `${link}/second-step` })
    assert.match(sent.body, /<h2>For clients<\/h2>/)
    const later = newPortalBrowser(service)
    assert.equal((await later.post(`${link}/session`, { password })).location, "/portal")
  })

  await t.test("mentions in comments on drafts are gone from the bell and the list it opens", async () => {
    const { id } = await run((tx) =>
      tx.one<{ id: string }>(sql`select id from users where role = 'admin' limit 1`),
    )
    const [unread, { rows }] = await run(
      (tx) =>
        Promise.all([
          tx.one<{ count: number }>(sql`select unread_notifications() as count`),
          listInbox(tx, { limit: 100, offset: 0 }),
        ]),
      { user_id: id },
    )
    assert.equal(unread.count, rows.filter(({ is_unread }) => is_unread).length)
  })

  await t.test("past entries of the audit log keep their words", () => {
    const changes = ["second_factor_on", "second_factor_moved", "second_factor_off", "recovery_codes_renewed"]
    for (const action of ["client_app_removed", ...changes.map((change) => `client_${change}`)])
      assert.match(actionWords(action), /authenticator app|recovery codes/)
    for (const action of ["comment_added", "comment_resolved", "comment_reopened", "comment_removed"])
      assert.match(actionWords(action), /on a draft$/)
  })
})
