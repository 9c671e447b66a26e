// Makes what the files tell happen by the product's own verbs, each event at its time.
import { createAgreement } from "../server/agreements/agreements.ts"
import { requestSignature, signAgreement } from "../server/agreements/signing.ts"
import { textIn } from "../server/definition/text.ts"
import { handOver } from "../server/handovers/handovers.ts"
import { restrictMatter } from "../server/matters/access-list.ts"
import { assignMatter } from "../server/matters/assignment.ts"
import { sendInvitation } from "../server/matters/invitation-mail.ts"
import { createInvitation, listInvitations, startInvitation } from "../server/matters/invitations.ts"
import { closeMatter } from "../server/matters/lifecycle.ts"
import { getMatterRow } from "../server/matters/matter-row.ts"
import { createMatter } from "../server/matters/matters.ts"
import { prepareMatter } from "../server/matters/new-matter.ts"
import { markReviewed } from "../server/matters/section-reviews.ts"
import type { Actor, Tx } from "../server/platform/db/database.ts"
import { remindClients } from "../server/reminders/remind.ts"
import { completeMatter, submitMatter } from "../server/submissions/submissions.ts"
import { applyCorrections } from "./corrections.ts"
import type { FirmFile, MatterFile, TimelineEvent } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found, type MatterKeys, partIn } from "./keys.ts"
import type { Records } from "./record-shapes.ts"
import { saveRecords, uploadFiles } from "./records.ts"

/** Plays all matters in the order things happened, so that newer records have newer ids; returns the matters' ids. */
export async function applyTimeline(
  firm: DemoFirm,
  matters: Readonly<Record<string, MatterFile>>,
  agreements: FirmFile["agreements"] = {},
): Promise<Record<string, string>> {
  const created: Record<string, MatterKeys> = {}
  const steps = Object.entries(matters).flatMap(([key, matter]) => [
    {
      at: matter.created.at,
      run: async () => {
        created[key] = await create(firm, matter)
      },
    },
    ...matter.events.map((event) => ({
      at: event.at,
      run: () => applyEvent(firm, found(created[key], key), event),
    })),
  ])
  for (const [key, { created_at, by, approaches, ...words }] of Object.entries(agreements)) {
    const rules = {
      approaches,
      questionnaire_ids: [],
      by_both: true,
      only_for_two: false,
      is_required: true,
      is_active: true,
    }
    const create = (tx: Tx) => createAgreement(tx, words, rules)
    const run = async () => {
      firm.agreements[key] = await firm.past.at(new Date(created_at), found(firm.staff[by], by), create)
    }
    steps.push({ at: created_at, run })
  }
  for (const { run } of steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) await run()
  return Object.fromEntries(Object.entries(created).map(([key, { matter_id }]) => [key, matter_id]))
}

async function create(firm: DemoFirm, matter: MatterFile): Promise<MatterKeys> {
  const { name, context, invitations = [], assignee } = matter
  const questionnaire = found(firm.questionnaires[matter.questionnaire], matter.questionnaire)
  const by = found(firm.staff[matter.created.by], matter.created.by)
  const then = new Date(matter.created.at)
  const keys = await firm.past.at(then, by, async (tx) => {
    const fields = { questionnaire_id: questionnaire.id, matter_name: name, context }
    const client = invitations.find(({ party }) => party !== "partner")
    const { id: matter_id } =
      invitations.length === 0
        ? await prepareMatter(tx, firm, fields)
        : await createMatter(tx, { ...fields, client })
    for (const { message, ...person } of invitations) {
      const { id } = await createInvitation(tx, firm, { ...person, matter_id })
      if (firm.mails && person.email) await sendInvitation(tx, firm, id, { message })
    }
    return { matter_id, questionnaire, users: {}, people: await readParties(tx, matter_id), assets: {} }
  })
  if (assignee) {
    const member = found(firm.staff[assignee], assignee)
    await firm.past.at(minutesAfter(then, 1), by, (tx) => assignMatter(tx, keys.matter_id, member))
  }
  return keys
}

async function readParties(tx: Tx, matter_id: string): Promise<Record<string, string>> {
  const { contact_main_id, contact_spouse_id, contact_representative_id } = await getMatterRow(tx, matter_id)
  return {
    main: contact_main_id,
    ...(contact_spouse_id && { partner: contact_spouse_id }),
    ...(contact_representative_id && { representative: contact_representative_id }),
  }
}

async function applyEvent(firm: DemoFirm, keys: MatterKeys, event: TimelineEvent): Promise<void> {
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
  const { signs, hands_over, restricts_to } = event
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

/** Ids of the sections that the client confirmed. */
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
  // What was sent before there was an agreement does not ask for it by itself.
  await requestSignature(tx, matter_id, agreement_id)
  const { party, email } = found(
    (await listInvitations(tx, matter_id)).find((invitation) => invitation.party === by),
    by,
  )
  await signAgreement(tx, matter_id, {
    ...given,
    agreement_id,
    ...{ version: 1, party, strokes: null, agrees: true, account: email },
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
  const asked = found(
    (await listInvitations(tx, matter_id)).find(({ party }) => party === to),
    to,
  )
  const section_id = partIn(keys, key)
  const section = found(
    questionnaire.definition.sections.find(({ id }) => id === section_id),
    key,
  )
  const label = `${asked.first_name}: ${textIn(section.title, "en")}`
  await handOver(tx, firm, { matter_id, section_ids: [section_id], invitation_id: asked.id, label })
}

async function start(tx: Tx, matter_id: string, party: string): Promise<string> {
  const invitations = await listInvitations(tx, matter_id)
  const { id } = found(
    invitations.find((invitation) => invitation.party === party && !invitation.revoked_at),
    party,
  )
  return (await startInvitation(tx, id)).user_id
}

function minutesAfter(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * 60_000)
}
