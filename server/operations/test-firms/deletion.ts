import { changeSuspension, removeTestFirm } from "../../firm/firms/firms.ts"
import { purgeMatters } from "../../intake/matters/many/matters.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { discardFile, type StoreParts } from "../../platform/files/stored-files.ts"

/** Matters deleted in one transaction, so that a deletion that is stopped goes on from there when it is repeated. */
const portion = 50

/** Events, emails, and the audit log of a firm that programs tried out for months. */
const rest_timeout_ms = 600_000

/**
 * Deletes a test firm with everything in it, at once and for good. Throws "not found", and "forbidden" for a firm that is
 * not for tests: the matters of such a firm are deleted one by one and can be restored.
 */
export async function deleteTestFirm(parts: StoreParts, firm_id: string): Promise<void> {
  const { db } = parts
  const { name, is_test } = await db.forPlatform((tx) =>
    tx.one<{ name: string; is_test: boolean }>(sql`select name, is_test from firms where id = ${firm_id}`),
  )
  if (!is_test)
    throw new Failure(
      "forbidden",
      "not_a_test",
      `${name} is not a test firm. You can suspend it, or delete its matters in the console.`,
    )
  // From here on, nothing is added to it.
  await db.forPlatform((tx) => changeSuspension(tx, firm_id, true))
  const files = await db.forFirm(firm_id, (tx) => tx.all<{ key: string }>(sql`select key from stored_files`))
  for (const { key } of files) await discardFile(parts, firm_id, key)
  let deleted: number
  do {
    deleted = await db.forFirm(firm_id, (tx) => purgeMatters(tx, portion))
  } while (deleted === portion)
  await db.withTimeout(rest_timeout_ms).forPlatform((tx) => removeTestFirm(tx, firm_id))
}
