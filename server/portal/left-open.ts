// What a field holds in place of a value: a date that is not whole, of which the page keeps what was typed, and the
// client's wish to talk about it.
import { displayApproximateDate, displayTypedDate, isApproximateDate } from "../definition/dates.ts"
import type { Fault } from "../definition/faults.ts"
import { parseAnswer } from "../definition/values.ts"
import { changeAgendaItem, isOnAgenda } from "../matters/agenda.ts"
import type { SaveResult } from "../matters/changes.ts"
import { recordUnfinishedFields } from "../matters/unfinished-fields.ts"
import type { Field, FieldEdit } from "./field.ts"
import type { PageRequest } from "./page-request.ts"

/** The asks of one record; those of which only a part was typed carry it. */
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
    // Whoever set a value by another way has finished it.
    const typed = field.given ? undefined : own.find((each) => each.field === name)?.typed
    const isEnough = field.takes_year && typed && isApproximateDate(typed, Number(req.today.slice(0, 4)))
    const approximate = isEnough ? displayApproximateDate(typed, req.lang) : undefined
    return { ...field, record: { id: record_id, field: name }, unfinished: typed, approximate }
  })
}

/** Writes down which dates of a page are not whole, and which are again, once `edits` have been saved. */
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

/** Why a date that was left half-way is none. */
export function faultOfUnfinished(field: Field, today: string): Fault | undefined {
  if (!field.unfinished || field.approximate) return undefined
  const parsed = parseAnswer(field, field.unfinished, today)
  return parsed.kind === "fault" ? parsed.fault : { code: "date_unfinished" }
}

/** What was typed of a date that is none, and what that makes of it; blank for any other ask. */
export function unfinishedInWords(
  { unfinished, approximate }: Field,
  { words }: Pick<PageRequest, "words">,
): string {
  if (approximate) return words.frame.date_approximate(approximate)
  return unfinished ? words.frame.date_unfinished(displayTypedDate(unfinished)) : ""
}

/** Offers to leave a field to a conversation, with whether the client has done so. */
export async function withLater(
  req: PageRequest,
  field: Field,
  place: { record_id: string; field: string },
): Promise<Field> {
  const is_on = isOnAgenda(await req.loaded.agenda(), place.record_id, place.field)
  return { ...field, later: { ...place, is_on } }
}

/** Puts on the agenda what was left to a conversation, and takes off what no longer is. */
export async function recordLater(
  { tx, matter }: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Promise<void> {
  for (const { field: edited, later } of edits) {
    const place = fields.find(({ name }) => name === edited)?.later
    if (place && later !== undefined && later !== place.is_on)
      await changeAgendaItem(tx, matter.id, place, later)
  }
}

/** What a check page says of a field without an answer that is left to a conversation; blank for any other. */
export function laterInWords({ given, later }: Field, { words }: Pick<PageRequest, "words">): string {
  return later?.is_on && !given ? words.frame.to_discuss : ""
}
