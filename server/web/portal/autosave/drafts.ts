import { ownerField } from "../../../firm/access/owner-field.ts"
import { newRecordField } from "../new-record-field.ts"
import { prefix, readStored, store } from "./device-storage.ts"
import { PageFields } from "./fields/page-fields.ts"
import { mayBeRefilled, originalForm } from "./fields/typed-early.ts"
import { acceptedFormPath } from "./forms/submitted-forms.ts"
import type { StatusLine } from "./status-line.ts"

/** The contents of a form that only its button saves, stored on this device until the server has them. */
interface Draft {
  controls: Record<string, readonly string[]>
  /** The client submitted it; the next page shows whether it arrived. */
  is_sent?: boolean
}

type Drafts = Record<string, Draft>

/**
 * Stores what the client types into the page's form on this device, restores it if the client left without saving, and
 * removes it once saved. Sensitive answers never leave the page.
 */
export function saveDrafts(user_id: string, status: StatusLine): void {
  const key = `${prefix}drafts.${user_id}`
  const form = document.querySelector<HTMLFormElement>("form[data-kept]")
  const here = location.pathname
  change(key, (drafts) =>
    Object.fromEntries(Object.entries(drafts).filter(([page, draft]) => !isSaved(page, draft))),
  )
  if (!form) return
  const fresh = JSON.stringify(read(originalForm(form)))
  const wasTypedInto = !mayBeRefilled() && JSON.stringify(read(form)) !== fresh
  const draft = readStored<Drafts>(key, {})[here]
  // A form returned with faults already shows what was typed, and is newer than the draft.
  const hasFaults = document.getElementById("error-summary") !== null
  if (draft && !hasFaults && !wasTypedInto) {
    new PageFields(form).writeAll(draft.controls)
    if (JSON.stringify(read(form)) !== fresh) status.say("waiting", status.words.draft_back)
  }

  const storeDraft = (rest: Partial<Draft> = {}) => {
    const controls = read(form)
    const isUnchanged = !hasFaults && JSON.stringify(controls) === fresh
    change(key, ({ [here]: _, ...others }) =>
      isUnchanged ? others : { ...others, [here]: { controls, ...rest } },
    )
    return !isUnchanged
  }
  const onChange = () => {
    if (storeDraft()) status.say("saving", status.words.draft_not_saved)
    else status.say("idle", "")
  }
  if (wasTypedInto) onChange()
  form.addEventListener("input", onChange)
  form.addEventListener("change", onChange)
  form.addEventListener("submit", (event) => {
    storeDraft({ is_sent: navigator.onLine })
    if (navigator.onLine) return
    // Stays on the filled-in form instead of the browser's offline page.
    event.preventDefault()
    status.say("waiting", status.words.draft_offline)
  })
}

/** Whether the server accepted the form: it redirected here, or this page links to the form's record. */
function isSaved(page: string, { is_sent, controls }: Draft): boolean {
  if (!is_sent) return false
  if (page === acceptedFormPath()) return true
  const [id] = controls[newRecordField] ?? []
  if (!id || location.pathname === page) return false
  return location.href.includes(id) || document.querySelector(`a[href*="${id}"], [value="${id}"]`) !== null
}

/** The form's values, without sensitive answers. */
function read(form: HTMLFormElement): Record<string, string[]> {
  const fields = new PageFields(form)
  const controls: Record<string, string[]> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || name === ownerField || fields.isSecretControl(name)) continue
    controls[name] = [...(controls[name] ?? []), value]
  }
  return controls
}

// Reads and writes without yielding: other tabs write the same key.
function change(key: string, work: (drafts: Drafts) => Drafts): void {
  // If storage is full or blocked, the draft lives only in the page.
  store(key, work(readStored(key, {})))
}
