// One visit to a console page: who looks, for which firm, and what their browser sent.
import type { Staff } from "../access/console.ts"
import type { Parts } from "../parts.ts"
import type { Tx } from "../platform/db/database.ts"
import type { Fault } from "../platform/errors.ts"
import type { Form } from "../platform/http/pages.ts"

export type ConsoleParts = Parts

export interface PageRequest {
  tx: Tx
  staff: Staff
  parts: ConsoleParts
  /** Path and query, as asked for. */
  url: string
  /** Parts of the path; those a route does not name are empty. */
  param: (name: string) => string
  query: Readonly<Record<string, string | undefined>>
  /** What was posted; empty for a GET. */
  form: Form
  /** What the form on this page sees of what it edits: see stale-forms.tsx. */
  seen: string
  /** Filters and order of the list of matters that was looked at last; undefined where none was. */
  list?: string | undefined
  /** What the page before handed over, once: see flash.ts. */
  handed: Readonly<Record<string, unknown>>
}

/** A form that could not be taken, on its way back to whoever filled it in. */
export interface RefusedForm {
  form: Form
  faults: readonly Fault[]
}

/** The last value posted under a name, without spaces around it; empty where there is none. */
export function textOf(form: Form, name: string): string {
  return form[name]?.at(-1)?.trim() ?? ""
}

/** What is wrong with the field of this name, in words. */
export function faultAt(refused: RefusedForm | undefined, param: string): string | undefined {
  return refused?.faults.find((fault) => fault.param === param)?.message
}

/** What to put into a field: what was typed, or else what is stored. */
export function typedOr(refused: RefusedForm | undefined, name: string, stored = ""): string {
  return refused ? (refused.form[name]?.at(-1) ?? "") : stored
}

/** A field by its name: what it holds, and what was wrong with what was typed. */
export function fieldOf(
  refused: RefusedForm | undefined,
  id: string,
  stored?: string,
): { id: string; value: string; error: string | undefined } {
  return { id, value: typedOr(refused, id, stored), error: faultAt(refused, id) }
}

/** What is ticked of a group of boxes. */
export function tickedOr(
  refused: RefusedForm | undefined,
  name: string,
  stored: readonly string[],
): readonly string[] {
  return refused ? (refused.form[name] ?? []) : stored
}
