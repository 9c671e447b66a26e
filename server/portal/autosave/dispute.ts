import { filled } from "./status_line.ts"
import type { AutosaveWords, FieldConflict } from "./wire.ts"

/** Two answers to one question: shows the other one at the field and lets the client choose. */
export function showDispute(
  place: HTMLElement | null,
  words: AutosaveWords,
  sentence: string,
  { theirs, is_own }: Pick<FieldConflict, "theirs" | "is_own">,
  choose: (keepMine: boolean) => void,
): void {
  place?.querySelector("[data-dispute]")?.remove()
  const box = document.createElement("div")
  box.dataset.dispute = ""
  box.className = "notice tone-warning"
  box.setAttribute("role", "alert")
  box.append(paragraph(sentence))
  if (theirs !== undefined)
    box.append(paragraph(filled(is_own ? words.yours_elsewhere : words.theirs, { value: theirs })))
  const actions = document.createElement("div")
  actions.className = "actions"
  for (const [text, keepMine] of [
    [is_own ? words.keep_this : words.keep_mine, true],
    [is_own ? words.use_other : words.use_theirs, false],
  ] as const) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "button button-secondary button-small"
    button.textContent = text
    button.addEventListener("click", () => {
      box.remove()
      choose(keepMine)
    })
    actions.append(button)
  }
  box.append(actions)
  place?.append(box)
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p")
  element.textContent = text
  return element
}
