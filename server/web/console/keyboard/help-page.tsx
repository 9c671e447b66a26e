import { Card } from "../../ui/components/card.tsx"
import { type NavEntry, navItemsOf } from "../navigation.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { go_key, type Shortcut, shortcuts } from "./shortcuts.ts"

/** The list of all shortcuts. The "?" dialog shows the same page. */
export async function keyboardPage({ staff }: PageRequest): Promise<View> {
  const all: Shortcut[] = Object.values(shortcuts)
  return {
    title: "Keyboard shortcuts",
    heading: {
      lede: "Everything here also works by mouse, by touch and with the Tab key. In a text field, single keys type as usual.",
    },
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
        <Card title="Everywhere" flush>
          <Keys
            rows={[
              {
                keys: [
                  ["Ctrl", "K"],
                  ["⌘", "K"],
                ],
                text: "Search: go to any page or matter by its name",
              },
              ...all.filter(({ scope }) => scope === "Everywhere").map(rowOf),
              { keys: [["Esc"]], text: "Close the dialog and return to where you were" },
            ]}
          />
        </Card>
        {["In a list", "In a review"].map((title) => (
          <Card title={title} flush key={title}>
            <Keys rows={all.filter(({ scope }) => scope === title).map(rowOf)} />
          </Card>
        ))}
        <Card title="Go to a page" flush>
          <Keys
            rows={navItemsOf(staff)
              .filter(({ key }) => key)
              .map(goingOf)}
          />
        </Card>
      </div>
    ),
  }
}

interface Row {
  /** Alternative combinations, each of keys pressed together or in sequence. */
  keys: readonly (readonly string[])[]
  text: string
}

const rowOf = ({ keys, text }: Shortcut): Row => ({ keys: keys.map((key) => [key]), text })
const goingOf = ({ key = "", text }: NavEntry): Row => ({ keys: [[go_key, key]], text })

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
              <span key={combination.join(" ")}>
                {index > 0 && <span class="cell-note"> or </span>}
                {combination.map((key) => (
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
