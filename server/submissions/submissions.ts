// What was sent, frozen: every submission, resubmission and completion numbers and keeps the whole matter as it was
// at that moment. A submission is never changed; the records behind it live on.
import { answersOfSnapshot } from "../answers/listing.ts"
import { answerKey } from "../definition/conditions.ts"
import { lockForEditing } from "../matters/editing.ts"
import { markCompleted, markSubmitted } from "../matters/lifecycle.ts"
import { withFirmView } from "../matters/parts-alone.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { Failure } from "../platform/errors.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { findMissing } from "./missing.ts"
import type { Missing, Where } from "./missing-answer.ts"
import { type Snapshot, type StoredSnapshot, takeSnapshot } from "./snapshot.ts"
import { aloneColumn, joinAlone, partAlone, type SnapshotAlone } from "./snapshot-alone.ts"

/** Thrown by `submitMatter`: everything that is still missing, in the order it is asked. */
export class Incomplete extends Failure {
  constructor(readonly missing: readonly Missing[]) {
    const what = missing.length === 1 ? "One thing is" : `${missing.length} things are`
    super(
      "unprocessable",
      "incomplete",
      `${what} still missing.`,
      missing.map(({ where, code, message }) => ({ param: paramOf(where), code, message })),
    )
    this.name = "Incomplete"
  }
}

function paramOf(where: Where): string {
  if ("agreement_id" in where) return `${where.agreement_id}.${where.signer_id}`
  if ("field" in where) return `${"contact_id" in where ? where.contact_id : where.asset_id}.${where.field}`
  if ("question_id" in where) return answerKey(where.question_id, where.about)
  if ("role_id" in where) return answerKey(where.role_id, where.focus_contact_id)
  return "request_id" in where ? where.request_id : where.asset_id
}

/**
 * Sends the matter in, for the first time or again, and returns the number under which it is kept. Throws
 * `Incomplete` (422) listing all that is missing, "not found", and "conflict" for a matter that may not be edited.
 */
export async function submitMatter(tx: Tx, ring: KeyRing, matter_id: string): Promise<{ number: number }> {
  await lockForEditing(tx, matter_id)
  const missing = await findMissing(tx, ring, matter_id)
  if (missing.length > 0) throw new Incomplete(missing)
  const reason = await markSubmitted(tx, matter_id)
  return { number: await keep(tx, ring, matter_id, reason) }
}

/**
 * Staff have all they need: the client can read but no longer change. What is there is kept, complete or not.
 * Throws "not found", and "conflict" for a matter that is completed or closed.
 */
export async function completeMatter(tx: Tx, ring: KeyRing, matter_id: string): Promise<{ number: number }> {
  await markCompleted(tx, matter_id)
  return { number: await keep(tx, ring, matter_id, "completed") }
}

type Reason = "submitted" | "resubmitted" | "completed"

/** The matter's lock, held by every caller, makes the numbers follow one another. */
async function keep(tx: Tx, ring: KeyRing, matter_id: string, reason: Reason): Promise<number> {
  return withFirmView(tx, async () => {
    const { shared, alone } = await partAlone(tx, matter_id, await takeSnapshot(tx, ring, matter_id))
    const { number } = await tx.one<{ number: number }>(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      select ${matter_id}, coalesce(max(number), 0) + 1, ${reason}, ${json(shared)}, ${tx.now}
        from submissions where matter_id = ${matter_id}
      returning number`)
    for (const [contact_id, snapshot] of alone) {
      await tx.run(sql`
        insert into private_submissions (matter_id, number, contact_id, snapshot)
        values (${matter_id}, ${number}, ${contact_id}, ${json(snapshot)})`)
    }
    return number
  })
}

/** Clients by the name they had given themselves when they sent it; staff by theirs. */
const senderName = sql`
  coalesce((select nullif(c.person ->> 'full_name', '') from invitations i
              join matters m on m.id = i.matter_id
              join jsonb_array_elements(s.snapshot -> 'contacts') c (person)
                on c.person ->> 'id' = case i.party when 'main' then m.contact_main_id
                                                    when 'partner' then m.contact_spouse_id
                                                    when 'representative' then m.contact_representative_id end
             where i.matter_id = s.matter_id and i.user_id = s.submitted_by
             order by i.id desc limit 1),
           nullif(u.name, ''), u.email, '')`

export interface SubmissionRow {
  number: number
  reason: Reason
  submitted_at: Date
  submitted_by: string | null
  /** Name or e-mail address; empty when not known. */
  submitted_by_name: string
}

/** All submissions of a matter, newest first. */
export function listSubmissions(tx: Tx, matter_id: string): Promise<SubmissionRow[]> {
  return tx.all(sql`
    select s.number, s.reason, s.submitted_at, s.submitted_by,
           ${senderName} as submitted_by_name
      from submissions s left join users u on u.id = s.submitted_by
     where s.matter_id = ${matter_id} order by s.number desc`)
}

export interface Submission extends SubmissionRow {
  snapshot: Snapshot
}

/** One submission with all it holds, sensitive answers in clear; throws "not found". */
export async function readSubmission(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  number: number,
): Promise<Submission> {
  const { snapshot, alone, ...row } = await tx.one<
    SubmissionRow & { snapshot: StoredSnapshot; alone: SnapshotAlone[] }
  >(sql`
    select s.number, s.reason, s.submitted_at, s.submitted_by, s.snapshot, ${aloneColumn} as alone,
           ${senderName} as submitted_by_name
      from submissions s left join users u on u.id = s.submitted_by
     where s.matter_id = ${matter_id} and s.number = ${number}`)
  const answers = joinAlone(snapshot.answers, alone, "answers")
  const documents = joinAlone(snapshot.documents, alone, "documents")
  return {
    ...row,
    snapshot: { ...snapshot, documents, answers: answersOfSnapshot(ring, matter_id, answers) },
  }
}

/** One part of a submission as stored; throws "not found". */
export async function readPart<Part extends keyof StoredSnapshot>(
  tx: Tx,
  matter_id: string,
  number: number,
  part: Part,
): Promise<StoredSnapshot[Part]> {
  const { content, alone } = await tx.one<{ content: StoredSnapshot[Part]; alone: SnapshotAlone[] }>(sql`
    select s.snapshot->${part} as content, ${aloneColumn} as alone
      from submissions s where s.matter_id = ${matter_id} and s.number = ${number}`)
  if (part !== "answers" && part !== "documents") return content
  return joinAlone(content as never[], alone, part) as StoredSnapshot[Part]
}
