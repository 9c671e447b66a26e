/** What a member of staff may be, least first: each may do whatever those before it may. */
export const staffRoles = ["read_only", "member", "author", "admin"] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether somebody in this role may do what asks for at least the other. */
export function isAtLeast(role: StaffRole, least: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}
