import { answerKey, isAnswered } from "../../../definition/conditions/conditions.ts"
import type { AssetsSection, Section } from "../../../definition/definition.ts"
import { fociOf } from "../../../definition/parts.ts"
import { type Language, type Text, textIn } from "../../../definition/text.ts"
import { fitsQuestion, missingAnswer } from "../../../definition/values/values.ts"
import type { Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { isUnfinished } from "../../matters/progress/unfinished-fields.ts"
import { rowsOf } from "../../roles/roles.ts"
import { type LoadedMatter, loadMatter } from "../loaded-matter.ts"
import { isDeferred } from "../review/agenda.ts"
import type { Missing, MissingLocation } from "./missing-answer.ts"
import {
  type MissingContext,
  missingOfClients,
  missingOfPeople,
  missingSignatures,
} from "./missing-people.ts"
import { type MissingCode, missingSentence, roleFor, sharesSentence } from "./missing-sentences.ts"
import { listRequestAnswers, type OpenItem, openDocuments, openSignatures } from "./open-items.ts"

/** Whether a matter can be submitted. Every page, email and check that says so asks `readReadiness`. */
export interface Readiness {
  /** Everything required that was not given, in questionnaire order. Empty when the matter can be submitted. */
  missing: Missing[]
  /** What may come later. */
  open: OpenItem[]
}

/** What `readReadiness` finds missing. */
export async function findMissing(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  language: Language = "en",
): Promise<Missing[]> {
  return (await readReadiness(loadMatter(tx, ring, matter_id), language)).missing
}

/**
 * What is missing, and what is open. Hidden parts, agenda items and documents that the client will bring or doesn't have
 * are not missing. Throws "not found".
 */
export async function readReadiness(loaded: LoadedMatter, language: Language = "en"): Promise<Readiness> {
  const { matter_id } = loaded
  const [
    { definition, facts, visible, alone, visible_alone_clients, today },
    in_doubt,
    matter,
    people,
    answers,
    assignments,
    states,
    shares,
    unfinished,
    agenda,
    toSign,
  ] = await Promise.all([
    loaded.visibility(),
    loaded.in_doubt(),
    loaded.row(),
    loaded.people(),
    loaded.answers(),
    loaded.assignments(),
    loaded.requestStates(),
    loaded.incompleteShares(),
    loaded.unfinished(),
    loaded.agenda(),
    loaded.toSign(),
  ])
  const assets = unfinished.some(({ field }) => field.startsWith("finfield_")) ? await loaded.assets() : []
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.full_name
  const requests = listRequestAnswers(definition, visible, { alone, clients: visible_alone_clients }, states)
  const this_year = Number(today.slice(0, 4))
  const context: MissingContext = { matter, people, unfinished, this_year, language }

  const missing = (
    section: Section,
    where: MissingLocation,
    code: MissingCode,
    text: Text,
    person?: string,
  ): Missing => {
    const label = textIn(text, language)
    const message = missingSentence(code, label, person, language)
    return { section_id: section.id, where, code, label, ...(person && { person }), message }
  }

  const missingIn = (section: Section): Missing[] => {
    switch (section.kind) {
      case "clients":
        return missingOfClients(section, context)
      case "people":
        return missingOfPeople(section, context)
      case "questions":
        return section.questions.flatMap((question) => {
          return (question.each_client ? facts.clients : [null]).flatMap((about) => {
            const key = answerKey(question.id, about)
            const value = answers[key]
            const isInDoubt = in_doubt.has(key)
            const fits = isAnswered(value) && fitsQuestion(question, value ?? "")
            const isGiven = states.has(key) || (fits && !isInDoubt)
            const isBegun = isUnfinished(unfinished, matter_id, key)
            if (!visible.has(key) || isGiven || !(question.required || isBegun || isInDoubt)) return []
            const where = { question_id: question.id, ...(about !== null && { about }) }
            const code = isBegun ? "date_unfinished" : isInDoubt ? "in_doubt" : missingAnswer(question).code
            return missing(section, where, code, question.prompt, nameOf(about))
          })
        })
      case "roles":
        return section.roles.flatMap((role) => {
          if (!role.required || !role.active) return []
          return fociOf(role, facts.clients).flatMap((focus) => {
            if (rowsOf(assignments, role.id, focus, facts.clients[0]).length > 0) return []
            const where = { role_id: role.id, ...(focus !== null && { focus_contact_id: focus }) }
            const person = nameOf(focus)
            const name = roleFor(textIn(role.role_description, language), person, language)
            const message = missingSentence("person_missing", name, undefined, language)
            return { ...missing(section, where, "person_missing", role.role_description, person), message }
          })
        })
      case "documents":
        return requests
          .filter(
            ({ id, required, state }) => required && !state && section.requests.some((one) => one.id === id),
          )
          .map(({ id, label, sender }) => {
            const where = { request_id: id, ...(sender !== null && { about: sender }) }
            return missing(section, where, "document_missing", label, nameOf(sender))
          })
      case "assets":
        return [...unfinishedIn(section), ...sharesIn(section)]
      default:
        return section satisfies never
    }
  }

  const unfinishedIn = (section: AssetsSection): Missing[] =>
    section.categories.flatMap((category) =>
      assets
        .filter((asset) => asset.for_fin_category === category.id)
        .flatMap((asset) =>
          category.additional_fields
            .filter(({ id }) => !asset.fields[id] && isUnfinished(unfinished, asset.id, id))
            .map(({ id, prompt }) => {
              const where = { asset_id: asset.id, field: id }
              return missing(section, where, "date_unfinished", prompt, asset.identifier_value)
            }),
        ),
    )

  const sharesIn = (section: AssetsSection): Missing[] =>
    section.categories
      .filter((category) => category.ask_beneficiaries)
      .flatMap((category) =>
        shares
          .filter((share) => share.for_fin_category === category.id)
          .map((share) => ({ category, share })),
      )
      .map(({ category, share: { asset_id, level, total, description, is_unread } }) => {
        const label = description || textIn(category.title, language)
        const message = sharesSentence(level, label, total, language, is_unread)
        return {
          section_id: section.id,
          where: { asset_id, level },
          code: "shares_incomplete",
          label,
          message,
        }
      })
  const answers_missing = definition.sections
    .filter(({ id }) => visible.has(id))
    .flatMap(missingIn)
    .filter(({ code, where }) => code === "date_unfinished" || !isDeferred(agenda, matter_id, where))
  return {
    missing: [...answers_missing, ...missingSignatures(toSign, language)],
    // What is still open when a matter is closed ends with it.
    open: matter.close_date === null ? [...openDocuments(requests, nameOf), ...openSignatures(toSign)] : [],
  }
}
