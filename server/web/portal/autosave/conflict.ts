import { clockTime, filled } from "./status-line.ts"
import type { AutosaveWords, FieldConflict } from "./wire.ts"

/** Shows the other person's answer at the field and lets the client choose between the two. */
export function showConflict(
  place: HTMLElement | null,
  words: AutosaveWords,
  conflict: FieldConflict,
  choose: (chooseMine: boolean) => void,
): void {
  const { theirs, is_own } = conflict
  place?.querySelector("[data-conflict]")?.remove()
  const box = document.createElement("div")
  box.dataset.conflict = ""
  box.className = "notice tone-warning"
  box.setAttribute("role", "alert")
  box.append(paragraph(conflictSentence(words, conflict)))
  if (theirs !== undefined)
    box.append(paragraph(filled(is_own ? words.yours_elsewhere : words.theirs, { value: theirs })))
  const actions = document.createElement("div")
  actions.className = "actions"
  for (const [text, chooseMine] of [
    [is_own ? words.keep_this : words.keep_mine, true],
    [is_own ? words.use_other : words.use_theirs, false],
  ] as const) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "button button-secondary button-small"
    button.textContent = text
    button.addEventListener("click", () => {
      box.remove()
      choose(chooseMine)
    })
    actions.append(button)
  }
  box.append(actions)
  place?.append(box)
}

/** Who gave the other answer, and when. */
function conflictSentence(words: AutosaveWords, conflict: FieldConflict): string {
  const change = { name: conflict.changed_by, when: clockTime(new Date(conflict.changed_at)) }
  return filled(conflict.is_own ? words.changed_by_you : words.changed_by, change)
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p")
  element.textContent = text
  return element
}
