import { sql } from "../../server/platform/db/sql.ts"
import type { TestFirm } from "./service.ts"

/** Makes the firm one for trying things out, whose emails are not sent. */
export async function turnIntoTestFirm(firm: TestFirm): Promise<void> {
  await firm.write(sql`update firms set is_test = true where id = current_firm()`)
}
