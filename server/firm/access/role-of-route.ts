// The one rule for who may do what in the console: it follows from the properties of a route.
import { type Failure, forbidden } from "../../platform/errors.ts"
import type { StaffRole } from "../users/staff-roles.ts"

export interface ConsoleAccess {
  /** For admins only: settings, keys, webhooks and the team. */
  admin?: boolean
  /** The firm's content: questionnaires and document templates. */
  author?: boolean
  /** A page that lets its reader act, such as one that shows a client's link. */
  member?: boolean
  /** A form whose page is useful to read-only members too. */
  readable?: boolean
  /** Changes only the member's own settings: every role may. */
  own?: boolean
  /** Sets up two-factor authentication, so members who still lack it must be admitted. */
  without_second_factor?: boolean
}

/** What the console requires of a request. */
export interface RoleAccess extends Pick<ConsoleAccess, "without_second_factor"> {
  role?: StaffRole
  /** Signing out is accepted from any page, no matter which user it was rendered for. */
  from_any_page?: boolean
}

/** The least role a route of the console requires, by its properties. */
export function neededRole(
  { admin, author, member, readable, own }: ConsoleAccess,
  route: "page" | "form shown" | "sent",
): StaffRole {
  if (admin) return "admin"
  if (author) return readable && route === "form shown" ? "read_only" : "author"
  if (member) return "member"
  return route === "page" || own || (readable && route === "form shown") ? "read_only" : "member"
}

/** The message for members with a lesser role. */
export function roleRefusal(least: StaffRole): Failure {
  return refusals[least]()
}

const refusals: Record<StaffRole, () => Failure> = {
  admin: () => forbidden("admin_only", "This page is for the firm's admins. Ask an admin."),
  author: () =>
    forbidden(
      "author_only",
      "This page is for those who write the firm’s questionnaires and templates. Ask an admin.",
    ),
  member: readOnly,
  read_only: readOnly,
}

function readOnly(): Failure {
  return forbidden(
    "read_only",
    "Your account can read, but not change anything. Nothing was changed. Ask an admin for another role.",
  )
}
