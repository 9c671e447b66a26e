import { changeSettings, changeSuspension, isRemovable, removeFirm } from "../../firm/firms/firms.ts"
import { purgeMatters } from "../../intake/matters/many/matters.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure, forbidden } from "../../platform/errors.ts"
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
 * Suspends a test firm, or one that never had a matter, so that nothing is added to it from here on, and remembers that it
 * is being deleted. Throws "not found", and "forbidden" for any other firm: its matters are deleted one by one and can be
 * restored.
 */
export function beginDeletion(db: Database, firm_id: string): Promise<void> {
  return db.forPlatform(async (tx) => {
    const { name, may_go } = await tx.one<{ name: string; may_go: boolean }>(
      sql`select name, ${isRemovable} as may_go from firms f where id = ${firm_id}`,
    )
    if (!may_go)
      throw forbidden(
        "not_a_test",
        `${name} is not a test firm, and has or had matters. You can suspend it, or delete its matters in the console.`,
      )
    await changeSuspension(tx, firm_id, true)
    await changeSettings(tx, firm_id, { is_being_deleted: true })
  })
}

/** Deletes such a firm with everything in it, at once and for good. Throws as `beginDeletion` does. */
export async function deleteFirm(parts: StoreParts, firm_id: string): Promise<void> {
  const { db } = parts
  await beginDeletion(db, firm_id)
  const files = await db.forFirm(firm_id, (tx) => tx.all<{ key: string }>(sql`select key from stored_files`))
  for (const { key } of files) await discardFile(parts, firm_id, key)
  let deleted: number
  do {
    deleted = await db.forFirm(firm_id, (tx) => purgeMatters(tx, portion))
  } while (deleted === portion)
  await db.withTimeout(rest_timeout_ms).forPlatform((tx) => removeFirm(tx, firm_id))
}

/** The same as a job, which finds nothing to do once a job before it has done it. */
export function deleteInBackground(parts: StoreParts, { test_firm_id }: RequestedDeletion): Promise<void> {
  return deleteFirm(parts, test_firm_id).catch(ignoreMissing)
}

/** For who deletes a test firm that is gone: another press, or another process, was faster. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Failure && error.kind === "not_found")) throw error
}
