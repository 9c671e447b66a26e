// The part of a submission that each client answered alone, stored in a separate row per client, so that a client's
// session sees only its own. The shared lists have a null in each of those positions.

import { sql, type Tx } from "../../platform/db/sql.ts"
import { listFilesAlone } from "../matters/progress/parts-alone.ts"
import type { LoadedMatter } from "./loaded-matter.ts"
import type { UnavailableDocument } from "./schema.ts"
import type { StoredSnapshot } from "./snapshot.ts"

const lists = ["answers", "documents", "unavailable_documents"] as const

type Gaps<Item> = (Item | null)[]

export interface PrivateSnapshot {
  answers: Gaps<StoredSnapshot["answers"][number]>
  documents: Gaps<StoredSnapshot["documents"][number]>
  unavailable_documents?: Gaps<UnavailableDocument>
}

/** The private rows of submission `s` that the viewer may see. */
export const privateColumn = sql`
  (select coalesce(jsonb_agg(p.snapshot), '[]') from private_submissions p
    where p.matter_id = s.matter_id and p.number = s.number)`

/** Splits a snapshot into the shared part and each client's own, by contact id. */
export async function splitSnapshot(
  tx: Tx,
  loaded: LoadedMatter,
  snapshot: StoredSnapshot,
): Promise<{
  shared: Omit<StoredSnapshot, keyof PrivateSnapshot> & PrivateSnapshot
  alone: Map<string, PrivateSnapshot>
}> {
  const { alone } = await loaded.visibility()
  if (alone.size === 0) return { shared: snapshot, alone: new Map() }
  const files = await listFilesAlone(tx, loaded.matter_id)
  const unavailable = snapshot.unavailable_documents ?? []
  const owners = {
    answers: snapshot.answers.map(({ question, about }) => (alone.has(question) ? about : null)),
    documents: snapshot.documents.map(({ document_id }) => files.get(document_id) ?? null),
    unavailable_documents: unavailable.map(({ id, contact }) => (alone.has(id) ? contact : null)),
  }
  const of = (contact_id: string | null): PrivateSnapshot => ({
    answers: snapshot.answers.map((answer, at) => (owners.answers[at] === contact_id ? answer : null)),
    documents: snapshot.documents.map((file, at) => (owners.documents[at] === contact_id ? file : null)),
    unavailable_documents: unavailable.map((request, at) =>
      owners.unavailable_documents[at] === contact_id ? request : null,
    ),
  })
  const clients = new Set(lists.flatMap((list) => owners[list]).filter((owner) => owner !== null))
  return {
    shared: { ...snapshot, ...of(null) },
    alone: new Map([...clients].map((contact_id) => [contact_id, of(contact_id)])),
  }
}

/** One list of a submission as the viewer may see it. */
export function mergePrivate<List extends keyof PrivateSnapshot>(
  shared: NonNullable<PrivateSnapshot[List]>,
  alone: readonly PrivateSnapshot[],
  list: List,
): ItemOf<List>[] {
  return shared.flatMap((item, at) => {
    const there = item ?? alone.map((one) => one[list]?.[at]).find(Boolean)
    return there ? [there as ItemOf<List>] : []
  })
}

type ItemOf<List extends keyof PrivateSnapshot> = NonNullable<NonNullable<PrivateSnapshot[List]>[number]>
