import type { ResultGroup } from "../../../follow-up/search/console/result.ts"
import { newElement } from "../in-place/element.ts"

/** A group of results; those with a control press it instead of opening an address. */
export interface PaletteGroup extends Omit<ResultGroup, "results"> {
  results: readonly (ResultGroup["results"][number] & { control?: HTMLElement })[]
}

/** The listbox of the palette. One option is active, while the focus stays in the field (the ARIA combobox pattern). */
export class PaletteList {
  private options: HTMLAnchorElement[] = []
  private active = -1
  private readonly list: HTMLElement
  private readonly field: HTMLInputElement

  constructor(list: HTMLElement, field: HTMLInputElement) {
    this.list = list
    this.field = field
  }

  show(groups: readonly PaletteGroup[]): void {
    this.options = []
    this.list.replaceChildren(...groups.map((group, index) => this.groupOf(group, index)))
    this.list.hidden = this.options.length === 0
    this.field.ariaExpanded = String(this.options.length > 0)
    this.list.scrollTop = 0
    this.activate(0)
  }

  /** Activates the next or previous option, wrapping at the ends. */
  move(step: 1 | -1): void {
    const { length } = this.options
    if (length > 0) this.activate((this.active + step + length) % length)
  }

  get chosen(): HTMLAnchorElement | undefined {
    return this.options[this.active]
  }

  get count(): number {
    return this.options.length
  }

  private activate(index: number): void {
    this.chosen?.setAttribute("aria-selected", "false")
    this.active = this.options[index] ? index : -1
    const option = this.chosen
    if (!option) {
      this.field.removeAttribute("aria-activedescendant")
      return
    }
    option.setAttribute("aria-selected", "true")
    this.field.setAttribute("aria-activedescendant", option.id)
    // Scroll to the top for the first option, so that its group's title is visible.
    if (index === 0) this.list.scrollTop = 0
    else option.scrollIntoView({ block: "nearest" })
  }

  private groupOf({ title, results, more }: PaletteGroup, index: number): HTMLElement {
    const heading = newElement("p", { className: "palette-title", id: `palette-group-${index}` }, title)
    const options = [...results, ...(more ? [more] : [])].map((result) => this.optionOf(result))
    const group = newElement("div", { role: "group" }, heading, ...options)
    group.setAttribute("aria-labelledby", heading.id)
    return group
  }

  private optionOf({
    href,
    text,
    detail,
    is_partial,
    marked,
    control,
  }: PaletteGroup["results"][number]): HTMLElement {
    const className = is_partial ? "palette-option found-in-part" : "palette-option"
    const option = newElement("a", { href, className, tabIndex: -1, role: "option", ariaSelected: "false" })
    option.id = `palette-option-${this.options.push(option)}`
    if (control)
      option.addEventListener("click", (event) => {
        event.preventDefault()
        control.click()
      })
    option.append(withMarks("palette-text", marked?.text ?? [text]))
    if (detail) option.append(" ", withMarks("palette-detail", marked?.detail ?? [detail]))
    return option
  }
}

/** A span in which every second piece is marked. */
function withMarks(className: string, pieces: readonly string[]): HTMLElement {
  const marked = pieces.map((piece, index) => (index % 2 === 1 ? newElement("mark", {}, piece) : piece))
  return newElement("span", { className }, ...marked)
}
