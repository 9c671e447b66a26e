// The two roles that use the tables (0001-firms.sql defines what each sees). Roles belong to the server, not to the
// database, so a backup does not contain them: every start checks that they exist.
import type pg from "pg"

/** Creates missing roles and grants them to the current user. Throws an administrator's commands if it may not. */
export async function ensureRoles(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ role: string; is_there: boolean; can_become: boolean }>(
    `
    select wanted.role, r.oid is not null as is_there, coalesce(pg_has_role(r.oid, $1), false) as can_become
      from unnest('{foyer_firm,foyer_platform}'::text[]) as wanted (role) left join pg_roles r on r.rolname = wanted.role`,
    [(await canGrantWithoutSet(client)) ? "SET" : "MEMBER"],
  )
  for (const { role, is_there, can_become } of rows) {
    if (can_become) continue
    try {
      if (!is_there) await createRole(client, role)
      await client.query(`grant ${role} to current_user`)
    } catch (error) {
      if ((error as { code?: string }).code !== "42501") throw error
      const { user = "" } = client
      throw new Error(
        `The role “${user}” of ${setting} may not create and use the role ${role}. Ask an administrator to run: alter role ${client.escapeIdentifier(user)} createrole; or: create role foyer_firm nologin; create role foyer_platform nologin; grant foyer_firm, foyer_platform to ${client.escapeIdentifier(user)};`,
        { cause: error },
      )
    }
  }
}

/** From PostgreSQL 16 on, a role's creator administers it but needs a separate grant to become it. */
async function canGrantWithoutSet(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as can")
  return rows[0]?.can === true
}

/** Ignores that the role exists: another database of the same server may create it concurrently. */
async function createRole(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(`create role ${role} nologin`)
  } catch (error) {
    if (!["42710", "23505"].includes((error as { code?: string }).code ?? "")) throw error
  }
}

/**
 * Firm tables that lack row-level security, a privilege, or their policy, or that have an additional policy; and
 * `authenticate_…` functions that foyer_platform does not own.
 */
export const unprotected = `
  select c.relname::text as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     and (c.relname = 'firms' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped))
     and not (c.relrowsecurity and c.relforcerowsecurity and has_table_privilege('foyer_firm', c.oid, 'select')
              and (select count(*) = 1 and bool_and(p.polname = 'of_the_firm' and p.polpermissive and p.polroles = '{0}')
                     from pg_policy p where p.polrelid = c.oid))
  union all
  select p.proname::text from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.proname like 'authenticate\\_%' and p.proowner <> 'foyer_platform'::regrole
   order by 1`

/** Throws if any table or function is unprotected. */
export async function checkProtection(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(unprotected)
  if (rows.length > 0)
    throw new Error(
      `The database in ${setting} is incomplete: row security, a policy or a permission is missing on ${rows.map(({ name }) => name).join(", ")}. This happens when a backup is restored before the roles foyer_firm and foyer_platform exist. They exist now: restore the backup again, into an empty database.`,
    )
}
