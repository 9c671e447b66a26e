import type { AssetRecord } from "../../assets/assets.ts"
import type { BeneficiaryRow } from "../../assets/beneficiaries.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../form.ts"
import type { Pickable } from "../person-picker.tsx"
import { readShare, restOf, splitEqually } from "./shares.ts"

export const levels = ["primary", "contingent"] as const
export type Level = (typeof levels)[number]

/** One person chosen on a level, with the share as it was typed. */
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

/** Who is chosen on a form, in the order of the people. */
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

/** Who is stored, as a form would show it: a share of nothing was not given yet. */
export function typedOf({ beneficiaries }: AssetRecord): TypedShare[] {
  return beneficiaries.map(({ contact, level, share }) => ({
    level,
    contact_id: contact,
    typed: Number(share) === 0 ? "" : share.replace(/\.00$/, ""),
  }))
}

/** The value of the button that names all children equally. */
export const allChildren = "children"

/** The same form with every child as first beneficiary, and nobody else. */
export function withChildren(typed: readonly TypedShare[], children: readonly string[]): TypedShare[] {
  const first = children.map((contact_id) => ({ level: "primary" as const, contact_id, typed: "" }))
  const isChild = (each: TypedShare) => children.includes(each.contact_id)
  return [...first, ...typed.filter((each) => each.level === "contingent" && !isChild(each))]
}

/**
 * Reads the shares; where all of a level are blank, or its button was pressed, they are split equally, and one that
 * is blank gets what is left. A share that cannot be read counts as nothing until it can.
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
