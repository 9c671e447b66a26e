export const max_invitation_days = 365

/** The firm's setting: after how many days an unused link expires; null for never. */
export function invitationDaysOf({ invitation_days }: Readonly<Record<string, unknown>>): number | null {
  return typeof invitation_days === "number" ? invitation_days : null
}
