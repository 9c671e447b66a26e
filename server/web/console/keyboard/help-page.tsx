import { Card } from "../../ui/components/card.tsx"
import { navItemsOf } from "../navigation.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { go_key, type Shortcut, shortcuts } from "./shortcuts.ts"

interface Row {
  /** Alternatives, each of keys pressed together or in sequence. */
  keys: readonly string[]
  text: string
}

/** The list of all shortcuts. The "?" dialog shows the same page. */
export async function keyboardPage({ staff }: PageRequest): Promise<View> {
  const rowsOf = (scope: Shortcut["scope"]): Row[] =>
    Object.values(shortcuts).filter((shortcut) => shortcut.scope === scope)
  const search = { keys: ["Ctrl K", "⌘ K"], text: "Search: go to any page or matter by its name" }
  const closing = { keys: ["Esc"], text: "Close the dialog and return to where you were" }
  const cards: [title: string, rows: Row[]][] = [
    ["Everywhere", [search, ...rowsOf("Everywhere"), closing]],
    ["In a list", rowsOf("In a list")],
    ["In a review or documents", rowsOf("In a review or documents")],
    [
      "Go to a page",
      navItemsOf(staff).flatMap(({ key, text }) => (key ? { keys: [`${go_key} ${key}`], text } : [])),
    ],
  ]
  return {
    title: "Keyboard shortcuts",
    lede: "Everything here also works by mouse, by touch and with the Tab key. In a text field, single keys type as usual.",
    body: (
      <div id="keyboard-help" class="stack keyboard-help">
        <p>
          {staff.has_single_keys
            ? "You can turn off the shortcuts without Ctrl or Cmd, for example if you use speech input."
            : "You have turned off the shortcuts without Ctrl or Cmd. The others work."}{" "}
          <a href="/console/account#single_keys">
            {staff.has_single_keys ? "Turn them off" : "Turn them on"}
          </a>
        </p>
        {cards.map(([title, rows]) => (
          <Card title={title} flush key={title}>
            <Keys rows={rows} />
          </Card>
        ))}
      </div>
    ),
  }
}

const names: Record<string, string> = { ArrowDown: "↓", ArrowUp: "↑" }
const spoken: Record<string, string> = {
  "⌘": "Command",
  "?": "question mark",
  "/": "slash",
  ArrowDown: "arrow down",
  ArrowUp: "arrow up",
}

function Keys({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="key-list">
      {rows.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((combination, index) => (
              <span key={combination}>
                {index > 0 && <span class="cell-note"> or </span>}
                {combination.split(" ").map((key) => (
                  <Key key={key} name={key} />
                ))}
              </span>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Key({ name }: { name: string }) {
  return (
    <>
      <kbd aria-hidden={name in spoken ? "true" : undefined}>{names[name] ?? name}</kbd>
      {name in spoken && <span class="visually-hidden">{spoken[name]}</span>}{" "}
    </>
  )
}
