// The one table of keyboard shortcuts, for the help page and the `keyboard` island. All are single keys, which WCAG 2.1.4
// requires to be switchable.

export interface Shortcut {
  /** Alternative keys, as in `KeyboardEvent.key`. */
  keys: readonly string[]
  text: string
  scope: "Everywhere" | "In a list" | "In a review or documents"
}

export const shortcuts = {
  help: { keys: ["?"], text: "Show these shortcuts", scope: "Everywhere" },
  filter: { keys: ["/"], text: "Search this list, or everything if there is no list", scope: "Everywhere" },
  undo: { keys: ["z"], text: "Undo the last change, if its message offers it", scope: "Everywhere" },
  down: { keys: ["j", "ArrowDown"], text: "Next row", scope: "In a list" },
  up: { keys: ["k", "ArrowUp"], text: "Previous row", scope: "In a list" },
  open: { keys: ["o", "Enter"], text: "Open the row", scope: "In a list" },
  select: { keys: ["x"], text: "Select the row, if it has a checkbox", scope: "In a list" },
  assign: { keys: ["a"], text: "Assign the selected rows", scope: "In a list" },
  tag: { keys: ["t"], text: "Tag the selected rows", scope: "In a list" },
  due: { keys: ["d"], text: "Set the due day of the selected rows", scope: "In a list" },
  stage: { keys: ["s"], text: "Move the selected rows, or the card, to a stage", scope: "In a list" },
  accept: {
    keys: ["a"],
    text: "Accept the line or file, and go on to the next",
    scope: "In a review or documents",
  },
  ask: { keys: ["q"], text: "Ask the client about the line", scope: "In a review or documents" },
  giveBack: { keys: ["r"], text: "Return the file", scope: "In a review or documents" },
  edit: { keys: ["e"], text: "Edit the line for the client", scope: "In a review or documents" },
} as const satisfies Record<string, Shortcut>

export type Action = keyof typeof shortcuts

/** With Ctrl or Cmd, opens the search anywhere, even while typing; it cannot be turned off. */
export const search_key = "k"

/** Pressed before the letter of a page. */
export const go_key = "g"

/** The action of a single key, which in a review may be another than in a list. */
export function actionOf(key: string, isReview: boolean): Action | undefined {
  const other = isReview ? "In a list" : "In a review or documents"
  const all = (Object.keys(shortcuts) as Action[]).filter((action) => shortcuts[action].keys[0] === key)
  return all.find((action) => shortcuts[action].scope !== other) ?? all[0]
}
