import { isDeepStrictEqual } from "node:util"
import type { FastifyRequest } from "fastify"
import type { ComponentChildren } from "preact"
import type { Staff } from "../../../firm/access/console.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest, conflict, Failure, type Fault } from "../../../platform/errors.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../page-request.ts"
import type { ConsoleForm } from "../routing.ts"
import type { PageResponse, Redirect } from "../view.tsx"
import { type Fields, inputsOf, parseFields, storedIn, type Values, valuesIn } from "./field.ts"
import { type Flash, type FlashKey, type Undo, unchanged } from "./flash.ts"
import { type FormPage, hasFile, type Section, type Sent, sectionOf, viewOf } from "./form-page.tsx"
import { lockAddress, requireRevision, revisionFor, storedNow } from "./stale-forms.tsx"

/** What a form did. The key's words are in outcomes.ts: the message on the next page and the entry in the audit log. */
export interface Outcome extends Pick<Flash, "text" | "undo" | "handed">, Pick<Redirect, "part" | "about"> {
  done: FlashKey
  /** The next page, if it is not that of "Cancel" or the form itself. */
  to?: string | undefined
  /** What "Undo" sends beside the earlier values, so that `save` brings back what followed from fields without one. */
  undo_with?: Readonly<Record<string, string>> | undefined
}

interface OpenedForm<Of extends Fields, Loaded> extends FormPage<Of, Loaded> {
  /** It does something, such as sending an email, even if what is stored stays the same. */
  acts_anyway?: boolean
}

export interface FormSpec<Of extends Fields, Loaded, Received> {
  /** Loads the record; the same fields are shown, parsed and compared. */
  open: (req: PageRequest, refused?: RefusedForm) => Promise<OpenedForm<Of, Loaded>>
  /** The form changes what is stored: it is refused if a colleague has changed that since it was shown. */
  edits?: boolean
  /** Checks that need the network, such as resolving a host name. Runs outside any transaction. */
  lookUp?: (values: Values<Of>, parts: Parts) => Promise<readonly Fault[]>
  /** Reads what needs time, such as a file or a password, between two transactions. All fields but files are right then. */
  receive?: (
    request: FastifyRequest,
    staff: Staff,
    parts: Parts,
    /** Undefined for a form with a file. */
    values: Values<Of> | undefined,
  ) => Promise<Received>
  save: (
    req: PageRequest,
    values: Values<Of>,
    record: Loaded,
    received: Received,
  ) => Promise<Outcome | Refusal | PageResponse>
}

export interface PartOfPage {
  /** The form as a part of the page that `onPage` names; `sent` is the refused form of that page, if there is one. */
  section: (req: PageRequest, place: Section, sent?: RefusedForm) => Promise<ComponentChildren>
}

/**
 * The form as one of several on the page at `host`, an address with the same parameters, or at its own. `show` renders
 * that page; a refused form is shown there again.
 */
export function onPage<Received>(
  host: string | undefined,
  show: ConsoleForm["show"],
  part: ConsoleForm<Received>,
): ConsoleForm<Received> {
  return { ...part, host, show: async (req, refused) => ({ ...(await show(req, refused)), refused }) }
}

/** Refuses the form without undoing what `save` did, such as counting an attempt. */
export interface Refusal {
  faults: readonly Fault[]
}

/**
 * A form of the console, from data. From its fields come the page, the parsed values with their faults, the comparison with
 * what a colleague stored meanwhile, the audit entry and the message afterward. A confirmation is a form without fields.
 */
