import { askForCorrections } from "../corrections/asking.ts"
import { collectCorrection, type NewCorrection } from "../corrections/corrections.ts"
import { listInvitations } from "../matters/invitations.ts"
import type { Tx } from "../platform/db/database.ts"
import { known, type Stage, type Told } from "./stage.ts"
import type { AskedAgain } from "./story.ts"

/** Staff ask the clients to look at something again, all of it in one mail to each. */
export async function askAgain(
  tx: Tx,
  stage: Stage,
  told: Told,
  things: readonly AskedAgain[],
): Promise<void> {
  for (const thing of things) await collectCorrection(tx, told.matter_id, namedIn(told, thing))
  const live = (await listInvitations(tx, told.matter_id)).filter(
    ({ revoked_at, email }) => revoked_at === null && email !== "",
  )
  const invitation_ids = stage.mails ? live.map(({ id }) => id) : []
  await askForCorrections(tx, stage, told.matter_id, { invitation_ids, let_edit: false })
}

function namedIn({ people, assets, questionnaire }: Told, { words, ...thing }: AskedAgain): NewCorrection {
  const about = null
  if ("person" in thing)
    return { kind: "contact", record_id: known(people[thing.person], thing.person), about, words }
  if ("asset" in thing)
    return { kind: "asset", record_id: known(assets[thing.asset], thing.asset), about, words }
  return {
    kind: "question",
    record_id: known(questionnaire.ids.get(thing.question), thing.question),
    about: thing.of ? known(people[thing.of], thing.of) : null,
    words,
  }
}
