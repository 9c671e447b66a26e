// PostgreSQL's logical replication of one firm: a publication on the source, a subscription on the destination.
import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import type { Places } from "./places.ts"

export interface Replication extends Places {
  firm_id: string
}

/** Copies the firm's rows and starts replicating changes. Returns once all tables are in sync. */
export async function startReplication({
  name,
  firm_id,
  tables,
  source,
  target,
}: Replication): Promise<void> {
  const filters = tables.map((table) => `table ${table.name} where (firm_id = '${firm_id}')`)
  await source.administrator.query(`create publication ${name} for ${filters.join(", ")}`)
  const url = target.administrator.escapeLiteral(source.url)
  await target.administrator.query(
    `create subscription ${name} connection ${url} publication ${name} with (${await optionsAt(target.administrator)})`,
  )
  for (;;) {
    const { rows } = await target.administrator.query<{ is_enabled: boolean; following: number }>(
      `select s.subenabled as is_enabled, count(*) filter (where r.srsubstate = 'r')::int as following
         from pg_subscription s left join pg_subscription_rel r on r.srsubid = s.oid
        where s.subname = $1 group by 1`,
      [name],
    )
    const [state] = rows
    if (!state?.is_enabled)
      throw new Error("The replication failed; the log of the server the firm was moving to says why.")
    if (state.following === tables.length) return
    await delay(100)
  }
}

/** Since PostgreSQL 16, replication writes as the table's owner, to whom row-level security applies, unless configured otherwise. */
async function optionsAt(administrator: pg.Client): Promise<string> {
  const { rows } = await administrator.query<{ is_told: boolean }>(
    "select current_setting('server_version_num')::int >= 160000 as is_told",
  )
  return `disable_on_error = true${rows[0]?.is_told ? ", run_as_owner = true" : ""}`
}

/** Stops replication and ignores parts that do not exist. */
export async function endReplication({ name, source, target }: Places): Promise<void> {
  const { rowCount } = await target.administrator.query("select from pg_subscription where subname = $1", [
    name,
  ])
  if (rowCount) {
    await target.administrator.query(`alter subscription ${name} disable`)
    await target.administrator.query(`drop subscription ${name}`)
  }
  await source.administrator.query(`drop publication if exists ${name}`)
  // A slot can remain from a subscription that was never created.
  await source.administrator.query(
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active",
    [name],
  )
}
