// The filters of the console's list of matters, and the sentence that says what they show: the only place with its words.

import { ownValue } from "../../../definition/own-value.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { approachWords } from "../../questionnaires/approach-words.ts"
import { stateWords } from "../state-words.ts"
import { queueTitles } from "./queue-words.ts"

/** Query parameters of the list, in the order of the views that members have saved: a view is found by its whole query. */
export const filterNames = [
  ...(["search", "from", "until", "is_submitted", "quest_approach", "status", "assignee"] as const),
  ...(["questionnaire_id", "tag", "due", "queue", "sort", "stage", "layout", "is_open", "group"] as const),
]
export type FilterName = (typeof filterNames)[number]

/** The filters that are set, as typed. */
export type TypedFilters = Partial<Record<FilterName, string>>

/** How the list looks. All others say what it shows. */
const looks: readonly FilterName[] = ["sort", "layout", "group"]

export const dueWords = { overdue: "Overdue", week: "Within 7 days", month: "Within 30 days" } as const
export type Due = keyof typeof dueWords

/** Without what the list shows: how it looks stays. */
export function looksOf(typed: TypedFilters): TypedFilters {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => looks.includes(name as FilterName)))
}

/** Whether any filter is set, apart from how the list looks. */
export function isFiltered(typed: TypedFilters): boolean {
  return Object.keys(typed).length > Object.keys(looksOf(typed)).length
}

/** A part of the sentence: the words of one filter, or those between them. */
export type FilterPart = string | { name: FilterName; text: string }

/** What the list shows, in one sentence without a full stop; `nameOf` names colleagues, questionnaires and stages. */
export function filterSentence(
  typed: TypedFilters,
  nameOf: (id: string) => string | undefined,
): FilterPart[] {
  const [subject, said] = subjectOf(typed)
  const parts = (Object.keys(phrases) as FilterName[]).flatMap((name): FilterPart[] => {
    const value = typed[name]
    const words = value !== undefined && name !== said && phrases[name]
    return words ? [{ name, text: words(value, nameOf) }] : []
  })
  // After "Matters in progress", a comma; "Open matters of Noor" goes on without one.
  const isOpenEnded = typeof subject.at(-1) === "string"
  return [...subject, ...parts.flatMap((part, index) => [index === 0 && isOpenEnded ? " " : ", ", part])]
}

export function textOfParts(parts: readonly FilterPart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.text)).join("")
}

/** What kind of matters, and the filter that says so. */
function subjectOf({ status, is_open, due, layout }: TypedFilters): [FilterPart[], FilterName?] {
  if (status === "created" || status === "started") {
    return [["Matters ", { name: "status", text: stateWords[status].toLowerCase() }], "status"]
  }
  if (status)
    return [[{ name: "status", text: ownValue(stateWords, status) ?? status }, " matters"], "status"]
  if (is_open) {
    const text = isTrue(is_open) ? "Open" : "Completed or closed"
    return [[{ name: "is_open", text }, " matters"], "is_open"]
  }
  return [[due || layout === "board" ? "Open matters" : "Matters"]]
}

type Phrase = (value: string, nameOf: (id: string) => string | undefined) => string

/** In the order of the sentence. */
const phrases: Partial<Record<FilterName, Phrase>> = {
  assignee: (id, nameOf) => {
    if (id === "me") return "assigned to you"
    return id === "none" ? "without an assignee" : `of ${nameOf(id) ?? "someone unknown"}`
  },
  search: (words) => `found by “${words}”`,
  queue: (queue) => `waiting as “${ownValue(queueTitles, queue) ?? queue}”`,
  due: (due) => (due === "overdue" ? "overdue" : `due ${ownValue(dueWords, due)?.toLowerCase() ?? due}`),
  tag: (tag) => `tagged ${tag}`,
  stage: (id, nameOf) => {
    const name = nameOf(id)
    return id === "none" ? "in no stage" : name ? `in stage ${name}` : "in a removed stage"
  },
  questionnaire_id: (id, nameOf) => `with “${nameOf(id) ?? "an unknown questionnaire"}”`,
  quest_approach: (approach) => `of the approach ${ownValue(approachWords, approach) ?? approach}`,
  is_submitted: (value) => (isTrue(value) ? "submitted" : "not submitted yet"),
  is_open: (value) => (isTrue(value) ? "still open" : "completed or closed"),
  from: (day) => `opened from ${displayDate(day, "en")}`,
  until: (day) => `opened until ${displayDate(day, "en")}`,
}

function isTrue(value: string): boolean {
  return value === "true" || value === "1"
}
