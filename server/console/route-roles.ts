// Which addresses of the console ask for which role, as their routes were registered: what a page shows of links and
// forms follows from the same rule that refuses them.
import { isAtLeast, type StaffRole } from "../users/staff-roles.ts"

interface Known {
  method: "GET" | "POST"
  parts: readonly string[]
  role: StaffRole
}

const known = new Map<string, Known>()

/** Remembers what a route asks for; the same for every service in this process. */
export function noteRole(method: Known["method"], url: string, role: StaffRole): void {
  known.set(`${method} ${url}`, { method, parts: url.split("/"), role })
}

/** Whether somebody in this role may open, or send a form to, an address on the page at `url`. */
export function mayUse(role: StaffRole, url: string): (method: Known["method"], href: string) => boolean {
  if (role === "admin") return () => true
  return (method, href) =>
    isAtLeast(role, roleAt(method, (href || url).split(/[?#]/)[0] || (url.split("?")[0] ?? "")))
}

/** Of two routes that fit, the one that names more of the address; an address nobody registered is not refused. */
function roleAt(method: Known["method"], path: string): StaffRole {
  const exact = known.get(`${method} ${path}`)
  if (exact) return exact.role
  const parts = path.split("/")
  const fitting = [...known.values()].filter(
    (route) =>
      route.method === method &&
      route.parts.length === parts.length &&
      route.parts.every((part, index) => part.startsWith(":") || part === parts[index]),
  )
  const parameters = (route: Known) => route.parts.filter((part) => part.startsWith(":")).length
  return fitting.toSorted((one, other) => parameters(one) - parameters(other))[0]?.role ?? "read_only"
}
