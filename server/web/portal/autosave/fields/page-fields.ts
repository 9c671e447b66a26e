import type { Compared } from "../../../../definition/conditions/conditions.ts"
import { belongs } from "../../control-names.ts"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields of the page's form. A field is all controls that belong to one hidden `seen.…` input. */
export class PageFields {
  readonly names: string[]

  constructor(readonly form: HTMLFormElement) {
    this.names = [...form.querySelectorAll<HTMLInputElement>("input[name^='seen.']")].map(({ name }) =>
      name.slice("seen.".length),
    )
  }

  /** The name of the field a control belongs to; the control may stand outside the form that saves it. */
  fieldOf(control: EventTarget | null): string | undefined {
    const { name, form } = (control ?? {}) as Partial<HTMLInputElement>
    if (name === undefined || form !== this.form) return undefined
    return this.names.find((field) => belongs(name, field))
  }

  /** The values of a field's controls as a form would send them, with those of the choice the field belongs to. */
  read(field: string): Record<string, string[]> {
    const owner = this.mark(field)?.dataset.owner
    const controls: Record<string, string[]> = {}
    for (const [name, value] of new FormData(this.form)) {
      if (typeof value === "string" && (belongs(name, field) || name === owner))
        controls[name] = [...(controls[name] ?? []), value]
    }
    return controls
  }

  /** Restores values typed before the page was reloaded. */
  write(field: string, values: Record<string, readonly string[]>): void {
    writeControls(this.controlsOf(field), values)
  }

  /** Restores all values of a form, without sensitive answers. */
  writeAll(values: Record<string, readonly string[]>): void {
    writeControls(
      controlsOf(this.form).filter(({ name }) => !this.isSecretControl(name)),
      values,
    )
  }

  /** The field's answer as the page shows it. */
  describe(field: string): string {
    const shown = this.controlsOf(field).map((control) => {
      if (control instanceof HTMLSelectElement)
        return control.value && (control.selectedOptions[0]?.text ?? "")
      if (control.type !== "radio" && control.type !== "checkbox") return control.value
      return control.matches(":checked") ? (control.labels?.[0]?.textContent ?? control.value) : ""
    })
    return shown.filter((text) => text.trim() !== "").join(", ")
  }

  labelOf(field: string): string {
    return this.place(field)?.querySelector("legend, label, h1")?.textContent?.trim() ?? ""
  }

  controlsOf(field: string): Control[] {
    return controlsOf(this.form).filter(({ name }) => belongs(name, field))
  }

  /** Whether the focus is in a text control of the field, whose value may be half typed. */
  isTyping(field: string): boolean {
    const control = this.controlsOf(field).find((each) => each === document.activeElement)
    return control?.matches("textarea, input:not([type=radio], [type=checkbox])") ?? false
  }

  seen(field: string): number {
    return Number(this.mark(field)?.value ?? 0)
  }

  markSeen(field: string, revision: number): void {
    const mark = this.mark(field)
    if (mark) mark.value = String(revision)
  }

  isSecret(field: string): boolean {
    return this.mark(field)?.dataset.secret !== undefined
  }

  /** Whether a control belongs to a sensitive answer. */
  isSecretControl(name: string): boolean {
    return this.names.some((field) => belongs(name, field) && this.isSecret(field))
  }

  comparedAs(field: string): Compared | undefined {
    return this.mark(field)?.dataset.compared as Compared | undefined
  }

  /** The settings by which the server parses an amount. */
  limits(field: string): { min?: string; max?: string; whole?: boolean } {
    return JSON.parse(this.mark(field)?.dataset.limits ?? "{}")
  }

  /** The group shared by fields that make up one answer, or by the controls of a field that has several. */
  groupOf(field: string): string | undefined {
    return this.mark(field)?.dataset.group
  }

  /** The field, and what else of its answer was given before any of it could be saved: a country without a street. */
  wholeAnswer(field: string): string[] {
    const group = this.groupOf(field)
    if (group === undefined || this.seen(field) > 0) return [field]
    const isGiven = (name: string) => Object.values(this.read(name)).some((values) => values.some(Boolean))
    return this.names.filter(
      (name) => name === field || (this.groupOf(name) === group && this.seen(name) === 0 && isGiven(name)),
    )
  }

  controlsOfGroup(group: string): Control[] {
    return this.names
      .filter((field) => this.groupOf(field) === group)
      .flatMap((field) => this.controlsOf(field))
  }

  /** The element that messages about a field go into. */
  place(field: string): HTMLElement | null {
    return document.getElementById(`${field}-field`)
  }

  private mark(field: string): HTMLInputElement | undefined {
    return [...this.form.querySelectorAll<HTMLInputElement>("input[name^='seen.']")].find(
      ({ name }) => name === `seen.${field}`,
    )
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return ([...form.elements] as Control[]).filter(({ name }) => name)
}

/** Controls of one name take its values in turn; one of a name without values stays as it is. */
function writeControls(controls: readonly Control[], values: Record<string, readonly string[]>): void {
  const counts: Record<string, number> = {}
  for (const control of controls) {
    const { name } = control
    if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type))
      control.checked = values[name]?.includes(control.value) ?? false
    else if (values[name]) {
      const at = counts[name] ?? 0
      counts[name] = at + 1
      control.value = values[name][at] ?? ""
    }
  }
}
