import { sql } from "../../platform/db/sql.ts"
import { countText } from "../../platform/text/count-text.ts"
import { agoText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"

/** Two verifications were missed. */
const late_days = 15

/** Reports the last verification of audit logs, which runs every week and with `foyer audit verify`. */
export async function checkAuditLogs({ parts: { db }, read }: CheckInput): Promise<Finding[]> {
  // A demo's firm is older than the installation that verifies its log.
  const { since } = await db.forPlatform((tx) =>
    tx.one<{ since: Date | null }>(sql`select max(created_at) as since from installation`),
  )
  const { verified, first_at, broken, is_late, now } = await read(async (tx) => ({
    ...(await tx.one<{
      verified: number
      first_at: Date | null
      broken: string | null
      is_late: boolean
    }>(sql`
      select count(h.verified_at) as verified, min(h.verified_at) as first_at,
             string_agg(h.firm_id || ': ' || h.break, '; ' order by h.firm_id) as broken,
             coalesce(min(coalesce(h.verified_at, greatest(f.created_at, ${since}::timestamptz)))
                        < ${tx.now}::timestamptz - make_interval(days => ${late_days}), false) as is_late
        from firms f left join audit_heads h on h.firm_id = f.id`)),
    now: tx.now,
  }))
  const topic = "Audit logs"
  if (broken) return [{ topic, ...brokenUnless(false), sentence: `${broken}. See foyer audit verify` }]
  const sentence = first_at
    ? `${countText(verified, "log")} verified ${agoText(first_at, now)}, all intact`
    : "Not verified yet; background work does so every week"
  if (!is_late) return [{ topic, ok: true, sentence }]
  const late = `A log was not verified for more than ${late_days} days. Run foyer audit verify`
  return [{ topic, ok: false, sentence: late }]
}
