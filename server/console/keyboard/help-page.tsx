import { Card } from "../../ui/components/card.tsx"
import { type NavEntry, navItemsOf } from "../navigation.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { go_key, type Shortcut, shortcuts } from "./shortcuts.ts"

/** All shortcuts in words: a page of its own, which the dialog behind "?" shows as well. */
export async function keyboardPage({ staff }: PageRequest): Promise<View> {
  const all: Shortcut[] = Object.values(shortcuts)
  return {
    title: "Keyboard shortcuts",
    heading: {
      lede: "Everything here can be done by mouse, by touch and with the Tab key as well. In a field, keys type.",
    },
    body: (
      <div id="keyboard-help" class="stack keyboard-help">
        <p>
          {staff.has_single_keys
            ? "Keys without Ctrl or Cmd can be switched off, for speech input or when they get in the way."
            : "Keys without Ctrl or Cmd are switched off for you. The others work."}{" "}
          <a href="/console/account#keyboard-setting">
            {staff.has_single_keys ? "Switch them off" : "Switch them on"}
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
              { keys: [["Esc"]], text: "Close what is open, and go back to where you were" },
            ]}
          />
        </Card>
        <Card title="In a list" flush>
          <Keys rows={all.filter(({ scope }) => scope === "In a list").map(rowOf)} />
        </Card>
        <Card title="In a review" flush>
          <Keys rows={all.filter(({ scope }) => scope === "In a review").map(rowOf)} />
        </Card>
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
  /** Each way to do it: keys pressed together or one after the other. */
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
            {keys.map((way, index) => (
              <span key={way.join(" ")}>
                {index > 0 && <span class="cell-note"> or </span>}
                {way.map((key) => (
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
