// Who receives an asset: one answer with a control for each person, on the asset's own form.

import type { Category } from "../../../definition/definition.ts"
import { groupOf } from "../../../definition/people/relationships.ts"
import { withoutZeros } from "../../../definition/values/amounts.ts"
import { complete, totalOf } from "../../../definition/values/shares.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import {
  isUnfinished,
  recordUnfinishedFields,
  type UnfinishedField,
} from "../../matters/progress/unfinished-fields.ts"
import type { Field, FieldEdit, FieldsSaving } from "../../portal/fields/field.ts"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import { livingPeople, pickablePeople } from "../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { sharesSentence } from "../../submissions/missing/missing-sentences.ts"
import { type AssetRecord, getAsset } from "../assets.ts"
import { changeBeneficiaries } from "../beneficiaries.ts"
import { type Owned, ownersOf } from "../owners.ts"
import { BeneficiariesControl } from "./beneficiaries-control.tsx"
import { nameOf } from "./holdings.ts"
import type { Common } from "./owner-fields.tsx"
import {
  type AcceptedShares,
  acceptShares,
  beneficiariesField,
  levels,
  lineOf,
  shareName,
  shareOf,
  type TypedShare,
  typedOf,
  typedOn,
  unfinishedName,
} from "./typed-shares.ts"

/** The field of an asset's beneficiaries, if its category asks for them. */
export async function beneficiaryFields(
  req: PageRequest,
  { ask_beneficiaries }: Category,
  common: Common,
  asset?: AssetRecord,
): Promise<Field[]> {
  if (!ask_beneficiaries) return []
  const unfinished = await req.loaded.unfinished()
  const shares = asset ? typedOf(asset, unfinished) : []
  const chosen = shares.map(({ contact_id }) => contact_id)
  // Owners too: the same form may change them. One who still owns it is refused by name.
  const people = await livingPeople(req, chosen)
  const children = await livingChildren(req, people)
  const childrenIn = (form: Form = {}) => {
    const owners = ownersOf(ownedIn(form) ?? asset ?? noOne, req.matter)
    return Map.groupBy(children, (id) => owners.some(({ contact }) => contact === id))
  }
  const unnamed = shares.filter((each) => people.every(({ contact_id }) => contact_id !== each.contact_id))
  return [
    {
      ...common(beneficiariesField, req.words.assets.beneficiaries_ask, null),
      type: "many_of",
      people,
      value: shares.map(lineOf),
      given: chosen.length > 0,
      group: beneficiariesField,
      own: {
        parse: (form) =>
          typedOn(form, people, childrenIn(form).get(false) ?? [], req.lang)
            ?.concat(unnamed)
            .map(lineOf),
        inWords: (lines) =>
          lines
            .map(shareOf)
            .map(({ contact_id, typed }) => `${nameIn(people, contact_id)} ${withoutZeros(typed)}%`)
            .join(", "),
        control: (shown) => {
          const [owning = [], others = []] = [true, false].map((is) => childrenIn(shown.typed).get(is))
          return <BeneficiariesControl {...{ req, people, children: others, owning, shown }} />
        },
      },
      store: asset && { save: (req, [edit]) => saveBeneficiaries(req, asset.id, edit, unfinished) },
    },
  ]
}

const noOne: Owned = { owner_type: "", owners: [] }

/** Who owns the asset as a form has it; undefined if it does not have these controls. */
function ownedIn(form: Form): Owned | undefined {
  const owner_type = textOf(form, "owner_type")
  const owners = (form.owners ?? []).map((contact) => ({ contact, share: null }))
  return owner_type === undefined ? undefined : { owner_type, owners }
}

/** Saves who receives an asset, as far as the shares are known; says what is wrong with the rest. */
export async function saveBeneficiaries(
  req: PageRequest,
  asset_id: string,
  edit: FieldEdit | undefined,
  unfinished: readonly UnfinishedField[] = [],
): Promise<Pick<FieldsSaving, "saved" | "conflicts" | "refused">> {
  if (!edit) return { saved: {}, conflicts: [], refused: {} }
  // The same form may have changed its owners.
  const asset = await getAsset(req.tx, asset_id)
  const { accepted, refused } = await checkBeneficiaries(req, edit, asset)
  if (!accepted) return { saved: {}, conflicts: [], refused }
  const { saved, conflicts } = await changeBeneficiaries(req.tx, asset_id, accepted.rows, edit.seen)
  if (conflicts.length === 0) await recordUnreadable(req, asset_id, accepted, unfinished)
  const inLines = (rows: unknown) =>
    ((rows as AssetRecord["beneficiaries"] | null) ?? []).map(({ contact, level, share }) =>
      lineOf({ contact_id: contact, level, typed: share }),
    )
  return {
    saved,
    conflicts: conflicts.map((each) => ({
      ...each,
      yours: inLines(each.yours),
      theirs: inLines(each.theirs),
    })),
    refused,
  }
}

