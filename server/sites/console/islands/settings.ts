// Filters the list of settings while someone types. The list itself is web/console/settings/list.tsx.
const list = document.querySelector<HTMLElement>(".settings-list")
const field = list?.querySelector<HTMLInputElement>("input[type=search]")
if (list && field) field.addEventListener("input", () => filter(list, field.value))

function filter(list: HTMLElement, typed: string): void {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const contains = (text: string) => words.every((word) => text.includes(word))
  for (const entry of list.querySelectorAll<HTMLElement>("[data-words]")) {
    const labels = [...entry.querySelectorAll<HTMLElement>(":scope > .hint")]
    for (const label of labels)
      label.hidden = words.length === 0 || !contains(label.textContent?.toLowerCase() ?? "")
    entry.hidden = !contains(entry.dataset.words ?? "") && labels.every(({ hidden }) => hidden)
  }
  for (const group of list.querySelectorAll<HTMLElement>(".nav-group"))
    group.hidden = !group.querySelector("[data-words]:not([hidden])")
  const status = list.querySelector("[aria-live]")
  if (status)
    status.textContent = list.querySelector(".nav-group:not([hidden])") ? "" : "No setting is called that."
}
