// Filters of a list whose values are typed by name once there are many. The address of a page always has the values.
import type { Fault } from "../../platform/errors.ts"
import { max_read, notPicked, pickedIn } from "../ui/components/pick-field.tsx"
import type { SelectOption } from "../ui/components/select-field.tsx"
import type { PageRequest } from "./page-request.ts"

/**
 * Replaces names that were typed by their values: `to` is the address to go on to, if any was. A name that is none, or
 * several, is a fault.
 */
export function pickedFilters(
  { query, url }: Pick<PageRequest, "query" | "url">,
  lists: Readonly<Record<string, readonly SelectOption[]>>,
): { to?: string; faults: Fault[] } {
  const faults: Fault[] = []
  const values: Record<string, string> = {}
  for (const [param, options] of Object.entries(lists)) {
    const typed = query[param]?.trim()
    if (!typed || options.length <= max_read) continue
    const picked = pickedIn(options, typed)
    if (!picked) faults.push({ param, code: "unknown_value", message: notPicked(typed) })
    else if (picked.value !== query[param]) values[param] = picked.value
  }
  if (faults.length > 0 || Object.keys(values).length === 0) return { faults }
  const [path = ""] = url.split("?")
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return { to: `${path}?${new URLSearchParams({ ...Object.fromEntries(given), ...values })}`, faults }
}
