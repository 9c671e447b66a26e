import { findLanguage } from "../../../../definition/text.ts"
import { displayMoney, parseMoney } from "../../../../definition/values/amounts.ts"

/** Shows below an amount how it was parsed, if the client typed more than a plain number: `about 500k`. */
export function showParsedAmounts(): void {
  // Adds the line while the client types. Added on blur, it would shift the page under the pointer, and the click that
  // leaves the field would miss.
  document.addEventListener("input", ({ target }) => {
    const amount = amountOf(target)
    if (amount && !amount.line.isConnected && !isPlain(amount.value)) amount.place.append(amount.line)
  })
  document.addEventListener("change", ({ target }) => {
    const amount = amountOf(target)
    if (!amount) return
    const parsed = parseMoney(amount.value, { notation: findLanguage(document.documentElement.lang) })
    const shown = parsed.kind === "value" && !isPlain(amount.value) ? `= ${displayMoney(parsed.value)}` : ""
    amount.line.textContent = shown
    if (shown && !amount.line.isConnected) amount.place.append(amount.line)
  })
}

const isPlain = (typed: string) => /^[\d,]*(\.\d*)?$/.test(typed.trim())

function amountOf(target: EventTarget | null) {
  if (!(target instanceof HTMLInputElement)) return undefined
  const mark = target.form?.elements.namedItem(`seen.${target.name}`)
  if (!(mark instanceof HTMLInputElement) || mark.dataset.compared !== "money") return undefined
  const place = document.getElementById(`${target.id}-field`)
  if (!place) return undefined
  return {
    value: target.value,
    place,
    line: place.querySelector("output") ?? document.createElement("output"),
  }
}
