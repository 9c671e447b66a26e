// Checks the PostgreSQL server and the connecting role before anything is written.
import type pg from "pg"

/** Throws if the server is too old or a read-only replica, or if the role would bypass row-level security. */
export async function checkServer(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<ServerRow>(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
           r.rolname as role, r.rolsuper as is_superuser, r.rolbypassrls as bypasses, pg_is_in_recovery() as is_replica
      from pg_roles r where r.rolname = current_user`)
  const row = rows[0]
  if (!row) throw new Error(`PostgreSQL does not know the role in ${setting}.`)
  if (row.number < 150_000)
    throw new Error(
      `${setting} points to PostgreSQL ${row.version}; Foyer needs 15 or later. Upgrade the server, or use another one.`,
    )
  if (row.is_superuser || row.bypasses)
    throw new Error(
      `The role “${row.role}” of ${setting} is ${row.is_superuser ? "a superuser" : "allowed to bypass row security"}, so nothing would keep firms apart. Create a separate role (create role foyer login createrole password '…'; alter database … owner to foyer;) and use that.`,
    )
  if (row.is_replica) throw new Error(`${setting} points to a read-only replica. Use the primary server.`)
}

interface ServerRow {
  number: number
  version: string
  role: string
  is_superuser: boolean
  bypasses: boolean
  is_replica: boolean
}
