import { dropSentDrafts, storeDraft, storedDraft } from "../../../web/console/forms/drafts.ts"

// The composer of a conversation: keeps what is typed until it is sent, and sends it by Ctrl+Enter or Cmd+Enter. Each mode
// and each reply has a draft of its own, so that no note ever stands where it would go to the client. Listens on the
// document, because the composer is replaced when something was sent.

restore()
for (const event of ["input", "change"])
  document.addEventListener(event, ({ target }) => {
    if (target instanceof Node && composer()?.contains(target)) keep(false)
  })

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
  const form = composer()
  if (!form || !(event.target instanceof Node) || !form.contains(event.target)) return
  event.preventDefault()
  form.requestSubmit(form.querySelector("button"))
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
document.addEventListener("in-place-refused", () => keep(false, { is_refused: true }))
document.addEventListener(
  "in-place-done",
  ({ detail }: CustomEventInit<{ button: HTMLButtonElement | null }>) => {
    const sent = detail?.button?.form?.dataset.draft
    if (sent !== undefined) takeOver(sent)
    restore()
  },
)

/** What was typed while the message before was being sent is for the same readers, and stands in the new composer. */
function takeOver(sent: string): void {
  dropSentDrafts()
  const [draft, next = ""] = [storedDraft(sent), composer()?.dataset.draft]
  const readers = (name: string) => name.split(" ", 3).join(" ")
  if (!draft || next === sent || readers(next) !== readers(sent) || storedDraft(next)) return
  storeDraft(next, draft)
  storeDraft(sent, undefined)
}

function composer(): HTMLFormElement | null {
  return document.querySelector("form[data-draft]")
}

function keep(is_sent: boolean, { is_refused = false } = {}): void {
  const form = composer()
  if (!form) return
  const name = form.dataset.draft ?? ""
  const values = Object.fromEntries(
    controlsOf(form)
      .filter(isTyped)
      .map(({ name, value }) => [name, value]),
  )
  const before = storedDraft(name)
  // Leaving the field changes nothing of what is on its way.
  const isOnItsWay =
    !is_refused && before?.is_sent && JSON.stringify(before.values) === JSON.stringify(values)
  storeDraft(name, Object.keys(values).length === 0 ? undefined : { values, is_sent: is_sent || isOnItsWay })
}

function restore(): void {
  // A page with faults, or with what was sent too late, shows what was typed itself.
  if (document.querySelector("main .banner[role=status]")) dropSentDrafts()
  const form = composer()
  const draft = form && storedDraft(form.dataset.draft ?? "")
  // A reply inserted without this island, or what the browser itself has restored.
  const text = form?.querySelector("textarea")
  if (!form || !draft || (text?.value && (draft.is_sent || isTyped(text)))) return
  for (const control of controlsOf(form)) {
    const value = draft.values[control.name]
    if (value === undefined) continue
    control.value = value
    if (value) control.closest("details")?.setAttribute("open", "")
  }
}

/** Whether it no longer holds what the page came with. */
function isTyped(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (control instanceof HTMLSelectElement) return !control.selectedOptions[0]?.defaultSelected
  return control.value !== control.defaultValue
}

function controlsOf(form: HTMLFormElement) {
  const typed = "input:not([type=hidden], [type=file]), select, textarea"
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(typed)]
}
