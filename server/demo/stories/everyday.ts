// The firm's other matters: small, of every kind and in every state, so that lists look like a practice.
import type { Calendar, Moment } from "../calendar.ts"
import type { Chapter, Given, QuestionnaireKey, Story } from "../story.ts"
import { estateOf } from "./everyday/estate.ts"
import type { Household } from "./everyday/household.ts"
import { households } from "./everyday/households.ts"
import { planOf } from "./everyday/plan.ts"
import { returnOf } from "./everyday/tax_return.ts"

/** What is given at the first sitting, and what makes it complete. */
type Sittings = readonly [first: Given, rest: Given]

const sittingsOf: Record<QuestionnaireKey, (household: Household, calendar: Calendar) => Sittings> = {
  planning: planOf,
  probate: estateOf,
  tax: returnOf,
}

/** By the family's name. */
export function everyday(calendar: Calendar): Record<string, Story> {
  return Object.fromEntries(
    households.map((household, index) => [household.last, storyOf(household, index, calendar)]),
  )
}

export function storyOf(household: Household, index: number, calendar: Calendar): Story {
  const { questionnaire, first, last, partner, opened, by, reached } = household
  const party = questionnaire === "probate" ? "representative" : "main"
  const moment = (days_later: number): Moment => [opened - days_later, timeOf(index + days_later * 5)]
  const [firstSitting, rest] = sittingsOf[questionnaire](household, calendar)
  const chapters: Chapter[] = [
    { at: moment(1), by: party, starts: true, gives: firstSitting },
    { at: moment(3), by: party, gives: rest, submits: true },
    { at: moment(6), by, completes: true },
    { at: moment(9), by, closes: true },
  ]
  return {
    questionnaire,
    matter_name: nameOf(household),
    opened: { at: moment(0), by },
    assignee: by,
    invites: [
      {
        party,
        first_name: household.answering?.first ?? first,
        last_name: household.answering?.last ?? last,
        email: household.email,
      },
      ...(partner && questionnaire !== "probate"
        ? [{ party: "partner" as const, first_name: partner.first, last_name: last }]
        : []),
    ],
    chapters: chapters.slice(0, ["created", "started", "submitted", "completed", "closed"].indexOf(reached)),
  }
}

function nameOf({ questionnaire, first, last, partner }: Household): string {
  if (questionnaire === "probate") return `Estate of ${first} ${last}`
  return partner ? `${last}, ${first} and ${partner.first}` : `${last}, ${first}`
}

/** Somewhen in the working day of the East Coast. */
function timeOf(number: number): string {
  const pad = (value: number) => String(value).padStart(2, "0")
  return `${pad(14 + (number % 7))}:${pad((number * 17) % 60)}`
}
