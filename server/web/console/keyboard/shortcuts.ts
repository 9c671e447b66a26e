// The one table of keyboard shortcuts, for the help page and the `keyboard` island.

export interface Shortcut {
  /** Alternative keys, as in `KeyboardEvent.key`. */
  keys: readonly string[]
  text: string
  scope: "Everywhere" | "In a list" | "In a review"
  /** A single character key, which WCAG 2.1.4 requires to be switchable. */
  is_single: boolean
}

export const shortcuts = {
  help: { keys: ["?"], text: "Show these shortcuts", scope: "Everywhere", is_single: true },
  filter: {
    keys: ["/"],
    text: "Search this list, or everything if there is no list",
    scope: "Everywhere",
    is_single: true,
  },
  undo: {
    keys: ["z"],
    text: "Undo the last change, if its message offers it",
    scope: "Everywhere",
    is_single: true,
  },
  down: { keys: ["j", "ArrowDown"], text: "Next row", scope: "In a list", is_single: true },
  up: { keys: ["k", "ArrowUp"], text: "Previous row", scope: "In a list", is_single: true },
  open: { keys: ["o", "Enter"], text: "Open the row", scope: "In a list", is_single: true },
  select: { keys: ["x"], text: "Select the row, if it has a checkbox", scope: "In a list", is_single: true },
  accept: { keys: ["a"], text: "Accept the line", scope: "In a review", is_single: true },
  ask: { keys: ["q"], text: "Ask the client about the line", scope: "In a review", is_single: true },
  edit: { keys: ["e"], text: "Edit the line for the client", scope: "In a review", is_single: true },
} as const satisfies Record<string, Shortcut>

export type Action = keyof typeof shortcuts

/** With Ctrl or Cmd, opens the search anywhere, even while typing; it cannot be turned off. */
export const search_key = "k"

/** Pressed before the letter of a page. */
export const go_key = "g"

/** The action of a single key. */
export function actionOf(key: string): Action | undefined {
  return (Object.keys(shortcuts) as Action[]).find((action) => shortcuts[action].keys[0] === key)
}
