import { changeMatterFacts } from "../../contacts/facts.ts"
import type { SaveResult } from "../../matters/changes.ts"
import type { ClientsSection } from "../../questionnaires/definition.ts"
import type { Ask, FieldEdit } from "../ask.tsx"
import { withChangers } from "../behalf/changed.tsx"
import { maritalOptions } from "../person/asks.ts"
import type { Visit } from "../visit.ts"

/** Marital status and children: facts of the matter, the same for both spouses and asked once. */
export async function familyAsks(visit: Visit, { fields }: ClientsSection): Promise<Ask[]> {
  const { matter, words } = visit
  const revisions = (await visit.loaded.revisions())[matter.id] ?? {}
  const seen = (name: string) => revisions[name] ?? 0
  const status = matter.contact_main_marital_status
  const { number_of_children } = matter
  const marital: Ask = {
    name: "contact_main_marital_status",
    type: "one_of",
    label: words.clients.marital_status,
    options: maritalOptions(words),
    required: fields.marital_status === "required",
    value: status || null,
    given: status !== "",
    seen: seen("contact_main_marital_status"),
  }
  const children: Ask = {
    name: "number_of_children",
    type: "number",
    whole: true,
    min: "0",
    max: "99",
    width: 4,
    label: words.clients.number_of_children,
    hint: words.clients.number_of_children_hint,
    required: fields.number_of_children === "required",
    value: number_of_children === null ? null : String(number_of_children),
    given: number_of_children !== null,
    seen: seen("number_of_children"),
  }
  const asks = [...(fields.marital_status ? [marital] : []), ...(fields.number_of_children ? [children] : [])]
  return withChangers(visit, matter.id, asks)
}

/** Stores them. No children is an answer; a count that was cleared is none. */
export function keepFamily(visit: Visit, edits: readonly FieldEdit[]): Promise<SaveResult> {
  return changeMatterFacts(
    visit.tx,
    visit.matter.id,
    edits.map((edit) => ({
      ...edit,
      value: edit.field === "number_of_children" ? countOf(edit.value) : (edit.value ?? ""),
    })),
  )
}

function countOf(value: FieldEdit["value"]): number | null {
  return value === null ? null : Number(value)
}