export function form<Of extends Fields, Loaded = undefined, Received = undefined>(
  spec: FormSpec<Of, Loaded, Received>,
): ConsoleForm<Received> & PartOfPage {
  const { open, edits, lookUp, receive, save } = spec
  const opened = async (req: PageRequest, refused?: RefusedForm): Promise<[FormPage, Sent]> => {
    const page = await open(req, refused)
    const stored = storedOf(page)
    const seen = edits ? revisionFor(stored, refused) : undefined
    return [page, { seen, refused, now: edits && storedNow(stored, refused) }]
  }
  const show = async (req: PageRequest, refused?: RefusedForm) => viewOf(...(await opened(req, refused)))
  const section: PartOfPage["section"] = async (req, place, sent) =>
    sectionOf(place, ...(await opened(req, pathOf(req) === place.action ? sent : undefined)))
  return {
    show,
    section,
    prepare:
      (lookUp || receive) &&
      (async (req) => {
        const { staff, parts } = req
        const page = await open(req)
        const values = hasFile(page) ? undefined : valuesOf(page, req)
        return async (request) => {
          const faults = values && (await lookUp?.(values, parts))
          if (faults?.length) throw badRequest(faults)
          return (await receive?.(request, staff, parts, values)) as Received
        }
      }),
    act: async (req, received) => {
      if (edits) await lockAddress(req)
      const page = await open(req)
      if (edits) requireRevision(req, storedOf(page))
      if (page.obstacle) throw conflict("not_possible", page.obstacle.title)
      const values = valuesOf(page, req)
      if (edits && !page.acts_anyway && isUnchanged(page, values))
        return { to: page.cancel ?? pathOf(req), flash: unchanged }
      const saved = await save(req, values, page.record as Loaded, received as Received)
      if ("faults" in saved) return { ...(await show(req, { ...saved, form: req.form })), status: 400 }
      if (!("done" in saved)) return saved
      const undo = edits ? await undoOf(req, page, open, saved.undo_with) : saved.undo
      return redirect(req, { ...saved, undo }, page.cancel)
    },
  }
}

/** Whether the fields bring only what is stored. A confirmation, which has none, always does something. */
function isUnchanged({ fields = {} }: FormPage, values: Values<Fields>): boolean {
  const stored = parseFields(fields, inputsOf(fields))
  const isWhole = Object.keys(fields).length > 0 && stored.faults.length === 0
  return isWhole && isDeepStrictEqual(values, stored.values)
}

/**
 * The form behind "Undo": the earlier values of the fields, or the opposite step. It is refused, like any other, if a
 * colleague changes something before it is pressed. Nothing brings back what is stored but never shown, such as a secret.
 */
async function undoOf(
  req: PageRequest,
  before: FormPage,
  open: (req: PageRequest) => Promise<FormPage>,
  undo_with: Outcome["undo_with"],
): Promise<Undo | undefined> {
  const { opposite, state, fields = {} } = before
  const after = await open(req).catch(noneIfGone)
  if (!after) return undefined
  const seen = revisionFor(storedOf(after), undefined)
  if (opposite) return { ...opposite, fields: { ...opposite.fields, seen } }
  const isLost =
    hasFile(before) ||
    JSON.stringify(state) !== JSON.stringify(after.state) ||
    (!undo_with &&
      Object.entries(fields).some(([name, { stored }]) => !stored && trimmedTextOf(req.form, name) !== ""))
  const [earlier, now] = [inputsOf(fields), inputsOf(after.fields ?? {})]
  const isSame = JSON.stringify(earlier) === JSON.stringify(now)
  if (isLost || isSame || parseFields(after.fields ?? {}, earlier).faults.length > 0) return undefined
  return { action: pathOf(req), fields: { ...earlier, ...undo_with, seen } }
}

/** Whoever changed the record may no longer see it. */
function noneIfGone(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}

function valuesOf<Of extends Fields>({ fields }: FormPage<Of>, { form }: PageRequest): Values<Of> {
  return valuesIn(fields ?? ({} as Of), form)
}

function storedOf({ fields = {}, state = {} }: FormPage) {
  return [
    ...storedIn(fields),
    ...Object.entries(state).map(([label, value]) => ({
      label,
      ...(typeof value === "string" ? { value } : value),
    })),
  ]
}

function redirect({ url }: PageRequest, outcome: Outcome, cancel: string | undefined): Redirect {
  const { done, text, undo, handed, about, part, to = cancel ?? pathOf({ url }) } = outcome
  return { to, flash: { done, text, undo, handed }, about, part }
}

function pathOf({ url }: Pick<PageRequest, "url">): string {
  return url.split("?")[0] ?? ""
}
