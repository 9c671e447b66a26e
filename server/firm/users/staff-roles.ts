/** The roles of staff, least first. Each role may do everything the previous ones may. */
export const staffRoles = ["read_only", "member", "author", "admin"] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether `role` includes the rights of `least`. */
export function isAtLeast(role: StaffRole, least: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}
