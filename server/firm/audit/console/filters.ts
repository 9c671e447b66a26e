import type { Fault } from "../../../platform/errors.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { isCalendarDay } from "../../../web/console/times.tsx"
import type { AuditFilters } from "../listing.ts"

const filterNames = ["who", "action", "matter", "from", "until"] as const
type FilterName = (typeof filterNames)[number]

export interface AuditQuery {
  /** The non-empty filters, as typed. */
  typed: Partial<Record<FilterName, string>>
  filters: AuditFilters
  faults: Fault[]
}

/** Parses the query; an unreadable filter becomes a fault and is ignored. */
export function readAuditQuery({ query }: Pick<PageRequest, "query">): AuditQuery {
  const typed: AuditQuery["typed"] = {}
  for (const name of filterNames) {
    const text = query[name]?.trim()
    if (text) typed[name] = text
  }
  const faults: Fault[] = []
  const day = (name: "from" | "until"): string | undefined => {
    const text = typed[name]
    if (text === undefined || isCalendarDay(text)) return text
    faults.push({ param: name, code: "unknown_value", message: "Enter a valid date, like 2026-03-02." })
  }
  const matter = typed.matter && (/matter_[0-9A-F]{32}/.exec(typed.matter)?.[0] ?? null)
  if (matter === null) {
    const message = "Enter a matter’s ID or paste the address of its page."
    faults.push({ param: "matter", code: "unknown_value", message })
  }
  const filters: AuditFilters = {
    ...(typed.who !== undefined && { user_id: typed.who === "nobody" ? null : typed.who }),
    ...(typed.action !== undefined && { action: typed.action }),
    ...(matter && { matter_id: matter }),
    from: day("from"),
    until: day("until"),
  }
  return { typed, filters, faults }
}
