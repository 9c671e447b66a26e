import { sql } from "../../platform/db/sql.ts"
import { countText } from "../../platform/text/count-text.ts"
import { agoText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

/** Reports the last verification of audit logs, which runs every week and with `foyer audit verify`. */
export async function checkAuditLogs({ read }: CheckInput): Promise<Finding[]> {
  const { verified, first_at, broken, now } = await read(async (tx) => ({
    ...(await tx.one<{ verified: number; first_at: Date | null; broken: string | null }>(sql`
      select count(verified_at) as verified, min(verified_at) as first_at,
             string_agg(firm_id || ': ' || break, '; ' order by firm_id) as broken
        from audit_heads`)),
    now: tx.now,
  }))
  const topic = "Audit logs"
  if (broken) return [{ topic, ...brokenUnless(false), sentence: `${broken}. See foyer audit verify` }]
  const sentence = first_at
    ? `${countText(verified, "log")} verified ${agoText(first_at, now)}, all intact`
    : "Not verified yet; background work does so every week"
  return [{ topic, ok: true, sentence }]
}
