// Stock replies in the composer: a press inserts one where the cursor is, and "/" at the beginning of a line opens them.

document.addEventListener("click", (event) => {
  const { target } = event
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-reply]") : null
  const text = document.querySelector<HTMLTextAreaElement>("#composer textarea")
  if (!button || !text) return
  event.preventDefault()
  button.closest("details")?.removeAttribute("open")
  const { selectionStart: at, selectionEnd } = text
  text.focus()
  text.setRangeText(button.dataset.reply ?? "", isAfterSlash(text) ? at - 1 : at, selectionEnd, "end")
  // It is part of the draft.
  text.dispatchEvent(new InputEvent("input", { bubbles: true }))
})

document.addEventListener("input", (event) => {
  const { target: text } = event
  if (!(event instanceof InputEvent) || event.data !== "/" || !(text instanceof HTMLTextAreaElement)) return
  const menu = text.form?.querySelector<HTMLDetailsElement>("#replies:has([data-reply])")
  if (!menu || !isAfterSlash(text)) return
  menu.open = true
  // The menu moves the focus on to its first line, and gives it back here on Escape.
  menu.querySelector("summary")?.focus()
})

/** Whether nothing but a slash stands between the beginning of the line and the cursor. */
function isAfterSlash({ value, selectionStart }: HTMLTextAreaElement): boolean {
  return /(^|\n)\/$/.test(value.slice(0, selectionStart))
}
