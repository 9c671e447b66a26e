// The role each console route requires. Pages use it to hide links and forms that the route would refuse, so that one
// rule decides both.
import { isAtLeast, type StaffRole } from "../../firm/users/staff-roles.ts"

interface RouteRole {
  method: "GET" | "POST"
  parts: readonly string[]
  role: StaffRole
}

const routeRoles = new Map<string, RouteRole>()

/** Records the role a route requires; shared by every service in this process. */
export function registerRole(method: RouteRole["method"], url: string, role: StaffRole): void {
  routeRoles.set(`${method} ${url}`, { method, parts: url.split("/"), role })
}

/** Whether this role may open, or send a form to, an address; an empty address is the page itself, at `url`. */
export function mayUse(role: StaffRole, url: string): (method: RouteRole["method"], href: string) => boolean {
  if (role === "admin") return () => true
  return (method, href) =>
    isAtLeast(role, roleAt(method, (href || url).split(/[?#]/)[0] || (url.split("?")[0] ?? "")))
}

/** When several routes match, the one with the fewest parameters wins. An unregistered address needs no role. */
function roleAt(method: RouteRole["method"], path: string): StaffRole {
  const exact = routeRoles.get(`${method} ${path}`)
  if (exact) return exact.role
  const parts = path.split("/")
  const matching = [...routeRoles.values()].filter(
    (route) =>
      route.method === method &&
      route.parts.length === parts.length &&
      route.parts.every((part, index) => part.startsWith(":") || part === parts[index]),
  )
  const parameters = (route: RouteRole) => route.parts.filter((part) => part.startsWith(":")).length
  return matching.toSorted((one, other) => parameters(one) - parameters(other))[0]?.role ?? "read_only"
}
