// Verifies the audit logs of firms, and records the result for `foyer doctor` and for alerts.
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"
import type { Break, Head } from "./chain.ts"
import { type Verified, verifyAudit } from "./verifying.ts"

/** Verifies every firm's audit log. Every log that is not intact is an error in the program's log. */
export async function verifyAuditLogs({ db, log }: Pick<ByFirmParts, "db" | "log">): Promise<void> {
  await workByFirm(
    { db, log },
    "an audit log was not verified",
    (tx) => tx.all<{ firm_id: string }>(sql`select id as firm_id from firms order by id`),
    async ({ firm_id }) => {
      const found = (await verifyAuditLog(db, firm_id)).break
      if (found) log.error({ firm_id, break: sentenceOf(found) }, "an audit log is not intact")
      return 1
    },
  )
}

/** Verifies one firm's audit log. `seen` is an earlier head that must still be part of it. */
export async function verifyAuditLog(db: Database, firm_id: string, seen?: Head): Promise<Verified> {
  const verified = await db.forFirm(firm_id, (tx) => verifyAudit(tx, seen))
  const found = verified.break ? sentenceOf(verified.break) : null
  // The head may be what was removed.
  await db.forPlatform((tx) =>
    tx.run(sql`
        insert into audit_heads (firm_id, position, hash, verified_at, break)
        values (${firm_id}, 0, decode(repeat('00', 32), 'hex'), ${tx.now}, ${found})
        on conflict (firm_id) do update set verified_at = excluded.verified_at, break = excluded.break`),
  )
  return verified
}

/** Returns what is wrong as a clause without a full stop. */
export function sentenceOf({ id, position, kind }: Break): string {
  switch (kind) {
    case "changed":
      return id ? `entry ${position} (${id}) was changed` : `the recorded head was changed at ${position}`
    case "removed":
      return id ? `entry ${position} is missing, before ${id}` : `all entries from ${position} on are missing`
    case "inserted":
      return `${id} does not follow the previous entry: it was inserted, or the previous one was rewritten`
    default:
      return kind satisfies never
  }
}
