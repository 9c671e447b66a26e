import {
  type Comparable,
  type Condition,
  conditionHolds,
} from "../../../../definition/conditions/conditions.ts"
import { findLanguage } from "../../../../definition/text.ts"
import { parseMoney, parseNumber, parsePercentage } from "../../../../definition/values/amounts.ts"
import { parseDateParts } from "../../../../definition/values/dates.ts"
import type { PageFields } from "./page-fields.ts"

/** Shows and hides the questions that depend on other answers of the page, by the server's own rules. */
export function updateFollowUps(fields: PageFields): void {
  for (const part of fields.form.querySelectorAll<HTMLElement>("[data-when]")) {
    const condition = JSON.parse(part.dataset.when ?? "{}") as Condition
    const isShown = conditionHolds(
      condition,
      (reference) => ("question" in reference ? valueIn(fields, reference.question) : undefined),
      (field) => fields.comparedAs(field),
    )
    show(part, isShown, fields)
  }
}

function show(part: HTMLElement, isShown: boolean, fields: PageFields): void {
  if (part instanceof HTMLTemplateElement) {
    if (!isShown) return
    const shown = document.createElement("div")
    Object.assign(shown.dataset, part.dataset)
    shown.append(part.content.cloneNode(true))
    part.replaceWith(shown)
    const mark = shown.querySelector<HTMLInputElement>("input[name^='seen.']")
    if (mark) fields.names.push(mark.name.slice("seen.".length))
    return
  }
  part.hidden = !isShown
  for (const control of part.querySelectorAll<HTMLInputElement>("input, select, textarea"))
    control.disabled = !isShown
}

/** The value of a field as conditions compare it; null if it is blank or hidden. */
function valueIn(fields: PageFields, field: string): Comparable | null {
  const controls = fields.read(field)
  const values = (controls[field] ?? []).filter((value) => value !== "")
  const [value = ""] = values
  const typing = { ...fields.limits(field), notation: findLanguage(document.documentElement.lang) }
  switch (fields.comparedAs(field)) {
    case "yes_no":
      return value === "" ? null : value === "yes"
    case "options":
      return values
    case "number":
      return parsed(parseNumber(value, typing))
    case "money":
      return parsed(parseMoney(value, typing))
    case "percentage":
      return parsed(parsePercentage(value, typing))
    case "date": {
      const part = (of: string) => controls[`${field}_${of}`]?.[0]
      return parsed(
        parseDateParts({ month: part("month"), day: part("day"), year: part("year") }, { precision: "year" }),
      )
    }
    case "presence":
      // The country is preselected, so it does not count.
      return Object.entries(controls).some(([name, [typed = ""]]) => typed && !name.endsWith("_country_iso"))
        ? "given"
        : null
    default:
      return value.trim() || null
  }
}

function parsed(result: { kind: string; value?: string }): string | null {
  return result.kind === "value" ? (result.value ?? null) : null
}
