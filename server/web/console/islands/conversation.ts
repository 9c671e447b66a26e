import { dropSentDrafts, storeDraft, storedDraft } from "../forms/drafts.ts"

// The composer of a conversation: keeps what is typed until it is sent, and sends it by Ctrl+Enter or Cmd+Enter. Each mode
// and each reply has a draft of its own, so that no note ever stands where it would go to the client. Listens on the
// document, because the composer is replaced when something was sent.

restore()
for (const event of ["input", "change"]) document.addEventListener(event, () => keep(false))

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
  const form = composer()
  if (!form || !(event.target instanceof Node) || !form.contains(event.target)) return
  event.preventDefault()
  form.requestSubmit(form.querySelector<HTMLElement>("button:not([name=remove_file])"))
})

// Before the form is sent in place: files, and the button that removes one, need the whole page.
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    const form = composer()
    if (!form || target !== form) return
    const files = [...form.querySelectorAll<HTMLInputElement>("[type=file]")]
    const hasFiles = files.some((input) => (input.files?.length ?? 0) > 0)
    if (hasFiles || submitter?.getAttribute("name") === "remove_file") delete form.dataset.inPlace
    keep(true)
  },
  true,
)
document.addEventListener("in-place-refused", () => keep(false))
document.addEventListener("in-place-done", () => {
  dropSentDrafts()
  restore()
})

function composer(): HTMLFormElement | null {
  return document.querySelector("form[data-draft]")
}

function keep(is_sent: boolean): void {
  const form = composer()
  if (!form) return
  const isEmpty = !form.querySelector("textarea")?.value.trim()
  const values = Object.fromEntries(controlsOf(form).map(({ name, value }) => [name, value]))
  storeDraft(form.dataset.draft ?? "", isEmpty ? undefined : { values, is_sent })
}

function restore(): void {
  // A page with faults, or with what was sent too late, shows what was typed itself.
  if (document.querySelector("main .banner[role=status]")) dropSentDrafts()
  const form = composer()
  const draft = form && storedDraft(form.dataset.draft ?? "")
  if (!form || !draft || form.querySelector("textarea")?.value) return
  for (const control of controlsOf(form)) {
    const value = draft.values[control.name]
    if (value === undefined) continue
    control.value = value
    if (value) control.closest("details")?.setAttribute("open", "")
  }
}

function controlsOf(form: HTMLFormElement) {
  const typed = "input:not([type=hidden], [type=file]), select, textarea"
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(typed)]
}
