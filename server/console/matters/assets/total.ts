import type { NetWorth } from "../../../assets/assets.ts"
import type { Asset } from "../../../assets/schema.ts"

/** The totals of assets that were frozen, exact to the cent; of live ones PostgreSQL knows them. */
export function totalOf(assets: readonly Asset[]): NetWorth {
  const sum = (field: "credit_value" | "debit_value" | "net_value") =>
    decimalOf(assets.reduce((cents, asset) => cents + BigInt(asset[field].replace(".", "")), 0n))
  return { credit_total: sum("credit_value"), debit_total: sum("debit_value"), net_total: sum("net_value") }
}

function decimalOf(cents: bigint): string {
  const text = (cents < 0n ? -cents : cents).toString().padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`
}
