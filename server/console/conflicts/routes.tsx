import { notFound } from "../../platform/errors.ts"
import { recordConflictCheck } from "../../search/conflicts.ts"
import { type PageRequest, textOf } from "../page-request.ts"
import type { Console } from "../routing.ts"
import type { Redirect } from "../view.tsx"
import { checkPage } from "./check-page.tsx"
import { recordedPage } from "./recorded-page.tsx"

/** Conflict checks, for staff who see all matters. */
export function conflictPages(console: Console): void {
  console.form("/console/conflicts", { show: checkPage, act: record }, { readable: true })
  console.page("/console/conflicts/:check_id", recordedPage)
}

async function record({ tx, staff, form }: PageRequest): Promise<Redirect> {
  if (staff.assigned_matters_only) throw notFound()
  const id = await recordConflictCheck(tx, {
    name: textOf(form, "name"),
    decision: textOf(form, "decision"),
    note: textOf(form, "note"),
  })
  return { to: `/console/conflicts/${id}`, flash: { done: "conflict_check_recorded" } }
}
