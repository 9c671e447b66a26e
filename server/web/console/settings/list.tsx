// The list of settings: a page of its own, and beside every page of the settings on wide screens. Its search finds entries
// by their words and by the labels of their fields, here without script, and at once with the `settings` island.
import type { Staff } from "../../../firm/access/console.ts"
import { TextField } from "../../ui/components/text-field.tsx"
import { isCurrent, type NavEntry, navItemsOf, settingsGroups, settingsUrl } from "../navigation.ts"
import { settingsAt } from "./labels.ts"

export const settingsCrumb = { text: "Settings", href: settingsUrl }

interface ListProps {
  staff: Pick<Staff, "role">
  url: string
  search?: string
  /** Says what each entry is about. */
  isPage?: boolean
}

/** Whether the page at `url` belongs to the settings, the list itself aside. */
export function isInSettings(staff: Pick<Staff, "role">, url: string): boolean {
  return url.split("?")[0] !== settingsUrl && listed(staff).some((entry) => isCurrent(entry, url))
}

export function SettingsList({ staff, url, search = "", isPage = false }: ListProps) {
  const words = wordsOf(search)
  const entries = listed(staff)
  return (
    <div class={isPage ? "settings-list card" : "settings-list"}>
      <search>
        <form method="get" action={settingsUrl}>
          <TextField id="settings-search" name="search" type="search" label="Find a setting" value={search} />
        </form>
      </search>
      <nav aria-label="Settings">
        {settingsGroups.map((title) => {
          const group = entries.filter((entry) => entry.group === title)
          const isHidden = !group.some((entry) => isFound(entry, words))
          return (
            group.length > 0 && (
              <div class="nav-group" hidden={isHidden} key={title}>
                <p class="nav-title">{title}</p>
                <ul>
                  {group.map((entry) => (
                    <Entry {...{ entry, url, words, isPage }} key={entry.href} />
                  ))}
                </ul>
              </div>
            )
          )
        })}
        <p aria-live="polite">
          {words.length > 0 &&
            !entries.some((entry) => isFound(entry, words)) &&
            "No setting is called that."}
        </p>
      </nav>
    </div>
  )
}

function Entry(props: Pick<ListProps, "url" | "isPage"> & { entry: NavEntry; words: readonly string[] }) {
  const { entry, url, words, isPage } = props
  const { href, text, about, also } = entry
  return (
    <li hidden={!isFound(entry, words)} data-words={`${text} ${about} ${also}`.toLowerCase()}>
      <a class="nav-link" href={href} aria-current={isCurrent(entry, url) ? "page" : undefined}>
        <span class="nav-text">{text}</span>
        {isPage && <span class="hint">{about}</span>}
      </a>
      {settingsAt(href).map((label) => (
        <a class="hint" href={label.href} hidden={!isIn(label.text, words)} key={label.href}>
          {label.text}
        </a>
      ))}
    </li>
  )
}

function listed(staff: Pick<Staff, "role">): NavEntry[] {
  return navItemsOf(staff).filter(({ about }) => about)
}

function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

const contains = (text: string, words: readonly string[]) =>
  words.every((word) => text.toLowerCase().includes(word))

/** Labels show only when they were searched for. */
const isIn = (text: string, words: readonly string[]) => words.length > 0 && contains(text, words)

function isFound({ href, text, about, also }: NavEntry, words: readonly string[]): boolean {
  return (
    contains(`${text} ${about} ${also}`, words) || settingsAt(href).some((label) => isIn(label.text, words))
  )
}
