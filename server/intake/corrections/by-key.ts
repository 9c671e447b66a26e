// Corrections as the firm's software reads and requests them. What staff have only collected is not among them.
import type { Tx } from "../../platform/db/database.ts"
import { badRequest, type Fault, found } from "../../platform/errors.ts"
import { joinFaults } from "../../platform/http/requests/malformed.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import { lockForEditing } from "../matters/editing.ts"
import { type InvitationParts, listInvitations } from "../matters/invitations/invitations.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { listCorrections, withdrawCorrection } from "./corrections.ts"
import { defaultRecipients } from "./emails.ts"
import { collectCorrections, requestCorrections, unknownSubject } from "./requests.ts"
import { type Correction, max_corrections, type NewCorrections } from "./schema.ts"
import { findSubject, listSubjects, subjectKinds } from "./subjects.ts"

/** Throws "not found". */
export async function listRequested(tx: Tx, matter_id: string): Promise<Correction[]> {
  await getMatterRow(tx, matter_id)
  return (await listCorrections(tx, matter_id)).flatMap((row) => {
    const { state, requested_at, answered_at, ended_at } = row
    if (state === "collected" || !requested_at) return []
    const { id, kind, record_id, about, label, words } = row
    return {
      ...{ id, kind, record_id, about, label, words, state, requested_at: timestampText(requested_at) },
      answered_at: answered_at && timestampText(answered_at),
      ended_at: ended_at && timestampText(ended_at),
    }
  })
}

/** Requests several corrections at once, as staff do after they have collected them; returns these. */
export async function requestAll(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { corrections, invitation_ids, let_edit = false }: NewCorrections,
): Promise<Correction[]> {
  const all = corrections.map(({ about = null, ...correction }) => ({ ...correction, about }))
  const ids = await collectCorrections(tx, matter_id, all)
  const recipients = invitation_ids ?? defaultRecipients(await listInvitations(tx, matter_id))
  await requestCorrections(tx, parts, matter_id, { invitation_ids: recipients, let_edit, ids })
  return (await listRequested(tx, matter_id)).filter(({ id }) => ids.includes(id))
}

/** Locks the matter and throws "bad request" with every fault: those of the schema, and each record it doesn't have. */
export async function checkNewCorrections(
  tx: Tx,
  matter_id: string,
  body: { corrections?: unknown } | undefined,
  malformed: readonly Fault[],
): Promise<void> {
  await lockForEditing(tx, matter_id)
  const given = Array.isArray(body?.corrections) ? body.corrections.slice(0, max_corrections) : []
  const subjects = await listSubjects(tx, matter_id)
  const unknown = given.flatMap(
    (one: Partial<NewCorrections["corrections"][number]> | null, index): Fault[] => {
      const { kind, record_id, about = null } = one ?? {}
      if (!subjectKinds.some((known) => known === kind) || typeof record_id !== "string") return []
      const param = `corrections.${index}.record_id`
      const whose = kind === "question" ? ` that is asked about the person in "about"` : ""
      const message = `"${param}" is not the id of a record of the kind "${kind}" in this matter${whose}. Use an id from the matter's own lists.`
      return findSubject(subjects, { kind, record_id, about }) ? [] : [{ ...unknownSubject, param, message }]
    },
  )
  const faults = joinFaults(malformed, unknown)
  if (faults.length > 0) throw badRequest(faults)
}

/** Withdraws a requested correction; returns whether it was not withdrawn before. Throws "conflict" if it was resolved. */
export async function withdrawRequested(tx: Tx, matter_id: string, id: string): Promise<boolean> {
  await lockForEditing(tx, matter_id)
  const { state } = await getRequested(tx, matter_id, id)
  if (state === "withdrawn") return false
  await withdrawCorrection(tx, matter_id, id)
  return true
}

/** Throws "not found". */
export async function getRequested(tx: Tx, matter_id: string, id: string): Promise<Correction> {
  return found((await listRequested(tx, matter_id)).find((one) => one.id === id))
}
