import { changeSettings, changeSuspension, removeTestFirm } from "../../firm/firms/firms.ts"
import { purgeMatters } from "../../intake/matters/many/matters.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { discardFile, type StoreParts } from "../../platform/files/stored-files.ts"

/** Matters deleted in one transaction, so that a deletion that is stopped goes on from there when it is repeated. */
const portion = 50

/** Events, emails, and the audit log of a firm that programs tried out for months. */
const rest_timeout_ms = 600_000

/** The job that a press of the button leaves, from the firm beside the test firm. */
export interface RequestedDeletion {
  test_firm_id: string
}

/**
 * Suspends a test firm, so that nothing is added to it from here on, and remembers that it is being deleted. Throws "not
 * found", and "forbidden" for a firm that is not for tests: the matters of such a firm are deleted one by one and can be
 * restored.
 */
export function beginDeletion(db: Database, firm_id: string): Promise<void> {
  return db.forPlatform(async (tx) => {
    const { name, is_test } = await tx.one<{ name: string; is_test: boolean }>(
      sql`select name, is_test from firms where id = ${firm_id}`,
    )
    if (!is_test)
      throw new Failure(
        "forbidden",
        "not_a_test",
        `${name} is not a test firm. You can suspend it, or delete its matters in the console.`,
      )
    await changeSuspension(tx, firm_id, true)
    await changeSettings(tx, firm_id, { is_being_deleted: true })
  })
}

/** Deletes a test firm with everything in it, at once and for good. Throws as `beginDeletion` does. */
export async function deleteTestFirm(parts: StoreParts, firm_id: string): Promise<void> {
  const { db } = parts
  await beginDeletion(db, firm_id)
  const files = await db.forFirm(firm_id, (tx) => tx.all<{ key: string }>(sql`select key from stored_files`))
  for (const { key } of files) await discardFile(parts, firm_id, key)
  let deleted: number
  do {
    deleted = await db.forFirm(firm_id, (tx) => purgeMatters(tx, portion))
  } while (deleted === portion)
  await db.withTimeout(rest_timeout_ms).forPlatform((tx) => removeTestFirm(tx, firm_id))
}

/** The same as a job, which finds nothing to do once a job before it has done it. */
export function deleteInBackground(parts: StoreParts, { test_firm_id }: RequestedDeletion): Promise<void> {
  return deleteTestFirm(parts, test_firm_id).catch(ignoreMissing)
}

/** For who deletes a test firm that is gone: another press, or another process, was faster. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Failure && error.kind === "not_found")) throw error
}
