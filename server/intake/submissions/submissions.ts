// Every submission, resubmission and completion gets a number and a snapshot of the entire matter. A submission never
// changes; the matter's records do.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { listToSign } from "../agreements/signing.ts"
import { answersOfSnapshot } from "../answers/listing.ts"
import type { Asset, OwnedAsset } from "../assets/schema.ts"
import { lockForEditing } from "../matters/editing.ts"
import { markCompleted, markSubmitted, type SubmissionMark } from "../matters/lifecycle.ts"
import { contactOfInvitation } from "../matters/parties/parties.ts"
import { withFirmView } from "../matters/progress/parts-alone.ts"
import { type LoadedMatter, loadMatter } from "./loaded-matter.ts"
import { readReadiness } from "./missing/missing.ts"
import type { Missing, MissingLocation } from "./missing/missing-answer.ts"
import { recordOpenItems } from "./missing/open-items.ts"
import { mergePrivate, type PrivateSnapshot, privateColumn, splitSnapshot } from "./private-snapshots.ts"
import { type Snapshot, type StoredSnapshot, takeSnapshot } from "./snapshot.ts"

/** Thrown by `submitMatter`: everything still missing, in questionnaire order. */
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

function paramOf(where: MissingLocation): string {
  if ("agreement_id" in where) return `${where.agreement_id}.${where.signer_id}`
  if ("field" in where) return `${"contact_id" in where ? where.contact_id : where.asset_id}.${where.field}`
  if ("question_id" in where) return answerKey(where.question_id, where.about)
  if ("role_id" in where) return answerKey(where.role_id, where.focus_contact_id)
  return "request_id" in where ? where.request_id : where.asset_id
}

/**
 * Submits the matter, for the first time or again, and returns the submission's number. Throws `Incomplete` (422)
 * listing all that is missing, "not found", and "conflict" for a matter that may not be edited.
 */
export async function submitMatter(tx: Tx, ring: KeyRing, matter_id: string): Promise<{ number: number }> {
  await lockForEditing(tx, matter_id)
  const loaded = loadMatter(tx, ring, matter_id)
  const { missing } = await readReadiness(loaded)
  if (missing.length > 0) throw new Incomplete(missing)
  const mark = await markSubmitted(tx, matter_id)
  // Submitting again makes the matter expect the agreements created since.
  const toSign = () => listToSign(tx, matter_id)
  return saveSubmission(tx, ring, { ...loaded, toSign }, mark)
}

/**
 * Completes the matter, so the client can read but no longer edit. Stores a snapshot, complete or not. Throws "not
 * found", and "conflict" for a matter that is completed or closed.
 */
export async function completeMatter(tx: Tx, ring: KeyRing, matter_id: string): Promise<{ number: number }> {
  const mark = await markCompleted(tx, matter_id)
  return saveSubmission(tx, ring, loadMatter(tx, ring, matter_id), mark)
}

