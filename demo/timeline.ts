// Replays the files' timelines through the product's own functions, each event at its time.
import { joinPeople } from "../server/follow-up/search/people.ts"
import { createAgreement } from "../server/intake/agreements/agreements.ts"
import { assignMatter } from "../server/intake/matters/assignment.ts"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../server/intake/matters/invitations/sending.ts"
import { getMatterRow } from "../server/intake/matters/matter-row.ts"
import { createMatter } from "../server/intake/matters/matters.ts"
import { prepareMatter } from "../server/intake/matters/new-matter.ts"
import type { Tx } from "../server/platform/db/database.ts"
import { applyEvent, minutesAfter } from "./events.ts"
import type { FirmFile, MatterFile } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found, type MatterKeys, personIn } from "./keys.ts"

/** Replays all matters in chronological order, so that newer records have newer ids. Returns the matters' ids. */
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
        created[key] = await create(firm, matter, matter.returns_from && created[matter.returns_from])
      },
    },
    ...matter.events.map((event) => ({
      at: event.at,
      run: () => applyEvent(firm, found(created[key], key), event),
    })),
  ])
  for (const [key, { created_at, by, questionnaires, ...words }] of Object.entries(agreements)) {
    const rules = {
      questionnaire_ids: questionnaires.map((one) => found(firm.questionnaires[one], one).id),
      by_both: true,
      only_for_two: false,
      is_required: true,
      before_sending: false,
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

async function create(firm: DemoFirm, matter: MatterFile, earlier?: MatterKeys | ""): Promise<MatterKeys> {
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
    const people = await readParties(tx, matter_id)
    if (earlier) await joinPeople(tx, personIn(earlier, "main"), found(people.main, "the client"))
    return {
      matter_id,
      questionnaire,
      users: {},
      people,
      assets: {},
      topics: {},
    }
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
