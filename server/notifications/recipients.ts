// Who is notified of something that happened to a matter, and how.
import { getFirm } from "../firms/firms.ts"
import { isVisibleToStaff } from "../matters/assignment.ts"
import type { Tx } from "../platform/db/database.ts"
import { joinSql, type Sql, sql } from "../platform/db/sql.ts"
import { scopeOf, usual_ways, type Way, wayOf } from "./preferences.ts"
import { type Audience, type NotificationKind, notificationKinds, notificationRulesOf } from "./rules.ts"

export interface Recipient {
  id: string
  email: string
  way: Way
}

interface Candidate extends Recipient {
  /** The firm's rule names them, and they have not narrowed it to their own matters. */
  is_named: boolean
  /** They asked for every matter they may see. */
  is_watching: boolean
  is_admin: boolean
}

/**
 * Staff at work here who may see the matter, or the inquiry where there is none, and did not cause it themselves. Where the rule names nobody, or of what is
 * usually told by email nobody who gets one, the admins stand in: a matter is never heard by nobody because its assignee
 * has left.
 */
export async function listRecipients(
  tx: Tx,
  { kind, matter_id, caused_by }: { kind: NotificationKind; matter_id: string | null; caused_by: string },
  audience: Audience,
): Promise<Recipient[]> {
  const candidates = await tx.all<Candidate>(sql`
    select u.id, u.email, ${wayOf(kind)} as way, ${isNamed(audience)} as is_named, ${scopeOf} = 'all' as is_watching,
           u.role = 'admin' as is_admin
      from users u left join matters m on m.id = ${matter_id}
     where ${isAtWork} and ${matter_id === null ? seesInquiries : isVisibleToStaff} and (${isNamed(audience)} or ${scopeOf} = 'all' or u.role = 'admin')
     order by u.id`)
  const responsible = namedOrAdmins(candidates)
  const mailed = usual_ways[kind] === "email" ? namedOrAdmins(candidates.filter(isMailed)) : []
  return candidates.filter(
    (one) =>
      one.way !== "none" &&
      one.id !== caused_by &&
      (one.is_watching || responsible.includes(one) || mailed.includes(one)),
  )
}

function namedOrAdmins(candidates: readonly Candidate[]): readonly Candidate[] {
  const named = candidates.filter(({ is_named }) => is_named)
  return named.length > 0 ? named : candidates.filter(({ is_admin }) => is_admin)
}

/** Whether the member of staff `u` sees inquiries: all do but those who see assigned matters only. */
export const seesInquiries = sql`(u.role = 'admin' or not u.assigned_matters_only)`

const isMailed = ({ way }: Candidate) => way === "email" || way === "digest"
export const isAtWork = sql`u.is_firm_staff and u.deactivated_at is null`

/** Whether a firm's rule names the member of staff `u`, who may see the matter `m`. */
function isNamed(audience: Audience): Sql {
  const isAssignee = sql`u.id is not distinct from m.assignee_id`
  return audience === "all" ? sql`(${scopeOf} <> 'assigned' or ${isAssignee})` : sql`(${isAssignee})`
}

/** The matters about which no one, not even an admin, would get email, although the firm's rules ask for some. */
export async function findUnnotified(tx: Tx, matter_ids: readonly string[]): Promise<Set<string>> {
  const rules = notificationRulesOf((await getFirm(tx)).settings)
  const kinds = notificationKinds.filter(
    (kind) => kind !== "inquiry" && usual_ways[kind] === "email" && rules[kind] !== "none",
  )
  if (kinds.length === 0) return new Set()
  const isMailedOf = kinds.map(
    (kind) => sql`(${wayOf(kind)} in ('email', 'digest') and (${isNamed(rules[kind])} or u.role = 'admin'))`,
  )
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m
     where m.id = any(${matter_ids}::text[]) and m.close_date is null
       and not exists (select from users u
                        where ${isAtWork} and ${isVisibleToStaff} and (${joinSql(isMailedOf, " or ")}))`)
  return new Set(rows.map(({ id }) => id))
}
