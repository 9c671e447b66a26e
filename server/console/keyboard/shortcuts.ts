// Every shortcut of the console, once: the page of shortcuts tells them, the island obeys them. Pure.

export interface Shortcut {
  /** Each way to press it, as `KeyboardEvent.key` spells it; the first is the one that is told. */
  keys: readonly string[]
  text: string
  scope: "Everywhere" | "In a list" | "In a review"
  /** A letter or sign alone, which a person can switch off: WCAG 2.1.4. */
  is_single: boolean
}

export const shortcuts = {
  help: { keys: ["?"], text: "Show these shortcuts", scope: "Everywhere", is_single: true },
  filter: {
    keys: ["/"],
    text: "Search in this list; where there is none, search everything",
    scope: "Everywhere",
    is_single: true,
  },
  down: { keys: ["j", "ArrowDown"], text: "Next row", scope: "In a list", is_single: true },
  up: { keys: ["k", "ArrowUp"], text: "Previous row", scope: "In a list", is_single: true },
  open: { keys: ["o", "Enter"], text: "Open the row", scope: "In a list", is_single: true },
  select: { keys: ["x"], text: "Choose the row, where rows have a box", scope: "In a list", is_single: true },
  accept: { keys: ["a"], text: "Accept the line", scope: "In a review", is_single: true },
  ask: { keys: ["q"], text: "Ask the client about the line", scope: "In a review", is_single: true },
  edit: { keys: ["e"], text: "Edit the line for the client", scope: "In a review", is_single: true },
} as const satisfies Record<string, Shortcut>

export type Action = keyof typeof shortcuts

/** Opens the search, wherever one is, also while typing. Never switched off: it needs Ctrl or Cmd. */
export const search_key = "k"

/** Then the letter of a page. */
export const go_key = "g"

/** What a key alone does, of the keys that need no row to be in focus. */
export function actionOf(key: string): Action | undefined {
  return (Object.keys(shortcuts) as Action[]).find((action) => shortcuts[action].keys[0] === key)
}
