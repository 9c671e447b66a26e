import { createButton, createElement } from "./elements.ts"
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
  const box = createElement("div", "notice tone-warning", paragraph(conflictSentence(words, conflict)))
  box.dataset.conflict = ""
  box.setAttribute("role", "alert")
  if (theirs !== undefined)
    box.append(paragraph(filled(is_own ? words.yours_elsewhere : words.theirs, { value: theirs })))
  const button = (text: string, chooseMine: boolean) =>
    createButton(text, () => {
      box.remove()
      choose(chooseMine)
    })
  const mine = button(is_own ? words.keep_this : words.keep_mine, true)
  box.append(
    createElement("div", "actions", mine, button(is_own ? words.use_other : words.use_theirs, false)),
  )
  place?.append(box)
}

/** Who gave the other answer, and when. */
function conflictSentence(words: AutosaveWords, conflict: FieldConflict): string {
  const change = { name: conflict.changed_by, when: clockTime(new Date(conflict.changed_at)) }
  return filled(conflict.is_own ? words.changed_by_you : words.changed_by, change)
}

function paragraph(text: string): HTMLElement {
  return createElement("p", "", text)
}
