import type { AssetRecord } from "../../assets/assets.ts"
import type { BeneficiaryRow } from "../../assets/beneficiaries.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../form.ts"
import type { Pickable } from "../person-picker.tsx"
import { readShare, restOf, splitEqually } from "./shares.ts"

export const levels = ["primary", "contingent"] as const
export type Level = (typeof levels)[number]

/** A person chosen as a beneficiary, with the share as it was typed. */
export interface TypedShare {
  level: Level
  contact_id: string
  typed: string
}

export interface ParsedShares {
  rows: BeneficiaryRow[]
  faults: (TypedShare & { code: "missing" | "unreadable" })[]
}

export function shareName(level: Level, contact_id: string): string {
  return `share.${level}.${contact_id}`
}

/** The form's button that splits a level equally; its value is the level. */
export const splitField = "split"

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

/** The saved beneficiaries as a form shows them: a saved share of 0 is blank. */
export function typedOf({ beneficiaries }: AssetRecord): TypedShare[] {
  return beneficiaries.map(({ contact, level, share }) => ({
    level,
    contact_id: contact,
    typed: Number(share) === 0 ? "" : share.replace(/\.00$/, ""),
  }))
}

/** The value of the split button that chooses all children equally. */
export const allChildren = "children"

/** The form with exactly the children as primary beneficiaries. */
export function withChildren(typed: readonly TypedShare[], children: readonly string[]): TypedShare[] {
  const first = children.map((contact_id) => ({ level: "primary" as const, contact_id, typed: "" }))
  const isChild = (each: TypedShare) => children.includes(each.contact_id)
  return [...first, ...typed.filter((each) => each.level === "contingent" && !isChild(each))]
}

/**
 * Parses the shares of each level. If all are blank or the level's split button was pressed, they are split equally; a
 * single blank one gets the rest. A missing or unreadable share is saved as 0 and reported as a fault.
 */
export function parseShares(typed: readonly TypedShare[], split: string | undefined): ParsedShares {
  const parsed: ParsedShares = { rows: [], faults: [] }
  for (const level of levels) {
    const own = typed.filter((each) => each.level === level)
    const isEqual = split === level || own.every((each) => each.typed.trim() === "")
    const equal = isEqual && own.length > 0 ? splitEqually(own.length) : []
    const given = own.flatMap((each) => readShare(each.typed) ?? [])
    const rest = given.length === own.length - 1 ? restOf(given) : undefined
    own.forEach((each, index) => {
      const share = equal[index] ?? readShare(each.typed) ?? (each.typed.trim() === "" ? rest : undefined)
      parsed.rows.push({ level, contact_id: each.contact_id, share: share ?? "0.00" })
      if (share === undefined)
        parsed.faults.push({ ...each, code: each.typed.trim() === "" ? "missing" : "unreadable" })
    })
  }
  return parsed
}
