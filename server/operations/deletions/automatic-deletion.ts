// Deletes matters that are due by the firm's own rule. They can be restored for thirty days.

import { mailAdmins } from "../../firm/users/admin-mail.ts"
import { listMattersForRule, retentionOf, yearsText } from "../../intake/matters/retention.ts"
import { isAway } from "../../platform/db/database-faults.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type ByFirmParts, workByFirm } from "../../platform/jobs/by-firm.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { countText } from "../../platform/text/count-text.ts"
import { deleteMatter, grace_days } from "./deletions.ts"

interface RetentionParts extends ByFirmParts {
  ring: KeyRing
  base_url: string
}

interface DueFirm {
  firm_id: string
  years: number
}

/**
 * Deletes due matters in every firm with an automatic rule, each on its own, and notifies the admins. Returns how many.
 * Throws at the end if some could not be deleted, which the log names.
 */
export async function deleteDueMatters(parts: RetentionParts): Promise<number> {
  let failed = 0
  const deleted = await workByFirm(parts, "due matters not deleted", listDueFirms, async (due) => {
    const outcome = await deleteDue(parts, due)
    failed += outcome.failed
    return outcome.deleted
  })
  if (failed > 0)
    throw new Error(`${countText(failed, "matter")} due by a retention rule could not be deleted.`)
  return deleted
}

/** Finds firms with an automatic rule that may have due matters; ignores time zones and legal holds. */
async function listDueFirms(tx: Tx): Promise<DueFirm[]> {
  const firms = await tx.all<{ id: string; settings: Record<string, unknown> }>(sql`
    select id, settings from firms
     where suspended_at is null and settings @> '{"retention_automatic": true}' order by id`)
  const rules = firms.flatMap(({ id, settings }) => {
    const { years } = retentionOf(settings)
    return years === null ? [] : [{ id, years }]
  })
  return tx.all<DueFirm>(sql`
    select r.firm_id, r.years
      from unnest(${rules.map(({ id }) => id)}::text[], ${rules.map(({ years }) => years)}::integer[]) as r (firm_id, years)
     where exists (
           select from matters m
            where m.firm_id = r.firm_id
              and m.close_date <= (${tx.now}::timestamptz + interval '1 day' - make_interval(years => r.years))::date)`)
}

async function deleteDue({ db, log, ring, base_url }: RetentionParts, { firm_id, years }: DueFirm) {
  const reason = `The firm’s retention rule: closed ${yearsText(years)} ago or earlier.`
  const rows = await db.forFirm(firm_id, (tx) => listMattersForRule(tx, years))
  const sum = { deleted: 0, failed: 0 }
  for (const { id: matter_id } of rows) {
    try {
      sum.deleted += await db.forFirm(firm_id, async (tx) => {
        // A hold or an edit may have come since it was found due.
        if ((await listMattersForRule(tx, years, matter_id)).length === 0) return 0
        await deleteMatter(tx, ring, { matter_id, reason, is_automatic: true })
        // With the first one, so that nothing is deleted unannounced if the rest is interrupted.
        if (sum.deleted === 0) await tellAdmins(tx, ring, base_url, years)
        return 1
      })
    } catch (error) {
      if (isAway(error)) throw error
      sum.failed += 1
      log.error({ err: error, firm_id, matter_id }, "a due matter was not deleted")
    }
  }
  return sum
}

async function tellAdmins(tx: Tx, ring: KeyRing, base_url: string, years: number): Promise<void> {
  await mailAdmins(tx, ring, {
    subject: "Matters deleted by your retention rule",
    paragraphs: [
      `Your firm’s rule deletes matters ${yearsText(years)} after they are closed.`,
      `For ${grace_days} days an admin can restore what was deleted. What is restored stays until a person deletes it; the rest is then gone for good, and a certificate stays.`,
    ],
    button: { label: "Look at deleted matters", url: `${base_url}/console/settings/retention#deleted` },
  })
}
