// Each staff member's own notification preferences: for each kind the channel, plus the matters and the days of the
// summary. The firm's rules decide who is responsible; these decide what reaches them.
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { byKind, type NotificationKind } from "./rules.ts"

/** How someone is notified; all but `none` also show under the bell. */
export const channels = ["email", "digest", "foyer", "none"] as const
export type Channel = (typeof channels)[number]

/** Which matters: as the firm's rules say, only one's own, or all one may see. */
export const scopes = ["firm", "assigned", "all"] as const
export type MatterScope = (typeof scopes)[number]

export const digestDays = ["off", "weekdays", "daily"] as const
export type DigestDays = (typeof digestDays)[number]

export const default_channels: Record<NotificationKind, Channel> = {
  started: "foyer",
  invitation_opened: "foyer",
  signature_requested: "foyer",
  submitted: "email",
  changed: "email",
  corrected: "email",
  document_added: "foyer",
  item_arrived: "email",
  message: "email",
  mail_failed: "email",
  stalled: "foyer",
  sharing_paused: "email",
  inquiry: "email",
}

export interface OwnNotifications {
  channels: Record<NotificationKind, Channel>
  scope: MatterScope
  digest: DigestDays
}

const nameOf = (kind: NotificationKind) => `notify_${kind}`
const oneOf = <Value extends string>(known: readonly Value[], value: string | undefined, usual: Value) =>
  known.find((one) => one === value) ?? usual

/** The current user's preferences. */
export async function readOwnNotifications(tx: Tx): Promise<OwnNotifications> {
  const { preferences } = await tx.one<{ preferences: Record<string, string | undefined> }>(sql`
    select preferences from users where id = current_actor()`)
  return {
    channels: byKind((kind) => oneOf(channels, preferences[nameOf(kind)], default_channels[kind])),
    scope: oneOf(scopes, preferences.notify_scope, "firm"),
    digest: oneOf(digestDays, preferences.digest, "off"),
  }
}

/** The preferences in stored form. */
export function preferencesOf(own: OwnNotifications): Record<string, string> {
  const named = Object.entries(own.channels).map(([kind, channel]) => [
    nameOf(kind as NotificationKind),
    channel,
  ])
  const { scope: notify_scope, digest } = own
  return { ...Object.fromEntries(named), notify_scope, digest }
}

/** SQL: the channel of staff member `u` for a kind; the console for those without an address. */
export function channelOf(kind: NotificationKind): Sql {
  const chosen = sql`coalesce(u.preferences ->> ${nameOf(kind)}, ${default_channels[kind]})`
  return sql`case when u.email = '' and ${chosen} in ('email', 'digest') then 'foyer' else ${chosen} end`
}

export const scopeOf = sql`coalesce(u.preferences ->> 'notify_scope', 'firm')`
