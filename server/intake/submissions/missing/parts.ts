// Every part that a matter's questionnaire asks for, whether it is required, and whether it was given. What is missing
// and how far clients have got both follow from it, for one matter as for many. Pure: the state is read before.

import { type Answers, answerKey, isAnswered } from "../../../definition/conditions/conditions.ts"
import type { AssetsSection, Question, Section } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import {
  type FieldRule,
  fieldsOfClient,
  fieldsOfGroup,
  fociInRows,
  fociOf,
  sendersOf,
} from "../../../definition/parts.ts"
import { groupOf } from "../../../definition/people/relationships.ts"
import type { Text } from "../../../definition/text.ts"
import { isApproximateDate } from "../../../definition/values/dates.ts"
import { fitsQuestion, missingAnswer } from "../../../definition/values/values.ts"
import type { AssetRecord } from "../../assets/assets.ts"
import { type AgendaItem, isOnAgenda } from "../../matters/progress/agenda.ts"
import { isUnfinished, type UnfinishedField } from "../../matters/progress/unfinished-fields.ts"
import type { Visibility } from "../../matters/progress/visibility.ts"
import type { Assignment } from "../../roles/roles.ts"
import { type AssetWithShares, incompleteSharesOf } from "../review/shares.ts"
import type { MissingLocation } from "./missing-answer.ts"
import { codeOfField, fieldLabels, type MissingCode } from "./missing-sentences.ts"
import { clientsInSection, isBlank, type MatterDetails, type PersonDetails } from "./person-details.ts"

/** What decides which parts were given. */
export interface MatterState extends Pick<Visibility, "visible" | "alone" | "visible_alone_clients"> {
  matter: MatterDetails
  /** The clients whom questions of each client are about. */
  clients: readonly string[]
  people: readonly PersonDetails[]
  answers: Answers
  /** Sensitive answers were not opened, and count as fitting their questions. */
  is_sealed?: boolean
  in_doubt: ReadonlySet<string>
  /** The answered document requests by `answerKey`. */
  requests: Pick<ReadonlySet<string>, "has">
  assignments: readonly Pick<Assignment, "role_id" | "focus_contact_id">[]
  /** At least those with beneficiaries or an unfinished field. */
  assets: readonly (AssetWithShares & Pick<AssetRecord, "fields">)[]
  unfinished: readonly Pick<UnfinishedField, "record_id" | "field" | "typed">[]
  agenda: readonly Pick<AgendaItem, "record_id" | "field">[]
  /** The firm's. */
  this_year: number
}

/** A question, role, or document, for one client if each of them is asked; a detail of a person; what an asset lacks. */
export interface Part {
  where: MissingLocation
  label: Text
  /** The client it is about; null for all. */
  about: string | null
  is_required: boolean
  is_given: boolean
  /** Why it is missing, if it is. */
  code: MissingCode
}

/** The parts of a visible section, in questionnaire order. */
export function partsIn(section: Section, state: MatterState): Part[] {
  const { clients, visible, alone } = state
  switch (section.kind) {
    case "clients":
      return clientsInSection(state.matter, section.with_partner).flatMap(([who, id]) =>
        state.people
          .filter((person) => person.id === id)
          .flatMap((person) => detailsOf(person, fieldsOfClient(section, who), state)),
      )
    case "people":
      return section.groups
        .filter(({ included }) => included)
        .flatMap((group) =>
          state.people
            .filter((person) => !person.is_client && groupOf(person.relationship_type) === group.group)
            .flatMap((person) => detailsOf(person, fieldsOfGroup(group), state, state.this_year)),
        )
    case "questions":
      return section.questions
        .filter(({ type }) => takesAnswer(type))
        .flatMap((question) =>
          (question.each_client ? clients : [null])
            .filter((about) => visible.has(answerKey(question.id, about)))
            .map((about) => answerTo(question, about, state)),
        )
    case "roles":
      return section.roles
        .filter(({ active }) => active)
        .flatMap((role) =>
          fociOf(role, clients).map((focus) => ({
            where: { role_id: role.id, ...(focus !== null && { focus_contact_id: focus }) },
            ...{ label: role.role_description, about: focus, code: "person_missing" },
            is_required: role.required ?? false,
            is_given: fociInRows(focus, clients[0]).some((about) =>
              state.assignments.some((row) => row.role_id === role.id && row.focus_contact_id === about),
            ),
          })),
        )
    case "documents":
      return section.requests
        .filter(({ id }) => visible.has(id))
        .flatMap((request) =>
          sendersOf(request, alone, state.visible_alone_clients).map((about) => ({
            where: { request_id: request.id, ...(about !== null && { about }) },
            ...{ label: request.label, about, code: "document_missing" },
            is_required: request.required,
            is_given: state.requests.has(answerKey(request.id, about)),
          })),
        )
    case "assets":
      return lacksOfAssets(section, state)
  }
}

