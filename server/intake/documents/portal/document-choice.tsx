// The three ways to answer a document request: with files, or by saying that the document will be brought or isn't there.
import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { DocumentRequest } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { seenName } from "../../../web/portal/form.ts"
import { pageFormId } from "../../../web/portal/page-form.tsx"
import { RadioGroup } from "../../../web/ui/components/choice.tsx"
import type { SaveResult } from "../../matters/changes/changes.ts"
import type { Field, FieldEdit } from "../../portal/fields/field.ts"
import { parseForm, saveFields } from "../../portal/fields/form-fields.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { conflictView, withoutConflicts } from "../../portal/sections/conflict.tsx"
import type { SectionPage } from "../../portal/sections/section.tsx"
import {
  type DocumentChoice,
  documentChoices,
  type RequestState,
  saveDocumentChoice,
} from "../document-choices.ts"

/** The client who answers a request: themselves where each does so separately, otherwise null. */
export function senderOf({ alone, client }: PageRequest, request_id: string): string | null {
  return alone.has(request_id) ? client.contact_id : null
}

/** How the reader, or both clients, answered a request; undefined while it is open, or awaited. */
export async function requestStateOf(
  req: PageRequest,
  request_id: string,
): Promise<Exclude<RequestState, "awaited"> | undefined> {
  const state = (await req.loaded.requestStates()).get(answerKey(request_id, senderOf(req, request_id)))
  return state === "awaited" ? undefined : state
}

/** What was chosen, in words; blank for a file, and while nothing is chosen. */
export function choiceInWords(
  state: Exclude<RequestState, "awaited"> | undefined,
  { words }: PageRequest,
): string {
  return state === undefined || state === "file" ? "" : words.documents.chosen[state]
}

/** The choice as a field of its page; undefined once there is a file, or if the reader cannot choose. */
export async function choiceField(req: PageRequest, request: DocumentRequest): Promise<Field | undefined> {
  const { id, label } = request
  const state = await requestStateOf(req, id)
  if (state === "file" || state === "dropped" || !req.may_edit) return undefined
  const chosen_for = senderOf(req, id)
  if (req.alone.has(id) && chosen_for === null) return undefined
  const revisions = await req.loaded.revisions()
  const { choices } = req.words.documents
  return {
    name: id,
    type: "one_of",
    label: textIn(label, req.lang),
    required: false,
    value: state ?? "upload",
    given: state !== undefined,
    seen: revisions[req.matter.id]?.[answerKey(id, chosen_for)] ?? 0,
    options: (["upload", ...documentChoices] as const).map((value) => ({ value, label: choices[value] })),
    store: {
      save: async ({ tx, matter }, edits) => {
        const result: SaveResult = { saved: {}, conflicts: [] }
        for (const { field, value, seen } of edits) {
          const edit = { request_id: field, chosen_for: senderOf(req, field), choice: choiceOf(value), seen }
          const { saved, conflicts } = await saveDocumentChoice(tx, matter.id, edit)
          Object.assign(result.saved, { [field]: Object.values(saved)[0] ?? seen ?? 0 })
          result.conflicts.push(...conflicts.map((conflict) => ({ ...conflict, field })))
        }
        return result
      },
    },
  }
}

function choiceOf(value: FieldEdit["value"]): DocumentChoice | null {
  return documentChoices.find((choice) => choice === value) ?? null
}

/** The hidden part of the control, inside the form that saves it. */
export function ChoiceMark({ field: { name, seen } }: { field: Field }) {
  return <input type="hidden" name={seenName(name)} value={seen} />
}

/** The radio buttons, which stand outside the form that saves them. */
export function ChoiceButtons(props: {
  field: Field
  /** In the tray, a row without an answer has no button pressed, so that it stays closed. */
  in_tray?: { value: string | undefined }
  req: PageRequest
}) {
  const { field, in_tray, req } = props
  const words = req.words.documents
  return (
    <RadioGroup
      id={field.name}
      inline
      label={
        <span class={in_tray && "visually-hidden"}>
          {words.choose}
          <span class="visually-hidden">: {field.label}</span>
        </span>
      }
      value={in_tray ? in_tray.value : String(field.value)}
      options={(field.options ?? []).map(({ value, label }) => ({ value, label: textIn(label, req.lang) }))}
      attributes={{ form: pageFormId }}
    />
  )
}

/** Saves the choices that a form without script sends. */
export function saveChoices(fields: readonly Field[]): NonNullable<SectionPage["save"]> {
  return async (req, request) => {
    const form = withoutConflicts(request.form)
    const { edits } = parseForm(fields, form, req, true)
    const { conflicts } = await saveFields(req, fields, edits)
    if (conflicts.length > 0) return conflictView(req, request, fields, conflicts, form)
    return { saved: true }
  }
}
