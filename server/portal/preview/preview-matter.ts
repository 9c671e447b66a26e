// A draft as a client would meet it: a matter made for one look at it, and unmade before anybody else could see.

import { addContact, changeContact } from "../../contacts/editing.ts"
import { addPartner } from "../../contacts/partner.ts"
import { answerKey } from "../../definition/conditions.ts"
import type { Approach, Definition } from "../../definition/definition.ts"
import { clientsSectionOf, questionsOf } from "../../definition/parts.ts"
import type { Language } from "../../definition/text.ts"
import { createInvitation, startInvitation } from "../../matters/invitations.ts"
import { createMatter } from "../../matters/matters.ts"
import { mainPartyOf } from "../../matters/party-rules.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { rehearse } from "../../platform/db/rehearsal.ts"
import { newId } from "../../platform/ids.ts"
import { createQuestionnaire } from "../../questionnaires/questionnaires.ts"
import { openPageRequest, type PageRequest } from "../page-request.ts"

export interface Staged {
  title: string
  approach: Approach
  definition: Definition
}

/** Runs `look` on a visit to the draft, with sample people in it; nothing of it stays in the transaction. */
export function onPreviewMatter<Result>(
  tx: Tx,
  parts: Parts,
  staged: Staged,
  lang: Language,
  look: (req: PageRequest) => Promise<Result>,
): Promise<Result> {
  return rehearse(tx, async () => look(await prepareMatter(tx, parts, staged, lang)))
}

async function prepareMatter(tx: Tx, parts: Parts, staged: Staged, lang: Language): Promise<PageRequest> {
  // A questionnaire of its own: what is remembered of versions by their number must never be a draft's.
  const questionnaire_id = await createQuestionnaire(tx, {
    ...staged,
    internal_type: "Preview",
    url_short_name: `preview-${newId("questionnaire").slice(-32).toLowerCase()}`,
  })
  const matter = await createMatter(tx, { questionnaire_id, matter_name: "Preview" })
  await addSamplePeople(tx, matter.id, matter.contact_main_id, staged)
  const party = mainPartyOf(matter.client_type)
  const invitation = await createInvitation(tx, parts, { matter_id: matter.id, party, email: "" })
  const { user_id } = await startInvitation(tx, invitation.id)
  const identity = {
    ...{
      firm_id: "",
      user_id,
      session_id: "",
      matter_id: matter.id,
      is_firm_staff: false,
      email: "",
      name: "",
    },
    ...{ role: "member" as const, is_suspended: false, last_seen_at: tx.now },
  }
  const req = await openPageRequest(tx, identity, parts, lang)
  return { ...req, visible: everythingIn(req) }
}

async function addSamplePeople(tx: Tx, matter_id: string, main_id: string, { approach, definition }: Staged) {
  const last = { field: "last_name", value: "Sample" }
  await changeContact(tx, main_id, [{ field: "first_name", value: "Alex" }, last])
  if (!approach.startsWith("rep-") && clientsSectionOf(definition)?.with_partner)
    await addPartner(tx, matter_id, { first_name: "Robin", last_name: "Sample" })
  await addContact(tx, matter_id, { relationship_type: "2DATR", first_name: "Kim", last_name: "Sample" })
}

/** Every part, whatever its condition: its author wants to see it. */
function everythingIn({ definition, facts, visible }: PageRequest): ReadonlySet<string> {
  const parts = definition.sections.flatMap((section) => [
    section.id,
    ...(section.kind === "documents" ? section.requests.map(({ id }) => id) : []),
    ...(section.kind === "roles" ? section.roles.map(({ id }) => id) : []),
    ...(section.kind === "assets" ? section.categories.map(({ id }) => id) : []),
  ])
  const questions = questionsOf(definition).flatMap(({ id, each_client }) => [
    id,
    ...(each_client ? facts.clients.map((about) => answerKey(id, about)) : []),
  ])
  return new Set([...visible, ...parts, ...questions])
}
