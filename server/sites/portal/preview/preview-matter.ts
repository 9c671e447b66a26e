// Creates a temporary matter to preview a draft, and rolls it back before it becomes visible to any other transaction.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Approach, Definition } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { questionsOf } from "../../../definition/parts.ts"
import type { Language } from "../../../definition/text.ts"
import { saveAnswer } from "../../../intake/answers/answers.ts"
import { createInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../../intake/matters/invitations/starting.ts"
import { createMatter } from "../../../intake/matters/matters.ts"
import { mainPartyOf } from "../../../intake/matters/parties/party-rules.ts"
import { withInviteeView } from "../../../intake/matters/progress/parts-alone.ts"
import { openPageRequest, type PageRequest, refresh } from "../../../intake/portal/page-request.ts"
import { findPersona, type Persona } from "../../../intake/questionnaires/linting/personas.ts"
import { createQuestionnaire } from "../../../intake/questionnaires/questionnaires.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { dryRun } from "../../../platform/db/dry-run.ts"
import { Failure } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import { addSampleRecords } from "./sample-records.ts"

export interface PreviewOptions {
  title: string
  approach: Approach
  definition: Definition
  /** See intake/questionnaires/linting/personas.ts. */
  persona: string
  /** The answers given so far: see `answersOf`. */
  answers: string
  lang: Language
}

/** Runs `work` with a page request for a temporary matter with sample records, then rolls everything back. */
export function withPreviewMatter<Result>(
  tx: Tx,
  parts: Parts,
  options: PreviewOptions,
  work: (req: PageRequest) => Promise<Result>,
): Promise<Result> {
  return dryRun(tx, async () => {
    const invitation = await prepareMatter(tx, parts, options)
    return withInviteeView(tx, invitation.id, async () =>
      work(await openPreviewRequest(tx, parts, options, invitation)),
    )
  })
}

async function prepareMatter(
  tx: Tx,
  parts: Parts,
  options: PreviewOptions,
): Promise<{ id: string; matter_id: string }> {
  const { title, approach, definition } = options
  // A new questionnaire, so that the version cache never holds a draft under the id of the real one.
  const questionnaire_id = await createQuestionnaire(tx, {
    ...{ title, approach, definition, internal_type: "Preview" },
    url_short_name: `preview-${newId("questionnaire").slice(-32).toLowerCase()}`,
  })
  const matter = await createMatter(tx, { questionnaire_id, matter_name: "Preview" })
  const persona = findPersona(options.approach, options.persona)
  await addSampleRecords(tx, matter, options, persona)
  const party = mainPartyOf(matter.client_type)
  const { id } = await createInvitation(tx, parts, { matter_id: matter.id, party, email: "" })
  return { id, matter_id: matter.id }
}

async function openPreviewRequest(
  tx: Tx,
  parts: Parts,
  options: PreviewOptions,
  { id, matter_id }: { id: string; matter_id: string },
): Promise<PageRequest> {
  const persona = findPersona(options.approach, options.persona)
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
  const req = await openPageRequest(tx, identity, parts, options.lang)
  for (const answer of parseAnswers(options.answers)) await saveSampleAnswer(req, answer)
  return withVisibilityFor(await refresh(req), persona)
}

/** Makes every part visible for a persona that sees everything. */
export function withVisibilityFor(req: PageRequest, persona: Persona): PageRequest {
  return persona.sees_everything ? { ...req, visible: everythingIn(req) } : req
}

/** An answer in the URL. Has the client's index instead of the contact id, which is new for each preview. */
type SampleAnswer = [question_id: string, client: number | null, value: string | boolean | readonly string[]]

const max_answers = 200
const max_answer_length = 100

/** Encodes the answers given so far for the next page's URL: those that conditions can use, except sensitive ones. */
export async function answersOf(req: PageRequest): Promise<string> {
  const answers = await req.loaded.answers()
  const sample = questionsOf(req.definition).flatMap(
    ({ id, type, sensitive, each_client }): SampleAnswer[] => {
      if (sensitive || type === "contact" || type === "file" || !takesAnswer(type)) return []
      return (each_client ? req.facts.clients : [null]).flatMap((about, client): SampleAnswer[] => {
        const value = answers[answerKey(id, about)]
        if (value === null || value === undefined || String(value).length > max_answer_length) return []
        return [[id, each_client ? client : null, value]]
      })
    },
  )
  return sample.length === 0 ? "" : JSON.stringify(sample.slice(0, max_answers))
}

/** Ignores anything malformed. */
function parseAnswers(text: string): SampleAnswer[] {
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

/** Ignores an answer that no longer fits its question, because the draft may have changed. */
async function saveSampleAnswer(req: PageRequest, [question_id, client, value]: SampleAnswer): Promise<void> {
  const about = client === null ? null : (req.facts.clients[client] ?? null)
  await saveAnswer(req.tx, req.parts.ring, req.matter.id, { question_id, about, value }).catch((error) => {
    if (!(error instanceof Failure)) throw error
  })
}

/** The keys of all parts, regardless of conditions. */
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