/** The shares of an edit that can be saved, none if a person may not receive the asset; and a sentence for each fault. */
export async function checkBeneficiaries(
  req: PageRequest,
  { value }: Pick<FieldEdit, "value">,
  asset: Owned & Pick<AssetRecord, "identifier_value" | "beneficiaries">,
): Promise<{ accepted?: AcceptedShares; refused: Record<string, string> }> {
  const typed = (Array.isArray(value) ? value : []).map(shareOf)
  const people = await pickablePeople(req)
  const owners = ownersOf(asset, req.matter).map(({ contact }) => contact)
  const refusal = refusePeople(req, typed, people, owners)
  if (refusal) return { refused: { [beneficiariesField]: refusal } }
  const accepted = acceptShares(typed, asset, req.lang)
  return { accepted, refused: faultsOf(req, accepted, people, nameOf(asset, req)) }
}

/** The clients' children among `people`. */
async function livingChildren(req: PageRequest, people: readonly Pickable[]): Promise<string[]> {
  const all = await req.loaded.people()
  const children = all.filter((person) => groupOf(person.relationship_type) === "children")
  return people.flatMap(({ contact_id }) =>
    children.some(({ id }) => id === contact_id) ? [contact_id] : [],
  )
}

/** Keeps what was typed as shares that cannot be read, until they can be. */
async function recordUnreadable(
  { tx, matter }: PageRequest,
  asset_id: string,
  { faults }: AcceptedShares,
  unfinished: readonly UnfinishedField[],
): Promise<void> {
  const fields = levels.flatMap((level) => {
    const field = unfinishedName(level)
    const own = faults.filter((fault) => fault.level === level)
    const typed = Object.fromEntries(own.map((fault) => [fault.contact_id, fault.typed]))
    if (own.length > 0) return { field, typed }
    return isUnfinished(unfinished, asset_id, field) ? { field } : []
  })
  await recordUnfinishedFields(tx, matter.id, asset_id, fields)
}

/** A sentence for each missing or unreadable share, and for each other level that does not add up to 100. */
function faultsOf(
  { words, lang }: PageRequest,
  { rows, faults }: AcceptedShares,
  people: readonly Pickable[],
  asset: string,
): Record<string, string> {
  const { share_missing, share_unreadable } = words.assets
  const single = faults.map(({ level, contact_id, code }): [string, string] => [
    shareName(level, contact_id),
    (code === "missing" ? share_missing : share_unreadable)(nameIn(people, contact_id)),
  ])
  const sums = levels.flatMap((level): [string, string][] => {
    const own = rows.filter((row) => row.level === level)
    const total = totalOf(own.map(({ share }) => share))
    const [first] = own
    if (!first || faults.some((fault) => fault.level === level) || total === complete) return []
    return [[shareName(level, first.contact_id), sharesSentence(level, asset, total, lang)]]
  })
  return Object.fromEntries([...single, ...sums])
}

function nameIn(people: readonly Pickable[], id: string): string {
  return people.find(({ contact_id }) => contact_id === id)?.name ?? ""
}

/** Says which beneficiaries own the asset, and which contingent ones are also primary; undefined if none. */
function refusePeople(
  { words }: PageRequest,
  typed: readonly TypedShare[],
  people: readonly Pickable[],
  owners: readonly string[],
): string | undefined {
  const { owner_chosen, beneficiary_duplicate } = words.assets
  const isDuplicate = ({ level, contact_id }: TypedShare) =>
    level === "contingent" && typed.some((each) => each.level === "primary" && each.contact_id === contact_id)
  const sentences = typed.flatMap((each) => {
    const name = people.find(({ contact_id }) => contact_id === each.contact_id)?.name ?? ""
    if (owners.includes(each.contact_id)) return owner_chosen(name)
    return isDuplicate(each) ? beneficiary_duplicate(name) : []
  })
  return sentences.length > 0 ? [...new Set(sentences)].join(" ") : undefined
}
