// Facts the clients give about their family. They are columns of the matter; the partner's relationship follows the
// marital status.
import { contactMainStatuses } from "../../definition/people/contact-types.ts"
import { type MaritalStatus, maritalStatuses } from "../../definition/people/marital-status.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { type Edit, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { isPartnerType, partnerTypeFor, storeFacts } from "../matters/parties/parties.ts"
import { followWithSharing } from "./taking-part.ts"

/**
 * Changes the main contact's marital status and status and the number of children. Their revisions belong to the record
 * `matter_id`. Throws "bad request" with every fault, and "conflict" when read-only.
 */
export async function changeMatterFacts(
  tx: Tx,
  matter_id: string,
  edits: readonly Edit[],
): Promise<SaveResult> {
  const faults = edits.flatMap((edit) => faultOf(edit) ?? [])
  if (faults.length > 0) throw badRequest(faults)
  const matter = await lockForEditing(tx, matter_id)
  const current = {
    contact_main_marital_status: matter.contact_main_marital_status,
    contact_main_status: matter.contact_main_status,
    number_of_children: matter.number_of_children,
  }
  const { accepted, saved, conflicts } = await recordChanges(tx, matter_id, matter_id, current, edits)
  await storeFacts(tx, matter_id, accepted)
  const { contact_main_marital_status } = accepted
  if (matter.contact_spouse_id && typeof contact_main_marital_status === "string") {
    await followMaritalStatus(tx, matter.contact_spouse_id, contact_main_marital_status)
    await followWithSharing(tx, matter, contact_main_marital_status as MaritalStatus | "")
  }
  return { saved, conflicts }
}

async function followMaritalStatus(tx: Tx, partner_id: string, marital_status: string): Promise<void> {
  const { relationship_type } = await tx.one<{ relationship_type: string }>(sql`
    select relationship_type from contacts where id = ${partner_id}`)
  // A relationship chosen beyond the marital status (engaged, say) stays.
  if (!isPartnerType(relationship_type)) return
  await tx.run(sql`
    update contacts set relationship_type = ${partnerTypeFor(marital_status, relationship_type)} where id = ${partner_id}`)
}

function faultOf({ field, value }: Edit): Fault | undefined {
  const oneOf = (values: readonly string[]): Fault | undefined =>
    typeof value === "string" && values.includes(value)
      ? undefined
      : {
          param: field,
          code: "unknown_value",
          message: `"${field}" must be one of: ${values.filter(Boolean).join(", ")}.`,
        }
  switch (field) {
    case "contact_main_marital_status":
      return oneOf(["", ...maritalStatuses])
    case "contact_main_status":
      return oneOf(contactMainStatuses)
    case "number_of_children":
      return value === null ||
        (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 99)
        ? undefined
        : { param: field, code: "not_a_count", message: `"${field}" must be a whole number, 0 to 99.` }
    default:
      return { param: field, code: "unknown_field", message: `"${field}" is not a fact of a matter.` }
  }
}
