// Labels by which staff name one of many items.

export interface Labeled<Of> {
  label: string
  of: Of
}

/** Numbers labels that occur more than once, so that each names one item. */
export function distinctly<Of>(items: readonly Labeled<Of>[]): Labeled<Of>[] {
  const counts = new Map<string, number>()
  return items.map(({ label, of }) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return { label: count === 1 ? label : `${label} (${count})`, of }
  })
}

/** The item that what was typed names: by its label, or else as the only one whose label contains it. */
export function itemNamed<Of>(items: readonly Labeled<Of>[], typed: string): Labeled<Of> | undefined {
  const wanted = typed.toLowerCase()
  const containing = items.filter(({ label }) => label.toLowerCase().includes(wanted))
  const only = containing.length === 1 ? containing[0] : undefined
  return containing.find(({ label }) => label.toLowerCase() === wanted) ?? only
}
