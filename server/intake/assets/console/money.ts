import { displayMoney } from "../../../definition/values/amounts.ts"

/** An amount for display, without cents if they are zero. */
export function moneyText(amount: string): string {
  return displayMoney(amount).replace(/\.00$/, "")
}

/** How the console describes assets. */
export const staffStyle = { language: "en", money: moneyText } as const

/** A formatter for the amounts of one column: all with cents, or all without. */
export function moneyColumn(amounts: readonly string[]): (amount: string) => string {
  return amounts.every((amount) => amount.endsWith(".00")) ? moneyText : displayMoney
}
