import type { ComponentChildren } from "preact"
import type { AnswerValue, Condition } from "../definition/conditions.ts"
import { isApproximateDate, type TypedDate } from "../definition/dates.ts"
import type { Option } from "../definition/definition.ts"
import { faultSentence } from "../definition/fault-sentences.ts"
import type { Fault } from "../definition/faults.ts"
import { missingAnswer } from "../definition/missing-answer.ts"
import { cellName } from "../definition/rows.ts"
import type { Language } from "../definition/text.ts"
import { type Answerable, isTypedDate, parseAnswer } from "../definition/values.ts"
import type { Edit, SaveResult } from "../matters/changes.ts"
import type { Form } from "../platform/http/pages.ts"
import { inOneLine } from "../platform/one-line.ts"
import type { SummaryError } from "../ui/components/error-summary.tsx"
import { rawOf, seenOf, textOf } from "./form.ts"
import type { PageRequest } from "./page-request.ts"

/**
 * One thing a page asks: its words, the value there is, how what is typed is read and checked, and where it is saved.
 * The same field serves the page, the posted form, autosave and the check page, so these cannot disagree.
 */
export interface Field extends Answerable {
  options?: readonly FieldOption[]
  /** Name and id of the control; the field's name in `SaveResult`. */
  name: string
  label: string
  hint?: string
  why?: string
  /** What the firm asks about the answer that was given. */
  correction?: ComponentChildren
  required: boolean
  /** Kept encrypted: the stored value never comes back to the browser. */
  sensitive?: boolean
  value: AnswerValue | null
  /** Whether there is a value; for sensitive ones the only thing told. */
  given: boolean
  /** The revision this page has seen, 0 for none. */
  seen: number
  /** Where the value is saved; none while its record is new. */
  store?: FieldStore
  /** The record that holds the value, and its field there. */
  record?: { id: string; field: string }
  /** What was typed of a date that is not whole: the record holds none. */
  unfinished?: TypedDate | undefined
  /** A date of which a year is enough, or a month and a year, where nobody knows the day. */
  takes_year?: boolean
  /** Such a year or month, in words: it stands for the date. */
  approximate?: string | undefined
  /** May be left to a conversation: where that is written down, and whether it was. */
  later?: { record_id: string; field: string; is_on: boolean } | undefined
  /** Asks that are one answer together, as the parts of an address: autosave waits until all have been left. */
  group?: string
  /** A part of an answer: what is asked, and whether it may be left out, is said of the whole. */
  is_cell?: boolean
  /** An earlier matter's answer, offered while there is none: it stands in the control and is not given. */
  prior?: { value: AnswerValue; words: string } | undefined
  /** Who of the firm gave this answer for the client, and when, as a sentence. */
  changed?: string
  /** For a contact: who can be picked. */
  people?: readonly { contact_id: string; name: string; hint?: string }[]
  autocomplete?: string
  width?: 2 | 4 | 5 | 10 | 20 | 30
  /** Few and short options: side by side. */
  inline?: boolean
  /** Many options: a drop-down list. */
  as_list?: boolean
  /** Lines of a long text. */
  rows?: number
  /** Given and hidden: shown as that, with a way to give it anew. */
  masked?: { change_url: string }
  /** Not shown now, but would be if this held for the page's answers: script shows it at once. */
  hidden?: boolean
  when?: Condition
  /** Where the client asks the firm about it. */
  message_url?: string | undefined
  /** Names of asks of which one is enough. */
  alternatives?: readonly string[]
  /** Names of asks that show under an option, while it is picked. */
  reveals?: Readonly<Record<string, readonly string[]>>
}

/** Saves fields of one record that belong together. */
export interface FieldStore {
  /** Saves edits under the names of their fields; what somebody else changed meanwhile comes back as conflicts. */
  save(req: PageRequest, edits: readonly FieldEdit[]): Promise<SaveResult>
  /**
   * Names of the fields that count with these edits, where some depend on others; the rest is neither saved nor found
   * missing.
   */
  counted?(edits: readonly FieldEdit[]): ReadonlySet<string>
  /** Sentences, by field, about edits that `save` leaves out: each is sound by itself, but not with the others. */
  refuse?(req: PageRequest, edits: readonly FieldEdit[]): Readonly<Record<string, string>>
}

