/**
 * Keeps a choice such as "None of these" apart from the others: ticking it unticks them, and ticking one of them unticks
 * it. The server refuses both together.
 */
export function separateExclusiveChoices(): void {
  document.addEventListener(
    "change",
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== "checkbox" || !target.checked) return
      const choices = target.closest(".choices")
      if (!choices?.querySelector("[data-exclusive]")) return
      const isExclusive = target.dataset.exclusive !== undefined
      for (const other of choices.querySelectorAll<HTMLInputElement>(".choice-input:checked"))
        if (other !== target && (isExclusive || other.dataset.exclusive !== undefined)) other.checked = false
    },
    { capture: true },
  )
}
