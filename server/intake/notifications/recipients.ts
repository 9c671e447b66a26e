// The recipients of a notification, and their channels.
import type { Firm } from "../../firm/firms/firms.ts"
import { joinSql, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { isVisibleToStaff } from "../matters/assignment.ts"
import { type Channel, channelOf, default_channels, scopeOf } from "./preferences.ts"
import { type Audience, type NotificationKind, notificationKinds, notificationRulesOf } from "./rules.ts"

export interface Recipient {
  id: string
  email: string
  channel: Channel
}

interface Candidate extends Recipient {
  /** The firm's rule selects them, and they have not limited it to their own matters. */
  is_named: boolean
  /** They watch every matter they may see. */
  is_watching: boolean
  is_admin: boolean
}

/**
 * Active staff who may see the matter, or inquiries if there is none, and did not cause the event. If the rule selects
 * no one, or if the kind is usually emailed and none of the selected gets email, the admins stand in, so that no matter
 * goes unnoticed because its assignee has left.
 */
export async function listRecipients(
  tx: Tx,
  { kind, matter_id, caused_by }: { kind: NotificationKind; matter_id: string | null; caused_by: string },
  audience: Audience,
): Promise<Recipient[]> {
  const candidates = await tx.all<Candidate>(sql`
    select u.id, u.email, ${channelOf(kind)} as channel, ${isNamed(audience)} as is_named, ${scopeOf} = 'all' as is_watching,
           u.role = 'admin' as is_admin
      from users u left join matters m on m.id = ${matter_id}
     where ${isActiveStaff} and ${matter_id === null ? seesInquiries : isVisibleToStaff} and (${isNamed(audience)} or ${scopeOf} = 'all' or u.role = 'admin')
     order by u.id`)
  const responsible = namedOrAdmins(candidates)
  const mailed = default_channels[kind] === "email" ? namedOrAdmins(candidates.filter(isMailed)) : []
  return candidates.filter(
    (one) =>
      one.channel !== "none" &&
      one.id !== caused_by &&
      (one.is_watching || responsible.includes(one) || mailed.includes(one)),
  )
}

function namedOrAdmins(candidates: readonly Candidate[]): readonly Candidate[] {
  const named = candidates.filter(({ is_named }) => is_named)
  return named.length > 0 ? named : candidates.filter(({ is_admin }) => is_admin)
}

/** Whether staff member `u` sees inquiries: all do except those limited to assigned matters. */
export const seesInquiries = sql`(u.role = 'admin' or not u.assigned_matters_only)`

const isMailed = ({ channel }: Candidate) => channel === "email" || channel === "digest"
export const isActiveStaff = sql`u.is_firm_staff and u.deactivated_at is null`

/** Whether a firm's rule selects staff member `u`, who may see matter `m`. */
function isNamed(audience: Audience): Sql {
  const isAssignee = sql`u.id is not distinct from m.assignee_id`
  return audience === "all" ? sql`(${scopeOf} <> 'assigned' or ${isAssignee})` : sql`(${isAssignee})`
}

/** Selects those of these matters about which no one, not even an admin, would get email although the firm's rules call for it. */
export function unnotifiedAmong(matter_ids: readonly string[], settings: Firm["settings"]): Sql {
  const rules = notificationRulesOf(settings)
  const kinds = notificationKinds.filter(
    (kind) => kind !== "inquiry" && default_channels[kind] === "email" && rules[kind] !== "none",
  )
  if (kinds.length === 0) return sql`select m.id from matters m where false`
  const isMailedOf = kinds.map(
    (kind) =>
      sql`(${channelOf(kind)} in ('email', 'digest') and (${isNamed(rules[kind])} or u.role = 'admin'))`,
  )
  return sql`
    select m.id from matters m
     where m.id = any(${matter_ids}::text[]) and m.close_date is null
       and not exists (select from users u
                        where ${isActiveStaff} and ${isVisibleToStaff} and (${joinSql(isMailedOf, " or ")}))`
}