export type FieldOption = Option & { hint?: string }

/** Required and not given, nor made up for by another nor left to a conversation; or begun and not whole. */
export function isMissing(field: Field, fields: readonly Field[]): boolean {
  const hasAlternative = fields.some((other) => other.given && field.alternatives?.includes(other.name))
  if (field.given || field.hidden || field.approximate) return false
  return field.unfinished !== undefined || (field.required && !hasAlternative && !field.later?.is_on)
}

export interface ParsedForm {
  /** What can be saved as it is. */
  edits: FieldEdit[]
  faults: { field: Field; fault: Fault }[]
}

export type FieldEdit = Edit & {
  value: AnswerValue | null
  /** What was typed of a date that is not whole: the record holds none then, and not the one before. */
  typed?: TypedDate
  /** The client wants to talk about it; undefined where that is not offered. */
  later?: boolean | undefined
}

/**
 * Reads what a form holds of `firm_requests`. With `lenient`, an answer that is required but blank is no fault: autosave
 * and "Skip for now" keep what is there.
 */
export function parseForm(fields: readonly Field[], form: Form, today: string, lenient = false): ParsedForm {
  const result: ParsedForm = { edits: [], faults: [] }
  for (const field of fields) {
    if (!isRevealed(field, fields, form)) continue
    const seen = seenOf(form, field.name)
    const later = field.later && textOf(form, laterName(field.name)) !== undefined
    const sent = rawOf(form, field.name, field.type, field.columns)
    // A browser's own field takes no line break; what sends one all the same is put into one line.
    const raw = field.type === "text" && typeof sent === "string" ? inOneLine(sent) : sent
    const parsed = parseAnswer(field, raw, today)
    if (parsed.kind === "absent") continue
    if (parsed.kind === "fault") {
      const typed = isTypedDate(raw) ? raw : {}
      const isEnough = field.takes_year && isApproximateDate(typed, Number(today.slice(0, 4)))
      if (!isEnough) result.faults.push({ field, fault: parsed.fault })
      if (field.type === "date")
        result.edits.push({ field: field.name, value: null, seen, typed, ...(isEnough && { later: false }) })
    } else if (parsed.kind === "value") {
      result.edits.push({ field: field.name, value: parsed.value, seen, later })
    } else {
      // A sensitive field left blank keeps what was given: its page never showed the value.
      if (field.sensitive && field.given && textOf(form, clearName(field.name)) === undefined) continue
      result.edits.push({ field: field.name, value: null, seen, later })
      if (field.required && !lenient && !later && !hasGivenAlternative(field, form))
        result.faults.push({ field, fault: field.people ? { code: "person_missing" } : missingAnswer(field) })
    }
  }
  return result
}

/** Whether the option that an ask belongs to is picked; asks that belong to none always count. */
function isRevealed(field: Field, fields: readonly Field[], form: Form): boolean {
  return fields.every((owner) =>
    Object.entries(owner.reveals ?? {}).every(
      ([option, names]) => !names.includes(field.name) || textOf(form, owner.name) === option,
    ),
  )
}

function hasGivenAlternative(field: Field, form: Form): boolean {
  return (field.alternatives ?? []).some((name) => textOf(form, name)?.trim())
}

/** The faults as the summary on top lists them. */
export function errorsOf(faults: ParsedForm["faults"], language: Language): SummaryError[] {
  return faults.map(({ field, fault }) => ({
    href: controlId(field, fault),
    text: faultSentence(fault, field.label, language),
  }))
}

/** The control to go to: of an answer that takes several, the one at fault or the first. */
function controlId({ name, type, columns }: Field, { at }: Fault): string {
  if (at) return `${name}_${at}`
  if (type === "address") return `${name}_street`
  return type === "table" ? `${name}_${cellName(1, columns?.[0]?.id ?? "")}` : name
}

/** The box that says that the client does not know yet. */
export function laterName(name: string): string {
  return `later.${name}`
}

/** The box that removes an answer which is not shown. */
export function clearName(name: string): string {
  return `clear.${name}`
}
