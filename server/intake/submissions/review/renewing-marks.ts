import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { isUnreadable, type KeyRing } from "../../../platform/secrets/key-ring.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { readSubmissions } from "../submissions.ts"
import { findingRecord } from "./acceptance.ts"
import { differencesBetween, recordsOf } from "./differences.ts"
import { listFindings } from "./findings/findings.ts"
import { purpose, signedOf } from "./seen-marks.ts"

/**
 * Re-signs a matter's acknowledgements that another master key signed; returns how many. A mark that matches no current
 * content is replaced by one that never matches.
 */
export async function renewMarks(tx: Tx, ring: KeyRing, matter_id: string): Promise<number> {
  await tx.run(sql`select from matters where id = ${matter_id} for update`)
  const all = await listRenewedMarks(tx, ring, matter_id)
  await replaceMarks(tx, ring, matter_id, all)
  return all.length
}

interface RenewedMark {
  place: string
  mark: string
  renewed: string
}

async function replaceMarks(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  marks: readonly RenewedMark[],
): Promise<void> {
  for (const { place, mark, renewed } of marks) {
    const isRow = sql`matter_id = ${matter_id} and place = ${place}`
    await tx.run(sql`
      update seen_changes set mark = ${renewed}, mark_key_id = ${ring.current_key_id}
       where ${isRow} and mark = ${mark}
         and (mark = ${renewed} or not exists (select from seen_changes where ${isRow} and mark = ${renewed}))`)
    if (renewed !== mark) await tx.run(sql`delete from seen_changes where ${isRow} and mark = ${mark}`)
  }
}

/** The marks of a matter that another key signed, and what the ring's current key makes of them. */
export async function listRenewedMarks(tx: Tx, ring: KeyRing, matter_id: string): Promise<RenewedMark[]> {
  const isOld = sql`mark_key_id is distinct from ${ring.current_key_id}`
  return (await listMarks(tx, ring, matter_id, isOld)).map(({ place, mark, text }) => ({
    ...{ place, mark },
    renewed: ring.sign(text ?? `${matter_id} replaced ${mark}`, purpose),
  }))
}

export interface SignedText {
  place: string
  mark: string
  text: string
}

/**
 * What the acknowledgements of a matter are of, to be kept with a deleted matter, sealed: no one can tell from the marks
 * once the key that signed them is retired. Nothing if the matter does not decrypt, which must not keep it from deletion.
 */
export async function listSignedTexts(tx: Tx, ring: KeyRing, matter_id: string): Promise<SignedText[]> {
  try {
    const marks = await listMarks(tx, ring, matter_id, sql`true`)
    return marks.flatMap(({ text, ...mark }) => (text === undefined ? [] : [{ ...mark, text }]))
  } catch (error) {
    if (isUnreadable(error)) return []
    throw error
  }
}

/** Signs the acknowledgements of a restored matter with the current key. */
export async function signAgain(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  signed: readonly SignedText[],
): Promise<void> {
  const marks = signed.map(({ text, ...mark }) => ({ ...mark, renewed: ring.sign(text, purpose) }))
  const changed = marks.filter(({ mark, renewed }) => mark !== renewed)
  await replaceMarks(tx, ring, matter_id, changed)
}

/** The marks of a matter and the texts that they sign; undefined for what is in it no longer. */
async function listMarks(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  which: Sql,
): Promise<{ place: string; mark: string; text: string | undefined }[]> {
  const marks = await tx.all<{ place: string; mark: string }>(sql`
    select place, mark from seen_changes where matter_id = ${matter_id} and ${which}`)
  if (marks.length === 0) return []
  const texts = Map.groupBy(await listStates(tx, ring, matter_id), ({ place }) => place)
  return marks.map(({ place, mark }) => ({
    ...{ place, mark },
    text: texts.get(place)?.find(({ text }) => ring.isSigned(text, mark, purpose))?.text,
  }))
}

/** The state of every field between consecutive submissions and now, and of everything that can be accepted. */
async function listStates(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
): Promise<{ place: string; text: string }[]> {
  const sent = await readSubmissions(tx, ring, matter_id)
  const loaded = loadMatter(tx, ring, matter_id)
  const [live, findings] = await Promise.all([readLive(loaded), listFindings(tx, loaded)])
  const snapshots = [...sent.map(({ snapshot }) => snapshot), live]
  const differing = snapshots.slice(1).flatMap((after, index) => {
    const before = snapshots[index]
    return before ? differencesBetween(before, after) : []
  })
  return [
    ...differing,
    ...snapshots.flatMap((snapshot) => recordsOf(snapshot)),
    ...findings.map(findingRecord),
  ].map((one) => signedOf(matter_id, one))
}
