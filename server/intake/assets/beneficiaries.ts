import { compareDecimals, isDecimal } from "../../definition/values/decimals.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { categoryOf } from "./asset-values.ts"
import { getAsset } from "./assets.ts"
import type { Beneficiary } from "./schema.ts"

/** The total of the shares on each level: `100.00` when complete, `0.00` without beneficiaries. */
export interface ShareTotals {
  primary_total: string
  contingent_total: string
}

/** `share` is a decimal percentage such as `50` or `33.33`. */
export interface BeneficiaryRow {
  contact_id: string
  level: Beneficiary["level"]
  share: string
}

/**
 * Sets all beneficiaries of an asset. The totals are returned, but needn't be 100. Throws "bad request" with every
 * fault, "not found", and "conflict" for a matter that may not be edited.
 */
export async function changeBeneficiaries(
  tx: Tx,
  asset_id: string,
  rows: readonly BeneficiaryRow[],
  seen?: number,
): Promise<SaveResult & ShareTotals> {
  const { matter_id } = await getAsset(tx, asset_id)
  await lockForEditing(tx, matter_id)
  const [asset, { definition }] = await Promise.all([getAsset(tx, asset_id), definitionOf(tx, matter_id)])
  // Those who were named when the questionnaire still asked for them can be replaced.
  const isRequested = categoryOf(definition, asset.for_fin_category)?.ask_beneficiaries
  const faults =
    isRequested || asset.beneficiaries.length > 0
      ? [...checkShares(rows), ...(await checkPeople(tx, matter_id, rows))]
      : [fault("beneficiaries", "unknown_field", "This kind of asset does not ask for beneficiaries.")]
  if (faults.length > 0) throw badRequest(faults)

  const value = rows
    .toSorted((a, b) => (a.level === b.level ? 0 : a.level === "primary" ? -1 : 1))
    .map(({ contact_id, level, share }) => ({ contact: contact_id, share: twoDecimals(share), level }))
  const current = asset.beneficiaries.map(({ contact, share, level }) => ({ contact, share, level }))
  const edit = { field: "beneficiaries", value, seen }
  const changes = await recordChanges(tx, matter_id, asset_id, { beneficiaries: current }, [edit])
  if ("beneficiaries" in changes.accepted) await replaceBeneficiaries(tx, matter_id, asset_id, value)
  return { saved: changes.saved, conflicts: changes.conflicts, ...(await readShareTotals(tx, asset_id)) }
}

/** The exact totals of an asset's shares. */
function readShareTotals(tx: Tx, asset_id: string): Promise<ShareTotals> {
  return tx.one<ShareTotals>(sql`
    select coalesce(sum(share) filter (where level = 'primary'), 0.00)::text as primary_total,
           coalesce(sum(share) filter (where level = 'contingent'), 0.00)::text as contingent_total
      from asset_beneficiaries where asset_id = ${asset_id}`)
}

async function replaceBeneficiaries(
  tx: Tx,
  matter_id: string,
  asset_id: string,
  rows: Beneficiary[],
): Promise<void> {
  const placed = rows.map((row, index) => ({ ...row, position: index + 1 }))
  await Promise.all([
    tx.run(sql`delete from asset_beneficiaries where asset_id = ${asset_id}`),
    tx.run(sql`
      insert into asset_beneficiaries (matter_id, asset_id, contact_id, level, share, position)
      select ${matter_id}, ${asset_id}, contact, level, share, position
        from jsonb_to_recordset(${json(placed)}::jsonb)
               as row (contact text, level text, share numeric, position integer)`),
  ])
}

function checkShares(rows: readonly BeneficiaryRow[]): Fault[] {
  const faults: Fault[] = []
  const names = rows.map(({ level, contact_id }) => `${level} ${contact_id}`)
  rows.forEach(({ share, level }, index) => {
    const param = `beneficiaries.${index}`
    if (!isShare(share)) {
      const message =
        "A share must be a percentage from 0 to 100 with at most two decimals, for example 33.33."
      faults.push(fault(`${param}.share`, "share_unreadable", message))
    }
    if (level !== "primary" && level !== "contingent") {
      faults.push(fault(`${param}.level`, "unknown_value", "A level must be primary or contingent."))
    }
    if (names.indexOf(names[index] ?? "") !== index) {
      faults.push(fault(`${param}.contact_id`, "person_twice", "Name each person once on a level."))
    }
  })
  return faults
}

async function checkPeople(tx: Tx, matter_id: string, rows: readonly BeneficiaryRow[]): Promise<Fault[]> {
  const people = rows.map(({ contact_id }) => contact_id)
  const known = await tx.all<{ id: string }>(
    sql`select id from contacts where matter_id = ${matter_id} and id = any(${people}::text[])`,
  )
  return people.flatMap((id, index) =>
    known.some((contact) => contact.id === id)
      ? []
      : fault(`beneficiaries.${index}.contact_id`, "person_unknown", "Choose a person of this matter."),
  )
}

function isShare(text: string): boolean {
  return isDecimal(text) && /^\d{1,3}(\.\d{1,2})?$/.test(text) && (compareDecimals(text, "100") ?? 1) <= 0
}

function twoDecimals(share: string): string {
  const [whole = "0", fraction = ""] = share.split(".")
  return `${whole.replace(/^0+(?=\d)/, "")}.${fraction.padEnd(2, "0")}`
}

function fault(param: string, code: string, message: string): Fault {
  return { param, code, message }
}
