// The fields of a form that was sent: parsed and checked, then saved by their stores.

import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { Fault } from "../../../definition/faults/faults.ts"
import { isTypedDate } from "../../../definition/kinds/kind.ts"
import { cellName } from "../../../definition/rows.ts"
import type { Language } from "../../../definition/text.ts"
import { isApproximateDate } from "../../../definition/values/dates.ts"
import { isVisible } from "../../../definition/values/typed-text.ts"
import { missingAnswer, parseAnswer } from "../../../definition/values/values.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { rawOf, seenOf, textOf } from "../../../web/portal/form.ts"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import type { PageRequest } from "../page-request.ts"
import { recordLater } from "../sections/later.tsx"
import { clearName, type Field, type FieldEdit, type FieldsSaving, laterName, laterOption } from "./field.ts"
import { someoneElseOption } from "./person-picker.tsx"
import { recordUnfinished } from "./unfinished-dates.ts"

export interface ParsedForm {
  /** The edits that are valid. */
  edits: FieldEdit[]
  faults: { field: Field; fault: Fault }[]
}

/** Parses the form's values of `fields`. With `lenient` (autosave, "Skip for now"), a blank required field is no fault. */
export function parseForm(
  fields: readonly Field[],
  form: Form,
  { today, lang }: Pick<PageRequest, "today" | "lang">,
  lenient = false,
): ParsedForm {
  const result: ParsedForm = { edits: [], faults: [] }
  for (const field of fields) {
    if (!isRevealed(field, fields, form)) continue
    const seen = seenOf(form, field.name)
    if (field.own) {
      const value = seen === undefined ? undefined : field.own.parse(form)
      if (value) result.edits.push({ field: field.name, value: value.length > 0 ? value : null, seen })
      continue
    }
    const given = rawOf(form, field.name, field.type, field.columns)
    const sent = Array.isArray(given) ? given.filter((each) => each !== someoneElseOption) : given
    const isLater = field.later !== undefined && [sent].flat().includes(laterOption)
    const later = field.later && (isLater || textOf(form, laterName(field.name)) !== undefined)
    const raw = isLater ? "" : sent
    const parsed = parseAnswer(field, raw, today, lang)
    if (parsed.kind === "absent" || sent === someoneElseOption) continue
    if (parsed.kind === "fault") {
      const typed = isTypedDate(raw) ? raw : {}
      const isEnough = field.takes_year && isApproximateDate(typed, Number(today.slice(0, 4)))
      if (!isEnough) result.faults.push({ field, fault: parsed.fault })
      if (field.type === "date")
        result.edits.push({ field: field.name, value: null, seen, typed, ...(isEnough && { later: false }) })
    } else if (parsed.kind === "value") {
      result.edits.push({ field: field.name, value: parsed.value, seen, later })
    } else {
      // The page never shows a sensitive value, so a blank control must not clear it.
      if (field.sensitive && field.given && textOf(form, clearName(field.name)) === undefined) continue
      result.edits.push({ field: field.name, value: null, seen, later })
      if (field.required && !lenient && !later && !hasGivenAlternative(field, form))
        result.faults.push({ field, fault: field.people ? { code: "person_missing" } : missingAnswer(field) })
    }
  }
  return result
}

/** Whether the option that reveals the field is picked; true for a field that no option reveals. */
function isRevealed(field: Field, fields: readonly Field[], form: Form): boolean {
  return fields.every((owner) =>
    Object.entries(owner.reveals ?? {}).every(
      ([option, names]) => !names.includes(field.name) || form[owner.name]?.includes(option),
    ),
  )
}

function hasGivenAlternative(field: Field, form: Form): boolean {
  return (field.alternatives ?? []).some((name) => isVisible(textOf(form, name) ?? ""))
}

/** Drops edits and faults of fields that the form's other answers hide. */
export function withoutHidden(fields: readonly Field[], { edits, faults }: ParsedForm): ParsedForm {
  const stores = new Set(fields.map(({ store }) => store))
  const names = new Map([...stores].map((store) => [store, store?.visible?.(edits)]))
  const isVisible = (field: Field | undefined) => names.get(field?.store)?.has(field?.name ?? "") ?? true
  return {
    edits: edits.filter((edit) => isVisible(fields.find(({ name }) => name === edit.field))),
    faults: faults.filter(({ field }) => isVisible(field)),
  }
}

/** Saves each edit in its field's store; fields without a store are skipped. */
export async function saveFields(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Promise<FieldsSaving> {
  const storeOf = ({ field }: FieldEdit) => fields.find(({ name }) => name === field)?.store
  const result: FieldsSaving = { saved: {}, conflicts: [], refused: {} }
  for (const [store, own] of Map.groupBy(edits, storeOf)) {
    const { saved, conflicts, refused } = (await store?.save(req, own)) ?? { saved: {}, conflicts: [] }
    Object.assign(result.saved, saved)
    Object.assign(result.refused, refused)
    result.conflicts.push(...conflicts)
  }
  await recordUnfinished(req, fields, edits, result)
  await recordLater(req, fields, edits)
  return result
}

/** The faults as links for the error summary. */
export function errorsOf(faults: ParsedForm["faults"], language: Language): SummaryError[] {
  return faults.map(({ field, fault }) => ({
    href: controlId(field, fault),
    text: faultSentence(fault, field.label, language),
  }))
}

/** The id of the control to focus: in a field with several controls, the faulty one or else the first. */
function controlId({ name, type, columns }: Field, { at }: Fault): string {
  if (at) return `${name}_${at}`
  if (type === "address") return `${name}_street`
  return type === "table" ? `${name}_${cellName(1, columns?.[0]?.id ?? "")}` : name
}
