// The packet that begins a transaction also sets its role and timeouts. Nothing depends on how the connection was made,
// so a pooler may hand the same connection to one caller after another.
import { type Sql, sql } from "./sql.ts"

/** `foyer_firm` sees only the rows of the firm that is set; `foyer_platform` sees all firms. */
export type Role = "foyer_firm" | "foyer_platform"

const statements = new Map<string, string>()

/**
 * Begins a transaction as `role` with a timeout for each statement. With `keeps_plans`, prepared statements use generic
 * plans: planning a short query again costs more than running it.
 */
export function beginStatement(role: Role, statement_timeout_ms: number, keeps_plans = false): string {
  const key = `${role} ${statement_timeout_ms} ${keeps_plans}`
  const cached = statements.get(key)
  if (cached) return cached
  const settings = [
    `role ${role}`,
    `statement_timeout = ${statement_timeout_ms}`,
    "idle_in_transaction_session_timeout = 60000",
    "timezone = 'UTC'",
    // PostgreSQL compiles statements it expects to be expensive, which takes seconds for those with many tables.
    "jit = off",
    ...(keeps_plans ? ["plan_cache_mode = force_generic_plan"] : []),
  ]
  const statement = ["begin", ...settings.map((setting) => `set local ${setting}`)].join("; ")
  statements.set(key, statement)
  return statement
}

/** Sets the transaction's firm, actor, and viewer. */
export function firmSettings(firmId: string, user_id = "", is_viewer = false): Sql {
  return sql`
    select set_config('foyer.firm_id', ${firmId}, true), set_config('foyer.user_id', ${user_id}, true),
           set_config('foyer.viewer_id', ${is_viewer ? user_id : ""}, true)`
}
