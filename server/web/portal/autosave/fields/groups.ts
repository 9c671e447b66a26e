import type { PendingChanges } from "../pending-changes.ts"
import type { PageFields } from "./page-fields.ts"

const group_pause_ms = 4_000
/** A date pasted whole into one box needs no other. */
const whole_pause_ms = 300

/**
 * Groups of controls that make up one answer, such as a date or an address. While the focus is inside, they may mix
 * old and new values (a new month with an old day), so the change stays pending until the focus leaves the group.
 */
export class Groups {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The open groups, each with its values when the focus entered. */
  private readonly entered = new Map<string, string[]>()

  constructor(
    private readonly fields: PageFields,
    private readonly pending: PendingChanges,
    private readonly page: string,
    private readonly onClosed: () => void,
  ) {
    fields.form.addEventListener("focusin", ({ target }) => {
      const group = this.groupAt(target)
      if (group && !this.entered.has(group)) this.entered.set(group, this.valuesOf(group))
    })
    fields.form.addEventListener("focusout", ({ target, relatedTarget }) => {
      const group = this.groupAt(target)
      // A window that loses focus keeps its active element, and the client may return to it.
      if (!group || this.groupAt(relatedTarget) === group || this.isInside(group)) return
      this.close(group)
    })
  }

  /** Whether the field's value may be half of an answer. */
  isOpen(field: string): boolean {
    const group = this.fields.groupOf(field)
    if (group === undefined) return false
    // A change event that fires on blur arrives when its control is no longer the active element.
    if (!this.entered.has(group) && this.isInside(group)) this.entered.set(group, this.valuesOf(group))
    return this.entered.has(group)
  }

  /** Treats every group as complete, because the client pressed the button. */
  closeAll(): void {
    for (const group of new Set(this.fields.names.map((field) => this.fields.groupOf(field))))
      if (group) this.close(group)
  }

  /** Closes groups that hold nothing of their old answer, because the client may never return to the page. */
  closeReplaced(): void {
    for (const group of this.entered.keys()) if (this.isReplaced(group)) this.close(group)
  }

  /**
   * Closes the field's group once the client pauses: the page may stay open for hours. A date that still has a part of
   * its old answer stays open, because the mixture is a date that nobody means.
   */
  closeAfterPause(field: string): void {
    const group = this.fields.groupOf(field)
    if (group === undefined) return
    const isDate = this.fields.comparedAs(field) === "date"
    const isWhole = isDate && this.valuesOf(group).some((value) => /\d{4}/.test(value) && /\D/.test(value))
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => {
        if (!isDate || this.isReplaced(group)) this.close(group)
      },
      isWhole ? whole_pause_ms : group_pause_ms,
    )
  }

  private isReplaced(group: string): boolean {
    const now = this.valuesOf(group)
    return (this.entered.get(group) ?? []).every((value, index) => value === "" || value !== now[index])
  }

  private close(group: string): void {
    this.entered.delete(group)
    let hasClosed = false
    for (const [field, { is_open }] of Object.entries(this.pending.of(this.page))) {
      if (!is_open || this.fields.groupOf(field) !== group) continue
      hasClosed = true
      this.pending.update(this.page, field, ({ is_open: _, ...entry }) => entry)
    }
    if (hasClosed) this.onClosed()
  }

  private isInside(group: string): boolean {
    return this.groupAt(document.activeElement) === group
  }

  private groupAt(target: EventTarget | null): string | undefined {
    const field = this.fields.fieldOf(target)
    return field === undefined ? undefined : this.fields.groupOf(field)
  }

  /** The typed values of a group. Skips lists and checkboxes, which have a value before the client touches them. */
  private valuesOf(group: string): string[] {
    return this.fields
      .controlsOfGroup(group)
      .filter((control) => !(control instanceof HTMLSelectElement) && control.type !== "checkbox")
      .map(({ value }) => value.trim())
  }
}
