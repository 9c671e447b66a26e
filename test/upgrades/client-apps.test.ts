// Clients of release 1.0.0 could have an authenticator app. After the upgrade they sign in as if they had never had one.
import assert from "node:assert/strict"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { loadDemo } from "../../demo/load.ts"
import { actionWords } from "../../server/firm/audit/console/words.ts"
import { getInvitationLink } from "../../server/intake/matters/invitations/invitations.ts"
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

/** The demo on the tables of release 1.0.0, where everyone has an app, and one matter is deleted. */
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
    `select set_config('foyer.firm_id', (select min(firm_id) from invitations where started_at is not null), true)`,
    `select i.firm_id, take_out_matter(i.matter_id) as content from invitations i
      where started_at is not null and firm_id = current_firm() order by i.id limit 1`,
  )
  const service = await openTestService({ database_url: url, data_dir })
  t.after(() => service.close())
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

test("a client with an authenticator app of release 1.0.0 signs in with a code or password alone, and staff keep theirs", async (t) => {
  const { service, deleted } = await upgradeFromRelease(t)
  const { firm_id, matters } = await loadDemo(service)
  const run = <T>(work: Parameters<typeof service.db.forFirm<T>>[1]) => service.db.forFirm(firm_id, work)
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
  const { clients, staff, without } = await countApps()
  assert.deepEqual({ clients, without }, { clients: 0, without: 0 })
  assert.ok(staff > 1)

  const { id } = await run((tx) =>
    tx.one<{ id: string }>(
      sql`select id from invitations where matter_id = ${matters.in_progress} and started_at is not null limit 1`,
    ),
  )
  const { invite_url } = await run((tx) => getInvitationLink(tx, service, id))
  const link = new URL(invite_url).pathname
  const byCode = newPortalBrowser(service)
  await byCode.post(`${link}/code`)
  const signedIn = await byCode.post(`${link}/session`, { code: await lastCode(service, firm_id) })
  assert.deepEqual([signedIn.status, signedIn.location], [303, "/portal"])
  assert.equal((await byCode.get("/portal")).status, 200)

  // Who was asked for the app's code just before the upgrade gets a page that leads on.
  const form = { method: "POST", headers: { accept: "text/html" }, payload: "app_code=123456" } as const
  const sent = await service.app.inject({ ...form, url: `${link}/second-step` })
  assert.match(sent.body, /<h2>For clients<\/h2>/)
  const later = newPortalBrowser(service)
  assert.equal((await later.post(`${link}/session`, { password })).location, "/portal")

  const { content = "", firm_id: owner = "" } = deleted
  assert.match(content, /"second_factor_sealed": "sealed"/)
  await service.db.forFirm(owner, (tx) => tx.run(sql`select put_back_matter(${content}::jsonb)`))
  assert.equal((await countApps()).clients, 0, "nor does a restored matter bring it back")

  const actions = ["second_factor_on", "second_factor_moved", "second_factor_off", "recovery_codes_renewed"]
  for (const action of ["client_app_removed", ...actions.map((name) => `client_${name}`)])
    assert.match(actionWords(action), /authenticator app|recovery codes/, "past entries have their words")
})
