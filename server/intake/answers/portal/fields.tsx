// The questions of a page as fields, and where their answers are saved.
import type { ComponentChildren } from "preact"
import { type Answers, answerKey, isAnswered } from "../../../definition/conditions/conditions.ts"
import { computeAnswers } from "../../../definition/conditions/visible-parts.ts"
import type { Question } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { textIn } from "../../../definition/text.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import type { SaveResult } from "../../matters/changes/changes.ts"
import { newTopicUrl } from "../../messages/portal/urls.ts"
import { whyNotWrite } from "../../messages/portal/who-may-write.ts"
import { withChangers } from "../../portal/changed.tsx"
import type { Field, FieldEdit, FieldStore } from "../../portal/fields/field.ts"
import { pickablePeople } from "../../portal/fields/pickable-people.ts"
import { withUnfinished } from "../../portal/fields/unfinished-dates.ts"
import { UnsuitablePeople } from "../../portal/fields/unsuitable-people.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { withLater } from "../../portal/sections/later.tsx"
import { monthInWords } from "../../portal/who-and-when.ts"
import { saveAnswer } from "../answers.ts"
import { type PriorAnswer, removePriorAnswers } from "../prior-answers.ts"
import { offeredPeople } from "./offered-people.ts"
import { visibleAfter, whenOf } from "./page-conditions.ts"

/** A page's questions, and the client they are about. */
export interface PlannedPage {
  path: string
  questions: readonly Question[]
  /** The client's contact id; null for questions asked once. */
  about: string | null
}

/** Whether any question of the page shows. */
export function isShown({ visible }: PageRequest, { questions, about }: PlannedPage): boolean {
  return questions.some((question) => visible.has(answerKey(question.id, about)))
}

/** The questions of a page as fields; those that do not show now are marked hidden. */
export async function questionFields(req: PageRequest, { questions, about }: PlannedPage): Promise<Field[]> {
  const [answers, in_doubt, priors, revisions, corrections, people] = await Promise.all([
    req.loaded.answers(),
    req.loaded.in_doubt(),
    req.loaded.priorAnswers(),
    req.loaded.revisions(),
    Promise.all(questions.map(({ id }) => correctionNotes(req, id, about))),
    questions.some(({ type }) => type === "contact") ? pickablePeople(req) : undefined,
  ])
  // A masked answer has no control on the page, so the browser's script cannot evaluate conditions on it.
  const isMasked = ({ id, sensitive }: Question) => sensitive && isAnswered(answers[answerKey(id, about)])
  const own = new Set(
    questions.filter((question) => takesAnswer(question.type) && !isMasked(question)).map(({ id }) => id),
  )
  const computed = { ...answers, ...computeAnswers(req.definition, answers, req.facts, req.visible) }
  const store = answersStore(req, answers, about)
  const offered = await Promise.all(
    questions.map((question) => offeredPeople(req, question, about, people, computed)),
  )
  const fields = questions.map((question, index): Field => {
    const key = answerKey(question.id, about)
    const given = computed[key] ?? null
    const is_in_doubt = given !== null && in_doubt.has(key)
    const stored = is_in_doubt ? null : given
    const prior = given === null && !question.sensitive && priors.find(({ field }) => field === key)
    const { min, max, whole, precision, max_length, type, required, sensitive } = question
    return {
      name: question.id,
      type,
      min,
      max,
      whole,
      precision,
      max_length,
      options: question.options,
      former_options: question.former_options,
      columns: question.columns,
      formula: question.formula,
      label: textIn(question.prompt, req.lang),
      hint: textIn(question.help, req.lang) || undefined,
      why: textIn(question.why, req.lang) || undefined,
      correction: corrections[index],
      required: required && takesAnswer(type),
      sensitive,
      value: sensitive ? null : stored,
      given: isAnswered(stored),
      prior: is_in_doubt
        ? { value: given, words: req.words.questions.in_doubt, is_in_doubt }
        : prior
          ? { value: prior.value, words: priorWords(req, prior) }
          : undefined,
      seen: revisions[req.matter.id]?.[key] ?? 0,
      people: offered[index]?.people,
      note: offered[index] && <UnsuitablePeople req={req} unsuitable={offered[index].unsuitable} />,
      store,
      message_url:
        takesAnswer(type) && !whyNotWrite(req) ? newTopicUrl({ id: question.id, about }) : undefined,
      inline: (question.options?.length ?? 0) <= 3,
      as_list: (question.options?.length ?? 0) > 12,
      hidden: !req.visible.has(key),
      when: whenOf(req, computed, question, own, about),
    }
  })
  const fieldOf = ({ name }: Field) => answerKey(name, about)
  const recorded = await withUnfinished(req, req.matter.id, fields, fieldOf)
  const deferrable = await Promise.all(
    recorded.map((field) =>
      takesAnswer(field.type)
        ? withLater(req, field, { record_id: req.matter.id, field: fieldOf(field) })
        : field,
    ),
  )
  return withChangers(req, req.matter.id, deferrable, fieldOf)
}

function priorWords({ words, lang, firm }: PageRequest, { opened_on, is_from_firm }: PriorAnswer): string {
  if (is_from_firm) return words.questions.from_firm(firm.name)
  return words.questions.prior(monthInWords(opened_on, lang))
}

/** The firm's correction requests about a question, for its field. */
async function correctionNotes(
  req: PageRequest,
  question_id: string,
  about: string | null,
): Promise<ComponentChildren> {
  const own = (await req.loaded.corrections()).filter(
    (one) => one.kind === "question" && one.record_id === question_id && one.about === about,
  )
  if (own.length === 0) return undefined
  const words = req.words.corrections
  return own.map(({ id, state, words: request }) => (
    <Notice key={id} tone={state === "open" ? "warning" : "success"}>
      <p>
        <strong>{(state === "open" ? words.firm_requests : words.firm_requested)(req.firm.name)}</strong>{" "}
        <span class="long-text">{request}</span>
      </p>
    </Notice>
  ))
}

/** The store of answers, asked once or about one client. */
export function answersStore(req: PageRequest, answers: Answers, about: string | null): FieldStore {
  return {
    save: (req, edits) => saveAnswers(req, about, edits),
    visible: (edits) => visibleAfter(req, answers, about, edits),
  }
}

async function saveAnswers(
  { tx, parts, matter, loaded }: PageRequest,
  about: string | null,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const result: SaveResult = { saved: {}, conflicts: [] }
  for (const { field, value, seen } of edits) {
    const one = await saveAnswer(tx, parts.ring, matter.id, { question_id: field, about, value, seen })
    const revision = one.saved[answerKey(field, about)]
    if (revision !== undefined) result.saved[field] = revision
    result.conflicts.push(...one.conflicts.map((conflict) => ({ ...conflict, field })))
  }
  if ((await loaded.priorAnswers()).length > 0)
    await removePriorAnswers(
      tx,
      matter.id,
      edits.map(({ field }) => answerKey(field, about)),
    )
  return result
}
