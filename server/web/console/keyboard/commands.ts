import { newElement } from "../in-place/element.ts"
import { loadMenu } from "../in-place/load-menu.ts"
import type { PaletteGroup } from "./palette-list.ts"
import { focusedRow } from "./rows.ts"

// What the menus of a matter hold, as commands of the palette: of the matter on this page, or of the list's focused row.

/** Holds the forms of the commands, which are sent from here. */
const box = newElement("div", { hidden: true })
let title = ""

/** Loads the menus of the matter that the palette was opened on, if there is one. */
export async function loadCommands(): Promise<void> {
  box.replaceChildren()
  const scope = document.getElementById("matter-head") ?? focusedRow()
  const url = scope?.querySelector<HTMLElement>("[data-menu]")?.dataset.menu
  if (!url) return
  title = scope?.querySelector("h1, .cell-primary a")?.textContent ?? ""
  document.body.append(box)
  await loadMenu(box, url.replace(/menu=[^&]*&?/, ""))
}

/** Adds the commands that match what was typed, before everything else. */
export function withCommands(groups: readonly PaletteGroup[], words: string): PaletteGroup[] {
  const wanted = wordsOf(words)
  if (wanted.length === 0) return [...groups]
  const results = [...box.querySelectorAll<HTMLElement>("[data-command]")]
    .map((control) => ({ href: "#", text: control.dataset.command ?? "", control }))
    .filter(({ text }) => {
      const own = wordsOf(text)
      return wanted.every((word) => own.some((each) => each.startsWith(word)))
    })
  return results.length > 0 ? [{ title, results }, ...groups] : [...groups]
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}
