// Files dropped on the page of a matter's documents go into the form that adds files. On the row of a document they are
// sent at once, one after another; elsewhere staff still choose which document they are.
let waiting: File[] = []

document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files") && fields()) event.preventDefault()
})
document.addEventListener("drop", (event) => {
  const files = [...(event.dataTransfer?.files ?? [])]
  const [first] = files
  const { form, input, select } = fields() ?? {}
  if (!first || !form || !input || !select) return
  event.preventDefault()
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drop]") : null
  if (row) {
    const { drop: id = "" } = row.dataset
    // A colleague may have asked for it after this page was loaded.
    if (![...select.options].some(({ value }) => value === id)) select.add(new Option(id, id))
    select.value = id
    waiting = files
    sendNext()
  } else {
    fill(input, [first])
    form.closest("details")?.setAttribute("open", "")
    select.focus()
  }
})
// The form is replaced once another document is asked for: what was chosen in it stays.
let chosen: FileList | null | undefined
document.addEventListener("in-place-sent", () => {
  chosen = fields()?.input.files
})
document.addEventListener("in-place-done", ({ target }) => {
  const { form, input } = fields() ?? {}
  if (!form || !input) return
  if (target !== form) {
    if (!chosen?.length || input.files === chosen) return
    input.files = chosen
    form.closest("details")?.setAttribute("open", "")
    return
  }
  // The form can be sent again only after this event.
  if (waiting.length > 0) return void setTimeout(sendNext)
  form.reset()
  form.closest("details")?.removeAttribute("open")
})
document.addEventListener("in-place-refused", ({ target }) => {
  if (target === fields()?.form) waiting = []
})

function fields() {
  const form = document.querySelector<HTMLFormElement>("#add-file")
  const input = form?.querySelector<HTMLInputElement>("[type=file]")
  const select = form?.querySelector("select")
  return form && input && select ? { form, input, select } : undefined
}

function sendNext(): void {
  const [next, ...rest] = waiting
  waiting = rest
  const { form, input } = fields() ?? {}
  if (!next || !form || !input) return
  fill(input, [next])
  form.requestSubmit()
}

function fill(into: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  into.files = transfer.files
}
