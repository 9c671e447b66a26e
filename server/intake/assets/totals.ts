// Sums over assets, exact to the cent.
import { insurance_category } from "../../definition/general-categories.ts"
import { nameOfAsset } from "./described.ts"
import type { Asset } from "./schema.ts"

export interface NetWorth {
  credit_total: string
  debit_total: string
  net_total: string
}

/** Totals as exact decimals with two places; a value that no one gave counts as zero. */
export function totalOf(assets: readonly Record<"credit_value" | "debit_value", string | null>[]): NetWorth {
  const sum = (field: "credit_value" | "debit_value") =>
    assets.reduce((cents, asset) => cents + hundredths(asset[field] ?? "0.00"), 0n)
  const [credit, debit] = [sum("credit_value"), sum("debit_value")]
  return {
    credit_total: decimalOf(credit),
    debit_total: decimalOf(debit),
    net_total: decimalOf(credit - debit),
  }
}

/** The totals of life insurance, undefined without any, and of all other assets. */
export function splitInsurance(assets: readonly Asset[]): {
  insurance: NetWorth | undefined
  other: NetWorth
} {
  const insured = assets.filter(({ general_category }) => general_category.id === insurance_category)
  const others = assets.filter(({ general_category }) => general_category.id !== insurance_category)
  return { insurance: insured.length > 0 ? totalOf(insured) : undefined, other: totalOf(others) }
}

/** What a person receives. */
export interface Inheritance {
  contact: string
  /** In hundredths of a cent, so that a share of an odd cent is not lost. */
  amount: bigint
  from: { what: string; share: string }[]
  instead: { what: string; share: string }[]
}

/** The beneficiaries of all assets, grouped by person: who gets what. */
export function inheritancesOf(assets: readonly Asset[]): Inheritance[] {
  const inheritances = new Map<string, Inheritance>()
  for (const asset of assets) {
    for (const { contact, share, level } of asset.beneficiaries ?? []) {
      const inheritance = inheritances.get(contact) ?? { contact, amount: 0n, from: [], instead: [] }
      inheritances.set(contact, inheritance)
      const what = nameOfAsset(asset)
      if (level === "contingent") {
        inheritance.instead.push({ what, share })
      } else {
        inheritance.from.push({ what, share })
        inheritance.amount += hundredths(asset.net_value) * hundredths(share)
      }
    }
  }
  return [...inheritances.values()]
}

/** Rounds cents times hundredths of a percent, half away from zero, to a decimal with two places. */
export function inCents(amount: bigint): string {
  const cents = ((amount < 0n ? -amount : amount) + 5_000n) / 10_000n
  return decimalOf(amount < 0n ? -cents : cents)
}

function hundredths(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""))
}

function decimalOf(cents: bigint): string {
  const text = (cents < 0n ? -cents : cents).toString().padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** `33.33` as `33.33%`, `50.00` as `50%`. */
export function percent(share: string): string {
  return `${share.replace(/\.00$/, "")}%`
}
