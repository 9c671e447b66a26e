import type { ComponentChildren } from "preact"
import type { AnswerValue, Condition } from "../../../definition/conditions/conditions.ts"
import type { Option } from "../../../definition/kinds/kind.ts"
import type { Language } from "../../../definition/text.ts"
import type { TypedDate } from "../../../definition/values/dates.ts"
import { type Answerable, displayValue } from "../../../definition/values/values.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import type { Edit, SaveResult } from "../../matters/changes/changes.ts"
import type { PageRequest } from "../page-request.ts"

/**
 * One field of a page: its label, its saved value, how input is parsed and validated, and where it is saved.
 * The page, the posted form, autosave, and the check page all use the same field, so they cannot disagree.
 */
export interface Field extends Answerable {
  options?: readonly FieldOption[]
  /** Name and id of the control; the field's name in `SaveResult`. */
  name: string
  label: string
  hint?: string
  why?: string
  /** The firm's correction request about the current answer. */
  correction?: ComponentChildren
  /** What the answer calls for, shown below the control. */
  note?: ComponentChildren
  required: boolean
  /** Stored encrypted: the value is never sent back to the browser. */
  sensitive?: boolean
  value: AnswerValue | null
  /** Whether a value is saved; all a page learns about a sensitive one. */
  given: boolean
  /** The revision this page was rendered with; 0 if the field has none. */
  seen: number
  /** Where the value is saved; undefined while the record does not exist yet. */
  store?: FieldStore
  /** The record that holds the value, and the field's name there. */
  record?: { id: string; field: string }
  /** The parts typed so far of an incomplete date; the record then holds no date. */
  unfinished?: TypedDate | undefined
  /** The date may be given as a year, or a month and a year, if the day is unknown. */
  takes_year?: boolean
  /** That year or month, displayed in place of the full date. */
  approximate?: string | undefined
  /** Set if the client may choose to discuss the field instead: its agenda item, and whether they did. */
  later?: { record_id: string; field: string; is_on: boolean } | undefined
  /** Fields that form one answer, such as an address: autosave waits until focus leaves the group. */
  group?: string
  /** Part of a larger answer, whose label and "optional" mark cover it. */
  is_cell?: boolean
  /**
   * An answer from an earlier matter, or one that a change of the marriage has put in doubt: prefilled, but not given
   * until the client saves it.
   */
  prior?: { value: AnswerValue; words: string; is_in_doubt?: boolean } | undefined
  /** A sentence saying who filled this in for the client, and when. */
  changed?: string
  /** For one or several contacts: the people to choose from. */
  people?: readonly { contact_id: string; name: string; hint?: string }[]
  autocomplete?: string
  width?: 2 | 4 | 5 | 10 | 20 | 30
  /** Shows options side by side: for a few short ones. */
  inline?: boolean
  /** Shows options as a drop-down list: for many. */
  as_list?: boolean
  /** Height of a long text's control, in lines. */
  rows?: number
  /** Shows only that an answer is saved, with a link to replace it. */
  masked?: { change_url: string }
  hidden?: boolean
  /** When the field shows, given the page's other answers; the browser's script applies it while the client types. */
  when?: Condition
  /** Where the client can ask the firm about the field. */
  message_url?: string | undefined
  own?: OwnControl
  /** Names of other fields, any of which can be given instead. */
  alternatives?: readonly string[]
  /** Names of the fields that each option reveals; of several options, each while it is picked. */
  reveals?: Readonly<Record<string, readonly string[]>>
}

export interface FieldsSaving extends SaveResult {
  /** A sentence for each edit that was skipped because it is valid on its own but not with the others, by field. */
  refused: Record<string, string>
}

/** Saves the fields of one record. */
export interface FieldStore {
  /** Saves edits by field name; returns a conflict for each field that was changed since the page was rendered. */
  save(req: PageRequest, edits: readonly FieldEdit[]): Promise<SaveResult & Partial<FieldsSaving>>
  /** Names of the fields visible after these edits, if some depend on others; the rest are neither saved nor checked. */
  visible?(edits: readonly FieldEdit[]): ReadonlySet<string>
}

/** A field with several controls of its own, whose names begin with the field's name and a dot. */
interface OwnControl {
  /** The answer on a form; undefined if the form does not have the field. */
  parse(form: Form): readonly string[] | undefined
  inWords(value: readonly string[]): string
  control(shown: OwnControlShown): ComponentChildren
}

export interface OwnControlShown {
  field: Field
  /** The posted form, when the page is shown again. */
  typed: Form | undefined
  errors: readonly SummaryError[]
}

/** An answer as words, for someone who has to choose between two. */
export function answerInWords(field: Field, value: unknown, lang: Language): string {
  if (field.own) return field.own.inWords((value as readonly string[] | null) ?? [])
  const names = Object.fromEntries((field.people ?? []).map(({ contact_id, name }) => [contact_id, name]))
  return displayValue(field, value as AnswerValue | null, lang, names, "; ")
}

export type FieldOption = Option & { hint?: string; initials?: string; stands_for?: readonly string[] }

/** The first field that shows; it may be the page's heading. */
export function leadOf(fields: readonly Field[]): Field | undefined {
  return fields.find(({ hidden }) => !hidden)
}

/** Whether a date is incomplete, an answer is in doubt, or a required field has neither an answer, an alternative, nor a place on the agenda. */
export function isMissing(field: Field, fields: readonly Field[]): boolean {
  const hasAlternative = fields.some((other) => other.given && field.alternatives?.includes(other.name))
  if (field.given || field.hidden || field.approximate) return false
  const isNeeded = (field.required && !hasAlternative) || field.prior?.is_in_doubt === true
  return field.unfinished !== undefined || (isNeeded && !field.later?.is_on)
}

export type FieldEdit = Edit & {
  value: AnswerValue | null
  /** The parts typed of an incomplete date; saving it clears the previous date. */
  typed?: TypedDate
  /** Whether the client wants to discuss it; undefined if the form does not offer that. */
  later?: boolean | undefined
}

/** Name of the checkbox that puts a field on the agenda. */
export function laterName(name: string): string {
  return `later.${name}`
}

/** The choice of a list that puts its field on the agenda, where a checkbox would take too much room. */
export const laterOption = "later"

/** Name of the checkbox that clears a masked answer. */
export function clearName(name: string): string {
  return `clear.${name}`
}
