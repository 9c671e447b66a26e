import { displayMoney } from "../../../definition/amounts.ts"

/** An amount as people read it: without cents where there are none. */
export function moneyText(amount: string): string {
  return displayMoney(amount).replace(/\.00$/, "")
}

/** How to write amounts that stand below each other: all with cents, or none. */
export function moneyColumn(amounts: readonly string[]): (amount: string) => string {
  return amounts.every((amount) => amount.endsWith(".00")) ? moneyText : displayMoney
}
