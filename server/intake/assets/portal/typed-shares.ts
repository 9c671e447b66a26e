import type { Language } from "../../../definition/text.ts"
import { parseShares } from "../../../definition/values/shares.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import { isUnfinished, type UnfinishedField } from "../../matters/progress/unfinished-fields.ts"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import type { AssetRecord } from "../assets.ts"
import type { BeneficiaryRow } from "../beneficiaries.ts"

export const levels = ["primary", "contingent"] as const
export type Level = (typeof levels)[number]

/** A person chosen as a beneficiary, with the share as it was typed. */
export interface TypedShare {
  level: Level
  contact_id: string
  typed: string
}

export interface AcceptedShares {
  rows: BeneficiaryRow[]
  /** Shares that could not be read, or that the others do not determine. */
  faults: (TypedShare & { code: "missing" | "unreadable" })[]
}

export function shareName(level: Level, contact_id: string): string {
  return `share.${level}.${contact_id}`
}

/** The form's button that chooses all children equally. A control named “children” would hide the form's own. */
export const childrenField = "all_children"

/** The beneficiaries chosen on a form, in the order of `people`. */
export function typedOn(form: Form, people: readonly Pickable[]): TypedShare[] {
  return levels.flatMap((level) =>
    people
      .filter(({ contact_id }) => form[level]?.includes(contact_id))
      .map(({ contact_id }) => ({
        level,
        contact_id,
        typed: textOf(form, shareName(level, contact_id)) ?? "",
      })),
  )
}

/** The field of an asset under which a level's shares wait that are no value yet, by contact id. */
export function unfinishedName(level: Level): string {
  return `beneficiaries.${level}`
}

/** The beneficiaries as a form shows them: saved shares, and what was typed where there is no readable share. */
export function typedOf(
  { id, beneficiaries }: AssetRecord,
  unfinished: readonly UnfinishedField[],
): TypedShare[] {
  return levels.flatMap((level) => {
    const typed =
      unfinished.find((each) => each.record_id === id && each.field === unfinishedName(level))?.typed ?? {}
    const saved = beneficiaries.filter((each) => each.level === level)
    const waiting = Object.keys(typed).filter((each) => !saved.some(({ contact }) => contact === each))
    return [
      ...saved.map(({ contact, share }) => ({
        level,
        contact_id: contact,
        typed: typed[contact] ?? share.replace(/\.00$/, ""),
      })),
      ...waiting.map((contact_id) => ({ level, contact_id, typed: typed[contact_id] ?? "" })),
    ]
  })
}

/** Whether any share was typed that is no value yet. */
export function hasUnreadShares({ id }: AssetRecord, unfinished: readonly UnfinishedField[]): boolean {
  return levels.some((level) => isUnfinished(unfinished, id, unfinishedName(level)))
}

/** The form with exactly the children as primary beneficiaries. */
export function withChildren(typed: readonly TypedShare[], children: readonly string[]): TypedShare[] {
  const first = children.map((contact_id) => ({ level: "primary" as const, contact_id, typed: "" }))
  const isChild = (each: TypedShare) => children.includes(each.contact_id)
  return [...first, ...typed.filter((each) => each.level === "contingent" && !isChild(each))]
}

/**
 * Reads the shares of each level. Where a share cannot be read, or was cleared, the record keeps the saved one, so that it
 * still names everyone; where there is none, it does not name the person until the share is known.
 */
export function acceptShares(
  typed: readonly TypedShare[],
  { beneficiaries }: AssetRecord,
  language: Language,
): AcceptedShares {
  const accepted: AcceptedShares = { rows: [], faults: [] }
  for (const level of levels) {
    const own = typed.filter((each) => each.level === level)
    const parsed = parseShares(
      own.map((each) => each.typed),
      language,
    )
    own.forEach((each, index) => {
      const { share, is_blank = true } = parsed[index] ?? {}
      const saved = beneficiaries.find((row) => row.level === level && row.contact === each.contact_id)?.share
      const accepted_share = share ?? saved
      if (accepted_share !== undefined)
        accepted.rows.push({ level, contact_id: each.contact_id, share: accepted_share })
      if (share === undefined) accepted.faults.push({ ...each, code: is_blank ? "missing" : "unreadable" })
    })
  }
  return accepted
}
