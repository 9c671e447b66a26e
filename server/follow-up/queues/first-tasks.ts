// What a new firm still has to do, computed from what there is.
import { changeSettings, type Firm } from "../../firm/firms/firms.ts"
import { isActive } from "../../intake/questionnaires/questionnaires.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"

export const firstTasks = ["logo", "time_zone", "email", "team", "template"] as const
export type FirstTask = (typeof firstTasks)[number]

/** Whether each first task is done; undefined once all are, or after the firm dismissed the list. */
export async function readFirstTasks(
  tx: Tx,
  { logo_file, settings }: Firm,
): Promise<Record<FirstTask, boolean> | undefined> {
  if (settings.checklist_dismissed === true) return undefined
  // Only the latest emails: without a mail server, none of very many was sent.
  const found = await tx.one<Pick<Record<FirstTask, boolean>, "email" | "team" | "template">>(sql`
    select exists (select from (select l.sent_at from mails l order by l.id desc limit 200) latest
                    where latest.sent_at is not null) as email,
           (select count(*) from (select from users where is_firm_staff and deactivated_at is null limit 2) two) > 1 as team,
           exists (select from questionnaires q where ${isActive}) as template`)
  const tasks = { logo: logo_file !== null, time_zone: settings.time_zone_chosen === true, ...found }
  return Object.values(tasks).every(Boolean) ? undefined : tasks
}

export function dismissFirstTasks(tx: Tx, firm_id: string): Promise<void> {
  return changeSettings(tx, firm_id, { checklist_dismissed: true })
}
