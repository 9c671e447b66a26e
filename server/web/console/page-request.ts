// One request for a console page: the member of staff, the transaction of their firm, and what the browser sent.

import { trimmed } from "../../definition/values/typed-text.ts"
import type { Staff } from "../../firm/access/console.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { Fault } from "../../platform/errors.ts"
import { isResolved } from "../../platform/http/requests/readable-url.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { type IdKind, isId, newId } from "../../platform/ids.ts"

export interface PageRequest {
  tx: Tx
  staff: Staff
  parts: Parts
  url: string
  /** A parameter of the path; empty when the route has none of that name. */
  param: (name: string) => string
  query: Readonly<Record<string, string | undefined>>
  /** The posted fields; empty for a GET. */
  form: Form
  /** Query string of the matter list this session opened last; undefined if it opened none. */
  list?: string | undefined
  /** One-time data from the form that redirected here: see flash.ts. */
  handed: Readonly<Record<string, unknown>>
}

/** A form that failed validation, to be shown again with what was typed. */
export interface RefusedForm {
  form: Form
  faults: readonly Fault[]
}

/** The last value posted under a name, trimmed; empty when there is none. */
export function trimmedTextOf(form: Form, name: string): string {
  return trimmed(form[name]?.at(-1) ?? "")
}

/** The id that a form brought for the record it creates, so that sending it twice creates one; a new one otherwise. */
export function idOf(form: Form, kind: IdKind): string {
  const id = trimmedTextOf(form, `${kind}_id`)
  return isId(kind, id) ? id : newId(kind)
}

export function faultAt(refused: RefusedForm | undefined, param: string): string | undefined {
  return refused?.faults.find((fault) => fault.param === param)?.message
}

export const home = "/console"

/** The page to open after signing in, from the link's query or the refused form. */
export function nextOf(wanted_path: unknown, refused: RefusedForm | undefined): string {
  return localPath(refused ? trimmedTextOf(refused.form, "next") : String(wanted_path ?? ""))
}

/** Returns `next` if it is a console page, else the home page: an open redirect would send staff to another site. */
export function localPath(next: string): string {
  const isOurs =
    /^\/console(?:[/?][\w\-./?=&%:+~*]*)?$/.test(next) && !next.includes("//") && isResolved(next)
  return isOurs ? next : home
}
