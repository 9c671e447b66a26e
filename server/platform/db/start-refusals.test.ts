import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import pg from "pg"
import { createEmptyDatabase, type OwnDatabase } from "../../../test/harness/own-database.ts"
import { readConfig } from "../../config.ts"
import { prepareDatabase } from "../../service.ts"
import { connectDatabase } from "./connections/connect-database.ts"
import { checkServer } from "./connections/server-checks.ts"

let database: OwnDatabase
before(async () => {
  database = await createEmptyDatabase()
})
after(() => database.drop())

const prepare = (connectionString: string) => prepareDatabase({ connectionString })

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}

test("the error for a malformed DATABASE_URL does not show its value", () => {
  for (const url of ["elsewhere", "mysql://ada:secret@db/foyer", "postgres://ada:sec/ret@db/foyer"])
    assert.throws(
      () => readConfig({ DATABASE_URL: url }),
      ({ message }: Error) =>
        /DATABASE_URL must be an address such as postgres:/.test(message) && !message.includes(url),
      url,
    )
  assert.equal(
    readConfig({ DATABASE_URL: "postgres://ada@%2Ftmp:5432/foyer" }).database_url?.startsWith("postgres"),
    true,
  )
})

test("the errors for an unreachable server and an unknown host name them and the remedy", async () => {
  await assert.rejects(prepare("postgres://ada@127.0.0.1:1/foyer"), {
    message:
      "No PostgreSQL responds at 127.0.0.1:1, the address in DATABASE_URL. Start it, or correct the host and port.",
  })
  await assert.rejects(
    prepare("postgres://ada@no-such-host.invalid/foyer"),
    /DATABASE_URL names the host “no-such-host.invalid”/,
  )
})

test("the error for a missing database names it and the remedy", async () => {
  const url = database.url.replace(/\/[^/?]*(\?|$)/, "/no_such_database$1")
  await assert.rejects(prepare(url), /There is no database “no_such_database” at .*Create it/)
})

test("the error for a refused user names it and the remedy", async () => {
  const url = new URL(database.url)
  url.username = "nobody_of_ours"
  await assert.rejects(
    prepare(url.href),
    /rejects the user “nobody_of_ours” of DATABASE_URL: .*Correct the user and password/,
  )
})

test("a database that a newer version migrated is left unchanged", async () => {
  await prepare(database.url)
  await asOwner("insert into migrations (name, checksum) values ('9999-from-the-future.sql', 'x')")
  await assert.rejects(
    prepare(database.url),
    /A newer Foyer has changed this database \(9999-from-the-future.sql\)/,
  )
  await asOwner("delete from migrations where name like '9999%'")
  assert.deepEqual(await prepare(database.url), [])
})

test("the error names tables that lack their policy or have an additional one", async () => {
  await prepare(database.url)
  const refused = /a policy or a permission is missing on matters\./
  await asOwner("alter policy of_the_firm on matters rename to of_somebody")
  await assert.rejects(prepare(database.url), refused)
  await asOwner("alter policy of_somebody on matters rename to of_the_firm")
  await prepare(database.url)
  await asOwner("create policy another on matters using (true)")
  await assert.rejects(prepare(database.url), refused)
  await asOwner("drop policy another on matters")
  await prepare(database.url)
})

const rowOf = (row: object) =>
  ({
    query: async () => ({
      rows: [
        {
          number: 150_000,
          version: "15.0",
          role: "ada",
          is_superuser: false,
          bypasses: false,
          is_replica: false,
          ...row,
        },
      ],
    }),
  }) as unknown as pg.Client

test("an old server, a role that bypasses row-level security, and a replica are refused", async () => {
  await checkServer(rowOf({}), "DATABASE_URL")
  await assert.rejects(
    checkServer(rowOf({ number: 140_012, version: "14.12" }), "DATABASE_URL"),
    /DATABASE_URL points to PostgreSQL 14.12; Foyer needs 15/,
  )
  await assert.rejects(
    checkServer(rowOf({ is_superuser: true }), "DATABASE_URL"),
    /“ada” of DATABASE_URL is a superuser/,
  )
  await assert.rejects(
    checkServer(rowOf({ bypasses: true }), "DATABASE_URL"),
    /allowed to bypass row security/,
  )
  await assert.rejects(
    checkServer(rowOf({ is_replica: true }), "DATABASE_URL"),
    /points to a read-only replica/,
  )
})

test("a role that cannot create roles starts on a fresh database once an administrator has created them", async (t) => {
  const { host, port } = new pg.Client({ connectionString: database.url })
  const administrator = new pg.Client({ host, port, user: "postgres", database: "postgres" })
  await administrator.connect()
  const name = `foyer_plain_${process.pid}`
  t.after(async () => {
    await administrator.query(`drop database if exists ${name} with (force)`)
    await administrator.query(`drop role if exists ${name}`)
    await administrator.end()
  })
  await administrator.query(`create role ${name} login`)
  await administrator.query(`create database ${name} owner ${name}`)
  const connection = { host, port, user: name, database: name }
  // The two roles exist but are not granted to this one yet.
  await assert.rejects(prepareDatabase(connection), /may not create and use the role foyer_/)
  await administrator.query(`grant foyer_firm, foyer_platform to ${name}`)
  assert.ok((await prepareDatabase(connection)).includes("0001-firms.sql"))
  assert.deepEqual(await prepareDatabase(connection), [])
})

test("the test server passes the check", async () => {
  const client = await connectDatabase({
    connection: { connectionString: database.url },
    setting: "DATABASE_URL",
  })
  try {
    await checkServer(client, "DATABASE_URL")
  } finally {
    await client.end()
  }
})