/** Whether the part holds up a submission. What the client wants to talk about does not, but for a date begun. */
export function isMissing(part: Part, state: Pick<MatterState, "matter" | "agenda">): boolean {
  return part.is_required && !part.is_given && (part.code === "date_unfinished" || !isDeferred(part, state))
}

/** Whether the client wants to talk about it. */
export function isDeferred(
  { where }: Pick<Part, "where">,
  { matter, agenda }: Pick<MatterState, "matter" | "agenda">,
) {
  const isOn = (part_id: string, about?: string) => isOnAgenda(agenda, matter.id, answerKey(part_id, about))
  if ("contact_id" in where) return isOnAgenda(agenda, where.contact_id, where.field)
  if ("question_id" in where) return isOn(where.question_id, where.about)
  return "role_id" in where && isOn(where.role_id, where.focus_contact_id)
}

function answerTo(question: Question, about: string | null, state: MatterState): Part {
  const { id, prompt, required, sensitive } = question
  const key = answerKey(id, about)
  const value = state.answers[key]
  const isInDoubt = state.in_doubt.has(key)
  const isBegun = isUnfinished(state.unfinished, state.matter.id, key)
  const fits = isAnswered(value) && ((state.is_sealed && sensitive) || fitsQuestion(question, value ?? ""))
  return {
    where: { question_id: id, ...(about !== null && { about }) },
    ...{ label: prompt, about },
    is_required: required || isBegun || isInDoubt,
    is_given: state.requests.has(key) || (fits && !isInDoubt),
    code: isBegun ? "date_unfinished" : isInDoubt ? "in_doubt" : missingAnswer(question).code,
  }
}

/** `this_year` is set where the year of a date is enough if no one knows the day. */
function detailsOf(
  person: PersonDetails,
  fields: readonly FieldRule[],
  { matter, unfinished }: MatterState,
  this_year?: number,
): Part[] {
  return fields.map(({ field, required }) => {
    const begun = unfinished.find((each) => each.record_id === person.id && each.field === field)
    const isEnough = begun && this_year !== undefined && isApproximateDate(begun.typed, this_year)
    return {
      where: { contact_id: person.id, field },
      ...{ label: { en: fieldLabels.en[field], es: fieldLabels.es[field] }, about: null },
      is_required: required || begun !== undefined,
      is_given: isEnough || !isBlank(field, person, matter),
      code: begun ? "date_unfinished" : codeOfField(field),
    }
  })
}

function lacksOfAssets({ categories }: AssetsSection, { assets, unfinished }: MatterState): Part[] {
  const lack = { about: null, is_required: true, is_given: false }
  const dates = categories.flatMap(({ id, additional_fields }) =>
    assets
      .filter(({ for_fin_category }) => for_fin_category === id)
      .flatMap((asset) =>
        additional_fields
          .filter((field) => !asset.fields[field.id] && isUnfinished(unfinished, asset.id, field.id))
          .map(({ id: field, prompt }): Part => {
            return { ...lack, where: { asset_id: asset.id, field }, label: prompt, code: "date_unfinished" }
          }),
      ),
  )
  const incomplete = categories
    .filter(({ ask_beneficiaries }) => ask_beneficiaries)
    .flatMap(({ id, title }) =>
      incompleteSharesOf(assets, unfinished)
        .filter(({ for_fin_category }) => for_fin_category === id)
        .map(({ asset_id, level, description }): Part => {
          return {
            ...lack,
            where: { asset_id, level },
            label: description || title,
            code: "shares_incomplete",
          }
        }),
    )
  return [...dates, ...incomplete]
}
