// Incomplete dates: the record holds no date, and the parts typed so far are saved separately until the date is complete.

import type { Fault } from "../../../definition/faults/faults.ts"
import {
  displayApproximateDate,
  displayTypedDate,
  isApproximateDate,
} from "../../../definition/values/dates.ts"
import { parseAnswer } from "../../../definition/values/values.ts"
import type { SaveResult } from "../../matters/changes/changes.ts"
import { recordUnfinishedFields } from "../../matters/progress/unfinished-fields.ts"
import type { PageRequest } from "../page-request.ts"
import type { Field, FieldEdit } from "./field.ts"

/** Adds to each date field of a record the parts typed so far. */
export async function withUnfinished(
  req: PageRequest,
  record_id: string,
  fields: readonly Field[],
  fieldOf = (field: Field) => field.name,
): Promise<Field[]> {
  if (!fields.some(({ type }) => type === "date")) return [...fields]
  const own = (await req.loaded.unfinished()).filter((each) => each.record_id === record_id)
  return fields.map((field) => {
    if (field.type !== "date") return field
    const name = fieldOf(field)
    // A date set elsewhere, such as through the API, supersedes the unfinished one.
    const typed = field.given ? undefined : own.find((each) => each.field === name)?.typed
    const isEnough = field.takes_year && typed && isApproximateDate(typed, Number(req.today.slice(0, 4)))
    const approximate = isEnough ? displayApproximateDate(typed, req.lang) : undefined
    return { ...field, record: { id: record_id, field: name }, unfinished: typed, approximate }
  })
}

/** Records which dates are incomplete and which no longer are; call it once `edits` are saved. */
export async function recordUnfinished(
  { tx, matter }: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
  { saved }: SaveResult,
): Promise<void> {
  for (const { field: edited, typed } of edits) {
    const field = fields.find(({ name }) => name === edited)
    if (!field?.record || saved[edited] === undefined || (!typed && !field.unfinished)) continue
    const parts = typed && (field.sensitive ? {} : typed)
    await recordUnfinishedFields(tx, matter.id, field.record.id, [
      { field: field.record.field, typed: parts },
    ])
  }
}

/** The fault of an incomplete date; undefined if the field has none. */
export function faultOfUnfinished(field: Field, today: string): Fault | undefined {
  if (!field.unfinished || field.approximate) return undefined
  const parsed = parseAnswer(field, field.unfinished, today)
  return parsed.kind === "fault" ? parsed.fault : { code: "date_unfinished" }
}

/** A check page's words for an approximate or incomplete date; blank for any other field. */
export function unfinishedInWords(
  { unfinished, approximate }: Field,
  { words }: Pick<PageRequest, "words">,
): string {
  if (approximate) return words.frame.date_approximate(approximate)
  return unfinished ? words.frame.date_unfinished(displayTypedDate(unfinished)) : ""
}
