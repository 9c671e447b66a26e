import { PageFields } from "./page-fields.ts"
import { ownerField } from "./page-owner.ts"
import type { StatusLine } from "./status-line.ts"
import { ledHereBy } from "./taken-form.ts"

/** A form that is stored by its button alone, as it was typed: it waits here until the server has it. */
interface Draft {
  controls: Record<string, readonly string[]>
  /** The button was pressed; whether it arrived shows on the page after. */
  is_sent?: boolean
}

type Drafts = Record<string, Draft>

/** Among the outbox's own, so that signing out takes them along. */
const prefix = "foyer.outbox.drafts."
/** The hidden field with the id under which a new record will be stored. */
export const newRecordField = "new_record"

/**
 * Keeps what is typed into the page's form on this device, puts it back when the page was left without saving, and
 * forgets it once it is saved. Answers that are kept hidden stay in the page alone.
 */
export function saveDrafts(user_id: string, status: StatusLine): void {
  const key = prefix + user_id
  const form = document.querySelector<HTMLFormElement>("form[data-kept]")
  const here = location.pathname
  change(key, (drafts) =>
    Object.fromEntries(Object.entries(drafts).filter(([page, draft]) => !isSaved(page, draft))),
  )
  if (!form) return
  const fresh = JSON.stringify(read(form))
  const draft = load(key)[here]
  // A form that came back with faults shows what was typed, and knows more than the draft does.
  const isAnswer = document.getElementById("error-summary") !== null
  if (draft && !isAnswer) {
    write(form, draft.controls)
    if (JSON.stringify(read(form)) !== fresh) status.say("waiting", status.words.draft_back)
  }

  const note = (rest: Partial<Draft> = {}) => {
    const controls = read(form)
    const isBlank = !isAnswer && JSON.stringify(controls) === fresh
    change(key, ({ [here]: _, ...others }) =>
      isBlank ? others : { ...others, [here]: { controls, ...rest } },
    )
    return !isBlank
  }
  const changed = () => {
    if (note()) status.say("waiting", status.words.draft_not_saved)
    else status.say("idle", "")
  }
  form.addEventListener("input", changed)
  form.addEventListener("change", changed)
  form.addEventListener("submit", (event) => {
    note({ is_sent: navigator.onLine })
    if (navigator.onLine) return
    // The page with everything in it is worth more than the browser's own about the connection.
    event.preventDefault()
    status.say("waiting", status.words.draft_offline)
  })
}

/** A form that was taken leads on by a redirect, or its record is there for this page to link to. */
function isSaved(page: string, { is_sent, controls }: Draft): boolean {
  if (!is_sent) return false
  if (page === ledHereBy()) return true
  const [id] = controls[newRecordField] ?? []
  if (!id || location.pathname === page) return false
  return location.href.includes(id) || document.querySelector(`a[href*="${id}"], [value="${id}"]`) !== null
}

/** What the form would send, without answers that are kept hidden. */
function read(form: HTMLFormElement): Record<string, string[]> {
  const fields = new PageFields(form)
  const controls: Record<string, string[]> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || name === ownerField || fields.isSecretControl(name)) continue
    controls[name] = [...(controls[name] ?? []), value]
  }
  return controls
}

function write(form: HTMLFormElement, controls: Record<string, readonly string[]>): void {
  const fields = new PageFields(form)
  const met: Record<string, number> = {}
  for (const control of form.elements as Iterable<Element> & HTMLFormControlsCollection) {
    if (
      !(
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement
      )
    )
      continue
    const { name } = control
    if (name === "" || name === ownerField || fields.isSecretControl(name)) continue
    if (control instanceof HTMLInputElement && (control.type === "radio" || control.type === "checkbox")) {
      control.checked = controls[name]?.includes(control.value) ?? false
      continue
    }
    const value = controls[name]?.[met[name] ?? 0]
    met[name] = (met[name] ?? 0) + 1
    if (value !== undefined) control.value = value
  }
}

function load(key: string): Drafts {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Drafts
  } catch {
    return {}
  }
}

// Read and written in one go: other tabs write to the same place.
function change(key: string, work: (drafts: Drafts) => Drafts): void {
  const before = load(key)
  const after = work(before)
  try {
    if (Object.keys(after).length > 0) localStorage.setItem(key, JSON.stringify(after))
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing: the form still waits in the page.
  }
}
