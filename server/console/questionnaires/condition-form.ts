import { findMismatches } from "../../definition/comparison-rules.ts"
import {
  type Comparison,
  type Condition,
  comparisonNames,
  factNames,
  type Leaf,
} from "../../definition/conditions.ts"
import { isNumeric } from "../../definition/definition.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../page-request.ts"
import {
  type ConditionGroups,
  comparisonsFor,
  groupModes,
  groupsOf,
  maxGroups,
  maxRows,
  optionsFor,
  type PartsBefore,
  rulesFor,
} from "./condition-groups.ts"
import { type FormReader, noteFault } from "./form-reader.ts"
import { isoDateOf } from "./iso-date.ts"

/** The name of a field of a row, or without a row of its group. */
export const nameOf = (field: string, group: number, row?: number) =>
  row === undefined ? `${field}_${group}` : `${field}_${group}_${row}`

/** The condition that the rows say; undefined for none. It may look at what stands `before`. */
export function readCondition(
  reader: FormReader,
  before: PartsBefore,
  stored: Condition | undefined,
): Condition | undefined {
  const { form } = reader
  const mode = textOf(form, "mode") === "any" ? "any" : "all"
  const parts = numbers(maxGroups).flatMap((group) => readGroup(reader, group, before, mode))
  // What rows cannot say stays until its author takes it away.
  if (groupsOf(stored, before) === undefined && parts.length === 0)
    return textOf(form, "without_condition") ? undefined : stored
  const [only] = parts
  return parts.length > 1 ? joined(mode, parts) : only && unwrapped(only)
}

/** What was typed, as rows: for a form that comes back. */
export function typedGroups(form: Form): ConditionGroups {
  const groups = numbers(maxGroups).map((group) => ({
    mode: modeOf(form, group),
    rows: numbers(maxRows)
      .map((row) => ({
        subject: textOf(form, nameOf("if", group, row)),
        comparison: textOf(form, nameOf("how", group, row)),
        value: textOf(form, nameOf("what", group, row)),
      }))
      .filter(({ subject }) => subject !== ""),
  }))
  return {
    mode: textOf(form, "mode") === "any" ? "any" : "all",
    groups: groups.filter(({ rows }) => rows.length > 0),
  }
}

const numbers = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

const modeOf = (form: Form, group: number) =>
  groupModes.find((each) => each === textOf(form, nameOf("group_mode", group))) ?? "all"

/** A group as parts of the whole: one that is met as the whole is needs no brackets. */
function readGroup(
  reader: FormReader,
  group: number,
  before: PartsBefore,
  whole: "all" | "any",
): Condition[] {
  const leaves = numbers(maxRows).flatMap((row) => readRow(reader, group, row, before))
  const mode = modeOf(reader.form, group)
  if (leaves.length === 0 || mode === whole) return leaves
  return [mode === "none" ? { not: unwrapped(joined("any", leaves)) } : joined(mode, leaves)]
}

const joined = (mode: "all" | "any", parts: Condition[]): Condition =>
  mode === "any" ? { any: parts } : { all: parts }

/** What holds one condition only is that condition. */
function unwrapped(condition: Condition): Condition {
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : []
  const [only] = parts
  return only && parts.length === 1 ? only : condition
}

function readRow(reader: FormReader, group: number, row: number, before: PartsBefore): Leaf[] {
  const at = (field: string) => textOf(reader.form, nameOf(field, group, row))
  const subject = at("if")
  if (subject === "") return []
  const question = before.questions.find(({ id }) => id === subject)
  const fact = factNames.find((name) => name === subject)
  if (!question && !fact) {
    noteFault(reader, nameOf("if", group, row), "Choose a question that is asked earlier.")
    return []
  }
  // Another question was picked: what stands beside it belongs to the one before.
  const isSame = at("was") === subject
  const fitting = comparisonsFor(subject, before)
  const how =
    (isSame && fitting.find(({ value }) => value === at("how"))?.value) || firstFitting(subject, before)
  const comparison = readComparison(reader, nameOf("what", group, row), {
    ...{ subject, how, before },
    typed: isSame ? at("what") : "",
  })
  const reference = question ? { question: question.id } : { fact: fact ?? "has_partner" }
  return comparison ? [{ ...reference, ...comparison } as Leaf] : []
}

/** What a condition says until its author has said more: the first choice, or that there is an answer at all. */
function firstFitting(subject: string, before: PartsBefore) {
  if (subject === "number_of_children") return "greater_than"
  const isPicked = optionsFor(subject, before, "").length > 0
  return (isPicked && comparisonsFor(subject, before)[0]?.value) || "answered"
}

function readComparison(
  reader: FormReader,
  field: string,
  { subject, how, typed, before }: { subject: string; how: string; typed: string; before: PartsBefore },
): Comparison | undefined {
  if (how === "answered" || how === "unanswered") return { is_answered: how === "answered" }
  const name = comparisonNames.find((each) => each === how)
  const rules = rulesFor(subject, before)
  const options = optionsFor(subject, before, typed)
  const type = before.questions.find(({ id }) => id === subject)?.type
  const option = options.find(([value]) => String(value) === typed) ?? options[0]
  const isNumber = isNumeric(type) || subject === "number_of_children"
  const value = option
    ? option[0]
    : type === "date"
      ? isoDateOf(typed)
      : isNumber
        ? typed.replace(/[$,\s]/g, "") || (subject === "number_of_children" ? "0" : "")
        : typed
  const comparison = name && ({ [name]: value } as Comparison)
  // A choice that was taken away is for the linter to tell.
  const isGone = option && !optionsFor(subject, before, "").some(([each]) => each === option[0])
  if (comparison && isGone) return comparison
  if (comparison && value !== undefined && rules && findMismatches(comparison, rules).length === 0)
    return comparison
  noteFault(
    reader,
    field,
    type === "date"
      ? "Enter a date like 12/31/2026."
      : isNumber
        ? "Enter a number."
        : "Enter what to compare with.",
  )
  return undefined
}
