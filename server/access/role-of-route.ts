// The one rule of who may do what in the console: it follows from what a route is.
import { Failure } from "../platform/errors.ts"
import type { StaffRole } from "../users/staff-roles.ts"

export interface ConsoleAccess {
  /** Settings, keys, webhooks and the team are the admins' alone. */
  admin?: boolean
  /** What a firm asks and writes: questionnaires and document templates. */
  author?: boolean
  /** A page with which one could act, such as one that shows a client's link. */
  member?: boolean
  /** A form whose page tells those who only read something, too. */
  readable?: boolean
  /** Changes nothing but what is one's own: everybody may. */
  own?: boolean
  /** Where two-factor authentication is set up, those who still lack one must be let in. */
  without_second_factor?: boolean
}

/** What a request of the console asks of whoever sends it. */
export interface RoleAccess extends Pick<ConsoleAccess, "without_second_factor"> {
  role?: StaffRole
  /** Signing out counts from whosever page it comes. */
  from_any_page?: boolean
}

/** The least role that a route of the console asks for, by what it is. */
export function neededRole(
  { admin, author, member, readable, own }: ConsoleAccess,
  route: "page" | "form shown" | "sent",
): StaffRole {
  if (admin) return "admin"
  if (author) return readable && route === "form shown" ? "read_only" : "author"
  if (member) return "member"
  return route === "page" || own || (readable && route === "form shown") ? "read_only" : "member"
}

/** What somebody in a lesser role is told. */
export function roleRefusal(least: StaffRole): Failure {
  return refusals[least]()
}

const refusals: Record<StaffRole, () => Failure> = {
  admin: () => new Failure("forbidden", "admin_only", "This page is for the firm's admins. Ask an admin."),
  author: () =>
    new Failure(
      "forbidden",
      "author_only",
      "This page is for those who write the firm’s questionnaires and templates. Ask an admin.",
    ),
  member: readOnly,
  read_only: readOnly,
}

function readOnly(): Failure {
  return new Failure(
    "forbidden",
    "read_only",
    "Your account can read, but not change anything. Nothing was changed. Ask an admin for another role.",
  )
}
