import type { ClientsSection } from "../../../../definition/definition.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { seenOf, textOf } from "../../../../web/portal/form.ts"
import { findLastChange } from "../../../matters/changes/revisions.ts"
import { lockForEditing } from "../../../matters/editing.ts"
import { withChangers } from "../../../portal/changed.tsx"
import type { Field, FieldEdit, FieldStore } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { nameOr } from "../../contacts.ts"
import { changeMatterFacts } from "../../facts.ts"
import { addPartner } from "../../partner.ts"
import { declinePartner, isPartnerDeclined } from "../../taking-part.ts"
import { maritalOptions } from "../person/fields.ts"
import type { ClientParties } from "./parties.ts"

/** The page of what spouses share. */
export const familyPath = "family"

/** Whose family the pages ask about; undefined if it is the readers' own. */
export function familyOf(req: PageRequest, { main }: ClientParties): string | undefined {
  const isOurs = main.is_you || req.client.party === "partner"
  return isOurs ? undefined : nameOr(main.person, main.unnamed)
}

/**
 * Marital status and number of children, facts of the matter that both spouses share; between them, of a couple, whether
 * the spouse or partner takes part.
 */
export async function familyFields(
  req: PageRequest,
  section: ClientsSection,
  parties: ClientParties,
): Promise<Field[]> {
  const { matter, words } = req
  const { fields } = section
  const revisions = (await req.loaded.revisions())[matter.id] ?? {}
  const seen = (name: string) => revisions[name] ?? 0
  const status = matter.contact_main_marital_status
  const { number_of_children } = matter
  const marital: Field = {
    name: maritalField,
    type: "one_of",
    label: words.clients.marital_status,
    options: maritalOptions(words),
    required: fields.marital_status === "required",
    value: status || null,
    given: status !== "",
    seen: seen(maritalField),
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
  const shared: Field[] = [
    ...(fields.marital_status ? [{ ...marital, store }] : []),
    ...(await partnerFields(req, section, parties)),
    ...(fields.number_of_children ? [{ ...children, store }] : []),
  ]
  return withChangers(req, matter.id, shared)
}

const maritalField = "contact_main_marital_status"
/** The name of the field that asks whether a spouse or partner takes part. */
export const partnerField = "takes_part"

const couples = ["married", "life_partner", "separated"]

/**
 * Whether the family page asks that: never the partner, nor where both are to confirm that they go on together. It shows
 * at once of a couple, whatever their status once there are two, or once that is the answer.
 */
export function partnerQuestion(
  { matter, client }: PageRequest,
  { fields, with_partner }: ClientsSection,
  { partner }: ClientParties,
): { is_shown: boolean } | undefined {
  const isOpen = partner ? matter.client_type === "self" && client.party !== "partner" : with_partner
  const is_shown = partner !== undefined || couples.includes(matter.contact_main_marital_status)
  if (!isOpen || matter.sharing_paused_at !== null || !(is_shown || fields.marital_status)) return undefined
  return { is_shown }
}

async function partnerFields(
  req: PageRequest,
  section: ClientsSection,
  parties: ClientParties,
): Promise<Field[]> {
  const { words, matter } = req
  const question = partnerQuestion(req, section, parties)
  if (!question) return []
  const { partner } = parties
  const isOurs = matter.client_type === "self"
  const isDeclined = !partner && question.is_shown && (await isDeclinedSinceStatus(req, section))
  return [
    {
      name: partnerField,
      type: "yes_no",
      label: isOurs ? words.clients.partner_label : words.clients.their_partner_label,
      hint: isOurs ? words.clients.partner_hint : undefined,
      required: true,
      value: partner ? true : isDeclined ? false : null,
      given: partner !== undefined || isDeclined,
      seen: 0,
      hidden: !question.is_shown,
      when:
        partner || !section.fields.marital_status
          ? undefined
          : { any: couples.map((is) => ({ question: maritalField, is })) },
      store: {
        save: async ({ tx }, edits) => {
          // Not as the page was opened: the field may have saved itself while its form was on its way.
          const isAlone = !(await lockForEditing(tx, matter.id)).contact_spouse_id
          const answer = edits.at(-1)?.value
          if (isAlone && answer === true) await addPartner(tx, matter.id)
          if (isAlone && answer === false) await declinePartner(tx, matter.id)
          return { saved: { [partnerField]: 0 }, conflicts: [] }
        },
        visible: (edits) => {
          const edit = edits.find(({ field }) => field === maritalField)
          const status = edit ? edit.value : matter.contact_main_marital_status
          return new Set(partner || couples.includes(String(status)) ? [partnerField] : [])
        },
      },
    },
  ]
}

/** “No” is the answer of a couple that said so, or confirmed the section, not of a single client who marries afterward. */
async function isDeclinedSinceStatus({ tx, matter, loaded }: PageRequest, { id }: ClientsSection) {
  if (await isPartnerDeclined(tx, matter.id)) return true
  const reviewed_at = (await loaded.reviewed()).get(id)
  const changed_at = reviewed_at && (await findLastChange(tx, matter.id, maritalField))
  return reviewed_at !== undefined && (!changed_at || changed_at <= reviewed_at)
}

/** Whether a form says that they are a couple but did not have the question: without script, nothing revealed it. */
export function mustFollowUp(form: Form): boolean {
  const isCouple = couples.includes(textOf(form, maritalField) ?? "")
  return isCouple && seenOf(form, partnerField) === undefined
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
