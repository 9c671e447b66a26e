import Type from "typebox"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { dateParts } from "../../../definition/faults/faults.ts"
import { typedDate } from "../../../definition/values/dates.ts"
import { matterAt, portalUrlOf } from "../../../firm/access/impersonation.ts"
import { ownerField } from "../../../firm/access/owner-field.ts"
import type { Parts } from "../../../parts.ts"
import { notFound } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import type { FieldConflict, FieldsSaved, FieldsSent } from "../../../web/portal/autosave/wire.ts"
import { seenName } from "../../../web/portal/form.ts"
import { lockForRequest } from "../../documents/awaited-documents.ts"
import { narrowedTo, subjectOfPath } from "../../documents/portal/narrow-page.ts"
import { type Conflict, isSameValue } from "../../matters/changes/changes.ts"
import { withdrawUnrequested } from "../../submissions/missing/withdrawn-items.ts"
import { answerInWords, type Field, type FieldEdit, type FieldsSaving } from "../fields/field.ts"
import { parseForm, saveFields, withoutHidden } from "../fields/form-fields.ts"
import { languageOf, openPageRequest, type PageRequest, refresh } from "../page-request.ts"
import { findSectionPage, pathOfSectionPage } from "../sections/section-pages.ts"
import { changerOf } from "../who-and-when.ts"

const Controls = Type.Record(Type.String(), Type.Array(Type.String(), { maxItems: 200 }))

// No maximum text length: each field checks its own, so that one that is too long does not fail the others.
const Sent = Type.Object(
  {
    page: Type.String({ maxLength: 1_000 }),
    [ownerField]: Type.Optional(Type.String({ maxLength: 1_000 })),
    controls: Controls,
    seen: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    is_check: Type.Optional(Type.Boolean()),
    unanswered: Type.Optional(Type.Record(Type.String(), Type.Array(Controls, { maxItems: 10 }))),
  },
  { additionalProperties: false },
)

/**
 * Saves single fields of a page while the client types. Returns what is saved, what is faulty, and what conflicts. Of a
 * page that only its button saves, it checks the fields.
 */
export function autosaveRoute(app: App, parts: Parts): void {
  app.post(
    "/portal/fields",
    {
      config: { guard: "portal", allows_impersonation: true, opens_parts: true },
      schema: { hide: true, body: Sent },
    },
    async (request, reply): Promise<FieldsSaved> => {
      reply.header("Cache-Control", "no-store")
      return request.inPortal(async (tx, client) => {
        const subject = subjectOfPath(pathOfSectionPage(request.body.page))
        if (!request.body.is_check) await lockForRequest(tx, client.matter_id, subject)
        const opened = await openPageRequest(tx, client, parts, languageOf(request))
        const page = pageUrl(request.body.page, opened)
        const req = await narrowedTo(opened, subject)
        const response = await saveSent(req, { ...request.body, page })
        await withdrawUnrequested(tx, client.matter_id)
        return response
      })
    },
  )
}

/**
 * The page's URL without its impersonation prefix. Throws "not found" if the page belongs to another matter: staff may
 * have several open in one browser, and a change typed into one must never be saved in another with the same questions.
 */
function pageUrl(url: string, { client }: PageRequest): string {
  if (matterAt(url) !== (client.is_firm_staff ? client.matter_id : undefined)) throw notFound()
  return portalUrlOf(url)
}

