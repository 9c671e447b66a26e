import { newElement } from "../in-place/element.ts"
import type { ResultGroup } from "./result.ts"

/** A group of results; those with a control press it instead of opening an address. */
export interface PaletteGroup extends Omit<ResultGroup, "results"> {
  results: readonly (ResultGroup["results"][number] & { control?: HTMLElement })[]
}

/** The listbox of the palette. One option is active, while the focus stays in the field (the ARIA combobox pattern). */
export function openList(list: HTMLElement, field: HTMLInputElement) {
  let options: HTMLAnchorElement[] = []
  let active = -1
  const chosen = () => options[active]

  function activate(index: number): void {
    chosen()?.setAttribute("aria-selected", "false")
    active = options[index] ? index : -1
    const option = chosen()
    if (!option) {
      field.removeAttribute("aria-activedescendant")
      return
    }
    option.setAttribute("aria-selected", "true")
    field.setAttribute("aria-activedescendant", option.id)
    // Scroll to the top for the first option, so that its group's title is visible.
    if (index === 0) list.scrollTop = 0
    else option.scrollIntoView({ block: "nearest" })
  }

  return {
    chosen,
    /** Shows the groups, and returns how many options they have. */
    show(groups: readonly PaletteGroup[]): number {
      list.replaceChildren(...groups.map(groupOf))
      options = [...list.querySelectorAll("a")]
      for (const [index, option] of options.entries()) option.id = `palette-option-${index + 1}`
      list.hidden = options.length === 0
      field.ariaExpanded = String(options.length > 0)
      activate(0)
      return options.length
    },
    /** Activates the next or previous option, wrapping at the ends. */
    move(step: 1 | -1): void {
      const { length } = options
      if (length > 0) activate((active + step + length) % length)
    },
  }
}

function groupOf({ title, results, more }: PaletteGroup, index: number): HTMLElement {
  const heading = newElement("p", { className: "palette-title", id: `palette-group-${index}` }, title)
  const options = [...results, ...(more ? [more] : [])].map(optionOf)
  const group = newElement("div", { role: "group" }, heading, ...options)
  group.setAttribute("aria-labelledby", heading.id)
  return group
}

function optionOf(result: PaletteGroup["results"][number]): HTMLElement {
  const { href, text, detail, is_partial, marked, control } = result
  const className = is_partial ? "palette-option found-in-part" : "palette-option"
  const option = newElement("a", { href, className, tabIndex: -1, role: "option", ariaSelected: "false" })
  if (control)
    option.addEventListener("click", (event) => {
      event.preventDefault()
      control.click()
    })
  option.append(withMarks("palette-text", marked?.text ?? [text]))
  if (detail) option.append(" ", withMarks("palette-detail", marked?.detail ?? [detail]))
  return option
}

/** A span in which every second piece is marked. */
function withMarks(className: string, pieces: readonly string[]): HTMLElement {
  const marked = pieces.map((piece, index) => (index % 2 === 1 ? newElement("mark", {}, piece) : piece))
  return newElement("span", { className }, ...marked)
}
