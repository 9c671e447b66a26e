// The filters in the address of a list. Values are typed by name once there are many; the address always has the values.
import type { Fault } from "../../platform/errors.ts"
import { max_read, notPicked, pickedIn } from "../ui/components/pick-field.tsx"
import type { SelectOption } from "../ui/components/select-field.tsx"
import type { PageRequest } from "./page-request.ts"
import { isCalendarDay } from "./times.tsx"

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

/** The filters of these names that are set, as typed; `fault` notes what is wrong with one. */
export function readTyped<Name extends string>(
  { query }: Pick<PageRequest, "query">,
  names: readonly Name[],
) {
  const set = names.flatMap((name) => (query[name]?.trim() ? [[name, query[name].trim()]] : []))
  const typed: Partial<Record<Name, string>> = Object.fromEntries(set)
  const faults: Fault[] = []
  const fault = (param: string, message: string): undefined => {
    faults.push({ param, code: "unknown_value", message })
  }
  const day = (name: Name) => {
    const text = typed[name]
    return text && !isCalendarDay(text) ? fault(name, "Enter a valid date, like 2026-03-02.") : text
  }
  return { typed, faults, fault, day }
}
