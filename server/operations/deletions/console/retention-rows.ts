import type { MatterRow } from "../../../intake/matters/matter-row.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { isDeletable } from "../deletions.ts"
import type { Hold } from "../holds.ts"

/** The legal hold and deletion rows of a matter's page; only admins get actions. */
export function retentionRows(
  matter: MatterRow,
  held: Hold | undefined,
  { staff }: Pick<PageRequest, "staff">,
) {
  const home = `/console/matters/${matter.id}`
  const isAdmin = staff.role === "admin"
  if (held) {
    const actions = isAdmin ? [{ href: `${home}/release`, text: "Release" }] : []
    return [{ key: "Legal hold", value: held.reason, actions }]
  }
  if (!isAdmin || !isDeletable(matter)) return []
  return [
    {
      key: "No longer needed?",
      value: "",
      actions: [{ href: `${home}/deletion`, text: "Delete this matter" }],
    },
    { key: "Legal hold", value: "None", actions: [{ href: `${home}/hold`, text: "Put on legal hold" }] },
  ]
}
