import { type Language, textIn } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict, Failure } from "../../platform/errors.ts"
import { recordChanges } from "../matters/changes/changes.ts"
import { unlinkPartner } from "../matters/parties/parties.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { lockMatterOf } from "./lock.ts"
import { recordSharing } from "./taking-part.ts"

/** A place in the matter that refers to a person, who therefore cannot be removed. */
export interface Reference {
  kind: "role" | "owner" | "beneficiary" | "answer"
  /** Id of the role, the asset or the question. */
  id: string
  /** Id of the role, the category or the question in the questionnaire. */
  part_id: string
  /** The client that a per-client role or answer is about. */
  about: string | null
  /** It names someone else for this person, or answers about them. */
  is_about: boolean
  label: string
}

/**
 * Removes a person from a matter. Throws "conflict" for the main client and the representative, for a partner with an
 * invitation, and, naming every place in `errors`, while the person still serves somewhere.
 */
export async function removeContact(tx: Tx, contact_id: string): Promise<void> {
  const matter = await lockMatterOf(tx, contact_id)
  if (contact_id === matter.contact_main_id || contact_id === matter.contact_representative_id) {
    throw conflict("contact_is_client", "A matter needs this person. Change the name instead.")
  }
  const references = await listReferences(tx, { matter_id: matter.id, contact_id })
  if (references.length > 0) throw stillServes(references)
  if (contact_id === matter.contact_spouse_id) {
    await unlinkPartner(tx, matter.id)
    if (matter.client_type === "self") await recordSharing(tx, matter.id, "ended")
  }
  const { full_name, relationship_type } = await tx.one<{ full_name: string; relationship_type: string }>(sql`
    delete from contacts where id = ${contact_id} returning full_name, relationship_type`)
  const removed = { field: "removed", value: { full_name, relationship_type } }
  await recordChanges(tx, matter.id, contact_id, {}, [removed])
}

/** Every role, asset and answer that refers to a person, with a label; an asset without a name gets its category's. */
export async function listReferences(
  tx: Tx,
  { matter_id, contact_id }: { matter_id: string; contact_id: string },
  language: Language = "en",
): Promise<Reference[]> {
  const [references, { definition }] = await Promise.all([
    tx.all<Omit<Reference, "label"> & { name: string | null }>(sql`
      select 'role' as kind, role_id as id, null as name, role_id as part_id, focus_contact_id as about,
             bool_and(contact_id <> ${contact_id}) as is_about
        from role_assignments
       where matter_id = ${matter_id} and ${contact_id} in (contact_id, focus_contact_id)
       group by role_id, focus_contact_id
      union all
      select distinct 'beneficiary', a.id, nullif(a.identifier_value, ''), a.for_fin_category, null, false
        from asset_beneficiaries b join assets a on a.id = b.asset_id
       where b.matter_id = ${matter_id} and b.contact_id = ${contact_id}
      union all
      select 'owner', a.id, nullif(a.identifier_value, ''), a.for_fin_category, null, false
        from assets a join matters m on m.id = a.matter_id
       where a.matter_id = ${matter_id}
         and (a.owner_type = 'other' and a.owners @> jsonb_build_array(jsonb_build_object('contact', ${contact_id}::text))
              or a.owner_type in ('partner', 'joint') and m.contact_spouse_id = ${contact_id})
      union all
      select 'answer', question_id, null, question_id, about,
             value is distinct from to_jsonb(${contact_id}::text) from answers
       where matter_id = ${matter_id} and (value = to_jsonb(${contact_id}::text)
          or (about = ${contact_id} and (value is not null or value_sealed is not null)))`),
    definitionOf(tx, matter_id),
  ])
  const titles = new Map(
    definition.sections.flatMap((section) =>
      section.kind === "roles"
        ? section.roles.map(({ id, role_description }) => [id, role_description] as const)
        : section.kind === "questions"
          ? section.questions.map(({ id, prompt }) => [id, prompt] as const)
          : section.kind === "assets"
            ? section.categories.map(({ id, title }) => [id, title] as const)
            : [],
    ),
  )
  return references.map(({ name, ...reference }) => ({
    ...reference,
    label: name ?? textIn(titles.get(reference.part_id), language),
  }))
}

function stillServes(references: readonly Reference[]): Failure {
  // A per-client role or question counts as one place.
  const places = [...new Map(references.map((reference) => [reference.id, reference])).values()]
  const where = places.map(({ label }) => `“${label}”`).join(", ")
  return new Failure(
    "conflict",
    "contact_serves",
    `This person is still named in ${where}. Choose someone else there first.`,
    places.map(({ kind, id, label }) => ({ param: id, code: kind, message: `Still named in “${label}”.` })),
  )
}
