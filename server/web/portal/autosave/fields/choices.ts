import { createElement } from "../elements.ts"
import type { AutosaveWords } from "../wire.ts"

const min_searchable = 8

/**
 * Takes a person chosen in one list out of the other lists of the same choice, and the owners of an asset out of those who
 * receive it, and adds a search to long lists.
 */
export function enhancePeopleChoices(words: AutosaveWords): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-once]")]
  const hideChosen = () => {
    const owners = [...document.querySelectorAll<HTMLElement>("[data-stands-for]:checked")].flatMap(
      ({ dataset }) => dataset.standsFor?.split(" ") ?? [],
    )
    for (const group of groups) {
      const others = groups.filter((other) => other !== group)
      const elsewhere = new Set([...others.flatMap(tickedIn), ...owners])
      for (const row of group.querySelectorAll<HTMLElement>(".choice-row")) {
        const input = row.querySelector<HTMLInputElement>("[type=checkbox][value^=contact_]")
        row.hidden = input !== null && !input.checked && elsewhere.has(input.value)
      }
    }
  }
  document.addEventListener("change", hideChosen)
  // What was chosen before a reload is put back after this.
  queueMicrotask(hideChosen)
  for (const choices of document.querySelectorAll<HTMLElement>(".choices"))
    if (
      choices.children.length >= min_searchable &&
      choices.querySelector("[type=checkbox][value^=contact_]")
    )
      addSearch(choices, words)
}

function tickedIn(group: HTMLElement): string[] {
  return [...group.querySelectorAll<HTMLInputElement>(".choice-input:checked")].map(({ value }) => value)
}

/** Adds a search field that filters the list. Never hides a chosen row. */
function addSearch(choices: HTMLElement, words: AutosaveWords): void {
  const search = createElement("input", "input")
  search.type = "search"
  search.setAttribute("aria-label", words.search_people)
  search.placeholder = words.search_people
  choices.before(search)
  search.addEventListener("input", () => {
    const wanted = normalized(search.value)
    for (const row of choices.querySelectorAll<HTMLElement>(".choice-row")) {
      const isChosen = row.querySelector<HTMLInputElement>(".choice-input")?.checked ?? false
      row.classList.toggle("is-left-out", !isChosen && !normalized(row.textContent ?? "").includes(wanted))
    }
  })
  // Enter searches; it must not submit the form.
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault()
  })
}

/** Lowercase without accents. */
function normalized(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
}

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
