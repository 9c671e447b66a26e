import type { ClientsSection } from "../../../../definition/definition.ts"
import { withChangers } from "../../../portal/changed.tsx"
import type { Field, FieldEdit, FieldStore } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { nameOr } from "../../contacts.ts"
import { changeMatterFacts } from "../../facts.ts"
import { maritalOptions } from "../person/fields.ts"
import type { ClientParties } from "./parties.ts"

/** The page of what spouses share. */
export const familyPath = "family"

/** Whose family the pages ask about; undefined if it is the readers' own. */
export function familyOf(req: PageRequest, { main }: ClientParties): string | undefined {
  const isOurs = main.is_you || req.client.party === "partner"
  return isOurs ? undefined : nameOr(main.person, main.unnamed)
}

/** Marital status and number of children: facts of the matter, which both spouses share. */
export async function familyFields(
  req: PageRequest,
  { fields }: ClientsSection,
  parties: ClientParties,
): Promise<Field[]> {
  const { matter, words } = req
  const revisions = (await req.loaded.revisions())[matter.id] ?? {}
  const seen = (name: string) => revisions[name] ?? 0
  const status = matter.contact_main_marital_status
  const { number_of_children } = matter
  const marital: Field = {
    name: "contact_main_marital_status",
    type: "one_of",
    label: words.clients.marital_status,
    options: maritalOptions(words),
    required: fields.marital_status === "required",
    value: status || null,
    given: status !== "",
    seen: seen("contact_main_marital_status"),
  }
  const children: Field = {
    name: "number_of_children",
    type: "number",
    whole: true,
    min: "0",
    max: "99",
    width: 4,
    label: words.clients.number_of_children(familyOf(req, parties), parties.main.is_past),
    hint: words.clients.number_of_children_hint,
    required: fields.number_of_children === "required",
    value: number_of_children === null ? null : String(number_of_children),
    given: number_of_children !== null,
    seen: seen("number_of_children"),
  }
  const shared = [
    ...(fields.marital_status ? [marital] : []),
    ...(fields.number_of_children ? [children] : []),
  ]
  const stored = shared.map((field) => ({ ...field, store }))
  return withChangers(req, matter.id, stored)
}

const store: FieldStore = {
  // Zero children is an answer; a blank count is not.
  save: ({ tx, matter }, edits) =>
    changeMatterFacts(
      tx,
      matter.id,
      edits.map((edit) => ({
        ...edit,
        value: edit.field === "number_of_children" ? countOf(edit.value) : (edit.value ?? ""),
      })),
    ),
}

function countOf(value: FieldEdit["value"]): number | null {
  return value === null ? null : Number(value)
}
