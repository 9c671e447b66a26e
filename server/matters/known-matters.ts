// A matter is read far more often than it changes. What was read last is kept beside its revision, and a reading then
// asks the database no more than whether that revision stands, and whether the matter is in reach at all
// (docs/decisions/0015-revisions.md).
import { deepStrictEqual } from "node:assert"
import type { FastifyRequest } from "fastify"
import { type Sql, sql } from "../platform/db/sql.ts"
import { notFound } from "../platform/errors.ts"
import { getMatter } from "./matters.ts"
import type { Matter } from "./schema.ts"

/** About 3 kB each. */
const max_known = 1_000

interface Known {
  revision: string
  matter: Matter
}

/** Reads single matters; with `check`, compares what is remembered with what is stored each time, and throws. */
export function openKnownMatters({ check = false }: { check?: boolean | undefined }) {
  const known = new Map<string, Known>()

  async function readAnew(request: FastifyRequest, matter_id: string): Promise<Matter> {
    // The revision first: what is read after it is at least as new, so it can only be forgotten too early.
    const [{ revision }, matter] = await request.inFirm(
      (tx) => Promise.all([tx.one<Revision>(revisionOf(matter_id)), getMatter(tx, matter_id)]),
      { atOnce: true },
    )
    known.delete(matter_id)
    known.set(matter_id, { revision, matter })
    const [oldest] = known.keys()
    if (known.size > max_known && oldest !== undefined) known.delete(oldest)
    return matter
  }

  return async (request: FastifyRequest, matter_id: string): Promise<Matter> => {
    const last = known.get(matter_id)
    if (!last) return readAnew(request, matter_id)
    const { revision } = await request.readInFirm<Revision>(revisionOf(matter_id))
    if (revision === null) throw notFound()
    if (revision !== last.revision) return readAnew(request, matter_id)
    if (check) {
      const [stored, now] = await request.inFirm((tx) =>
        Promise.all([getMatter(tx, matter_id), tx.one<Revision>(revisionOf(matter_id))]),
      )
      if (now.revision === revision) deepStrictEqual(last.matter, stored)
    }
    return last.matter
  }
}

interface Revision {
  revision: string
}

/** No row for a matter out of reach. */
function revisionOf(matter_id: string): Sql {
  return sql`
    select m.revision || ' ' || q.id || ' ' || q.revision as revision
      from matters m join questionnaires q on q.id = m.questionnaire_id where m.id = ${matter_id}`
}
