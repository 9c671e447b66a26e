// Which staff are responsible when something happens to a matter: the firm's choice for each kind.

export const notificationKinds = [
  "started",
  "invitation_opened",
  "signature_requested",
  "submitted",
  "changed",
  "corrected",
  "document_added",
  "item_arrived",
  "message",
  "mail_failed",
  "stalled",
  "sharing_paused",
  "inquiry",
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const audiences = ["all", "assigned", "none"] as const
export type Audience = (typeof audiences)[number]

export type NotificationRules = Record<NotificationKind, Audience>

const default_rules: NotificationRules = {
  started: "assigned",
  invitation_opened: "assigned",
  signature_requested: "assigned",
  submitted: "assigned",
  changed: "assigned",
  corrected: "assigned",
  document_added: "assigned",
  item_arrived: "assigned",
  message: "assigned",
  mail_failed: "assigned",
  stalled: "assigned",
  sharing_paused: "assigned",
  // An inquiry has no assignee, so this means the admins.
  inquiry: "assigned",
}

/** A firm's notification rules, from its settings. */
export function notificationRulesOf(settings: Readonly<Record<string, unknown>>): NotificationRules {
  const chosen = (settings.notifications ?? {}) as Partial<Record<NotificationKind, unknown>>
  const audience = (kind: NotificationKind) =>
    audiences.find((known) => known === chosen[kind]) ?? default_rules[kind]
  return byKind(audience)
}

/** A value for each kind. */
export function byKind<Value>(of: (kind: NotificationKind) => Value): Record<NotificationKind, Value> {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, of(kind)])) as Record<
    NotificationKind,
    Value
  >
}
