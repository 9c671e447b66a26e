import type { AssetRecord } from "../../assets/assets.ts"
import type { BeneficiaryRow } from "../../assets/beneficiaries.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../form.ts"
import type { Pickable } from "../person-picker.tsx"
import { readShare, splitEqually } from "./shares.ts"

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

/**
 * Reads the shares; where all of a level are blank, or its button was pressed, they are split equally. A share that
 * cannot be read counts as nothing until it can.
 */
export function parseShares(typed: readonly TypedShare[], split: string | undefined): ParsedShares {
  const parsed: ParsedShares = { rows: [], faults: [] }
  for (const level of levels) {
    const own = typed.filter((each) => each.level === level)
    const isEqual = split === level || own.every((each) => each.typed.trim() === "")
    const equal = isEqual && own.length > 0 ? splitEqually(own.length) : []
    own.forEach((each, index) => {
      const share = equal[index] ?? readShare(each.typed)
      parsed.rows.push({ level, contact_id: each.contact_id, share: share ?? "0.00" })
      if (share === undefined)
        parsed.faults.push({ ...each, code: each.typed.trim() === "" ? "missing" : "unreadable" })
    })
  }
  return parsed
}
