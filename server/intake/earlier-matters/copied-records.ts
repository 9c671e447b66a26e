import { type AnswerValue, answerKey, isAnswered } from "../../definition/conditions/conditions.ts"
import type { AdditionalField, Category, Question } from "../../definition/definition.ts"
import { takesAnswer } from "../../definition/kinds.ts"
import { categoriesOf, fociOf, questionsOf, rolesOf } from "../../definition/parts.ts"
import { fitsQuestion } from "../../definition/values/values.ts"
import type { Tx } from "../../platform/db/database.ts"
import { newId } from "../../platform/ids.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { readAnswers } from "../answers/answers.ts"
import { offerPriorAnswers, type PriorAnswer } from "../answers/prior-answers.ts"
import { type AssetRecord, listAssetRecords } from "../assets/assets.ts"
import { changeBeneficiaries } from "../assets/beneficiaries.ts"
import { changeAsset } from "../assets/editing.ts"
import { checkAsset, saveAssets } from "../assets/many-assets.ts"
import { ownerShareField } from "../assets/owners.ts"
import { lockForEditing } from "../matters/editing.ts"
import { listPartsAlone } from "../matters/progress/parts-alone.ts"
import { fittingLevels } from "../roles/assignment-rules.ts"
import { assignRole, levelsAsStored, listAssignments, rowsOf } from "../roles/roles.ts"
import type { CopyContext } from "./copy-context.ts"
import { findSame } from "./same-part.ts"

/** Adds the assets whose category both questionnaires have; returns how many. */
export async function copyAssets(tx: Tx, { from, to, source, target, people }: CopyContext): Promise<number> {
  const categories = categoriesOf(target.definition).filter(({ active }) => active)
  await lockForEditing(tx, to.id)
  const copies = (await listAssetRecords(tx, from.id)).flatMap((asset) => {
    const before = categoriesOf(source.definition).find(({ id }) => id === asset.for_fin_category)
    if (!before || !source.visible.has(before.id)) return []
    const category = findSame(categories, before, ({ title }) => title)
    if (!category) return []
    const values = {
      identifier_value: asset.identifier_value,
      ...ownerOf(asset, to.contact_spouse_id !== null),
      ...(category.ask_credit_value && { credit_value: asset.credit_value }),
      ...(category.ask_debit_value && { debit_value: asset.debit_value }),
      ...fieldsOf(asset, before, category),
    }
    const edits = Object.entries(values).map(([field, value]) => ({ field, value }))
    const added = { asset_id: newId("asset"), stored: undefined, for_fin_category: category.id, edits }
    return [{ asset, category, added: checkAsset(target.definition, target.today, added) }]
  })
  await saveAssets(
    tx,
    to.id,
    copies.map(({ added }) => added),
  )
  // Only those with owners by name, or with beneficiaries, take statements of their own.
  for (const { asset, category, added } of copies) {
    const id = added.asset_id
    const owners = asset.owners.flatMap(({ contact, share }) => {
      const contact_id = people.get(contact)
      return contact_id === undefined ? [] : [{ contact_id, share }]
    })
    if (owners.length > 0)
      await changeAsset(tx, id, [
        { field: "owners", value: owners.map(({ contact_id }) => contact_id) },
        ...owners.map(({ contact_id, share }) => ({ field: ownerShareField(contact_id), value: share })),
      ])
    const rows = asset.beneficiaries.flatMap(({ contact, share, level }) => {
      const contact_id = people.get(contact)
      return contact_id === undefined ? [] : [{ contact_id, share, level }]
    })
    if (category.ask_beneficiaries && rows.length > 0) await changeBeneficiaries(tx, id, rows)
  }
  return copies.length
}

/** Without a partner in the new matter, the client has to name the owner of shared assets. */
function ownerOf({ owner_type, owner_value }: AssetRecord, hasPartner: boolean) {
  if (!hasPartner && (owner_type === "partner" || owner_type === "joint")) return {}
  return { owner_type, owner_value }
}

function fieldsOf(asset: AssetRecord, before: Category, category: Category): Record<string, string> {
  return Object.fromEntries(
    category.additional_fields.flatMap((field): [string, string][] => {
      const same = findSame(before.additional_fields, field, ({ prompt }) => prompt)
      const answer = same?.type === field.type ? asset.fields[same.id] : undefined
      return answer && takes(field, answer) ? [[field.id, answer]] : []
    }),
  )
}

function takes(field: AdditionalField, answer: string): boolean {
  return fitsQuestion(field, field.type === "yes_no" ? answer === "yes" : answer)
}

/** Assigns the roles that both questionnaires have to the same people; returns how many. */
export async function copyRoles(tx: Tx, { from, to, source, target, people }: CopyContext): Promise<number> {
  const earlier = await listAssignments(tx, from.id)
  const [main] = source.facts.clients
  const former = new Map([...people].map(([before, now]) => [now, before]))
  let copied = 0
  for (const role of rolesOf(target.definition).filter(({ active }) => active)) {
    const same = findSame(rolesOf(source.definition), role, ({ role_description }) => role_description)
    if (!same) continue
    for (const focus of fociOf(role, target.facts.clients)) {
      const rows = rowsOf(earlier, same.id, (focus && former.get(focus)) ?? null, main)
      const levels = levelsAsStored(rows)
        .map((ids) => ids.flatMap((id) => people.get(id) ?? []))
        .filter((ids) => ids.length > 0)
      if (levels.length === 0) continue
      const choice = { role_id: role.id, focus_contact_id: focus, levels: fittingLevels(role, levels) }
      await assignRole(tx, to.id, choice)
      copied += 1
    }
  }
  return copied
}

/** Suggests the answers to questions that both questionnaires have, except sensitive ones; returns how many. */
export async function copyAnswers(
  tx: Tx,
  ring: KeyRing,
  { from, to, source, target, people }: CopyContext,
): Promise<number> {
  const answers = await readAnswers(tx, ring, from.id)
  const alone = await listPartsAlone(tx, from.id)
  const former = new Map([...people].map(([before, now]) => [now, before]))
  const offered = questionsOf(target.definition).flatMap((question): PriorAnswer[] => {
    if (!takesAnswer(question.type)) return []
    const same = findSame(questionsOf(source.definition), question, ({ prompt }) => prompt)
    if (!same || same.type !== question.type || same.each_client !== question.each_client) return []
    // Private answers of one client stay in their own matter.
    if (same.sensitive || question.sensitive || alone.has(same.id)) return []
    return (question.each_client ? target.facts.clients : [null]).flatMap((about): PriorAnswer[] => {
      const key = answerKey(same.id, about && (former.get(about) ?? "unknown"))
      const value = source.visible.has(key) ? valueFor(question, answers[key], people) : undefined
      return value === undefined
        ? []
        : [{ field: answerKey(question.id, about), value, opened_on: from.open_date }]
    })
  })
  await offerPriorAnswers(tx, to.id, offered)
  return offered.length
}

function valueFor(
  question: Question,
  value: AnswerValue | null | undefined,
  people: ReadonlyMap<string, string>,
): AnswerValue | undefined {
  if (!isAnswered(value) || value === null || value === undefined) return undefined
  if (question.type === "contact") return people.get(String(value))
  return fitsQuestion(question, value) ? value : undefined
}
