// The sentence about a filtered list.
import assert from "node:assert/strict"
import { test } from "node:test"
import { filterSentence, isFiltered, type TypedFilters, textOfParts } from "./filter-words.ts"

const names: Record<string, string> = { user_1: "Noor", stage_1: "Drafting", quest_1: "Estate planning" }
const sentenceOf = (typed: TypedFilters) => textOfParts(filterSentence(typed, (id) => names[id]))

test("the filters of the list read as one sentence", () => {
  const sentences: [TypedFilters, string][] = [
    [{}, "Matters"],
    [
      { is_open: "true", assignee: "user_1", due: "week", tag: "Probate", stage: "stage_1" },
      "Open matters of Noor, due within 7 days, tagged Probate, in stage Drafting",
    ],
    [{ due: "overdue", assignee: "me" }, "Open matters assigned to you, overdue"],
    [{ status: "started", assignee: "none" }, "Matters in progress, without an assignee"],
    [{ status: "submitted", is_open: "1" }, "Submitted matters still open"],
    [{ is_open: "false", stage: "none" }, "Completed or closed matters in no stage"],
    [{ layout: "board", stage: "gone" }, "Open matters in a removed stage"],
    [{ search: "smith", queue: "unread" }, "Matters found by “smith”, waiting as “Submitted, not read”"],
    [
      { questionnaire_id: "quest_1", quest_approach: "planning", is_submitted: "false" },
      "Matters with “Estate planning”, of the approach Planning, not submitted yet",
    ],
    [
      { from: "2026-03-02", until: "2026-04-01" },
      "Matters opened from March 2, 2026, opened until April 1, 2026",
    ],
  ]
  for (const [typed, sentence] of sentences) assert.equal(sentenceOf(typed), sentence)
})

test("every filter has words of its own, and how the list looks has none", () => {
  const filters = {
    ...{
      search: "a",
      from: "2026-01-01",
      until: "2026-01-02",
      is_submitted: "true",
      quest_approach: "business",
    },
    ...{ status: "closed", assignee: "me", questionnaire_id: "q", tag: "t", due: "month", queue: "stalled" },
    ...{ stage: "none", is_open: "true" },
  }
  const parts = filterSentence(filters, () => undefined)
  const named = parts.flatMap((part) => (typeof part === "string" ? [] : part.name))
  assert.deepEqual(named.toSorted(), Object.keys(filters).toSorted())
  const looks = { sort: "-due", layout: "board", group: "due" }
  assert.equal(isFiltered(looks), false)
  assert.equal(sentenceOf({ ...looks, layout: "" }), "Matters")
})
