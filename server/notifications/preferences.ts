// What each member of staff has chosen for themselves, among their preferences: for each kind how they are notified, of
// which matters, and when the summary comes. The firm's rules say who is responsible; this says what reaches them.
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { byKind, type NotificationKind } from "./rules.ts"

/** How one is notified; each way but the last also shows under the bell. */
export const ways = ["email", "digest", "foyer", "none"] as const
export type Way = (typeof ways)[number]

/** Of which matters: as the firm's rules say, or one's own alone, or all within reach. */
export const scopes = ["firm", "assigned", "all"] as const
export type Scope = (typeof scopes)[number]

export const digestDays = ["off", "weekdays", "daily"] as const
export type DigestDays = (typeof digestDays)[number]

export const usual_ways: Record<NotificationKind, Way> = {
  started: "foyer",
  invitation_opened: "foyer",
  submitted: "email",
  changed: "email",
  corrected: "email",
  document_added: "foyer",
  message: "email",
  mail_failed: "email",
  stalled: "foyer",
  inquiry: "email",
}

export interface OwnNotifications {
  ways: Record<NotificationKind, Way>
  scope: Scope
  digest: DigestDays
}

const nameOf = (kind: NotificationKind) => `notify_${kind}`
const oneOf = <Value extends string>(known: readonly Value[], value: string | undefined, usual: Value) =>
  known.find((one) => one === value) ?? usual

/** What the transaction's actor has chosen. */
export async function readOwnNotifications(tx: Tx): Promise<OwnNotifications> {
  const { preferences } = await tx.one<{ preferences: Record<string, string | undefined> }>(sql`
    select preferences from users where id = current_actor()`)
  return {
    ways: byKind((kind) => oneOf(ways, preferences[nameOf(kind)], usual_ways[kind])),
    scope: oneOf(scopes, preferences.notify_scope, "firm"),
    digest: oneOf(digestDays, preferences.digest, "off"),
  }
}

/** The same as preferences to be stored. */
export function preferencesOf(own: OwnNotifications): Record<string, string> {
  const named = Object.entries(own.ways).map(([kind, way]) => [nameOf(kind as NotificationKind), way])
  const { scope: notify_scope, digest } = own
  return { ...Object.fromEntries(named), notify_scope, digest }
}

/** How the member of staff `u` is notified of a kind; without an address, in Foyer. */
export function wayOf(kind: NotificationKind): Sql {
  const chosen = sql`coalesce(u.preferences ->> ${nameOf(kind)}, ${usual_ways[kind]})`
  return sql`case when u.email = '' and ${chosen} in ('email', 'digest') then 'foyer' else ${chosen} end`
}

export const scopeOf = sql`coalesce(u.preferences ->> 'notify_scope', 'firm')`
