// Requests that a page makes by itself to show what others have changed. No person has read what comes back, so nothing
// counts as read, no message is taken, and the session ends as if it were not used.
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../firm/access/console.ts"
import type { RoleAccess } from "../../firm/access/role-of-route.ts"
import type { Tx } from "../../platform/db/database.ts"
import { background_header } from "./in-place/shapes.ts"

const rolledBack = new Error("A background request changes nothing.")

export function isBackground({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers[background_header] === "1"
}

/**
 * Runs `work` as `inConsole` does. For a background request, what it changes is rolled back if `isFollowed` says so of its
 * result: never where the audit log records who read something.
 */
export async function inConsole<T>(
  request: FastifyRequest,
  work: (tx: Tx, staff: Staff) => Promise<T>,
  { access, isFollowed }: { access?: RoleAccess | undefined; isFollowed: (result: T) => boolean },
): Promise<T> {
  if (!isBackground(request)) return request.inConsole(work, access)
  const results: T[] = []
  const working = request.inConsole(async (tx, staff) => {
    const result = await work(tx, staff)
    results.push(result)
    if (isFollowed(result)) throw rolledBack
  }, access)
  await working.catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
  return results[0] as T
}
