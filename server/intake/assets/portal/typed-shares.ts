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

/** The name under which an asset's beneficiaries are saved; its controls' names begin with it. */
export const beneficiariesField = "beneficiaries"

export function levelName(level: Level): string {
  return `${beneficiariesField}.${level}`
}

export function shareName(level: Level, contact_id: string): string {
  return `${levelName(level)}.${contact_id}`
}

/** The choice that stands for all children. */
export const childrenOption = "all_children"

/** A share as a field's value holds it. */
export function lineOf({ level, contact_id, typed }: TypedShare): string {
  return `${level} ${contact_id} ${typed}`
}

export function shareOf(line: string): TypedShare {
  const [, level = "", contact_id = "", typed = ""] = /^(\S+) (\S+) (.*)$/s.exec(line) ?? []
  return { level: level === "contingent" ? level : "primary", contact_id, typed }
}

/**
 * The beneficiaries chosen on a form, with each share in percent where it is known, and all `children` where they were
 * chosen together; undefined if the form does not have these controls.
 */
export function typedOn(
  form: Form,
  people: readonly Pickable[],
  children: readonly string[],
  language: Language,
): TypedShare[] | undefined {
  if (!Object.keys(form).some((name) => name.startsWith(`${beneficiariesField}.`))) return undefined
  const first = levelName("primary")
  const together = form[first]?.includes(childrenOption) ? children : []
  const isTogether = ({ level, contact_id }: TypedShare) =>
    level === "primary" && together.includes(contact_id)
  const all = sharesOn({ ...form, [first]: [...(form[first] ?? []), ...together] }, people)
  return levels.flatMap((level) => {
    const own = all
      .filter((each) => each.level === level)
      // A share typed before belongs to a choice of single people.
      .map((each) => (isTogether(each) ? { ...each, typed: "" } : each))
    const parsed = parseShares(
      own.map(({ typed }) => typed),
      language,
    )
    return own.map((each, index) => ({ ...each, typed: parsed[index]?.share ?? each.typed }))
  })
}

/** The beneficiaries chosen on a form as they were typed, in the order of `people`. */
export function sharesOn(form: Form, people: readonly Pickable[]): TypedShare[] {
  return levels.flatMap((level) =>
    people
      .filter(({ contact_id }) => form[levelName(level)]?.includes(contact_id))
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

/**
 * Reads the shares of each level. Where a share cannot be read, or was cleared, the record keeps the saved one, so that it
 * still names everyone; where there is none, it does not name the person until the share is known.
 */
export function acceptShares(
  typed: readonly TypedShare[],
  { beneficiaries }: Pick<AssetRecord, "beneficiaries">,
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
