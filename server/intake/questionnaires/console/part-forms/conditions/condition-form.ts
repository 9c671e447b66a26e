import { isDeepStrictEqual } from "node:util"
import { findMismatches } from "../../../../../definition/conditions/comparison-rules.ts"
import {
  type Comparison,
  type Condition,
  comparisonNames,
  factNames,
  type Leaf,
} from "../../../../../definition/conditions/conditions.ts"
import { isNumeric } from "../../../../../definition/kinds.ts"
import { isoDateOf } from "../../../../../definition/values/iso-date.ts"
import type { Form } from "../../../../../platform/http/responses/pages.ts"
import { trimmedTextOf } from "../../../../../web/console/page-request.ts"
import { type PartsBefore, partsBefore } from "../../../editing/parts-before.ts"
import { type FormReader, noteFault, type PartLocation } from "../part-form.ts"
import {
  type ConditionGroups,
  comparisonsFor,
  groupModes,
  groupsOf,
  maxGroups,
  maxRows,
  optionsFor,
  parseDecimal,
  rulesFor,
} from "./condition-groups.ts"

/** The name of a form field of a row or, without `row`, of its group. */
export const nameOf = (field: string, group: number, row?: number) =>
  row === undefined ? `${field}_${group}` : `${field}_${group}_${row}`

/** A section or a part that can have a condition. */
export interface Conditional {
  id: string
  condition?: Condition | undefined
}

/** Reads the condition of a part from its form; undefined for none. */
export function conditionIn(reader: FormReader, part: Conditional, { definition, section }: PartLocation) {
  return readCondition(reader, partsBefore(definition, section.id, part.id), part.condition)
}

/** Reads a condition, which can refer only to what comes `before`. */
export function readCondition(
  reader: FormReader,
  before: PartsBefore,
  stored: Condition | undefined,
): Condition | undefined {
  const { form } = reader
  const mode = trimmedTextOf(form, "mode") === "any" ? "any" : "all"
  const parts = numbers(maxGroups).flatMap((group) => readGroup(reader, group, before, mode))
  const shown = groupsOf(stored, before)
  // A stored condition stays as it is until the author changes it or, if it is too complex for the form, removes it.
  const isSame = shown
    ? isDeepStrictEqual(typedGroups(form), shown)
    : parts.length === 0 && !trimmedTextOf(form, "without_condition")
  if (isSame) return stored
  const [only] = parts
  return parts.length > 1 ? joined(mode, parts) : only && unwrapped(only)
}

/** The submitted rows, for showing a rejected form again. */
export function typedGroups(form: Form): ConditionGroups {
  const groups = numbers(maxGroups).map((group) => ({
    mode: modeOf(form, group),
    rows: numbers(maxRows)
      .map((row) => ({
        subject: trimmedTextOf(form, nameOf("if", group, row)),
        comparison: trimmedTextOf(form, nameOf("how", group, row)),
        value: trimmedTextOf(form, nameOf("what", group, row)),
      }))
      .filter(({ subject }) => subject !== ""),
  }))
  return {
    mode: trimmedTextOf(form, "mode") === "any" ? "any" : "all",
    groups: groups.filter(({ rows }) => rows.length > 0),
  }
}

const numbers = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

const modeOf = (form: Form, group: number) =>
  groupModes.find((each) => each === trimmedTextOf(form, nameOf("group_mode", group))) ?? "all"

/** Reads a group. One with the same mode as the top level needs no nesting. */
function readGroup(
  reader: FormReader,
  group: number,
  before: PartsBefore,
  topMode: "all" | "any",
): Condition[] {
  const leaves = numbers(maxRows).flatMap((row) => readRow(reader, group, row, before))
  const mode = modeOf(reader.form, group)
  if (leaves.length === 0 || mode === topMode) return leaves
  return [mode === "none" ? { not: unwrapped(joined("any", leaves)) } : joined(mode, leaves)]
}

const joined = (mode: "all" | "any", parts: Condition[]): Condition =>
  mode === "any" ? { any: parts } : { all: parts }

/** Replaces a group of one condition with that condition. */
function unwrapped(condition: Condition): Condition {
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : []
  const [only] = parts
  return only && parts.length === 1 ? only : condition
}

function readRow(reader: FormReader, group: number, row: number, before: PartsBefore): Leaf[] {
  const at = (field: string) => trimmedTextOf(reader.form, nameOf(field, group, row))
  const subject = at("if")
  if (subject === "") return []
  const question = before.questions.find(({ id }) => id === subject)
  const fact = factNames.find((name) => name === subject)
  if (!question && !fact) {
    noteFault(reader, nameOf("if", group, row), "Choose an earlier question.")
    return []
  }
  // After the author chose another question, the other fields still belong to the previous one.
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

/** The initial comparison for a new subject: the first one if there are options to choose from, or "is answered". */
function firstFitting(subject: string, before: PartsBefore) {
  if (subject === "number_of_children") return "greater_than"
  const hasOptions = optionsFor(subject, before, "").length > 0
  return (hasOptions && comparisonsFor(subject, before)[0]?.value) || "answered"
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
  const readNumber = () => {
    if (typed === "") return subject === "number_of_children" ? "0" : undefined
    const parsed = parseDecimal(typed, type, "Value")
    if ("value" in parsed) return parsed.value
    noteFault(reader, field, parsed.fault.message)
    return undefined
  }
  const known = reader.faults.length
  const value = option ? option[0] : type === "date" ? isoDateOf(typed) : isNumber ? readNumber() : typed
  const comparison = name && ({ [name]: value } as Comparison)
  // The linter reports a removed option.
  const isGone = option && !optionsFor(subject, before, "").some(([each]) => each === option[0])
  if (comparison && isGone) return comparison
  if (comparison && value !== undefined && rules && findMismatches(comparison, rules).length === 0)
    return comparison
  if (reader.faults.length > known) return undefined
  noteFault(
    reader,
    field,
    type === "date"
      ? "Enter a date like 12/31/2026."
      : isNumber
        ? "Enter a number."
        : "Enter a value to compare with.",
  )
  return undefined
}
