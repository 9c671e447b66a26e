import type { AutosaveWords } from "../wire.ts"

const min_searchable = 8

/**
 * Takes a person chosen in one list out of the other lists of the same choice, shows whom a folded list has chosen, and
 * adds a search and chips to long lists.
 */
export function enhancePeopleChoices(words: AutosaveWords): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-once]")]
  const showChosen = () => {
    for (const group of groups) {
      const others = groups.filter((other) => other !== group && other.dataset.once === group.dataset.once)
      const elsewhere = new Set(others.flatMap(tickedIn))
      for (const row of group.querySelectorAll<HTMLElement>(".choice-row")) {
        const input = row.querySelector<HTMLInputElement>("[type=checkbox][value^=contact_]")
        row.hidden = input !== null && !input.checked && elsewhere.has(input.value)
      }
      const summary = group.querySelector<HTMLElement>("summary[data-none]")
      const names = [...group.querySelectorAll(".choice-input[value^=contact_]:checked ~ .choice-label")]
      if (summary)
        summary.textContent = names.map((name) => name.textContent).join(", ") || (summary.dataset.none ?? "")
    }
  }
  document.addEventListener("change", showChosen)
  // What was chosen before a reload is put back after this.
  queueMicrotask(showChosen)
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

/** Adds a search field that filters the list, with a chip above it for each chosen person. Never hides a chosen row. */
function addSearch(choices: HTMLElement, words: AutosaveWords): void {
  const search = document.createElement("input")
  search.type = "search"
  search.className = "input"
  search.setAttribute("aria-label", words.search_people)
  search.placeholder = words.search_people
  const chips = document.createElement("ul")
  chips.className = "chips"
  chips.setAttribute("aria-label", words.chosen_people)
  choices.before(chips, search)
  const rows = [...choices.querySelectorAll<HTMLElement>(".choice-row")]

  const filter = () => {
    const wanted = normalized(search.value)
    for (const row of rows) {
      const isChosen = row.querySelector<HTMLInputElement>(".choice-input")?.checked ?? false
      row.classList.toggle("is-left-out", !isChosen && !normalized(row.textContent ?? "").includes(wanted))
    }
  }
  const showChosen = () => {
    const chosen = rows.filter((row) => row.querySelector<HTMLInputElement>(".choice-input")?.checked)
    chips.replaceChildren(...chosen.map((row) => chipFor(row, words.remove_person)))
    chips.hidden = chosen.length === 0
  }
  search.addEventListener("input", filter)
  // Enter searches; it must not submit the form.
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault()
  })
  choices.addEventListener("change", showChosen)
  showChosen()
}

function chipFor(row: HTMLElement, remove: string): HTMLElement {
  const input = row.querySelector<HTMLInputElement>(".choice-input")
  const name = row.querySelector(".choice-label")?.textContent ?? ""
  const item = document.createElement("li")
  const chip = document.createElement("button")
  chip.type = "button"
  chip.className = "chip"
  chip.textContent = name
  chip.setAttribute("aria-label", remove.replace("{name}", name))
  chip.addEventListener("click", () => {
    if (!input) return
    input.checked = false
    input.dispatchEvent(new Event("change", { bubbles: true }))
    input.focus()
  })
  item.append(chip)
  return item
}

/** Lowercase without accents. */
function normalized(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
}
