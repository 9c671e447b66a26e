import { runBulkAction } from "../../server/operations/bulk-actions/running.ts"
import { createLines } from "../../server/operations/imports/creating-lines.ts"
import { markCreated } from "../../server/operations/imports/imports.ts"
import type { TestFirm, TestService } from "./service.ts"

/** Runs the bulk action at whose page a form ended. */
export function runBulkActionAt(service: TestService, firm: TestFirm, location: string): Promise<void> {
  return runBulkAction(
    { ...service, importing: { createLines, markCreated } },
    { firm_id: firm.firm_id, bulk_action_id: location.split("/").at(-1) ?? "" },
  )
}