async function saveSent(req: PageRequest, sent: FieldsSent): Promise<FieldsSaved> {
  const page = await findSectionPage(req, sent.page)
  const fields = sent.is_check ? page?.checked_fields : page?.fields
  if (!fields) throw notFound()
  const names = Object.keys(sent.seen)
  const form: Form = {
    ...sent.controls,
    ...Object.fromEntries(names.map((name) => [seenName(name), [String(sent.seen[name])]])),
  }
  const parsed = withoutHidden(fields, parseForm(fields, form, req, true))
  const edits = parsed.edits.filter(({ field }) => names.includes(field))
  const faults = parsed.faults.filter(({ field }) => names.includes(field.name))
  const { saved, conflicts, refused } = sent.is_check
    ? { saved: {}, conflicts: [], refused: {} }
    : withoutRest(names, await saveOverUnanswered(req, fields, edits, sent))
  // Fields that no longer apply, did not change, or were saved as unfinished count as saved: the browser can drop them.
  const unfinished = edits.flatMap(({ field, typed }) => (typed ? [field] : []))
  const unsaved = new Set([
    ...faults.map(({ field }) => field.name).filter((name) => !unfinished.includes(name)),
    ...Object.keys(refused),
    ...conflicts.map(({ field }) => field),
  ])
  const saved_names = names.filter((name) => !unsaved.has(name))
  return {
    saved: Object.fromEntries(saved_names.map((name) => [name, saved[name] ?? sent.seen[name] ?? 0])),
    faults: {
      ...refused,
      ...Object.fromEntries(
        faults.map(({ field, fault }) => [field.name, faultSentence(fault, field.label, req.lang)]),
      ),
    },
    conflicts: Object.fromEntries(
      conflicts.map((conflict) => [conflict.field, conflictText(req, fields, conflict)]),
    ),
    shown: Object.fromEntries(fields.flatMap((field) => wholeDate(field, edits, sent.controls))),
  }
}

/** Of a field that is saved, what is still wrong can wait until the button is pressed. */
function withoutRest(names: readonly string[], { refused, ...saving }: FieldsSaving): FieldsSaving {
  return {
    ...saving,
    refused: Object.fromEntries(Object.entries(refused).filter(([name]) => names.includes(name))),
  }
}

/** The three boxes of a date that was pasted whole into one of them. */
function wholeDate(
  { name, type }: Field,
  edits: readonly FieldEdit[],
  controls: FieldsSent["controls"],
): [name: string, boxes: Record<string, string[]>][] {
  const value = edits.find(({ field }) => field === name)?.value
  if (type !== "date" || typeof value !== "string") return []
  const filled = dateParts.filter((part) => controls[`${name}_${part}`]?.[0]?.trim())
  const date = typedDate(value)
  if (filled.length !== 1 || dateParts.filter((part) => date[part]).length === 1) return []
  return [[name, Object.fromEntries(dateParts.map((part) => [`${name}_${part}`, [date[part]]]))]]
}

/** Saves the edits, overwriting values that this page sent earlier without getting a response. */
async function saveOverUnanswered(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
  { page, unanswered = {} }: FieldsSent,
): Promise<FieldsSaving> {
  const first = await saveFields(req, fields, edits)
  const own = first.conflicts.filter(({ field, is_own, theirs }) => {
    const conflicting = fields.filter(({ name }) => name === field)
    const sentEarlier = (unanswered[field] ?? []).flatMap(
      (controls) => parseForm(conflicting, controls, req, true).edits,
    )
    return is_own && sentEarlier.some(({ value }) => isSameValue(value, theirs))
  })
  if (own.length === 0) return first
  const retries = own.flatMap(({ field, revision }) =>
    edits.filter((edit) => edit.field === field).map((edit) => ({ ...edit, seen: revision })),
  )
  // The first save may have changed the records that `fields` were built from.
  const fresh = await refresh(req)
  const fresh_fields = (await findSectionPage(fresh, page))?.fields
  const second = fresh_fields ? await saveFields(fresh, fresh_fields, retries) : { saved: {}, conflicts: own }
  return {
    ...first,
    saved: { ...first.saved, ...second.saved },
    conflicts: [...first.conflicts.filter((conflict) => !own.includes(conflict)), ...second.conflicts],
  }
}

function conflictText(req: PageRequest, fields: readonly Field[], conflict: Conflict): FieldConflict {
  const field = fields.find(({ name }) => name === conflict.field)
  const words = field && answerInWords(field, conflict.theirs, req.lang)
  return {
    theirs: field?.sensitive ? undefined : words || req.words.conflict.blank,
    changed_by: changerOf(conflict, req),
    is_own: conflict.is_own,
    changed_at: conflict.changed_at.toISOString(),
    revision: conflict.revision,
  }
}
