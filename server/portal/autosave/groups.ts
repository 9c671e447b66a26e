import type { PageFields } from "./page-fields.ts"
import type { PendingChanges } from "./pending-changes.ts"

/**
 * Answers of several controls: dates and addresses. What stands in them while the focus is inside is nobody's answer
 * yet (a new month beside an old day), so it waits in the outbox until the focus has left.
 */
export class Groups {
  /** What the group held when the focus came in. */
  private readonly entered = new Map<string, string[]>()

  constructor(
    private readonly fields: PageFields,
    private readonly pending: PendingChanges,
    private readonly page: string,
    private readonly onSaved: () => void,
  ) {
    fields.form.addEventListener("focusin", ({ target }) => {
      const group = this.groupAt(target)
      if (group && !this.entered.has(group)) this.entered.set(group, this.valuesOf(group))
    })
    fields.form.addEventListener("focusout", ({ target, relatedTarget }) => {
      const group = this.groupAt(target)
      // A window that is left keeps its active element: whoever comes back types on.
      if (!group || this.groupAt(relatedTarget) === group || this.isInside(group)) return
      this.close(group)
    })
  }

  /** Whether what stands in a field may be half of an answer. */
  isOpen(field: string): boolean {
    const group = this.fields.groupOf(field)
    if (group === undefined) return false
    // A control that tells of its change while it is left is nobody's active element anymore.
    if (!this.entered.has(group) && this.isInside(group)) this.entered.set(group, this.valuesOf(group))
    return this.entered.has(group)
  }

  /** The button says that all is as it should be. */
  closeAll(): void {
    for (const group of new Set(this.fields.names.map((field) => this.fields.groupOf(field))))
      if (group) this.close(group)
  }

  /** The page may never be seen again: what holds nothing of the answer before is all there will be of the new one. */
  closeAnew(): void {
    for (const [group, before] of this.entered) {
      const now = this.valuesOf(group)
      if (before.every((value, index) => value === "" || value !== now[index])) this.close(group)
    }
  }

  private close(group: string): void {
    this.entered.delete(group)
    let isOwed = false
    for (const [field, { is_open }] of Object.entries(this.pending.of(this.page))) {
      if (!is_open || this.fields.groupOf(field) !== group) continue
      isOwed = true
      this.pending.update(this.page, field, ({ is_open: _, ...entry }) => entry)
    }
    if (isOwed) this.onSaved()
  }

  private isInside(group: string): boolean {
    return this.groupAt(document.activeElement) === group
  }

  private groupAt(target: EventTarget | null): string | undefined {
    const field = this.fields.fieldOf(target)
    return field === undefined ? undefined : this.fields.groupOf(field)
  }

  /** What was typed into a group; what is picked from a list or ticked has a value before anyone looks at it. */
  private valuesOf(group: string): string[] {
    return this.fields
      .controlsOfGroup(group)
      .filter((control) => !(control instanceof HTMLSelectElement) && control.type !== "checkbox")
      .map(({ value }) => value.trim())
  }
}
