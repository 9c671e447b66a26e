import { markFault, unmarkFault } from "./fields/field-marks.ts"
import { PageFields } from "./fields/page-fields.ts"
import { checkEntries } from "./sending.ts"

/**
 * In a form that only its button saves, asks about an entry as soon as the client leaves it, as other forms do when they
 * save it. Nothing is saved.
 */
export function checkOnLeave(url: string): void {
  const form = document.querySelector<HTMLFormElement>("form[data-kept]")
  if (!form) return
  const fields = new PageFields(form)
  const { pathname, search } = new URL(form.action)
  form.addEventListener("focusout", async ({ target, relatedTarget }) => {
    const field = fields.fieldOf(target)
    if (field === undefined || fields.fieldOf(relatedTarget) === field) return
    const controls = fields.read(field)
    const isSame = () => JSON.stringify(fields.read(field)) === JSON.stringify(controls)
    const seen = { [field]: fields.seen(field) }
    const checked = await checkEntries(url, { page: pathname + search, controls, seen })
    if (!checked || !isSame()) return
    const why = checked.faults[field]
    if (why) markFault(fields, field, why)
    else unmarkFault(fields, field)
    const shown = checked.shown?.[field]
    if (!shown) return
    fields.write(field, shown)
    form.dispatchEvent(new Event("change"))
  })
}
