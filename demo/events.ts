import { textIn } from "../server/definition/text.ts"
import { getFirm } from "../server/firm/firms/firms.ts"
import { requestSignature, signAgreement } from "../server/intake/agreements/signing.ts"
import { handOver } from "../server/intake/handovers/handovers.ts"
import { changeFiling } from "../server/intake/matters/filing/filing.ts"
import { listInvitations } from "../server/intake/matters/invitations/invitations.ts"
import { startInvitation } from "../server/intake/matters/invitations/starting.ts"
import { closeMatter } from "../server/intake/matters/lifecycle.ts"
import { restrictMatter } from "../server/intake/matters/parties/access-list.ts"
import { markReviewed } from "../server/intake/matters/progress/section-reviews.ts"
import { moveToStage, stagesOf } from "../server/intake/matters/stages/stages.ts"
import { remindClients } from "../server/intake/reminders/remind.ts"
import { completeMatter, submitMatter } from "../server/intake/submissions/submissions.ts"
import type { Actor, Tx } from "../server/platform/db/database.ts"
import { addDemoNote, writeDemoMessage } from "./conversations.ts"
import { applyCorrections } from "./corrections.ts"
import type { TimelineEvent } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found, type MatterKeys, partIn } from "./keys.ts"
import type { Records } from "./record-shapes.ts"
import { saveRecords, uploadFiles } from "./records.ts"

/** Applies one event of a matter, each part a few minutes after the previous one. */
export async function applyEvent(firm: DemoFirm, keys: MatterKeys, event: TimelineEvent): Promise<void> {
  const then = new Date(event.at)
  const { matter_id } = keys
  if (event.starts)
    keys.users[event.by] = await firm.past.at(then, "", (tx) => start(tx, matter_id, event.by))
  const by = found(keys.users[event.by] ?? firm.staff[event.by], event.by)
  const act = <T>(minutes: number, work: (tx: Tx) => Promise<T>) =>
    firm.past.at(minutesAfter(then, minutes), by, work)
  const { requests_corrections } = event
  if (event.reminds && firm.mails) await act(0, (tx) => remindClients(tx, firm, matter_id))
  if (requests_corrections) await act(0, (tx) => applyCorrections(tx, firm, keys, requests_corrections))
  if (event.saves) await save(firm, keys, minutesAfter(then, 2), { user_id: by }, event.saves)
  for (const section_id of reviewedIn(event, keys)) {
    await act(4, (tx) => markReviewed(tx, matter_id, section_id))
  }
  const { signs, hands_over, restricts_to, writes, notes, files_under, moves_to } = event
  if (files_under) await act(0, (tx) => changeFiling(tx, matter_id, files_under))
  if (moves_to) await act(0, (tx) => move(tx, matter_id, moves_to))
  if (notes) await act(0, (tx) => addDemoNote(tx, firm, keys, notes))
  // A message from staff sends the client an email.
  if (writes && (firm.mails || keys.users[event.by]))
    await act(0, (tx) => writeDemoMessage(tx, firm, keys, writes))
  if (hands_over) await act(4, (tx) => handPart(tx, firm, keys, hands_over))
  if (signs) await act(4, (tx) => sign(tx, firm, matter_id, event.by, signs))
  if (event.submits) await act(5, (tx) => submitMatter(tx, firm.ring, matter_id))
  if (event.completes) await act(0, (tx) => completeMatter(tx, firm.ring, matter_id))
  if (event.closes) await act(0, (tx) => closeMatter(tx, matter_id))
  if (restricts_to) {
    const people = restricts_to.map((name) => found(firm.staff[name], name))
    await act(0, (tx) => restrictMatter(tx, matter_id, people))
  }
}

async function move(tx: Tx, matter_id: string, name: string): Promise<void> {
  const stages = stagesOf((await getFirm(tx)).settings)
  const stage_id = found(
    stages.find((stage) => stage.name === name),
    name,
  ).id
  await moveToStage(tx, matter_id, { stage_id })
}

/** Ids of the sections the client confirmed. */
function reviewedIn({ submits, reviews = [] }: TimelineEvent, keys: MatterKeys): string[] {
  if (submits) return keys.questionnaire.definition.sections.map(({ id }) => id)
  return reviews.map((key) => partIn(keys, key))
}

async function save(
  firm: DemoFirm,
  keys: MatterKeys,
  then: Date,
  actor: Actor,
  records: Records,
): Promise<void> {
  await firm.past.at(then, actor.user_id, (tx) => saveRecords(tx, firm.ring, keys, records))
  const config = { matter_storage: undefined, firm_storage: undefined }
  const parts = { db: firm.past.database(then), ring: firm.ring, files: firm.files, config }
  await uploadFiles(parts, { firm_id: firm.firm_id, ...actor }, keys, records.files ?? [])
}

async function sign(
  tx: Tx,
  firm: DemoFirm,
  matter_id: string,
  by: string,
  { agreement, ...given }: NonNullable<TimelineEvent["signs"]>,
): Promise<void> {
  const agreement_id = found(firm.agreements[agreement], agreement)
  // A matter submitted before the agreement existed doesn't ask for a signature by itself.
  await requestSignature(tx, matter_id, agreement_id)
  const { party, email } = found(
    (await listInvitations(tx, matter_id)).find((invitation) => invitation.party === by),
    by,
  )
  await signAgreement(tx, matter_id, {
    ...given,
    agreement_id,
    ...{ version: 1, party, strokes: null, agrees: true, account: email, confirmed_name: given.name },
    ...{ address: "198.51.100.24", device: "Safari, iPhone" },
  })
}

/** Asks the other client to fill in a part. */
async function handPart(
  tx: Tx,
  firm: DemoFirm,
  keys: MatterKeys,
  { section: key, to }: NonNullable<TimelineEvent["hands_over"]>,
): Promise<void> {
  const { matter_id, questionnaire } = keys
  const invitation = found(
    (await listInvitations(tx, matter_id)).find(({ party }) => party === to),
    to,
  )
  const section_id = partIn(keys, key)
  const section = found(
    questionnaire.definition.sections.find(({ id }) => id === section_id),
    key,
  )
  const label = `${invitation.first_name}: ${textIn(section.title, "en")}`
  await handOver(tx, firm, { matter_id, section_ids: [section_id], invitation_id: invitation.id, label })
}

async function start(tx: Tx, matter_id: string, party: string): Promise<string> {
  const invitations = await listInvitations(tx, matter_id)
  const { id } = found(
    invitations.find((invitation) => invitation.party === party && !invitation.revoked_at),
    party,
  )
  return (await startInvitation(tx, id)).user_id
}

export function minutesAfter(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * 60_000)
}
