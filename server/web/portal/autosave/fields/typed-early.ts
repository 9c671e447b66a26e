import { PageFields } from "./page-fields.ts"

/** The fields typed into before the script ran, as on a slow connection. */
export function fieldsTypedEarly(fields: PageFields): string[] {
  if (mayBeRefilled()) return []
  const original = new PageFields(originalForm(fields.form))
  const valuesIn = (some: PageFields, field: string) => JSON.stringify(some.read(field))
  return fields.names.filter((field) => valuesIn(fields, field) !== valuesIn(original, field))
}

/** A copy of the form, with its controls from elsewhere on the page, and the values the server sent. */
export function originalForm(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement
  for (const control of form.elements) {
    if (form.contains(control)) continue
    const outside = control.cloneNode(true) as Element
    outside.removeAttribute("form")
    copy.append(outside)
  }
  copy.reset()
  return copy
}

/** Whether the browser may have filled in the form: after a reload or Back, with values of an earlier visit. */
export function mayBeRefilled(): boolean {
  return readNavigation()?.type !== "navigate"
}

/** How the browser came to this page; undefined in one that doesn't say. */
export function readNavigation(): PerformanceNavigationTiming | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  return navigation
}
