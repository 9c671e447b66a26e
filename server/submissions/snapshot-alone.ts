// What a submission keeps of what each client answers alone lies beside it, in a row for each client, so that a client's
// session sees its own and no other. In the submission's own lists there is a null at every such place.
import { listFilesAlone, listPartsAlone } from "../matters/parts-alone.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { StoredSnapshot } from "./snapshot.ts"

const lists = ["answers", "documents"] as const

type Gaps<Item> = (Item | null)[]

export interface SnapshotAlone {
  answers: Gaps<StoredSnapshot["answers"][number]>
  documents: Gaps<StoredSnapshot["documents"][number]>
}

/** The rows that are seen of what belongs to the submission `s`. */
export const aloneColumn = sql`
  (select coalesce(jsonb_agg(p.snapshot), '[]') from private_submissions p
    where p.matter_id = s.matter_id and p.number = s.number)`

/** Parts a snapshot into what everybody sees and what is each client's own, by contact. */
export async function partAlone(
  tx: Tx,
  matter_id: string,
  snapshot: StoredSnapshot,
): Promise<{
  shared: Omit<StoredSnapshot, keyof SnapshotAlone> & SnapshotAlone
  alone: Map<string, SnapshotAlone>
}> {
  const [parts, files] = await Promise.all([listPartsAlone(tx, matter_id), listFilesAlone(tx, matter_id)])
  const owners = {
    answers: snapshot.answers.map(({ question, about }) => (parts.has(question) ? about : null)),
    documents: snapshot.documents.map(({ document_id }) => files.get(document_id) ?? null),
  }
  const of = (contact_id: string | null): SnapshotAlone => ({
    answers: snapshot.answers.map((answer, at) => (owners.answers[at] === contact_id ? answer : null)),
    documents: snapshot.documents.map((file, at) => (owners.documents[at] === contact_id ? file : null)),
  })
  const clients = new Set(lists.flatMap((list) => owners[list]).filter((owner) => owner !== null))
  return {
    shared: { ...snapshot, ...of(null) },
    alone: new Map([...clients].map((contact_id) => [contact_id, of(contact_id)])),
  }
}

/** One list of a submission as whoever looks may see it. */
export function joinAlone<List extends keyof SnapshotAlone>(
  shared: SnapshotAlone[List],
  alone: readonly SnapshotAlone[],
  list: List,
): NonNullable<SnapshotAlone[List][number]>[] {
  return shared.flatMap((item, at) => {
    const there = item ?? alone.map((one) => one[list][at]).find(Boolean)
    return there ? [there as NonNullable<SnapshotAlone[List][number]>] : []
  })
}
