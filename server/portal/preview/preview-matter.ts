// A draft as a client would meet it: a matter made for one look at it, and unmade before anybody else could see.

import { saveAnswer } from "../../answers/answers.ts"
import { answerKey } from "../../definition/conditions.ts"
import { type Approach, type Definition, takesAnswer } from "../../definition/definition.ts"
import { questionsOf } from "../../definition/parts.ts"
import type { Language } from "../../definition/text.ts"
import { createInvitation, startInvitation } from "../../matters/invitations.ts"
import { createMatter } from "../../matters/matters.ts"
import { withInviteeView } from "../../matters/parts-alone.ts"
import { mainPartyOf } from "../../matters/party-rules.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { rehearse } from "../../platform/db/rehearsal.ts"
import { Failure } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { findPersona, type Persona } from "../../questionnaires/personas.ts"
import { createQuestionnaire } from "../../questionnaires/questionnaires.ts"
import { openPageRequest, type PageRequest, refresh } from "../page-request.ts"
import { addSampleRecords } from "./sample-records.ts"

export interface Staged {
  title: string
  approach: Approach
  definition: Definition
  /** Who meets it: see questionnaires/personas.ts. */
  persona: string
  /** What was answered on the way: see `answersOf`. */
  answers: string
  lang: Language
}

/** Runs `look` on a visit to the draft, with sample people in it; nothing of it stays in the transaction. */
export function onPreviewMatter<Result>(
  tx: Tx,
  parts: Parts,
  staged: Staged,
  look: (req: PageRequest) => Promise<Result>,
): Promise<Result> {
  return rehearse(tx, async () => {
    const invitation = await prepareMatter(tx, parts, staged)
    return withInviteeView(tx, invitation.id, async () =>
      look(await openPreviewRequest(tx, parts, staged, invitation)),
    )
  })
}

async function prepareMatter(
  tx: Tx,
  parts: Parts,
  staged: Staged,
): Promise<{ id: string; matter_id: string }> {
  const { title, approach, definition } = staged
  // A questionnaire of its own: what is remembered of versions by their number must never be a draft's.
  const questionnaire_id = await createQuestionnaire(tx, {
    ...{ title, approach, definition, internal_type: "Preview" },
    url_short_name: `preview-${newId("questionnaire").slice(-32).toLowerCase()}`,
  })
  const matter = await createMatter(tx, { questionnaire_id, matter_name: "Preview" })
  const persona = findPersona(staged.approach, staged.persona)
  await addSampleRecords(tx, matter, staged, persona)
  const party = mainPartyOf(matter.client_type)
  const { id } = await createInvitation(tx, parts, { matter_id: matter.id, party, email: "" })
  return { id, matter_id: matter.id }
}

async function openPreviewRequest(
  tx: Tx,
  parts: Parts,
  staged: Staged,
  { id, matter_id }: { id: string; matter_id: string },
): Promise<PageRequest> {
  const persona = findPersona(staged.approach, staged.persona)
  const { user_id } = await startInvitation(tx, id)
  const identity = {
    ...{
      firm_id: "",
      user_id,
      session_id: "",
      matter_id,
      is_firm_staff: false,
      email: "",
      name: "",
    },
    ...{ role: "member" as const, is_suspended: false, last_seen_at: tx.now },
  }
  const req = await openPageRequest(tx, identity, parts, staged.lang)
  for (const answer of answersIn(staged.answers)) await giveAnswer(req, answer)
  return seenBy(await refresh(req), persona)
}

/** The same visit with every part in sight for those who see everything. */
export function seenBy(req: PageRequest, persona: Persona): PageRequest {
  return persona.sees_everything ? { ...req, visible: everythingIn(req) } : req
}

/** An answer on its way through the address; `of` counts clients, whose ids are new at each look. */
type SampleAnswer = [question_id: string, of: number | null, value: string | boolean | readonly string[]]

const max_answers = 200
const longest_answer = 100

/** What was answered so far, for the address of the next page: what rules can look at, and nothing sensitive. */
export async function answersOf(req: PageRequest): Promise<string> {
  const answers = await req.loaded.answers()
  const sample = questionsOf(req.definition).flatMap(
    ({ id, type, sensitive, each_client }): SampleAnswer[] => {
      if (sensitive || type === "contact" || type === "file" || !takesAnswer(type)) return []
      return (each_client ? req.facts.clients : [null]).flatMap((about, of): SampleAnswer[] => {
        const value = answers[answerKey(id, about)]
        if (value === null || value === undefined || String(value).length > longest_answer) return []
        return [[id, each_client ? of : null, value]]
      })
    },
  )
  return sample.length === 0 ? "" : JSON.stringify(sample.slice(0, max_answers))
}

/** Whatever the address holds instead is no answer. */
function answersIn(text: string): SampleAnswer[] {
  try {
    const answers: unknown = JSON.parse(text || "[]")
    return Array.isArray(answers) ? answers.filter(isSampleAnswer).slice(0, max_answers) : []
  } catch {
    return []
  }
}

function isSampleAnswer(answer: unknown): answer is SampleAnswer {
  if (!Array.isArray(answer) || typeof answer[0] !== "string") return false
  const isText = (value: unknown) => typeof value === "string"
  return (
    isText(answer[2]) ||
    typeof answer[2] === "boolean" ||
    (Array.isArray(answer[2]) && answer[2].every(isText))
  )
}

/** A question that has changed since takes no answer that no longer fits. */
async function giveAnswer(req: PageRequest, [question_id, of, value]: SampleAnswer): Promise<void> {
  const about = of === null ? null : (req.facts.clients[of] ?? null)
  await saveAnswer(req.tx, req.parts.ring, req.matter.id, { question_id, about, value }).catch((error) => {
    if (!(error instanceof Failure)) throw error
  })
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
