// Adds fictional people to a preview's matter, and assets if a condition refers to any.

import { categoriesFor, isAssetFact } from "../../../definition/conditions/asset-facts.ts"
import { leavesOf } from "../../../definition/conditions/conditions.ts"
import type { Approach, Category, Definition } from "../../../definition/definition.ts"
import { categoriesOf, clientsSectionOf } from "../../../definition/parts.ts"
import { changeBeneficiaries } from "../../../intake/assets/beneficiaries.ts"
import { addAsset } from "../../../intake/assets/editing.ts"
import { addContact, changeContact } from "../../../intake/contacts/editing.ts"
import { changeMatterFacts } from "../../../intake/contacts/facts.ts"
import { addPartner } from "../../../intake/contacts/partner.ts"
import { conditionalPartsOf } from "../../../intake/questionnaires/editing/conditional-parts.ts"
import type { Persona } from "../../../intake/questionnaires/linting/personas.ts"
import type { Tx } from "../../../platform/db/database.ts"

const last_name = "Sample"

export async function addSampleRecords(
  tx: Tx,
  { id, contact_main_id }: { id: string; contact_main_id: string },
  { approach, definition }: { approach: Approach; definition: Definition },
  { marital_status, has_partner, children, has_assets }: Persona,
): Promise<void> {
  await changeContact(tx, contact_main_id, [
    { field: "first_name", value: "Alex" },
    { field: "last_name", value: last_name },
  ])
  await changeMatterFacts(tx, id, [
    { field: "contact_main_marital_status", value: marital_status },
    { field: "number_of_children", value: children.length },
  ])
  const mayHavePartner = approach.startsWith("rep-") || clientsSectionOf(definition)?.with_partner === true
  const isCouple = has_partner && mayHavePartner
  if (isCouple) await addPartner(tx, id, { first_name: "Robin", last_name })
  const born: string[] = []
  for (const [index, age] of children.entries()) {
    const first_name = ["Kim", "Sam", "Jo"][index] ?? "Lee"
    const date_of_birth = `${tx.now.getUTCFullYear() - age}-01-15`
    born.push(await addContact(tx, id, { relationship_type: "2CHLD", first_name, last_name, date_of_birth }))
  }
  if (!has_assets) return
  for (const category of categoriesInRules(definition)) {
    const owner_type = isCouple ? "joint" : "main"
    const identifier_value = "Sample"
    const asset = await addAsset(tx, id, { for_fin_category: category.id, identifier_value, owner_type })
    const rows = born
      .slice(0, 1)
      .map((contact_id) => ({ contact_id, level: "primary" as const, share: "100" }))
    if (category.ask_beneficiaries) await changeBeneficiaries(tx, asset, rows)
  }
}

/** One matching category for each condition on assets; most drafts have none. */
function categoriesInRules(definition: Definition): Category[] {
  const categories = categoriesOf(definition).filter(({ active }) => active)
  const leaves = conditionalPartsOf(definition).flatMap(({ condition }) => leavesOf(condition))
  const fitting = leaves.flatMap((leaf) =>
    "fact" in leaf && isAssetFact(leaf.fact)
      ? categoriesFor(leaf.fact, leaf.includes, categories).slice(0, 1)
      : [],
  )
  return [...new Set(fitting)]
}
