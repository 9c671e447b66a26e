import { displayMoney, parseMoney } from "../../definition/amounts.ts"

/** Says below an amount how it was understood, where it was typed in words of its own: `about 500k`. */
export function showAmounts(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const mark = target.form?.elements.namedItem(`seen.${target.name}`)
    if (!(mark instanceof HTMLInputElement) || mark.dataset.type !== "money") return
    const parsed = parseMoney(target.value)
    const isPlain = /^\s*[\d,]*(\.\d*)?\s*$/.test(target.value)
    const shown = parsed.kind === "value" && !isPlain ? `= ${displayMoney(parsed.value)}` : ""
    const place = document.getElementById(`${target.id}-field`)
    const line = place?.querySelector("output") ?? document.createElement("output")
    line.textContent = shown
    if (shown && !line.isConnected) place?.append(line)
  })
}