async function saveSubmission(
  tx: Tx,
  ring: KeyRing,
  own: LoadedMatter,
  { number, reason, at }: SubmissionMark,
): Promise<{ number: number }> {
  const { matter_id } = own
  const { is_narrowed } = await own.visibility()
  return withFirmView(tx, async () => {
    // A submission stores what both clients answered separately, which neither of them sees of the other.
    const loaded = is_narrowed ? loadMatter(tx, ring, matter_id) : own
    const { shared, alone } = await splitSnapshot(tx, loaded, await takeSnapshot(ring, loaded))
    await tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${matter_id}, ${number}, ${reason}, ${json(shared)}, ${at})`)
    const { open } = await readReadiness(loaded)
    await recordOpenItems(tx, { matter_id, number }, open)
    for (const [contact_id, snapshot] of alone) {
      await tx.run(sql`
        insert into private_submissions (matter_id, number, contact_id, snapshot)
        values (${matter_id}, ${number}, ${contact_id}, ${json(snapshot)})`)
    }
    return { number }
  })
}

/** For clients, the name they had given when they submitted; for staff, their own. */
const senderName = sql`
  coalesce((select nullif(c.person ->> 'full_name', '') from invitations i
              join matters m on m.id = i.matter_id
              join jsonb_array_elements(s.snapshot -> 'contacts') c (person)
                on c.person ->> 'id' = ${contactOfInvitation}
             where i.matter_id = s.matter_id and i.user_id = s.submitted_by
             order by i.id desc limit 1),
           nullif(u.name, ''), u.email, '')`

const rowColumns = sql`
  s.number, s.reason, s.submitted_at, s.submitted_by, ${senderName} as submitted_by_name,
  (select e.id from events e where e.matter_id = s.matter_id and e.submission = s.number) as event_id`

export interface SubmissionRow {
  number: number
  reason: SubmissionMark["reason"]
  /** The event that made it; null for submissions from before events named theirs. */
  event_id: string | null
  submitted_at: Date
  submitted_by: string | null
  /** Name or email address; empty when unknown. */
  submitted_by_name: string
}

/** All submissions of a matter, newest first. */
export function listSubmissions(tx: Tx, matter_id: string): Promise<SubmissionRow[]> {
  return tx.all(sql`
    select ${rowColumns}
      from submissions s left join users u on u.id = s.submitted_by
     where s.matter_id = ${matter_id} order by s.number desc`)
}

export interface Submission extends SubmissionRow {
  snapshot: Snapshot
}

/** One submission with all its content, sensitive answers decrypted; throws "not found". */
export async function readSubmission(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  number: number,
): Promise<Submission> {
  const row = await tx.one<FullRow>(
    sql`${selectWhole} where s.matter_id = ${matter_id} and s.number = ${number}`,
  )
  return openSubmission(ring, matter_id, row)
}

/** All of them in the same form, oldest first. */
export async function readSubmissions(tx: Tx, ring: KeyRing, matter_id: string): Promise<Submission[]> {
  return openSubmissions(ring, matter_id, await tx.all(submissionsOf(matter_id)))
}

/** Selects all submissions of a matter whole, oldest first; `openSubmissions` opens the rows. */
export function submissionsOf(matter_id: string): Sql {
  return sql`${selectWhole} where s.matter_id = ${matter_id} order by s.number`
}

export function openSubmissions(ring: KeyRing, matter_id: string, rows: readonly FullRow[]): Submission[] {
  return rows.map((row) => openSubmission(ring, matter_id, row))
}

export type FullRow = SubmissionRow & { snapshot: StoredSnapshot; alone: PrivateSnapshot[] }

const selectWhole = sql`
  select ${rowColumns}, s.snapshot, ${privateColumn} as alone
    from submissions s left join users u on u.id = s.submitted_by`

function openSubmission(ring: KeyRing, matter_id: string, { snapshot, alone, ...row }: FullRow): Submission {
  const answers = mergePrivate(snapshot.answers, alone, "answers")
  const documents = mergePrivate(snapshot.documents, alone, "documents")
  return {
    ...row,
    snapshot: {
      ...snapshot,
      assets: withOwners(snapshot.assets),
      documents,
      answers: answersOfSnapshot(ring, matter_id, answers),
    },
  }
}

/** One part of a submission as stored; throws "not found". */
export async function readPart<Part extends keyof StoredSnapshot>(
  tx: Tx,
  matter_id: string,
  number: number,
  part: Part,
): Promise<StoredSnapshot[Part]> {
  const { content, alone } = await tx.one<{ content: StoredSnapshot[Part]; alone: PrivateSnapshot[] }>(sql`
    select s.snapshot->${part} as content, ${privateColumn} as alone
      from submissions s where s.matter_id = ${matter_id} and s.number = ${number}`)
  if (part === "assets") return withOwners(content as OwnedAsset[]) as StoredSnapshot[Part]
  if (part !== "answers" && part !== "documents" && part !== "unavailable_documents") return content
  return mergePrivate((content ?? []) as never[], alone, part) as StoredSnapshot[Part]
}

/** Submissions from before owners were chosen one by one have their names only. */
function withOwners(assets: readonly (Asset & Partial<OwnedAsset>)[]): OwnedAsset[] {
  return assets.map((asset) => ({ ...asset, owners: asset.owners ?? [] }))
}
